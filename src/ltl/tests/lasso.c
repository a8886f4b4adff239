#include "ltl/tests/lasso.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

uint64_t random_next(uint64_t *seed) { /* splitmix64 */
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* ---- formulas as written ---- */

static struct written *node(struct arena *arena, enum written_operator op, struct written *left,
                            struct written *right) {
    struct written *f = arena_new_object(arena, struct written);
    *f = (struct written){op, 0, left, right};
    return f;
}

static struct written *parse_binary(struct arena *arena, const char **at);

static bool take(const char **at, const char *symbol) {
    while (**at == ' ') ++*at;
    size_t length = strlen(symbol);
    if (strncmp(*at, symbol, length) != 0) return false;
    *at += length;
    return true;
}

static struct written *parse_unary(struct arena *arena, const char **at) {
    if (take(at, "!")) return node(arena, WRITTEN_NOT, parse_unary(arena, at), NULL);
    if (take(at, "[]")) return node(arena, WRITTEN_ALWAYS, parse_unary(arena, at), NULL);
    if (take(at, "<>")) return node(arena, WRITTEN_EVENTUALLY, parse_unary(arena, at), NULL);
    if (take(at, "X")) return node(arena, WRITTEN_NEXT, parse_unary(arena, at), NULL);
    if (take(at, "true")) return node(arena, WRITTEN_TRUE, NULL, NULL);
    if (take(at, "false")) return node(arena, WRITTEN_FALSE, NULL, NULL);
    if (take(at, "(")) {
        struct written *f = parse_binary(arena, at);
        assert_true(take(at, ")"));
        return f;
    }
    assert_true(**at >= 'a' && **at <= 'z');
    struct written *f = node(arena, WRITTEN_ATOM, NULL, NULL);
    f->atom = (unsigned)(*(*at)++ - 'a');
    return f;
}

static struct written *parse_binary(struct arena *arena, const char **at) {
    static const struct {
        const char *symbol;
        enum written_operator op;
    } operators[] = {{"&&", WRITTEN_AND},         {"||", WRITTEN_OR},   {"->", WRITTEN_IMPLIES},
                     {"<->", WRITTEN_EQUIVALENT}, {"U", WRITTEN_UNTIL}, {"W", WRITTEN_WEAK_UNTIL},
                     {"V", WRITTEN_RELEASE}};
    struct written *left = parse_unary(arena, at);
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (take(at, operators[i].symbol)) return node(arena, operators[i].op, left, parse_binary(arena, at));
    return left;
}

struct written *written_parse(struct arena *arena, const char *text) {
    struct written *f = parse_binary(arena, &text);
    assert_int_equal(*text, '\0');
    return f;
}

struct written *written_random(struct arena *arena, uint64_t *seed, unsigned operators, unsigned atoms,
                               bool with_next) {
    if (operators == 0) {
        struct written *leaf = node(arena, WRITTEN_ATOM, NULL, NULL);
        unsigned which = (unsigned)(random_next(seed) % (atoms * 8));
        if (which == 0) leaf->op = random_next(seed) % 2 ? WRITTEN_TRUE : WRITTEN_FALSE;
        leaf->atom = which % atoms;
        return leaf;
    }
    enum written_operator op = (enum written_operator)(WRITTEN_NOT + random_next(seed) % 11);
    if (op == WRITTEN_NEXT && !with_next) op = WRITTEN_EVENTUALLY;
    if (op < WRITTEN_AND) return node(arena, op, written_random(arena, seed, operators - 1, atoms, with_next), NULL);
    unsigned left = (unsigned)(random_next(seed) % operators);
    struct written *l = written_random(arena, seed, left, atoms, with_next);
    return node(arena, op, l, written_random(arena, seed, operators - 1 - left, atoms, with_next));
}

const struct ltl_formula *written_build(struct ltl_pool *pool, const struct written *f) {
    const struct ltl_formula *l = f->left ? written_build(pool, f->left) : NULL;
    const struct ltl_formula *r = f->right ? written_build(pool, f->right) : NULL;
    switch (f->op) {
    case WRITTEN_TRUE: return ltl_true(pool);
    case WRITTEN_FALSE: return ltl_false(pool);
    case WRITTEN_ATOM: return ltl_atom(pool, f->atom);
    case WRITTEN_NOT: return ltl_not(pool, l);
    case WRITTEN_NEXT: return ltl_next(pool, l);
    case WRITTEN_ALWAYS: return ltl_always(pool, l);
    case WRITTEN_EVENTUALLY: return ltl_eventually(pool, l);
    case WRITTEN_AND: return ltl_and(pool, l, r);
    case WRITTEN_OR: return ltl_or(pool, l, r);
    case WRITTEN_IMPLIES: return ltl_implies(pool, l, r);
    case WRITTEN_EQUIVALENT: return ltl_equivalent(pool, l, r);
    case WRITTEN_UNTIL: return ltl_until(pool, l, r);
    case WRITTEN_WEAK_UNTIL: return ltl_weak_until(pool, l, r);
    case WRITTEN_RELEASE: return ltl_release(pool, l, r);
    }
    fail();
    return NULL;
}

/* ---- words ---- */

void lasso_random(struct lasso *word, uint64_t *seed, unsigned atoms) {
    word->loop = (unsigned)(random_next(seed) % 5);
    word->length = word->loop + 1 + (unsigned)(random_next(seed) % 5);
    for (unsigned i = 0; i < word->length; i++) word->letters[i] = random_next(seed) & (((uint64_t)1 << atoms) - 1);
}

/* A set of positions is a mask. Position i is followed by i + 1, the last by the loop's start. */
static unsigned before(const struct lasso *word, unsigned positions) {
    unsigned result = positions >> 1;
    if (positions >> word->loop & 1) result |= 1u << (word->length - 1);
    return result;
}

static unsigned all_positions(const struct lasso *word) { return (1u << word->length) - 1; }

/* Where f U g holds: the least set that contains g, and f before the set. */
static unsigned until(const struct lasso *word, unsigned f, unsigned g) {
    unsigned set = g;
    for (unsigned i = 0; i < 2 * word->length; i++) set |= f & before(word, set);
    return set;
}

static unsigned release(const struct lasso *word, unsigned f, unsigned g) {
    unsigned all = all_positions(word);
    return all & ~until(word, all & ~f, all & ~g);
}

static unsigned where(const struct lasso *word, const struct written *f) {
    unsigned all = all_positions(word), set = 0;
    unsigned l = f->left ? where(word, f->left) : 0, r = f->right ? where(word, f->right) : 0;
    switch (f->op) {
    case WRITTEN_TRUE: return all;
    case WRITTEN_FALSE: return 0;
    case WRITTEN_ATOM:
        for (unsigned i = 0; i < word->length; i++) set |= (unsigned)(word->letters[i] >> f->atom & 1) << i;
        return set;
    case WRITTEN_NOT: return all & ~l;
    case WRITTEN_NEXT: return before(word, l);
    case WRITTEN_ALWAYS: return release(word, 0, l);
    case WRITTEN_EVENTUALLY: return until(word, all, l);
    case WRITTEN_AND: return l & r;
    case WRITTEN_OR: return l | r;
    case WRITTEN_IMPLIES: return (all & ~l) | r;
    case WRITTEN_EQUIVALENT: return all & ~(l ^ r);
    case WRITTEN_UNTIL: return until(word, l, r);
    case WRITTEN_WEAK_UNTIL: return until(word, l, r) | release(word, 0, l);
    case WRITTEN_RELEASE: return release(word, l, r);
    }
    return 0;
}

bool lasso_satisfies(const struct lasso *word, const struct written *f) { return where(word, f) & 1; }

static unsigned where_formula(const struct lasso *word, const struct ltl_formula *f) {
    unsigned all = all_positions(word), set = 0;
    unsigned l = f->left ? where_formula(word, f->left) : 0, r = f->right ? where_formula(word, f->right) : 0;
    switch (f->op) {
    case LTL_TRUE: return all;
    case LTL_FALSE: return 0;
    case LTL_ATOM:
        for (unsigned i = 0; i < word->length; i++) set |= (unsigned)(word->letters[i] >> f->atom & 1) << i;
        return set;
    case LTL_NOT: return all & ~l;
    case LTL_AND: return l & r;
    case LTL_OR: return l | r;
    case LTL_NEXT: return before(word, l);
    case LTL_UNTIL: return until(word, l, r);
    case LTL_RELEASE: return release(word, l, r);
    }
    return 0;
}

bool lasso_satisfies_formula(const struct lasso *word, const struct ltl_formula *f) {
    return where_formula(word, f) & 1;
}

/* ---- acceptance: a node is a state of the automaton and a position of the word ---- */

/* Marks what can be reached from `from` by one edge or more. */
static void reach(const struct lasso *word, const struct buchi *buchi, unsigned from, bool *reached) {
    VEC(unsigned) open = {0};
    vec_push(&open, from);
    while (open.count) {
        unsigned top = vec_pop(&open), position = top % word->length;
        unsigned next = position + 1 < word->length ? position + 1 : word->loop;
        const struct buchi_state *state = &buchi->states.items[top / word->length];
        for (size_t e = 0; e < state->edges.count; e++) {
            const struct buchi_edge *edge = &state->edges.items[e];
            uint64_t letter = word->letters[position];
            if ((edge->positive & ~letter) || (edge->negative & letter)) continue;
            unsigned target = edge->target * word->length + next;
            if (reached[target]) continue;
            reached[target] = true;
            vec_push(&open, target);
        }
    }
    vec_free(&open);
}

bool lasso_is_accepted(const struct lasso *word, const struct buchi *buchi) {
    size_t nodes = buchi->states.count * word->length;
    bool *reached = memory_new(nodes), *again = memory_new(nodes);
    reached[buchi->initial * word->length] = true;
    reach(word, buchi, buchi->initial * word->length, reached);
    bool accepted = false;
    for (unsigned node = 0; node < nodes && !accepted; node++) {
        if (!reached[node] || !buchi->states.items[node / word->length].accepting) continue;
        memset(again, 0, nodes);
        reach(word, buchi, node, again);
        accepted = again[node];
    }
    free(reached);
    free(again);
    return accepted;
}
