/* Names with numbers, lists of numbers, and the code that configurations ask for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/project/asked_code.h"
#include "cli/project/header_macros.h"
#include "base/name_numbers.h"
#include "cli/project/number_lists.h"

#include <string.h>

static void test_numbers(void **state) {
    enum { MANY = 5000 };
    struct arena *arena = arena_new();
    struct name_numbers numbers = {0};
    (void)state;
    assert_true(name_numbers_find(&numbers, "a", 1) == SIZE_MAX);
    for (size_t i = 0; i < MANY; i++) assert_int_equal(name_numbers_of(&numbers, arena_printf(arena, "n%zu", i)), i);
    for (size_t i = 0; i < MANY; i++) assert_int_equal(name_numbers_of(&numbers, arena_printf(arena, "n%zu", i)), i);
    assert_int_equal(name_numbers_of_word(&numbers, arena, "n17 + 1", 3), 17);
    assert_int_equal(name_numbers_of_word(&numbers, arena, "other + 1", 5), MANY);
    assert_int_equal(name_numbers_find(&numbers, "other", 5), MANY);
    assert_string_equal(numbers.names.items[MANY], "other");
    assert_true(name_numbers_find(&numbers, "othe", 4) == SIZE_MAX);
    name_numbers_free(&numbers);
    arena_free(arena);
}

static void expect_list(const struct number_lists *lists, size_t number, const char *values) {
    struct arena *arena = arena_new();
    const char *found = "";
    for (uint32_t at = number_lists_begin(lists, number); at; at = number_lists_next(lists, at))
        found = arena_printf(arena, "%s%u,", found, (unsigned)number_lists_at(lists, at));
    assert_string_equal(found, values);
    arena_free(arena);
}

static void test_lists(void **state) {
    static const size_t values[] = {5, 5, 9, 1, 7, 5, 1, 9, 12};
    struct number_lists lists = {0};
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) number_lists_add(&lists, 3, values[i]);
    number_lists_add(&lists, 1, 0);
    expect_list(&lists, 3, "1,5,7,9,12,");
    expect_list(&lists, 1, "0,");
    expect_list(&lists, 2, "");
    expect_list(&lists, 400, "");
    number_lists_free(&lists);
}

static void expect_asked(const char *text, const char *names) {
    struct arena *arena = arena_new();
    struct name_set set = asked_code_of(arena, text);
    const char *found = "";
    for (size_t i = 0; i < set.count; i++) found = arena_printf(arena, "%s%s,", found, set.items[i]);
    assert_string_equal(found, names);
    arena_free(arena);
}

static void test_asked_code(void **state) {
    (void)state;
    expect_asked("TASK(a) {}\nTASK ( b )\n{}\nTASK(a) {}", "TASK(a),TASK(b),");
    expect_asked("ISR(i) {} ISR1(j) {} ISR2 (k) {} ALARMCALLBACK(c) {}", "ALARMCALLBACK(c),ISR(i),ISR(j),ISR(k),");
    expect_asked("TASK(a); DeclareTask(b); MYTASK(c) {} TASKS(d) {} TASK() {}", "");
}

static void expect_expanded(const char *headers, const char *source, const char *text) {
    struct arena *arena = arena_new();
    struct header_macros macros = {0};
    header_macros_add(&macros, arena, headers);
    header_macros_add(&macros, arena, headers); /* a copy changes nothing */
    header_macros_sort(&macros);
    for (int again = 0; again < 2; again++) assert_string_equal(header_macros_expand(&macros, arena, source), text);
    header_macros_free(&macros);
    arena_free(arena);
}

static void test_header_macros(void **state) {
    (void)state;
    expect_expanded("#define A f(B)\n#define B g\n#define C h\n", "A A;", "A A;\n f(B)\n g");
    expect_expanded("#define A A\n", "A;", "A;\n A");
    expect_expanded("#define AB x\n#define A y\n", "A;", "A;\n y");
    expect_expanded("#define N 1\n", "N;", "N;");
    expect_expanded("extern int n;\nstatic int *const p = &n;\nstatic void f(void) { *p = 1; }\n", "f();",
                    "f();\n{ *p = 1; }\n= &n");
    expect_expanded("extern \" \" {\nstatic int *t[] = {&a, &b}, n = 3;\n}\n", "t;", "t;\n= {&a, &b}, n = 3");
    expect_expanded("#define X \\\n a = b;\nstatic void (*h[2])(void) = {f, g};\n", "h;", "h;\n= {f, g}");
    expect_expanded("static void f(void) { int a = b; }\nstatic int n = 3;\nint m", "a n m;", "a n m;");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_numbers), cmocka_unit_test(test_lists),
                                       cmocka_unit_test(test_asked_code), cmocka_unit_test(test_header_macros)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
