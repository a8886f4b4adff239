/* STORE_TREE: states as binary trees that share what they have in common.
 *
 * The leaves are the size (plus 1) and then the state's 4-byte words, zero beyond its end. A node over two or more
 * leaves is a pair: of words, or of ids of nodes, or of both; what it is follows from its place, since all trees have
 * the same shape. Inner nodes lie in one set of pairs, the roots in another; a state's handle is its root's id.
 * Invariant: the id of a node whose leaves are all zero is 0, and (0, 0) is what id 0 stands for at every level.
 *
 * Each thread remembers the tree that it built last, and looks up only what differs in the next. It builds the trees of
 * a window of states together, level by level, so that the cache misses of one overlap those of the others. */
#include "search/pairs.h"
#include "search/store_kind.h"

#include "base/memory.h"

#include <stdlib.h>

enum { MOST_ROOT_CHUNKS = 1 << 19 };

/* A node of the shape. Nodes are numbered by levels, from the leaves up: children come before their parents. */
struct tree_node {
    uint32_t left, right, parent;
};
enum { MOST_LEVELS = 32 };

/* Nodes that the thread looked up lately: ids never change, so what is here stays true. */
struct known_node {
    uint64_t pair;
    uint32_t id;
};
enum { KNOWN_LOG2 = 12, KNOWN_NODES = 1 << KNOWN_LOG2 };

/* A node of some row whose children have changed. */
struct tree_task {
    uint64_t pair;
    uint32_t row, node, id; /* id 0: not known yet */
};

struct tree_thread {
    /* The values of all nodes, words or ids, for each state of the window: row 0 is the last state before it. */
    alignas(128) uint32_t *rows;
    uint64_t *dirty;          /* per row, a bit per node: a child has changed since the row before */
    struct tree_task *tasks;  /* of one level */
    struct known_node *known; /* KNOWN_NODES, by the pair's hash */
    uint32_t words;           /* of row 0; all leaves after these are zero */
};

