/* Formulas: text to tree and back. */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

typedef const struct eb_formula *(*parse)(struct arena *arena, const struct eb_source *source,
                                          struct diagnostics *diagnostics);

static const struct eb_formula *parse_text(struct arena *arena, parse parse, const char *text) {
    struct diagnostics diagnostics = {0};
    const struct eb_source source = {.text = text, .origin = {"test", 1, 1}, .column_by_column = true};
    const struct eb_formula *formula = parse(arena, &source, &diagnostics);
    if (!formula) {
        fprintf(stderr, "%s\n", text);
        diag_print(&diagnostics, stderr);
    }
    diag_free(&diagnostics);
    return formula;
}

/* `text` means `tree` (which has all parentheses), and prints as `shortest`. */
static void check(parse parse, const char *text, const char *tree, const char *shortest) {
    struct arena *arena = arena_new();
    const struct eb_formula *formula = parse_text(arena, parse, text), *same = parse_text(arena, parse, tree);
    assert_non_null(formula);
    assert_non_null(same);
    if (!eb_formula_equal(formula, same)) fail_msg("%s is not %s", text, tree);
    assert_string_equal(printed(formula, false, arena), shortest);
    for (int ascii = 0; ascii < 2; ascii++) {
        const struct eb_formula *again = parse_text(arena, parse, printed(formula, ascii, arena));
        assert_non_null(again);
        assert_true(eb_formula_equal(formula, again));
    }
    arena_free(arena);
}

