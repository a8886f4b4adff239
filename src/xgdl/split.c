#include "xgdl/split.h"

#include "xgdl/moves.h"

enum { AT_ONCE = 8, MOST_TIMES = 64 /* a repetition, or a series, is not cut further */ };

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

/* The first part (of `count`) that can be cut, in all ways in which it is; the others stay. */
static bool split_inside(struct xgdl_pool *pool, struct copy *copy, size_t count, xgdl_cutter *cut, xgdl_terms *parts) {
    xgdl_terms pieces = {0};
    bool found = false;
    for (size_t i = 0; i < count && !found; i++) {
        found = cut(pool, copy->parts.items[i], &pieces);
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
        found = copy.to < copy.parts.count ? split_subsets(pool, &copy, parts)
                                           : split_inside(pool, &copy, copy.parts.count, xgdl_split, parts);
        break;
    case XGDL_SEQUENCE:
    case XGDL_PARALLEL: found = split_inside(pool, &copy, copy.parts.count, xgdl_split, parts); break;
    default: break;
    }
    vec_free(&copy.parts);
    return found && parts->count <= XGDL_MOST_PARTS;
}

/* ---- by position, and by how often something is repeated ---- */

static bool is_repeat(const struct copy *copy) { return copy->kind == XGDL_REPEAT; }

/* `A*` by how often A: so many times, or at least that often. False: that would be no cut, or too fine a one. Where A
 * may be nothing, at least so often is as often as one likes. */
static bool count_out(struct xgdl_pool *pool, const struct copy *repeat, xgdl_terms *pieces) {
    bool for_ever = repeat->to == XGDL_FOREVER;
    if (!is_repeat(repeat) || xgdl_is_nullable(pool, repeat->parts.items[0]) || repeat->from == repeat->to ||
        repeat->from >= MOST_TIMES || (!for_ever && repeat->to > MOST_TIMES))
        return false;
    uint32_t end = for_ever || repeat->to - repeat->from >= AT_ONCE ? repeat->from + AT_ONCE : repeat->to + 1;
    for (uint32_t times = repeat->from; times < end; times++)
        vec_push(pieces, xgdl_repeat(pool, repeat->parts.items[0], times, times));
    if (for_ever || repeat->to >= end) vec_push(pieces, xgdl_repeat(pool, repeat->parts.items[0], end, repeat->to));
    return true;
}

static bool split_count(struct xgdl_pool *pool, xgdl_term term, xgdl_terms *pieces) {
    struct copy repeat = copy_of(pool, term);
    bool found = count_out(pool, &repeat, pieces);
    vec_free(&repeat.parts);
    return found;
}

/* `A* || B`: A* as long as nothing of B happens, then a first letter of B, and the rest of B beside A* again. */
static bool split_firsts(struct xgdl_pool *pool, struct copy *copy, xgdl_terms *parts) {
    size_t star = copy->parts.count;
    for (size_t i = 0; i < copy->parts.count && star == copy->parts.count; i++) {
        struct copy part = copy_of(pool, copy->parts.items[i]);
        if (is_repeat(&part) && part.from == 0 && part.to == XGDL_FOREVER) star = i;
        vec_free(&part.parts);
    }
    if (star == copy->parts.count || copy->parts.count < 2) return false;
    xgdl_term repeat = copy->parts.items[star];
    copy->parts.items[star] = vec_pop(&copy->parts);
    xgdl_term others = xgdl_parallel(pool, copy->parts.items, (uint32_t)copy->parts.count);
    struct xgdl_mover mover = {.pool = pool};
    const struct xgdl_moves *moves = xgdl_moves(&mover, others);
    for (uint32_t i = 0; i < moves->count; i++) {
        xgdl_term beside[2] = {repeat, moves->list[i].then};
        xgdl_term series[3] = {repeat, xgdl_letter(pool, moves->list[i].letter), xgdl_parallel(pool, beside, 2)};
        vec_push(parts, xgdl_sequence(pool, series, 3));
    }
    bool found = moves->count > 0;
    xgdl_mover_free(&mover);
    return found;
}

bool xgdl_split_positions(struct xgdl_pool *pool, xgdl_term term, xgdl_terms *parts) {
    struct copy copy = copy_of(pool, term);
    bool found = false;
    if (copy.kind == XGDL_SEQUENCE &&
        copy.parts.count <= MOST_TIMES) /* a repetition at the end is best left whole: its beginnings are in it */
        found = split_inside(pool, &copy, copy.parts.count - 1, split_count, parts) ||
                split_inside(pool, &copy, copy.parts.count, xgdl_split_positions, parts);
    else if (copy.kind == XGDL_PARALLEL)
        found = split_firsts(pool, &copy, parts);
    vec_free(&copy.parts);
    return found && parts->count <= XGDL_MOST_PARTS;
}

bool xgdl_is_rest(struct xgdl_pool *pool, xgdl_term term, xgdl_term *star, uint32_t *times) {
    struct copy copy = copy_of(pool, term), first = {0}, inside = {0};
    bool found = copy.kind == XGDL_SEQUENCE && copy.parts.count > 1;
    if (found) first = copy_of(pool, copy.parts.items[0]);
    found = found && is_repeat(&first) && first.to == XGDL_FOREVER;
    if (found) inside = copy_of(pool, first.parts.items[0]);
    found = found && inside.kind == XGDL_LETTER;
    if (found) {
        *star = xgdl_repeat(pool, first.parts.items[0], 0, XGDL_FOREVER);
        *times = first.from;
    }
    vec_free(&copy.parts);
    vec_free(&first.parts);
    vec_free(&inside.parts);
    return found;
}
