/* The trees of a window of states, built together by one thread for a tree store.
 *
 * Each state is a row: the ids of all nodes of its tree, the words first. Row 0 is the last state of the window before,
 * so that only what differs from one state to the next has to be looked up. A window is built level by level, so that
 * the cache misses of one row overlap those of the others. Invariant: ids never change, so what a thread remembers of
 * them stays true. */
#ifndef SEARCH_TREE_ROWS_H
#define SEARCH_TREE_ROWS_H

#include "search/pairs.h"
#include "search/tree_shape.h"

#include <stdalign.h>

struct tree_rows {
    alignas(128) const struct tree_shape *shape; /* of all the rows; NULL: there are none */
    uint32_t *ids;                               /* of all nodes, by rows; for a leaf, the word */
    uint64_t *dirty;                             /* per row, a bit per node: a child has changed since the row before */
    struct tree_task *tasks;                     /* of one level */
    struct known_node *nodes;                    /* what was looked up lately, by its hash */
};

/* For windows of so many states at most. The memory counts, even beyond the budget. */
void tree_rows_open(struct tree_rows *rows, struct budget *budget, uint32_t window, uint32_t max_state_size);
void tree_rows_close(struct tree_rows *rows);

/* The pairs that stand for whole states of a shape; their inner nodes are added to `inner` where they are not there.
 * False: there is no memory. */
bool tree_rows_roots(struct tree_rows *rows, struct pairs *inner, unsigned thread, const struct tree_shape *shape,
                     struct store_item *const *items, size_t count, uint64_t *pairs);

static inline uint64_t tree_pair(uint32_t left, uint32_t right) { return left | (uint64_t)right << 32; }
static inline uint32_t tree_left(uint64_t pair) { return (uint32_t)pair; }
static inline uint32_t tree_right(uint64_t pair) { return (uint32_t)(pair >> 32); }

/* A root is never (0, 0): one more than the id of one of its children, and no id is UINT32_MAX. */
static inline uint64_t tree_root_bias(const struct tree_shape *shape) {
    return shape->nodes[shape->node_count - 1].left >= shape->words ? 1 : UINT64_C(1) << 32;
}

#endif
