/* STORE_TREE: states as binary trees that share what they have in common.
 *
 * The leaves are words of 4 bytes: the size (plus 1) and then the state's, zero beyond its end. A node over two words
 * is their pair, a node over more is the pair of the ids of its halves; what a pair means follows from its place, since
 * all trees have the same shape: four words make a quad, and the quads are the ends of a balanced tree. Inner nodes lie
 * in one set of pairs, the roots in another; a state's handle is its root's id. Invariant: the id of a node whose
 * leaves are all zero is 0, and (0, 0) is what id 0 stands for at every level.
 *
 * Each thread remembers the tree that it built last, and looks up only what differs in the next. It builds the trees of
 * a window of states together, level by level, so that the cache misses of one overlap those of the others. */
#include "search/pairs.h"
#include "search/store_kind.h"

#include "base/memory.h"

#include <stdlib.h>

enum { MOST_ROOT_CHUNKS = 1 << 19 };

/* A node of the shape. Nodes are numbered by levels, from the quads up: children come before their parents. */
struct tree_node {
    uint32_t left, right, parent;
};
enum { MOST_LEVELS = 32, QUAD = 4 };

/* What the thread looked up lately: ids never change, so what is here stays true. */
struct known_node {
    uint64_t pair;
    uint32_t id;
};
struct known_quad {
    uint64_t low, high;
    uint32_t id;
};
enum { KNOWN_LOG2 = 12, KNOWN = 1 << KNOWN_LOG2 };

/* A node of some row whose children have changed. */
struct tree_task {
    uint64_t pair;
    uint32_t row, node, id;
    bool known;
};

/* The trees of a window of states are rows: row 0 is the last state before it. */
struct tree_thread {
    alignas(128) uint32_t *words; /* the leaves, by rows */
    uint32_t *ids;                /* of all nodes, by rows */
    uint64_t *dirty;              /* per row, a bit per node: a child has changed since the row before */
    struct tree_task *tasks;      /* of one level */
    struct known_node *nodes;     /* KNOWN of each, by their hash */
    struct known_quad *quads;
    uint32_t used; /* quads of row 0; all after these are zero */
};

struct tree_store {
    struct store store;
    struct pairs inner, roots;
    struct tree_node *nodes;
    uint32_t quad_count, node_count;              /* the root is the last node */
    uint32_t level_count, level_end[MOST_LEVELS]; /* level 0: the quads */
    uint32_t window;                              /* states of which a thread builds trees at once */
    uint32_t dirty_words;                         /* per row */
    struct tree_thread *threads;
    atomic_uchar *_Atomic *flags; /* per chunk of roots; NULL until used */
    atomic_bool flags_used;
};

static const struct tree_store *tree_const(const struct store *store) { return (const struct tree_store *)store; }
static struct tree_store *tree_of(struct store *store) { return (struct tree_store *)store; }

static uint64_t pair_of(uint32_t left, uint32_t right) { return left | (uint64_t)right << 32; }
static uint32_t left_of(uint64_t pair) { return (uint32_t)pair; }
static uint32_t right_of(uint64_t pair) { return (uint32_t)(pair >> 32); }
static uint32_t left_quads(uint32_t quads) { return (quads + 1) / 2; }

/* The quads that hold the size and the words of a state. */
static uint32_t quads_of(uint32_t size) { return (1 + (size + 3) / 4 + QUAD - 1) / QUAD; }

static uint32_t *ids_of(const struct tree_store *tree, const struct tree_thread *self, size_t row) {
    return self->ids + row * tree->node_count;
}

static uint32_t *words_of(const struct tree_store *tree, const struct tree_thread *self, size_t row) {
    return self->words + row * tree->quad_count * QUAD;
}

static void mark(const struct tree_store *tree, struct tree_thread *self, size_t row, uint32_t node) {
    self->dirty[row * tree->dirty_words + node / 64] |= UINT64_C(1) << node % 64;
}

static struct known_node *known_node(const struct tree_thread *self, uint64_t pair) {
    return &self->nodes[(pair ^ pair >> 29) * HASH_ODD_1 >> (64 - KNOWN_LOG2)];
}