static void operators_bind_as_the_language_says(void **state) {
    (void)state;
    static const char *const expressions[][3] = {
        {"a + b * c", "a+(b*c)", "a + b ∗ c"},
        {"a - b + c", "(a-b)+c", "a − b + c"},
        {"a - (b + c)", "a-(b+c)", "a − (b + c)"},
        {"-a * b", "-(a*b)", "−a ∗ b"},
        {"-a + b", "(-a)+b", "−a + b"},
        {"- 1", "-(1)", "−(1)"},
        {"-1", "-1", "−1"},
        {"x - -1", "x-(-1)", "x − −1"},
        {"a / b mod c * d", "((a/b) mod c)*d", "a ÷ b mod c ∗ d"},
        {"a ^ (b ^ c)", "a^(b^c)", "a ^ (b ^ c)"},
        {"a .. b + 1", "a..(b+1)", "a ‥ b + 1"},
        {"a |-> b |-> c", "(a|->b)|->c", "a ↦ b ↦ c"},
        {"a |-> (b |-> c)", "a|->(b|->c)", "a ↦ (b ↦ c)"},
        {"S ** T --> U \\/ V", "(S**T)-->(U\\/V)", "S × T → U ∪ V"},
        {"S /\\ T \\ U", "(S/\\T)\\U", "S ∩ T ∖ U"},
        {"S <| r ; s |> T", "((S<|r);s)|>T", "S ◁ r ; s ▷ T"},
        {"r <+ s <+ t", "(r<+s)<+t", "r <+ s <+ t"},
        {"f(x)(y)[S]~", "(((f(x))(y))[S])~", "f(x)(y)[S]∼"},
        {"dom(f)(x)", "(dom(f))(x)", "dom(f)(x)"},
        {"card(S) ^ 2", "(card(S))^2", "card(S) ^ 2"},
        {"{}", "{ }", "∅"},
        {"{a, b}", "{a,b}", "{a, b}"},
        {"{x | x > 0}", "{x . x > 0 | x}", "{x ∣ x > 0}"},
        {"{x |-> y | x > y}", "{x, y . x > y | x |-> y}", "{x ↦ y ∣ x > y}"},
        {"{y |-> x | x > y}", "{y, x . x > y | y |-> x}", "{y ↦ x ∣ x > y}"},
        {"{x + 1 | x > 0}", "{x . x > 0 | x + 1}", "{x·x > 0 ∣ x + 1}"},
        {"{x oftype INT . x > 0 | x}", "{x⦂ℤ·x>0∣x}", "{x ⦂ ℤ·x > 0 ∣ x}"},
        {"%x . x > 0 | x + 1", "(%x.(x>0)|(x+1))", "λx·x > 0 ∣ x + 1"},
        {"%x |-> (y |-> z) . true | x", "λx ↦ (y ↦ z)·⊤ ∣ x", "λx ↦ (y ↦ z)·⊤ ∣ x"},
        {"UNION x + y | x : S & y : S", "⋃ x, y · x ∈ S ∧ y ∈ S ∣ x + y", "⋃x, y·x ∈ S ∧ y ∈ S ∣ x + y"},
        {"{f |-> S | f : S --> {{x | x > 0}}}", "{f, S . f ∈ S → {{x . x > 0 | x}} | f ↦ S}",
         "{f ↦ S ∣ f ∈ S → {{x ∣ x > 0}}}"},
        {"{} oftype POW(INT ** BOOL)", "∅ ⦂ ℙ(ℤ×BOOL)", "∅ ⦂ ℙ(ℤ×BOOL)"},
        {"bool(x = 1 & y = 2)", "bool((x=1)&(y=2))", "bool(x = 1 ∧ y = 2)"},
    };
    for (size_t i = 0; i < sizeof expressions / sizeof *expressions; i++)
        check(eb_parse_expression, expressions[i][0], expressions[i][1], expressions[i][2]);
    static const char *const predicates[][3] = {
        {"a = 1 & b = 2 & c = 3", "((a=1)&(b=2))&(c=3)", "a = 1 ∧ b = 2 ∧ c = 3"},
        {"a = 1 & b = 2 => c = 3", "((a=1)&(b=2))=>(c=3)", "a = 1 ∧ b = 2 ⇒ c = 3"},
        {"not a = 1 & b = 2", "(not(a=1))&(b=2)", "¬a = 1 ∧ b = 2"},
        {"not not a = 1", "not(not(a=1))", "¬¬a = 1"},
        {"!x . x : S => x > 0", "!x.((x:S)=>(x>0))", "∀x·x ∈ S ⇒ x > 0"},
        {"!x . #y . x = y", "!x.(#y.(x=y))", "∀x·∃y·x = y"},
        {"(!x . x > 0) & a = 1", "(!x.(x>0))&(a=1)", "(∀x·x > 0) ∧ a = 1"},
        {"a = 1 & !x . x > 0 => x > 1", "(a=1)&(!x.((x>0)=>(x>1)))", "a = 1 ∧ (∀x·x > 0 ⇒ x > 1)"},
        {"f = %x.x:S|x & a = 1", "(f=(%x.(x:S)|x))&(a=1)", "f = λx·x ∈ S ∣ x ∧ a = 1"},
        {"x /: S or S /<<: T", "(x/:S)or(S/<<:T)", "x ∉ S ∨ S ⊄ T"},
        {"partition(S, {a}, {b})", "partition(S,{a},{b})", "partition(S, {a}, {b})"},
        {"finite(S)", "finite(S)", "finite(S)"},
    };
    for (size_t i = 0; i < sizeof predicates / sizeof *predicates; i++)
        check(eb_parse_predicate, predicates[i][0], predicates[i][1], predicates[i][2]);
    static const char *const assignments[][3] = {
        {"x, y := 1, 2", "x,y≔1,2", "x, y ≔ 1, 2"},
        {"f(x) := 1", "f(x)≔1", "f(x) ≔ 1"},
        {"x :: S", "x :∈ S", "x :∈ S"},
        {"x, y :| x' = y & y' > x", "x,y:∣(x'=y)∧(y'>x)", "x, y :∣ x' = y ∧ y' > x"},
    };
    for (size_t i = 0; i < sizeof assignments / sizeof *assignments; i++)
        check(eb_parse_assignment, assignments[i][0], assignments[i][1], assignments[i][2]);
}

