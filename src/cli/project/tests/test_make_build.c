/* What makefiles say of the build. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/project/make_build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The words of the variable, with a comma behind each. */
static void expect(const char *text, const char *name, const char *words) {
    struct arena *arena = arena_new();
    struct make_build *build = make_build_read(arena, text, NULL);
    const char *word = make_build_value(build, name), *found = "";
    for (size_t length = 0; (word = make_build_word(word + length, &length));)
        found = arena_printf(arena, "%s%.*s,", found, (int)length, word);
    assert_string_equal(found, words);
    make_build_free(build);
    arena_free(arena);
}

/* ... which depend on conditions. */
static void expect_hinging(const char *text, const char *name, const char *words) {
    struct arena *arena = arena_new();
    struct make_build *build = make_build_read(arena, text, NULL);
    assert_true(make_build_hinges(build, name));
    make_build_free(build);
    arena_free(arena);
    expect(text, name, words);
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
    expect("S = a.c $(wildcard src/*.c)", "S", "a.c,$(wildcard src/*.c),");
    expect("S = $(S)", "S", "$(S),");
}

static void test_order(void **state) {
    (void)state;
    expect("S := a$(V).c\nV = 3\n", "S", "a.c,");
    expect("S := a$(V).c\n", "S", "a$(V).c,"); /* the environment may say it */
    expect("V = 2\nS := a$(V).c\nV = 3\n", "S", "a2.c,");
    expect("S = a$(V).c\nV = 3\n", "S", "a3.c,");
    expect("S := $(S) a.c\n", "S", "a.c,");
    expect("A = $(V)\nS := a$(A).c\nT = $(S)\nV = 3\n", "T", "a.c,");
    expect("A = b\nP := ..\nS = $P/$A.c $$P", "S", "../b.c,$$P,");
}

static void expect_text(const char *text, const char *made) {
    struct arena *arena = arena_new();
    struct make_build *build = make_build_read(arena, text, NULL);
    assert_string_equal(make_build_text(build), made);
    make_build_free(build);
    arena_free(arena);
}

static void test_text(void **state) {
    (void)state;
    expect_text("F = -fpack-st$(X) \\\n -O2 # no\nX=ruct\na.o: a.c\n\t$(CC) ${F} -c $<\n",
                "F = -fpack-struct    -O2 \nX=ruct\na.o: a.c\n\t$(CC) -fpack-struct    -O2  -c $<\n");
    expect_text("A = 1\nB := -D$(A)\nA = 2\nC := -D$(N)\nN = 3\n", "A = 1\nB := -D1\nA = 2\nC := -D\nN = 3\n");
    expect_text("ifdef X\nA = $(Y)\nendif\nB = -f$(A)\nY = 1\n", "ifdef X\nA = $(Y)\nendif\nB = -f$(A)\nY = 1\n");
    expect_text("A = 1\nifdef X\nA = 2\nendif\nB = -f$(A)\n", "A = 1\nifdef X\nA = 2\nendif\nB = -f$(A)\nB = -f1\n");
}

static void test_assignments(void **state) {
    (void)state;
    expect("S = a.c\nS ?= b.c", "S", "a.c,");
    expect("S ?= b.c", "S", "b.c,");
    expect("S = a.c\noverride S = b.c", "S", "b.c,");
    expect("export S = a.c\noverride export S += b.c", "S", "a.c,b.c,");
    expect("D = x\nS := $(D)/a.c\nD = y\nT = $(D)", "S", "x/a.c,");
    expect("D = x\nS = $(D)/a.c\nD = y", "S", "y/a.c,");
    expect("D = x\nS := $(D)/a.c\nD = y\nS += ${D}/b.c", "S", "x/a.c,y/b.c,");
    expect("A = $(B)\nB = $(C).c\nC = x\nS ::= $(A)", "S", "x.c,");
    expect("S != ls", "S", "$(shell),");
    expect("define S\na.c\nS = b.c\nendef\nT = x", "S", "$(define),");
    expect("all: S = a.c\n\tS = b.c\n", "S", "");
    expect("A = $(B)$(B)\nB = $(A)$(A)", "C", "");
    expect("S:=a.c", "S", "a.c,");
    expect("S = a.c\noverride S = b.c\nS = c.c\nS += d.c", "S", "b.c,");
    expect("S = a.c\nundefine S\nS ?= b.c", "S", "b.c,");
    expect("A_B = a.c\nN = B\nS = $(A_$(N))", "S", "$(A_B),");
}

