/* STORE_EXACT: whole states, one after the other, in memory that never moves, and a table of 8-byte entries.
 *
 * A record is a 32-bit header (size + 1, and 8 bits of flags) and the state's bytes, padded to 4; its handle is its
 * position divided by 4. An entry is 24 bits of the state's hash and the 40-bit handle. Invariant: a record is complete
 * before its entry is set, and never changes afterwards, except for the flags; the rest of a chunk is zero, so that
 * all records can be found without the table, which is how the table grows. */
#include "base/invariant.h"
#include "search/hash.h"
#include "search/store_kind.h"
#include "search/table.h"

#include <stdlib.h>

enum {
    HANDLE_BITS = 40,
    FLAG_BITS = 8,
    ENTRIES_PER_LINE = TABLE_LINE / 8,
    FIRST_LINES = 1 << 6,
    WRITE_AHEAD = 1024,
    MOST_CLEARED = 1 << 20 /* bytes */
};
static const uint64_t handle_mask = (UINT64_C(1) << HANDLE_BITS) - 1;

struct exact_thread {
    alignas(128) uint64_t next; /* position of the next record */
    uint64_t end;               /* of the thread's chunk       */
    unsigned room;              /* entries it may still add    */
};

struct exact_store {
    struct store store;
    struct table table;
    struct slabs records;
    struct exact_thread *threads;
    _Atomic uint64_t next_chunk; /* to be put into a new table */
    bool growing;
};

static const struct exact_store *exact_const(const struct store *store) { return (const struct exact_store *)store; }
static struct exact_store *exact_of(struct store *store) { return (struct exact_store *)store; }

static size_t record_size(uint32_t size) { return (sizeof(uint32_t) + size + 3) & ~(size_t)3; }

static _Atomic uint32_t *record_at(const struct exact_store *exact, uint64_t handle) {
    return (_Atomic uint32_t *)slabs_at(&exact->records, handle * 4);
}

static uint32_t size_of_record(const _Atomic uint32_t *record) {
    return (atomic_load_explicit(record, memory_order_relaxed) >> FLAG_BITS) - 1;
}

static _Atomic uint64_t *line_at(const struct table *table, uint64_t line) {
    return (_Atomic uint64_t *)(table->lines + line * TABLE_LINE);
}

/* Probing starts in the middle of a line, which it searches all around before it goes on to the next. */
static unsigned first_slot(uint64_t hash) { return hash >> 24 & (ENTRIES_PER_LINE - 1); }
static uint64_t tag_of(uint64_t hash) { return hash << HANDLE_BITS; }

static bool same_state(const struct exact_store *exact, uint64_t entry, const void *state, uint32_t size) {
    const _Atomic uint32_t *record = record_at(exact, entry & handle_mask);
    return size_of_record(record) == size && memcmp((const void *)(record + 1), state, size) == 0;
}

/* The handle of a new record; 0 when there is no memory. */
static uint64_t write_record(struct exact_store *exact, struct exact_thread *self, const void *state, uint32_t size) {
    size_t needed = record_size(size);
    if (self->next + needed > self->end) {
        uint64_t chunk = slabs_take_chunk(&exact->records);
        if (chunk == UINT64_MAX) return 0;
        self->next = chunk * exact->records.chunk_size;
        self->end = self->next + exact->records.chunk_size;
        if (!chunk) self->next += sizeof(uint64_t); /* 0 is no handle */
    }
    uint64_t handle = self->next / 4;
    _Atomic uint32_t *record = record_at(exact, handle);
    atomic_store_explicit(record, (size + 1) << FLAG_BITS, memory_order_relaxed);
    memcpy((void *)(record + 1), state, size);
    self->next += needed;
    /* Soon to be written: setting an entry would have to wait for these lines. */
    if (self->next + WRITE_AHEAD < self->end) __builtin_prefetch((char *)record + WRITE_AHEAD, 1);
    return handle;
}

static void take_back_record(struct exact_store *exact, struct exact_thread *self, uint64_t handle) {
    memset((void *)record_at(exact, handle), 0, self->next - handle * 4);
    self->next = handle * 4;
}

/* Puts a handle that is not there into a table that no thread searches. */
static void place(struct table *table, uint64_t hash, uint64_t handle) {
    uint64_t line = hash_reduce(hash, table->line_count);
    unsigned slot = first_slot(hash);
    for (;;) {
        _Atomic uint64_t *entries = line_at(table, line);
        for (unsigned i = 0; i < ENTRIES_PER_LINE; i++) {
            uint64_t empty = 0;
            if (atomic_compare_exchange_strong_explicit(&entries[(slot + i) & (ENTRIES_PER_LINE - 1)], &empty,
                                                        tag_of(hash) | handle, memory_order_relaxed,
                                                        memory_order_relaxed))
                return;
        }
        if (++line == table->line_count) line = 0;
    }
}

