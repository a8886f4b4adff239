#include "base/tests/rounds.h"
#include "ltl/tests/lasso.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { ENOUGH = 100000 };

/* What the header promises of every automaton. */
static void assert_well_formed(const struct buchi *buchi) {
    size_t count = buchi->states.count;
    bool *reached = memory_new(count);
    assert_true(buchi->initial < count);
    reached[buchi->initial] = true;
    for (size_t round = 0; round < count; round++) {
        for (size_t i = 0; i < count; i++) {
            const struct buchi_state *state = &buchi->states.items[i];
            for (size_t e = 0; e < state->edges.count; e++) {
                assert_true(state->edges.items[e].target < count);
                assert_false(state->edges.items[e].positive & state->edges.items[e].negative);
                if (reached[i]) reached[state->edges.items[e].target] = true;
            }
        }
    }
    for (size_t i = 0; i < count; i++) {
        assert_true(reached[i]);
        assert_true(i == buchi->initial || buchi->states.items[i].edges.count > 0);
    }
    free(reached);
}

static void assert_translates(struct ltl_pool *pool, const struct written *f, uint64_t *seed, unsigned atoms,
                              unsigned words) {
    const struct ltl_formula *formula = written_build(pool, f);
    struct buchi *yes = buchi_from_formula(pool, formula, ENOUGH);
    struct buchi *no = buchi_from_formula(pool, ltl_not(pool, formula), ENOUGH);
    assert_non_null(yes);
    assert_non_null(no);
    assert_well_formed(yes);
    assert_well_formed(no);
    for (unsigned i = 0; i < words; i++) {
        struct lasso word;
        lasso_random(&word, seed, atoms);
        bool expected = lasso_satisfies(&word, f);
        assert_int_equal(lasso_is_accepted(&word, yes), expected);
        assert_int_equal(lasso_is_accepted(&word, no), !expected);
    }
    buchi_free(yes);
    buchi_free(no);
}

static void accepts_what_the_formula_means(void **state) {
    (void)state;
    uint64_t seed = 1;
    for (unsigned round = 0; round < ROUNDS(4000); round++) {
        struct ltl_pool *pool = ltl_pool_new();
        struct arena *arena = arena_new();
        struct written *f = written_random(arena, &seed, 1 + round % 12, 1 + round % 3, round / 12 % 2);
        assert_translates(pool, f, &seed, 1 + round % 3, 60);
        arena_free(arena);
        ltl_pool_free(pool);
    }
}

/* All words over two atoms with up to `length` letters and every loop. */
static void assert_accepts_exactly(const struct buchi *buchi, const struct written *f, unsigned length) {
    for (unsigned bits = 0; bits < 1u << (2 * length); bits++) {
        struct lasso word = {.length = length};
        for (unsigned i = 0; i < length; i++) word.letters[i] = bits >> (2 * i) & 3;
        for (word.loop = 0; word.loop < length; word.loop++)
            assert_int_equal(lasso_is_accepted(&word, buchi), lasso_satisfies(&word, f));
    }
}

static void small_formulas_on_all_short_words(void **state) {
    (void)state;
    uint64_t seed = 2;
    for (unsigned round = 0; round < ROUNDS(200); round++) {
        struct ltl_pool *pool = ltl_pool_new();
        struct arena *arena = arena_new();
        struct written *f = written_random(arena, &seed, 2 + round % 6, 2, true);
        struct buchi *buchi = buchi_from_formula(pool, written_build(pool, f), ENOUGH);
        for (unsigned length = 1; length <= 4; length++) assert_accepts_exactly(buchi, f, length);
        buchi_free(buchi);
        arena_free(arena);
        ltl_pool_free(pool);
    }
}

struct known_size {
    const char *formula;
    unsigned states; /* as many as we have ever had: fewer is fine */
};

static const struct known_size KNOWN_SIZES[] = {
    {"[]p", 1},
    {"<>p", 2},
    {"[]<>p", 2},
    {"<>[]p", 2},
    {"[](p -> <>q)", 2},
    {"!([](p -> <>q))", 2},
    {"p U q", 2},
    {"(p U q) U r", 4},
    {"p U (q U r)", 3},
    {"[]<>p && []<>q", 3},
    {"([]<>p) -> ([]<>q)", 5},
    {"([]<>p) && (([]<>q) && (([]<>r) && []<>s))", 5},
    {"!(([]<>p) && (([]<>q) && (([]<>r) && []<>s)))", 5},
    {"!((([]<>p) && []<>q) -> [](r -> <>s))", 4},
    /* Patterns of Dwyer, Avrunin and Corbett: absence, existence, universality, precedence, response. */
    {"[](!p)", 1},
    {"<>r -> (!p U r)", 4},
    {"[](q -> [](!p))", 2},
    {"[]((q && (!r && <>r)) -> (!p U r))", 3},
    {"[]((q && !r) -> (!p W r))", 2},
    {"!r W (p && !r)", 2},
    {"[](!q) || <>(q && <>p)", 5},
    {"[]((q && !r) -> (!r W (p && !r)))", 2},
    {"[]((q && !r) -> (!r U (p && !r)))", 2},
    {"<>r -> (p U r)", 4},
    {"[](q -> []p)", 2},
    {"!p W s", 2},
    {"<>r -> (!p U (s || r))", 4},
    {"[]!q || <>(q && (!p W s))", 5},
    {"[]((q && (!r && <>r)) -> (!p U (s || r)))", 3},
    {"[]((q && !r) -> (!p W (s || r)))", 2},
    {"<>r -> ((p -> (!r U (s && !r))) U r)", 5},
    {"[](q -> [](p -> <>s))", 3},
    {"[]((q && (!r && <>r)) -> ((p -> (!r U (s && !r))) U r))", 4},
    {"[]((q && !r) -> ((p -> (!r U (s && !r))) W r))", 3},
    {"<>p -> (!p U (s && (!p && X(!p U t))))", 5},
    {"[]((s && X<>t) -> X(<>(t && <>p)))", 12},
};

