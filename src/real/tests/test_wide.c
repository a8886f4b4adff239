#include "real/elementary.h"
#include "real/two_over_pi.h"
#include "real/wide.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { RUNS = 20000 };

static uint64_t state;
static uint64_t any(void) { return state = state * 6364136223846793005u + 1442695040888963407u, state ^ state >> 29; }

static double any_number(void) { return ldexp((double)(int64_t)any() / 9223372036854775808.0, (int)(any() % 60) - 30); }

/* So many bits of both are the same. */
static bool is_near(struct wide a, struct wide b, int bits) {
    struct wide difference = wide_subtract(a, b);
    return wide_is_zero(&difference) || difference.exponent <= b.exponent - bits;
}

static void is_what_doubles_are(void **unused) {
    (void)unused;
    state = 1;
    for (unsigned i = 0; i < RUNS; i++) {
        double x = any_number(), y = any_number();
        struct wide a = wide_from_real(x), b = wide_from_real(y);
        assert_true(wide_to_real(a, 8) == x);
        assert_true(wide_to_real(wide_add(a, b), 8) == x + y);
        assert_true(wide_to_real(wide_subtract(a, b), 8) == x - y);
        assert_true(wide_to_real(wide_multiply(a, b), 8) == x * y);
        assert_true(wide_to_real(wide_divide(a, b), 8) == x / y);
        assert_true(wide_to_real(a, 4) == (float)x);
        assert_int_equal(wide_compare(a, b), (x > y) - (x < y));
        a.negative = false;
        assert_true(wide_to_real(wide_root(a), 8) == sqrt(fabs(x)));
    }
}

static void rounds_to_even(void **unused) {
    (void)unused;
    struct wide one = wide_from_integer(1), half = wide_scaled(one, -53), more = wide_scaled(one, -180);
    assert_true(wide_to_real(wide_add(one, half), 8) == 1);
    assert_true(wide_to_real(wide_add(wide_add(one, half), more), 8) == 1 + DBL_EPSILON);
    assert_true(wide_to_real(wide_add(wide_add(one, wide_scaled(half, 1)), half), 8) == 1 + 2 * DBL_EPSILON);
    assert_true(wide_to_real(wide_scaled(one, -1075), 8) == 0);
    assert_true(wide_to_real(wide_scaled(wide_from_integer(3), -1075), 8) == 2 * ldexp(1, -1074));
    assert_true(wide_to_real(wide_scaled(one, -1074), 8) == ldexp(1, -1074));
    assert_true(wide_to_real(wide_scaled(one, 1024), 8) == HUGE_VAL);
    assert_true(wide_to_real(wide_scaled(wide_from_integer((1 << 25) - 1), 128 - 25), 4) == HUGE_VAL);
    assert_true(wide_to_real(wide_scaled(wide_from_integer((1 << 24) - 1), 128 - 24), 4) == FLT_MAX);
}

static void has_whole_numbers(void **unused) {
    (void)unused;
    assert_int_equal(wide_whole(wide_from_real(2.5)), 2);
    assert_int_equal(wide_whole(wide_from_real(-3.5)), -4);
    assert_int_equal(wide_whole(wide_from_real(0.5)), 0);
    assert_int_equal(wide_whole(wide_from_real(0.75)), 1);
    assert_int_equal(wide_whole(wide_from_real(-1e15)), -1000000000000000);
}

static void has_constants(void **unused) {
    (void)unused;
    struct wide one = wide_from_integer(1), pi = wide_pi(), sin, cos;
    uint64_t words[4];
    assert_true(is_near(wide_scaled(wide_atan(one), 2), pi, 245));
    assert_true(is_near(wide_multiply(wide_root_pi(), wide_root_pi()), pi, 245));
    assert_true(is_near(wide_log(wide_from_integer(10)), wide_log_10(), 245));
    assert_true(is_near(wide_exp(wide_log_2()), wide_from_integer(2), 245));
    assert_true(is_near(wide_multiply(wide_exp(wide_scaled(wide_log_2(), -1)), wide_exp(wide_scaled(wide_log_2(), -1))),
                        wide_from_integer(2), 240));
    for (unsigned i = 0; i < 4; i++) words[3 - i] = two_over_pi[i];
    assert_true(is_near(wide_multiply(wide_from_words(words, 4, -256), pi), wide_from_integer(2), 245));
    sin = wide_sin(wide_from_integer(1), 0), cos = wide_sin(wide_from_integer(1), 1);
    assert_true(is_near(wide_add(wide_multiply(sin, sin), wide_multiply(cos, cos)), one, 245));
}

/* sin 2x = 2 sin x cos x, also where x is huge: every bit of 2/pi is looked at. */
static void turns(void **unused) {
    (void)unused;
    state = 2;
    for (int exponent = -20; exponent < LDBL_MAX_EXP - 2; exponent += 7) {
        struct wide x = wide_from_real(ldexpl(1 + (long double)(any() % 1000000) / 1000000, exponent));
        struct wide sin, cos, sin_2, cos_2;
        sin = wide_sin(x, 0), cos = wide_sin(x, 1);
        sin_2 = wide_sin(wide_scaled(x, 1), 0);
        assert_true(is_near(wide_scaled(wide_multiply(sin, cos), 1), sin_2, 200));
        sin_2 = wide_sin(wide_negative(x), 0), cos_2 = wide_sin(wide_negative(x), 1);
        assert_true(is_near(wide_negative(sin), sin_2, 250) && is_near(cos, cos_2, 250));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(is_what_doubles_are), cmocka_unit_test(rounds_to_even),
                                       cmocka_unit_test(has_whole_numbers), cmocka_unit_test(has_constants),
                                       cmocka_unit_test(turns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
