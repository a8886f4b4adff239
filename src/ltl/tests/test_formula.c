#include "ltl/tests/lasso.h"

#include "ltl/simplify.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const char *atom_name(void *context, unsigned atom) { return ((const char *const *)context)[atom]; }

static const char *const NAMES[26] = {
    [0] = "a", [1] = "b", [15] = "p", [16] = "q", [17] = "r", [18] = "s", [24] = "(x > 1)"};

static void assert_prints(struct ltl_pool *pool, const struct ltl_formula *f, const char *expected) {
    (void)pool;
    struct text out = {0};
    ltl_print(f, atom_name, (void *)NAMES, &out);
    assert_string_equal(text_chars(&out), expected);
    text_free(&out);
}

static void equal_formulas_are_one(void **state) {
    (void)state;
    struct ltl_pool *pool = ltl_pool_new();
    const struct ltl_formula *p = ltl_atom(pool, 15), *q = ltl_atom(pool, 16);
    assert_ptr_equal(ltl_until(pool, p, q), ltl_until(pool, ltl_atom(pool, 15), ltl_atom(pool, 16)));
    assert_ptr_not_equal(ltl_until(pool, p, q), ltl_until(pool, q, p));
    assert_ptr_not_equal(ltl_until(pool, p, q), ltl_release(pool, p, q));
    const struct ltl_formula *deep = p;
    for (unsigned i = 0; i < 2000; i++) deep = ltl_next(pool, deep); /* makes the table grow */
    const struct ltl_formula *again = p;
    for (unsigned i = 0; i < 2000; i++) again = ltl_next(pool, again);
    assert_ptr_equal(deep, again);
    assert_ptr_equal(ltl_not(pool, ltl_not(pool, deep)), deep);
    ltl_pool_free(pool);
}

static void negation_reaches_the_atoms(void **state) {
    (void)state;
    struct ltl_pool *pool = ltl_pool_new();
    struct arena *arena = arena_new();
    const struct ltl_formula *f = written_build(pool, written_parse(arena, "!((p U q) && (X p || [](q V p)))"));
    assert_prints(pool, f, "(!p V !q) || (X !p && <>(!q U !p))");
    arena_free(arena);
    ltl_pool_free(pool);
}

static void prints_as_promela(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"[](p -> <>q)", "[](p -> <>q)"},
        {"p W q", "p W q"},
        {"p V q", "p V q"},
        {"p U (q U r)", "p U (q U r)"},
        {"(p U q) U r", "(p U q) U r"},
        {"p && (q && (r || s))", "p && q && (r || s)"},
        {"p || (!q || r)", "p || (q -> r)"},
        {"p <-> q", "(p && q) || (!p && !q)"},
        {"!p -> q", "p || q"},
        {"X (p && true)", "X p"},
        {"[]<>[]<>p", "[]<>[]<>p"},
        {"<><>p && !y", "<>p && !(x > 1)"},
        {"p && !p", "false"},
        {"true U true", "true"},
    };
    struct ltl_pool *pool = ltl_pool_new();
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        assert_prints(pool, written_build(pool, written_parse(arena, pairs[i][0])), pairs[i][1]);
    arena_free(arena);
    ltl_pool_free(pool);
}

static void knows_next(void **state) {
    (void)state;
    struct ltl_pool *pool = ltl_pool_new();
    struct arena *arena = arena_new();
    assert_true(ltl_uses_next(written_build(pool, written_parse(arena, "[](p -> X q)"))));
    assert_false(ltl_uses_next(written_build(pool, written_parse(arena, "[](p -> <>q)"))));
    assert_false(ltl_uses_next(written_build(pool, written_parse(arena, "[](p || X true)"))));
    arena_free(arena);
    ltl_pool_free(pool);
}

static void simplifies(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"[]<>[]<>p", "[]<>p"},
        {"<>[]<>p", "[]<>p"},
        {"[]<>[]p", "<>[]p"},
        {"X []<>p", "[]<>p"},
        {"p U <>q", "<>q"},
        {"<>(p U q)", "<>q"},
        {"[](p V q)", "[]q"},
        {"p || (p && q)", "p"},
        {"q && (p U q)", "q"},
        {"p U (p U q)", "p U q"},
        {"[]p && []q", "[](p && q)"},
        {"<>p || <>q", "<>(p || q)"},
        {"[]<>p || []<>q", "[]<>(p || q)"},
        {"<>[]p && <>[]q", "<>[](p && q)"},
        {"<>[](p || <>q)", "<>[]p || []<>q"},
        {"[]<>(p && []q)", "[]<>p && <>[]q"},
        {"X p U X q", "X (p U q)"},
        {"<>(p && []<>q)", "<>p && []<>q"},
        {"!p U p", "<>p"},
        {"[]p && <>!p", "false"},
        {"<>p || []!p", "true"},
        {"(q && p) && ((p && q) && q)", "q && p"},
    };
    struct ltl_pool *pool = ltl_pool_new();
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const struct ltl_formula *from = written_build(pool, written_parse(arena, pairs[i][0]));
        const struct ltl_formula *to = written_build(pool, written_parse(arena, pairs[i][1]));
        assert_ptr_equal(ltl_simplify(pool, from), ltl_simplify(pool, to));
    }
    arena_free(arena);
    ltl_pool_free(pool);
}

/* Simplification, and what a formula's form says about suffixes, against the meaning on random words. */
static void simplification_keeps_the_meaning(void **state) {
    (void)state;
    uint64_t seed = 7;
    for (unsigned round = 0; round < 4000; round++) {
        struct ltl_pool *pool = ltl_pool_new();
        struct arena *arena = arena_new();
        struct written *f = written_random(arena, &seed, 1 + round % 14, 3, round % 2);
        const struct ltl_formula *built = written_build(pool, f), *simple = ltl_simplify(pool, built);
        for (unsigned i = 0; i < 40; i++) {
            struct lasso word;
            lasso_random(&word, &seed, 3);
            bool expected = lasso_satisfies(&word, f);
            assert_int_equal(lasso_satisfies_formula(&word, built), expected);
            assert_int_equal(lasso_satisfies_formula(&word, simple), expected);
            if (word.loop == 0) continue;
            struct lasso suffix = {.length = word.length - 1, .loop = word.loop - 1};
            for (unsigned k = 0; k < suffix.length; k++) suffix.letters[k] = word.letters[k + 1];
            if (built->eventual && lasso_satisfies(&suffix, f)) assert_true(expected);
            if (built->universal && expected) assert_true(lasso_satisfies(&suffix, f));
        }
        arena_free(arena);
        ltl_pool_free(pool);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_formulas_are_one),
        cmocka_unit_test(negation_reaches_the_atoms),
        cmocka_unit_test(prints_as_promela),
        cmocka_unit_test(knows_next),
        cmocka_unit_test(simplifies),
        cmocka_unit_test(simplification_keeps_the_meaning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
