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
    uint32_t max_state_size;
    unsigned threads;
    size_t memory_limit;    /* bytes for the store; 0: none */
    unsigned bitstate_log2; /* bits in the bit field, as a power of two; 0: a default that fits memory_limit */
};

struct store *store_new(const struct store_options *options);
void store_free(struct store *store);

uint64_t store_hash(const void *state, uint32_t size);
/* Fetches towards the cache what store_insert() with this hash will touch. */
void store_prefetch(const struct store *store, uint64_t hash);
/* Adds the state if it is not there. `handle` (may be NULL) names it from now on. Safe from `threads` threads, each
 * with its own number below that. Threads must pass through store_pause_point() now and then: growing the table waits
 * for all of them there. */
enum store_answer store_insert(struct store *store, unsigned thread, const void *state, uint32_t size, uint64_t hash,
                               uint64_t *handle);
void store_pause_point(struct store *store, unsigned thread);
/* A thread that stops calling (idle or done) must leave, so that nobody waits for it; and may join again. */
void store_leave(struct store *store, unsigned thread);
void store_join(struct store *store, unsigned thread);
bool store_contains(const struct store *store, const void *state, uint32_t size, uint64_t hash);

/* Exact stores only: writes the state into `state` (max_state_size bytes), returns its size. */
uint32_t store_read(const struct store *store, uint64_t handle, void *state);
/* A small number per state that the search owns (colours, flags): reads, and atomically sets or clears bits. 8 bits. */
unsigned store_flags(const struct store *store, uint64_t handle);
unsigned store_flags_or(struct store *store, uint64_t handle, unsigned bits); /* returns the flags from before */
unsigned store_flags_and(struct store *store, uint64_t handle, unsigned bits);

uint64_t store_count(const struct store *store);
size_t store_memory(const struct store *store); /* bytes in use */
bool store_is_exact(const struct store *store);
/* For bitstate and hash-compact: the estimated share of states that were not missed, 0..1; exact stores: 1. */
double store_coverage(const struct store *store);

/* Checkpoints: the whole content, handles included. False when writing or reading fails. */
bool store_save(const struct store *store, FILE *out);
struct store *store_load(const struct store_options *options, FILE *in);

#endif
