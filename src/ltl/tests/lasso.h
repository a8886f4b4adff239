/* What the tests hold the translation against: formulas as written, their meaning on words that end in a loop, and
 * whether an automaton accepts such a word. Shares nothing with the code under test but the automaton's structure. */
#ifndef LTL_TESTS_LASSO_H
#define LTL_TESTS_LASSO_H

#include "base/arena.h"
#include "ltl/buchi.h"

enum written_operator {
    WRITTEN_TRUE,
    WRITTEN_FALSE,
    WRITTEN_ATOM,
    WRITTEN_NOT,
    WRITTEN_NEXT,
    WRITTEN_ALWAYS,
    WRITTEN_EVENTUALLY,
    WRITTEN_AND,
    WRITTEN_OR,
    WRITTEN_IMPLIES,
    WRITTEN_EQUIVALENT,
    WRITTEN_UNTIL,
    WRITTEN_WEAK_UNTIL,
    WRITTEN_RELEASE
};

struct written {
    enum written_operator op;
    unsigned atom;
    struct written *left, *right;
};

/* letters[i]: the atoms that hold, one bit each. After the last letter comes letters[loop] again. */
struct lasso {
    unsigned length, loop;
    uint64_t letters[16];
};

/* Atoms are the letters a to z, numbered from 0. All binary operators bind alike, to the right: use parentheses. Fails
 * the test if that is not what it finds. */
struct written *written_parse(struct arena *arena, const char *text);
struct written *written_random(struct arena *arena, uint64_t *seed, unsigned operators, unsigned atoms, bool with_next);
const struct ltl_formula *written_build(struct ltl_pool *pool, const struct written *f);

void lasso_random(struct lasso *word, uint64_t *seed, unsigned atoms);
bool lasso_satisfies(const struct lasso *word, const struct written *f);
bool lasso_satisfies_formula(const struct lasso *word, const struct ltl_formula *f);
bool lasso_is_accepted(const struct lasso *word, const struct buchi *buchi);

uint64_t random_next(uint64_t *seed);

#endif
