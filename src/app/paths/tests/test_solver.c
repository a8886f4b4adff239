#include "app/paths/solver.h"
#include "app/term/tests/random_term.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct solver *solver;

static int begin(void **state) {
    struct text why = {0};
    (void)state;
    solver = solver_new(&why);
    text_free(&why);
    return solver ? 0 : -1;
}

static int end(void **state) {
    (void)state;
    solver_free(solver);
    return 0;
}

static uint32_t equals(struct terms *terms, uint32_t term, unsigned width, uint64_t value) {
    return term_binary(terms, TERM_EQUAL, term, term_constant(terms, width, value));
}

/* Z3 and we mean the same by every operator: where the variables have these values, a term has this one and no other.
 */
static void test_meaning(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 120; seed++) {
        struct terms terms = {0};
        struct random_terms random = {&terms, {0}, seed};
        uint64_t found[2];
        for (unsigned i = 0; i < 2; i++) random.variables[i] = random_value(&random, 64);
        struct random_term made = random_term(&random, 1 + (unsigned)(seed % 24), 3);
        solver_begin(solver, &terms);
        for (uint32_t i = 0; i < 2; i++)
            solver_assume(solver, equals(&terms, term_variable(&terms, 64, i), 64, random.variables[i]));
        uint32_t same = equals(&terms, made.term, made.width, made.value);
        assert_int_equal(solver_ask(solver, same, found, 2), SOLVER_YES);
        assert_int_equal(found[0], random.variables[0]);
        assert_int_equal(found[1], random.variables[1]);
        assert_int_equal(solver_ask(solver, term_not(&terms, same), found, 2), SOLVER_NO);
        terms_free(&terms);
    }
}

static void test_models(void **state) {
    (void)state;
    struct terms terms = {0};
    uint32_t x = term_variable(&terms, 32, 0), y = term_variable(&terms, 32, 1);
    uint64_t found[3];
    solver_begin(solver, &terms);
    solver_assume(solver, equals(&terms, term_binary(&terms, TERM_MULTIPLY, x, y), 32, 77));
    solver_assume(solver, term_binary(&terms, TERM_LESS, term_constant(&terms, 32, 1), x));
    solver_assume(solver, term_binary(&terms, TERM_LESS, x, term_constant(&terms, 32, 10)));
    assert_int_equal(solver_ask(solver, 0, found, 3), SOLVER_YES);
    assert_int_equal((uint32_t)(found[0] * found[1]), 77);
    assert_in_range(found[0], 2, 9);
    assert_int_equal(found[2], 0);                                                       /* nothing is said about it */
    assert_int_equal(solver_ask(solver, equals(&terms, x, 32, 4), found, 2), SOLVER_NO); /* 77 is odd */
    assert_int_equal(solver_ask(solver, equals(&terms, x, 32, 7), found, 2), SOLVER_YES);
    terms_free(&terms);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_meaning), cmocka_unit_test(test_models)};
    return cmocka_run_group_tests(tests, begin, end);
}
