#include "search/tree_shape.h"

#include "base/invariant.h"
#include "base/memory.h"
#include "search/hash.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { SPARE_LEVELS = 4 }; /* how much deeper than an even one a chosen shape may be */

static uint32_t levels_of(uint32_t words) {
    uint32_t levels = 0;
    while (UINT32_C(1) << levels < words) levels++;
    return levels;
}

/* In preorder, the left part of the range at `place` comes next, and the right part after all of the left. */
static uint32_t left_place(uint32_t place) { return place + 1; }
static uint32_t right_place(uint32_t place, uint32_t left_words) { return place + left_words; }

static void cut_evenly(uint32_t *cuts, uint32_t place, uint32_t begin, uint32_t end) {
    if (end - begin < 2) return;
    uint32_t cut = cuts[place] = begin + (end - begin + 1) / 2;
    cut_evenly(cuts, left_place(place), begin, cut);
    cut_evenly(cuts, right_place(place, cut - begin), cut, end);
}

/* Nodes before they are numbered, in preorder; a child is a word, or a place plus the number of words. */
struct draft {
    const uint32_t *cuts;
    uint32_t words, *height;
    struct tree_node *nodes;
};

/* The range's height; UINT32_MAX if it is not cut properly. `limit` is the most levels it may have. */
static uint32_t draw(struct draft *draft, uint32_t place, uint32_t begin, uint32_t end, uint32_t limit) {
    if (end - begin == 1) return 0;
    uint32_t cut = draft->cuts[place];
    if (!limit || cut <= begin || cut >= end) return UINT32_MAX;
    uint32_t places[2] = {left_place(place), right_place(place, cut - begin)};
    uint32_t left = draw(draft, places[0], begin, cut, limit - 1), right = draw(draft, places[1], cut, end, limit - 1);
    if (left == UINT32_MAX || right == UINT32_MAX) return UINT32_MAX;
    draft->nodes[place].left = left ? places[0] + draft->words : begin;
    draft->nodes[place].right = right ? places[1] + draft->words : cut;
    return draft->height[place] = (left > right ? left : right) + 1;
}

static void number_nodes(struct tree_shape *shape, const struct draft *draft) {
    uint32_t inner = shape->words - 1, *number = memory_new((shape->words + inner) * sizeof *number);
    for (uint32_t i = 0; i < shape->words; i++) number[i] = i;
    shape->node_count = shape->level_end[0] = shape->words;
    for (uint32_t level = 1; level < shape->level_count; level++) {
        for (uint32_t i = 0; i < inner; i++)
            if (draft->height[i] == level) number[shape->words + i] = shape->node_count++;
        shape->level_end[level] = shape->node_count;
    }
    for (uint32_t i = 0; i < inner; i++) {
        uint32_t node = number[shape->words + i], left = number[draft->nodes[i].left];
        uint32_t right = number[draft->nodes[i].right];
        shape->nodes[node].left = left;
        shape->nodes[node].right = right;
        shape->nodes[left].parent = shape->nodes[right].parent = node;
    }
    free(number);
}

static struct tree_shape *new_shape(uint32_t size, uint32_t kind) {
    struct tree_shape *shape = memory_new(sizeof *shape);
    shape->size = size;
    shape->words = tree_shape_words(size);
    shape->kind = kind;
    shape->cuts = memory_new((shape->words - 1) * sizeof *shape->cuts);
    shape->nodes = memory_new(2 * shape->words * sizeof *shape->nodes);
    return shape;
}

static bool children_come_first(const struct tree_shape *shape) {
    for (uint32_t node = shape->words; node < shape->node_count; node++)
        if (shape->nodes[node].left >= node || shape->nodes[node].right >= node) return false;
    return true;
}

/* Gives the shape its nodes, from its cuts. False: these are none. */
static bool finish(struct tree_shape *shape) {
    uint32_t inner = shape->words - 1;
    struct draft draft = {.cuts = shape->cuts, .words = shape->words};
    draft.height = memory_new(inner * sizeof *draft.height);
    draft.nodes = memory_new(inner * sizeof *draft.nodes);
    uint32_t height = draw(&draft, 0, 0, shape->words, TREE_LEVELS - 1);
    if (height != UINT32_MAX) {
        shape->level_count = height + 1;
        number_nodes(shape, &draft);
        invariant(shape->node_count == shape->words + inner && children_come_first(shape));
    }
    free(draft.height);
    free(draft.nodes);
    return height != UINT32_MAX;
}

struct tree_shape *tree_shape_even(uint32_t size, uint32_t kind) {
    struct tree_shape *shape = new_shape(size, kind);
    cut_evenly(shape->cuts, 0, 0, shape->words);
    finish(shape);
    return shape;
}

/* Counts different things by their hashes; a collision does no harm. */
struct counter {
    uint64_t *slots; /* 0: empty */
    uint32_t slot_bits, count;
};

static bool count_in(struct counter *counter, uint64_t hash) {
    uint64_t mask = (UINT64_C(1) << counter->slot_bits) - 1, value = hash | 1;
    uint64_t i = hash >> (64 - counter->slot_bits);
    for (; counter->slots[i]; i = (i + 1) & mask)
        if (counter->slots[i] == value) return false;
    counter->slots[i] = value;
    counter->count++;
    return true;
}

static void clear(struct counter *counter, uint32_t most) {
    counter->slot_bits = levels_of(most) + 1;
    memset(counter->slots, 0, sizeof *counter->slots << counter->slot_bits);
    counter->count = 0;
}

