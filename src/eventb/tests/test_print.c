/* Random formulas: what is printed parses to the same tree, and has no parentheses that could be left out. */
#include "base/tests/rounds.h"
#include "fixture.h"

#include "eventb/operator.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

struct maker {
    uint64_t seed;
    struct text text;
};

static unsigned choose(struct maker *maker, unsigned below) {
    maker->seed ^= maker->seed << 13;
    maker->seed ^= maker->seed >> 7;
    maker->seed ^= maker->seed << 17;
    return (unsigned)((maker->seed >> 11) % below);
}

static void expression(struct maker *maker, unsigned depth);

static void add(struct maker *maker, const char *text) { text_add(&maker->text, text); }

static void predicate(struct maker *maker, unsigned depth) {
    static const char *const infix[] = {"∧", "∨", "⇒", "⇔"};
    static const char *const relations[] = {"=", "≠", "<", "∈", "⊆", "⊄", "≥"};
    unsigned kind = depth ? choose(maker, 10) : 9;
    if (kind < 4) {
        add(maker, "(");
        predicate(maker, depth - 1);
        add(maker, infix[choose(maker, 4)]);
        predicate(maker, depth - 1);
        add(maker, ")");
    } else if (kind < 5) {
        add(maker, "(¬");
        predicate(maker, depth - 1);
        add(maker, ")");
    } else if (kind < 7) {
        add(maker, kind == 5 ? "(∀x, y·" : "(∃z⦂ℤ·");
        predicate(maker, depth - 1);
        add(maker, ")");
    } else if (kind < 9) {
        add(maker, "(");
        expression(maker, depth - 1);
        add(maker, relations[choose(maker, sizeof relations / sizeof *relations)]);
        expression(maker, depth - 1);
        add(maker, ")");
    } else {
        static const char *const atoms[] = {"⊤", "finite(S)", "partition(S, {x})", "(x = 1)"};
        add(maker, atoms[choose(maker, 4)]);
    }
}

static void binder(struct maker *maker, unsigned depth) {
    static const char *const heads[] = {"(λx ↦ (y ↦ z)·", "(⋃x·", "(⋂x, y⦂BOOL·", "({x, y·", "({z·"};
    unsigned kind = choose(maker, 5);
    add(maker, heads[kind]);
    predicate(maker, depth - 1);
    add(maker, "∣");
    expression(maker, depth - 1);
    add(maker, kind < 3 ? ")" : "})");
}

static void infix(struct maker *maker, unsigned depth) {
    enum eb_op op;
    do op = (enum eb_op)(EB_MAPLET + choose(maker, EB_POWER_OF - EB_MAPLET + 1));
    while (eb_operator(op)->shape != EB_SHAPE_INFIX);
    add(maker, "(");
    expression(maker, depth - 1);
    text_printf(&maker->text, " %s ", choose(maker, 2) ? eb_operator(op)->unicode : eb_operator(op)->ascii);
    expression(maker, depth - 1);
    add(maker, ")");
}

static void postfix(struct maker *maker, unsigned depth) {
    static const char *const closing[][2] = {{"(", "))"}, {"[", "])"}};
    add(maker, "(");
    expression(maker, depth - 1);
    unsigned kind = choose(maker, 3);
    if (kind == 2) {
        add(maker, "∼)");
        return;
    }
    add(maker, closing[kind][0]);
    expression(maker, depth - 1);
    add(maker, closing[kind][1]);
}

static void expression(struct maker *maker, unsigned depth) {
    static const char *const atoms[] = {"x", "y", "z", "S", "1", "−1", "∅", "ℤ", "id", "TRUE", "−7", "0"};
    switch (depth ? choose(maker, 12) : 11) {
    case 0:
    case 1:
    case 2:
    case 3: infix(maker, depth); return;
    case 4: postfix(maker, depth); return;
    case 5: binder(maker, depth); return;
    case 6:
        add(maker, "(−(");
        expression(maker, depth - 1);
        add(maker, "))");
        return;
    case 7:
        add(maker, "bool(");
        predicate(maker, depth - 1);
        add(maker, ")");
        return;
    case 8:
        add(maker, "{");
        expression(maker, depth - 1);
        add(maker, ", ");
        expression(maker, depth - 1);
        add(maker, "}");
        return;
    case 9:
        add(maker, "(");
        expression(maker, depth - 1);
        add(maker, " ⦂ ℙ(ℤ×BOOL))");
        return;
    case 10:
        add(maker, "dom(");
        expression(maker, depth - 1);
        add(maker, ")");
        return;
    default: add(maker, atoms[choose(maker, sizeof atoms / sizeof *atoms)]);
    }
}

