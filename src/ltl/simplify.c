/* Invariant: make_and(), make_or(), make_next(), make_until() and make_release() take simplified operands and return a
 * simplified formula. A rule's right-hand side is built with them again and is smaller than its left-hand side, or has
 * its temporal operators nested less deeply: the rewriting ends.
 *
 * The rules are those of Somenzi and Bloem (2000) and of Etessami and Holzmann ("Optimizing Büchi Automata", 2000): f,
 * g, h stand for any formula, e for an eventual one, u for a universal one, s for one that is both. Rules for V are
 * the duals of those for U, those for || of those for &&: each is written once and reaches its dual by negation. */
#include "ltl/simplify.h"

#include "base/vec.h"
#include "ltl/implication.h"

struct simplifier {
    struct ltl_pool *pool;
    struct ltl_implications *implications;
    VEC(const struct ltl_formula *) results; /* by id; NULL where not computed */
};

typedef VEC(const struct ltl_formula *) operand_list;

static const struct ltl_formula *make_chain(struct simplifier *s, enum ltl_operator op, const struct ltl_formula *f,
                                            const struct ltl_formula *g);
static const struct ltl_formula *make_until(struct simplifier *s, const struct ltl_formula *f,
                                            const struct ltl_formula *g);

static bool implies(struct simplifier *s, const struct ltl_formula *f, const struct ltl_formula *g) {
    return ltl_certainly_implies(s->implications, f, g);
}

static const struct ltl_formula *negation(struct simplifier *s, const struct ltl_formula *f) {
    return ltl_not(s->pool, f);
}

static const struct ltl_formula *make_and(struct simplifier *s, const struct ltl_formula *f,
                                          const struct ltl_formula *g) {
    return make_chain(s, LTL_AND, f, g);
}

static const struct ltl_formula *make_or(struct simplifier *s, const struct ltl_formula *f,
                                         const struct ltl_formula *g) {
    return make_chain(s, LTL_OR, f, g);
}

static const struct ltl_formula *make_release_by_duality(struct simplifier *s, const struct ltl_formula *f,
                                                         const struct ltl_formula *g) {
    const struct ltl_formula *not_f = negation(s, f), *not_g = negation(s, g);
    return negation(s, make_until(s, not_f, not_g));
}

static const struct ltl_formula *make_release(struct simplifier *s, const struct ltl_formula *f,
                                              const struct ltl_formula *g);

static const struct ltl_formula *make_next(struct simplifier *s, const struct ltl_formula *f) {
    return f->eventual && f->universal ? f : ltl_next(s->pool, f);
}

static const struct ltl_formula *make_always(struct simplifier *s, const struct ltl_formula *f) {
    return make_release(s, ltl_false(s->pool), f);
}

static const struct ltl_formula *make_eventually(struct simplifier *s, const struct ltl_formula *f) {
    return make_until(s, ltl_true(s->pool), f);
}

static void flatten(const struct ltl_formula *f, enum ltl_operator op, operand_list *list) {
    if (f->op != op) {
        vec_push(list, f);
        return;
    }
    flatten(f->left, op, list);
    flatten(f->right, op, list);
}

/* ---- && and || ---- */

static bool is_eventually(const struct ltl_formula *f) { return f->op == LTL_UNTIL && f->left->op == LTL_TRUE; }

static bool is_always(const struct ltl_formula *f) { return f->op == LTL_RELEASE && f->left->op == LTL_FALSE; }

/* f && g as one formula without && at its top, or NULL. `for_or`: the result will be negated, as what is wanted is the
 * dual of it. */
