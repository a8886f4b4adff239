/* Automata on infinite words, while they are being built and made smaller.
 *
 * Edges carry marks. A run is accepting iff it takes edges with mark i infinitely often, for every i below
 * `mark_count`. An automaton is *state-based* if it has one mark and every state has that mark on all of its edges or
 * on none: then the states that have it are the accepting states of a Büchi automaton.
 * No edge has an empty label. */
#ifndef LTL_OMEGA_H
#define LTL_OMEGA_H

#include "ltl/label.h"

struct omega_edge {
    unsigned target;
    struct label label;
    uint64_t marks;
};

struct omega_state {
    VEC(struct omega_edge) edges;
};

struct omega {
    unsigned initial;
    unsigned mark_count; /* at most 64 */
    bool state_based;
    VEC(struct omega_state) states;
};

struct omega *omega_new(unsigned mark_count, bool state_based);
void omega_free(struct omega *automaton);
unsigned omega_add_state(struct omega *automaton);
size_t omega_edge_count(const struct omega *automaton);

static inline uint64_t omega_all_marks(const struct omega *automaton) {
    return automaton->mark_count == 0 ? 0 : ~(uint64_t)0 >> (64 - automaton->mark_count);
}

/* Strongly connected components. component[state] counts from 0; an edge never leads to a component with a higher
 * number. Edges that have all marks of `without` are left out, unless `without` is 0. Release with free(). */
unsigned *omega_components(const struct omega *automaton, uint64_t without, unsigned *count);

/* Removes edges into states from which no word is accepted, then the states that cannot be reached. The initial state
 * stays, and becomes number 0. */
void omega_prune(struct omega *automaton);
/* Merges states: i goes, and its edges with it, if stands_for[i] != i; edges into it lead to stands_for[i] from then
 * on, which must stand for itself. */
void omega_redirect(struct omega *automaton, const unsigned *stands_for);
/* Both leave the accepted words alone: the first removes marks from edges that no accepting run can take infinitely
 * often (of state-based automata, from states that are on no accepting cycle), the second gives every edge the marks
 * that it may have. What simulates what depends on it. */
void omega_clear_marks(struct omega *automaton);
void omega_saturate(struct omega *automaton);
/* Removes marks that the others imply. */
void omega_drop_marks(struct omega *automaton);

#endif
