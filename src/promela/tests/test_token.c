#include "promela/token.h"

#include "promela/ast.h"
#include "promela/tests/models.h"

struct fixture {
    struct arena *arena;
    struct source source;
    struct tokens tokens;
    struct diagnostics diagnostics;
};

static void cut(struct fixture *fixture, const char *text) {
    *fixture = (struct fixture){.arena = arena_new()};
    assert_true(
        source_load(&fixture->source, fixture->arena, text, strlen(text), "m.pml", NULL, &fixture->diagnostics));
    tokenize(&fixture->source, fixture->arena, &fixture->tokens, &fixture->diagnostics);
}

static void done(struct fixture *fixture) {
    vec_free(&fixture->tokens.list);
    source_free(&fixture->source);
    diag_free(&fixture->diagnostics);
    arena_free(fixture->arena);
}

static void assert_kinds(const char *text, const enum token_kind *kinds, size_t count) {
    struct fixture fixture;
    cut(&fixture, text);
    assert_int_equal(fixture.diagnostics.errors, 0);
    assert_int_equal(fixture.tokens.list.count, count + 1);
    for (size_t i = 0; i < count; i++) assert_int_equal(fixture.tokens.list.items[i].kind, kinds[i]);
    assert_int_equal(fixture.tokens.list.items[count].kind, TOKEN_END);
    done(&fixture);
}

#define KINDS(...) (const enum token_kind[]){__VA_ARGS__}, sizeof((enum token_kind[]){__VA_ARGS__}) / sizeof(int)

static void test_marks(void **state) {
    (void)state;
    assert_kinds("a!!b ! c!=d",
                 KINDS(TOKEN_NAME, TOKEN_SORTED_SEND, TOKEN_NAME, TOKEN_SEND, TOKEN_NAME, TOKEN_NOT_EQUAL, TOKEN_NAME));
    assert_kinds(":: : ..", KINDS(TOKEN_OPTION, TOKEN_COLON, TOKEN_DOT_DOT));
    assert_kinds("->--+++", KINDS(TOKEN_ARROW, TOKEN_DECREMENT, TOKEN_INCREMENT, TOKEN_PLUS));
    assert_kinds("1..3", KINDS(TOKEN_NUMBER, TOKEN_DOT_DOT, TOKEN_NUMBER));
}

static void test_comments_are_blanks(void **state) {
    (void)state;
    assert_kinds("a/* ; */b//c\nd", KINDS(TOKEN_NAME, TOKEN_NAME, TOKEN_NAME));
}

static void test_words_of_formulas_only_inside_formulas(void **state) {
    (void)state;
    assert_kinds("ltl p { []a U b -> <>c } U",
                 KINDS(TOKEN_LTL, TOKEN_NAME, TOKEN_OPEN_BRACE, TOKEN_ALWAYS, TOKEN_NAME, TOKEN_UNTIL, TOKEN_NAME,
                       TOKEN_IMPLIES, TOKEN_EVENTUALLY, TOKEN_NAME, TOKEN_CLOSE_BRACE, TOKEN_NAME));
    assert_kinds("ltl { a <-> b \\/ c } a->b",
                 KINDS(TOKEN_LTL, TOKEN_OPEN_BRACE, TOKEN_NAME, TOKEN_EQUIVALENT, TOKEN_NAME, TOKEN_OR, TOKEN_NAME,
                       TOKEN_CLOSE_BRACE, TOKEN_NAME, TOKEN_ARROW, TOKEN_NAME));
}

static void test_values(void **state) {
    (void)state;
    struct fixture fixture;
    cut(&fixture, "12 'a' '\\n' skip false unsigned \"x\\\"y\"");
    const struct token *tokens = fixture.tokens.list.items;
    assert_int_equal(tokens[0].value, 12);
    assert_true(tokens[0].is_digits);
    assert_int_equal(tokens[1].value, 'a');
    assert_int_equal(tokens[2].value, '\n');
    assert_int_equal(tokens[3].value, 1);
    assert_int_equal(tokens[4].value, 0);
    assert_int_equal(tokens[4].kind, TOKEN_NUMBER);
    assert_int_equal(tokens[5].value, TYPE_UNSIGNED);
    assert_string_equal(tokens[6].text, "x\\\"y");
    done(&fixture);
}

static void test_c_fragments(void **state) {
    (void)state;
    struct fixture fixture;
    cut(&fixture, "c_code [x > 0] { if (a) { s = \"}\"; c = '}'; } } y");
    const struct token *tokens = fixture.tokens.list.items;
    assert_int_equal(fixture.tokens.list.count, 3);
    assert_int_equal(tokens[0].kind, TOKEN_C_CODE);
    assert_string_equal(tokens[0].extra, "x > 0");
    assert_string_equal(tokens[0].text, " if (a) { s = \"}\"; c = '}'; } ");
    assert_string_equal(tokens[1].text, "y");
    done(&fixture);
}

static void test_places_and_lines(void **state) {
    (void)state;
    struct fixture fixture;
    cut(&fixture, "a\n  b /* \n */ c");
    const struct token *tokens = fixture.tokens.list.items;
    assert_int_equal(tokens[1].place.line, 2);
    assert_int_equal(tokens[1].place.column, 3);
    assert_true(tokens[1].newline_before);
    assert_int_equal(tokens[2].place.line, 3);
    assert_int_equal(tokens[2].place.column, 5);
    assert_true(tokens[2].newline_before);
    done(&fixture);
}

static void assert_complains(const char *text, const char *message) {
    struct fixture fixture;
    cut(&fixture, text);
    assert_int_equal(fixture.diagnostics.list.count, 1);
    assert_string_equal(fixture.diagnostics.list.items[0].message, message);
    assert_int_equal(vec_last(&fixture.tokens.list).kind, TOKEN_END);
    done(&fixture);
}

static void test_complaints(void **state) {
    (void)state;
    assert_complains("a \"b\nc", "this string is not closed on its line");
    assert_complains("a /* b", "this comment is never closed by `*/`");
    assert_complains("c_code { {", "expected C code between `{` and `}`");
    assert_complains("0x12", "a number ends in a letter: Promela has decimal numbers only");
    assert_complains("'ab", "a character constant is one character between quotes: 'a'");
    assert_complains("a ` b", "unexpected character ```");
    assert_complains("99999999999", "the number 99999999999 does not fit into 32 bits");
    assert_complains("4294967295", "the number 4294967295 does not fit into an int: it is read as -1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_marks),
        cmocka_unit_test(test_comments_are_blanks),
        cmocka_unit_test(test_words_of_formulas_only_inside_formulas),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_c_fragments),
        cmocka_unit_test(test_places_and_lines),
        cmocka_unit_test(test_complaints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
