/* STORE_TREE: states as binary trees that share what they have in common.
 *
 * The leaves are the state's words of 4 bytes. A node is the pair of its children: words, or ids of nodes; what a pair
 * means follows from its place in the shape of the tree. Inner nodes lie in one set of pairs, the roots in another; a
 * state's handle is its root's id. All states of one size have one of two shapes: the first ones, a sample, an even
 * shape; all others one that was chosen by the sample. The kind of a root tells its shape, and with it the state's
 * size. Invariants: the id of a node whose leaves are all zero is 0, and (0, 0) is what id 0 stands for in every place;
 * a sample is complete, and the hashes of its states known, before the other shape is used, so that no state is in
 * both.
 *
 * Each thread remembers the tree that it built last, and looks up only what differs in the next. It builds the trees of
 * a window of states together, level by level, so that the cache misses of one overlap those of the others. */
#include "search/pairs.h"
#include "search/store_kind.h"
#include "search/tree_shape.h"

#include "base/memory.h"

#include <sched.h>
#include <stdlib.h>

enum {
    MOST_ROOT_CHUNKS = 1 << 19,
    SAMPLE_STATES = 1 << 13, /* too few, and a search has not got to where most of its states are */
    SAMPLE_WORDS = 1 << 20,
    SMALLEST_SAMPLE = 1 << 10 /* states: fewer tell nothing */
};

/* The states of one size. Those of the sample are added one at a time, under the mutex. */
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

/* What the thread looked up lately: ids never change, so what is here stays true. */
struct known_node {
    uint64_t pair;
    uint32_t id;
};
enum { KNOWN_LOG2 = 13, KNOWN = 1 << KNOWN_LOG2 };

/* A node of some row whose children have changed. */
struct tree_task {
    uint64_t pair;
    uint32_t row, node, id;
    bool known;
};

/* The trees of a window of states are rows: row 0 is the last state before it. */
struct tree_thread {
    alignas(128) const struct tree_shape *shape; /* of all the rows; NULL: there are none */
    uint32_t *ids;                               /* of all nodes, by rows; for a leaf, the word */
    uint64_t *dirty;                             /* per row, a bit per node: a child has changed since the row before */
    struct tree_task *tasks;                     /* of one level */
    struct known_node *nodes;                    /* KNOWN of them, by their hash */
};

struct tree_store {
    struct store store;
    struct pairs inner, roots;
    struct tree_size *_Atomic *sizes; /* by size; NULL: no such state yet */
    struct tree_size **order;         /* the roots of its i-th have the kinds 2 * i and 2 * i + 1 */
    uint32_t size_count;
    pthread_mutex_t mutex; /* held to add a size */
    uint32_t window;       /* states of which a thread builds trees at once */
    struct tree_thread *threads;
    atomic_uchar *_Atomic *flags; /* per chunk of roots; NULL until used */
    atomic_bool flags_used;
};

static const struct tree_store *tree_const(const struct store *store) { return (const struct tree_store *)store; }
static struct tree_store *tree_of(struct store *store) { return (struct tree_store *)store; }

static uint64_t pair_of(uint32_t left, uint32_t right) { return left | (uint64_t)right << 32; }
static uint32_t left_of(uint64_t pair) { return (uint32_t)pair; }
static uint32_t right_of(uint64_t pair) { return (uint32_t)(pair >> 32); }
static uint32_t *ids_of(const struct tree_thread *self, size_t row) {
    return self->ids + row * self->shape->node_count;
}

static uint64_t *dirty_of(const struct tree_thread *self, size_t row) {
    return self->dirty + row * (self->shape->node_count / 64 + 1);
}

static void mark(struct tree_thread *self, size_t row, uint32_t node) {
    dirty_of(self, row)[node / 64] |= UINT64_C(1) << node % 64;
}

static struct known_node *known_node(const struct tree_thread *self, uint64_t pair) {
    return &self->nodes[(pair ^ pair >> 29) * HASH_ODD_1 >> (64 - KNOWN_LOG2)];
}