static const struct eb_formula *parse(struct arena *arena, const char *text, bool quiet) {
    struct diagnostics diagnostics = {0};
    const struct eb_source source = {.text = text, .origin = {"test", 1, 1}, .column_by_column = true};
    const struct eb_formula *formula = eb_parse_predicate(arena, &source, &diagnostics);
    if (!formula && !quiet) {
        fprintf(stderr, "%s\n", text);
        diag_print(&diagnostics, stderr);
    }
    diag_free(&diagnostics);
    return formula;
}

/* The parenthesis that closes the one at `open`. */
static size_t closing(const char *text, size_t open) {
    unsigned depth = 0;
    for (size_t i = open;; i++) {
        if (text[i] == '(') depth++;
        if (text[i] == ')' && !--depth) return i;
    }
}

static void no_parentheses_are_idle(struct arena *arena, const struct eb_formula *formula, const char *text) {
    for (size_t i = 0; text[i]; i++) {
        if (text[i] != '(') continue;
        char *without = arena_text(arena, text);
        without[i] = without[closing(text, i)] = ' ';
        const struct eb_formula *other = parse(arena, without, true);
        if (!other || !eb_formula_equal(formula, other)) continue;
        /* Ours are also there where Rodin wants them and we do not: around a quantifier within an operand, and around a
         * negated literal, where a blank would do. */
        bool quantifier = false;
        static const char *const signs[] = {"∀", "∃", "λ", "⋃", "⋂"};
        for (unsigned s = 0; s < 5; s++) quantifier = quantifier || !strncmp(text + i + 1, signs[s], strlen(signs[s]));
        bool negated = i >= 3 && !strncmp(text + i - 3, "−", 3) && text[i + 1] >= '0' && text[i + 1] <= '9';
        if (!quantifier && !negated) fail_msg("%s needs no parentheses at %zu", text, i);
    }
}

static void random_formulas_come_back(void **state) {
    (void)state;
    struct maker maker = {.seed = 88172645463325252u};
    for (unsigned round = 0; round < ROUNDS(3000); round++) {
        struct arena *arena = arena_new();
        text_clear(&maker.text);
        predicate(&maker, 1 + round % 5);
        const struct eb_formula *formula = parse(arena, text_chars(&maker.text), false);
        assert_non_null(formula);
        for (int ascii = 0; ascii < 2; ascii++) {
            const char *text = printed(formula, ascii, arena);
            const struct eb_formula *again = parse(arena, text, false);
            assert_non_null(again);
            if (!eb_formula_equal(formula, again)) fail_msg("%s became %s", text_chars(&maker.text), text);
            if (!ascii && strlen(text) < 300) no_parentheses_are_idle(arena, formula, text);
        }
        arena_free(arena);
    }
    text_free(&maker.text);
}

/* Long chains are no depth, and are written as they were read; parentheses that were there stay. */
static void long_chains_come_back(void **state) {
    (void)state;
    static const char *const chains[][2] = {{"x = 1", " ∧ "}, {"x = 1", " ∨ "}, {"x", " ∪ "},
                                            {"x", " ∩ "},     {"x", " + "},     {"x", " ∗ "},
                                            {"x", " <+ "},    {"x", " ; "},     {"x", " ∘ "}};
    for (size_t i = 0; i < sizeof chains / sizeof *chains; i++)
        for (unsigned count = 2; count <= 20000; count = count < 70 ? count + 1 : count * 17) {
            struct arena *arena = arena_new();
            struct text text = {0};
            bool predicate = i < 2;
            if (!predicate) text_add(&text, "y = ");
            for (unsigned k = 0; k < count; k++) text_printf(&text, "%s%s", k ? chains[i][1] : "", chains[i][0]);
            const struct eb_formula *formula = parse(arena, text_chars(&text), false);
            assert_non_null(formula);
            assert_string_equal(printed(formula, false, arena), text_chars(&text));
            if (predicate) {
                const char *grouped = arena_printf(arena, "x = 2%s(%s)", chains[i][1], text_chars(&text));
                assert_string_equal(printed(parse(arena, grouped, false), false, arena), grouped);
                const struct eb_formula *left =
                    parse(arena, arena_printf(arena, "(%s)%sx = 2", text_chars(&text), chains[i][1]), false);
                const struct eb_formula *same = parse(arena, printed(left, false, arena), false);
                assert_true(eb_formula_equal(left, same));
                grouped = arena_printf(arena, "%s%s(%s)", text_chars(&text), chains[i][1], text_chars(&text));
                assert_string_equal(printed(parse(arena, grouped, false), false, arena), grouped);
            }
            text_free(&text);
            arena_free(arena);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_formulas_come_back),
                                       cmocka_unit_test(long_chains_come_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