static void every_operator_has_two_spellings(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"S ↔ T", "S <-> T"},
        {"S <<-> T", "S \uE100 T"},
        {"S <->> T", "S \uE101 T"},
        {"S <<->> T", "S \uE102 T"},
        {"S ⇸ T", "S +-> T"},
        {"S → T", "S --> T"},
        {"S ⤔ T", "S >+> T"},
        {"S ↣ T", "S >-> T"},
        {"S ⤀ T", "S +>> T"},
        {"S ⤀ T", "S +->> T"},
        {"S ↠ T", "S ->> T"},
        {"S ↠ T", "S -->> T"},
        {"S ⤖ T", "S >->> T"},
        {"S ∪ T", "S \\/ T"},
        {"S ∩ T", "S /\\ T"},
        {"S ∖ T", "S \\ T"},
        {"S × T", "S ** T"},
        {"r <+ s", "r \uE103 s"},
        {"r ∘ s", "r circ s"},
        {"r ⊗ s", "r >< s"},
        {"r ∥ s", "r || s"},
        {"S ◁ r", "S <| r"},
        {"S ⩤ r", "S <<| r"},
        {"r ▷ S", "r |> S"},
        {"r ⩥ S", "r |>> S"},
        {"a ‥ b", "a .. b"},
        {"a ÷ b", "a / b"},
        {"a ↦ b", "a ,, b"},
        {"ℙ(S)", "POW(S)"},
        {"ℙ1(S)", "POW1(S)"},
        {"ℕ1", "NAT1"},
        {"ℕ", "NAT"},
        {"⋃x·x ∈ S ∣ x", "UNION x . x : S | x"},
        {"⋂x·x ∈ S ∣ x", "INTER x . x : S | x"},
        {"r∼", "r~"},
    };
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const struct eb_formula *a = parse_text(arena, eb_parse_expression, pairs[i][0]);
        const struct eb_formula *b = parse_text(arena, eb_parse_expression, pairs[i][1]);
        assert_non_null(a);
        assert_non_null(b);
        if (!eb_formula_equal(a, b)) fail_msg("%s is not %s", pairs[i][0], pairs[i][1]);
    }
    arena_free(arena);
}

/* ---- Errors ---- */

static void check_error(parse parse, const char *text, const char *expected) {
    struct arena *arena = arena_new();
    struct diagnostics diagnostics = {0};
    const struct eb_source source = {.text = text, .origin = {"test", 1, 1}, .column_by_column = true};
    assert_null(parse(arena, &source, &diagnostics));
    assert_int_equal(diagnostics.errors, 1);
    const struct diagnostic *error = &diagnostics.list.items[0];
    assert_string_equal(arena_printf(arena, "%u:%u: %s", error->place.line, error->place.column, error->message),
                        expected);
    diag_free(&diagnostics);
    arena_free(arena);
}

static void mixed_operators_are_refused_by_name(void **state) {
    (void)state;
    check_error(eb_parse_predicate, "a = 1 ∧ b = 2 ∨ c = 3",
                "1:15: ∧ and ∨ cannot be mixed without parentheses: write (… ∧ …) ∨ … or … ∧ (… ∨ …)");
    check_error(eb_parse_predicate, "a = 1 ⇒ b = 2 ⇒ c = 3",
                "1:15: ⇒ and ⇒ cannot be mixed without parentheses: write (… ⇒ …) ⇒ … or … ⇒ (… ⇒ …)");
    check_error(eb_parse_predicate, "a = b = c",
                "1:7: = and = cannot follow each other: write … = … ∧ … = …, or ∨ between them");
    check_error(eb_parse_expression, "S ∪ T ∩ U",
                "1:7: ∪ and ∩ cannot be mixed without parentheses: write (… ∪ …) ∩ … or … ∪ (… ∩ …)");
    check_error(eb_parse_expression, "S → T → U",
                "1:7: → and → cannot be mixed without parentheses: write (… → …) → … or … → (… → …)");
    check_error(eb_parse_expression, "a ^ b ^ c",
                "1:7: ^ and ^ cannot be mixed without parentheses: write (… ^ …) ^ … or … ^ (… ^ …)");
    check_error(eb_parse_expression, "a ∗ −b",
                "1:5: ∗ and unary − cannot be mixed without parentheses: write … ∗ (− …)");
}