struct tree_store {
    struct store store;
    struct pairs inner, roots;
    struct tree_node *nodes;
    uint32_t leaf_count, node_count;              /* the root is the last node */
    uint32_t level_count, level_end[MOST_LEVELS]; /* level 0: the leaves */
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
static uint32_t left_leaves(uint32_t leaves) { return (leaves + 1) / 2; }

/* Leaf 0 is the size, leaf i the word i - 1. */
static uint32_t leaf_of(const void *state, uint32_t size, uint32_t leaf) {
    if (!leaf) return size + 1;
    uint32_t offset = (leaf - 1) * 4, word = 0;
    if (offset + 4 <= size) return hash_read32((const unsigned char *)state + offset);
    if (offset < size) memcpy(&word, (const unsigned char *)state + offset, size - offset);
    return word;
}

static uint32_t *row_of(const struct tree_store *tree, const struct tree_thread *self, size_t row) {
    return self->rows + row * tree->node_count;
}

static void mark(const struct tree_store *tree, struct tree_thread *self, size_t row, uint32_t node) {
    self->dirty[row * tree->dirty_words + node / 64] |= UINT64_C(1) << node % 64;
}

/* Fills the leaves of a row and marks what differs from the row before, which has `words` words; returns its own. */
static uint32_t set_leaves(const struct tree_store *tree, struct tree_thread *self, size_t row,
                           const struct store_item *item, uint32_t words) {
    uint32_t *leaves = row_of(tree, self, row), *before = leaves - tree->node_count;
    leaves[0] = item->size + 1;
    memset(leaves + 1 + item->size / 4, 0, (tree->leaf_count - 1 - item->size / 4) * sizeof *leaves);
    memcpy(leaves + 1, item->state, item->size);
    uint32_t own = (item->size + 3) / 4, last = own > words ? own : words, i = 0;
    for (; i < last; i += 2) { /* two at a time: last + 1 leaves */
        if (hash_read64(leaves + i) == hash_read64(before + i)) continue;
        if (leaves[i] != before[i]) mark(tree, self, row, tree->nodes[i].parent);
        if (leaves[i + 1] != before[i + 1]) mark(tree, self, row, tree->nodes[i + 1].parent);
    }
    if (i == last && leaves[i] != before[i]) mark(tree, self, row, tree->nodes[i].parent);
    return own;
}

static struct known_node *known_at(const struct tree_thread *self, uint64_t pair) {
    return &self->known[(pair ^ pair >> 29) * HASH_ODD_1 >> (64 - KNOWN_LOG2)];
}

/* Lists the dirty nodes of a level in one row, and fetches what the set will need to look them up. */
static size_t list_tasks(const struct tree_store *tree, struct tree_thread *self, uint32_t row, uint32_t begin,
                         uint32_t end, size_t tasks) {
    const uint32_t *values = row_of(tree, self, row);
    for (uint32_t word = begin / 64; word <= (end - 1) / 64; word++) {
        uint64_t bits = self->dirty[row * tree->dirty_words + word];
        if (word == begin / 64) bits &= UINT64_MAX << begin % 64;
        if (word == end / 64) bits &= (UINT64_C(1) << end % 64) - 1;
        for (; bits; bits &= bits - 1) {
            uint32_t number = word * 64 + (uint32_t)__builtin_ctzll(bits);
            const struct tree_node *node = &tree->nodes[number];
            uint64_t pair = pair_of(values[node->left], values[node->right]);
            const struct known_node *known = known_at(self, pair);
            uint32_t id = known->pair == pair ? known->id : 0;
            if (pair && !id) pairs_prefetch(&tree->inner, pair);
            self->tasks[tasks++] = (struct tree_task){.pair = pair, .row = row, .node = number, .id = id};
        }
    }
    return tasks;
}

/* The id of a task's node, which is added if it is not there. False: there is no memory. */
static bool do_task(struct tree_store *tree, unsigned thread, struct tree_thread *self, struct tree_task *task) {
    if (!task->pair || task->id) return true;
    if (pairs_insert(&tree->inner, thread, task->pair, &task->id) == STORE_FULL) return false;
    *known_at(self, task->pair) = (struct known_node){.pair = task->pair, .id = task->id};
    return true;
}

/* Brings one level up to date in all rows, given the level below. False: there is no memory. */
static bool update_level(struct tree_store *tree, unsigned thread, size_t count, uint32_t begin, uint32_t end) {
    struct tree_thread *self = &tree->threads[thread];
    size_t tasks = 0, next = 0;
    for (uint32_t row = 1; row <= count; row++) tasks = list_tasks(tree, self, row, begin, end, tasks);
    for (size_t i = 0; i < tasks; i++)
        if (self->tasks[i].pair && !self->tasks[i].id) pairs_prefetch_pair(&tree->inner, self->tasks[i].pair);
    for (size_t row = 1; row <= count; row++) {
        uint32_t *values = row_of(tree, self, row), *before = values - tree->node_count;
        memcpy(values + begin, before + begin, (end - begin) * sizeof *values);
        for (; next < tasks && self->tasks[next].row == row; next++) {
            struct tree_task *task = &self->tasks[next];
            if (!do_task(tree, thread, self, task)) return false;
            if (values[task->node] == task->id) continue;
            values[task->node] = task->id;
            mark(tree, self, row, tree->nodes[task->node].parent);
        }
    }
    return true;
}

/* The pairs that stand for whole states, at most tree->window of them. False: there is no memory. */
static bool root_pairs(struct tree_store *tree, unsigned thread, const struct store_item *items, size_t count,
                       uint64_t *pairs) {
    struct tree_thread *self = &tree->threads[thread];
    uint32_t words = self->words, root = tree->node_count - 1;
    memset(self->dirty, 0, (count + 1) * tree->dirty_words * sizeof *self->dirty);
    for (size_t i = 0; i < count; i++) words = set_leaves(tree, self, i + 1, &items[i], words);
    for (uint32_t level = 1; level + 1 < tree->level_count; level++)
        if (!update_level(tree, thread, count, tree->level_end[level - 1], tree->level_end[level])) {
            /* Back to the tree of nothing but zeros. */
            memset(self->rows, 0, tree->node_count * sizeof *self->rows);
            self->words = 0;
            return false;
        }
    for (size_t i = 0; i < count; i++) {
        const uint32_t *values = row_of(tree, self, i + 1);
        pairs[i] = pair_of(values[tree->nodes[root].left], values[tree->nodes[root].right]);
    }
    memcpy(self->rows, row_of(tree, self, count), tree->node_count * sizeof *self->rows);
    self->words = words;
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
    for (size_t i = 0; i < count; i++) pairs_prefetch_pair(&tree->roots, pairs[i]);
    for (size_t i = 0; i < count; i++) items[i].answer = insert_root(store, thread, pairs[i], &items[i].handle);
}

static void tree_insert_window(struct store *store, unsigned thread, struct store_item *items, size_t count) {
    size_t window = tree_of(store)->window;
    for (size_t first = 0; first < count; first += window)
        insert_together(store, thread, items + first, count - first < window ? count - first : window);
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

/* How many levels are below the node over so many leaves. */
static uint32_t height_of(uint32_t leaves) {
    uint32_t height = 0;
    for (; leaves > 1; leaves = left_leaves(leaves)) height++;
    return height;
}

/* Numbers the nodes of one level, from left to right. A node's number is kept, until its parent is numbered, in the
 * left end of its leaves: `numbers[first]`. */
static void build_level(struct tree_store *tree, uint32_t *numbers, uint32_t first, uint32_t leaves, uint32_t level) {
    uint32_t half = left_leaves(leaves), height = height_of(leaves);
    if (height < level) return;
    if (height > level) {
        build_level(tree, numbers, first, half, level);
        build_level(tree, numbers, first + half, leaves - half, level);
        return;
    }
    uint32_t left = numbers[first], right = numbers[first + half], node = tree->node_count++;
    tree->nodes[node] = (struct tree_node){.left = left, .right = right};
    tree->nodes[left].parent = tree->nodes[right].parent = node;
    numbers[first] = node;
}

static void build_shape(struct tree_store *tree) {
    uint32_t *numbers = memory_new(tree->leaf_count * sizeof *numbers);
    for (uint32_t i = 0; i < tree->leaf_count; i++) numbers[i] = i;
    tree->nodes = memory_new(2 * tree->leaf_count * sizeof *tree->nodes);
    tree->node_count = tree->level_end[0] = tree->leaf_count;
    tree->level_count = height_of(tree->leaf_count) + 1;
    for (uint32_t level = 1; level < tree->level_count; level++) {
        build_level(tree, numbers, 0, tree->leaf_count, level);
        tree->level_end[level] = tree->node_count;
    }
    free(numbers);
}

static bool tree_open(struct store *store) {
    enum { MOST_VALUES = 1 << 18 }; /* of a thread's rows: wide states get smaller windows */
    struct tree_store *tree = tree_of(store);
    tree->leaf_count = 1 + (store->options.max_state_size + 3) / 4;
    if (tree->leaf_count < 2) tree->leaf_count = 2;
    build_shape(tree);
    tree->window = MOST_VALUES / tree->node_count < 1 ? 1 : MOST_VALUES / tree->node_count;
    if (tree->window > STORE_WINDOW) tree->window = STORE_WINDOW;
    tree->dirty_words = tree->node_count / 64 + 1;
    tree->threads = pages_aligned(store->options.threads * sizeof *tree->threads);
    if (!tree->threads) return false;
    for (unsigned i = 0; i < store->options.threads; i++) {
        struct tree_thread *thread = &tree->threads[i];
        thread->rows = memory_new((tree->window + 1) * tree->node_count * sizeof *thread->rows);
        thread->dirty = memory_new((tree->window + 1) * tree->dirty_words * sizeof *thread->dirty);
        thread->tasks = memory_new(tree->window * tree->leaf_count * sizeof *thread->tasks);
        thread->known = memory_new(KNOWN_NODES * sizeof *thread->known);
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
        free(tree->threads[i].rows);
        free(tree->threads[i].dirty);
        free(tree->threads[i].tasks);
        free(tree->threads[i].known);
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