static struct known_quad *known_quad(const struct tree_thread *self, uint64_t low, uint64_t high) {
    return &self->quads[hash_fold(low ^ HASH_ODD_1, high ^ HASH_ODD_2) >> (64 - KNOWN_LOG2)];
}

/* The id of an inner node, which is added if it is not there. False: there is no memory. */
static bool node_id(struct tree_store *tree, unsigned thread, uint64_t pair, uint32_t *id) {
    struct known_node *known = known_node(&tree->threads[thread], pair);
    if (known->pair != pair) {
        *id = 0;
        if (!pair) return true;
        if (pairs_insert(&tree->inner, thread, pair, id) == STORE_FULL) return false;
        *known = (struct known_node){.pair = pair, .id = *id};
    }
    *id = known->id;
    return true;
}

static bool quad_id(struct tree_store *tree, unsigned thread, uint64_t low, uint64_t high, uint32_t *id) {
    struct known_quad *known = known_quad(&tree->threads[thread], low, high);
    if (known->low != low || known->high != high) {
        uint32_t left, right;
        if (!node_id(tree, thread, low, &left) || !node_id(tree, thread, high, &right) ||
            !node_id(tree, thread, pair_of(left, right), id))
            return false;
        *known = (struct known_quad){.low = low, .high = high, .id = *id};
    }
    *id = known->id;
    return true;
}

/* Fills the leaves of a row and finds its quads. Of the row before, only the first `used` quads are not zero; this
 * becomes true of the new row. False: there is no memory. */
static bool set_quads(struct tree_store *tree, unsigned thread, size_t row, const struct store_item *item,
                      uint32_t *used) {
    struct tree_thread *self = &tree->threads[thread];
    uint32_t *words = words_of(tree, self, row), *ids = ids_of(tree, self, row), own = quads_of(item->size);
    const uint32_t *words_before = words - tree->quad_count * QUAD, *ids_before = ids - tree->node_count;
    words[0] = item->size + 1;
    memset(words + 1 + item->size / 4, 0, (tree->quad_count * QUAD - 1 - item->size / 4) * sizeof *words);
    memcpy(words + 1, item->state, item->size);
    memcpy(ids, ids_before, tree->quad_count * sizeof *ids);
    for (uint32_t i = 0; i < own || i < *used; i++) {
        uint64_t low = hash_read64(words + QUAD * i), high = hash_read64(words + QUAD * i + 2);
        if (low == hash_read64(words_before + QUAD * i) && high == hash_read64(words_before + QUAD * i + 2)) continue;
        if (!quad_id(tree, thread, low, high, &ids[i])) return false;
        mark(tree, self, row, tree->nodes[i].parent);
    }
    *used = own;
    return true;
}

/* Lists the dirty nodes of a level in one row, and fetches what the set will need to look them up. */
static size_t list_tasks(const struct tree_store *tree, struct tree_thread *self, uint32_t row, uint32_t begin,
                         uint32_t end, size_t tasks) {
    const uint32_t *ids = ids_of(tree, self, row);
    for (uint32_t word = begin / 64; word <= (end - 1) / 64; word++) {
        uint64_t bits = self->dirty[row * tree->dirty_words + word];
        if (word == begin / 64) bits &= UINT64_MAX << begin % 64;
        if (word == end / 64) bits &= (UINT64_C(1) << end % 64) - 1;
        for (; bits; bits &= bits - 1) {
            uint32_t number = word * 64 + (uint32_t)__builtin_ctzll(bits);
            const struct tree_node *node = &tree->nodes[number];
            uint64_t pair = pair_of(ids[node->left], ids[node->right]);
            struct known_node known = *known_node(self, pair);
            if (known.pair != pair) pairs_prefetch(&tree->inner, pair);
            self->tasks[tasks++] = (struct tree_task){pair, row, number, known.id, known.pair == pair};
        }
    }
    return tasks;
}

