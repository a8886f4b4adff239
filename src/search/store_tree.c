/* STORE_TREE: states as binary trees that share what they have in common.
 *
 * The leaves are the state's words of 4 bytes. A node is the pair of its children: words, or ids of nodes; what a pair
 * means follows from its place in the shape of the tree. Inner nodes lie in one set of pairs, the roots in another; a
 * state's handle is its root's id. All states of one size have one of two shapes: the first ones, a sample, an even
 * shape; all others one that was chosen by the sample. The kind of a root tells its shape, and with it the state's
 * size. Invariants: the id of a node whose leaves are all zero is 0, and (0, 0) is what id 0 stands for in every place;
 * a sample is complete, and the hashes of its states known, before the other shape is used, so that no state is in
 * both. */
#include "search/store_kind.h"
#include "search/tree_rows.h"
#include "search/tree_size.h"

#include "base/memory.h"

#include <sched.h>
#include <stdlib.h>

enum { MOST_ROOT_CHUNKS = 1 << 19 };

struct tree_store {
    struct store store;
    struct pairs inner, roots;
    struct tree_size *_Atomic *sizes; /* by size; NULL: no such state yet */
    struct tree_size **order;         /* the roots of its i-th have the kinds 2 * i and 2 * i + 1 */
    uint32_t size_count;
    pthread_mutex_t mutex; /* held to add a size */
    uint32_t window;       /* states of which a thread builds trees at once */
    struct tree_rows *threads;
    atomic_uchar *_Atomic *flags; /* per chunk of roots; NULL until used */
    atomic_bool flags_used;
};

static const struct tree_store *tree_const(const struct store *store) { return (const struct tree_store *)store; }
static struct tree_store *tree_of(struct store *store) { return (struct tree_store *)store; }

static bool root_pairs(struct tree_store *tree, unsigned thread, const struct tree_shape *shape,
                       struct store_item *const *items, size_t count, uint64_t *pairs) {
    return tree_rows_roots(&tree->threads[thread], &tree->inner, thread, shape, items, count, pairs);
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
    uint64_t pair = tree_pair(left, find_node(tree, shape, state, shape->nodes[node].right, known));
    uint32_t id = pair && *known ? pairs_find(&tree->inner, 0, pair) : 0;
    if (pair && !id) *known = false;
    return id;
}

/* The id of the root of a state of this shape; 0: it is not there. */
static uint32_t find_root(const struct tree_store *tree, const struct tree_shape *shape, const void *state) {
    const struct tree_node *root = &shape->nodes[shape->node_count - 1];
    bool known = true;
    uint32_t left = find_node(tree, shape, state, root->left, &known);
    uint64_t pair = tree_pair(left, find_node(tree, shape, state, root->right, &known)) + tree_root_bias(shape);
    return known ? pairs_find(&tree->roots, shape->kind, pair) : 0;
}

/* Nobody may wait for a mutex without heeding barriers: whoever holds it may have called one. */
static void lock_sample(struct store *store, struct tree_size *size) {
    while (pthread_mutex_trylock(&size->mutex)) {
        barrier_pause(&store->barrier);
        sched_yield();
    }
}

/* Adds the state to the sample, if that is not complete; otherwise it does nothing, and answers false. */
static bool insert_sample(struct store *store, unsigned thread, struct tree_size *size, struct store_item *item) {
    lock_sample(store, size);
    bool open = !atomic_load_explicit(&size->chosen, memory_order_relaxed);
    if (open && !tree_size_make_room(size, &store->budget)) {
        tree_size_complete(size, &store->budget);
        open = false;
    }
    if (open) {
        insert_one(store, thread, size->first, item);
        if (item->answer == STORE_NEW) tree_size_add(size, item->state);
    }
    pthread_mutex_unlock(&size->mutex);
    return open;
}

static struct tree_size *add_size(struct tree_store *tree, uint32_t bytes) {
    struct tree_size *size = tree_size_new(bytes, 2 * tree->size_count);
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
    if (!size && budget_take(&tree->store.budget, tree_size_memory(bytes))) size = add_size(tree, bytes);
    pthread_mutex_unlock(&tree->mutex);
    return size;
}

