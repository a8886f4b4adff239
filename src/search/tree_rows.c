#include "search/tree_rows.h"

#include "base/memory.h"

#include <stdlib.h>

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

static uint32_t *ids_of(const struct tree_rows *self, size_t row) { return self->ids + row * self->shape->node_count; }

static uint64_t *dirty_of(const struct tree_rows *self, size_t row) {
    return self->dirty + row * (self->shape->node_count / 64 + 1);
}

static void mark(struct tree_rows *self, size_t row, uint32_t node) {
    dirty_of(self, row)[node / 64] |= UINT64_C(1) << node % 64;
}

static struct known_node *known_node(const struct tree_rows *self, uint64_t pair) {
    return &self->nodes[(pair ^ pair >> 29) * HASH_ODD_1 >> (64 - KNOWN_LOG2)];
}

/* The id of an inner node, which is added if it is not there. False: there is no memory. */
static bool node_id(struct tree_rows *self, struct pairs *inner, unsigned thread, uint64_t pair, uint32_t *id) {
    struct known_node *known = known_node(self, pair);
    if (known->pair != pair) {
        *id = 0;
        if (!pair) return true;
        if (pairs_insert(inner, thread, 0, pair, id) == STORE_FULL) return false;
        *known = (struct known_node){.pair = pair, .id = *id};
    }
    *id = known->id;
    return true;
}

/* Fills the leaves of a row. */
static void set_words(struct tree_rows *self, size_t row, const struct store_item *item) {
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
static size_t list_tasks(struct tree_rows *self, const struct pairs *inner, uint32_t row, uint32_t begin, uint32_t end,
                         size_t tasks) {
    const uint32_t *ids = ids_of(self, row);
    const uint64_t *dirty = dirty_of(self, row);
    for (uint32_t word = begin / 64; word <= (end - 1) / 64; word++) {
        uint64_t bits = dirty[word];
        if (word == begin / 64) bits &= UINT64_MAX << begin % 64;
        if (word == end / 64) bits &= (UINT64_C(1) << end % 64) - 1;
        for (; bits; bits &= bits - 1) {
            uint32_t number = word * 64 + (uint32_t)__builtin_ctzll(bits);
            const struct tree_node *node = &self->shape->nodes[number];
            uint64_t pair = tree_pair(ids[node->left], ids[node->right]);
            struct known_node known = *known_node(self, pair);
            if (known.pair != pair) pairs_prefetch(inner, 0, pair);
            self->tasks[tasks++] = (struct tree_task){pair, row, number, known.id, known.pair == pair};
        }
    }
    return tasks;
}

/* Brings one level up to date in all rows, given the levels below. False: there is no memory. */
static bool update_level(struct tree_rows *self, struct pairs *inner, unsigned thread, size_t count, uint32_t begin,
                         uint32_t end) {
    size_t tasks = 0, next = 0;
    for (uint32_t row = 1; row <= count; row++) tasks = list_tasks(self, inner, row, begin, end, tasks);
    for (size_t i = 0; pairs_outgrow_caches(inner) && i < tasks; i++)
        if (!self->tasks[i].known) pairs_prefetch_pair(inner, 0, self->tasks[i].pair);
    for (size_t row = 1; row <= count; row++) {
        uint32_t *ids = ids_of(self, row), *before = ids - self->shape->node_count;
        for (uint32_t i = begin; i < end; i++) ids[i] = before[i];
        for (; next < tasks && self->tasks[next].row == row; next++) {
            struct tree_task *task = &self->tasks[next];
            if (!task->known && !node_id(self, inner, thread, task->pair, &task->id)) return false;
            if (ids[task->node] == task->id) continue;
            ids[task->node] = task->id;
            mark(self, row, self->shape->nodes[task->node].parent);
        }
    }
    return true;
}

static bool build_trees(struct tree_rows *self, struct pairs *inner, unsigned thread, struct store_item *const *items,
                        size_t count) {
    const struct tree_shape *shape = self->shape;
    memset(self->dirty, 0, (count + 1) * (shape->node_count / 64 + 1) * sizeof *self->dirty);
    for (size_t i = 0; i < count; i++) set_words(self, i + 1, items[i]);
    for (uint32_t level = 1; level + 1 < shape->level_count; level++)
        if (!update_level(self, inner, thread, count, shape->level_end[level - 1], shape->level_end[level]))
            return false;
    return true;
}

/* Row 0 becomes the tree of nothing but zeros. */
static void begin_rows(struct tree_rows *self, const struct tree_shape *shape) {
    self->shape = shape;
    memset(self->ids, 0, shape->node_count * sizeof *self->ids);
}

bool tree_rows_roots(struct tree_rows *self, struct pairs *inner, unsigned thread, const struct tree_shape *shape,
                     struct store_item *const *items, size_t count, uint64_t *pairs) {
    if (self->shape != shape) begin_rows(self, shape);
    if (!build_trees(self, inner, thread, items, count)) {
        self->shape = NULL;
        return false;
    }
    const struct tree_node *root = &shape->nodes[shape->node_count - 1];
    for (size_t i = 0; i < count; i++) {
        const uint32_t *ids = ids_of(self, i + 1);
        pairs[i] = tree_pair(ids[root->left], ids[root->right]) + tree_root_bias(shape);
    }
    memcpy(self->ids, ids_of(self, count), shape->node_count * sizeof *self->ids);
    return true;
}

static void *counted(struct budget *budget, size_t size) {
    budget_take_anyway(budget, size);
    return memory_new(size);
}

void tree_rows_open(struct tree_rows *self, struct budget *budget, uint32_t window, uint32_t max_state_size) {
    size_t rows = (size_t)window + 1, words = tree_shape_words(max_state_size);
    self->ids = counted(budget, rows * 2 * words * sizeof *self->ids);
    self->dirty = counted(budget, rows * (2 * words / 64 + 1) * sizeof *self->dirty);
    self->tasks = counted(budget, (size_t)window * words * sizeof *self->tasks);
    /* Zeroed entries say that what is zero has the id 0, which is true. */
    self->nodes = counted(budget, KNOWN * sizeof *self->nodes);
}

void tree_rows_close(struct tree_rows *self) {
    free(self->ids);
    free(self->dirty);
    free(self->tasks);
    free(self->nodes);
}