/* Brings one level up to date in all rows, given the level below. False: there is no memory. */
static bool update_level(struct tree_store *tree, unsigned thread, size_t count, uint32_t begin, uint32_t end) {
    struct tree_thread *self = &tree->threads[thread];
    size_t tasks = 0, next = 0;
    for (uint32_t row = 1; row <= count; row++) tasks = list_tasks(tree, self, row, begin, end, tasks);
    for (size_t i = 0; pairs_outgrow_caches(&tree->inner) && i < tasks; i++)
        if (!self->tasks[i].known) pairs_prefetch_pair(&tree->inner, self->tasks[i].pair);
    for (size_t row = 1; row <= count; row++) {
        uint32_t *ids = ids_of(tree, self, row), *before = ids - tree->node_count;
        for (uint32_t i = begin; i < end; i++) ids[i] = before[i];
        for (; next < tasks && self->tasks[next].row == row; next++) {
            struct tree_task *task = &self->tasks[next];
            if (!task->known && !node_id(tree, thread, task->pair, &task->id)) return false;
            if (ids[task->node] == task->id) continue;
            ids[task->node] = task->id;
            mark(tree, self, row, tree->nodes[task->node].parent);
        }
    }
    return true;
}

static bool build_trees(struct tree_store *tree, unsigned thread, const struct store_item *items, size_t count) {
    struct tree_thread *self = &tree->threads[thread];
    uint32_t used = self->used;
    memset(self->dirty, 0, (count + 1) * tree->dirty_words * sizeof *self->dirty);
    for (size_t i = 0; i < count; i++)
        if (!set_quads(tree, thread, i + 1, &items[i], &used)) return false;
    for (uint32_t level = 1; level + 1 < tree->level_count; level++)
        if (!update_level(tree, thread, count, tree->level_end[level - 1], tree->level_end[level])) return false;
    self->used = used;
    return true;
}

/* Makes some row the row 0 of the next window. */
static void keep_row(const struct tree_store *tree, struct tree_thread *self, size_t row) {
    memcpy(self->words, words_of(tree, self, row), tree->quad_count * QUAD * sizeof *self->words);
    memcpy(self->ids, ids_of(tree, self, row), tree->node_count * sizeof *self->ids);
}

/* The tree of nothing but zeros. */
static void forget_rows(const struct tree_store *tree, struct tree_thread *self) {
    memset(self->words, 0, tree->quad_count * QUAD * sizeof *self->words);
    memset(self->ids, 0, tree->node_count * sizeof *self->ids);
    self->used = 0;
}

/* The pairs that stand for whole states, at most tree->window of them. False: there is no memory. */
static bool root_pairs(struct tree_store *tree, unsigned thread, const struct store_item *items, size_t count,
                       uint64_t *pairs) {
    struct tree_thread *self = &tree->threads[thread];
    if (!build_trees(tree, thread, items, count)) {
        forget_rows(tree, self);
        return false;
    }
    const struct tree_node *root = &tree->nodes[tree->node_count - 1];
    for (size_t i = 0; i < count; i++) {
        const uint32_t *ids = ids_of(tree, self, i + 1);
        pairs[i] = pair_of(ids[root->left], ids[root->right]);
    }
    keep_row(tree, self, count);
    return true;
}

static enum store_answer insert_root(struct store *store, unsigned thread, uint64_t pair, uint64_t *handle) {
    uint32_t id = 0;
    enum store_answer answer = pairs_insert(&tree_of(store)->roots, thread, pair, &id);
    *handle = answer == STORE_FULL ? 0 : id;
    if (answer == STORE_NEW) store_count_new(store, thread);
    return answer;
}

static enum store_answer tree_insert(struct store *store, unsigned thread, const void *state, uint32_t size,
                                     uint64_t hash, uint64_t *handle) {
    (void)hash;
    uint64_t pair;
    struct store_item item = {.state = state, .size = size};
    if (root_pairs(tree_of(store), thread, &item, 1, &pair)) return insert_root(store, thread, pair, handle);
    *handle = 0;
    return STORE_FULL;
}

static void insert_together(struct store *store, unsigned thread, struct store_item *items, size_t count) {
    struct tree_store *tree = tree_of(store);
    uint64_t pairs[STORE_WINDOW];
    if (!root_pairs(tree, thread, items, count, pairs)) { /* some do not fit: find out which */
        for (size_t i = 0; i < count; i++)
            items[i].answer = tree_insert(store, thread, items[i].state, items[i].size, 0, &items[i].handle);
        return;
    }
    for (size_t i = 0; i < count; i++) pairs_prefetch(&tree->roots, pairs[i]);
    for (size_t i = 0; pairs_outgrow_caches(&tree->roots) && i < count; i++)
        pairs_prefetch_pair(&tree->roots, pairs[i]);
    for (size_t i = 0; i < count; i++) items[i].answer = insert_root(store, thread, pairs[i], &items[i].handle);
}