/* A root is never (0, 0): one more than the id of one of its children, and no id is UINT32_MAX. */
static uint64_t root_bias(const struct tree_shape *shape) {
    return shape->nodes[shape->node_count - 1].left >= shape->words ? 1 : UINT64_C(1) << 32;
}

/* The id of an inner node, which is added if it is not there. False: there is no memory. */
static bool node_id(struct tree_store *tree, unsigned thread, uint64_t pair, uint32_t *id) {
    struct known_node *known = known_node(&tree->threads[thread], pair);
    if (known->pair != pair) {
        *id = 0;
        if (!pair) return true;
        if (pairs_insert(&tree->inner, thread, 0, pair, id) == STORE_FULL) return false;
        *known = (struct known_node){.pair = pair, .id = *id};
    }
    *id = known->id;
    return true;
}

/* Fills the leaves of a row. */
static void set_words(struct tree_thread *self, size_t row, const struct store_item *item) {
    const struct tree_shape *shape = self->shape;
    uint32_t *words = ids_of(self, row);
    const uint32_t *before = words - shape->node_count;
    for (uint32_t i = item->size / 4; i < shape->words; i++) words[i] = 0;
    memcpy(words, item->state, item->size);
    uint64_t *dirty = dirty_of(self, row);
    for (uint32_t i = 0; i < shape->words; i++) {
        while (i + 1 < shape->words && hash_read64(words + i) == hash_read64(before + i)) i += 2;
        if (i == shape->words) break;
        uint32_t parent = shape->nodes[i].parent;
        dirty[parent / 64] |= (uint64_t)(words[i] != before[i]) << parent % 64;
    }
}

/* Lists the dirty nodes of a level in one row, and fetches what the set will need to look them up. */
static size_t list_tasks(const struct tree_store *tree, struct tree_thread *self, uint32_t row, uint32_t begin,
                         uint32_t end, size_t tasks) {
    const uint32_t *ids = ids_of(self, row);
    const uint64_t *dirty = dirty_of(self, row);
    for (uint32_t word = begin / 64; word <= (end - 1) / 64; word++) {
        uint64_t bits = dirty[word];
        if (word == begin / 64) bits &= UINT64_MAX << begin % 64;
        if (word == end / 64) bits &= (UINT64_C(1) << end % 64) - 1;
        for (; bits; bits &= bits - 1) {
            uint32_t number = word * 64 + (uint32_t)__builtin_ctzll(bits);
            const struct tree_node *node = &self->shape->nodes[number];
            uint64_t pair = pair_of(ids[node->left], ids[node->right]);
            struct known_node known = *known_node(self, pair);
            if (known.pair != pair) pairs_prefetch(&tree->inner, 0, pair);
            self->tasks[tasks++] = (struct tree_task){pair, row, number, known.id, known.pair == pair};
        }
    }
    return tasks;
}

/* Brings one level up to date in all rows, given the levels below. False: there is no memory. */
static bool update_level(struct tree_store *tree, unsigned thread, size_t count, uint32_t begin, uint32_t end) {
    struct tree_thread *self = &tree->threads[thread];
    size_t tasks = 0, next = 0;
    for (uint32_t row = 1; row <= count; row++) tasks = list_tasks(tree, self, row, begin, end, tasks);
    for (size_t i = 0; pairs_outgrow_caches(&tree->inner) && i < tasks; i++)
        if (!self->tasks[i].known) pairs_prefetch_pair(&tree->inner, 0, self->tasks[i].pair);
    for (size_t row = 1; row <= count; row++) {
        uint32_t *ids = ids_of(self, row), *before = ids - self->shape->node_count;
        for (uint32_t i = begin; i < end; i++) ids[i] = before[i];
        for (; next < tasks && self->tasks[next].row == row; next++) {
            struct tree_task *task = &self->tasks[next];
            if (!task->known && !node_id(tree, thread, task->pair, &task->id)) return false;
            if (ids[task->node] == task->id) continue;
            ids[task->node] = task->id;
            mark(self, row, self->shape->nodes[task->node].parent);
        }
    }
    return true;
}

