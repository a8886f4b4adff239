#include "ltl/formula.h"

#include "base/invariant.h"
#include "base/vec.h"

#include <stdint.h>

struct ltl_pool {
    struct arena *arena;
    const struct ltl_formula **table; /* open addressing; a power of two, at most half full */
    size_t table_size;
    size_t count;
    VEC(const struct ltl_formula *) negations; /* by id; NULL where not built yet */
};

struct ltl_pool *ltl_pool_new(void) {
    struct ltl_pool *pool = memory_new(sizeof *pool);
    pool->arena = arena_new();
    pool->table_size = 256;
    pool->table = memory_new(pool->table_size * sizeof *pool->table);
    return pool;
}

void ltl_pool_free(struct ltl_pool *pool) {
    if (!pool) return;
    arena_free(pool->arena);
    free(pool->table);
    vec_free(&pool->negations);
    free(pool);
}

static size_t slot_of(const struct ltl_pool *pool, const struct ltl_formula *f) {
    uint64_t hash = (uint64_t)f->op * 0x9e3779b97f4a7c15u + f->atom;
    hash = (hash ^ (f->left ? f->left->id + 1u : 0u)) * 0xff51afd7ed558ccdu;
    hash = (hash ^ hash >> 29 ^ (f->right ? f->right->id + 1u : 0u)) * 0xc4ceb9fe1a85ec53u;
    return (size_t)(hash ^ hash >> 32) & (pool->table_size - 1);
}

static bool same(const struct ltl_formula *f, const struct ltl_formula *g) {
    return f->op == g->op && f->atom == g->atom && f->left == g->left && f->right == g->right;
}

static size_t find_slot(const struct ltl_pool *pool, const struct ltl_formula *f) {
    size_t slot = slot_of(pool, f);
    while (pool->table[slot] && !same(pool->table[slot], f)) slot = (slot + 1) & (pool->table_size - 1);
    return slot;
}

static void grow(struct ltl_pool *pool) {
    const struct ltl_formula **old = pool->table;
    size_t old_size = pool->table_size;
    pool->table_size *= 2;
    pool->table = memory_new(pool->table_size * sizeof *pool->table);
    for (size_t i = 0; i < old_size; i++)
        if (old[i]) pool->table[find_slot(pool, old[i])] = old[i];
    free(old);
}

static bool is_eventual(const struct ltl_formula *f) {
    switch (f->op) {
    case LTL_TRUE:
    case LTL_FALSE: return true;
    case LTL_NEXT: return f->left->eventual;
    case LTL_AND:
    case LTL_OR:
    case LTL_RELEASE: return f->left->eventual && f->right->eventual;
    case LTL_UNTIL: return f->left->op == LTL_TRUE || f->right->eventual;
    default: return false;
    }
}

static bool is_universal(const struct ltl_formula *f) {
    switch (f->op) {
    case LTL_TRUE:
    case LTL_FALSE: return true;
    case LTL_NEXT: return f->left->universal;
    case LTL_AND:
    case LTL_OR:
    case LTL_UNTIL: return f->left->universal && f->right->universal;
    case LTL_RELEASE: return f->left->op == LTL_FALSE || f->right->universal;
    default: return false;
    }
}

static const struct ltl_formula *intern(struct ltl_pool *pool, enum ltl_operator op, unsigned atom,
                                        const struct ltl_formula *left, const struct ltl_formula *right) {
    struct ltl_formula wanted = {.op = op, .atom = atom, .left = left, .right = right};
    invariant(op != LTL_NOT || left->op == LTL_ATOM);
    size_t slot = find_slot(pool, &wanted);
    if (pool->table[slot]) return pool->table[slot];
    wanted.id = (unsigned)pool->count++;
    wanted.uses_next = op == LTL_NEXT || (left && left->uses_next) || (right && right->uses_next);
    wanted.eventual = is_eventual(&wanted);
    wanted.universal = is_universal(&wanted);
    struct ltl_formula *formula = arena_new_object(pool->arena, struct ltl_formula);
    *formula = wanted;
    pool->table[slot] = formula;
    vec_push(&pool->negations, NULL);
    if (pool->count * 2 > pool->table_size) grow(pool);
    return formula;
}

const struct ltl_formula *ltl_true(struct ltl_pool *pool) { return intern(pool, LTL_TRUE, 0, NULL, NULL); }

const struct ltl_formula *ltl_false(struct ltl_pool *pool) { return intern(pool, LTL_FALSE, 0, NULL, NULL); }

const struct ltl_formula *ltl_atom(struct ltl_pool *pool, unsigned atom) {
    return intern(pool, LTL_ATOM, atom, NULL, NULL);
}

/* Identifiers, by which automata are put in order, follow the text: the left one first, whatever the order of
 * arguments. */
