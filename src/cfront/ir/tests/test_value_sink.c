/* Which uses of a number tell its type. */
#include "cfront/ir/value_sink.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { SIGN = 1, WIDTH = 2, NARROWER = 4, SIZE = 8 };

static unsigned effect(struct sink sink, bool is_unsigned) {
    struct sink_effect effect = value_sink_effect(&sink, is_unsigned);
    return (effect.by_sign ? SIGN : 0) | (effect.by_width ? WIDTH : 0) | (effect.narrower ? NARROWER : 0) |
           (effect.by_size ? SIZE : 0);
}

static void test_uses_that_are_alike(void **state) {
    (void)state;
    for (unsigned is_unsigned = 0; is_unsigned < 2; is_unsigned++) {
        assert_int_equal(effect((struct sink){.kind = SINK_NOTHING, .wraps = true}, is_unsigned), 0);
        assert_int_equal(effect((struct sink){.kind = SINK_TRUTH}, is_unsigned), 0);
        assert_int_equal(effect((struct sink){.kind = SINK_NUMBER, .bits = 8}, is_unsigned), 0);
        assert_int_equal(effect((struct sink){.kind = SINK_EQUAL, .constant = 5}, is_unsigned), 0);
        assert_int_equal(effect((struct sink){.kind = SINK_NUMBER, .bits = 32, .is_masked = true}, is_unsigned), 0);
        assert_int_equal(effect((struct sink){.kind = SINK_NUMBER, .bits = 32}, is_unsigned), NARROWER);
        assert_int_equal(effect((struct sink){.kind = SINK_EQUAL, .constant = 511}, is_unsigned), NARROWER);
    }
}

static void test_signs(void **state) {
    (void)state;
    struct sink below = {.kind = SINK_ORDERED}, compared = {.kind = SINK_COMPARED};
    assert_int_equal(effect(below, true), SIGN | NARROWER);
    assert_int_equal(effect(below, false), NARROWER);
    assert_int_equal(effect(compared, true), SIGN | NARROWER);
    compared.is_masked = true;
    assert_int_equal(effect(compared, true), SIGN | NARROWER);
    below.is_masked = true;
    assert_int_equal(effect(below, true), 0);
    below.wraps = true;
    assert_int_equal(effect(below, true), SIGN | NARROWER);
}

static void test_widths(void **state) {
    (void)state;
    assert_int_equal(effect((struct sink){.kind = SINK_NUMBER, .bits = 64}, false), SIGN | WIDTH | NARROWER);
    assert_int_equal(effect((struct sink){.kind = SINK_NUMBER, .bits = 64}, true), SIGN | NARROWER);
    assert_int_equal(effect((struct sink){.kind = SINK_ORDERED, .constant = 5000000000}, false), WIDTH | NARROWER);
    assert_int_equal(effect((struct sink){.kind = SINK_NUMBER, .bits = 32, .leaves = true}, true), SIGN | NARROWER);
    assert_int_equal(effect((struct sink){.kind = SINK_SIZE}, true), SIGN | NARROWER | SIZE);
    assert_int_equal(effect((struct sink){.kind = SINK_SIZE}, false), SIGN | NARROWER | SIZE);
}

static bool decides(struct sink sink) { return value_sink_effect(&sink, false).decides; }

static void test_conditions_that_are_always_the_same(void **state) {
    (void)state;
    assert_true(decides((struct sink){.kind = SINK_EQUAL, .constant = 511}));
    assert_true(decides((struct sink){.kind = SINK_ORDERED}));
    assert_true(decides((struct sink){.kind = SINK_TRUTH, .wraps = true}));
    assert_true(decides((struct sink){.kind = SINK_TRUTH, .is_masked = true, .mask = 0x3FF, .is_computed = true}));
    assert_false(decides((struct sink){.kind = SINK_TRUTH, .is_masked = true, .mask = 0xFF, .is_computed = true}));
    assert_false(decides((struct sink){.kind = SINK_TRUTH, .is_masked = true, .mask = 0x3FF}));
    assert_false(decides((struct sink){.kind = SINK_EQUAL, .constant = 5}));
    assert_false(decides((struct sink){.kind = SINK_NUMBER, .bits = 32}));
}

static void test_bits(void **state) {
    (void)state;
    assert_int_equal(value_sink_bits(0), 0);
    assert_int_equal(value_sink_bits(255), 8);
    assert_int_equal(value_sink_bits(256), 9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_uses_that_are_alike),
        cmocka_unit_test(test_signs),
        cmocka_unit_test(test_widths),
        cmocka_unit_test(test_conditions_that_are_always_the_same),
        cmocka_unit_test(test_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
