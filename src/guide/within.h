/* The automaton of a part of a guide, whose states also say where the whole's automaton is. */
#ifndef GUIDE_WITHIN_H
#define GUIDE_WITHIN_H

#include "xgdl/automaton.h"

/* The part's words must be words of the whole, over the same letters. `*whole_of` has the whole's state by state, and
 * is the caller's. NULL: more states than that, or too many pairs of states to number. */
struct xgdl_automaton *guide_within(const struct xgdl_automaton *part, const struct xgdl_automaton *whole,
                                    uint32_t most_states, uint32_t **whole_of);

#endif