static void errors_have_their_place(void **state) {
    (void)state;
    check_error(eb_parse_predicate, "x ∈", "1:4: expected a formula, not the end");
    check_error(eb_parse_predicate, "x = 1 ∧\n  (y = 2", "2:9: expected ')', not the end");
    check_error(eb_parse_predicate, "x + 1", "1:1: x + 1 is an expression, but a predicate was expected here");
    check_error(eb_parse_predicate, "x ∈ (y = 2)", "1:6: y = 2 is a predicate, but an expression was expected here");
    check_error(eb_parse_predicate, "x = 1 y", "1:7: expected an operator or the end, not 'y'");
    check_error(eb_parse_expression, "f(a, b)", "1:4: a function has one argument: write f(a ↦ b) for a pair");
    check_error(eb_parse_expression, "dom f", "1:5: dom needs parentheses: dom(…)");
    check_error(eb_parse_expression, "9223372036854775808", "1:1: 9223372036854775808 does not fit into 64 bits");
    check_error(eb_parse_expression, "1x", "1:1: a name cannot begin with a digit");
    check_error(eb_parse_expression, "x ? y", "1:3: this character means nothing here");
    check_error(eb_parse_predicate, "∀x, x·x = 1", "1:5: x is bound twice here");
    check_error(
        eb_parse_expression, "{1 ∣ x > 0}",
        "1:1: 1 names no identifier that could vary here: write the identifiers before a dot, as in {x · P ∣ E}");
    check_error(eb_parse_expression, "∅ ⦂ {1}", "1:5: expected a type: a carrier set, ℤ, BOOL, ℙ(…) or … × …");
    check_error(eb_parse_assignment, "x, y ≔ 1", "1:9: 2 variables are assigned, but there is a value for 1 of them");
    check_error(eb_parse_assignment, "x, x ≔ 1, 2", "1:4: x is assigned twice");
    check_error(eb_parse_assignment, "x, y :∈ S", "1:6: :∈ assigns one variable; write :∣ for several");
    check_error(eb_parse_assignment, "x = 1", "1:3: expected '≔', ':∈' or ':∣', not '='");
}

static void signs_of_other_languages_are_told(void **state) {
    (void)state;
    check_error(eb_parse_predicate, "x == 1", "1:3: '==' is no sign of Event-B: '=' is");
    check_error(eb_parse_predicate, "x != 1", "1:3: '!=' is no sign of Event-B: '≠' is, or '/='");
    check_error(eb_parse_predicate, "x <> 1", "1:3: '<>' is no sign of Event-B: '≠' is, or '/='");
    check_error(eb_parse_predicate, "x = 1 && y = 2", "1:7: '&&' is no sign of Event-B: '∧' is, or '&'");
    check_error(eb_parse_predicate, "x = 1 || y = 2",
                "1:12: = and = cannot follow each other: '||' is of relations: '∨', or 'or', is between predicates");
    check_error(eb_parse_predicate, "x = 1 \\/ y < 2",
                "1:12: = and < cannot follow each other: '\\/' is of sets: '∨', or 'or', is between predicates");
    check_error(eb_parse_predicate, "x = 1 /\\ y = 2",
                "1:12: = and = cannot follow each other: '/\\' is of sets: '∧', or '&', is between predicates");
    check_error(eb_parse_predicate, "forall y",
                "1:1: forall is an expression, but a predicate was expected here; '∀', or '!', is 'for all'");
    check_error(eb_parse_predicate, "x in 0..4",
                "1:1: x is an expression, but a predicate was expected here; '∈', or ':', is 'in'");
    check_error(eb_parse_predicate, "x % 2 = 0",
                "1:1: x is an expression, but a predicate was expected here; '%' is λ here: 'mod' gives the remainder");
    check_error(eb_parse_predicate, "∀y ∈ S · y > 0",
                "1:4: expected '·' (for the elements of a set: ∀x·x ∈ S ⇒ …), not '∈'");
    check_error(eb_parse_predicate, "∃y:S·y > 0",
                "1:3: expected '·' (for the elements of a set: ∃x·x ∈ S ∧ …), not ':'");
    check_error(eb_parse_expression, "{y ∈ S ∣ y > 0}",
                "1:2: an expression was expected here: for some elements of a set write {x ∣ x ∈ S ∧ …}");
    check_error(eb_parse_predicate, "!x < 5", "1:4: expected '·' (! is ∀: ¬ or not negates), not '<'");
    check_error(eb_parse_predicate, "~(x > 5)",
                "1:1: expected a formula ('~' is of relations: '¬', or 'not', negates), not '~'");
    check_error(
        eb_parse_assignment, "x ≔ 1;",
        "1:7: expected a formula after ';' (which composes relations: no sign ends a formula or an action), not "
        "the end");
    check_error(eb_parse_assignment, "skip", "1:1: skip is no action of Event-B: what does nothing is left out");
    check_error(eb_parse_predicate, "x =< 1", "1:3: '=<' is no sign of Event-B: '≤' is, or '<='");
    check_error(eb_parse_predicate, "f ∈ S -> T",
                "1:7: '->' is no sign of Event-B: '→' is, or '-->', of functions; '↦', or '|->', of pairs");
    check_error(eb_parse_predicate, "!(x = 1)", "1:2: expected a name to bind (! is ∀: ¬ or not negates), not '('");
    check(eb_parse_predicate, "f:S->>T & x<-1 & g:S-->T & a|->b:r~ & x/=-1",
          "f:S-->>T & x< -1 & g:S --> T & (a |-> b):(r~) & x /= -1",
          "f ∈ S ↠ T ∧ x < −1 ∧ g ∈ S → T ∧ a ↦ b ∈ r∼ ∧ x ≠ −1");
}