static uint64_t first_record_of(const struct exact_store *exact, uint64_t chunk) {
    return chunk ? chunk * exact->records.chunk_size : sizeof(uint64_t);
}

/* Records wait in a ring until the lines they go to have come from memory. */
static void place_chunk(struct exact_store *exact, uint64_t chunk) {
    struct {
        uint64_t hash, handle;
    } ring[STORE_WINDOW] = {0};
    unsigned turn = 0;
    uint64_t position = first_record_of(exact, chunk), end = (chunk + 1) * exact->records.chunk_size;
    while (position < end) {
        const _Atomic uint32_t *record = record_at(exact, position / 4);
        if (!atomic_load_explicit(record, memory_order_relaxed)) break;
        uint32_t size = size_of_record(record);
        if (ring[turn].handle) place(&exact->table, ring[turn].hash, ring[turn].handle);
        ring[turn].hash = hash_bytes((const void *)(record + 1), size);
        ring[turn].handle = position / 4;
        __builtin_prefetch(line_at(&exact->table, hash_reduce(ring[turn].hash, exact->table.line_count)), 1);
        turn = (turn + 1) % STORE_WINDOW;
        position += record_size(size);
    }
    for (unsigned i = 0; i < STORE_WINDOW; i++)
        if (ring[i].handle) place(&exact->table, ring[i].hash, ring[i].handle);
}

static void begin_growing(void *context) {
    struct exact_store *exact = context;
    exact->growing = false;
    if (atomic_load_explicit(&exact->table.room, memory_order_relaxed) > 0) return; /* it has just grown */
    uint64_t count = store_count(&exact->store);
    uint64_t bytes =
        atomic_load_explicit(&exact->records.chunk_count, memory_order_relaxed) * exact->records.chunk_size;
    exact->growing = table_grow(&exact->table, count, bytes / (count + 1), NULL);
    for (unsigned i = 0; i < exact->store.options.threads; i++) exact->threads[i].room = 0;
    atomic_store_explicit(&exact->next_chunk, 0, memory_order_relaxed);
}

static void share_growing(void *context) {
    struct exact_store *exact = context;
    if (!exact->growing) return;
    uint64_t chunk, chunks = atomic_load_explicit(&exact->records.chunk_count, memory_order_relaxed);
    while ((chunk = atomic_fetch_add_explicit(&exact->next_chunk, 1, memory_order_relaxed)) < chunks)
        place_chunk(exact, chunk);
}

static void end_growing(void *context) { (void)context; }

/* False: the table is full, and stays so. */
static bool grow(struct exact_store *exact) {
    if (exact->table.at_limit) return false;
    barrier_call(&exact->store.barrier, &(struct barrier_work){begin_growing, share_growing, end_growing, exact});
    return true;
}

/* False, with the entry that somebody else has set, if the slot is not empty any more. */
static bool set_entry(const struct exact_store *exact, _Atomic uint64_t *slot, uint64_t *entry, uint64_t value) {
    if (exact->store.barrier.alone) { /* spares the locked instruction, which is most of the cost */
        atomic_store_explicit(slot, value, memory_order_relaxed);
        return true;
    }
    return atomic_compare_exchange_strong_explicit(slot, entry, value, memory_order_acq_rel, memory_order_acquire);
}

/* Looks for the state. At the first empty entry, adds it there for the thread `self`; STORE_FULL if that is NULL, or
 * has no room in the table, or there is no memory. */
static enum store_answer probe(struct exact_store *exact, struct exact_thread *self, const void *state, uint32_t size,
                               uint64_t hash, uint64_t *handle) {
    uint64_t line = hash_reduce(hash, exact->table.line_count), tag = tag_of(hash), record = 0;
    unsigned first = first_slot(hash);
    for (;;) {
        _Atomic uint64_t *entries = line_at(&exact->table, line);
        for (unsigned i = 0; i < ENTRIES_PER_LINE; i++) {
            _Atomic uint64_t *slot = &entries[(first + i) & (ENTRIES_PER_LINE - 1)];
            uint64_t entry = atomic_load_explicit(slot, memory_order_acquire);
            if (!entry) {
                if (!self || !self->room) return STORE_FULL;
                if (!record && !(record = write_record(exact, self, state, size))) return STORE_FULL;
                if (set_entry(exact, slot, &entry, tag | record)) {
                    self->room--;
                    *handle = record;
                    return STORE_NEW;
                }
            }
            if (!((entry ^ tag) >> HANDLE_BITS) && same_state(exact, entry, state, size)) {
                if (record) take_back_record(exact, self, record); /* somebody else was faster */
                *handle = entry & handle_mask;
                return STORE_OLD;
            }
        }
        if (++line == exact->table.line_count) line = 0;
    }
}

