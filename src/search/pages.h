/* Memory from the system in large pieces, counted against a budget.
 * Invariant: `used` is the sum of what was taken and not given back, and exceeds `limit` at most by what
 * was taken anyway. */
#ifndef SEARCH_PAGES_H
#define SEARCH_PAGES_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct budget {
    _Atomic size_t used;
    size_t limit; /* SIZE_MAX: none */
};

bool budget_take(struct budget *budget, size_t size);        /* false: it would exceed the limit; nothing was taken */
void budget_take_anyway(struct budget *budget, size_t size); /* beyond the limit, if need be: for what cannot fail */
void budget_give(struct budget *budget, size_t size);
size_t budget_left(const struct budget *budget);

/* Zeroed, page-aligned memory that costs nothing until touched; NULL if there is no address space. Not counted. */
void *pages_map(size_t size);
void pages_unmap(void *pages, size_t size); /* NULL is allowed */

/* Takes the memory, but not the addresses, from whole huge pages: they read as zero from now on. */
void pages_release(void *pages, size_t size);
enum { HUGE_PAGE = 1 << 21 };

/* Zeroed memory for per-thread data that share no cache line; NULL if there is none; free() it. Not counted. */
void *pages_aligned(size_t size);

/* A byte space that only grows and never moves. It is handed out in chunks of one size, each of which starts zeroed
 * and belongs to the thread that took it. A position in the space stays valid until slabs_close(). */
enum { SLAB_LOG2 = 24, SLAB_SIZE = 1 << SLAB_LOG2, SLAB_COUNT = 1 << 18 };

struct slabs {
    struct budget *budget;
    size_t chunk_size; /* a power of two, at most SLAB_SIZE */
    uint64_t most_chunks;
    _Atomic uint64_t chunk_count;
    unsigned char *_Atomic *directory; /* SLAB_COUNT of them, NULL where none is yet */
    pthread_mutex_t mutex;             /* held to map a slab */
};

bool slabs_open(struct slabs *slabs, struct budget *budget, size_t chunk_size,
                uint64_t most_chunks); /* false: out of memory */
void slabs_close(struct slabs *slabs);
/* The number of a new chunk; UINT64_MAX when the budget or the machine is exhausted. */
uint64_t slabs_take_chunk(struct slabs *slabs);
/* All chunks, which the caller has zeroed, may be taken anew. */
void slabs_give_back(struct slabs *slabs);

static inline unsigned char *slabs_at(const struct slabs *slabs, uint64_t position) {
    /* Whoever knows a position got it through an acquire load from whoever mapped the slab. */
    unsigned char *slab = atomic_load_explicit(&slabs->directory[position >> SLAB_LOG2], memory_order_relaxed);
    return slab + (position & (SLAB_SIZE - 1));
}

#endif