static bool build_trees(struct tree_store *tree, unsigned thread, struct store_item *const *items, size_t count) {
    struct tree_thread *self = &tree->threads[thread];
    const struct tree_shape *shape = self->shape;
    memset(self->dirty, 0, (count + 1) * (shape->node_count / 64 + 1) * sizeof *self->dirty);
    for (size_t i = 0; i < count; i++) set_words(self, i + 1, items[i]);
    for (uint32_t level = 1; level + 1 < shape->level_count; level++)
        if (!update_level(tree, thread, count, shape->level_end[level - 1], shape->level_end[level])) return false;
    return true;
}

/* Row 0 becomes the tree of nothing but zeros. */
static void begin_rows(struct tree_thread *self, const struct tree_shape *shape) {
    self->shape = shape;
    memset(self->ids, 0, shape->node_count * sizeof *self->ids);
}

/* The pairs that stand for whole states of a shape, at most tree->window of them. False: there is no memory. */
static bool root_pairs(struct tree_store *tree, unsigned thread, const struct tree_shape *shape,
                       struct store_item *const *items, size_t count, uint64_t *pairs) {
    struct tree_thread *self = &tree->threads[thread];
    if (self->shape != shape) begin_rows(self, shape);
    if (!build_trees(tree, thread, items, count)) {
        self->shape = NULL;
        return false;
    }
    const struct tree_node *root = &shape->nodes[shape->node_count - 1];
    for (size_t i = 0; i < count; i++) {
        const uint32_t *ids = ids_of(self, i + 1);
        pairs[i] = pair_of(ids[root->left], ids[root->right]) + root_bias(shape);
    }
    memcpy(self->ids, ids_of(self, count), shape->node_count * sizeof *self->ids);
    return true;
}

static void insert_root(struct store *store, unsigned thread, const struct tree_shape *shape, uint64_t pair,
                        struct store_item *item) {
    uint32_t id = 0;
    item->answer = pairs_insert(&tree_of(store)->roots, thread, shape->kind, pair, &id);
    item->handle = item->answer == STORE_FULL ? 0 : id;
    if (item->answer == STORE_NEW) store_count_new(store, thread);
}

static void insert_one(struct store *store, unsigned thread, const struct tree_shape *shape, struct store_item *item) {
    uint64_t pair;
    item->answer = STORE_FULL;
    item->handle = 0;
    if (root_pairs(tree_of(store), thread, shape, &item, 1, &pair)) insert_root(store, thread, shape, pair, item);
}

static void insert_together(struct store *store, unsigned thread, const struct tree_shape *shape,
                            struct store_item *const *items, size_t count) {
    struct tree_store *tree = tree_of(store);
    uint64_t pairs[STORE_WINDOW];
    if (!root_pairs(tree, thread, shape, items, count, pairs)) { /* some do not fit: find out which */
        for (size_t i = 0; i < count; i++) insert_one(store, thread, shape, items[i]);
        return;
    }
    for (size_t i = 0; i < count; i++) pairs_prefetch(&tree->roots, shape->kind, pairs[i]);
    for (size_t i = 0; pairs_outgrow_caches(&tree->roots) && i < count; i++)
        pairs_prefetch_pair(&tree->roots, shape->kind, pairs[i]);
    for (size_t i = 0; i < count; i++) insert_root(store, thread, shape, pairs[i], items[i]);
}

/* The word or the id of a node, whose pair must be there already; otherwise `*known` becomes false. */
static uint32_t find_node(const struct tree_store *tree, const struct tree_shape *shape, const unsigned char *state,
                          uint32_t node, bool *known) {
    uint32_t word = 0, offset = node * 4;
    if (node < shape->words) {
        if (offset < shape->size) memcpy(&word, state + offset, shape->size - offset < 4 ? shape->size - offset : 4);
        return word;
    }
    uint32_t left = find_node(tree, shape, state, shape->nodes[node].left, known);
    uint64_t pair = pair_of(left, find_node(tree, shape, state, shape->nodes[node].right, known));
    uint32_t id = pair && *known ? pairs_find(&tree->inner, 0, pair) : 0;
    if (pair && !id) *known = false;
    return id;
}