static void tree_insert_window(struct store *store, unsigned thread, struct store_item *items, size_t count) {
    size_t window = tree_of(store)->window;
    for (size_t first = 0; first < count; first += window)
        insert_together(store, thread, items + first, count - first < window ? count - first : window);
}

static void tree_prefetch(const struct store *store, uint64_t hash) { (void)store, (void)hash; }

/* Leaf 0 is the size, leaf i the word i - 1. */
static uint32_t leaf_of(const void *state, uint32_t size, uint32_t leaf) {
    if (!leaf) return size + 1;
    uint32_t offset = (leaf - 1) * 4, word = 0;
    if (offset < size) memcpy(&word, (const unsigned char *)state + offset, size - offset < 4 ? size - offset : 4);
    return word;
}

/* The id of a node that must be there already; otherwise `*known` becomes false. */
static uint32_t find_id(const struct tree_store *tree, uint64_t pair, bool *known) {
    uint32_t id = pair && *known ? pairs_find(&tree->inner, pair) : 0;
    if (pair && !id) *known = false;
    return id;
}

/* The pair of the node over these quads. */
static uint64_t find_pair(const struct tree_store *tree, const void *state, uint32_t size, uint32_t first,
                          uint32_t quads, bool *known) {
    if (first && (first * QUAD - 1) * 4 >= size) return 0;
    uint32_t leaf = first * QUAD, half = left_quads(quads);
    uint64_t left, right;
    if (quads == 1) {
        left = pair_of(leaf_of(state, size, leaf), leaf_of(state, size, leaf + 1));
        right = pair_of(leaf_of(state, size, leaf + 2), leaf_of(state, size, leaf + 3));
    } else {
        left = find_pair(tree, state, size, first, half, known);
        right = find_pair(tree, state, size, first + half, quads - half, known);
    }
    uint32_t left_id = find_id(tree, left, known);
    return pair_of(left_id, find_id(tree, right, known));
}

static bool tree_contains(const struct store *store, const void *state, uint32_t size, uint64_t hash) {
    (void)hash;
    const struct tree_store *tree = tree_const(store);
    bool known = true;
    uint64_t pair = find_pair(tree, state, size, 0, tree->quad_count, &known);
    return known && pairs_find(&tree->roots, pair);
}

static uint64_t inner_pair(const struct tree_store *tree, uint32_t id) { return id ? pairs_get(&tree->inner, id) : 0; }

/* Writes as many of the bytes from leaf `leaf` on as a state can have; leaf 0 is not one of its words. */
static void write_leaves(const struct tree_store *tree, unsigned char *state, uint32_t leaf, const uint32_t *leaves,
                         uint32_t count) {
    uint32_t offset = (leaf - 1) * 4, limit = tree->store.options.max_state_size;
    if (offset < limit) memcpy(state + offset, leaves, limit - offset < count * 4 ? limit - offset : count * 4);
}

static void write_zeros(const struct tree_store *tree, unsigned char *state, uint32_t leaf, uint32_t count) {
    uint32_t offset = (leaf - 1) * 4, limit = tree->store.options.max_state_size;
    if (offset < limit) memset(state + offset, 0, limit - offset < count * 4 ? limit - offset : count * 4);
}

/* Writes the words of the quads of a pair; `*size` becomes leaf 0 if that is among them. */
static void read_pair(const struct tree_store *tree, uint64_t pair, uint32_t first, uint32_t quads,
                      unsigned char *state, uint32_t *size) {
    if (quads > 1) {
        uint32_t half = left_quads(quads), ids[2] = {left_of(pair), right_of(pair)};
        uint32_t firsts[2] = {first, first + half}, counts[2] = {half, quads - half};
        for (unsigned i = 0; i < 2; i++)
            if (ids[i])
                read_pair(tree, pairs_get(&tree->inner, ids[i]), firsts[i], counts[i], state, size);
            else
                write_zeros(tree, state, firsts[i] * QUAD, counts[i] * QUAD);
        return;
    }
    uint64_t low = inner_pair(tree, left_of(pair)), high = inner_pair(tree, right_of(pair));
    uint32_t leaves[QUAD] = {left_of(low), right_of(low), left_of(high), right_of(high)};
    if (!first) *size = leaves[0];
    write_leaves(tree, state, first ? first * QUAD : 1, first ? leaves : leaves + 1, first ? QUAD : QUAD - 1);
}

