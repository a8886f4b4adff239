#include "app/sequential/formula.h"

#include <string.h>

enum { MOST_ELEMENTS = 64 /* that a place with indices may be */, LONGEST_TERM = 1 << 20 };

static unsigned width(const struct c_type *type) { return type->size * 8; }

const char *sequential_literal(struct arena *arena, unsigned width, uint64_t value) {
    if (width < 64) value &= ((uint64_t)1 << width) - 1;
    return arena_printf(arena, "(_ bv%llu %u)", (unsigned long long)value, width);
}

static const char *literal(const struct sequential_formula *f, unsigned bits, uint64_t value) {
    return sequential_literal(f->arena, bits, value);
}

static const char *limited(struct sequential_formula *f, const char *term) {
    if (strlen(term) < LONGEST_TERM) return term;
    f->too_large = true;
    return "false";
}

#define TERM(f, ...) limited((f), arena_printf((f)->arena, __VA_ARGS__))

/* Where it is computed, and this holds, something is wrong. */
static void complain(struct sequential_formula *f, const char *condition) {
    if (f->guard)
        text_printf(&f->wrong, " (and %s %s)", f->guard, condition);
    else
        text_printf(&f->wrong, " %s", condition);
}

static const char *both(struct sequential_formula *f, const char *a, const char *b) {
    if (!a || !b) return a ? a : b;
    return TERM(f, "(and %s %s)", a, b);
}

static const char *number_of(struct sequential_formula *f, const char *truth, const struct c_type *type) {
    return TERM(f, "(ite %s %s %s)", truth, literal(f, width(type), 1), literal(f, width(type), 0));
}

/* ---- places ---- */

/* A place may be any of these, each under its condition (NULL: always). */
struct places {
    VEC(struct possible {
        uint32_t leaf;
        const char *when;
    })
    list;
    uint32_t flag;
};

static const char *widened(struct sequential_formula *f, const char *term, const struct c_type *type, unsigned to) {
    unsigned from = width(type);
    if (from == to) return term;
    if (from > to) return TERM(f, "((_ extract %u 0) %s)", to - 1, term);
    return TERM(f, "((_ %s %u) %s)", type->is_signed && !type->is_bool ? "sign_extend" : "zero_extend", to - from,
                term);
}

static void find_elements(struct sequential_formula *f, const struct c_expression *place, struct places *places) {
    uint32_t size = sequential_leaf_count(place->type), count = place->left->type->count;
    int64_t known;
    if (sequential_is_known(place->right, &known) && known >= 0 && known < count) {
        for (size_t i = 0; i < places->list.count; i++) places->list.items[i].leaf += (uint32_t)known * size;
        return;
    }
    const char *index = widened(f, sequential_term(f, place->right), place->right->type, 64);
    complain(f, TERM(f, "(bvuge %s %s)", index, literal(f, 64, count)));
    struct places all = {.flag = UINT32_MAX};
    if (places->list.count * count > MOST_ELEMENTS) f->too_large = true;
    for (size_t i = 0; i < places->list.count && !f->too_large; i++)
        for (uint32_t k = 0; k < count; k++) {
            const char *same = TERM(f, "(= %s %s)", index, literal(f, 64, k));
            vec_push(&all.list, (struct possible){places->list.items[i].leaf + k * size,
                                                  both(f, places->list.items[i].when, same)});
        }
    vec_free(&places->list);
    *places = all;
}

static void find_places(struct sequential_formula *f, const struct c_expression *place, struct places *places) {
    switch (place->kind) {
    case C_MEMBER:
        find_places(f, place->left, places);
        for (size_t i = 0; i < places->list.count; i++)
            places->list.items[i].leaf += sequential_leaf_field(place->left->type, place->field);
        break;
    case C_INDEX:
        find_places(f, place->left, places);
        find_elements(f, place, places);
        break;
    default:
        *places = (struct places){.flag = UINT32_MAX};
        vec_push(&places->list,
                 (struct possible){sequential_leaf_of(f->leaves, place->object, f->context, &places->flag), NULL});
    }
}

static const char *held(struct sequential_formula *f, const struct places *places, uint32_t offset) {
    size_t count = places->list.count;
    if (f->too_large || !count) return "false";
    const char *term = f->values[places->list.items[count - 1].leaf + offset];
    for (size_t i = count - 1; i-- > 0;)
        term =
            TERM(f, "(ite %s %s %s)", places->list.items[i].when, f->values[places->list.items[i].leaf + offset], term);
    return term;
}