static const struct ltl_formula *join_and(struct simplifier *s, const struct ltl_formula *f,
                                          const struct ltl_formula *g, bool for_or) {
    if (implies(s, f, g)) return f;
    if (implies(s, g, f)) return g;
    if (implies(s, f, negation(s, g)) || implies(s, g, negation(s, f))) return ltl_false(s->pool);
    if (f->op != g->op) return NULL;
    switch (f->op) {
    case LTL_NEXT: /* X f && X g = X (f && g) */ return make_next(s, make_and(s, f->left, g->left));
    case LTL_UNTIL:
        if (f->right == g->right) /* f U h && g U h = (f && g) U h */
            return make_until(s, make_and(s, f->left, g->left), f->right);
        if (is_eventually(f) && is_eventually(g) && is_always(f->right) && is_always(g->right))
            return make_eventually(s, make_and(s, f->right, g->right)); /* <>[]f && <>[]g = <>[](f && g) */
        return NULL;
    case LTL_RELEASE:
        if (f->left != g->left) return NULL;
        /* []<>f && []<>g stays: apart, each costs a mark; together, they cost states. Not so <>[]f || <>[]g. */
        if (!for_or && f->left->op == LTL_FALSE && (f->right->eventual || g->right->eventual)) return NULL;
        return make_release_by_duality(s, f->left, make_and(s, f->right, g->right)); /* h V f && h V g = h V (f && g) */
    default: return NULL;
    }
}

static const struct ltl_formula *join(struct simplifier *s, enum ltl_operator op, const struct ltl_formula *f,
                                      const struct ltl_formula *g) {
    if (op == LTL_AND) return join_and(s, f, g, false);
    const struct ltl_formula *not_f = negation(s, f), *not_g = negation(s, g);
    const struct ltl_formula *dual = join_and(s, not_f, not_g, true);
    return dual ? negation(s, dual) : NULL;
}

/* The same for a formula and its negation, so that negating a sorted chain leaves it sorted. */
static unsigned sort_key(struct simplifier *s, const struct ltl_formula *f) {
    unsigned id = negation(s, f)->id;
    return id < f->id ? id : f->id;
}

static void sort_operands(struct simplifier *s, operand_list *list) {
    for (size_t i = 1; i < list->count; i++) {
        const struct ltl_formula *moving = list->items[i];
        size_t to = i;
        for (; to > 0 && sort_key(s, list->items[to - 1]) > sort_key(s, moving); to--)
            list->items[to] = list->items[to - 1];
        list->items[to] = moving;
    }
}

/* Adds one operand; what it can be joined with leaves the list and comes back joined. */
static void add_operand(struct simplifier *s, enum ltl_operator op, const struct ltl_formula *f, operand_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        const struct ltl_formula *joined = join(s, op, list->items[i], f);
        if (!joined) continue;
        list->items[i] = vec_last(list);
        list->count--;
        operand_list parts = {0};
        flatten(joined, op, &parts);
        for (size_t p = 0; p < parts.count; p++) add_operand(s, op, parts.items[p], list);
        vec_free(&parts);
        return;
    }
    vec_push(list, f);
}

/* Sorted, so that the order in which operands were written does not matter. */
static const struct ltl_formula *make_chain(struct simplifier *s, enum ltl_operator op, const struct ltl_formula *f,
                                            const struct ltl_formula *g) {
    operand_list written = {0}, kept = {0};
    flatten(f, op, &written);
    flatten(g, op, &written);
    for (size_t i = 0; i < written.count; i++) add_operand(s, op, written.items[i], &kept);
    sort_operands(s, &kept);
    const struct ltl_formula *result = kept.items[kept.count - 1];
    for (size_t i = kept.count - 1; i-- > 0;)
        result = op == LTL_AND ? ltl_and(s->pool, kept.items[i], result) : ltl_or(s->pool, kept.items[i], result);
    vec_free(&written);
    vec_free(&kept);
    return result;
}

/* ---- U (and, by duality, V) ---- */

/* Divides the operands of an `op` chain: those for which `wanted` holds, and the others. NULL for none. */
static void divide(struct simplifier *s, const struct ltl_formula *f, enum ltl_operator op,
                   bool (*wanted)(const struct ltl_formula *), const struct ltl_formula **with,
                   const struct ltl_formula **without) {
    operand_list list = {0};
    flatten(f, op, &list);
    *with = *without = NULL;
    for (size_t i = 0; i < list.count; i++) {
        const struct ltl_formula **side = wanted(list.items[i]) ? with : without;
        *side = *side ? make_chain(s, op, *side, list.items[i]) : list.items[i];
    }
    vec_free(&list);
}

static bool eventual(const struct ltl_formula *f) { return f->eventual; }
static bool suspendable(const struct ltl_formula *f) { return f->eventual && f->universal; }

