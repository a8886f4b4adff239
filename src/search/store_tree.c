/* STORE_TREE: states as binary trees that share what they have in common.
 *
 * The leaves are the size (plus 1) and then the state's 4-byte words, zero beyond its end. A node over two or more
 * leaves is a pair: of words, or of ids of nodes, or of both; what it is follows from its place, since all trees have
 * the same shape. Inner nodes lie in one set of pairs, the roots in another; a state's handle is its root's id.
 * Invariant: the id of a node whose leaves are all zero is 0, and (0, 0) is what id 0 stands for at every level.
 *
 * Each thread remembers the tree that it built last, and looks up only what differs in the next. */
#include "search/pairs.h"
#include "search/store_kind.h"

#include "base/memory.h"

#include <stdlib.h>

enum { MOST_ROOT_CHUNKS = 1 << 19 };

/* A node of the shape. Children have lower numbers than their parents; numbers below leaf_count are leaves. */
struct tree_node {
    uint32_t left, right, parent;
};

struct tree_thread {
    alignas(128) uint32_t *values; /* of all nodes: words or ids   */
    uint64_t *dirty;               /* a bit per node: its id is not up to date */
    uint32_t words;                /* all leaves after these are zero */
    bool valid;                    /* values are those of a state      */
};

struct tree_store {
    struct store store;
    struct pairs inner, roots;
    struct tree_node *nodes;
    uint32_t leaf_count, node_count; /* the root is the last node */
    struct tree_thread *threads;
    atomic_uchar *_Atomic *flags; /* per chunk of roots; NULL until used */
    atomic_bool flags_used;
};

static const struct tree_store *tree_const(const struct store *store) { return (const struct tree_store *)store; }
static struct tree_store *tree_of(struct store *store) { return (struct tree_store *)store; }

static uint64_t pair_of(uint32_t left, uint32_t right) { return left | (uint64_t)right << 32; }
static uint32_t left_of(uint64_t pair) { return (uint32_t)pair; }
static uint32_t right_of(uint64_t pair) { return (uint32_t)(pair >> 32); }
static uint32_t left_leaves(uint32_t leaves) { return (leaves + 1) / 2; }

/* Leaf 0 is the size, leaf i the word i - 1. */
static uint32_t leaf_of(const void *state, uint32_t size, uint32_t leaf) {
    if (!leaf) return size + 1;
    uint32_t offset = (leaf - 1) * 4, word = 0;
    if (offset + 4 <= size) return hash_read32((const unsigned char *)state + offset);
    if (offset < size) memcpy(&word, (const unsigned char *)state + offset, size - offset);
    return word;
}

static void mark(struct tree_thread *self, uint32_t node) { self->dirty[node / 64] |= UINT64_C(1) << node % 64; }

static void set_leaf(struct tree_store *tree, struct tree_thread *self, uint32_t leaf, uint32_t value) {
    if (self->values[leaf] == value) return;
    self->values[leaf] = value;
    mark(self, tree->nodes[leaf].parent);
}

static void set_leaves(struct tree_store *tree, struct tree_thread *self, const void *state, uint32_t size) {
    const unsigned char *bytes = state;
    uint32_t words = size / 4, i = 0;
    set_leaf(tree, self, 0, size + 1);
    for (; i + 2 <= words; i += 2) {
        if (hash_read64(bytes + 4 * i) == hash_read64(self->values + 1 + i)) continue;
        set_leaf(tree, self, 1 + i, hash_read32(bytes + 4 * i));
        set_leaf(tree, self, 2 + i, hash_read32(bytes + 4 * i + 4));
    }
    for (; 4 * i < size || i < self->words; i++) set_leaf(tree, self, 1 + i, leaf_of(state, size, 1 + i));
    self->words = (size + 3) / 4;
}

/* Forgets the last tree: the next one is built from nothing but zeros. */
static void reset(struct tree_store *tree, struct tree_thread *self) {
    memset(self->values, 0, tree->node_count * sizeof *self->values);
    memset(self->dirty, 0, (tree->node_count + 63) / 64 * sizeof *self->dirty);
    self->words = 0;
    self->valid = true;
}