static enum store_answer exact_insert(struct store *store, unsigned thread, const void *state, uint32_t size,
                                      uint64_t hash, uint64_t *handle) {
    struct exact_store *exact = exact_of(store);
    struct exact_thread *self = &exact->threads[thread];
    *handle = 0;
    for (;;) {
        enum store_answer answer = probe(exact, self, state, size, hash, handle);
        if (answer == STORE_NEW) store_count_new(store, thread);
        if (answer != STORE_FULL || self->room) return answer;
        self->room = table_take_room(&exact->table, store_room_share(&store->options));
        if (!self->room && !grow(exact)) return STORE_FULL;
    }
}

static void exact_prefetch(const struct store *store, uint64_t hash) {
    const struct table *table = &exact_const(store)->table;
    __builtin_prefetch(line_at(table, hash_reduce(hash, table->line_count)), 1);
}

/* The record that a state with this hash will probably be compared with. */
static void prefetch_record(const struct exact_store *exact, uint64_t hash, uint32_t size) {
    _Atomic uint64_t *entries = line_at(&exact->table, hash_reduce(hash, exact->table.line_count));
    unsigned first = first_slot(hash);
    for (unsigned i = 0; i < ENTRIES_PER_LINE; i++) {
        uint64_t entry = atomic_load_explicit(&entries[(first + i) & (ENTRIES_PER_LINE - 1)], memory_order_acquire);
        if (!entry) return;
        if ((entry ^ tag_of(hash)) >> HANDLE_BITS) continue;
        const unsigned char *record = (const unsigned char *)record_at(exact, entry & handle_mask);
        for (uint32_t i = 0; i < size; i += TABLE_LINE) __builtin_prefetch(record + i);
        __builtin_prefetch(record + size + sizeof(uint32_t) - 1); /* records begin anywhere in a line */
        return;
    }
}

static void exact_insert_window(struct store *store, unsigned thread, struct store_item *items, size_t count) {
    uint64_t hashes[STORE_WINDOW];
    for (size_t i = 0; i < count; i++) {
        hashes[i] = hash_bytes(items[i].state, items[i].size);
        exact_prefetch(store, hashes[i]);
    }
    for (size_t i = 0; i < count; i++) prefetch_record(exact_const(store), hashes[i], items[i].size);
    for (size_t i = 0; i < count; i++)
        items[i].answer = exact_insert(store, thread, items[i].state, items[i].size, hashes[i], &items[i].handle);
}

static bool exact_contains(const struct store *store, const void *state, uint32_t size, uint64_t hash) {
    uint64_t handle;
    return probe((struct exact_store *)store, NULL, state, size, hash, &handle) == STORE_OLD;
}

static uint32_t exact_read(const struct store *store, uint64_t handle, void *state) {
    const _Atomic uint32_t *record = record_at(exact_const(store), handle);
    uint32_t size = size_of_record(record);
    memcpy(state, (const void *)(record + 1), size);
    return size;
}

/* How large it is will only be known when it has come. */
static void exact_prefetch_state(const struct store *store, uint64_t handle) {
    const char *record = (const char *)record_at(exact_const(store), handle);
    __builtin_prefetch(record);
    __builtin_prefetch(record + TABLE_LINE);
}

static const unsigned flag_mask = (1 << FLAG_BITS) - 1;

static unsigned exact_flags(const struct store *store, uint64_t handle) {
    return atomic_load_explicit(record_at(exact_const(store), handle), memory_order_acquire) & flag_mask;
}

static unsigned exact_flags_or(struct store *store, uint64_t handle, unsigned bits) {
    return atomic_fetch_or_explicit(record_at(exact_of(store), handle), bits, memory_order_acq_rel) & flag_mask;
}

static unsigned exact_flags_and(struct store *store, uint64_t handle, unsigned bits) {
    return atomic_fetch_and_explicit(record_at(exact_of(store), handle), bits | ~flag_mask, memory_order_acq_rel) &
           flag_mask;
}

