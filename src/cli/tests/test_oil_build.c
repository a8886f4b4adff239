/* What vendors' attributes say of the build. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/oil_build.h"

#include <string.h>

static void test_is_erika(void **state) {
    (void)state;
    assert_true(oil_build_is_erika("EE_OPT = \"DEBUG\";"));
    assert_true(oil_build_is_erika("KERNEL_TYPE = FP;"));
    assert_true(oil_build_is_erika("CPU_DATA = PIC30 { APP_SRC = \"a.c\"; };"));
    assert_false(oil_build_is_erika("BUILD = TRUE { TRAMPOLINE_BASE_PATH = \"..\"; APP_SRC = \"a.c\"; };"));
    assert_false(oil_build_is_erika("BUILD = TRUE { APP_SRC = \"a.c\"; };"));
    assert_false(oil_build_is_erika("/* KERNEL_TYPE = FP; */"));
    assert_false(oil_build_is_erika("STATUS = EXTENDED;"));
    assert_false(oil_build_is_erika("APP_SRC = \"a.c\";"));
}

/* All sources, one after the other. */
static void expect_sources(const char *text, const char *const *names) {
    const char *at = text;
    for (size_t length = 0; (at = oil_build_source(text, at + length, &length)); names++) {
        assert_non_null(*names);
        assert_int_equal(length, strlen(*names));
        assert_memory_equal(at, *names, length);
    }
    assert_null(*names);
}

static void test_sources(void **state) {
    (void)state;
    expect_sources("APP_SRC = \"a.c\"; APP_SRC=\"lib/b.c\"; // APP_SRC = \"c.c\";\n\tAPP_SRC\t=\t\"d.c\";",
                   (const char *const[]){"a.c", "lib/b.c", "d.c", NULL});
    expect_sources("/* APP_SRC = \"a.c\"; */ APP_SRC = \"b.c\";", (const char *const[]){"b.c", NULL});
    expect_sources("APP_SRC = a; MY_APP_SRC = \"b.c\"; APP_SRC \"c.c\"; APP_SRC = \"\";", (const char *const[]){NULL});
    expect_sources("APP_SRC = \"a", (const char *const[]){"a", NULL});
    expect_sources("APP_SRC =", (const char *const[]){NULL});
    expect_sources("", (const char *const[]){NULL});
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_is_erika), cmocka_unit_test(test_sources)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