static void put(struct sequential_formula *f, const struct places *places, uint32_t offset, const char *term) {
    for (size_t i = 0; i < places->list.count && !f->too_large; i++) {
        const struct possible *possible = &places->list.items[i];
        const char **value = &f->values[possible->leaf + offset];
        *value = possible->when ? TERM(f, "(ite %s %s %s)", possible->when, term, *value) : term;
    }
}

/* What a leaf keeps of a number. */
static const char *kept(struct sequential_formula *f, const struct sequential_leaf *leaf, const char *term) {
    unsigned all = width(leaf->type);
    if (leaf->bits >= all || leaf->type->is_bool) return term;
    const char *low = TERM(f, "((_ extract %u 0) %s)", leaf->bits - 1, term);
    return TERM(f, "((_ %s %u) %s)", leaf->type->is_signed ? "sign_extend" : "zero_extend", all - leaf->bits, low);
}

static void set_flag(struct sequential_formula *f, const struct places *places) {
    if (places->flag != UINT32_MAX)
        f->values[places->flag] = literal(f, width(f->leaves->list.items[places->flag].type), 1);
}

void sequential_let_term(struct sequential_formula *f, const struct c_expression *place, const char *term) {
    struct places places;
    find_places(f, place, &places);
    if (places.list.count && !f->too_large)
        put(f, &places, 0, kept(f, &f->leaves->list.items[places.list.items[0].leaf], term));
    set_flag(f, &places);
    vec_free(&places.list);
}

void sequential_let(struct sequential_formula *f, const struct c_expression *place, const struct c_expression *value) {
    if (place->type->kind == C_INTEGER) {
        sequential_let_term(f, place, sequential_term(f, value));
        return;
    }
    struct places to, from;
    uint32_t count = sequential_leaf_count(place->type);
    find_places(f, value->left, &from);
    find_places(f, place, &to);
    const char **terms = arena_new_array(f->arena, const char *, count + 1);
    for (uint32_t i = 0; i < count && !f->too_large; i++) terms[i] = held(f, &from, i);
    for (uint32_t i = 0; i < count && !f->too_large; i++) put(f, &to, i, terms[i]);
    vec_free(&to.list);
    vec_free(&from.list);
}

void sequential_compute(struct sequential_formula *f, const struct c_expression *value) {
    struct places places;
    if (value->type->kind == C_INTEGER) {
        (void)sequential_term(f, value);
        return;
    }
    find_places(f, value->left, &places);
    vec_free(&places.list);
}

static const char *load(struct sequential_formula *f, const struct c_expression *e) {
    struct places places;
    find_places(f, e->left, &places);
    const char *term = held(f, &places, 0);
    if (places.flag != UINT32_MAX)
        complain(f, TERM(f, "(= %s %s)", f->values[places.flag],
                         literal(f, width(f->leaves->list.items[places.flag].type), 0)));
    vec_free(&places.list);
    return term;
}

/* ---- operators ---- */

static const char *const NAMES[] = {
    [C_ADD] = "bvadd",     [C_SUBTRACT] = "bvsub", [C_MULTIPLY] = "bvmul",
    [C_BIT_AND] = "bvand", [C_BIT_OR] = "bvor",    [C_BIT_XOR] = "bvxor",
};

static bool checks_overflow(const struct sequential_formula *f, const struct c_expression *e) {
    return e->type->is_signed && f->subject->enabled[APP_CHECK_OVERFLOW];
}

static const char *lowest(const struct sequential_formula *f, const struct c_type *type) {
    return literal(f, width(type), (uint64_t)1 << (width(type) - 1));
}

static const char *is_negative(struct sequential_formula *f, const char *term, unsigned bits) {
    return TERM(f, "(bvslt %s %s)", term, literal(f, bits, 0));
}

/* Does a number leave its type if so much is added to it? */
static const char *sum_overflows(struct sequential_formula *f, const char *term, int64_t known, unsigned bits) {
    uint64_t lowest = (uint64_t)1 << (bits - 1), rest = 0 - (uint64_t)known;
    return known < 0 ? TERM(f, "(bvslt %s %s)", term, literal(f, bits, lowest + rest))
                     : TERM(f, "(bvslt %s %s)", literal(f, bits, lowest - 1 + rest), term);
}