struct chooser {
    const uint32_t *sample;
    uint32_t words;
    struct counter counter;
    uint64_t *hashes; /* per row: of what was counted of it last */
    uint32_t *lefts;  /* per cut: different left parts */
    struct tree_shape *shape;
};

static uint32_t count_with_word(struct chooser *chooser, const uint32_t *rows, uint32_t count, uint32_t word) {
    clear(&chooser->counter, count);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t value = chooser->sample[(size_t)rows[i] * chooser->words + word];
        chooser->hashes[i] = hash_fold(chooser->hashes[i] + value * HASH_ODD_1, HASH_ODD_2);
        count_in(&chooser->counter, chooser->hashes[i]);
    }
    return chooser->counter.count;
}

static void forget_hashes(struct chooser *chooser, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) chooser->hashes[i] = HASH_ODD_1;
}

/* The rows that differ in these words, one of each kind. The caller frees them. */
static uint32_t *different_rows(struct chooser *chooser, const uint32_t *rows, uint32_t *count, uint32_t begin,
                                uint32_t end) {
    uint32_t *result = memory_new(*count * sizeof *result), found = 0;
    clear(&chooser->counter, *count);
    for (uint32_t i = 0; i < *count; i++) {
        uint64_t hash = HASH_ODD_1;
        for (uint32_t word = begin; word < end; word++)
            hash = hash_fold(hash + chooser->sample[(size_t)rows[i] * chooser->words + word] * HASH_ODD_1, HASH_ODD_2);
        if (count_in(&chooser->counter, hash)) result[found++] = rows[i];
    }
    *count = found;
    return result;
}

/* What a cut costs: a node for every part. In a sample without much sharing, that favours cuts near an end, where one
 * side has all the variety; so the side with more counts double. */
static uint64_t cost_of(uint64_t lefts, uint64_t rights) { return lefts + rights + (lefts > rights ? lefts : rights); }

static uint32_t distance(uint32_t a, uint32_t b) { return a > b ? a - b : b - a; }

/* The best cut of a range that may have so many levels; of several, the one nearest the middle. */
static uint32_t best_cut(struct chooser *chooser, const uint32_t *rows, uint32_t count, uint32_t begin, uint32_t end,
                         uint32_t levels) {
    uint32_t middle = begin + (end - begin + 1) / 2, best = middle;
    uint64_t best_cost = UINT64_MAX;
    forget_hashes(chooser, count);
    for (uint32_t cut = begin + 1; cut < end; cut++)
        chooser->lefts[cut] = count_with_word(chooser, rows, count, cut - 1);
    forget_hashes(chooser, count);
    for (uint32_t cut = end - 1; cut > begin; cut--) {
        uint64_t cost = cost_of(chooser->lefts[cut], count_with_word(chooser, rows, count, cut));
        if (levels_of(cut - begin) >= levels || levels_of(end - cut) >= levels || cost > best_cost) continue;
        if (cost == best_cost && distance(cut, middle) >= distance(best, middle)) continue;
        best_cost = cost;
        best = cut;
    }
    return best;
}

static void choose_cuts(struct chooser *chooser, const uint32_t *rows, uint32_t count, uint32_t place, uint32_t begin,
                        uint32_t end, uint32_t levels) {
    if (end - begin < 2) return;
    uint32_t *own = different_rows(chooser, rows, &count, begin, end);
    if (count < 2) {
        cut_evenly(chooser->shape->cuts, place, begin, end);
    } else {
        uint32_t cut = best_cut(chooser, own, count, begin, end, levels);
        chooser->shape->cuts[place] = cut;
        choose_cuts(chooser, own, count, left_place(place), begin, cut, levels - 1);
        choose_cuts(chooser, own, count, right_place(place, cut - begin), cut, end, levels - 1);
    }
    free(own);
}

struct tree_shape *tree_shape_choose(uint32_t size, uint32_t kind, const uint32_t *sample, uint32_t count) {
    struct tree_shape *shape = new_shape(size, kind);
    struct chooser chooser = {.sample = sample, .words = shape->words, .shape = shape};
    chooser.counter.slots = memory_new(sizeof *chooser.counter.slots << (levels_of(count) + 1));
    chooser.hashes = memory_new(count * sizeof *chooser.hashes);
    chooser.lefts = memory_new(shape->words * sizeof *chooser.lefts);
    uint32_t *rows = memory_new(count * sizeof *rows);
    for (uint32_t i = 0; i < count; i++) rows[i] = i;
    choose_cuts(&chooser, rows, count, 0, 0, shape->words, levels_of(shape->words) + SPARE_LEVELS);
    finish(shape);
    free(rows);
    free(chooser.lefts);
    free(chooser.hashes);
    free(chooser.counter.slots);
    return shape;
}

void tree_shape_free(struct tree_shape *shape) {
    if (!shape) return;
    free(shape->cuts);
    free(shape->nodes);
    free(shape);
}

size_t tree_shape_memory(uint32_t size) {
    return sizeof(struct tree_shape) + tree_shape_words(size) * (sizeof(uint32_t) + 2 * sizeof(struct tree_node));
}

void tree_shape_save(const struct tree_shape *shape, struct checkpoint_writer *out) {
    checkpoint_put(out, shape->cuts, (shape->words - 1) * sizeof *shape->cuts);
}

struct tree_shape *tree_shape_load(uint32_t size, uint32_t kind, struct checkpoint_reader *in) {
    struct tree_shape *shape = new_shape(size, kind);
    checkpoint_get(in, shape->cuts, (shape->words - 1) * sizeof *shape->cuts);
    if (!in->failed && finish(shape)) return shape;
    tree_shape_free(shape);
    return NULL;
}
