/* The front of all stores: threads, counting and checkpoint headers; the kinds do the rest. */
#include "base/invariant.h"
#include "search/hash.h"
#include "search/store_kind.h"

#include <stdlib.h>

static const struct store_class *const classes[] = {[STORE_EXACT] = &store_exact_class,
                                                    [STORE_TREE] = &store_tree_class,
                                                    [STORE_BITSTATE] = &store_bitstate_class,
                                                    [STORE_HASH] = &store_hash_class};

enum { LARGEST_STATE = (1 << 23) - 1 };

static const uint64_t checkpoint_magic = UINT64_C(0x0265726f74736b63); /* "ckstore" and a version */

struct store *store_new(const struct store_options *options) {
    if (options->max_state_size > LARGEST_STATE) return NULL;
    struct store *store = pages_aligned(classes[options->kind]->size);
    if (!store) return NULL;
    store->class = classes[options->kind];
    store->options = *options;
    if (!store->options.threads) store->options.threads = 1;
    store->budget.limit = options->memory_limit ? options->memory_limit : SIZE_MAX;
    store->threads = pages_aligned(store->options.threads * sizeof *store->threads);
    barrier_open(&store->barrier, store->options.threads == 1);
    if (store->threads && store->class->open(store)) return store;
    store_free(store);
    return NULL;
}

void store_free(struct store *store) {
    if (!store) return;
    store->class->close(store);
    barrier_close(&store->barrier);
    free(store->threads);
    free(store);
}

static bool same_options(const struct store_options *a, const struct store_options *b) {
    return a->kind == b->kind && a->max_state_size == b->max_state_size && a->threads == b->threads &&
           a->memory_limit == b->memory_limit && a->bitstate_log2 == b->bitstate_log2;
}

bool store_reuse(struct store *store, const struct store_options *options) {
    if (!store->class->clear || store->options.threads != 1 || !same_options(&store->options, options)) return false;
    if (!store->class->clear(store)) return false;
    atomic_store_explicit(&store->threads[0].count, 0, memory_order_relaxed);
    return true;
}

uint64_t store_hash(const void *state, uint32_t size) { return hash_bytes(state, size); }

void store_prefetch(const struct store *store, uint64_t hash) { store->class->prefetch(store, hash); }

void store_join(struct store *store, unsigned thread) {
    struct store_thread *self = &store->threads[thread];
    if (self->joined) return;
    self->joined = true;
    if (!store->barrier.alone) barrier_join(&store->barrier);
}

void store_leave(struct store *store, unsigned thread) {
    struct store_thread *self = &store->threads[thread];
    if (!self->joined) return;
    self->joined = false;
    if (!store->barrier.alone) barrier_leave(&store->barrier);
}

void store_pause_point(struct store *store, unsigned thread) {
    if (store->threads[thread].joined) barrier_pause(&store->barrier);
}

static void enter(struct store *store, unsigned thread) {
    if (store->threads[thread].joined)
        barrier_pause(&store->barrier);
    else
        store_join(store, thread);
}

enum store_answer store_insert(struct store *store, unsigned thread, const void *state, uint32_t size, uint64_t hash,
                               uint64_t *handle) {
    enter(store, thread);
    uint64_t found = 0;
    enum store_answer answer = store->class->insert(store, thread, state, size, hash, &found);
    invariant_dear(answer == STORE_FULL || store_contains(store, state, size, hash));
    if (handle) *handle = found;
    return answer;
}

void store_insert_batch(struct store *store, unsigned thread, struct store_item *items, size_t count) {
    enter(store, thread);
    for (size_t first = 0; first < count; first += STORE_WINDOW) {
        size_t window = count - first < STORE_WINDOW ? count - first : STORE_WINDOW;
        store->class->insert_window(store, thread, items + first, window);
    }
}

bool store_contains(const struct store *store, const void *state, uint32_t size, uint64_t hash) {
    return store->class->contains(store, state, size, hash);
}

uint32_t store_read(const struct store *store, uint64_t handle, void *state) {
    return store->class->read(store, handle, state);
}

void store_prefetch_state(const struct store *store, uint64_t handle) {
    if (store->class->prefetch_state) store->class->prefetch_state(store, handle);
}

unsigned store_flags(const struct store *store, uint64_t handle) { return store->class->flags(store, handle); }

unsigned store_flags_or(struct store *store, uint64_t handle, unsigned bits) {
    return store->class->flags_or(store, handle, bits & 0xff);
}

unsigned store_flags_and(struct store *store, uint64_t handle, unsigned bits) {
    return store->class->flags_and(store, handle, bits & 0xff);
}

uint64_t store_count(const struct store *store) {
    uint64_t count = 0;
    for (unsigned i = 0; i < store->options.threads; i++)
        count += atomic_load_explicit(&store->threads[i].count, memory_order_relaxed);
    return count;
}

size_t store_memory(const struct store *store) {
    return atomic_load_explicit(&store->budget.used, memory_order_relaxed);
}

bool store_is_exact(const struct store *store) { return store->class->read != NULL; }

double store_coverage(const struct store *store) { return store->class->coverage ? store->class->coverage(store) : 1; }

bool store_save(const struct store *store, FILE *file) {
    struct checkpoint_writer out = {.file = file};
    checkpoint_put_number(&out, checkpoint_magic);
    checkpoint_put_number(&out, store->options.kind);
    checkpoint_put_number(&out, store->options.max_state_size);
    checkpoint_put_number(&out, store_count(store));
    return store->class->save(store, &out) && checkpoint_end_writing(&out);
}

struct store *store_load(const struct store_options *options, FILE *file) {
    struct checkpoint_reader in = {.file = file};
    if (checkpoint_get_number(&in) != checkpoint_magic || checkpoint_get_number(&in) != options->kind ||
        checkpoint_get_number(&in) != options->max_state_size)
        return NULL;
    uint64_t count = checkpoint_get_number(&in);
    struct store *store = store_new(options);
    if (!store) return NULL;
    atomic_store_explicit(&store->threads[0].count, count, memory_order_relaxed);
    if (!in.failed && store->class->load(store, &in) && checkpoint_end_reading(&in)) return store;
    store_free(store);
    return NULL;
}
