/* Evaluation of OCL for all links at once: the attributes are given, the links are variables of diagrams. */
#ifndef ENV_GRAPH_SYMBOLIC_H
#define ENV_GRAPH_SYMBOLIC_H

#include "env/graph_space.h"
#include "env/graph_symbol.h"

/* In which graphs is the boolean true, in which false? In the others, evaluation fails. `world` has the attributes; the
 * arena is for intermediate results. */
void graph_symbolic_evaluate(const struct graph_space *space, const struct ocl_world *world, struct diagrams *diagrams,
                             struct arena *arena, const struct ocl_expression *expression, unsigned self, diagram *yes,
                             diagram *no);

#endif
