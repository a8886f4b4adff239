#include "base/text.h"
#include "base/vec.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void grows(void **state) {
    (void)state;
    struct text text = {0};
    assert_string_equal(text_chars(&text), "");
    for (int i = 0; i < 1000; i++) text_printf(&text, "%d,", i % 10);
    assert_int_equal(text.length, 2000);
    assert_memory_equal(text.chars + 1996, "8,9,", 5);
    text_clear(&text);
    assert_string_equal(text_chars(&text), "");
    text_add(&text, "a");
    text_add_char(&text, 'b');
    text_add_n(&text, "cdef", 2);
    text_add_n(&text, NULL, 0);
    text_printf(&text, "%s", "");
    assert_string_equal(text_chars(&text), "abcd");
    text_free(&text);
    assert_null(text.chars);
}

static void numbers_are_decimal(void **state) {
    (void)state;
    static const int64_t integers[] = {0, 7, -1, 10, 99, 100, -100, INT32_MIN, INT64_MAX, INT64_MIN};
    struct text text = {0};
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) {
        char expected[32];
        snprintf(expected, sizeof expected, "%" PRId64, integers[i]);
        text_clear(&text);
        text_add_integer(&text, integers[i]);
        assert_string_equal(text_chars(&text), expected);
    }
    text_clear(&text);
    text_add_number(&text, UINT64_MAX);
    text_add_number(&text, 0);
    assert_string_equal(text_chars(&text), "184467440737095516150");
    text_free(&text);
}

static void printf_longer_than_any_buffer(void **state) {
    (void)state;
    struct text text = {0};
    text_add(&text, "x");
    text_printf(&text, "%5000d", 7);
    assert_int_equal(text.length, 5001);
    assert_int_equal(text.chars[5000], '7');
    assert_int_equal(text.chars[5001], '\0');
    text_free(&text);
}

static void take_leaves_it_empty(void **state) {
    (void)state;
    struct text text = {0};
    char *nothing = text_take(&text);
    assert_string_equal(nothing, "");
    text_add(&text, "words");
    char *words = text_take(&text);
    assert_string_equal(words, "words");
    assert_int_equal(text.length, 0);
    text_add(&text, "more");
    assert_string_equal(words, "words");
    text_free(&text);
    free(words);
    free(nothing);
}

static void indented_is(const char *lines, const char *expected) {
    struct text text = {0};
    text_add(&text, "title\n");
    text_add_indented(&text, "  ", lines);
    assert_string_equal(text_chars(&text), expected);
    text_free(&text);
}

static void lines_are_indented(void **state) {
    (void)state;
    indented_is("", "title\n");
    indented_is("one", "title\n  one\n");
    indented_is("one\ntwo\n", "title\n  one\n  two\n");
    indented_is("one\n\nthree", "title\n  one\n  \n  three\n");
}

static void vectors_grow(void **state) {
    (void)state;
    VEC(int) numbers = {0};
    for (int i = 0; i < 1000; i++) vec_push(&numbers, i * i);
    assert_int_equal(numbers.count, 1000);
    for (int i = 0; i < 1000; i++) assert_int_equal(numbers.items[i], i * i);
    for (int i = 0; i < 100; i++) vec_push(&numbers, numbers.items[i]); /* an element of itself, while it grows */
    assert_int_equal(vec_last(&numbers), 99 * 99);
    assert_int_equal(vec_pop(&numbers), 99 * 99);
    assert_int_equal(vec_pop(&numbers), 98 * 98);
    vec_clear(&numbers);
    vec_reserve(&numbers, 5000);
    assert_true(numbers.capacity >= 5000);
    assert_int_equal(numbers.count, 0);
    vec_free(&numbers);
    assert_null(numbers.items);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grows),
        cmocka_unit_test(numbers_are_decimal),
        cmocka_unit_test(printf_longer_than_any_buffer),
        cmocka_unit_test(take_leaves_it_empty),
        cmocka_unit_test(lines_are_indented),
        cmocka_unit_test(vectors_grow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
