/* What a text says of the functions that it has and calls, and of variables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cfront/text/source_types.h"
#include "cfront/text/source_variables.h"
#include "cfront/text/source_words.h"

enum use { HAS, CALLS, KEEPS, PERHAPS };

static bool says(const char *text, enum use use, const char *name) {
    struct arena *arena = arena_new();
    struct source_words words = source_words_find(arena, text);
    const struct name_set *sets[] = {&words.has, &words.calls, &words.keeps, &words.perhaps};
    bool found = name_set_has(sets[use], name);
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

static void test_words_of_c(void **state) {
    (void)state;
    static const char text[] = "void f(void) { if (x) { } while (x) { } switch (x) { } FOREACH(y) { } return (x); }\n"
                               "#if (A == B)\n#endif\n#define M(x) g(x)\nextern \"C\" { void h(void) { } }\n";
    static const char *const none[] = {"if", "while", "switch", "FOREACH", "return", "M", "g", NULL};
    for (const char *const *name = none; *name; name++) assert_false(says(text, HAS, *name));
    assert_true(says(text, HAS, "f"));
    assert_true(says(text, HAS, "h"));
    assert_false(says(text, CALLS, "if"));
    assert_false(says(text, CALLS, "return"));
    assert_true(says(text, CALLS, "FOREACH"));
    assert_true(says(text, CALLS, "g"));
    assert_true(says("char c = '{'; void f(void) { }", HAS, "f"));
}

static void test_static(void **state) {
    (void)state;
    assert_true(says("STATIC void f(void) { }", KEEPS, "f"));
    assert_true(says("__STATIC_INLINE void\nf(void) { }", KEEPS, "f"));
    assert_true(says("static void\nf(void) { }", KEEPS, "f"));
    assert_true(says("NO_STATIC void f(void) { }", HAS, "f"));
    assert_true(says("#include \"static.h\"\nvoid f(void) { }", HAS, "f"));
    assert_true(says("static_t f(void) { }", HAS, "f"));
}

static void test_conditions(void **state) {
    (void)state;
    static const char text[] = "#ifndef H\n#define H\n#ifdef SIM\nvoid f(void) { }\n#endif\nvoid g(void) { }\n#endif\n";
    static const char braces[] = "#ifdef A\nvoid f(int a) {\n#else\nvoid f(void) {\n#endif\n}\nvoid g(void) { }\n";
    static const char odd[] =
        "void f(void) {\n#ifdef A\n  if (a) {\n#else\n  {\n  {\n#endif\n  } }\n}\nvoid g(void) {}";
    assert_true(says(text, HAS, "f"));
    assert_true(says(text, PERHAPS, "f"));
    assert_false(says(text, PERHAPS, "g"));
    assert_true(says(braces, HAS, "g"));
    assert_false(says(braces, PERHAPS, "g"));
    assert_true(says(odd, HAS, "g"));
    assert_true(says("MAKES_CODE(f) { }", PERHAPS, "MAKES_CODE"));
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

enum place { HERE, ELSEWHERE };

static bool has_variable(const char *text, enum place place, const char *name) {
    struct arena *arena = arena_new();
    struct source_variables variables = source_variables_find(arena, text);
    bool found = name_set_has(place == HERE ? &variables.has : &variables.elsewhere, name);
    arena_free(arena);
    return found;
}

static void test_variables(void **state) {
    (void)state;
    assert_true(has_variable("int x;", HERE, "x"));
    assert_true(has_variable("const int a[3] = {1, x}, *b = &c, d;", HERE, "a"));
    assert_true(has_variable("const int a[3] = {1, x}, *b = &c, d;", HERE, "b"));
    assert_true(has_variable("const int a[3] = {1, x}, *b = &c, d;", HERE, "d"));
    assert_false(has_variable("const int a[3] = {1, x}, *b = &c, d;", HERE, "x"));
    assert_false(has_variable("const int a[3] = {1, x}, *b = &c, d;", HERE, "c"));
    assert_true(has_variable("void (*const handlers[1])(void) = { h };", HERE, "handlers"));
    assert_true(has_variable("static void f(void) { int y; } struct s { int z; } v;", HERE, "v"));
    assert_false(has_variable("static void f(void) { int y; } struct s { int z; } v;", HERE, "y"));
    assert_false(has_variable("static void f(void) { int y; } struct s { int z; } v;", HERE, "z"));
    assert_true(has_variable("#include <x>\n#define A \\\n int b;\nint x __attribute__((aligned(4))) = 5;", HERE, "x"));
    assert_false(has_variable("static int x; typedef int y; int f(int z); DeclareTask(t);", HERE, "x"));
    assert_false(has_variable("static int x; typedef int y; int f(int z); DeclareTask(t);", HERE, "y"));
    assert_false(has_variable("static int x; typedef int y; int f(int z); DeclareTask(t);", HERE, "z"));
    assert_true(has_variable("extern \"C\" { extern int x[]; int y; }", ELSEWHERE, "x"));
    assert_true(has_variable("extern \"C\" { extern int x[]; int y; }", HERE, "y"));
    assert_true(has_variable("extern const struct s x, y;", ELSEWHERE, "y"));
    assert_false(has_variable("extern int f(int x);", ELSEWHERE, "f"));
    assert_true(has_variable("TASK(t) { } int x;", HERE, "x"));
    assert_true(has_variable("VAR(U16, AUTOMATIC) x; int f(VAR(U16, AUTOMATIC) y);", HERE, "x"));
    assert_false(has_variable("VAR(U16, AUTOMATIC) x; int f(VAR(U16, AUTOMATIC) y);", HERE, "y"));
    assert_false(has_variable("FUNC(int, CODE) f(int x);", HERE, "f"));
    assert_true(has_variable("ALIGN(4) U16 x = 1, y INIT(3);", HERE, "x"));
    assert_true(has_variable("EXT U16 x INIT(3);", HERE, "x"));
    assert_true(has_variable("P2FUNC(void, CODE, x)(void);", HERE, "x"));
    assert_true(has_variable("DEFINE(int, x);", HERE, "x"));
    assert_false(has_variable("int x", HERE, "x"));
    assert_false(has_variable("int a[", HERE, "a"));
    assert_false(has_variable("int a = {\"", HERE, "a"));
}

/* "A B": all that it declares; all that it defines. */
static void expect_types(const char *text, const char *declares, const char *defines) {
    struct arena *arena = arena_new();
    struct source_types types = source_types_find(arena, text);
    const struct name_set *const sets[] = {&types.declares, &types.defines};
    const char *const wanted[] = {declares, defines};
    for (size_t s = 0; s < 2; s++) {
        const char *all = "";
        for (size_t i = 0; i < sets[s]->count; i++)
            all = arena_printf(arena, "%s%s%s", all, i ? " " : "", sets[s]->items[i]);
        assert_string_equal(all, wanted[s]);
    }
    arena_free(arena);
}