/* Brings the ids of the dirty nodes up to date, children first, except the root's. False: there is no memory. */
static bool update_nodes(struct tree_store *tree, unsigned thread, struct tree_thread *self) {
    uint32_t root = tree->node_count - 1;
    for (uint32_t i = tree->leaf_count / 64; i <= root / 64; i++)
        while (self->dirty[i]) {
            uint32_t number = i * 64 + (uint32_t)__builtin_ctzll(self->dirty[i]), id = 0;
            self->dirty[i] &= self->dirty[i] - 1;
            if (number == root) continue;
            const struct tree_node *node = &tree->nodes[number];
            uint64_t pair = pair_of(self->values[node->left], self->values[node->right]);
            if (pair && pairs_insert(&tree->inner, thread, pair, &id) == STORE_FULL) return false;
            if (self->values[number] == id) continue;
            self->values[number] = id;
            mark(self, node->parent);
        }
    return true;
}

/* The pair that stands for the whole state; 0 if there is no memory for it. */
static uint64_t root_pair(struct tree_store *tree, unsigned thread, const void *state, uint32_t size) {
    struct tree_thread *self = &tree->threads[thread];
    if (!self->valid) reset(tree, self);
    set_leaves(tree, self, state, size);
    if (!update_nodes(tree, thread, self)) {
        self->valid = false;
        return 0;
    }
    const struct tree_node *root = &tree->nodes[tree->node_count - 1];
    return pair_of(self->values[root->left], self->values[root->right]);
}

static enum store_answer insert_root(struct store *store, unsigned thread, uint64_t pair, uint64_t *handle) {
    uint32_t id = 0;
    enum store_answer answer = pair ? pairs_insert(&tree_of(store)->roots, thread, pair, &id) : STORE_FULL;
    *handle = answer == STORE_FULL ? 0 : id;
    if (answer == STORE_NEW) store_count_new(store, thread);
    return answer;
}

static enum store_answer tree_insert(struct store *store, unsigned thread, const void *state, uint32_t size,
                                     uint64_t hash, uint64_t *handle) {
    (void)hash;
    return insert_root(store, thread, root_pair(tree_of(store), thread, state, size), handle);
}

static void tree_insert_window(struct store *store, unsigned thread, struct store_item *items, size_t count) {
    struct tree_store *tree = tree_of(store);
    uint64_t pairs[STORE_WINDOW];
    for (size_t i = 0; i < count; i++) {
        pairs[i] = root_pair(tree, thread, items[i].state, items[i].size);
        pairs_prefetch(&tree->roots, pairs[i]);
    }
    for (size_t i = 0; i < count; i++) pairs_prefetch_pair(&tree->roots, pairs[i]);
    for (size_t i = 0; i < count; i++) items[i].answer = insert_root(store, thread, pairs[i], &items[i].handle);
}

static void tree_prefetch(const struct store *store, uint64_t hash) { (void)store, (void)hash; }

/* The pair of the node over these leaves; its id goes unlooked-up, as the root's is in another set. 0: it is zero, or
 * `*known` is false: some node is in no state. */
static uint64_t find_pair(const struct tree_store *tree, const void *state, uint32_t size, uint32_t first,
                          uint32_t leaves, bool *known) {
    if (first && (first - 1) * 4 >= size) return 0;
    uint32_t half[2], counts[2] = {left_leaves(leaves), leaves - left_leaves(leaves)};
    for (unsigned i = 0; i < 2; first += counts[i++]) {
        if (counts[i] == 1) {
            half[i] = leaf_of(state, size, first);
            continue;
        }
        uint64_t pair = find_pair(tree, state, size, first, counts[i], known);
        half[i] = pair && *known ? pairs_find(&tree->inner, pair) : 0;
        if (pair && !half[i]) *known = false;
        if (!*known) return 0;
    }
    return pair_of(half[0], half[1]);
}

static bool tree_contains(const struct store *store, const void *state, uint32_t size, uint64_t hash) {
    (void)hash;
    const struct tree_store *tree = tree_const(store);
    bool known = true;
    uint64_t pair = find_pair(tree, state, size, 0, tree->leaf_count, &known);
    return known && pairs_find(&tree->roots, pair);
}

