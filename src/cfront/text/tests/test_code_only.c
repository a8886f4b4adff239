/* What is left of a text without comments, strings and what is under `#if 0`. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cfront/text/code_only.h"

static void expect(const char *text, bool without_strings, const char *left) {
    struct arena *arena = arena_new();
    assert_string_equal(code_only(arena, text, without_strings), left);
    arena_free(arena);
}

static void test_comments(void **state) {
    (void)state;
    expect("a/*b*/c", true, "a     c");
    expect("a//b\nc", true, "a   \nc");
    expect("a/*b\nc", true, "a   \n ");
    expect("a/b*c", true, "a/b*c");
    expect("\"/*\" a", false, "\"/*\" a");
    expect("'\"' /*b*/ '\\'' \"\\\"/*\"", false, "'\"'       '\\'' \"\\\"/*\"");
}

static void test_strings(void **state) {
    (void)state;
    expect("f(\"TASK(t)\")", true, "f(\"       \")");
    expect("#include \"a.h\"\nx = \"b\";", true, "#include \"a.h\"\nx = \" \";");
    expect("don't\nTASK(t)", true, "don' \nTASK(t)");
}

static void test_never(void **state) {
    (void)state;
    expect("#if 0\na\n#endif\nb", true, "#if 0\n \n#endif\nb");
    expect("#if 0 // no\na\n#else\nb\n#endif", true, "#if 0 // no\n \n#else\nb\n#endif");
    expect("# if 0\n#ifdef A\na\n#else\nb\n#endif\nc\n#endif\nd", true,
           "# if 0\n        \n \n     \n \n      \n \n#endif\nd");
    expect("#if 0 || A\na\n#endif", true, "#if 0 || A\na\n#endif");
    expect("#if 01\na\n#endif", true, "#if 01\na\n#endif");
    expect("#if 0\na", true, "#if 0\n ");
    expect("#if 0", true, "#if 0");
    expect("#if", true, "#if");
    expect("#", true, "#");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_comments),
        cmocka_unit_test(test_strings),
        cmocka_unit_test(test_never),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
