/* Automata on infinite words, while they are being built and made smaller.
 *
 * Edges carry marks. A run is accepting iff it takes edges with mark i infinitely often, for every i below
 * `mark_count`. An automaton is *state-based* if it has one mark and every state has that mark on all of its edges or
 * on none: then the states that have it are the accepting states of a Büchi automaton.
 * No edge has an empty label. */
#ifndef LTL_AUTOMATON_H
#define LTL_AUTOMATON_H

#include "ltl/label.h"

struct automaton_edge {
    unsigned target;
    struct label label;
    uint64_t marks;
};

struct automaton_state {
    VEC(struct automaton_edge) edges;
};

struct automaton {
    unsigned initial;
    unsigned mark_count; /* at most 64 */
    bool state_based;
    VEC(struct automaton_state) states;
};

struct automaton *automaton_new(unsigned mark_count, bool state_based);
void automaton_free(struct automaton *automaton);
unsigned automaton_add_state(struct automaton *automaton);
size_t automaton_edge_count(const struct automaton *automaton);

static inline uint64_t automaton_all_marks(const struct automaton *automaton) {
    return automaton->mark_count == 0 ? 0 : ~(uint64_t)0 >> (64 - automaton->mark_count);
}

/* Strongly connected components. component[state] counts from 0; an edge never leads to a component with a higher
 * number. Edges that have all marks of `without` are left out, unless `without` is 0. Release with free(). */
unsigned *automaton_components(const struct automaton *automaton, uint64_t without, unsigned *count);

/* Removes edges into states from which no word is accepted, then the states that cannot be reached. The initial state
 * stays, and becomes number 0. */
void automaton_prune(struct automaton *automaton);
/* Merges states: i goes, and its edges with it, if stands_for[i] != i; edges into it lead to stands_for[i] from then
 * on, which must stand for itself. */
void automaton_redirect(struct automaton *automaton, const unsigned *stands_for);
/* Both leave the accepted words alone: the first removes marks from edges that no accepting run can take infinitely
 * often (of state-based automata, from states that are on no accepting cycle), the second gives every edge the marks
 * that it may have. What simulates what depends on it. */
void automaton_clear_marks(struct automaton *automaton);
void automaton_saturate(struct automaton *automaton);
/* Removes marks that the others imply. */
void automaton_drop_marks(struct automaton *automaton);

#endif