/* The id of the root of a state of this shape; 0: it is not there. */
static uint32_t find_root(const struct tree_store *tree, const struct tree_shape *shape, const void *state) {
    const struct tree_node *root = &shape->nodes[shape->node_count - 1];
    bool known = true;
    uint32_t left = find_node(tree, shape, state, root->left, &known);
    uint64_t pair = pair_of(left, find_node(tree, shape, state, root->right, &known)) + root_bias(shape);
    return known ? pairs_find(&tree->roots, shape->kind, pair) : 0;
}

/* Where a hash is, or the empty place where it would be. */
static uint32_t *hash_place(const struct tree_size *size, uint64_t hash) {
    uint32_t tag = (uint32_t)hash | 1, i = (uint32_t)(hash >> 32) & size->hash_mask;
    while (size->hashes[i] && size->hashes[i] != tag) i = (i + 1) & size->hash_mask;
    return &size->hashes[i];
}

static bool may_be_sampled(const struct tree_size *size, uint64_t hash) {
    return size->hashes && *hash_place(size, hash);
}

static uint64_t sample_hash(const struct tree_size *size, const uint32_t *row) { return hash_bytes(row, size->size); }

static size_t hashes_size(const struct tree_size *size) {
    return size->hashes ? ((size_t)size->hash_mask + 1) * sizeof *size->hashes : 0;
}

static size_t sample_size(const struct tree_size *size) {
    return (size_t)size->sample_room * size->first->words * sizeof *size->sample;
}

/* Sees to room in the sample for one more state. False: it has all it can have. */
static bool grow_sample(struct tree_store *tree, struct tree_size *size) {
    uint32_t words = size->first->words;
    if (size->sampled < size->sample_room) return true;
    if (size->sampled >= SAMPLE_STATES || (size_t)size->sampled * 2 * words > SAMPLE_WORDS) return false;
    uint32_t room = size->sampled ? size->sampled * 2 : 16;
    size_t cost = (size_t)room * words * sizeof *size->sample - sample_size(size);
    if (!budget_take(&tree->store.budget, cost)) return false;
    size->sample_room = room;
    size->sample = memory_resize(size->sample, sample_size(size));
    return true;
}

/* The sample's words give way to its hashes, which take no more memory. */
static void complete_sample(struct tree_store *tree, struct tree_size *size) {
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
        uint64_t hash = sample_hash(size, size->sample + (size_t)i * words);
        *hash_place(size, hash) = (uint32_t)hash | 1;
    }
    free(size->sample);
    size->sample = NULL;
    budget_give(&tree->store.budget, before - hashes_size(size));
    atomic_store_explicit(&size->chosen, shape, memory_order_release);
}

/* Nobody may wait for a mutex without heeding meetings: whoever holds it may have called one. */
static void lock_sample(struct store *store, struct tree_size *size) {
    while (pthread_mutex_trylock(&size->mutex)) {
        meeting_pause(&store->meeting);
        sched_yield();
    }
}

/* Adds the state to the sample, if that is not complete; otherwise it does nothing, and answers false. */
static bool insert_sample(struct store *store, unsigned thread, struct tree_size *size, struct store_item *item) {
    struct tree_store *tree = tree_of(store);
    lock_sample(store, size);
    bool open = !atomic_load_explicit(&size->chosen, memory_order_relaxed);
    if (open && !grow_sample(tree, size)) {
        complete_sample(tree, size);
        open = false;
    }
    if (open) {
        insert_one(store, thread, size->first, item);
        if (item->answer == STORE_NEW) {
            uint32_t words = size->first->words, *row = size->sample + (size_t)size->sampled++ * words;
            row[words - 1] = row[words - 2] = row[words - 3] = 0; /* there may be up to 3 words beyond the end */
            memcpy(row, item->state, item->size);
        }
    }
    pthread_mutex_unlock(&size->mutex);
    return open;
}

/* Of a size and both its shapes. */
static size_t size_cost(uint32_t bytes) { return sizeof(struct tree_size) + 2 * tree_shape_memory(bytes); }

