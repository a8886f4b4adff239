/* What a text says of the functions that it has and calls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cfront/source_words.h"

static bool has(const char *text, const char *name) {
    struct arena *arena = arena_new();
    struct source_words words = source_words_find(arena, text);
    bool found = source_words_have(&words, name);
    arena_free(arena);
    return found;
}

static bool calls(const char *text, const char *name) {
    struct arena *arena = arena_new();
    struct source_words words = source_words_find(arena, text);
    bool found = source_words_call(&words, name);
    arena_free(arena);
    return found;
}

static void test_code(void **state) {
    (void)state;
    assert_true(has("void f(void) { }", "f"));
    assert_true(has("void f (int a, int (*g)(int))\n{\n}", "f"));
    assert_true(has("void\nf\n(void)\n{ }", "f"));
    assert_true(has("static int x; void f(void) { }", "f"));
    assert_true(has("f(x){}", "f"));
    assert_false(has("void f(void);", "f"));
    assert_false(has("int x = f(1); struct s { int y; };", "f"));
    assert_false(has("static void f(void) { }", "f"));
    assert_false(has("void ff(void) { }", "f"));
    assert_false(has("void f(void) { }", "ff"));
    assert_false(has("void f(", "f"));
    assert_false(has("", "f"));
}

static void test_calls(void **state) {
    (void)state;
    assert_true(calls("void f(void) { g(h(1)); }", "g"));
    assert_true(calls("void f(void) { g(h(1)); }", "h"));
    assert_true(calls("x = g \t(1);", "g"));
    assert_false(calls("x = g + (1);", "g"));
    assert_false(calls("x = gg(1);", "g"));
    assert_false(calls("x = 12(1);", "12"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_code), cmocka_unit_test(test_calls)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