static void test_conditions(void **state) {
    (void)state;
    expect_hinging("ifeq ($(BOARD),)\nS = a.c\nelse\nS = b.c\nendif", "S", "a.c,");
    expect_hinging("S = a.c\nifdef SIM\nS = b.c\nendif", "S", "a.c,");
    expect_hinging("S = a.c\nifndef SIM\n  S += b.c # more\nendif", "S", "a.c,b.c,");
    expect_hinging("BOARD = x\nifeq \"$(BOARD)\" 'x'\nS = a.c\nendif", "S", "a.c,");
    expect_hinging("BOARD ?= y\nifneq ($(BOARD), x)\nS = a.c\nendif", "S", "a.c,");
    expect_hinging("B = 2\nifeq ($(B),1)\nS = a.c\nelse ifeq ($(B),2)\nS = b.c\nelse\nS = c.c\nendif", "S", "b.c,");
    expect_hinging("B = 1\nifeq ($(B),1)\nS = a.c\nelse ifeq ($(B),2)\nS = b.c\nelse\nS = c.c\nendif", "S", "a.c,");
    expect_hinging("ifdef A\nifndef B\nS = a.c\nendif\nelse\nS = b.c\nendif", "S", "b.c,");
    expect_hinging("ifeq ($(shell uname),Linux)\nS = a.c\nelse\nS = b.c\nendif", "S", "b.c,");
    expect_hinging("D = x\nifdef SIM\nD = y\nendif\nS = $(D)/a.c", "S", "x/a.c,");
    expect_hinging("D = x\nifdef SIM\nD = y\nendif\nS := $(D)/a.c", "S", "x/a.c,");
    expect_hinging("ifdef SIM\nS = a.c\nendif", "S", "");
    expect_hinging("X = a # b\nifeq ($(X),a)\nS = a.c\nelse\nS = b.c\nendif", "S", "b.c,");
    expect_hinging("X = a\nifeq ( $(X) , a)\nS = a.c\nendif", "S", "a.c,");
    expect_hinging("ifeq ($(CC),cc)\nS = a.c\nelse\nS = b.c\nendif", "S", "b.c,");
    expect("ifdef SIM\nT = a.c\nendif\nS = b.c\nendif\nelse\nS += c.c", "S", "b.c,c.c,");
    expect("ifeq (\nS = b.c\nendif\nifeq\nendif\nifeq (a,b\nendif\nifeq \"a\" \nendif\nS = c.c", "S", "c.c,");
}

static void expect_varying(const char *text, bool varies, bool makes_lines) {
    struct arena *arena = arena_new();
    struct make_build *build = make_build_read(arena, text, NULL);
    assert_int_equal(make_build_varies(build, "S"), varies);
    assert_int_equal(make_build_makes_lines(build), makes_lines);
    make_build_free(build);
    arena_free(arena);
}

static void test_targets(void **state) {
    (void)state;
    expect_varying("S = a.c\nsim: S += b.c", true, false);
    expect_varying("S = a.c\nsim other : private S := b.c", true, false);
    expect_varying("S = a.c\n$(T): S += b.c", true, false);
    expect_varying("S = a.c\n%.o: override S = b.c", true, false);
    expect_varying("S = a.c $(M)\nsim: M = b.c", true, false);
    expect_varying("S = a.c\nsim: T += b.c", false, false);
    expect_varying("S = a.c\n$(OBJECTS): %.o: %.c\n\tS = b.c", false, false);
    expect_varying("S := a.c\nall : $(S:.c=.o)", false, false);
    expect("S = a.c\nsim: S += b.c", "S", "a.c,");
}

