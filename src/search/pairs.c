#include "search/pairs.h"

#include "base/invariant.h"
#include "base/memory.h"

#include <stdalign.h>
#include <stdlib.h>

enum {
    ENTRIES_PER_LINE = TABLE_LINE / 4,
    FIRST_LINES = 1 << 10,
    ROOM_SHARE = 64, /* entries a thread takes at once */
    RING = 32,       /* pairs that wait for their lines while a table is filled */
    NARROWEST = 5,   /* bytes of a packed pair */
    MOST_CHUNKS = 1 << 20
};

/* Where a thread writes pairs of one kind. */
struct writer {
    uint32_t next;  /* id of the next new pair        */
    uint32_t left;  /* places left in the chunk       */
    unsigned width; /* of the chunk; 0: there was none */
};

struct pairs_thread {
    alignas(128) struct writer *writers; /* by kinds */
    uint32_t kinds;                      /* that have a writer       */
    unsigned room;                       /* entries it may still add */
    _Atomic uint64_t count;              /* pairs it has added       */
};

static uint64_t hash_of(uint32_t kind, uint64_t pair) { return hash_pair(pair ^ kind * HASH_ODD_2); }

static struct writer *writer_of(struct pairs_thread *self, uint32_t kind) {
    if (kind >= self->kinds) {
        self->writers = memory_resize(self->writers, (kind + 1) * sizeof *self->writers);
        memset(self->writers + self->kinds, 0, (kind + 1 - self->kinds) * sizeof *self->writers);
        self->kinds = kind + 1;
    }
    return &self->writers[kind];
}

static void put(const struct pairs *pairs, uint32_t id, uint64_t pair) {
    unsigned width, half;
    unsigned char *place = pairs_place(pairs, id, &width);
    half = width * 4;
    uint64_t bits = width == 8 ? pair : (pair & UINT32_MAX) | pair >> 32 << half;
    uint32_t low = (uint32_t)bits, high = (uint32_t)(bits >> 8 * (width - 4));
    memcpy(place, &low, 4);
    memcpy(place + width - 4, &high, 4);
}

static bool fits(uint64_t pair, unsigned width) {
    return width == 8 || ((pair & UINT32_MAX) >> width * 4 == 0 && pair >> 32 >> width * 4 == 0);
}

static unsigned places_in_chunk(const struct pairs *pairs, unsigned width) {
    unsigned places = PAIRS_CHUNK / width, most = 1u << pairs->slot_bits;
    return places < most ? places : most;
}

/* Entries have no bits for the ids of another chunk: the table must be made anew. */
static void run_out_of_ids(struct pairs *pairs, struct pairs_thread *self) {
    self->room = 0;
    atomic_store_explicit(&pairs->table.room, 0, memory_order_relaxed);
}

static bool take_chunk(struct pairs *pairs, struct pairs_thread *self, uint32_t kind, uint64_t pair) {
    struct writer *writer = writer_of(self, kind);
    /* Never narrower than before: a chunk would soon be left unfinished again. */
    unsigned width = !pairs->packed ? 8 : writer->width ? writer->width : NARROWEST;
    while (!fits(pair, width)) width++;
    uint64_t chunk = slabs_take_chunk(&pairs->memory);
    if (chunk == UINT64_MAX) return false;
    pairs->chunks[chunk] = width | kind << 8;
    writer->left = 0;
    if (pairs->new_chunk && !pairs->new_chunk(pairs->context, chunk, places_in_chunk(pairs, width))) return false;
    writer->width = width;
    writer->next = (uint32_t)(chunk << pairs->slot_bits);
    writer->left = places_in_chunk(pairs, width);
    if (!chunk) { /* 0 is no id */
        writer->next++;
        writer->left--;
    }
    return true;
}

/* The id of a pair that is in no entry yet; 0 when there is no memory, or the table has no room for it. */
static uint32_t write_pair(struct pairs *pairs, struct pairs_thread *self, uint32_t kind, uint64_t pair) {
    struct writer *writer = writer_of(self, kind);
    if ((!writer->left || !fits(pair, writer->width)) && !take_chunk(pairs, self, kind, pair)) return 0;
    if (writer->next >= UINT64_C(1) << pairs->id_bits) {
        run_out_of_ids(pairs, self);
        return 0;
    }
    put(pairs, writer->next, pair);
    writer->left--;
    return writer->next++;
}

