/* A graph of computation as constrained Horn clauses, in SMT-LIB 2 (logic HORN).
 *
 * Each point is a predicate over the variables that are alive there: what they can hold when a run comes to it. An edge
 * is a clause; where something can go wrong, a clause says that it does not. The clauses have a solution iff nothing
 * ever goes wrong, and a solution is an invariant of every point: a proof. The kernel is in the points; numbers are
 * exact, bit by bit, and inputs have all their values. */
#ifndef APP_SEQUENTIAL_HORN_H
#define APP_SEQUENTIAL_HORN_H

#include "app/sequential/graph.h"
#include "base/text.h"

/* Declarations and clauses; no question yet. False: the application is too large for it. The graph is complete. */
bool sequential_horn(const struct sequential_graph *graph, const char *title, struct text *out);

/* The question whether some clause does not hold with these definitions of the predicates, as Z3 prints its model. It
 * has nothing of Horn clauses any more: whoever answers no has checked the proof. */
bool sequential_horn_doubt(const struct sequential_graph *graph, const char *solution, struct text *out);

#endif