/* Adds states of one size to a complete sample's other states, or finds them in the sample. */
static void insert_chosen(struct store *store, unsigned thread, const struct tree_size *size,
                          const struct tree_shape *shape, struct store_item *items, size_t count) {
    struct store_item *others[STORE_WINDOW];
    size_t other_count = 0;
    for (size_t i = 0; i < count; i++) {
        items[i].handle = tree_size_may_be_sampled(size, hash_bytes(items[i].state, items[i].size))
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
        const struct tree_shape *shape = tree_size_chosen(size);
        if (!shape && insert_sample(store, thread, size, items)) continue;
        if (!shape) shape = tree_size_chosen(size);
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
    const struct tree_shape *chosen = tree_size_chosen(size);
    return find_root(tree, size->first, state) || (chosen && find_root(tree, chosen, state));
}

static const struct tree_shape *shape_of_kind(const struct tree_store *tree, uint32_t kind) {
    const struct tree_size *size = tree->order[kind / 2];
    return kind % 2 ? tree_size_chosen(size) : size->first;
}

/* Writes the words below a node. */
static void read_node(const struct tree_store *tree, const struct tree_shape *shape, uint32_t node, uint32_t id,
                      unsigned char *state) {
    if (node >= shape->words) {
        uint64_t pair = id ? pairs_get(&tree->inner, id) : 0;
        read_node(tree, shape, shape->nodes[node].left, tree_left(pair), state);
        read_node(tree, shape, shape->nodes[node].right, tree_right(pair), state);
        return;
    }
    uint32_t offset = node * 4;
    if (offset < shape->size) memcpy(state + offset, &id, shape->size - offset < 4 ? shape->size - offset : 4);
}

static uint32_t tree_read(const struct store *store, uint64_t handle, void *state) {
    const struct tree_store *tree = tree_const(store);
    const struct tree_shape *shape = shape_of_kind(tree, pairs_kind(&tree->roots, (uint32_t)handle));
    const struct tree_node *root = &shape->nodes[shape->node_count - 1];
    uint64_t pair = pairs_get(&tree->roots, (uint32_t)handle) - tree_root_bias(shape);
    read_node(tree, shape, root->left, tree_left(pair), state);
    read_node(tree, shape, root->right, tree_right(pair), state);
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
    for (unsigned i = 0; i < store->options.threads; i++)
        tree_rows_open(&tree->threads[i], &store->budget, tree->window, store->options.max_state_size);
    tree->sizes = pages_map(sizes_size(store));
    tree->order = pages_map(sizes_size(store));
    tree->flags = pages_map(MOST_ROOT_CHUNKS * sizeof *tree->flags);
    tree->roots.new_chunk = new_root_chunk;
    tree->roots.context = tree;
    return tree->sizes && tree->order && tree->flags &&
           pairs_open(&tree->inner, &store->budget, &store->barrier, store->options.threads, false) &&
           pairs_open(&tree->roots, &store->budget, &store->barrier, store->options.threads, true);
}

static uint64_t root_chunks(const struct tree_store *tree) {
    return atomic_load_explicit(&tree->roots.memory.chunk_count, memory_order_relaxed);
}

static void tree_close(struct store *store) {
    struct tree_store *tree = tree_of(store);
    for (unsigned i = 0; tree->threads && i < store->options.threads; i++) tree_rows_close(&tree->threads[i]);
    for (uint32_t i = 0; i < tree->size_count; i++) tree_size_free(tree->order[i]);
    for (uint64_t i = 0; tree->flags && i < root_chunks(tree); i++) free((void *)tree->flags[i]);
    pages_unmap((void *)tree->sizes, sizes_size(store));
    pages_unmap(tree->order, sizes_size(store));
    pages_unmap((void *)tree->flags, MOST_ROOT_CHUNKS * sizeof *tree->flags);
    pairs_close(&tree->roots);
    pairs_close(&tree->inner);
    pthread_mutex_destroy(&tree->mutex);
    free(tree->threads);
}

static bool load_size(struct tree_store *tree, struct checkpoint_reader *in) {
    uint64_t bytes = checkpoint_get_number(in);
    if (in->failed || bytes > tree->store.options.max_state_size || known_size(tree, (uint32_t)bytes)) return false;
    struct tree_size *size = size_of(tree, (uint32_t)bytes);
    return size && tree_size_load(size, &tree->store.budget, in);
}

static bool tree_save(const struct store *store, struct checkpoint_writer *out) {
    const struct tree_store *tree = tree_const(store);
    checkpoint_put_number(out, tree->size_count);
    for (uint32_t i = 0; i < tree->size_count; i++) {
        checkpoint_put_number(out, tree->order[i]->size);
        tree_size_save(tree->order[i], out);
    }
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