static const struct ltl_formula *negate_both(struct ltl_pool *pool, const struct ltl_formula *f) {
    const struct ltl_formula *left = ltl_not(pool, f->left), *right = ltl_not(pool, f->right);
    switch (f->op) {
    case LTL_AND: return ltl_or(pool, left, right);
    case LTL_OR: return ltl_and(pool, left, right);
    case LTL_UNTIL: return ltl_release(pool, left, right);
    case LTL_RELEASE: return ltl_until(pool, left, right);
    default: return NULL;
    }
}

static const struct ltl_formula *negate(struct ltl_pool *pool, const struct ltl_formula *f) {
    switch (f->op) {
    case LTL_TRUE: return ltl_false(pool);
    case LTL_FALSE: return ltl_true(pool);
    case LTL_ATOM: return intern(pool, LTL_NOT, 0, f, NULL);
    case LTL_NOT: return f->left;
    case LTL_NEXT: return ltl_next(pool, ltl_not(pool, f->left));
    default: return negate_both(pool, f);
    }
}

const struct ltl_formula *ltl_not(struct ltl_pool *pool, const struct ltl_formula *f) {
    if (!pool->negations.items[f->id]) {
        const struct ltl_formula *negation = negate(pool, f);
        pool->negations.items[f->id] = negation;
    }
    return pool->negations.items[f->id];
}

/* Only literals: that is what can be seen without building anything. */
static bool contradict(const struct ltl_formula *f, const struct ltl_formula *g) {
    return (f->op == LTL_NOT && f->left == g) || (g->op == LTL_NOT && g->left == f);
}

const struct ltl_formula *ltl_and(struct ltl_pool *pool, const struct ltl_formula *f, const struct ltl_formula *g) {
    if (f == g || f->op == LTL_FALSE || g->op == LTL_TRUE) return f;
    if (g->op == LTL_FALSE || f->op == LTL_TRUE) return g;
    if (contradict(f, g)) return ltl_false(pool);
    return intern(pool, LTL_AND, 0, f, g);
}

const struct ltl_formula *ltl_or(struct ltl_pool *pool, const struct ltl_formula *f, const struct ltl_formula *g) {
    if (f == g || f->op == LTL_TRUE || g->op == LTL_FALSE) return f;
    if (g->op == LTL_TRUE || f->op == LTL_FALSE) return g;
    if (contradict(f, g)) return ltl_true(pool);
    return intern(pool, LTL_OR, 0, f, g);
}

const struct ltl_formula *ltl_implies(struct ltl_pool *pool, const struct ltl_formula *f, const struct ltl_formula *g) {
    return ltl_or(pool, ltl_not(pool, f), g);
}

const struct ltl_formula *ltl_equivalent(struct ltl_pool *pool, const struct ltl_formula *f,
                                         const struct ltl_formula *g) {
    const struct ltl_formula *not_f = ltl_not(pool, f), *not_g = ltl_not(pool, g);
    const struct ltl_formula *neither = ltl_and(pool, not_f, not_g);
    return ltl_or(pool, ltl_and(pool, f, g), neither);
}

const struct ltl_formula *ltl_next(struct ltl_pool *pool, const struct ltl_formula *f) {
    if (f->op == LTL_TRUE || f->op == LTL_FALSE) return f;
    return intern(pool, LTL_NEXT, 0, f, NULL);
}

const struct ltl_formula *ltl_until(struct ltl_pool *pool, const struct ltl_formula *f, const struct ltl_formula *g) {
    if (g->op == LTL_TRUE || g->op == LTL_FALSE || f->op == LTL_FALSE || f == g) return g;
    if (g->op == LTL_UNTIL && g->left == f) return g;
    return intern(pool, LTL_UNTIL, 0, f, g);
}

const struct ltl_formula *ltl_release(struct ltl_pool *pool, const struct ltl_formula *f, const struct ltl_formula *g) {
    if (g->op == LTL_TRUE || g->op == LTL_FALSE || f->op == LTL_TRUE || f == g) return g;
    if (g->op == LTL_RELEASE && g->left == f) return g;
    return intern(pool, LTL_RELEASE, 0, f, g);
}

/* f W g: g releases f || g. */
const struct ltl_formula *ltl_weak_until(struct ltl_pool *pool, const struct ltl_formula *f,
                                         const struct ltl_formula *g) {
    return ltl_release(pool, g, ltl_or(pool, f, g));
}

const struct ltl_formula *ltl_always(struct ltl_pool *pool, const struct ltl_formula *f) {
    return ltl_release(pool, ltl_false(pool), f);
}

const struct ltl_formula *ltl_eventually(struct ltl_pool *pool, const struct ltl_formula *f) {
    return ltl_until(pool, ltl_true(pool), f);
}

bool ltl_uses_next(const struct ltl_formula *f) { return f->uses_next; }
