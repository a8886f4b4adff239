/* A formula as an observer: it accepts exactly the runs that violate the formula. Which atoms hold is asked of whoever
 * knows the system. */
#ifndef LTL_OBSERVER_H
#define LTL_OBSERVER_H

#include "ltl/buchi.h"
#include "ts/product.h"

enum { LTL_MOST_ATOMS = 63 };

/* What holds of a state and the step that led to it. */
struct ltl_values {
    uint64_t holding; /* bit i: atom i */
    uint64_t faulty;  /* bit i: to look at atom i goes wrong: faults[i] is the system's number of what */
    uint32_t fault;   /* not 0: nothing can be said at all, and this is why */
    bool given_up;    /* nobody looks any more, the search is to end: the observer goes nowhere */
    uint32_t faults[LTL_MOST_ATOMS + 1];
};

/* The values of the atoms in `wanted`; all but `faults` are 0. */
typedef void (*ltl_valuate)(const void *self, const struct ts_view *view, uint64_t wanted, struct ltl_values *values);

/* Invariant: the automaton is there once ltl_observer_build() has said so, and each of its states has a mark. */
struct ltl_observer {
    struct ts_observer observer; /* its self is this */
    ltl_valuate valuate;
    const void *self; /* valuate()'s */
    struct buchi *buchi;
    bool *decided;    /* per state of the automaton: it accepts whatever comes */
    uint64_t *wanted; /* per state: atoms that its edges ask for */
};

/* False if the formula is too large, or has too many atoms. It must not move afterwards. Release with
 * ltl_observer_free() in any case. */
bool ltl_observer_build(struct ltl_observer *observer, struct ltl_pool *pool, const struct ltl_formula *formula,
                        size_t atom_count, const char *name, ltl_valuate valuate, const void *self);
void ltl_observer_free(struct ltl_observer *observer);

bool ltl_observer_is_safety(const struct ltl_observer *observer); /* the formula is violated only by finite runs */

#endif