static void take_back_pair(struct pairs *pairs, struct pairs_thread *self, uint32_t kind) {
    struct writer *writer = writer_of(self, kind);
    put(pairs, --writer->next, 0);
    writer->left++;
}

static _Atomic uint32_t *line_of(const struct pairs *pairs, uint64_t hash) {
    return (_Atomic uint32_t *)(pairs->table.lines + hash_reduce(hash, pairs->table.line_count) * TABLE_LINE);
}

static _Atomic uint32_t *line_after(const struct pairs *pairs, _Atomic uint32_t *line) {
    line += ENTRIES_PER_LINE;
    return (unsigned char *)line == pairs->table.lines + pairs->table.line_count * TABLE_LINE
               ? (_Atomic uint32_t *)pairs->table.lines
               : line;
}

/* Probing starts in the middle of a line, which it searches all around before it goes on to the next. */
static unsigned slot_of(uint64_t hash, unsigned step) { return (hash + step) & (ENTRIES_PER_LINE - 1); }
static uint32_t tag_of(const struct pairs *pairs, uint64_t hash) { return (uint32_t)(hash >> 4 << pairs->id_bits); }
/* An entry differs from the tag of its pair's hash by its id, which is below this. */
static uint64_t id_limit(const struct pairs *pairs) { return UINT64_C(1) << pairs->id_bits; }

/* False, with the entry that somebody else has set, if the slot is not empty any more. */
static bool set_entry(const struct pairs *pairs, _Atomic uint32_t *slot, uint32_t *entry, uint32_t value) {
    if (pairs->barrier->alone) { /* spares the locked instruction */
        atomic_store_explicit(slot, value, memory_order_relaxed);
        return true;
    }
    return atomic_compare_exchange_strong_explicit(slot, entry, value, memory_order_acq_rel, memory_order_acquire);
}

/* Looks for the pair. At the first empty entry, adds it there for the thread `self`; STORE_FULL if that is NULL, or has
 * no room in the table, or there is no memory. */
static enum store_answer probe(struct pairs *pairs, struct pairs_thread *self, uint32_t kind, uint64_t pair,
                               uint32_t *id) {
    uint64_t hash = hash_of(kind, pair);
    uint32_t tag = tag_of(pairs, hash), fresh = 0;
    uint64_t limit = id_limit(pairs);
    for (_Atomic uint32_t *line = line_of(pairs, hash);; line = line_after(pairs, line)) {
        for (unsigned i = 0; i < ENTRIES_PER_LINE; i++) {
            _Atomic uint32_t *slot = &line[slot_of(hash, i)];
            uint32_t entry = atomic_load_explicit(slot, memory_order_acquire);
            if (!entry) {
                if (!self || !self->room) return STORE_FULL;
                if (!fresh && !(fresh = write_pair(pairs, self, kind, pair))) return STORE_FULL;
                if (set_entry(pairs, slot, &entry, tag | fresh)) {
                    self->room--;
                    *id = fresh;
                    return STORE_NEW;
                }
            }
            if ((entry ^ tag) < limit && pairs_get(pairs, entry ^ tag) == pair &&
                (!pairs->packed || pairs_kind(pairs, entry ^ tag) == kind)) {
                if (fresh) take_back_pair(pairs, self, kind); /* somebody else was faster */
                *id = entry ^ tag;
                return STORE_OLD;
            }
        }
    }
}

/* The first id that cannot have been given to any pair yet. */
static uint64_t id_end(const struct pairs *pairs) {
    return atomic_load_explicit(&pairs->memory.chunk_count, memory_order_relaxed) << pairs->slot_bits;
}

unsigned pairs_places(const struct pairs *pairs, uint64_t chunk) {
    return places_in_chunk(pairs, pairs_width(pairs, chunk));
}

uint64_t pairs_count(const struct pairs *pairs) {
    uint64_t count = 0;
    for (unsigned i = 0; i < pairs->thread_count; i++)
        count += atomic_load_explicit(&pairs->threads[i].count, memory_order_relaxed);
    return count;
}

/* As few bits for ids as will do until the table grows again: chunks that are there, those that its room can fill, and
 * some that threads leave unfinished because they need wider pairs. */
static void choose_id_bits(struct pairs *pairs) {
    uint64_t room = (uint64_t)atomic_load_explicit(&pairs->table.room, memory_order_relaxed);
    uint64_t writers = 0;
    for (unsigned i = 0; i < pairs->thread_count; i++) writers += pairs->threads[i].kinds + 1;
    uint64_t end = id_end(pairs) + ((room / (PAIRS_CHUNK / 8) + 5 * writers + 1) << pairs->slot_bits);
    pairs->id_bits = pairs->slot_bits;
    while (pairs->id_bits < 32 && end > UINT64_C(1) << pairs->id_bits) pairs->id_bits++;
}

