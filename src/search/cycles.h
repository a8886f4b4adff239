/* Searches for cycles, by one thread.
 *
 * Acceptance cycles: nested depth-first search, with the early test of Schwoon and Esparza (TACAS 2005).
 * Non-progress cycles: inside the walk over all nodes, a second one over the nodes without progress, each once; a step
 * back to its own path closes a cycle.
 * Fair cycles: strongly connected components, see fair.h. */
#ifndef SEARCH_CYCLES_H
#define SEARCH_CYCLES_H

#include "search/job.h"

void cycles_search(struct job *job);

#endif
