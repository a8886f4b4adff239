/* Labels of automaton edges: a label is a conjunction of literals over atoms 0..63, and stands for the set of letters
 * (valuations of the atoms) that satisfy it. A label that has an atom in both masks stands for the empty set. */
#ifndef LTL_LABEL_H
#define LTL_LABEL_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

struct label {
    uint64_t positive; /* atoms that hold       */
    uint64_t negative; /* atoms that do not hold */
};

typedef VEC(struct label) label_list;

static inline bool label_is_empty(struct label a) { return (a.positive & a.negative) != 0; }

static inline struct label label_meet(struct label a, struct label b) {
    return (struct label){a.positive | b.positive, a.negative | b.negative};
}

/* Every letter of `inner` is one of `outer`; both not empty. */
static inline bool label_contains(struct label outer, struct label inner) {
    return (outer.positive & ~inner.positive) == 0 && (outer.negative & ~inner.negative) == 0;
}

/* Every letter of `label` is in one of `covers`. */
bool label_is_covered(struct label label, const struct label *covers, size_t count);

/* Adds to `out` labels that share no letter and together stand for the letters of `with` that are not in `without`.
 * False, with `out` as it was, if more than `limit` labels would be needed. */
bool label_difference(const label_list *with, const label_list *without, size_t limit, label_list *out);

#endif
