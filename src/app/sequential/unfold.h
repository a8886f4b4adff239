/* Loops of the code, unfolded: how often each has gone round on the way to a point of the graph.
 *
 * A loop is left where its head says so, or from the middle. With a bound of N its body stands there N times: behind
 * the last one, a loop with a condition at its head goes on where that is false; any other one is cut off. A loop that
 * is entered anew begins at 0. */
#ifndef APP_SEQUENTIAL_UNFOLD_H
#define APP_SEQUENTIAL_UNFOLD_H

#include "app/sequential/graph.h"

/* Of a loop that is under way: the call that it is in, its head, and its rounds until now. */
struct unfold_round {
    uint32_t context, depth, head, count;
};

/* A place in the unfolded code. Loops that are not under way are not listed, so that equal places are equal. */
struct unfold_place {
    uint32_t point;
    VEC(struct unfold_round) rounds; /* in the order in which they were entered */
};

/* Where an edge leads from a place; false: the bound cuts it off. */
bool unfold_edge(const struct sequential_graph *graph, uint32_t bound, const struct unfold_place *from, uint32_t edge,
                 struct unfold_place *to);

#endif
