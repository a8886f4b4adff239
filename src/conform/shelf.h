/* A list that grows without moving what is in it: any number of threads may look at items while one adds.
 *
 * Invariant: page p holds the items from (2^p - 1) * SHELF_FIRST on, twice as many as the one before. */
#ifndef CONFORM_SHELF_H
#define CONFORM_SHELF_H

#include "base/invariant.h"
#include "base/memory.h"

#include <stdatomic.h>
#include <stdint.h>

enum { SHELF_FIRST = 64, SHELF_PAGES = 27 };

struct shelf {
    size_t item_size;
    atomic_size_t count;
    _Atomic(unsigned char *) pages[SHELF_PAGES];
};

static inline unsigned shelf_page(size_t index) {
    return (unsigned)(63 - __builtin_clzll((unsigned long long)index / SHELF_FIRST + 1));
}

static inline void *shelf_at(const struct shelf *shelf, size_t index) {
    unsigned page = shelf_page(index);
    size_t first = (((size_t)1 << page) - 1) * SHELF_FIRST;
    invariant_dear(index < atomic_load(&shelf->count) && index >= first && index - first < (size_t)SHELF_FIRST << page);
    return atomic_load_explicit(&shelf->pages[page], memory_order_acquire) + (index - first) * shelf->item_size;
}

static inline size_t shelf_count(const struct shelf *shelf) { return atomic_load(&shelf->count); }

/* One more item, all zero; it has the number that was the count before. One thread at a time. */
static inline void *shelf_add(struct shelf *shelf) {
    size_t index = shelf_count(shelf);
    unsigned page = shelf_page(index);
    if (!atomic_load(&shelf->pages[page]))
        atomic_store(&shelf->pages[page], memory_new(((size_t)SHELF_FIRST << page) * shelf->item_size));
    atomic_store(&shelf->count, index + 1);
    return shelf_at(shelf, index);
}

static inline void shelf_free(struct shelf *shelf) {
    for (unsigned i = 0; i < SHELF_PAGES; i++) free(atomic_load(&shelf->pages[i]));
}

#endif
