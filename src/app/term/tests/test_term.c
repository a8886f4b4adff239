#include "app/term/tests/random_term.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* Simplifying changes no value. */
static void test_values(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        struct terms terms = {0};
        struct random_terms random = {&terms, {0}, seed};
        for (unsigned i = 0; i < 2; i++) random.variables[i] = random_value(&random, 64);
        struct random_term made = random_term(&random, 1 + (unsigned)(seed % 64), 5);
        struct term_values values = {0};
        assert_int_equal(term_width(&terms, made.term), made.width);
        assert_int_equal(term_value(&terms, &values, made.term, random.variables), made.value);
        vec_free(&values.of);
        terms_free(&terms);
    }
}

/* By numbers that are twice as wide. */
static void test_overflow(void **state) {
    (void)state;
    struct random_terms random = {.state = 7};
    for (unsigned i = 0; i < 20000; i++) {
        unsigned width = 1 + i % 64;
        uint64_t a = random_value(&random, width), b = random_value(&random, width);
        __int128 left = compute_signed(a, width), right = compute_signed(b, width);
        __int128 lowest = -((__int128)1 << (width - 1)), highest = -lowest - 1;
        __int128 sum = left + right, difference = left - right, product = left * right;
        assert_int_equal(compute_binary(TERM_ADD_OVERFLOWS, width, a, b), sum < lowest || sum > highest);
        assert_int_equal(compute_binary(TERM_SUBTRACT_OVERFLOWS, width, a, b),
                         difference < lowest || difference > highest);
        assert_int_equal(compute_binary(TERM_MULTIPLY_OVERFLOWS, width, a, b), product < lowest || product > highest);
    }
}

static void test_same_term(void **state) {
    (void)state;
    struct terms terms = {0};
    uint32_t x = term_variable(&terms, 32, 0), y = term_variable(&terms, 32, 1);
    assert_int_equal(term_binary(&terms, TERM_ADD, x, y), term_binary(&terms, TERM_ADD, x, y));
    /* The bytes of a number, put together again, are the number. */
    uint32_t whole = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t byte = term_extract(&terms, x, i * 8, 8);
        whole = whole ? term_join(&terms, byte, whole) : byte;
    }
    assert_int_equal(whole, x);
    /* A truth value that was made an int, and is asked whether it is not zero. */
    uint32_t less = term_binary(&terms, TERM_LESS, x, y), wide = term_resize(&terms, less, 32, false);
    assert_int_equal(term_not(&terms, term_is_zero(&terms, wide)), less);
    assert_true(term_is_constant(&terms, term_binary(&terms, TERM_EQUAL, x, x), NULL));
    terms_free(&terms);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_values), cmocka_unit_test(test_overflow),
                                       cmocka_unit_test(test_same_term)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
