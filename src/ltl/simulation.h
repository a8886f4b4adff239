/* Smaller automata by direct simulation: state q simulates state p if it can answer every edge of p, letter by letter,
 * with an edge that has at least the marks and leads to a state that again simulates. */
#ifndef LTL_SIMULATION_H
#define LTL_SIMULATION_H

#include "ltl/omega.h"

/* Keeps one of the states that simulate each other, and drops edges that another edge of the same state makes
 * superfluous. Does nothing to automata that are too large for it. True if something changed. */
bool simulation_reduce(struct omega *automaton);

/* Rewrites labels so that the edges of a state overlap as little as possible: a letter that leads to q needs not lead
 * to p as well if q simulates p. What a letter can do stays visible in one edge per target. */
void simulation_disentangle(struct omega *automaton);

#endif
