#include "amalthea/rational.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void expect(struct rational number, int64_t above, int64_t below) {
    assert_int_equal(number.above, above);
    assert_int_equal(number.below, below);
}

static void counts_exactly(void **state) {
    (void)state;
    expect(rational_make(6, -4), -3, 2);
    expect(rational_add(rational_make(1, 6), rational_make(1, 10)), 4, 15);
    expect(rational_subtract(rational_make(1, 6), rational_make(1, 6)), 0, 1);
    expect(rational_divide(rational_integer(18000), rational_integer(200000000)), 9, 100000);
    expect(rational_common(rational_make(3, 2), rational_make(5, 3)), 1, 6);
    expect(rational_common(rational_integer(0), rational_make(5, 3)), 5, 3);
    assert_int_equal(rational_compare(rational_make(1, 3), rational_make(333333333, 1000000000)), 1);
}

static void says_what_does_not_fit(void **state) {
    (void)state;
    struct rational large = rational_integer(INT64_MAX);
    assert_false(rational_fits(rational_multiply(large, large)));
    assert_false(rational_fits(rational_add(large, large)));
    assert_false(rational_fits(rational_divide(large, rational_integer(0))));
    assert_false(rational_fits(rational_add(rational_multiply(large, large), rational_integer(1))));
}

static void reads_numbers(void **state) {
    struct rational number;
    (void)state;
    assert_true(rational_parse("2.0E8", &number));
    expect(number, 200000000, 1);
    assert_true(rational_parse("-0.125", &number));
    expect(number, -1, 8);
    assert_true(rational_parse("600.0000000000000000000000000", &number));
    expect(number, 600, 1);
    static const char *const bad[] = {"", "-", ".", "1.2.3", "5 ms", "1e999", "99999999999999999999", "0x10", "1,5"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(rational_parse(bad[i], &number));
}

static void reads_times(void **state) {
    struct rational time;
    (void)state;
    assert_true(rational_parse_time("7200\xc2\xb5s", &time));
    expect(time, 9, 1250);
    assert_true(rational_parse_time(" 1.5 ms", &time));
    expect(time, 3, 2000);
    static const char *const bad[] = {"5", "5 kHz", "ms", "5 m s", ""};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(rational_parse_time(bad[i], &time));
}

static void prints_times(void **state) {
    static const struct {
        struct rational time;
        const char *text;
    } cases[] = {{{0, 1}, "0 s"},          {{1, 1}, "1 s"},   {{3, 2000}, "1.5 ms"},
                 {{1, 4000000}, "250 ns"}, {{61, 1}, "61 s"}, {{1, 3}, "333.333333\xe2\x80\xa6 ms"},
                 {{-1, 1000}, "-1 ms"},    {{1, 8}, "125 ms"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text text = {0};
        rational_print_time(&text, cases[i].time);
        assert_string_equal(text_chars(&text), cases[i].text);
        text_free(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(counts_exactly), cmocka_unit_test(says_what_does_not_fit),
                                       cmocka_unit_test(reads_numbers), cmocka_unit_test(reads_times),
                                       cmocka_unit_test(prints_times)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
