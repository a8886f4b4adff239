/* The walk through all assignments of attributes.
 *
 * Assignments come in lexicographic order. Among interchangeable objects the attributes never decrease from one object
 * to the next, which leaves one assignment of each isomorphism class; objects with equal attributes stay to be told
 * apart by their links. An assignment is left as soon as an invariant is false whatever the rest will be. */
#ifndef ENV_GRAPH_ATTRIBUTES_H
#define ENV_GRAPH_ATTRIBUTES_H

#include "env/graph_space.h"

struct graph_attributes;

struct graph_attributes *graph_attributes_new(const struct graph_space *space);
void graph_attributes_free(struct graph_attributes *walk);

/* Goes to the first assignment, or to the next one. False when there is none, or graph_gives_up(). */
bool graph_attributes_next(struct graph_attributes *walk);
void graph_attributes_restart(struct graph_attributes *walk);
/* How many attributes there are, their values, and going back to such values. */
size_t graph_attributes_count(const struct graph_attributes *walk);
void graph_attributes_get(const struct graph_attributes *walk, int64_t *values);
void graph_attributes_set(struct graph_attributes *walk, const int64_t *values);
/* Values tried so far: a measure of the work. */
uint64_t graph_attributes_steps(const struct graph_attributes *walk);
/* The values as of a world, where everything but attributes is 0 and not known. */
const struct ocl_world *graph_attributes_world(const struct graph_attributes *walk);

#endif
