/* Conditions as they are written. */
#include "app/cases/written.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void says(const char *source, unsigned line, unsigned column, const char *words) {
    struct text text = {0}, out = {0};
    text_add(&text, source);
    bool good = written_in(&text, (struct place){.file = "a.c", .line = line, .column = column}, &out);
    assert_int_equal(good, words != NULL);
    if (words) assert_string_equal(text_chars(&out), words);
    text_free(&text);
    text_free(&out);
}

static void test_up_to_what_joins_it(void **state) {
    (void)state;
    says("if (f() > 5 && g(x, 1) != 3) y = 1;", 1, 5, "f() > 5");
    says("if (f() > 5 && g(x, 1) != 3) y = 1;", 1, 16, "g(x, 1) != 3");
    says("if ((a || f()) == 1) y = 1;", 1, 5, "(a || f()) == 1");
    says("x = f() ? 1 : 2;", 1, 5, "f()");
    says("for (;f(a[i]);) ;", 1, 7, "f(a[i])");
    says("switch (f()) { case 3: break; }", 1, 16, "case 3");
}

static void test_in_one_line_without_comments(void **state) {
    (void)state;
    says("int x;\n  while (f( /* ) */\n\t   1) // && no\n >  2 )", 2, 10, "f( 1) > 2");
    says("if (f(')', \"&&)\\\"\") == 1)", 1, 5, "f(')', \"&&)\\\"\") == 1");
    says("if (f(1) \\\n > 2)", 1, 5, "f(1) > 2");
}

static void test_what_has_no_end_is_none(void **state) {
    (void)state;
    says("if (f(1", 1, 5, NULL);
    says("if (f(1) /* ", 1, 5, NULL);
    says("if (f(\"1", 1, 5, NULL);
    says("x", 3, 1, NULL);
    says("x", 1, 7, NULL);
    says("x)", 1, 0, NULL);
    says("", 0, 0, NULL);
    says(")", 1, 1, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_up_to_what_joins_it),
        cmocka_unit_test(test_in_one_line_without_comments),
        cmocka_unit_test(test_what_has_no_end_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
