/* Fair cycles, by strongly connected components (Tarjan).
 *
 * A component is fair iff every actor (from ts->owed_from on) makes a step inside it, or has no enabled step in one of
 * its nodes, or is not alive there. If a component is not fair, no cycle in it is; if it is, the cycle that visits all
 * of it is fair. Where an actor is only kept waiting (ts.h), having no step is not enough: it must never have one, so
 * that a cycle that is fair may lie in a part of a component that is not. As in Spin, an actor that has to wait because
 * another is inside an atomic sequence does not count as disabled. */
#ifndef SEARCH_FAIR_H
#define SEARCH_FAIR_H

#include "search/walk.h"

struct fair;

struct fair *fair_new(struct worker *worker);
void fair_free(struct fair *fair);           /* NULL is allowed */
size_t fair_memory(const struct fair *fair); /* 0 for NULL */

/* Acceptance: visits all that can be reached from an initial node, and reports what is wrong with it, cycles or not. */
void fair_search_from(struct fair *fair, const struct walk_successor *root);
/* Non-progress: visits what can be reached from this node, to which `outer` leads, without progress. */
void fair_search(struct fair *fair, const struct walk *outer, uint64_t root);

#endif
