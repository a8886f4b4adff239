/* All numberings of a graph's objects: the graphs that renumbering the objects of some classes makes of it, each once.
 */
#ifndef ENV_NUMBERINGS_H
#define ENV_NUMBERINGS_H

#include "env/graphs.h"

struct env_numberings;

/* `classes[c]`: the objects of this class are renumbered. */
struct env_numberings *env_numberings_new(const struct env_model *model, const struct env_graph *graph,
                                          const unsigned char *classes);
void env_numberings_free(struct env_numberings *numberings);
/* How many ways to number the objects there are, or max + 1 if they are more than that. */
uint64_t env_numberings_ways(const struct env_model *model, const struct env_graph *graph, const unsigned char *classes,
                             uint64_t max);
/* The next graph, valid until the next call; the first one is the graph itself. NULL after the last. */
const struct env_graph *env_numberings_next(struct env_numberings *numberings);

#endif
