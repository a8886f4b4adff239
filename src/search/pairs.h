/* A concurrent set of pairs of 32-bit numbers that gives each pair a 32-bit id: the nodes of the tree store.
 *
 * The pairs lie in chunks that never move; a table of 4-byte entries (some bits of the pair's hash, and its id) finds
 * them. In a set of packed pairs a chunk stores pairs in 5, 6, 7 or 8 bytes each, as wide as the first that did not fit
 * the chunk before needed. Pairs are of kinds, and those of different kinds are different pairs: all in a chunk are of
 * one kind, so that it costs nothing to tell. Invariants: a pair is complete before its entry is set and never changes;
 * the pair (0, 0) is not in the set, it is what unused places read as; 0 is no id of a pair that was added. */
#ifndef SEARCH_PAIRS_H
#define SEARCH_PAIRS_H

#include "search/barrier.h"
#include "search/checkpoint.h"
#include "search/hash.h"
#include "search/table.h"

#include "search/store.h"

enum { PAIRS_CHUNK_LOG2 = 15, PAIRS_CHUNK = 1 << PAIRS_CHUNK_LOG2 }; /* bytes */

struct pairs_thread; /* where a thread writes */

struct pairs {
    struct table table;
    struct slabs memory;
    struct barrier *barrier;
    struct pairs_thread *threads;
    unsigned thread_count;
    bool packed;
    unsigned slot_bits; /* an id is a chunk's number and so many bits of a place in it */
    unsigned id_bits;   /* of an entry; the others are of the hash                      */
    uint32_t *chunks;   /* per chunk: bytes per pair, and 256 times the kind            */
    bool (*new_chunk)(void *, uint64_t chunk, unsigned places); /* told of each; false: no memory   */
    void *context;
    _Atomic uint64_t next_chunk; /* to be put into a new table */
    bool growing;
};

bool pairs_open(struct pairs *pairs, struct budget *budget, struct barrier *barrier, unsigned threads, bool packed);
void pairs_close(struct pairs *pairs);
/* STORE_NEW, STORE_OLD with the pair's id, or STORE_FULL. May be held up by a barrier. Kinds are below 2^24, and best
 * numbered from 0 on. No id is UINT32_MAX. */
enum store_answer pairs_insert(struct pairs *pairs, unsigned thread, uint32_t kind, uint64_t pair, uint32_t *id);
uint32_t pairs_find(const struct pairs *pairs, uint32_t kind, uint64_t pair); /* 0: it is not there */
unsigned pairs_places(const struct pairs *pairs, uint64_t chunk);             /* how many pairs a chunk can hold */
uint64_t pairs_count(const struct pairs *pairs);

void pairs_save(const struct pairs *pairs, struct checkpoint_writer *out);
bool pairs_load(struct pairs *pairs, struct checkpoint_reader *in);

/* First what pairs_insert() will search, then, worth it for large sets only, the pair it will probably compare with. */
static inline bool pairs_outgrow_caches(const struct pairs *pairs) {
    return pairs->table.line_count * TABLE_LINE >= (size_t)1 << 20;
}
void pairs_prefetch(const struct pairs *pairs, uint32_t kind, uint64_t pair);
void pairs_prefetch_pair(const struct pairs *pairs, uint32_t kind, uint64_t pair);

static inline unsigned pairs_width(const struct pairs *pairs, uint64_t chunk) { return pairs->chunks[chunk] & 0xff; }
static inline uint32_t pairs_kind_of_chunk(const struct pairs *pairs, uint64_t chunk) {
    return pairs->chunks[chunk] >> 8;
}
static inline uint32_t pairs_kind(const struct pairs *pairs, uint32_t id) {
    return pairs_kind_of_chunk(pairs, id >> pairs->slot_bits);
}

/* A packed pair of 2 * n bits is n bits of the one and n of the other, little end first. Both halves of its bytes are
 * read as words that overlap, so that no byte of a neighbour is touched, which another thread may be writing. */
static inline unsigned char *pairs_place(const struct pairs *pairs, uint32_t id, unsigned *width) {
    uint64_t chunk = id >> pairs->slot_bits;
    *width = pairs->packed ? pairs_width(pairs, chunk) : 8;
    return slabs_at(&pairs->memory, chunk << PAIRS_CHUNK_LOG2) + (id & ((1u << pairs->slot_bits) - 1)) * *width;
}

static inline uint64_t pairs_get(const struct pairs *pairs, uint32_t id) {
    unsigned width;
    const unsigned char *place = pairs_place(pairs, id, &width);
    if (width == 8) return hash_read64(place);
    uint64_t bits = hash_read32(place) | (uint64_t)hash_read32(place + width - 4) << 8 * (width - 4);
    unsigned half = width * 4;
    return (bits & ((UINT64_C(1) << half) - 1)) | bits >> half << 32;
}

#endif
