#include "xgdl/term.h"

#include "base/invariant.h"
#include "search/hash.h"

#include <string.h>

typedef VEC(uint32_t) words;

void xgdl_pool_free(struct xgdl_pool *pool) {
    nodeset_free(&pool->nodes);
    vec_free(&pool->nullable);
    vec_free(&pool->height);
}

enum { HEAD = sizeof(struct xgdl_node) / sizeof(uint32_t) };

const struct xgdl_node *xgdl_get(const struct xgdl_pool *pool, xgdl_term term, uint32_t *part_count) {
    uint32_t size;
    const struct xgdl_node *node = nodeset_get(&pool->nodes, term, &size);
    *part_count = size / sizeof(uint32_t) - HEAD;
    return node;
}

static bool all_nullable(const struct xgdl_pool *pool, const xgdl_term *parts, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!xgdl_is_nullable(pool, parts[i])) return false;
    return true;
}

static uint32_t count_nullable(const struct xgdl_pool *pool, const xgdl_term *parts, uint32_t count) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) found += xgdl_is_nullable(pool, parts[i]);
    return found;
}

static bool may_end(const struct xgdl_pool *pool, const uint32_t *node, uint32_t count) {
    const xgdl_term *parts = node + HEAD;
    switch ((enum xgdl_kind)node[0]) {
    case XGDL_NONE:
    case XGDL_LETTER: return false;
    case XGDL_EMPTY: return true;
    case XGDL_SEQUENCE:
    case XGDL_PARALLEL: return all_nullable(pool, parts, count);
    case XGDL_CHOICE: return count_nullable(pool, parts, count) > 0;
    case XGDL_REPEAT: return node[1] == 0 || xgdl_is_nullable(pool, parts[0]);
    case XGDL_SOME: return count_nullable(pool, parts, count) >= node[1];
    }
    return false;
}

static bool has_kind(const struct xgdl_pool *pool, enum xgdl_kind kind, const xgdl_term *parts, uint32_t count) {
    uint32_t inner;
    for (uint32_t i = 0; i < count; i++)
        if (xgdl_get(pool, parts[i], &inner)->kind == kind) return true;
    return false;
}

static bool is_sorted(const xgdl_term *parts, uint32_t count, bool strictly) {
    for (uint32_t i = 1; i < count; i++)
        if (parts[i] < parts[i - 1] || (strictly && parts[i] == parts[i - 1])) return false;
    return true;
}

static bool is_normal(const struct xgdl_pool *pool, enum xgdl_kind kind, uint32_t from, uint32_t to,
                      const xgdl_term *parts, uint32_t count) {
    bool nested = has_kind(pool, kind, parts, count);
    switch (kind) {
    case XGDL_NONE:
    case XGDL_EMPTY:
    case XGDL_LETTER: return count == 0;
    case XGDL_SEQUENCE: return count > 1 && !nested;
    case XGDL_CHOICE: return count > 1 && !nested && is_sorted(parts, count, true);
    case XGDL_PARALLEL: return count > 1 && !nested && is_sorted(parts, count, false);
    case XGDL_REPEAT: return count == 1 && from <= to && to > 0;
    case XGDL_SOME: return from <= to && to > 0 && to <= count && is_sorted(parts, count, false);
    }
    return false;
}

static uint32_t height_over(const struct xgdl_pool *pool, const xgdl_term *parts, uint32_t count) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++)
        if (xgdl_height(pool, parts[i]) > most) most = xgdl_height(pool, parts[i]);
    return most + 1;
}

static xgdl_term make(struct xgdl_pool *pool, enum xgdl_kind kind, uint32_t from, uint32_t to, const xgdl_term *parts,
                      uint32_t count) {
    invariant_dear(is_normal(pool, kind, from, to, parts, count));
    words node = {0};
    vec_reserve(&node, HEAD + count);
    node.items[0] = kind, node.items[1] = from, node.items[2] = to;
    if (count) memcpy(node.items + HEAD, parts, count * sizeof *parts);
    uint32_t size = (HEAD + count) * sizeof(uint32_t);
    xgdl_term term;
    if (nodeset_add(&pool->nodes, node.items, size, hash_bytes(node.items, size), &term)) {
        vec_push(&pool->nullable, may_end(pool, node.items, count));
        vec_push(&pool->height, height_over(pool, parts, count));
    }
    vec_free(&node);
    return term;
}

xgdl_term xgdl_none(struct xgdl_pool *pool) { return make(pool, XGDL_NONE, 0, 0, NULL, 0); }
xgdl_term xgdl_empty(struct xgdl_pool *pool) { return make(pool, XGDL_EMPTY, 0, 0, NULL, 0); }
xgdl_term xgdl_letter(struct xgdl_pool *pool, uint32_t letter) { return make(pool, XGDL_LETTER, letter, 0, NULL, 0); }