/* Puts an id that is not there into a table that no thread searches. */
static void place(struct pairs *pairs, uint64_t hash, uint32_t id) {
    for (_Atomic uint32_t *line = line_of(pairs, hash);; line = line_after(pairs, line))
        for (unsigned i = 0; i < ENTRIES_PER_LINE; i++) {
            uint32_t entry = atomic_load_explicit(&line[slot_of(hash, i)], memory_order_relaxed);
            if (!entry && set_entry(pairs, &line[slot_of(hash, i)], &entry, tag_of(pairs, hash) | id)) return;
        }
}

static void place_chunk(struct pairs *pairs, uint64_t chunk) {
    uint32_t kind = pairs_kind_of_chunk(pairs, chunk);
    uint64_t hashes[RING];
    uint32_t first = (uint32_t)(chunk << pairs->slot_bits) + !chunk;
    uint32_t places = places_in_chunk(pairs, pairs_width(pairs, chunk)) - !chunk, used = 0;
    for (uint64_t pair; used < places && (pair = pairs_get(pairs, first + used)); used++) {
        if (used >= RING) place(pairs, hashes[used % RING], first + used - RING);
        hashes[used % RING] = hash_of(kind, pair);
        __builtin_prefetch(line_of(pairs, hashes[used % RING]), 1);
    }
    for (uint32_t i = used < RING ? 0 : used - RING; i < used; i++) place(pairs, hashes[i % RING], first + i);
}

static void begin_growing(void *context) {
    struct pairs *pairs = context;
    pairs->growing = false;
    if (atomic_load_explicit(&pairs->table.room, memory_order_relaxed) > 0) return; /* it has just grown */
    pairs->growing = table_grow(&pairs->table, pairs_count(pairs), 8, NULL);
    if (pairs->growing) choose_id_bits(pairs);
    for (unsigned i = 0; i < pairs->thread_count; i++) pairs->threads[i].room = 0;
    atomic_store_explicit(&pairs->next_chunk, 0, memory_order_relaxed);
}

static void share_growing(void *context) {
    struct pairs *pairs = context;
    if (!pairs->growing) return;
    uint64_t chunk, chunks = atomic_load_explicit(&pairs->memory.chunk_count, memory_order_relaxed);
    while ((chunk = atomic_fetch_add_explicit(&pairs->next_chunk, 1, memory_order_relaxed)) < chunks)
        place_chunk(pairs, chunk);
}

static void end_growing(void *context) { (void)context; }

/* False: the table is full, and stays so. */
static bool grow(struct pairs *pairs) {
    if (pairs->table.at_limit) return false;
    barrier_call(pairs->barrier, &(struct barrier_work){begin_growing, share_growing, end_growing, pairs});
    return true;
}

enum store_answer pairs_insert(struct pairs *pairs, unsigned thread, uint32_t kind, uint64_t pair, uint32_t *id) {
    struct pairs_thread *self = &pairs->threads[thread];
    invariant_dear(pair);
    for (;;) {
        enum store_answer answer = probe(pairs, self, kind, pair, id);
        if (answer == STORE_NEW)
            atomic_store_explicit(&self->count, atomic_load_explicit(&self->count, memory_order_relaxed) + 1,
                                  memory_order_relaxed);
        invariant_dear(answer == STORE_FULL || (*id && *id != UINT32_MAX && pairs_get(pairs, *id) == pair));
        if (answer != STORE_FULL || self->room) return answer;
        self->room = table_take_room(&pairs->table, pairs->barrier->alone ? UINT32_MAX >> 1 : ROOM_SHARE);
        if (!self->room && !grow(pairs)) return STORE_FULL;
    }
}

uint32_t pairs_find(const struct pairs *pairs, uint32_t kind, uint64_t pair) {
    uint32_t id;
    return probe((struct pairs *)pairs, NULL, kind, pair, &id) == STORE_OLD ? id : 0;
}

void pairs_prefetch(const struct pairs *pairs, uint32_t kind, uint64_t pair) {
    __builtin_prefetch(line_of(pairs, hash_of(kind, pair)), 1);
}