static const char *difference_overflows(struct sequential_formula *f, const char *term, int64_t known, unsigned bits) {
    uint64_t lowest = (uint64_t)1 << (bits - 1);
    return known < 0 ? TERM(f, "(bvslt %s %s)", literal(f, bits, lowest - 1 + (uint64_t)known), term)
                     : TERM(f, "(bvslt %s %s)", term, literal(f, bits, lowest + (uint64_t)known));
}

/* By comparisons, with constants where there are some: of these Spacer makes invariants. Of sums in one bit more it
 * makes none, and Z3 4.8.12 crashes with them. A product must be the same in so many bits that it fits. */
static const char *overflows(struct sequential_formula *f, const struct c_expression *e, const char *a, const char *b,
                             const char *result) {
    unsigned bits = width(e->type);
    int64_t known;
    if (e->op == C_MULTIPLY)
        return TERM(f, "(not (= ((_ sign_extend %u) %s) (bvmul ((_ sign_extend %u) %s) ((_ sign_extend %u) %s))))",
                    bits, result, bits, a, bits, b);
    if (sequential_is_known(e->right, &known))
        return e->op == C_ADD ? sum_overflows(f, a, known, bits) : difference_overflows(f, a, known, bits);
    if (e->op == C_ADD && sequential_is_known(e->left, &known)) return sum_overflows(f, b, known, bits);
    return TERM(f, "(and (%s %s %s) (not (= %s %s)))", e->op == C_ADD ? "=" : "distinct", is_negative(f, a, bits),
                is_negative(f, b, bits), is_negative(f, result, bits), is_negative(f, a, bits));
}

static const char *arithmetic(struct sequential_formula *f, const struct c_expression *e, const char *a,
                              const char *b) {
    const char *result = TERM(f, "(%s %s %s)", NAMES[e->op], a, b);
    bool computes = e->op == C_ADD || e->op == C_SUBTRACT || e->op == C_MULTIPLY;
    if (computes && checks_overflow(f, e)) complain(f, overflows(f, e, a, b, result));
    return result;
}

static const char *division(struct sequential_formula *f, const struct c_expression *e, const char *a, const char *b) {
    bool is_signed = e->type->is_signed;
    complain(f, TERM(f, "(= %s %s)", b, literal(f, width(e->type), 0)));
    if (checks_overflow(f, e))
        complain(
            f, TERM(f, "(and (= %s %s) (= %s %s))", a, lowest(f, e->type), b, literal(f, width(e->type), UINT64_MAX)));
    const char *name = e->op == C_DIVIDE ? (is_signed ? "bvsdiv" : "bvudiv") : is_signed ? "bvsrem" : "bvurem";
    return TERM(f, "(%s %s %s)", name, a, b);
}

static const char *shift(struct sequential_formula *f, const struct c_expression *e, const char *a, const char *b) {
    unsigned bits = width(e->type);
    const char *count = widened(f, b, e->right->type, 64), *zero = literal(f, bits, 0);
    if (f->subject->enabled[APP_CHECK_OVERFLOW]) complain(f, TERM(f, "(bvuge %s %s)", count, literal(f, 64, bits)));
    const char *masked = TERM(f, "(bvand %s %s)", count, literal(f, 64, bits - 1));
    const char *own = bits < 64 ? TERM(f, "((_ extract %u 0) %s)", bits - 1, masked) : masked;
    if (e->op == C_SHIFT_RIGHT) return TERM(f, "(%s %s %s)", e->type->is_signed ? "bvashr" : "bvlshr", a, own);
    const char *result = TERM(f, "(bvshl %s %s)", a, own);
    if (checks_overflow(f, e))
        complain(f, TERM(f, "(or (bvslt %s %s) (bvslt %s %s) (not (= (bvashr %s %s) %s)))", a, zero, result, zero,
                         result, own, a));
    return result;
}