static void test_types(void **state) {
    (void)state;
    expect_types("typedef unsigned short A;\ntypedef int B, *C, D[3];", "A B C D", "");
    expect_types("typedef void (*A)(int x, int y); typedef int (*const B[3])(void);", "A B", "");
    expect_types("typedef struct s { int x; } A; union u { int y; }; struct v; struct w *p;", "A s u", "");
    expect_types("typedef struct { enum { X } x; } __attribute__((packed)) A;", "A", "");
    expect_types("typedef struct __attribute__((packed)) s { int x; } A __attribute__((aligned(4)));", "A s", "");
    expect_types("struct PACKED s { int x; };", "s", "");
    expect_types("enum { A, B = F(1, 2), C = 3, }; typedef enum e { D } E;", "A B C D E e", "");
    expect_types("int f(int x) { typedef int A; enum { B }; return x; } int y = 3; typedef int C;", "C", "");
    expect_types("#ifdef __cplusplus\nextern \" \" {\n#endif\ntypedef int A;\n}\ntypedef int B;", "A B", "");
    expect_types("#define A 1\n# define B\n#define C(x) x\n#define D \\\n typedef int E;\ntypedef int F;", "F",
                 "A B D");
    expect_types("static const int a[] = { 1, 2 }; TASK(t) { } ISR(x) { }", "", "");
    expect_types("typedef", "", "");
    expect_types("enum {", "", "");
    expect_types("typedef int (*", "", "");
    expect_types("struct", "", "");
    expect_types("enum e (", "", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_code),       cmocka_unit_test(test_calls),
                                       cmocka_unit_test(test_words_of_c), cmocka_unit_test(test_static),
                                       cmocka_unit_test(test_conditions), cmocka_unit_test(test_variables),
                                       cmocka_unit_test(test_types)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
