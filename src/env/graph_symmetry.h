/* Which permutations of objects leave the attributes as they are, and which links are the least under them.
 *
 * Objects of an interchangeable class with equal attributes form a block; the permutations within all blocks form the
 * group that is left once the attributes are sorted. Of the graphs that the group turns into each other, the one whose
 * links, read as a number in the order of graph_space, are the least stands for all. Blocks that no association joins
 * permute independently of each other, so each part (blocks joined by associations) has a group of its own. A part of
 * one block without associations within it needs its objects' links in order, which comparing neighbours ensures; any
 * other part is compared under its whole group. */
#ifndef ENV_GRAPH_SYMMETRY_H
#define ENV_GRAPH_SYMMETRY_H

#include "env/graph_diagram.h"
#include "env/graph_space.h"

struct graph_symmetry;

struct graph_symmetry *graph_symmetry_new(const struct graph_space *space);
void graph_symmetry_free(struct graph_symmetry *symmetry);

/* Finds the blocks of these attributes. */
void graph_symmetry_set(struct graph_symmetry *symmetry, const int64_t *const *values);
/* Is there nothing to permute? */
bool graph_symmetry_trivial(const struct graph_symmetry *symmetry);
/* The same number for the same blocks, for caching: valid until graph_symmetry_forget(). */
uint32_t graph_symmetry_pattern(const struct graph_symmetry *symmetry);
void graph_symmetry_forget(struct graph_symmetry *symmetry); /* all numbers of patterns */

struct graph_conditions {
    VEC(diagram) list;
};

/* How much of the group goes into diagrams, which can get large. */
enum graph_symmetry_effort {
    GRAPH_SYMMETRY_NONE,
    GRAPH_SYMMETRY_NEIGHBOURS, /* exchanges of neighbours    */
    GRAPH_SYMMETRY_EXCHANGES,  /* exchanges of any two       */
    GRAPH_SYMMETRY_ALL         /* all permutations           */
};

/* Conditions that hold for the least graphs. False if they are true for some others, too: then ask
 * graph_symmetry_least() in addition. Groups of more than `max_order` permutations get GRAPH_SYMMETRY_EXCHANGES at
 * most. */
bool graph_symmetry_conditions(const struct graph_symmetry *symmetry, enum graph_symmetry_effort effort,
                               uint64_t max_order, struct diagrams *diagrams, struct graph_conditions *conditions);
/* Are these links (by number) the least? Adds to *steps what it took. Any answer once graph_gives_up(). */
bool graph_symmetry_least(struct graph_symmetry *symmetry, const bool *links, uint64_t *steps);

#endif