static bool exact_open(struct store *store) {
    struct exact_store *exact = exact_of(store);
    size_t chunk_size = 1 << 16;
    while (chunk_size < 8 * record_size(store->options.max_state_size) && chunk_size < SLAB_SIZE) chunk_size *= 2;
    exact->threads = pages_aligned(store->options.threads * sizeof *exact->threads);
    return exact->threads &&
           slabs_open(&exact->records, &store->budget, chunk_size, (handle_mask + 1) * 4 / chunk_size) &&
           table_open(&exact->table, &store->budget, sizeof(uint64_t), 80, 200, FIRST_LINES);
}

static void exact_close(struct store *store) {
    struct exact_store *exact = exact_of(store);
    table_close(&exact->table);
    slabs_close(&exact->records);
    free(exact->threads);
}

/* Of a store with one thread, which has filled one chunk after the other. */
static bool exact_clear(struct store *store) {
    struct exact_store *exact = exact_of(store);
    struct exact_thread *self = &exact->threads[0];
    if (store_memory(store) > MOST_CLEARED || exact->table.at_limit) return false;
    uint64_t chunks = atomic_load_explicit(&exact->records.chunk_count, memory_order_relaxed);
    size_t size = exact->records.chunk_size;
    for (uint64_t i = 0; i < chunks; i++) {
        uint64_t used = i + 1 < chunks ? size : self->next - i * size;
        memset(slabs_at(&exact->records, i * size), 0, used);
    }
    slabs_give_back(&exact->records);
    *self = (struct exact_thread){0};
    table_clear(&exact->table);
    return true;
}

/* How many records a chunk, which may come from a file, holds; UINT64_MAX if it is not a row of records. */
static uint64_t count_records(const struct exact_store *exact, uint64_t chunk) {
    uint64_t count = 0, position = first_record_of(exact, chunk), end = (chunk + 1) * exact->records.chunk_size;
    while (position < end) {
        const _Atomic uint32_t *record = record_at(exact, position / 4);
        uint32_t header = atomic_load_explicit(record, memory_order_relaxed);
        if (!header) break;
        if (header >> FLAG_BITS == 0 || size_of_record(record) > exact->store.options.max_state_size) return UINT64_MAX;
        position += record_size(size_of_record(record));
        count++;
    }
    return position <= end ? count : UINT64_MAX;
}

static uint64_t count_all_records(const struct exact_store *exact) {
    uint64_t count = 0, chunks = atomic_load_explicit(&exact->records.chunk_count, memory_order_relaxed);
    for (uint64_t i = 0; i < chunks; i++) count += count_records(exact, i);
    return count;
}

static bool exact_save(const struct store *store, struct checkpoint_writer *out) {
    const struct slabs *records = &exact_const(store)->records;
    uint64_t chunks = atomic_load_explicit(&records->chunk_count, memory_order_relaxed);
    invariant_dear(count_all_records(exact_const(store)) == store_count(store));
    checkpoint_put_number(out, chunks);
    for (uint64_t i = 0; i < chunks; i++)
        checkpoint_put(out, slabs_at(records, i * records->chunk_size), records->chunk_size);
    return !out->failed;
}

static bool exact_load(struct store *store, struct checkpoint_reader *in) {
    struct exact_store *exact = exact_of(store);
    uint64_t chunks = checkpoint_get_number(in), count = 0;
    for (uint64_t i = 0; i < chunks && !in->failed; i++) {
        if (slabs_take_chunk(&exact->records) == UINT64_MAX) return false;
        checkpoint_get(in, slabs_at(&exact->records, i * exact->records.chunk_size), exact->records.chunk_size);
        uint64_t more = count_records(exact, i);
        if (more == UINT64_MAX) return false;
        count += more;
    }
    if (in->failed || count != store_count(store) || !table_fit(&exact->table, count)) return false;
    for (uint64_t i = 0; i < chunks; i++) place_chunk(exact, i);
    return true;
}

const struct store_class store_exact_class = {.open = exact_open,
                                              .close = exact_close,
                                              .clear = exact_clear,
                                              .insert = exact_insert,
                                              .insert_window = exact_insert_window,
                                              .prefetch = exact_prefetch,
                                              .contains = exact_contains,
                                              .save = exact_save,
                                              .load = exact_load,
                                              .read = exact_read,
                                              .prefetch_state = exact_prefetch_state,
                                              .flags = exact_flags,
                                              .flags_or = exact_flags_or,
                                              .flags_and = exact_flags_and,
                                              .size = sizeof(struct exact_store)};