static const char *comparison(struct sequential_formula *f, const struct c_expression *e) {
    const char *a = sequential_term(f, e->left), *b = sequential_term(f, e->right);
    bool is_signed = e->left->type->is_signed;
    switch (e->op) {
    case C_EQUAL: return TERM(f, "(= %s %s)", a, b);
    case C_NOT_EQUAL: return TERM(f, "(not (= %s %s))", a, b);
    case C_LESS: return TERM(f, "(%s %s %s)", is_signed ? "bvslt" : "bvult", a, b);
    case C_LESS_EQUAL: return TERM(f, "(%s %s %s)", is_signed ? "bvsle" : "bvule", a, b);
    case C_GREATER: return TERM(f, "(%s %s %s)", is_signed ? "bvsgt" : "bvugt", a, b);
    default: return TERM(f, "(%s %s %s)", is_signed ? "bvsge" : "bvuge", a, b);
    }
}

/* What is computed only if `condition` is true. */
static const char *guarded(struct sequential_formula *f, const char *condition, const struct c_expression *e,
                           const char *(*translate)(struct sequential_formula *, const struct c_expression *)) {
    const char *outer = f->guard;
    f->guard = both(f, outer, condition);
    const char *term = translate(f, e);
    f->guard = outer;
    return term;
}

static const char *negated(struct sequential_formula *f, const char *truth) { return TERM(f, "(not %s)", truth); }

static bool is_comparison(const struct c_expression *e) {
    return e->kind == C_BINARY && e->op >= C_LESS && e->op <= C_NOT_EQUAL;
}

const char *sequential_truth(struct sequential_formula *f, const struct c_expression *e) {
    if (f->too_large) return "false";
    if (is_comparison(e)) return comparison(f, e);
    if (e->kind == C_UNARY && e->op == C_LOGICAL_NOT) return negated(f, sequential_truth(f, e->left));
    if (e->kind == C_AND || e->kind == C_OR) {
        const char *left = sequential_truth(f, e->left);
        const char *when = e->kind == C_AND ? left : negated(f, left);
        const char *right = guarded(f, when, e->right, sequential_truth);
        return TERM(f, "(%s %s %s)", e->kind == C_AND ? "and" : "or", left, right);
    }
    if (e->kind == C_CONVERT && (width(e->type) >= width(e->left->type) || e->type->is_bool))
        return sequential_truth(f, e->left);
    return TERM(f, "(not (= %s %s))", sequential_term(f, e), literal(f, width(e->type), 0));
}

static const char *convert(struct sequential_formula *f, const struct c_expression *e) {
    if (e->type->is_bool) return number_of(f, sequential_truth(f, e->left), e->type);
    return widened(f, sequential_term(f, e->left), e->left->type, width(e->type));
}

static const char *unary(struct sequential_formula *f, const struct c_expression *e) {
    if (e->op == C_LOGICAL_NOT) return number_of(f, sequential_truth(f, e), e->type);
    const char *a = sequential_term(f, e->left);
    if (e->op == C_NOT) return TERM(f, "(bvnot %s)", a);
    if (checks_overflow(f, e)) complain(f, TERM(f, "(= %s %s)", a, lowest(f, e->type)));
    return TERM(f, "(bvneg %s)", a);
}

const char *sequential_term(struct sequential_formula *f, const struct c_expression *e) {
    if (f->too_large) return "false";
    switch (e->kind) {
    case C_CONSTANT: return literal(f, width(e->type), (uint64_t)e->integer);
    case C_LOAD: return load(f, e);
    case C_CONVERT: return convert(f, e);
    case C_UNARY: return unary(f, e);
    case C_AND:
    case C_OR: return number_of(f, sequential_truth(f, e), e->type);
    case C_CONDITIONAL: {
        const char *condition = sequential_truth(f, e->left);
        const char *yes = guarded(f, condition, e->right, sequential_term);
        const char *no = guarded(f, negated(f, condition), e->third, sequential_term);
        return TERM(f, "(ite %s %s %s)", condition, yes, no);
    }
    default: break;
    }
    if (is_comparison(e)) return number_of(f, comparison(f, e), e->type);
    const char *a = sequential_term(f, e->left), *b = sequential_term(f, e->right);
    if (e->op == C_DIVIDE || e->op == C_REMAINDER) return division(f, e, a, b);
    if (e->op == C_SHIFT_LEFT || e->op == C_SHIFT_RIGHT) return shift(f, e, a, b);
    return arithmetic(f, e, a, b);
}
