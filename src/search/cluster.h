/* A cluster: the states that belong to one place of a guide, with a store of their own that goes as a whole.
 *
 * The last 4 bytes of a state are its cluster's number; CLUSTER_FLAG may be added. Contents of two clusters are
 * compared without that number, with the flag: they are equal if the same system states are in both. */
#ifndef SEARCH_CLUSTER_H
#define SEARCH_CLUSTER_H

#include "base/vec.h"
#include "search/store.h"

#include <stdio.h>
#include <sys/types.h>

#define CLUSTER_FLAG 0x80000000u

struct cluster_item {
    uint64_t handle;
    uint64_t reference; /* in the log */
};

struct cluster {
    uint32_t number;
    struct store *store;
    VEC(struct cluster_item) items; /* all its states, in the order in which they came */
    size_t next;                    /* of them, the first that nobody has taken to expand */
    uint64_t sum;                   /* of a hash of each state: equal contents have equal sums */
    size_t noted;                   /* bytes of it that its owner has counted */
};

/* What is kept of a cluster that is gone. */
struct cluster_shadow {
    uint32_t index; /* within its level */
    uint64_t states, sum;
    FILE *content; /* shared with others; NULL: could not be written */
    int error;     /* then: an errno, or 0 where it was given up */
    off_t begin;   /* of its own in there */
};

static inline uint32_t cluster_of(const void *state, uint32_t size) {
    uint32_t tail;
    __builtin_memcpy(&tail, (const unsigned char *)state + size - sizeof tail, sizeof tail);
    return tail & ~CLUSTER_FLAG;
}

static inline bool cluster_flag(const void *state, uint32_t size) {
    uint32_t tail;
    __builtin_memcpy(&tail, (const unsigned char *)state + size - sizeof tail, sizeof tail);
    return (tail & CLUSTER_FLAG) != 0;
}

/* NULL if there is no room for its store. */
struct cluster *cluster_new(uint32_t number, const struct store_options *options);
void cluster_free(struct cluster *cluster);
size_t cluster_memory(const struct cluster *cluster);
/* What the state adds to the sum. `room` has as many bytes as a state can. */
uint64_t cluster_hash(const void *state, uint32_t size, unsigned char *room);

/* Asked now and then in what takes long; false: it is given up. */
struct cluster_patience {
    bool (*goes_on)(void *context);
    void *context;
};

/* The content goes to the end of the file, which may be NULL, and must outlive the shadow. */
struct cluster_shadow cluster_shadow(const struct cluster *cluster, uint32_t index, FILE *file, uint32_t max_state_size,
                                     const struct cluster_patience *patience);
/* Are the contents equal? First by number and sum, and if these are, state by state. */
bool cluster_repeats(const struct cluster *cluster, const struct cluster_shadow *shadow, uint32_t max_state_size,
                     const struct cluster_patience *patience);

#endif
