/* From a formula to a small Büchi automaton that accepts exactly the infinite words satisfying it. */
#ifndef LTL_BUCHI_H
#define LTL_BUCHI_H

#include "base/vec.h"
#include "ltl/formula.h"

#include <stdint.h>

/* An edge can be taken when all atoms of `positive` hold and none of `negative` does. Atoms are below 64. */
struct buchi_edge {
    unsigned target;
    uint64_t positive;
    uint64_t negative;
};

struct buchi_state {
    bool accepting;
    VEC(struct buchi_edge) edges;
};

struct buchi {
    unsigned initial;
    VEC(struct buchi_state) states;
};

/* State-based acceptance: a word is accepted iff it has a run that is infinitely often in an accepting state. Every
 * state can be reached and, but for the initial state of an automaton that accepts nothing, starts an accepted word; no
 * edge's label is contradictory. NULL if an atom's number is 64 or above, or if the automaton (or one on the way to it)
 * would exceed `max_states`. */
struct buchi *buchi_from_formula(struct ltl_pool *pool, const struct ltl_formula *formula, unsigned max_states);
void buchi_free(struct buchi *buchi); /* NULL is allowed */

/* True if the state accepts every word, visibly: it is accepting and loops unconditionally. A search needs not look for
 * a cycle once such a state is reached. */
bool buchi_accepts_everything_from(const struct buchi *buchi, unsigned state);

#endif
