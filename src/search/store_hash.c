/* STORE_HASH: hash compaction. A state is represented by the 64 bits of its hash and nothing else.
 *
 * Invariant: the table holds, for every state that was added, its hash (0 is replaced by 1). Two states with the same
 * hash are taken for one, which with n states is missed n * n / 2^65 times on average. */
#include "search/hash.h"
#include "search/store_kind.h"
#include "search/table.h"

#include <stdlib.h>

enum { ENTRIES_PER_LINE = TABLE_LINE / 8, FIRST_LINES = 1 << 12, LINES_PER_SHARE = HUGE_PAGE / TABLE_LINE };

struct hash_thread {
    alignas(128) unsigned room; /* entries it may still add */
};

struct hash_store {
    struct store store;
    struct table table, old;
    struct hash_thread *threads;
    _Atomic uint64_t next_line; /* of the old table, to be put into the new one */
    bool growing;
};

static const struct hash_store *hash_const(const struct store *store) { return (const struct hash_store *)store; }
static struct hash_store *hash_of(struct store *store) { return (struct hash_store *)store; }

static _Atomic uint64_t *line_at(const struct table *table, uint64_t line) {
    return (_Atomic uint64_t *)(table->lines + line * TABLE_LINE);
}

/* Finds the fingerprint or, if `add` is set, puts it into the first empty entry; otherwise STORE_FULL means absent. */
static enum store_answer probe(const struct table *table, uint64_t hash, bool add) {
    if (!hash) hash = 1;
    uint64_t line = hash_reduce(hash, table->line_count);
    for (;;) {
        _Atomic uint64_t *entries = line_at(table, line);
        for (unsigned i = 0; i < ENTRIES_PER_LINE; i++) {
            _Atomic uint64_t *slot = &entries[(hash + i) & (ENTRIES_PER_LINE - 1)];
            uint64_t entry = atomic_load_explicit(slot, memory_order_relaxed);
            if (!entry && !add) return STORE_FULL;
            if (!entry &&
                atomic_compare_exchange_strong_explicit(slot, &entry, hash, memory_order_relaxed, memory_order_relaxed))
                return STORE_NEW;
            if (entry == hash) return STORE_OLD;
        }
        if (++line == table->line_count) line = 0;
    }
}

static void begin_growing(void *context) {
    struct hash_store *compact = context;
    compact->growing = false;
    if (atomic_load_explicit(&compact->table.room, memory_order_relaxed) > 0) return; /* it has just grown */
    compact->growing = table_grow(&compact->table, store_count(&compact->store), 0, &compact->old);
    for (unsigned i = 0; i < compact->store.options.threads; i++) compact->threads[i].room = 0;
    atomic_store_explicit(&compact->next_line, 0, memory_order_relaxed);
}

/* Fingerprints lie in the order of their size, nearly, in both tables: reading and writing are both sequential. */
static void move_lines(struct hash_store *compact, uint64_t start) {
    uint64_t end = start + LINES_PER_SHARE;
    if (end > compact->old.line_count) end = compact->old.line_count;
    for (uint64_t line = start; line < end; line++) {
        _Atomic uint64_t *entries = line_at(&compact->old, line);
        for (unsigned i = 0; i < ENTRIES_PER_LINE; i++) {
            uint64_t entry = atomic_load_explicit(&entries[i], memory_order_relaxed);
            if (entry) probe(&compact->table, entry, true);
        }
    }
    if (end - start == LINES_PER_SHARE) pages_release((void *)line_at(&compact->old, start), HUGE_PAGE);
}

static void share_growing(void *context) {
    struct hash_store *compact = context;
    uint64_t line;
    if (!compact->growing) return;
    while ((line = atomic_fetch_add_explicit(&compact->next_line, LINES_PER_SHARE, memory_order_relaxed)) <
           compact->old.line_count)
        move_lines(compact, line);
}

static void end_growing(void *context) {
    struct hash_store *compact = context;
    if (compact->growing) pages_unmap(compact->old.lines, compact->old.line_count * TABLE_LINE);
}

