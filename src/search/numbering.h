/* Numbers handles 0, 1, 2 … in the order in which they come. */
#ifndef SEARCH_NUMBERING_H
#define SEARCH_NUMBERING_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

struct numbering {
    VEC(uint64_t) handles; /* by number */
    uint32_t *table;       /* number + 1, or 0 */
    size_t table_size;
};

/* True if the handle had no number yet. */
bool numbering_add(struct numbering *numbering, uint64_t handle, uint32_t *number);
bool numbering_find(const struct numbering *numbering, uint64_t handle, uint32_t *number);
size_t numbering_memory(const struct numbering *numbering);
void numbering_free(struct numbering *numbering);

#endif
