/* Partial-order reduction, decided before the search: at which locations may a process move alone? */
#ifndef PROMELA_REDUCE_H
#define PROMELA_REDUCE_H

#include "promela/automaton.h"
#include "promela/layout.h"

/* By proctype index, one byte per location: LOCATION_ flags of generate.h. Free each and the array. */
unsigned char **reduce_locations(const struct model *model, const struct layout *layout,
                                 struct automaton *const *automata);

#endif