/* False: the table is full, and stays so. */
static bool grow(struct hash_store *compact) {
    if (compact->table.at_limit) return false;
    barrier_call(&compact->store.barrier, &(struct barrier_work){begin_growing, share_growing, end_growing, compact});
    return true;
}

static enum store_answer hash_insert(struct store *store, unsigned thread, const void *state, uint32_t size,
                                     uint64_t hash, uint64_t *handle) {
    (void)state, (void)size;
    struct hash_store *compact = hash_of(store);
    struct hash_thread *self = &compact->threads[thread];
    *handle = 0;
    while (!self->room) {
        self->room = table_take_room(&compact->table, store_room_share(&store->options));
        if (!self->room && !grow(compact)) return probe(&compact->table, hash, false);
    }
    enum store_answer answer = probe(&compact->table, hash, true);
    if (answer == STORE_NEW) {
        self->room--;
        store_count_new(store, thread);
    }
    return answer;
}

static void hash_prefetch(const struct store *store, uint64_t hash) {
    const struct table *table = &hash_const(store)->table;
    __builtin_prefetch(line_at(table, hash_reduce(hash, table->line_count)), 1);
}

static void hash_insert_window(struct store *store, unsigned thread, struct store_item *items, size_t count) {
    uint64_t hashes[STORE_WINDOW];
    for (size_t i = 0; i < count; i++) {
        hashes[i] = hash_bytes(items[i].state, items[i].size);
        hash_prefetch(store, hashes[i]);
    }
    for (size_t i = 0; i < count; i++)
        items[i].answer = hash_insert(store, thread, NULL, 0, hashes[i], &items[i].handle);
}

static bool hash_contains(const struct store *store, const void *state, uint32_t size, uint64_t hash) {
    (void)state, (void)size;
    return probe(&hash_const(store)->table, hash, false) == STORE_OLD;
}

static double hash_coverage(const struct store *store) {
    double missed_share = store_count(store) / 36893488147419103232.0; /* n / 2^65 */
    return 1 - missed_share;
}

static bool hash_open(struct store *store) {
    struct hash_store *compact = hash_of(store);
    compact->threads = pages_aligned(store->options.threads * sizeof *compact->threads);
    return compact->threads && table_open(&compact->table, &store->budget, sizeof(uint64_t), 85, 150, FIRST_LINES);
}

static void hash_close(struct store *store) {
    table_close(&hash_of(store)->table);
    free(hash_of(store)->threads);
}

static bool hash_save(const struct store *store, struct checkpoint_writer *out) {
    const struct table *table = &hash_const(store)->table;
    checkpoint_put_number(out, table->line_count);
    for (uint64_t line = 0; line < table->line_count; line++)
        checkpoint_put(out, table->lines + line * TABLE_LINE, TABLE_LINE);
    return !out->failed;
}

/* The table is built anew: its size may differ, and a file is not to be trusted with the order of entries. */
static bool hash_load(struct store *store, struct checkpoint_reader *in) {
    struct hash_store *compact = hash_of(store);
    uint64_t line_count = checkpoint_get_number(in), line[ENTRIES_PER_LINE], count = 0;
    if (store_count(store) > line_count * ENTRIES_PER_LINE || !table_fit(&compact->table, store_count(store)))
        return false;
    for (uint64_t i = 0; i < line_count && !in->failed; i++) {
        checkpoint_get(in, line, sizeof line);
        for (unsigned j = 0; j < ENTRIES_PER_LINE; j++) {
            if (!line[j]) continue;
            if (count++ == store_count(store)) return false;
            if (probe(&compact->table, line[j], true) != STORE_NEW) return false;
        }
    }
    return !in->failed && count == store_count(store);
}

const struct store_class store_hash_class = {.open = hash_open,
                                             .close = hash_close,
                                             .insert = hash_insert,
                                             .insert_window = hash_insert_window,
                                             .prefetch = hash_prefetch,
                                             .contains = hash_contains,
                                             .coverage = hash_coverage,
                                             .save = hash_save,
                                             .load = hash_load,
                                             .size = sizeof(struct hash_store)};