static void known_formulas_stay_small(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof KNOWN_SIZES / sizeof *KNOWN_SIZES; i++) {
        struct ltl_pool *pool = ltl_pool_new();
        struct arena *arena = arena_new();
        const struct written *f = written_parse(arena, KNOWN_SIZES[i].formula);
        struct buchi *buchi = buchi_from_formula(pool, written_build(pool, f), ENOUGH);
        assert_non_null(buchi);
        if (buchi->states.count > KNOWN_SIZES[i].states)
            fail_msg("%s: %zu states", KNOWN_SIZES[i].formula, buchi->states.count);
        buchi_free(buchi);
        uint64_t seed = 3;
        struct written *wide = written_parse(arena, KNOWN_SIZES[i].formula);
        assert_translates(pool, wide, &seed, 26, 50);
        arena_free(arena);
        ltl_pool_free(pool);
    }
}

static struct buchi *translate(struct ltl_pool *pool, const char *text, unsigned max_states) {
    struct arena *arena = arena_new();
    struct buchi *buchi = buchi_from_formula(pool, written_build(pool, written_parse(arena, text)), max_states);
    arena_free(arena);
    return buchi;
}

static void formulas_that_nothing_satisfies(void **state) {
    (void)state;
    static const char *const formulas[] = {"false",           "[]p && <>!p", "(p U q) && []!q",
                                           "[]<>p && <>[]!p", "X (p && !p)", "(p && X q) && X !q"};
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
        struct ltl_pool *pool = ltl_pool_new();
        struct buchi *buchi = translate(pool, formulas[i], ENOUGH);
        assert_int_equal(buchi->states.count, 1);
        assert_int_equal(buchi->states.items[0].edges.count, 0);
        assert_false(buchi->states.items[0].accepting);
        assert_false(buchi_accepts_everything_from(buchi, 0));
        buchi_free(buchi);
        ltl_pool_free(pool);
    }
}

static void formulas_that_everything_satisfies(void **state) {
    (void)state;
    static const char *const formulas[] = {"true",      "<>p || []!p", "p || !p", "[]<>p || <>[]!p", "(p W q) || <>!p",
                                           "[](p -> p)"};
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
        struct ltl_pool *pool = ltl_pool_new();
        struct buchi *buchi = translate(pool, formulas[i], ENOUGH);
        assert_int_equal(buchi->states.count, 1);
        assert_true(buchi_accepts_everything_from(buchi, buchi->initial));
        buchi_free(buchi);
        ltl_pool_free(pool);
    }
}

/* The negation of a safety property: while nothing bad happened there is one way to go, and then all is lost. */
static void safety_needs_no_search_for_cycles(void **state) {
    (void)state;
    struct ltl_pool *pool = ltl_pool_new();
    struct buchi *buchi = translate(pool, "<>(a && b)", ENOUGH);
    assert_int_equal(buchi->states.count, 2);
    assert_false(buchi_accepts_everything_from(buchi, buchi->initial));
    assert_true(buchi_accepts_everything_from(buchi, 1 - buchi->initial));
    const struct buchi_state *initial = &buchi->states.items[buchi->initial];
    for (uint64_t letter = 0; letter < 4; letter++) {
        unsigned ways = 0;
        for (size_t e = 0; e < initial->edges.count; e++)
            ways += !(initial->edges.items[e].positive & ~letter) && !(initial->edges.items[e].negative & letter);
        assert_int_equal(ways, 1);
    }
    buchi_free(buchi);
    ltl_pool_free(pool);
}

static void limits_are_kept(void **state) {
    (void)state;
    struct ltl_pool *pool = ltl_pool_new();
    assert_null(translate(pool, "p U (q U r)", 2));
    struct buchi *buchi = translate(pool, "<>p", 3);
    assert_non_null(buchi);
    buchi_free(buchi);
    assert_null(buchi_from_formula(pool, ltl_eventually(pool, ltl_atom(pool, 64)), ENOUGH));
    assert_null(buchi_from_formula(pool, ltl_not(pool, ltl_atom(pool, 64)), ENOUGH));
    buchi = buchi_from_formula(pool, ltl_eventually(pool, ltl_atom(pool, 63)), ENOUGH);
    assert_non_null(buchi);
    buchi_free(buchi);
    /* Thirty eventualities: 2^30 states, refused in good time. */
    const struct ltl_formula *all = ltl_true(pool);
    for (unsigned i = 0; i < 30; i++) all = ltl_and(pool, all, ltl_eventually(pool, ltl_atom(pool, i)));
    assert_null(buchi_from_formula(pool, all, 1000));
    ltl_pool_free(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepts_what_the_formula_means),
        cmocka_unit_test(small_formulas_on_all_short_words),
        cmocka_unit_test(known_formulas_stay_small),
        cmocka_unit_test(formulas_that_nothing_satisfies),
        cmocka_unit_test(formulas_that_everything_satisfies),
        cmocka_unit_test(safety_needs_no_search_for_cycles),
        cmocka_unit_test(limits_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