static void write_leaf(const struct tree_store *tree, unsigned char *state, uint32_t leaf, uint32_t value) {
    if (!leaf) return;
    uint32_t offset = (leaf - 1) * 4, left = tree->store.options.max_state_size - offset;
    memcpy(state + offset, &value, left < 4 ? left : 4);
}

/* Never the first leaf, as the size plus 1 is not zero. */
static void write_zeros(const struct tree_store *tree, unsigned char *state, uint32_t first, uint32_t leaves) {
    uint32_t offset = (first - 1) * 4, left = tree->store.options.max_state_size - offset;
    memset(state + offset, 0, left < leaves * 4 ? left : leaves * 4);
}

/* Writes the leaves of a pair, `leaves` of them from `first` on, and returns the very first. */
static uint32_t read_pair(const struct tree_store *tree, uint64_t pair, uint32_t first, uint32_t leaves,
                          unsigned char *state) {
    uint32_t values[2] = {left_of(pair), right_of(pair)}, very_first = 0, start = first;
    uint32_t counts[2] = {left_leaves(leaves), leaves - left_leaves(leaves)};
    for (unsigned i = 0; i < 2; start += counts[i++]) {
        uint32_t value = values[i];
        if (counts[i] == 1)
            write_leaf(tree, state, start, value);
        else if (value)
            value = read_pair(tree, pairs_get(&tree->inner, value), start, counts[i], state);
        else
            write_zeros(tree, state, start, counts[i]);
        if (!i) very_first = value;
    }
    return very_first;
}

static uint32_t tree_read(const struct store *store, uint64_t handle, void *state) {
    const struct tree_store *tree = tree_const(store);
    return read_pair(tree, pairs_get(&tree->roots, (uint32_t)handle), 0, tree->leaf_count, state) - 1;
}

/* The flags of a chunk of roots, made when first needed. */
static atomic_uchar *flags_of_chunk(struct tree_store *tree, uint64_t chunk) {
    atomic_uchar *flags = atomic_load_explicit(&tree->flags[chunk], memory_order_acquire);
    if (flags) return flags;
    size_t places = pairs_places(&tree->roots, chunk);
    atomic_uchar *fresh = memory_new(places);
    if (atomic_compare_exchange_strong_explicit(&tree->flags[chunk], &flags, fresh, memory_order_acq_rel,
                                                memory_order_acquire)) {
        budget_take_anyway(&tree->store.budget, places);
        return fresh;
    }
    free(fresh);
    return flags;
}

/* Once flags are in use, a chunk of roots comes with its flags, so that using them cannot break the memory limit. */
static bool new_root_chunk(void *context, uint64_t chunk, unsigned places) {
    struct tree_store *tree = context;
    if (!atomic_load_explicit(&tree->flags_used, memory_order_relaxed)) return true;
    if (places > budget_left(&tree->store.budget)) return false;
    flags_of_chunk(tree, chunk);
    return true;
}

static uint32_t place_of(const struct tree_store *tree, uint64_t handle) {
    return (uint32_t)handle & ((1u << tree->roots.slot_bits) - 1);
}

static atomic_uchar *flags_at(struct tree_store *tree, uint64_t handle) {
    if (!atomic_load_explicit(&tree->flags_used, memory_order_relaxed))
        atomic_store_explicit(&tree->flags_used, true, memory_order_relaxed);
    return flags_of_chunk(tree, handle >> tree->roots.slot_bits) + place_of(tree, handle);
}

static unsigned tree_flags(const struct store *store, uint64_t handle) {
    const struct tree_store *tree = tree_const(store);
    atomic_uchar *flags = atomic_load_explicit(&tree->flags[handle >> tree->roots.slot_bits], memory_order_acquire);
    return flags ? atomic_load_explicit(flags + place_of(tree, handle), memory_order_acquire) : 0;
}

static unsigned tree_flags_or(struct store *store, uint64_t handle, unsigned bits) {
    return atomic_fetch_or_explicit(flags_at(tree_of(store), handle), (unsigned char)bits, memory_order_acq_rel);
}

static unsigned tree_flags_and(struct store *store, uint64_t handle, unsigned bits) {
    return atomic_fetch_and_explicit(flags_at(tree_of(store), handle), (unsigned char)bits, memory_order_acq_rel);
}