static struct tree_size *add_size(struct tree_store *tree, uint32_t bytes) {
    struct tree_size *size = memory_new(sizeof *size);
    size->size = bytes;
    size->first = tree_shape_even(bytes, 2 * tree->size_count);
    pthread_mutex_init(&size->mutex, NULL);
    tree->order[tree->size_count++] = size;
    atomic_store_explicit(&tree->sizes[bytes], size, memory_order_release);
    return size;
}

static struct tree_size *known_size(const struct tree_store *tree, uint32_t bytes) {
    return atomic_load_explicit(&tree->sizes[bytes], memory_order_acquire);
}

/* NULL: there is no memory. */
static struct tree_size *size_of(struct tree_store *tree, uint32_t bytes) {
    struct tree_size *size = known_size(tree, bytes);
    if (size) return size;
    pthread_mutex_lock(&tree->mutex);
    size = known_size(tree, bytes);
    if (!size && budget_take(&tree->store.budget, size_cost(bytes))) size = add_size(tree, bytes);
    pthread_mutex_unlock(&tree->mutex);
    return size;
}

/* Adds states of one size to a complete sample's other states, or finds them in the sample. */
static void insert_chosen(struct store *store, unsigned thread, const struct tree_size *size,
                          const struct tree_shape *shape, struct store_item *items, size_t count) {
    struct store_item *others[STORE_WINDOW];
    size_t other_count = 0;
    for (size_t i = 0; i < count; i++) {
        items[i].handle = may_be_sampled(size, hash_bytes(items[i].state, items[i].size))
                              ? find_root(tree_of(store), size->first, items[i].state)
                              : 0;
        items[i].answer = STORE_OLD;
        if (!items[i].handle) others[other_count++] = &items[i];
    }
    if (other_count) insert_together(store, thread, shape, others, other_count);
}

/* How many of the items, one at least, have the size of the first. */
static size_t same_size(const struct store_item *items, size_t count) {
    size_t same = 1;
    while (same < count && items[same].size == items[0].size) same++;
    return same;
}

static void tree_insert_window(struct store *store, unsigned thread, struct store_item *items, size_t count) {
    struct tree_store *tree = tree_of(store);
    for (size_t done; count; items += done, count -= done) {
        struct tree_size *size = size_of(tree, items->size);
        done = 1;
        items->answer = STORE_FULL;
        items->handle = 0;
        if (!size) continue;
        const struct tree_shape *shape = atomic_load_explicit(&size->chosen, memory_order_acquire);
        if (!shape && insert_sample(store, thread, size, items)) continue;
        if (!shape) shape = atomic_load_explicit(&size->chosen, memory_order_acquire);
        done = same_size(items, count < tree->window ? count : tree->window);
        insert_chosen(store, thread, size, shape, items, done);
    }
}

static enum store_answer tree_insert(struct store *store, unsigned thread, const void *state, uint32_t size,
                                     uint64_t hash, uint64_t *handle) {
    (void)hash;
    struct store_item item = {.state = state, .size = size};
    tree_insert_window(store, thread, &item, 1);
    *handle = item.handle;
    return item.answer;
}

static void tree_prefetch(const struct store *store, uint64_t hash) { (void)store, (void)hash; }

static bool tree_contains(const struct store *store, const void *state, uint32_t bytes, uint64_t hash) {
    (void)hash;
    const struct tree_store *tree = tree_const(store);
    const struct tree_size *size = known_size(tree, bytes);
    if (!size) return false;
    const struct tree_shape *chosen = atomic_load_explicit(&size->chosen, memory_order_acquire);
    return find_root(tree, size->first, state) || (chosen && find_root(tree, chosen, state));
}

static const struct tree_shape *shape_of_kind(const struct tree_store *tree, uint32_t kind) {
    const struct tree_size *size = tree->order[kind / 2];
    return kind % 2 ? atomic_load_explicit(&size->chosen, memory_order_acquire) : size->first;
}

