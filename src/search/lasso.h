/* Short lassos: breadth-first searches over the nodes that a search for cycles has discovered. */
#ifndef SEARCH_LASSO_H
#define SEARCH_LASSO_H

#include "search/walk.h"

/* What a breadth-first search is after. */
struct lasso_query {
    void *context;
    /* May it go to this node by this step? NULL: anywhere. */
    bool (*allowed)(void *context, const struct ts_step *step, uint64_t handle);
    /* Has it arrived, with this step into this node? */
    bool (*is_goal)(void *context, const struct ts_step *step, uint64_t handle);
    /* Or by being in this node, whose entries are in the worker's expander? NULL: never. */
    bool (*is_goal_expanded)(void *context, uint64_t handle, const struct expander *expander);
};

/* Appends a shortest path from `start` (0: from the initial nodes) to a goal at least one step away, and sets `end` to
 * that. False if there is none, or it is not found within a reasonable number of nodes. */
bool lasso_path(struct worker *worker, uint64_t start, const struct lasso_query *query, struct path *path,
                uint64_t *end);

/* Replaces the finding's path by a short one: to the node and from there back to it, through nodes without any of the
 * colours `avoid` (on the cycle). Leaves it alone if that takes too long. */
void lasso_shorten(struct worker *worker, struct finding *finding, uint64_t node, unsigned avoid);

#endif
