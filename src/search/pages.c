#include "search/pages.h"

#include "base/invariant.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

bool budget_take(struct budget *budget, size_t size) {
    size_t used = atomic_load_explicit(&budget->used, memory_order_relaxed);
    do {
        if (used > budget->limit || size > budget->limit - used) return false;
    } while (!atomic_compare_exchange_weak_explicit(&budget->used, &used, used + size, memory_order_relaxed,
                                                    memory_order_relaxed));
    return true;
}

void budget_take_anyway(struct budget *budget, size_t size) {
    atomic_fetch_add_explicit(&budget->used, size, memory_order_relaxed);
}

void budget_give(struct budget *budget, size_t size) {
    size_t used = atomic_fetch_sub_explicit(&budget->used, size, memory_order_relaxed);
    invariant(used >= size);
}

size_t budget_left(const struct budget *budget) {
    size_t used = atomic_load_explicit(&budget->used, memory_order_relaxed);
    return used < budget->limit ? budget->limit - used : 0;
}

/* Large mappings consist of whole huge pages, which spare most of the address translation misses of random access. */
static size_t mapped_size(size_t size) {
    return size < HUGE_PAGE ? size : (size + HUGE_PAGE - 1) & ~(size_t)(HUGE_PAGE - 1);
}

static unsigned char *map(size_t size) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

void *pages_map(size_t size) {
    if (size < HUGE_PAGE) return map(size);
    size = mapped_size(size);
    unsigned char *pages = map(size + HUGE_PAGE);
    if (!pages) return NULL;
    size_t before = -(uintptr_t)pages & (HUGE_PAGE - 1);
    if (before) munmap(pages, before);
    munmap(pages + before + size, HUGE_PAGE - before);
    madvise(pages + before, size, MADV_HUGEPAGE);
    return pages + before;
}

void pages_unmap(void *pages, size_t size) {
    if (pages) munmap(pages, mapped_size(size));
}

void pages_release(void *pages, size_t size) { madvise(pages, size, MADV_DONTNEED); }

void *pages_aligned(size_t size) {
    size = (size + 127) & ~(size_t)127;
    void *memory = aligned_alloc(128, size);
    return memory ? memset(memory, 0, size) : NULL;
}

bool slabs_open(struct slabs *slabs, struct budget *budget, size_t chunk_size, uint64_t most_chunks) {
    slabs->budget = budget;
    slabs->chunk_size = chunk_size;
    slabs->most_chunks = most_chunks;
    atomic_init(&slabs->chunk_count, 0);
    slabs->directory = (void *)map(SLAB_COUNT * sizeof *slabs->directory);
    if (!slabs->directory) return false;
    madvise(slabs->directory, SLAB_COUNT * sizeof *slabs->directory, MADV_NOHUGEPAGE);
    pthread_mutex_init(&slabs->mutex, NULL);
    return true;
}

void slabs_close(struct slabs *slabs) {
    if (!slabs->directory) return;
    for (size_t i = 0; i < SLAB_COUNT && slabs->directory[i]; i++) pages_unmap(slabs->directory[i], SLAB_SIZE);
    pages_unmap(slabs->directory, SLAB_COUNT * sizeof *slabs->directory);
    pthread_mutex_destroy(&slabs->mutex);
}

/* Slabs are mapped in order, so that the directory has no gaps. */
static bool map_slab(struct slabs *slabs, uint64_t slab) {
    if (slab >= SLAB_COUNT) return false;
    if (!atomic_load_explicit(&slabs->directory[slab], memory_order_relaxed)) {
        unsigned char *pages = pages_map(SLAB_SIZE);
        if (!pages) return false;
        if (slab == 0)
            madvise(pages, HUGE_PAGE, MADV_NOHUGEPAGE); /* a small search touches little more than it needs */
        atomic_store_explicit(&slabs->directory[slab], pages, memory_order_release);
    }
    return true;
}

uint64_t slabs_take_chunk(struct slabs *slabs) {
    if (!budget_take(slabs->budget, slabs->chunk_size)) return UINT64_MAX;
    pthread_mutex_lock(&slabs->mutex);
    uint64_t chunk = atomic_load_explicit(&slabs->chunk_count, memory_order_relaxed);
    bool ok = chunk < slabs->most_chunks && map_slab(slabs, chunk * slabs->chunk_size >> SLAB_LOG2);
    if (ok) atomic_store_explicit(&slabs->chunk_count, chunk + 1, memory_order_relaxed);
    pthread_mutex_unlock(&slabs->mutex);
    if (ok) return chunk;
    budget_give(slabs->budget, slabs->chunk_size);
    return UINT64_MAX;
}

void slabs_give_back(struct slabs *slabs) {
    uint64_t chunks = atomic_exchange_explicit(&slabs->chunk_count, 0, memory_order_relaxed);
    budget_give(slabs->budget, chunks * slabs->chunk_size);
}
