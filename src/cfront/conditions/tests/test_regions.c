/* Names that decide what of a text is compiled. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text.h"
#include "cfront/conditions/regions.h"

static void expect_list(name_list *names, const char *expected) {
    struct text text = {0};
    for (size_t i = 0; i < names->count; i++) text_printf(&text, "%s%s", i ? " " : "", names->items[i]);
    assert_string_equal(text_chars(&text), expected);
    text_free(&text);
    vec_free(names);
}

static void expect_in_functions(const char *code, const char *in_functions, const char *asked, const char *compared) {
    struct arena *arena = arena_new();
    name_list in_code = {0}, names = {0}, words = {0};
    regions_deciding_names(arena, code, &in_code, &names, &words);
    expect_list(&in_code, in_functions);
    expect_list(&names, asked);
    expect_list(&words, compared);
    arena_free(arena);
}

static void expect(const char *code, const char *asked, const char *compared) {
    expect_in_functions(code, "", asked, compared);
}

static void test_functions(void **state) {
    (void)state;
    expect_in_functions(
        "#ifdef A\nint a;\n#endif\nvoid f(void) {\n#ifdef B\nx = 1;\n#endif\n}\n#ifdef C\nint c;\n#endif\n", "B", "A C",
        "");
    expect_in_functions("#ifdef A\nvoid f(void) { x = 1; }\n#endif\n", "A", "", "");
    expect_in_functions("#ifdef A\nvoid f(void) {\nx = 1;\n}\n#endif\n", "A", "", "");
    expect_in_functions("void f(void) {\n#if defined(A)\n#ifdef B\nx = 1;\n#endif\n#endif\n}\n", "B A", "", "");
}

static void test_weight(void **state) {
    (void)state;
    expect("#ifdef A\nx = 1;\n#endif\n", "A", "");
    expect("#ifdef A\n#define B\n#endif\n", "A", "");
    expect("#ifdef A\n#include \"a.h\"\n#endif", "A", "");
    expect("#ifdef A\n\n  \t\n#endif\n", "", "");
    expect("#ifndef A\n#error A is missing\n#endif\nx = 1;\n", "", "");
    expect("#ifdef A\n#else\nx = 1;\n#endif\n", "A", "");
    expect("x = 1;\n", "", "");
}

static void test_conditions(void **state) {
    (void)state;
    expect("#if defined(A) && !defined B\nx = 1;\n#endif\n", "A B", "");
    expect("# if 1 && \\\n defined ( A ) || B > 2\nx = 1;\n# endif\n", "A", "B");
    expect("#ifdef A\n#elif defined(B)\nx = 1;\n#elifdef C\n#endif\n", "A B C", "");
}

static void test_groups(void **state) {
    (void)state;
    expect("#ifdef A\n#ifdef B\nx = 1;\n#endif\n#endif\n", "B A", "");
    expect("#ifdef A\n#ifdef B\n#endif\n#elif defined(C)\nx = 1;\n#endif\n", "A C", "");
    expect("#ifdef A\n#endif\n#ifdef B\nx = 1;\n#endif\n", "B", "");
    expect("#endif\n#else\n#ifdef A\nx = 1;\n", "A", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_weight),
        cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
