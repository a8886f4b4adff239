#include "base/word.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const char *const parts[] = {"isr", "Vect", NULL}, *const nothing[] = {NULL};

static void lists_have_whole_words(void **state) {
    (void)state;
    assert_true(is_one_of("isr", parts));
    assert_false(is_one_of("isr_1", parts));
    assert_false(is_one_of("vect", parts));
    assert_false(is_one_of("", nothing));
}

static void texts_begin_and_end(void **state) {
    (void)state;
    assert_true(begins_with("main.c", "main"));
    assert_true(begins_with("main", "main"));
    assert_true(begins_with("main", ""));
    assert_false(begins_with("mai", "main"));
    assert_true(begins_with_one_of("Vector", parts));
    assert_false(begins_with_one_of("vector", parts));
    assert_false(begins_with_one_of("an isr", parts));
    assert_true(ends_with("main.c", ".c"));
    assert_true(ends_with(".c", ".c"));
    assert_true(ends_with("main", ""));
    assert_false(ends_with("c", ".c"));
    assert_false(ends_with("main.c", ".C"));
}

static void parts_are_found_in_any_case(void **state) {
    (void)state;
    assert_true(contains_one_of("TIMER_ISR_1", parts));
    assert_true(contains_one_of("vectors", parts));
    assert_false(contains_one_of("timer", parts));
    assert_false(contains_one_of("", parts));
    assert_false(contains_one_of("isr", nothing));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_have_whole_words),
        cmocka_unit_test(texts_begin_and_end),
        cmocka_unit_test(parts_are_found_in_any_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
