/* The states of one size in a tree store: a sample of them, and the shape of the trees of all others.
 *
 * The first states have trees of an even shape and are kept as words; when there are enough of them, the shape of all
 * others is chosen by them, and only their hashes stay. Invariant: `chosen` is set after the hashes of the whole sample
 * are known, so that who sees it can tell whether a state may be in the sample. Those of the sample are added one at a
 * time, under the mutex. */
#ifndef SEARCH_TREE_SIZE_H
#define SEARCH_TREE_SIZE_H

#include "search/pages.h"
#include "search/tree_shape.h"

struct tree_size {
    uint32_t size;
    struct tree_shape *first;          /* of the sample */
    struct tree_shape *_Atomic chosen; /* of all others; NULL: the sample is not complete yet */
    pthread_mutex_t mutex;
    uint32_t *sample; /* rows of words, until it is complete */
    uint32_t sampled, sample_room;
    uint32_t *hashes; /* of the complete sample, 0 where there is none; NULL: it is empty */
    uint32_t hash_mask;
};

size_t tree_size_memory(uint32_t bytes); /* of a size and both its shapes */
/* The roots of the sample are of the kind `kind`, those of all others of the next. */
struct tree_size *tree_size_new(uint32_t bytes, uint32_t kind);
void tree_size_free(struct tree_size *size);

/* Sees to room in the sample for one more state. False: it has all it can have, and is to be completed. */
bool tree_size_make_room(struct tree_size *size, struct budget *budget);
void tree_size_add(struct tree_size *size, const void *state);
/* Chooses the shape of all others. The sample's words give way to its hashes, which take no more memory. */
void tree_size_complete(struct tree_size *size, struct budget *budget);
/* After that: false if the state is not in the sample. `hash` is its hash_bytes(). */
bool tree_size_may_be_sampled(const struct tree_size *size, uint64_t hash);

static inline const struct tree_shape *tree_size_chosen(const struct tree_size *size) {
    return atomic_load_explicit(&size->chosen, memory_order_acquire);
}

/* With the sample, complete or not. */
void tree_size_save(const struct tree_size *size, struct checkpoint_writer *out);
/* All but the number of bytes, into a new one. False: the file is damaged, or there is no memory. */
bool tree_size_load(struct tree_size *size, struct budget *budget, struct checkpoint_reader *in);

#endif
