#include "xgdl/moves.h"

#include "base/invariant.h"
#include "base/limits.h"

#include <string.h>

typedef VEC(struct xgdl_move) move_list;
typedef VEC(xgdl_term) term_list;

void xgdl_mover_free(struct xgdl_mover *mover) {
    for (size_t i = 0; i < mover->known.count; i++) {
        if (mover->known.items[i]) free(mover->known.items[i]->list);
        free(mover->known.items[i]);
    }
    vec_free(&mover->known);
}

/* The parts of a term, copied, since the pool moves when terms are made. */
static term_list parts_of(const struct xgdl_pool *pool, xgdl_term term, struct xgdl_node *head) {
    uint32_t count;
    const struct xgdl_node *node = xgdl_get(pool, term, &count);
    term_list parts = {0};
    for (uint32_t i = 0; i < count; i++) vec_push(&parts, node->parts[i]);
    *head = (struct xgdl_node){.kind = node->kind, .from = node->from, .to = node->to};
    return parts;
}

static void add_sequence(struct xgdl_mover *mover, const term_list *parts, move_list *out) {
    for (size_t i = 0; i < parts->count; i++) {
        const struct xgdl_moves *moves = xgdl_moves(mover, parts->items[i]);
        xgdl_term rest = xgdl_sequence(mover->pool, parts->items + i + 1, (uint32_t)(parts->count - i - 1));
        for (uint32_t k = 0; k < moves->count; k++) {
            xgdl_term both[] = {moves->list[k].then, rest};
            vec_push(out, (struct xgdl_move){moves->list[k].letter, xgdl_sequence(mover->pool, both, 2)});
        }
        if (!xgdl_is_nullable(mover->pool, parts->items[i])) return;
    }
}

static void add_choice(struct xgdl_mover *mover, const term_list *parts, move_list *out) {
    for (size_t i = 0; i < parts->count; i++) {
        const struct xgdl_moves *moves = xgdl_moves(mover, parts->items[i]);
        for (uint32_t k = 0; k < moves->count; k++) vec_push(out, moves->list[k]);
    }
}

static void add_parallel(struct xgdl_mover *mover, const term_list *parts, move_list *out) {
    term_list changed = {0};
    for (size_t i = 0; i < parts->count; i++) {
        if (i && parts->items[i] == parts->items[i - 1]) continue; /* its twin did the same */
        const struct xgdl_moves *moves = xgdl_moves(mover, parts->items[i]);
        for (uint32_t k = 0; k < moves->count; k++) {
            vec_clear(&changed);
            for (size_t j = 0; j < parts->count; j++)
                vec_push(&changed, j == i ? moves->list[k].then : parts->items[j]);
            xgdl_term then = xgdl_parallel(mover->pool, changed.items, (uint32_t)changed.count);
            vec_push(out, (struct xgdl_move){moves->list[k].letter, then});
        }
    }
    vec_free(&changed);
}

static void add_then(struct xgdl_mover *mover, xgdl_term first, xgdl_term rest, move_list *out) {
    const struct xgdl_moves *moves = xgdl_moves(mover, first);
    for (uint32_t k = 0; k < moves->count; k++) {
        xgdl_term both[] = {moves->list[k].then, rest};
        vec_push(out, (struct xgdl_move){moves->list[k].letter, xgdl_sequence(mover->pool, both, 2)});
    }
}

static uint32_t less_one(uint32_t bound) { return bound == 0 || bound == XGDL_FOREVER ? bound : bound - 1; }

/* If the part may be empty, all words of fewer parts are words of as many: nothing is missed by taking the first. */
static void add_repeat(struct xgdl_mover *mover, const struct xgdl_node *head, xgdl_term part, move_list *out) {
    add_then(mover, part, xgdl_repeat(mover->pool, part, less_one(head->from), less_one(head->to)), out);
}