/* Writes the words below a node. */
static void read_node(const struct tree_store *tree, const struct tree_shape *shape, uint32_t node, uint32_t id,
                      unsigned char *state) {
    if (node >= shape->words) {
        uint64_t pair = id ? pairs_get(&tree->inner, id) : 0;
        read_node(tree, shape, shape->nodes[node].left, left_of(pair), state);
        read_node(tree, shape, shape->nodes[node].right, right_of(pair), state);
        return;
    }
    uint32_t offset = node * 4;
    if (offset < shape->size) memcpy(state + offset, &id, shape->size - offset < 4 ? shape->size - offset : 4);
}

static uint32_t tree_read(const struct store *store, uint64_t handle, void *state) {
    const struct tree_store *tree = tree_const(store);
    const struct tree_shape *shape = shape_of_kind(tree, pairs_kind(&tree->roots, (uint32_t)handle));
    const struct tree_node *root = &shape->nodes[shape->node_count - 1];
    uint64_t pair = pairs_get(&tree->roots, (uint32_t)handle) - root_bias(shape);
    read_node(tree, shape, root->left, left_of(pair), state);
    read_node(tree, shape, root->right, right_of(pair), state);
    return shape->size;
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

static void *counted(struct tree_store *tree, size_t size) {
    budget_take_anyway(&tree->store.budget, size);
    return memory_new(size);
}

static void open_thread(struct tree_store *tree, struct tree_thread *self) {
    size_t rows = tree->window + 1, words = tree_shape_words(tree->store.options.max_state_size);
    self->ids = counted(tree, rows * 2 * words * sizeof *self->ids);
    self->dirty = counted(tree, rows * (2 * words / 64 + 1) * sizeof *self->dirty);
    self->tasks = counted(tree, tree->window * words * sizeof *self->tasks);
    /* Zeroed entries say that what is zero has the id 0, which is true. */
    self->nodes = counted(tree, KNOWN * sizeof *self->nodes);
}

/* As an array that costs nothing where it is not used. */
static size_t sizes_size(const struct store *store) {
    return ((size_t)store->options.max_state_size + 1) * sizeof(struct tree_size *);
}

static bool tree_open(struct store *store) {
    enum { MOST_WORDS = 1 << 18 }; /* of a thread's rows: wide states get smaller windows */
    struct tree_store *tree = tree_of(store);
    tree->window = MOST_WORDS / tree_shape_words(store->options.max_state_size);
    if (tree->window < 1) tree->window = 1;
    if (tree->window > STORE_WINDOW) tree->window = STORE_WINDOW;
    pthread_mutex_init(&tree->mutex, NULL);
    tree->threads = pages_aligned(store->options.threads * sizeof *tree->threads);
    if (!tree->threads) return false;
    for (unsigned i = 0; i < store->options.threads; i++) open_thread(tree, &tree->threads[i]);
    tree->sizes = pages_map(sizes_size(store));
    tree->order = pages_map(sizes_size(store));
    tree->flags = pages_map(MOST_ROOT_CHUNKS * sizeof *tree->flags);
    tree->roots.new_chunk = new_root_chunk;
    tree->roots.context = tree;
    return tree->sizes && tree->order && tree->flags &&
           pairs_open(&tree->inner, &store->budget, &store->meeting, store->options.threads, false) &&
           pairs_open(&tree->roots, &store->budget, &store->meeting, store->options.threads, true);
}

static uint64_t root_chunks(const struct tree_store *tree) {
    return atomic_load_explicit(&tree->roots.memory.chunk_count, memory_order_relaxed);
}

static void close_size(struct tree_size *size) {
    tree_shape_free(size->first);
    tree_shape_free(atomic_load_explicit(&size->chosen, memory_order_relaxed));
    pthread_mutex_destroy(&size->mutex);
    free(size->sample);
    free(size->hashes);
    free(size);
}

static void tree_close(struct store *store) {
    struct tree_store *tree = tree_of(store);
    for (unsigned i = 0; tree->threads && i < store->options.threads; i++) {
        free(tree->threads[i].ids);
        free(tree->threads[i].dirty);
        free(tree->threads[i].tasks);
        free(tree->threads[i].nodes);
    }
    for (uint32_t i = 0; i < tree->size_count; i++) close_size(tree->order[i]);
    for (uint64_t i = 0; tree->flags && i < root_chunks(tree); i++) free((void *)tree->flags[i]);
    pages_unmap((void *)tree->sizes, sizes_size(store));
    pages_unmap(tree->order, sizes_size(store));
    pages_unmap((void *)tree->flags, MOST_ROOT_CHUNKS * sizeof *tree->flags);
    pairs_close(&tree->roots);
    pairs_close(&tree->inner);
    pthread_mutex_destroy(&tree->mutex);
    free(tree->threads);
}

/* With the sample, complete or not. */
static void save_size(const struct tree_size *size, struct checkpoint_writer *out) {
    const struct tree_shape *chosen = atomic_load_explicit(&size->chosen, memory_order_acquire);
    checkpoint_put_number(out, size->size);
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

static bool load_chosen(struct tree_store *tree, struct tree_size *size, struct checkpoint_reader *in) {
    struct tree_shape *chosen = tree_shape_load(size->size, size->first->kind + 1, in);
    atomic_store_explicit(&size->chosen, chosen, memory_order_release);
    if (!chosen || !size->sample_room) return chosen;
    size->hash_mask = 2 * size->sample_room - 1;
    size_t bytes = ((size_t)size->hash_mask + 1) * sizeof *size->hashes;
    if (!budget_take(&tree->store.budget, bytes)) return false;
    size->hashes = memory_new(bytes);
    checkpoint_get(in, size->hashes, bytes);
    return !in->failed;
}

static bool load_size(struct tree_store *tree, struct checkpoint_reader *in) {
    uint64_t bytes = checkpoint_get_number(in), chosen = checkpoint_get_number(in);
    uint64_t sampled = checkpoint_get_number(in), room = checkpoint_get_number(in);
    if (in->failed || bytes > tree->store.options.max_state_size || known_size(tree, (uint32_t)bytes)) return false;
    if (room > SAMPLE_STATES || sampled > room || (room & (room - 1))) return false;
    struct tree_size *size = size_of(tree, (uint32_t)bytes);
    if (!size) return false;
    size->sampled = (uint32_t)sampled;
    size->sample_room = (uint32_t)room;
    if (chosen) return load_chosen(tree, size, in);
    if (!budget_take(&tree->store.budget, sample_size(size))) return false;
    size->sample = memory_new(sample_size(size));
    checkpoint_get(in, size->sample, (size_t)sampled * size->first->words * sizeof *size->sample);
    return !in->failed;
}

static bool tree_save(const struct store *store, struct checkpoint_writer *out) {
    const struct tree_store *tree = tree_const(store);
    checkpoint_put_number(out, tree->size_count);
    for (uint32_t i = 0; i < tree->size_count; i++) save_size(tree->order[i], out);
    pairs_save(&tree->inner, out);
    pairs_save(&tree->roots, out);
    for (uint64_t i = 0; i < root_chunks(tree); i++) {
        atomic_uchar *flags = atomic_load_explicit(&tree->flags[i], memory_order_acquire);
        checkpoint_put_number(out, flags != NULL);
        if (flags) checkpoint_put(out, (const void *)flags, pairs_places(&tree->roots, i));
    }
    return !out->failed;
}

static bool kinds_are_known(const struct tree_store *tree) {
    for (uint64_t i = 0; i < root_chunks(tree); i++) {
        uint32_t kind = pairs_kind_of_chunk(&tree->roots, i);
        if (kind / 2 >= tree->size_count || !shape_of_kind(tree, kind)) return false;
    }
    return true;
}

static bool tree_load(struct store *store, struct checkpoint_reader *in) {
    struct tree_store *tree = tree_of(store);
    uint64_t sizes = checkpoint_get_number(in);
    for (uint64_t i = 0; i < sizes; i++)
        if (!load_size(tree, in)) return false;
    if (!pairs_load(&tree->inner, in) || !pairs_load(&tree->roots, in) || !kinds_are_known(tree)) return false;
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
