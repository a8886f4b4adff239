/* What vendors' attributes say of the build. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text.h"
#include "base/vec.h"
#include "cli/project/oil_build.h"

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

/* The macros that a configuration makes, with blanks between them. */
static void expect_made(const char *configuration, const char *macros) {
    struct arena *arena = arena_new();
    struct text_list list = {0};
    struct text all = {0};
    oil_build_macros(arena, configuration, &list);
    for (size_t i = 0; i < list.list.count; i++) text_printf(&all, "%s%s", i ? " " : "", list.list.items[i]);
    assert_string_equal(text_chars(&all), macros);
    text_free(&all);
    vec_free(&list.list);
    arena_free(arena);
}

/* ... that these options define. */
static void expect_macros(const char *flags, const char *macros) {
    struct text text = {0};
    text_printf(&text, "BUILD = TRUE { CFLAGS = \"%s\"; };", flags);
    expect_made(text_chars(&text), macros);
    text_free(&text);
}

static void test_macros_of_erikas_generator(void **state) {
    (void)state;
    expect_made("KERNEL_TYPE = OSEK; LIB = S32_SDK { VERSION = \"0.8\"; };", "OS_EE_LIB_S32_SDK");
    expect_made("EE_OPT = \"DEBUG\"; BOARD_DATA = X { USELEDS = TRUE; USELCD=FALSE; USEBUTTONS\t=\tTRUE; };",
                "DEBUG __USE_LEDS__ __USE_BUTTONS__");
    expect_made("LIB = S32_SDK;", "");
    expect_made("EE_OPT = \"A\"; EEOPT = \"B\"; COMMONFLAGS = \"-DD\"; CFLAGS += \"-DC\"; OTHERFLAGS = \"-DE\";",
                "A B D C");
    expect_made("KERNEL_TYPE = FP; LIB \"x\"; /* LIB = Y; */", "");
}

static void test_macros(void **state) {
    (void)state;
    expect_macros("-O2 -DA -DB=1", "A B=1");
    expect_macros("-D A -D  B=2", "A B=2");
    expect_macros("-D'A' -DB='3' '-DC'", "A B=3 C");
    expect_macros("--define-macro=A --define-macro B -Wp,-DC=4", "A B C=4");
    expect_macros("-DA -DAB -UA -DC -U C", "AB");
    expect_macros("-DA=(1+1)", "A=(1+1)");
    expect_macros("-DA=\\\"x\\\" -DB", "B");
    expect_macros("-D$(A) -DB=$(C) -D", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_is_erika), cmocka_unit_test(test_sources),
                                       cmocka_unit_test(test_macros_of_erikas_generator),
                                       cmocka_unit_test(test_macros)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