/* One of the parts comes first; where it is empty, what follows moves in its place. */
static void add_some(struct xgdl_mover *mover, const struct xgdl_node *head, const term_list *parts, move_list *out) {
    term_list others = {0};
    for (size_t i = 0; i < parts->count; i++) {
        if (i && parts->items[i] == parts->items[i - 1]) continue;
        vec_clear(&others);
        for (size_t j = 0; j < parts->count; j++)
            if (j != i) vec_push(&others, parts->items[j]);
        xgdl_term rest =
            xgdl_some(mover->pool, others.items, (uint32_t)others.count, less_one(head->from), less_one(head->to));
        add_then(mover, parts->items[i], rest, out);
        if (!xgdl_is_nullable(mover->pool, parts->items[i])) continue;
        const struct xgdl_moves *moves = xgdl_moves(mover, rest);
        for (uint32_t k = 0; k < moves->count; k++) vec_push(out, moves->list[k]);
    }
    vec_free(&others);
}

static int by_letter(const void *a, const void *b) {
    const struct xgdl_move *x = a, *y = b;
    return (x->letter > y->letter) - (x->letter < y->letter);
}

static bool is_in_order(const struct xgdl_pool *pool, const struct xgdl_moves *moves) {
    uint32_t parts;
    for (uint32_t i = 0; i < moves->count; i++) {
        if (i && moves->list[i].letter <= moves->list[i - 1].letter) return false;
        if (xgdl_get(pool, moves->list[i].then, &parts)->kind == XGDL_NONE) return false;
    }
    return true;
}

/* One move a letter: what several lead to is a choice. */
static struct xgdl_moves *merge(struct xgdl_pool *pool, move_list *all) {
    struct xgdl_moves *moves = memory_new(sizeof *moves);
    if (all->count) qsort(all->items, all->count, sizeof *all->items, by_letter);
    moves->list = memory_new((all->count + 1) * sizeof *moves->list);
    term_list same = {0};
    for (size_t i = 0, end; i < all->count; i = end) {
        vec_clear(&same);
        for (end = i; end < all->count && all->items[end].letter == all->items[i].letter; end++)
            vec_push(&same, all->items[end].then);
        moves->list[moves->count++] =
            (struct xgdl_move){all->items[i].letter, xgdl_choice(pool, same.items, (uint32_t)same.count)};
    }
    vec_free(&same);
    invariant_dear(is_in_order(pool, moves));
    return moves;
}

static struct xgdl_moves *find(struct xgdl_mover *mover, xgdl_term term) {
    struct xgdl_node head;
    term_list parts = parts_of(mover->pool, term, &head);
    move_list all = {0};
    switch ((enum xgdl_kind)head.kind) {
    case XGDL_NONE:
    case XGDL_EMPTY: break;
    case XGDL_LETTER: vec_push(&all, (struct xgdl_move){head.from, xgdl_empty(mover->pool)}); break;
    case XGDL_SEQUENCE: add_sequence(mover, &parts, &all); break;
    case XGDL_CHOICE: add_choice(mover, &parts, &all); break;
    case XGDL_PARALLEL: add_parallel(mover, &parts, &all); break;
    case XGDL_REPEAT: add_repeat(mover, &head, parts.items[0], &all); break;
    case XGDL_SOME: add_some(mover, &head, &parts, &all); break;
    }
    struct xgdl_moves *moves = merge(mover->pool, &all);
    vec_free(&all);
    vec_free(&parts);
    return moves;
}

static struct xgdl_moves **place_of(struct xgdl_mover *mover, xgdl_term term) {
    while (mover->known.count <= term) vec_push(&mover->known, NULL);
    return &mover->known.items[term];
}

const struct xgdl_moves *xgdl_moves(struct xgdl_mover *mover, xgdl_term term) {
    limits_check();
    if (!*place_of(mover, term)) {
        struct xgdl_moves *moves = find(mover, term); /* which may move the list */
        *place_of(mover, term) = moves;
    }
    return *place_of(mover, term);
}

xgdl_term xgdl_after(struct xgdl_mover *mover, xgdl_term term, uint32_t letter) {
    const struct xgdl_moves *moves = xgdl_moves(mover, term);
    struct xgdl_move wanted = {.letter = letter};
    const struct xgdl_move *move =
        moves->count ? bsearch(&wanted, moves->list, moves->count, sizeof wanted, by_letter) : NULL;
    return move ? move->then : xgdl_none(mover->pool);
}
