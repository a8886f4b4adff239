/* What a text says of the functions that it has and calls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cfront/source_words.h"

enum use { HAS, CALLS };

static bool says(const char *text, enum use use, const char *name) {
    struct arena *arena = arena_new();
    struct source_words words = source_words_find(arena, text);
    bool found = name_set_has(use == HAS ? &words.has : &words.calls, name);
    arena_free(arena);
    return found;
}

static void test_code(void **state) {
    (void)state;
    assert_true(says("void f(void) { }", HAS, "f"));
    assert_true(says("void f (int a, int (*g)(int))\n{\n}", HAS, "f"));
    assert_true(says("void\nf\n(void)\n{ }", HAS, "f"));
    assert_true(says("static int x; void f(void) { }", HAS, "f"));
    assert_true(says("f(x){}", HAS, "f"));
    assert_false(says("void f(void);", HAS, "f"));
    assert_false(says("int x = f(1); struct s { int y; };", HAS, "f"));
    assert_false(says("static void f(void) { }", HAS, "f"));
    assert_false(says("void ff(void) { }", HAS, "f"));
    assert_false(says("void f(void) { }", HAS, "ff"));
    assert_false(says("void f(", HAS, "f"));
    assert_false(says("", HAS, "f"));
}

static void test_calls(void **state) {
    (void)state;
    assert_true(says("void f(void) { g(h(1)); }", CALLS, "g"));
    assert_true(says("void f(void) { g(h(1)); }", CALLS, "h"));
    assert_true(says("x = g \t(1);", CALLS, "g"));
    assert_false(says("x = g + (1);", CALLS, "g"));
    assert_false(says("x = gg(1);", CALLS, "g"));
    assert_false(says("x = 12(1);", CALLS, "12"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_code), cmocka_unit_test(test_calls)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
