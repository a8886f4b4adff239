/* Partial-order reduction, decided before the search: at which locations may a process move alone?
 *
 * A location is safe if whatever the process can do there neither affects nor is affected by what others can do, nor
 * seen by a property or a guide (ample-set conditions C0-C2). Condition C3, that no cycle postpones anybody for ever,
 * holds by construction: the safe locations of a proctype contain no cycle, because where they would, one is made
 * unsafe. So the search needs no memory of its path, and any order of search may use the reduction. */
#ifndef PROMELA_REDUCE_H
#define PROMELA_REDUCE_H

#include "promela/automaton.h"
#include "promela/interactions.h"
#include "promela/layout.h"

enum {
    LOCATION_SAFE = 1,
    LOCATION_SINGLE = 2, /* safe, and exactly one move is always possible: such a state need not be stored */
    LOCATION_CALM = 4,   /* safe only while no other process can create processes                        */
    LOCATION_RUNS = 8    /* from here the process can come to create processes                           */
};

/* By proctype index, one byte per location. Free each and the array. `interactions` may be NULL. */
unsigned char **reduce_locations(const struct model *model, const struct layout *layout,
                                 struct automaton *const *automata, bool lose_messages,
                                 const struct interactions *interactions);

#endif