/* Looks at the whole line, without branches that nobody could predict. */
void pairs_prefetch_pair(const struct pairs *pairs, uint32_t kind, uint64_t pair) {
    uint64_t hash = hash_of(kind, pair), limit = id_limit(pairs);
    uint32_t tag = tag_of(pairs, hash);
    _Atomic uint32_t *line = line_of(pairs, hash);
    unsigned matches = 0, width;
    for (unsigned i = 0; i < ENTRIES_PER_LINE; i++) {
        uint32_t id = atomic_load_explicit(&line[i], memory_order_relaxed) ^ tag;
        matches |= (unsigned)(id < limit) << i;
    }
    for (; matches; matches &= matches - 1) {
        uint32_t entry = atomic_load_explicit(&line[__builtin_ctz(matches)], memory_order_acquire);
        if (entry) __builtin_prefetch(pairs_place(pairs, entry ^ tag, &width));
    }
}

/* A packed set is the large one: its table is kept small, the other's fast. */
bool pairs_open(struct pairs *pairs, struct budget *budget, struct barrier *barrier, unsigned threads, bool packed) {
    pairs->barrier = barrier;
    pairs->thread_count = threads;
    pairs->packed = packed;
    pairs->slot_bits = PAIRS_CHUNK_LOG2 - 3 + packed; /* narrow pairs need up to 8/5 of the places */
    pairs->threads = pages_aligned(threads * sizeof *pairs->threads);
    pairs->chunks = pages_map(MOST_CHUNKS * sizeof *pairs->chunks);
    if (!pairs->threads || !pairs->chunks ||
        !slabs_open(&pairs->memory, budget, PAIRS_CHUNK, (UINT64_C(1) << 32 >> pairs->slot_bits) - 1) ||
        !table_open(&pairs->table, budget, sizeof(uint32_t), packed ? 87 : 60, packed ? 140 : 200, FIRST_LINES))
        return false;
    choose_id_bits(pairs);
    return true;
}

void pairs_close(struct pairs *pairs) {
    table_close(&pairs->table);
    slabs_close(&pairs->memory);
    pages_unmap(pairs->chunks, MOST_CHUNKS * sizeof *pairs->chunks);
    for (unsigned i = 0; pairs->threads && i < pairs->thread_count; i++) free(pairs->threads[i].writers);
    free(pairs->threads);
}

void pairs_save(const struct pairs *pairs, struct checkpoint_writer *out) {
    uint64_t chunks = atomic_load_explicit(&pairs->memory.chunk_count, memory_order_relaxed);
    checkpoint_put_number(out, pairs_count(pairs));
    checkpoint_put_number(out, chunks);
    checkpoint_put(out, pairs->chunks, chunks * sizeof *pairs->chunks);
    for (uint64_t i = 0; i < chunks; i++)
        checkpoint_put(out, slabs_at(&pairs->memory, i << PAIRS_CHUNK_LOG2), PAIRS_CHUNK);
}

static uint64_t used_places(const struct pairs *pairs, uint64_t chunk) {
    uint32_t first = (uint32_t)(chunk << pairs->slot_bits) + !chunk, used = 0;
    uint32_t places = places_in_chunk(pairs, pairs_width(pairs, chunk)) - !chunk;
    while (used < places && pairs_get(pairs, first + used)) used++;
    return used;
}

bool pairs_load(struct pairs *pairs, struct checkpoint_reader *in) {
    uint64_t count = checkpoint_get_number(in), chunks = checkpoint_get_number(in), found = 0;
    if (chunks > pairs->memory.most_chunks) return false;
    checkpoint_get(in, pairs->chunks, chunks * sizeof *pairs->chunks);
    for (uint64_t i = 0; i < chunks; i++) {
        unsigned width = pairs_width(pairs, i);
        if (in->failed || (width != 8 && (!pairs->packed || width < NARROWEST || width > 8))) return false;
        if (slabs_take_chunk(&pairs->memory) == UINT64_MAX) return false;
        if (pairs->new_chunk && !pairs->new_chunk(pairs->context, i, places_in_chunk(pairs, width))) return false;
        checkpoint_get(in, slabs_at(&pairs->memory, i << PAIRS_CHUNK_LOG2), PAIRS_CHUNK);
        found += used_places(pairs, i);
    }
    if (in->failed || found != count || !table_fit(&pairs->table, count)) return false;
    atomic_store_explicit(&pairs->threads[0].count, count, memory_order_relaxed);
    choose_id_bits(pairs);
    for (uint64_t i = 0; i < chunks; i++) place_chunk(pairs, i);
    return true;
}
