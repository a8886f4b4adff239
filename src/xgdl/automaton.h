/* A guide as a deterministic automaton. Its language is prefix closed (Le Roux 2019, section 3.2), so every state
 * accepts, and a letter that has no transition is not allowed.
 *
 * Invariant: states are numbered in the order in which a breadth-first walk from state 0, letters ascending, meets
 * them. Two minimal automata over the same letters are therefore equal as arrays iff their languages are. */
#ifndef XGDL_AUTOMATON_H
#define XGDL_AUTOMATON_H

#include "xgdl/moves.h"

struct xgdl_automaton {
    uint32_t state_count, transition_count;
    uint32_t *first;   /* state_count + 1: the transitions of a state are first[s] .. first[s + 1] - 1 */
    uint32_t *letters; /* of transitions, ascending within a state */
    uint32_t *targets;
};

enum { XGDL_NOWHERE = UINT32_MAX };

/* NULL: it would have more states than that. */
struct xgdl_automaton *xgdl_automaton_new(struct xgdl_pool *pool, xgdl_term term, uint32_t most_states);
void xgdl_automaton_free(struct xgdl_automaton *automaton); /* NULL is allowed */
/* The smallest one with the same language (Valmari and Lehtinen, "Efficient minimization of DFAs with partial
 * transition functions", 2008). */
struct xgdl_automaton *xgdl_minimal(const struct xgdl_automaton *automaton);

/* The state after the letter, or XGDL_NOWHERE. */
uint32_t xgdl_step(const struct xgdl_automaton *automaton, uint32_t state, uint32_t letter);
/* Is there a way around, so that words are of any length? */
bool xgdl_is_cyclic(const struct xgdl_automaton *automaton);

/* For the makers of automata: from transitions in any order; states from which nothing is reached are left out. */
struct xgdl_arrow {
    uint32_t from, letter, to;
};
struct xgdl_automaton *xgdl_automaton_of(struct xgdl_arrow *arrows, size_t count, uint32_t state_count,
                                         uint32_t initial);

#endif
