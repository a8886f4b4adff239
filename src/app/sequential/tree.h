/* The execution tree (H. Zhang, Model Checking for OSEK/VDX Applications, 2015, algorithm 1 and figure 7.2), counted
 * and not built: every way through the graph of computation, with loops unfolded so many times and nothing known of
 * data.
 *
 * A state of the tree is what a statement leads to: an assignment, a service, a side of a condition, an assertion.
 * Unfolded loops have no jumps back, and declarations do nothing. Joined (section 6.8), ways through code without
 * services that call the same service next, at the same place, are one, and what they execute is there once. */
#ifndef APP_SEQUENTIAL_TREE_H
#define APP_SEQUENTIAL_TREE_H

#include "app/sequential/graph.h"

struct sequential_tree {
    double paths, states; /* exact up to 2^53 */
    bool endless;         /* some have no end, and are counted up to where they begin anew */
    bool complete;        /* otherwise it was too much, or somebody had no patience */
};

struct sequential_tree sequential_tree_count(const struct sequential_graph *graph, uint32_t bound, bool joined);

/* States of the graph, as the thesis's algorithm 2 computes them: one for each statement, jumps back included, and each
 * way in which nothing runs. (That code begins is a state of ours alone.) */
uint32_t sequential_computed(const struct sequential_graph *graph);

#endif
