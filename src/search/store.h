/* The set of visited states, shared by all threads, without locks on the fast path.
 *
 * Exact stores (STORE_EXACT, STORE_TREE) give every state a handle from which it can be read back. Lossy ones
 * (STORE_BITSTATE, STORE_HASH) may take a new state for an old one, never the reverse, and cannot read back. */
#ifndef SEARCH_STORE_H
#define SEARCH_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum store_kind { STORE_EXACT, STORE_TREE, STORE_BITSTATE, STORE_HASH };

enum store_answer { STORE_NEW, STORE_OLD, STORE_FULL /* the memory limit is reached; nothing was stored */ };

struct store;

struct store_options {
    enum store_kind kind;
    uint32_t max_state_size; /* below 2^23 */
    unsigned threads;        /* 0 counts as 1 */
    size_t memory_limit;     /* bytes for the store; 0: none */
    unsigned bitstate_log2;  /* bits in the bit field, as a power of two; 0: a default that fits memory_limit */
};

/* NULL if not even the smallest store fits the memory limit, or max_state_size is too large. */
struct store *store_new(const struct store_options *options);
void store_free(struct store *store);
/* Empties the store, as if it were a new one with these options. False if that would be no cheaper than to make one, or
 * the options are not its own: it is as it was then. No thread may be joined. */
bool store_reuse(struct store *store, const struct store_options *options);

uint64_t store_hash(const void *state, uint32_t size);

/* Threads. Each works under a number of its own below `threads`. With threads == 1 nothing below is needed.
 * Otherwise growing a table waits until all joined threads have come to a pause point. Every insertion is one (and
 * joins a thread that has not joined yet), so only a thread that does not insert for a while must call
 * store_pause_point(), and one that may block or is done must leave: nobody waits for it then. It joins again by
 * store_join() or by inserting. Handles stay valid across pause points. Of the rest, store_contains() and
 * store_prefetch() need a joined thread; reading states, flags and numbers may be done at any time. */
void store_pause_point(struct store *store, unsigned thread);
void store_leave(struct store *store, unsigned thread);
void store_join(struct store *store, unsigned thread);

/* Adds the state if it is not there. `handle` (may be NULL) names it from now on: never 0, always below 2^40; 0 if the
 * store is lossy or full. Of several threads that add one state at once, exactly one is told STORE_NEW (bitstate: all
 * but certainly). `hash` is store_hash() of the state. A full store still recognises old states. */
enum store_answer store_insert(struct store *store, unsigned thread, const void *state, uint32_t size, uint64_t hash,
                               uint64_t *handle);
/* Fetches towards the cache what store_insert() with this hash will touch. (It cannot help a tree: use batches.) */
void store_prefetch(const struct store *store, uint64_t hash);

/* The same as inserting the items one after the other, but about twice as fast where the tables outgrow the caches,
 * since the cache misses of one item overlap those of the next. No hash is needed. Worth it from about 4 items on, at
 * its best from 16; put successors of one state side by side, as a tree store re-uses what neighbours share. */
struct store_item {
    const void *state;
    uint32_t size;
    enum store_answer answer; /* out */
    uint64_t handle;          /* out, as in store_insert() */
};
void store_insert_batch(struct store *store, unsigned thread, struct store_item *items, size_t count);

bool store_contains(const struct store *store, const void *state, uint32_t size, uint64_t hash);

/* Exact stores only: writes the state into `state` (max_state_size bytes), returns its size. */
uint32_t store_read(const struct store *store, uint64_t handle, void *state);
/* Fetches towards the cache what store_read() will touch, where that helps. */
void store_prefetch_state(const struct store *store, uint64_t handle);
/* A small number per state that the search owns (colours, flags): reads, and atomically sets or clears bits. 8 bits. */
unsigned store_flags(const struct store *store, uint64_t handle);
unsigned store_flags_or(struct store *store, uint64_t handle, unsigned bits); /* returns the flags from before */
unsigned store_flags_and(struct store *store, uint64_t handle, unsigned bits);

uint64_t store_count(const struct store *store);
size_t store_memory(const struct store *store); /* bytes in use */
bool store_is_exact(const struct store *store);
/* For bitstate and hash-compact: the estimated share of states that were not missed, 0..1; exact stores: 1. */
double store_coverage(const struct store *store);

/* Checkpoints: the whole content, handles and flags included; no other thread may use the store meanwhile. The options
 * must agree with those of the saved store in kind and max_state_size; threads and memory limit may differ. False or
 * NULL when writing or reading fails, when the file is not a checkpoint of such a store, or when it does not fit. The
 * file's position ends just behind the store's part. */
bool store_save(const struct store *store, FILE *out);
struct store *store_load(const struct store_options *options, FILE *in);

#endif
