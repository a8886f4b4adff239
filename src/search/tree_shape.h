/* The shape of the trees in which a tree store keeps states of one size.
 *
 * The leaves are the words of 4 bytes, zero beyond the state's end; every other node cuts a range of words in two.
 * Nodes are numbered by levels, the words first and the root last: children come before their parents. Invariant: a
 * shape never changes, and at least one child of its root is not a word. */
#ifndef SEARCH_TREE_SHAPE_H
#define SEARCH_TREE_SHAPE_H

#include "search/checkpoint.h"

struct tree_node {
    uint32_t left, right, parent;
};

enum { TREE_LEVELS = 32 };

struct tree_shape {
    uint32_t size, words; /* bytes of a state; leaves */
    uint32_t kind;        /* of its roots */
    uint32_t node_count, level_count, level_end[TREE_LEVELS];
    uint32_t *cuts; /* of all ranges in preorder, that is, a range before those that it is cut into */
    struct tree_node *nodes;
};

static inline uint32_t tree_shape_words(uint32_t size) { return size <= 8 ? 3 : (size + 3) / 4; }

/* All ranges are cut in the middle. */
struct tree_shape *tree_shape_even(uint32_t size, uint32_t kind);
/* Cuts where the sample has fewest different left and right parts: those become nodes that states share. The sample
 * should consist of states that a search has met one after the other, `count` rows of tree_shape_words(size) words. */
struct tree_shape *tree_shape_choose(uint32_t size, uint32_t kind, const uint32_t *sample, uint32_t count);
void tree_shape_free(struct tree_shape *shape); /* NULL is allowed */
size_t tree_shape_memory(uint32_t size);        /* of any shape for states of this size */

void tree_shape_save(const struct tree_shape *shape, struct checkpoint_writer *out);
struct tree_shape *tree_shape_load(uint32_t size, uint32_t kind, struct checkpoint_reader *in); /* NULL: damaged */

#endif
