/* What makefiles say of the build. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/make_build.h"

#include <string.h>

/* The words of the variable, with a comma behind each. */
static void expect(const char *text, const char *name, const char *words) {
    struct arena *arena = arena_new();
    const char *word = make_build_value(arena, text, name), *found = "";
    for (size_t length = 0; (word = make_build_word(word + length, &length));)
        found = arena_printf(arena, "%s%.*s,", found, (int)length, word);
    assert_string_equal(found, words);
    arena_free(arena);
}

static void test_values(void **state) {
    (void)state;
    expect("S = a.c b.c\n", "S", "a.c,b.c,");
    expect("S := ./a.c \\\n\tb.c \\\r\n c.c\nd.c\n", "S", "a.c,b.c,c.c,");
    expect("S = a.c\n#S = b.c\nS += c.c # d.c\n", "S", "a.c,c.c,");
    expect("S = a.c\nS = b.c", "S", "b.c,");
    expect("SOURCES = a.c\nMY_S = b.c\n", "S", "");
    expect("", "S", "");
    expect("S", "S", "");
    expect("S = a.c \\", "S", "a.c,");
}

static void test_variables_in_values(void **state) {
    (void)state;
    expect("T = robot\nS = $(T).c main.c", "S", "robot.c,main.c,");
    expect("S = $(T).c $(", "S", "$(T).c,$(,");
    expect("L = a.c \\\n b.c \nS = $(L) c.c", "S", "a.c,b.c,c.c,");
    expect("S = a.c $(wildcard src/*.c)", "S", "a.c,$(wildcard,src/*.c),");
    expect("S = $(S)", "S", "$(S),");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_values), cmocka_unit_test(test_variables_in_values)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
