/* From very weak alternating automata to automata with one mark per state that waits (Gastin and Oddoux 2001, section
 * 4). */
#ifndef LTL_GENERALIZED_H
#define LTL_GENERALIZED_H

#include "ltl/alternating.h"
#include "ltl/omega.h"

/* NULL if it would have more than `max_states` states, more than 64 marks, or take unreasonably long. */
struct omega *generalized_from_alternating(const struct alternating *alternating, unsigned max_states);

#endif