static void test_lines_that_are_made(void **state) {
    (void)state;
    expect_varying("$(eval S += b.c)", false, true);
    expect_varying("X := $(foreach f,a b,$(eval S += $(f).c))", false, true);
    expect_varying("$(call add,b.c)", false, true);
    expect_varying("${call add,b.c}", false, true);
    expect_varying("$(RULES)", false, true);
    expect_varying("define add\n$(eval S += b.c)\nendef", false, true);
    expect_varying("$(info building)\n$(warning old)", false, false);
    expect_varying("$(TARGET): a.o\n$(TARGET) : b.o\n\t$(eval X = 1)", false, false);
    expect_varying("X = $(call f,x)", false, false);
}

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* More lines behind `include more.mk`, which has these; `unread` is not read. */
static void expect_included(const char *text, const char *more, const char *words, const char *unread) {
    char folder[] = "/tmp/make_build[1]_XXXXXX"; /* whose letters are no pattern */
    assert_non_null(mkdtemp(folder));
    struct arena *arena = arena_new();
    const char *path = arena_printf(arena, "%s/more.mk", folder), *found = "";
    write_file(path, more);
    struct make_build *build = make_build_read(arena, text, arena_printf(arena, "%s/Makefile", folder));
    const char *word = make_build_value(build, "S");
    for (size_t length = 0; (word = make_build_word(word + length, &length));)
        found = arena_printf(arena, "%s%.*s,", found, (int)length, word);
    assert_string_equal(found, words);
    const char *first = make_build_unread(build, 0);
    assert_string_equal(first ? first : "", unread);
    assert_false(first && make_build_unread(build, 1));
    make_build_free(build);
    remove(path);
    rmdir(folder);
    arena_free(arena);
}

static void test_includes(void **state) {
    (void)state;
    expect_included("S = a.c\ninclude more.mk\nS += c.c", "S += b.c", "a.c,b.c,c.c,", "");
    expect_included("-include more.mk\nS += a.c", "S = b.c", "b.c,a.c,", "");
    expect_included("sinclude absent.mk more.mk", "S = b.c", "b.c,", "");
    expect_included("include absent.mk\nS = a.c", "S = b.c", "a.c,", "absent.mk");
    expect_included("N = more\nS = a.c\ninclude ./$(N).mk", "S += b.c", "a.c,b.c,", "");
    expect_included("S = a.c\ninclude $(N)/x.mk", "S += b.c", "a.c,", "$(N)/x.mk");
    expect_included("S = a.c\n-include *.mk", "S += b.c", "a.c,b.c,", "");
    expect_included("S = a.c\ninclude m?re.[a-m]k", "S += b.c", "a.c,b.c,", "");
    expect_included("S = a.c\ninclude *.none", "S += b.c", "a.c,", "*.none");
    expect_included("S = a.c\n-include *.none", "S += b.c", "a.c,", "");
    expect_included("S = a.c\ninclude *", "S += b.c", "a.c,b.c,", "");
    expect_included("include absent.mk\ninclude absent.mk\nS = a.c", "S = b.c", "a.c,", "absent.mk");
    expect_included("X = a.c\nS = $(X)\ninclude more.mk", "include more.mk more.mk", "a.c,", "more.mk");
    expect_included("S = a.c\nifdef N\ninclude more.mk\nendif", "S += b.c", "a.c,", "");
    expect_included("S = a.c\ninclude more.mk\nS += c.c", "ifdef N\nS += b.c", "a.c,c.c,", "");
    expect_included("S = a.c\ninclude more.mk", "S += b.c\ninclude more.mk", /* without end */
                    "a.c,b.c,b.c,b.c,b.c,b.c,b.c,b.c,b.c,b.c,b.c,b.c,b.c,b.c,b.c,b.c,b.c,", "more.mk");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),  cmocka_unit_test(test_variables_in_values), cmocka_unit_test(test_order),
        cmocka_unit_test(test_text),    cmocka_unit_test(test_assignments),         cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_targets), cmocka_unit_test(test_lines_that_are_made), cmocka_unit_test(test_includes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