static void without_columns_the_formula_is_quoted(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct diagnostics diagnostics = {0};
    const struct eb_source source = {.text = "x ∈ S ∧ ∧ y ∈ T", .origin = {"test", 7, 0}};
    assert_null(eb_parse_predicate(arena, &source, &diagnostics));
    assert_string_equal(diagnostics.list.items[0].message, "expected a formula, not '∧', in: x ∈ S ∧ ▸∧ y ∈ T");
    assert_int_equal(diagnostics.list.items[0].place.line, 7);
    diag_free(&diagnostics);
    arena_free(arena);
}

static void the_smallest_integer_is_one(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    const struct eb_formula *literal = parse_text(arena, eb_parse_expression, "−9223372036854775808");
    assert_non_null(literal);
    assert_int_equal(literal->op, EB_INTEGER_LITERAL);
    assert_true(literal->value == INT64_MIN);
    assert_string_equal(printed(literal, false, arena), "−9223372036854775808");
    arena_free(arena);
}

static void deep_formulas_print_in_no_time(void **state) {
    (void)state;
    struct text text = {0};
    for (unsigned depth = 0; depth < 300; depth++) text_add(&text, "−(");
    text_add(&text, "x");
    for (unsigned depth = 0; depth < 300; depth++) text_add(&text, ")");
    struct arena *arena = arena_new();
    const struct eb_formula *formula = parse_text(arena, eb_parse_expression, text_chars(&text));
    assert_non_null(formula);
    assert_true(strlen(printed(formula, false, arena)) < text.length);
    text_free(&text);
    arena_free(arena);
}

static void deep_nesting_is_refused(void **state) {
    (void)state;
    static const char *const shapes[][3] = {{"(", "x", ")"},          {"{", "x", "}"},     {"f(", "x", ")"},
                                            {"−(", "x", ")"},         {"x + (", "x", ")"}, {"λx·⊤∣", "x", ""},
                                            {"bool(¬ x = ", "x", ")"}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct text text = {0};
        for (unsigned depth = 0; depth < 100000; depth++) text_add(&text, shapes[i][0]);
        text_add(&text, shapes[i][1]);
        for (unsigned depth = 0; depth < 100000; depth++) text_add(&text, shapes[i][2]);
        struct arena *arena = arena_new();
        struct diagnostics diagnostics = {0};
        const struct eb_source source = {.text = text_chars(&text), .origin = {"test", 1, 1}, .column_by_column = true};
        assert_null(eb_parse_expression(arena, &source, &diagnostics));
        assert_int_equal(diagnostics.errors, 1);
        assert_non_null(strstr(diagnostics.list.items[0].message, "nested too deeply"));
        diag_free(&diagnostics);
        arena_free(arena);
        text_free(&text);
    }
}