/* Numbers the node over these leaves, after its children, and returns its number. */
static uint32_t build_shape(struct tree_store *tree, uint32_t first, uint32_t leaves) {
    if (leaves == 1) return first;
    uint32_t half = left_leaves(leaves);
    uint32_t left = build_shape(tree, first, half), right = build_shape(tree, first + half, leaves - half);
    uint32_t node = tree->node_count++;
    tree->nodes[node] = (struct tree_node){.left = left, .right = right};
    tree->nodes[left].parent = tree->nodes[right].parent = node;
    return node;
}

static bool tree_open(struct store *store) {
    struct tree_store *tree = tree_of(store);
    tree->leaf_count = 1 + (store->options.max_state_size + 3) / 4;
    if (tree->leaf_count < 2) tree->leaf_count = 2;
    tree->node_count = tree->leaf_count;
    tree->nodes = memory_new(2 * tree->leaf_count * sizeof *tree->nodes);
    build_shape(tree, 0, tree->leaf_count);
    tree->threads = pages_aligned(store->options.threads * sizeof *tree->threads);
    if (!tree->threads) return false;
    for (unsigned i = 0; i < store->options.threads; i++) {
        tree->threads[i].values = memory_new(tree->node_count * sizeof(uint32_t));
        tree->threads[i].dirty = memory_new((tree->node_count + 63) / 64 * sizeof(uint64_t));
    }
    tree->flags = pages_map(MOST_ROOT_CHUNKS * sizeof *tree->flags);
    tree->roots.new_chunk = new_root_chunk;
    tree->roots.context = tree;
    return tree->flags && pairs_open(&tree->inner, &store->budget, &store->meeting, store->options.threads, false) &&
           pairs_open(&tree->roots, &store->budget, &store->meeting, store->options.threads, true);
}

static uint64_t root_chunks(const struct tree_store *tree) {
    return atomic_load_explicit(&tree->roots.memory.chunk_count, memory_order_relaxed);
}

static void tree_close(struct store *store) {
    struct tree_store *tree = tree_of(store);
    for (unsigned i = 0; tree->threads && i < store->options.threads; i++) {
        free(tree->threads[i].values);
        free(tree->threads[i].dirty);
    }
    for (uint64_t i = 0; tree->flags && i < root_chunks(tree); i++) free((void *)tree->flags[i]);
    pages_unmap((void *)tree->flags, MOST_ROOT_CHUNKS * sizeof *tree->flags);
    pairs_close(&tree->roots);
    pairs_close(&tree->inner);
    free(tree->nodes);
    free(tree->threads);
}

static bool tree_save(const struct store *store, struct checkpoint_writer *out) {
    const struct tree_store *tree = tree_const(store);
    pairs_save(&tree->inner, out);
    pairs_save(&tree->roots, out);
    for (uint64_t i = 0; i < root_chunks(tree); i++) {
        atomic_uchar *flags = atomic_load_explicit(&tree->flags[i], memory_order_acquire);
        checkpoint_put_number(out, flags != NULL);
        if (flags) checkpoint_put(out, (const void *)flags, pairs_places(&tree->roots, i));
    }
    return !out->failed;
}

static bool tree_load(struct store *store, struct checkpoint_reader *in) {
    struct tree_store *tree = tree_of(store);
    if (!pairs_load(&tree->inner, in) || !pairs_load(&tree->roots, in)) return false;
    for (uint64_t i = 0; i < root_chunks(tree) && !in->failed; i++) {
        if (!checkpoint_get_number(in)) continue;
        atomic_store_explicit(&tree->flags_used, true, memory_order_relaxed);
        checkpoint_get(in, (void *)flags_of_chunk(tree, i), pairs_places(&tree->roots, i));
    }
    return !in->failed && pairs_count(&tree->roots) == store_count(store);
}

const struct store_class store_tree_class = {.open = tree_open,
                                             .close = tree_close,
                                             .insert = tree_insert,
                                             .insert_window = tree_insert_window,
                                             .prefetch = tree_prefetch,
                                             .contains = tree_contains,
                                             .save = tree_save,
                                             .load = tree_load,
                                             .read = tree_read,
                                             .flags = tree_flags,
                                             .flags_or = tree_flags_or,
                                             .flags_and = tree_flags_and,
                                             .size = sizeof(struct tree_store)};
