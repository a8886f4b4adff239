/* A private set of byte strings, numbered 0, 1, 2 … in the order in which they came. For one thread; for what is small
 * beside the store: long atomic sequences, the search for a short counterexample. */
#ifndef SEARCH_NODESET_H
#define SEARCH_NODESET_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

struct nodeset_node {
    uint64_t hash;
    size_t offset;
    uint32_t size;
};

struct nodeset {
    VEC(struct nodeset_node) nodes;
    VEC(unsigned char) bytes;
    uint32_t *table; /* number + 1 of a node, or 0 */
    size_t table_size;
};

/* True if it was not there. `number` names it. `hash` is any good hash of the bytes. */
bool nodeset_add(struct nodeset *set, const void *bytes, uint32_t size, uint64_t hash, uint32_t *number);
bool nodeset_find(const struct nodeset *set, const void *bytes, uint32_t size, uint64_t hash, uint32_t *number);
/* Valid until the next nodeset_add(). */
const void *nodeset_get(const struct nodeset *set, uint32_t number, uint32_t *size);
void nodeset_clear(struct nodeset *set); /* empty, keeps its memory */
void nodeset_free(struct nodeset *set);

#endif