static uint32_t tree_read(const struct store *store, uint64_t handle, void *state) {
    const struct tree_store *tree = tree_const(store);
    uint32_t size = 1;
    read_pair(tree, pairs_get(&tree->roots, (uint32_t)handle), 0, tree->quad_count, state, &size);
    return size - 1;
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

/* How many levels are below the node over so many quads. */
static uint32_t height_of(uint32_t quads) {
    uint32_t height = 0;
    for (; quads > 1; quads = left_quads(quads)) height++;
    return height;
}

/* Numbers the nodes of one level, from left to right. A node's number is kept, until its parent is numbered, at the
 * left end of its quads: `numbers[first]`. */
static void build_level(struct tree_store *tree, uint32_t *numbers, uint32_t first, uint32_t quads, uint32_t level) {
    uint32_t half = left_quads(quads), height = height_of(quads);
    if (height < level) return;
    if (height > level) {
        build_level(tree, numbers, first, half, level);
        build_level(tree, numbers, first + half, quads - half, level);
        return;
    }
    uint32_t left = numbers[first], right = numbers[first + half], node = tree->node_count++;
    tree->nodes[node] = (struct tree_node){.left = left, .right = right};
    tree->nodes[left].parent = tree->nodes[right].parent = node;
    numbers[first] = node;
}

static void build_shape(struct tree_store *tree) {
    uint32_t *numbers = memory_new(tree->quad_count * sizeof *numbers);
    for (uint32_t i = 0; i < tree->quad_count; i++) numbers[i] = i;
    tree->nodes = memory_new(2 * tree->quad_count * sizeof *tree->nodes);
    tree->node_count = tree->level_end[0] = tree->quad_count;
    tree->level_count = height_of(tree->quad_count) + 1;
    for (uint32_t level = 1; level < tree->level_count; level++) {
        build_level(tree, numbers, 0, tree->quad_count, level);
        tree->level_end[level] = tree->node_count;
    }
    free(numbers);
}

static void *counted(struct tree_store *tree, size_t size) {
    budget_take_anyway(&tree->store.budget, size);
    return memory_new(size);
}

static void open_thread(struct tree_store *tree, struct tree_thread *self) {
    size_t rows = tree->window + 1;
    self->words = counted(tree, rows * tree->quad_count * QUAD * sizeof *self->words);
    self->ids = counted(tree, rows * tree->node_count * sizeof *self->ids);
    self->dirty = counted(tree, rows * tree->dirty_words * sizeof *self->dirty);
    self->tasks = counted(tree, tree->window * tree->quad_count * sizeof *self->tasks);
    /* Zeroed entries say that what is zero has the id 0, which is true. */
    self->nodes = counted(tree, KNOWN * sizeof *self->nodes);
    self->quads = counted(tree, KNOWN * sizeof *self->quads);
}

static bool tree_open(struct store *store) {
    enum { MOST_WORDS = 1 << 18 }; /* of a thread's rows: wide states get smaller windows */
    struct tree_store *tree = tree_of(store);
    tree->quad_count = quads_of(store->options.max_state_size);
    if (tree->quad_count < 2) tree->quad_count = 2;
    build_shape(tree);
    tree->window = MOST_WORDS / (QUAD * tree->quad_count);
    if (tree->window < 1) tree->window = 1;
    if (tree->window > STORE_WINDOW) tree->window = STORE_WINDOW;
    tree->dirty_words = tree->node_count / 64 + 1;
    tree->threads = pages_aligned(store->options.threads * sizeof *tree->threads);
    if (!tree->threads) return false;
    for (unsigned i = 0; i < store->options.threads; i++) open_thread(tree, &tree->threads[i]);
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
        free(tree->threads[i].words);
        free(tree->threads[i].ids);
        free(tree->threads[i].dirty);
        free(tree->threads[i].tasks);
        free(tree->threads[i].nodes);
        free(tree->threads[i].quads);
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
