/* What the kinds of stores have in common, and how store.c calls them. */
#ifndef SEARCH_STORE_KIND_H
#define SEARCH_STORE_KIND_H

#include "search/barrier.h"
#include "search/checkpoint.h"
#include "search/pages.h"
#include "search/store.h"

#include <stdalign.h>

/* How many states are looked at together, so that their cache misses overlap. */
enum { STORE_WINDOW = 32 };

/* How much room in a table a thread takes at once, not to fight for it with the others. */
static inline unsigned store_room_share(const struct store_options *options) {
    return options->threads > 1 ? 64 : 1 << 30;
}

struct store_thread {
    alignas(128) _Atomic uint64_t count; /* new states; written by the thread alone */
    bool joined;
};

struct store_class {
    bool (*open)(struct store *store); /* false: it does not fit; close() is called then, too */
    void (*close)(struct store *store);
    bool (*clear)(struct store *store); /* false: that is not cheap; NULL: it never is */
    /* Sets `*handle`, and counts a new state by store_count_new(). */
    enum store_answer (*insert)(struct store *store, unsigned thread, const void *state, uint32_t size, uint64_t hash,
                                uint64_t *handle);
    /* At most STORE_WINDOW of them. */
    void (*insert_window)(struct store *store, unsigned thread, struct store_item *items, size_t count);
    void (*prefetch)(const struct store *store, uint64_t hash);
    bool (*contains)(const struct store *store, const void *state, uint32_t size, uint64_t hash);
    double (*coverage)(const struct store *store);
    bool (*save)(const struct store *store, struct checkpoint_writer *out);
    bool (*load)(struct store *store, struct checkpoint_reader *in);
    /* NULL for lossy stores. */
    uint32_t (*read)(const struct store *store, uint64_t handle, void *state);
    void (*prefetch_state)(const struct store *store, uint64_t handle); /* NULL: does not help */
    unsigned (*flags_or)(struct store *store, uint64_t handle, unsigned bits);
    unsigned (*flags_and)(struct store *store, uint64_t handle, unsigned bits);
    unsigned (*flags)(const struct store *store, uint64_t handle);
    size_t size; /* of the struct that begins with struct store */
};

struct store {
    const struct store_class *class;
    struct store_options options;
    struct budget budget;
    struct barrier barrier;
    struct store_thread *threads;
};

static inline void store_count_new(struct store *store, unsigned thread) {
    _Atomic uint64_t *count = &store->threads[thread].count;
    atomic_store_explicit(count, atomic_load_explicit(count, memory_order_relaxed) + 1, memory_order_relaxed);
}

extern const struct store_class store_exact_class, store_tree_class, store_bitstate_class, store_hash_class;

#endif
