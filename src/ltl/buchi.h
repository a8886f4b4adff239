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

/* NULL if the formula has 64 atoms or more, or the automaton would exceed `max_states`. */
struct buchi *buchi_from_formula(struct ltl_pool *pool, const struct ltl_formula *formula, unsigned max_states);
void buchi_free(struct buchi *buchi);

#endif
