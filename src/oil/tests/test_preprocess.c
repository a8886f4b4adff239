#include "oil/preprocess.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* The tokens of a text, separated by blanks; "error: ..." after them for the first error. */
static char *tokens_of(const char *text) {
    static const char *const defines[] = {"ONE", "SEVEN=7", NULL};
    static const struct oil_options options = {.defines = defines, .no_files = true};
    struct arena *arena = arena_new();
    struct diagnostics diagnostics = {0};
    struct oil_tokens tokens = {0};
    struct text out = {0};
    oil_preprocess(&tokens, text, strlen(text), "test.oil", &options, arena, &diagnostics);
    for (size_t i = 0; i + 1 < tokens.list.count; i++)
        text_printf(&out, "%s%s", i ? " " : "", tokens.list.items[i].text);
    assert_int_equal(tokens.list.items[tokens.list.count - 1].kind, TOKEN_END);
    if (diagnostics.errors) text_printf(&out, " error: %s", diagnostics.list.items[0].message);
    oil_tokens_free(&tokens);
    diag_free(&diagnostics);
    arena_free(arena);
    return text_take(&out);
}

static void expect(const char *text, const char *tokens) {
    char *actual = tokens_of(text);
    assert_string_equal(actual, tokens);
    free(actual);
}

static void words(void **state) {
    (void)state;
    expect("A=1;/*x*/B = -0x1F ..2 // end\r\n a.b 16D4 1.5e-3 +=", "A = 1 ; B = -0x1F .. 2 a.b 16D4 1.5e-3 +=");
    expect("\xef\xbb\xbfX", "X");
    expect("\"a \\\" b\" \"c:\\\"\n;", "a \" b c:\\ ;");
    expect("/* open", " error: this comment is never closed");
}

static void macros_in_macros(void **state) {
    (void)state;
    struct text text = {0};
    for (unsigned i = 0; i < 60; i++) text_printf(&text, "#define M%u M%u\n", i, i + 1);
    text_add(&text, "M20");
    expect(text_chars(&text), "M60");
    text_add(&text, " M0");
    expect(text_chars(&text), "M60 error: the macro 'M50' stands in more than 50 others");
    text_free(&text);
}

static void macros(void **state) {
    (void)state;
    expect("ONE SEVEN", "1 7");
    expect("#define F(x, y) x y x\nF(a, (b, c)) F", "a ( b , c ) a F");
    expect("#define A B\n#define B A\nA", "A");
    expect("#define G() g\nG() G (\n)", "g g");
    expect("#define L a \\\n  b\nL", "a b");
    expect("#define X 1\n#undef X\nX", "X");
    expect("#define F(x) x\nF(1", " error: the arguments of the macro 'F' are never closed");
}

static void conditions(void **state) {
    (void)state;
    static const struct {
        const char *condition;
        bool holds;
    } cases[] = {
        {"1", true},
        {"0", false},
        {"ONE", true},
        {"NONE", false},
        {"defined ONE && !defined(NONE)", true},
        {"SEVEN == 7", true},
        {"SEVEN != 7 || SEVEN > 6", true},
        {"1 + 2 * 3 == SEVEN", true},
        {"(1 + 2) * 3 == 9", true},
        {"1 - 1 - 1 == -1", true},
        {"2 <= 1 || 1 >= 2", false},
        {"1 || 0 && 0", true},
        {"!(1 < 2)", false},
        {"defined(NONE) | defined(ONE)", true},
        {"6 & 1 | 0", false},
        /* without a sign as soon as one operand has none */
        {"-1 < 0u", false},
        {"-1 < 0", true},
        {"0xFFFFFFFFFFFFFFFF > 0", true},
        {"(0 ? 1u : -1) > 0", true},
        {"SEVEN -1 == 6 && SEVEN+1 == 8 && - -1 == 1", true},
        {"7 / 2 == 3 && -7 / 2 == -3 && -7 % 3 == -1", true},
        {"1 || 1 / 0", true},
        {"0 && 1 % 0", false},
        {"1 ? 2 : 1 / 0", true},
        {"0 ? 1 : 0 ? 1 : 0", false},
        {"1 << 3 == 8 && -1 >> 1 == -1 && 1 << -1 == 0", true},
        {"~0 == -1 && (6 ^ 3) == 5", true},
        {"-9223372036854775807 - 1 < 0", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text text = {0};
        text_printf(&text, "#if %s\nyes\n#else\nno\n#endif", cases[i].condition);
        expect(text_chars(&text), cases[i].holds ? "yes" : "no");
        text_free(&text);
    }
    expect("#if 0\na\n#elif 0\nb\n#elif 1\nc\n#elif 1\nd\n#else\ne\n#endif", "c");
    expect("#ifdef NONE\n#if 1\na\n#else\nb\n#endif\n#else\nc\n#endif", "c");
    expect("#define TWO (1 + 1)\n#if TWO == 2\nyes\n#endif", "yes");
    expect("#define SUM 1 + 1\n#if SUM * 3 == 4\nyes\n#endif", "yes"); /* text, as in C */
    expect("#define F(x) (x > 2)\n#if F(3) && !F(2) && !F\nyes\n#endif", "yes");
    expect("#define NOTHING\n#if NOTHING\n#endif", " error: in this condition: expected a number or a name");
    expect("#define A B\n#define B A\n#if !A\nyes\n#endif", "yes");
    expect("#if 201112L >= 199901l && 0x1Fu == 31 && 010 == 8\nyes\n#endif", "yes");
    expect("#if 16D4\n#endif", " error: in this condition: a number is expected that C knows, of at most 64 bits");
    expect("#if 99999999999999999999\n#endif",
           " error: in this condition: a number is expected that C knows, of at most 64 bits");
    expect("#if 1 / 0\n#endif", " error: in this condition: a division by zero");
    expect("#if 1 ? 2\n#endif", " error: in this condition: expected ':'");
    expect("#if defined 1\n#endif", " error: in this condition: 'defined' needs a name");
    expect("#if 1 +\n#endif", " error: in this condition: expected a number or a name");
    expect("#else", " error: #else without #if");
    expect("#if 1\n#else\n#else\n#endif", " error: #else after #else");
}

static void missing_includes_are_told_apart(void **state) {
    (void)state;
    static const char text[] = "#include <a>\nIMPLEMENTATION i {\n#include <b>\n};\nCPU c {\n#include <d>\n};\n";
    static const struct oil_options options = {.no_files = true};
    struct arena *arena = arena_new();
    struct diagnostics diagnostics = {0};
    struct oil_tokens tokens = {0};
    oil_preprocess(&tokens, text, strlen(text), "test.oil", &options, arena, &diagnostics);
    assert_int_equal(tokens.missing.count, 3);
    assert_false(tokens.missing.items[0].in_application);
    assert_false(tokens.missing.items[1].in_application);
    assert_true(tokens.missing.items[2].in_application);
    assert_int_equal(tokens.missing.items[2].place.line, 6);
    oil_tokens_free(&tokens);
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words),
        cmocka_unit_test(macros),
        cmocka_unit_test(macros_in_macros),
        cmocka_unit_test(conditions),
        cmocka_unit_test(missing_includes_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