/* <>[]f and []<>f, written with what is under both operators. */
static const struct ltl_formula *split_eventually(struct simplifier *s, const struct ltl_formula *g) {
    const struct ltl_formula *with, *without;
    if (!is_always(g)) return NULL;
    divide(s, g->right, LTL_OR, eventual, &with, &without); /* <>[](f || e) = <>[]f || []e */
    if (!with || !without) return NULL;
    const struct ltl_formula *settled = make_eventually(s, make_always(s, without));
    return make_or(s, settled, make_always(s, with));
}

static const struct ltl_formula *split_until(struct simplifier *s, const struct ltl_formula *f,
                                             const struct ltl_formula *g) {
    const struct ltl_formula *with, *without;
    divide(s, g, LTL_OR, eventual, &with, &without); /* f U (g || e) = (f U g) || e */
    if (with && without) return make_or(s, make_until(s, f, without), with);
    divide(s, g, LTL_AND, suspendable, &with, &without); /* f U (g && s) = (f U g) && s */
    if (with && without) return make_and(s, make_until(s, f, without), with);
    return f->op == LTL_TRUE ? split_eventually(s, g) : NULL;
}

static const struct ltl_formula *make_until(struct simplifier *s, const struct ltl_formula *f,
                                            const struct ltl_formula *g) {
    if (g->eventual || implies(s, f, g)) return g;
    if (f->op != LTL_TRUE && implies(s, negation(s, f), g)) return make_eventually(s, g);
    if (f->op == LTL_NEXT && g->op == LTL_NEXT) return make_next(s, make_until(s, f->left, g->left));
    if (f->op == LTL_TRUE && g->op == LTL_NEXT) return make_next(s, make_eventually(s, g->left));
    if (f->op == LTL_UNTIL && f->right == g) return f; /* (f U g) U g = f U g */
    if (g->op == LTL_UNTIL) {
        if (implies(s, f, g->left)) return g;
        if (implies(s, g->left, f)) return make_until(s, f, g->right);
    }
    const struct ltl_formula *split = split_until(s, f, g);
    return split ? split : ltl_until(s->pool, f, g);
}

/* [](f && e && ...) = []f && []e && ...: see join_and(). */
static const struct ltl_formula *make_release(struct simplifier *s, const struct ltl_formula *f,
                                              const struct ltl_formula *g) {
    const struct ltl_formula *with = NULL, *without = NULL;
    if (f->op == LTL_FALSE && g->op == LTL_AND) divide(s, g, LTL_AND, eventual, &with, &without);
    if (!with) return make_release_by_duality(s, f, g);
    const struct ltl_formula *result = without ? make_release_by_duality(s, f, without) : ltl_true(s->pool);
    operand_list apart = {0};
    flatten(with, LTL_AND, &apart);
    for (size_t i = 0; i < apart.count; i++) result = make_and(s, result, make_always(s, apart.items[i]));
    vec_free(&apart);
    return result;
}

static const struct ltl_formula *simplify(struct simplifier *s, const struct ltl_formula *f) {
    if (f->id < s->results.count && s->results.items[f->id]) return s->results.items[f->id];
    const struct ltl_formula *left = f->left ? simplify(s, f->left) : NULL;
    const struct ltl_formula *right = f->right ? simplify(s, f->right) : NULL;
    const struct ltl_formula *result = f;
    switch (f->op) {
    case LTL_AND:
    case LTL_OR: result = make_chain(s, f->op, left, right); break;
    case LTL_NEXT: result = make_next(s, left); break;
    case LTL_UNTIL: result = make_until(s, left, right); break;
    case LTL_RELEASE: result = make_release(s, left, right); break;
    default: break;
    }
    while (s->results.count <= f->id) vec_push(&s->results, NULL);
    s->results.items[f->id] = result;
    return result;
}

const struct ltl_formula *ltl_simplify(struct ltl_pool *pool, const struct ltl_formula *f) {
    struct simplifier s = {.pool = pool, .implications = ltl_implications_new()};
    const struct ltl_formula *result = simplify(&s, f);
    ltl_implications_free(s.implications);
    vec_free(&s.results);
    return result;
}
