/* A cell: all object graphs with the same attributes.
 *
 * Every condition on the links (multiplicities, invariants with the attributes put in, being the least of the
 * isomorphic ones) is a decision diagram. Links that no condition ties together are independent: the conditions fall
 * apart into components, and a graph of the cell is a choice of one assignment for each of them. So the number of
 * graphs is a product, and the number of a graph is a number in mixed radix. */
#ifndef ENV_GRAPH_CELL_H
#define ENV_GRAPH_CELL_H

#include "env/graph_attributes.h"
#include "env/graph_symmetry.h"

struct graph_cells; /* what the cells of a space share; holds one cell at a time */

struct graph_cells *graph_cells_new(const struct graph_space *space);
void graph_cells_free(struct graph_cells *cells);

enum graph_cell_outcome {
    GRAPH_CELL_DONE,
    GRAPH_CELL_OVERFLOW, /* more graphs than 64 bits can count     */
    GRAPH_CELL_LIMIT,    /* more steps than allowed                */
    GRAPH_CELL_COMPLEX,  /* the diagrams get too large             */
    GRAPH_CELL_FAILURE,  /* an invariant cannot be evaluated       */
    GRAPH_CELL_GIVEN_UP  /* graph_gives_up(); *count are those found so far */
};

/* Makes the cell of the walk's attributes and counts its graphs. Adds to *steps; gives up beyond `limit` of them (0:
 * none). */
enum graph_cell_outcome graph_cell_make(struct graph_cells *cells, const struct graph_attributes *walk, uint64_t limit,
                                        uint64_t *steps, uint64_t *count);
/* The links of a graph of the cell, by link number; valid until the next call. */
const bool *graph_cell_links(struct graph_cells *cells, uint64_t number);
/* After GRAPH_CELL_FAILURE: the invariant. */
const struct ocl_expression *graph_cell_failed(const struct graph_cells *cells);

#endif
