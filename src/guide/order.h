/* In which order the components of a guide are explored, so that little is kept at once.
 *
 * A component can be explored when all that it is entered from is; it is kept until all that is entered from it is
 * explored. How many states each will have is not known before, so what counts is its weight: how many places it has.
 * The order is one of those whose greatest weight at once is smallest, for up to GUIDE_ORDER_EXACT components; beyond
 * that, each next one is chosen that leaves the smallest weight. */
#ifndef GUIDE_ORDER_H
#define GUIDE_ORDER_H

#include <stddef.h>
#include <stdint.h>

enum { GUIDE_ORDER_EXACT = 16 };

struct guide_entry {
    uint32_t from, to; /* components */
};

/* `order` gets all components below `count`, each after those it is entered from. Entries are all different, and lead
 * to larger numbers. */
void guide_order(const struct guide_entry *entries, size_t entry_count, const uint32_t *weights, uint32_t count,
                 uint32_t *order);

#endif
