#include "xgdl/split.h"

/* A copy of a node, since making terms moves the pool. */
struct copy {
    enum xgdl_kind kind;
    uint32_t from, to;
    xgdl_terms parts;
};

static struct copy copy_of(const struct xgdl_pool *pool, xgdl_term term) {
    uint32_t count;
    const struct xgdl_node *node = xgdl_get(pool, term, &count);
    struct copy copy = {.kind = (enum xgdl_kind)node->kind, .from = node->from, .to = node->to};
    for (uint32_t i = 0; i < count; i++) vec_push(&copy.parts, node->parts[i]);
    return copy;
}

static xgdl_term rebuild(struct xgdl_pool *pool, const struct copy *copy) {
    const xgdl_term *parts = copy->parts.items;
    uint32_t count = (uint32_t)copy->parts.count;
    switch (copy->kind) {
    case XGDL_SEQUENCE: return xgdl_sequence(pool, parts, count);
    case XGDL_PARALLEL: return xgdl_parallel(pool, parts, count);
    default: return xgdl_some(pool, parts, count, copy->from, copy->to);
    }
}

/* The first part that can be cut, in all ways in which it is; the others stay. */
static bool split_inside(struct xgdl_pool *pool, struct copy *copy, xgdl_terms *parts) {
    xgdl_terms pieces = {0};
    bool found = false;
    for (size_t i = 0; i < copy->parts.count && !found; i++) {
        found = xgdl_split(pool, copy->parts.items[i], &pieces);
        for (size_t k = 0; k < pieces.count; k++) {
            copy->parts.items[i] = pieces.items[k];
            vec_push(parts, rebuild(pool, copy));
        }
    }
    vec_free(&pieces);
    return found;
}

/* The next choice of `size` out of `count` numbers in ascending order; false if that was the last. */
static bool next_choice(uint32_t *chosen, uint32_t size, uint32_t count) {
    for (uint32_t i = size; i-- > 0;) {
        if (chosen[i] == count - size + i) continue;
        chosen[i]++;
        for (uint32_t k = i + 1; k < size; k++) chosen[k] = chosen[k - 1] + 1;
        return true;
    }
    return false;
}

static bool split_subsets(struct xgdl_pool *pool, const struct copy *copy, xgdl_terms *parts) {
    uint32_t size = copy->to, count = (uint32_t)copy->parts.count;
    uint32_t *chosen = memory_new((size + 1) * sizeof *chosen);
    xgdl_term *terms = memory_new((size + 1) * sizeof *terms);
    for (uint32_t i = 0; i < size; i++) chosen[i] = i;
    do {
        for (uint32_t i = 0; i < size; i++) terms[i] = copy->parts.items[chosen[i]];
        vec_push(parts, xgdl_some(pool, terms, size, copy->from, copy->to));
    } while (parts->count <= XGDL_MOST_PARTS && next_choice(chosen, size, count));
    free(chosen);
    free(terms);
    return true;
}

bool xgdl_split(struct xgdl_pool *pool, xgdl_term term, xgdl_terms *parts) {
    struct copy copy = copy_of(pool, term);
    bool found = false;
    switch (copy.kind) {
    case XGDL_CHOICE:
        for (size_t i = 0; i < copy.parts.count; i++) vec_push(parts, copy.parts.items[i]);
        found = true;
        break;
    case XGDL_SOME:
        found = copy.to < copy.parts.count ? split_subsets(pool, &copy, parts) : split_inside(pool, &copy, parts);
        break;
    case XGDL_SEQUENCE:
    case XGDL_PARALLEL: found = split_inside(pool, &copy, parts); break;
    default: break;
    }
    vec_free(&copy.parts);
    return found && parts->count <= XGDL_MOST_PARTS;
}
