/* From which states can somebody have his way? Steps come in groups: who chooses a group gets one of its steps, and not
 * the one that he wants. The attractor of a set of states is those from which a choice of groups leads into the set,
 * whichever steps come of it.
 *
 * Built once from the edges of a graph, and asked for any number of sets. */
#ifndef SEARCH_ATTRACTOR_H
#define SEARCH_ATTRACTOR_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

struct attractor_edge {
    uint32_t from, to;
    uint32_t group; /* of one state's; every group has an edge */
};

struct attractor;

/* States and groups are numbered from 0 on; the edges are looked at as long as it lives. */
struct attractor *attractor_new(const struct attractor_edge *edges, size_t edge_count, uint32_t state_count,
                                uint32_t group_count);
void attractor_free(struct attractor *attractor);

/* `in`, by state: the set; it becomes its attractor. */
void attractor_extend(const struct attractor *attractor, bool *in);

#endif
