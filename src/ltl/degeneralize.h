/* From several marks on edges to accepting states. */
#ifndef LTL_DEGENERALIZE_H
#define LTL_DEGENERALIZE_H

#include "ltl/omega.h"

/* All of these give automata for the same words, but not of the same size. */
struct omega_degeneralize_options {
    const unsigned *order; /* in which the marks are waited for: a permutation of their numbers */
    bool carry;            /* the edge that completes a round counts for the next one as well   */
};

/* An automaton with one mark that accepts the same words as this one, which has one or more. It waits for the marks in
 * turn, and marks the edges by which a round is completed. NULL if it would have more than `max_states` states. */
struct omega *omega_degeneralize(const struct omega *automaton, struct omega_degeneralize_options options,
                                 unsigned max_states);

/* A state-based automaton that accepts the same words as this one, which has one mark. */
struct omega *omega_make_state_based(const struct omega *automaton);

#endif
