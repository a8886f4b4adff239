#include "search/tree_size.h"

#include "base/memory.h"
#include "search/hash.h"

#include <stdlib.h>
#include <string.h>

enum {
    SAMPLE_STATES = 1 << 13, /* too few, and a search has not got to where most of its states are */
    SAMPLE_WORDS = 1 << 20,
    SMALLEST_SAMPLE = 1 << 10 /* states: fewer tell nothing */
};

size_t tree_size_memory(uint32_t bytes) { return sizeof(struct tree_size) + 2 * tree_shape_memory(bytes); }

struct tree_size *tree_size_new(uint32_t bytes, uint32_t kind) {
    struct tree_size *size = memory_new(sizeof *size);
    size->size = bytes;
    size->first = tree_shape_even(bytes, kind);
    pthread_mutex_init(&size->mutex, NULL);
    return size;
}

void tree_size_free(struct tree_size *size) {
    tree_shape_free(size->first);
    tree_shape_free(atomic_load_explicit(&size->chosen, memory_order_relaxed));
    pthread_mutex_destroy(&size->mutex);
    free(size->sample);
    free(size->hashes);
    free(size);
}

/* Where a hash is, or the empty place where it would be. */
static uint32_t *hash_place(const struct tree_size *size, uint64_t hash) {
    uint32_t tag = (uint32_t)hash | 1, i = (uint32_t)(hash >> 32) & size->hash_mask;
    while (size->hashes[i] && size->hashes[i] != tag) i = (i + 1) & size->hash_mask;
    return &size->hashes[i];
}

bool tree_size_may_be_sampled(const struct tree_size *size, uint64_t hash) {
    return size->hashes && *hash_place(size, hash);
}

static size_t hashes_size(const struct tree_size *size) {
    return size->hashes ? ((size_t)size->hash_mask + 1) * sizeof *size->hashes : 0;
}

static size_t sample_size(const struct tree_size *size) {
    return (size_t)size->sample_room * size->first->words * sizeof *size->sample;
}

bool tree_size_make_room(struct tree_size *size, struct budget *budget) {
    uint32_t words = size->first->words;
    if (size->sampled < size->sample_room) return true;
    if (size->sampled >= SAMPLE_STATES || (size_t)size->sampled * 2 * words > SAMPLE_WORDS) return false;
    uint32_t room = size->sampled ? size->sampled * 2 : 16;
    size_t cost = (size_t)room * words * sizeof *size->sample - sample_size(size);
    if (!budget_take(budget, cost)) return false;
    size->sample_room = room;
    size->sample = memory_resize(size->sample, sample_size(size));
    return true;
}

void tree_size_complete(struct tree_size *size, struct budget *budget) {
    uint32_t words = size->first->words, kind = size->first->kind + 1;
    struct tree_shape *shape = size->sampled >= SMALLEST_SAMPLE
                                   ? tree_shape_choose(size->size, kind, size->sample, size->sampled)
                                   : tree_shape_even(size->size, kind);
    size_t before = sample_size(size);
    if (size->sampled) {
        size->hash_mask = 2 * size->sample_room - 1;
        size->hashes = memory_new(((size_t)size->hash_mask + 1) * sizeof *size->hashes);
    }
    for (uint32_t i = 0; i < size->sampled; i++) {
        uint64_t hash = hash_bytes(size->sample + (size_t)i * words, size->size);
        *hash_place(size, hash) = (uint32_t)hash | 1;
    }
    free(size->sample);
    size->sample = NULL;
    budget_give(budget, before - hashes_size(size));
    atomic_store_explicit(&size->chosen, shape, memory_order_release);
}

void tree_size_add(struct tree_size *size, const void *state) {
    uint32_t words = size->first->words, *row = size->sample + (size_t)size->sampled++ * words;
    row[words - 1] = row[words - 2] = row[words - 3] = 0; /* there may be up to 3 words beyond the end */
    memcpy(row, state, size->size);
}

void tree_size_save(const struct tree_size *size, struct checkpoint_writer *out) {
    const struct tree_shape *chosen = tree_size_chosen(size);
    checkpoint_put_number(out, chosen != NULL);
    checkpoint_put_number(out, size->sampled);
    checkpoint_put_number(out, size->sample_room);
    if (chosen) {
        tree_shape_save(chosen, out);
        checkpoint_put(out, size->hashes, hashes_size(size));
    } else {
        checkpoint_put(out, size->sample, (size_t)size->sampled * size->first->words * sizeof *size->sample);
    }
}

static bool load_chosen(struct tree_size *size, struct budget *budget, struct checkpoint_reader *in) {
    struct tree_shape *chosen = tree_shape_load(size->size, size->first->kind + 1, in);
    atomic_store_explicit(&size->chosen, chosen, memory_order_release);
    if (!chosen || !size->sample_room) return chosen;
    size->hash_mask = 2 * size->sample_room - 1;
    size_t bytes = ((size_t)size->hash_mask + 1) * sizeof *size->hashes;
    if (!budget_take(budget, bytes)) return false;
    size->hashes = memory_new(bytes);
    checkpoint_get(in, size->hashes, bytes);
    return !in->failed;
}

bool tree_size_load(struct tree_size *size, struct budget *budget, struct checkpoint_reader *in) {
    uint64_t chosen = checkpoint_get_number(in);
    uint64_t sampled = checkpoint_get_number(in), room = checkpoint_get_number(in);
    if (in->failed || room > SAMPLE_STATES || sampled > room || (room & (room - 1))) return false;
    size->sampled = (uint32_t)sampled;
    size->sample_room = (uint32_t)room;
    if (chosen) return load_chosen(size, budget, in);
    if (!budget_take(budget, sample_size(size))) return false;
    size->sample = memory_new(sample_size(size));
    checkpoint_get(in, size->sample, (size_t)sampled * size->first->words * sizeof *size->sample);
    return !in->failed;
}
