/* Decision diagrams: boolean functions of the links of an object graph.
 *
 * Invariant: reduced and ordered. Equal functions are the same node, and a node tests a link with a smaller number than
 * its children do. Nodes live until diagrams_clear(). */
#ifndef ENV_GRAPH_DIAGRAM_H
#define ENV_GRAPH_DIAGRAM_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t diagram;

enum { DIAGRAM_FALSE = 0, DIAGRAM_TRUE = 1 };

struct diagrams;

/* Beyond `max_nodes` nodes every operation returns DIAGRAM_FALSE, and diagrams_full() says so. */
struct diagrams *diagrams_new(uint32_t max_nodes);
/* Asked now and then whether what is under way is to be given up: then it is as if there were too many nodes. */
void diagrams_ask(struct diagrams *diagrams, bool (*gives_up)(const void *context), const void *context);
void diagrams_free(struct diagrams *diagrams);
void diagrams_clear(struct diagrams *diagrams); /* forgets all nodes */
bool diagrams_full(const struct diagrams *diagrams);
uint32_t diagrams_nodes(const struct diagrams *diagrams);

diagram diagram_variable(struct diagrams *diagrams, uint32_t variable);
diagram diagram_not(struct diagrams *diagrams, diagram a);
diagram diagram_and(struct diagrams *diagrams, diagram a, diagram b);
diagram diagram_or(struct diagrams *diagrams, diagram a, diagram b);
diagram diagram_xor(struct diagrams *diagrams, diagram a, diagram b);
diagram diagram_choose(struct diagrams *diagrams, diagram condition, diagram then, diagram otherwise);

struct diagram_variables {
    VEC(uint32_t) list;
};
/* Adds the variables that the function depends on, in any order, perhaps ones that are there already. */
void diagram_support(struct diagrams *diagrams, diagram a, struct diagram_variables *variables);

/* Counting may have many functions, if no two of them depend on the same variable: first start, then count each; then
 * assignments can be had, as long as nothing else is asked of the diagrams. */
void diagrams_start_counting(struct diagrams *diagrams);
/* How many assignments of `variables` (increasing; at least all that `a` depends on) make `a` true. False if that does
 * not fit 64 bits. */
bool diagram_count(struct diagrams *diagrams, diagram a, const uint32_t *variables, size_t variable_count,
                   uint64_t *count);
/* The assignment of that number, in lexicographic order, 0 before 1; `values[i]` is that of variables[i]. The function
 * must have been counted with the same variables. */
void diagram_assignment(struct diagrams *diagrams, diagram a, const uint32_t *variables, size_t variable_count,
                        uint64_t number, bool *values);

#endif