/* The parts, and in the place of those of the same kind their own parts; without `neutral`. False: one is NONE. */
static bool flatten(struct xgdl_pool *pool, enum xgdl_kind kind, xgdl_term neutral, const xgdl_term *parts,
                    uint32_t count, words *list) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t inner;
        const struct xgdl_node *node = xgdl_get(pool, parts[i], &inner);
        if (node->kind == XGDL_NONE && kind != XGDL_CHOICE) return false;
        if (node->kind == kind)
            for (uint32_t j = 0; j < inner; j++) vec_push(list, node->parts[j]);
        else if (parts[i] != neutral)
            vec_push(list, parts[i]);
    }
    return true;
}

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void sort(words *list) {
    if (list->count) qsort(list->items, list->count, sizeof *list->items, by_number);
}

/* A list of none is `neutral`, of one is that one. */
static xgdl_term finish(struct xgdl_pool *pool, enum xgdl_kind kind, xgdl_term neutral, words *list) {
    xgdl_term term = neutral;
    if (list->count == 1)
        term = list->items[0];
    else if (list->count)
        term = make(pool, kind, 0, 0, list->items, (uint32_t)list->count);
    vec_free(list);
    return term;
}

static xgdl_term join(struct xgdl_pool *pool, enum xgdl_kind kind, const xgdl_term *parts, uint32_t count) {
    words list = {0};
    xgdl_term empty = xgdl_empty(pool);
    if (!flatten(pool, kind, empty, parts, count, &list)) {
        vec_free(&list);
        return xgdl_none(pool);
    }
    if (kind == XGDL_PARALLEL) sort(&list);
    return finish(pool, kind, empty, &list);
}

xgdl_term xgdl_sequence(struct xgdl_pool *pool, const xgdl_term *parts, uint32_t count) {
    return join(pool, XGDL_SEQUENCE, parts, count);
}

xgdl_term xgdl_parallel(struct xgdl_pool *pool, const xgdl_term *parts, uint32_t count) {
    return join(pool, XGDL_PARALLEL, parts, count);
}

xgdl_term xgdl_choice(struct xgdl_pool *pool, const xgdl_term *parts, uint32_t count) {
    words list = {0};
    xgdl_term none = xgdl_none(pool);
    flatten(pool, XGDL_CHOICE, none, parts, count, &list);
    sort(&list);
    size_t kept = 0;
    for (size_t i = 0; i < list.count; i++)
        if (!kept || list.items[kept - 1] != list.items[i]) list.items[kept++] = list.items[i];
    list.count = kept;
    return finish(pool, XGDL_CHOICE, none, &list);
}

/* Of numbers that are not 0; false: it is more than can be written. */
static bool product(uint32_t a, uint32_t b, uint32_t *result) {
    bool is_endless = a == XGDL_FOREVER || b == XGDL_FOREVER;
    uint64_t exact = (uint64_t)a * b;
    *result = is_endless ? XGDL_FOREVER : (uint32_t)exact;
    return is_endless || exact <= XGDL_MOST_REPEATS;
}

/* p{i,j}{from,to} is p{from*i,to*j} if no number between them is left out: n times i to j of them and n + 1 times have
 * none between them, from the least n on. */
static bool joins(const struct xgdl_node *inner, uint32_t *from, uint32_t *to) {
    uint64_t more = inner->to == XGDL_FOREVER ? UINT32_MAX : inner->to - inner->from;
    bool has_gap = *from < *to && *from * more + 1 < inner->from;
    uint32_t least = 0, most;
    if (has_gap || (*from && inner->from && !product(*from, inner->from, &least)) || !product(*to, inner->to, &most))
        return false;
    *from = least, *to = most;
    return true;
}

xgdl_term xgdl_repeat(struct xgdl_pool *pool, xgdl_term part, uint32_t from, uint32_t to) {
    uint32_t count;
    const struct xgdl_node *node = xgdl_get(pool, part, &count);
    enum xgdl_kind kind = (enum xgdl_kind)node->kind;
    if (to == 0 || kind == XGDL_EMPTY) return xgdl_empty(pool);
    if (kind == XGDL_NONE) return from ? part : xgdl_empty(pool);
    if (kind == XGDL_REPEAT && joins(node, &from, &to)) part = node->parts[0];
    /* A part that may be empty makes up for those that are missing. */
    if (xgdl_is_nullable(pool, part)) from = 0;
    if (to == 1 && (from == 1 || xgdl_is_nullable(pool, part))) return part;
    return make(pool, XGDL_REPEAT, from, to, &part, 1);
}

xgdl_term xgdl_some(struct xgdl_pool *pool, const xgdl_term *parts, uint32_t count, uint32_t from, uint32_t to) {
    if (from > count) from = count;
    if (to > count) to = count;
    if (to == 0) return xgdl_empty(pool);
    words list = {0};
    for (uint32_t i = 0; i < count; i++) vec_push(&list, parts[i]);
    sort(&list);
    xgdl_term term = make(pool, XGDL_SOME, from, to, list.items, count);
    vec_free(&list);
    return term;
}