/* ---- Bound identifiers ---- */

static void slots_follow_the_scopes(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    /* the inner x hides the outer one, and {x ∣ …} binds its own */
    const struct eb_formula *outer =
        parse_text(arena, eb_parse_predicate, "∀x·x > 0 ⇒ (∃x, y·x > y ∧ y ∈ {x ∣ x > z})");
    assert_int_equal(outer->bound[0].slot, 0);
    const struct eb_formula *implication = outer->children[0];
    assert_int_equal(implication->children[0]->children[0]->op, EB_BOUND);
    assert_int_equal(implication->children[0]->children[0]->index, 0);
    const struct eb_formula *inner = implication->children[1];
    assert_int_equal(inner->bound[0].slot, 1);
    assert_int_equal(inner->bound[1].slot, 2);
    const struct eb_formula *greater = inner->children[0]->children[0];
    assert_int_equal(greater->children[0]->index, 1);
    assert_int_equal(greater->children[1]->index, 2);
    const struct eb_formula *set = inner->children[0]->children[1]->children[1];
    assert_int_equal(set->op, EB_COMPREHENSION);
    assert_int_equal(set->bound_count, 1);
    assert_int_equal(set->bound[0].slot, 3);
    assert_int_equal(set->children[0]->children[0]->index, 3);
    assert_int_equal(set->children[0]->children[1]->op, EB_IDENTIFIER);
    arena_free(arena);
}

static void version_1_is_rewritten(void **state) {
    (void)state;
    static const char *const pairs[][2] = {{"id(S)", "S ◁ id"},
                                           {"prj1(r)", "r ◁ prj1"},
                                           {"prj2(r) ; s", "(r ◁ prj2) ; s"},
                                           {"S → T → U", "(S → T) → U"},
                                           {"partition ∪ S", NULL}};
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct diagnostics diagnostics = {0};
        const struct eb_source old = {.text = pairs[i][0], .version_1 = true};
        const struct eb_formula *a = eb_parse_expression(arena, &old, &diagnostics);
        assert_non_null(a);
        if (pairs[i][1]) assert_true(eb_formula_equal(a, parse_text(arena, eb_parse_expression, pairs[i][1])));
        diag_free(&diagnostics);
    }
    arena_free(arena);
}

static void words_can_be_names(void **state) {
    (void)state;
    struct arena *arena = arena_new();
    struct diagnostics diagnostics = {0};
    const struct eb_source rodin = {.text = "or ∈ INT ∪ end", .words_are_names = true};
    const struct eb_formula *formula = eb_parse_predicate(arena, &rodin, &diagnostics);
    assert_non_null(formula);
    assert_string_equal(printed(formula, false, arena), "`or` ∈ `INT` ∪ `end`");
    assert_true(eb_formula_equal(formula, parse_text(arena, eb_parse_predicate, "`or` ∈ `INT` ∪ `end`")));
    diag_free(&diagnostics);
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_bind_as_the_language_says),
        cmocka_unit_test(every_operator_has_two_spellings),
        cmocka_unit_test(mixed_operators_are_refused_by_name),
        cmocka_unit_test(errors_have_their_place),
        cmocka_unit_test(signs_of_other_languages_are_told),
        cmocka_unit_test(without_columns_the_formula_is_quoted),
        cmocka_unit_test(the_smallest_integer_is_one),
        cmocka_unit_test(deep_formulas_print_in_no_time),
        cmocka_unit_test(deep_nesting_is_refused),
        cmocka_unit_test(slots_follow_the_scopes),
        cmocka_unit_test(version_1_is_rewritten),
        cmocka_unit_test(words_can_be_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
