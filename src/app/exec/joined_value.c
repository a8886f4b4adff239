#include "app/exec/joining.h"
#include "app/exec/symbolic.h"
#include "app/exec/unseen.h"

uint32_t joined_both(struct joining *joining, uint32_t left, uint32_t right) {
    uint64_t known;
    if (term_is_constant(&joining->symbolic->terms, left, &known)) return known ? right : left;
    return term_binary(&joining->symbolic->terms, TERM_AND, left, right);
}

uint32_t joined_choice(struct joining *joining, uint32_t condition, uint32_t a, uint32_t b) {
    struct terms *terms = &joining->symbolic->terms;
    if (a == b) return a;
    uint32_t mask = term_resize(terms, condition, term_width(terms, a), true);
    uint32_t difference = term_binary(terms, TERM_XOR, a, b);
    return term_binary(terms, TERM_XOR, term_binary(terms, TERM_AND, difference, mask), b);
}

uint32_t joined_truth(struct joining *joining, const struct c_expression *e) {
    uint32_t value = e->type->kind == C_POINTER ? joined_pointer(joining, e) : joined_value(joining, e);
    return value ? symbolic_truth(joining->symbolic, value) : 0;
}

/* Evaluated only where the condition holds, too. */
static uint32_t under(struct joining *joining, uint32_t condition, const struct c_expression *e, bool as_truth) {
    uint32_t guard = joining->symbolic->guard;
    joining->symbolic->guard = joined_both(joining, guard, condition);
    uint32_t value = as_truth ? joined_truth(joining, e) : joined_value(joining, e);
    joining->symbolic->guard = guard;
    return value;
}

static uint32_t both_or_any(struct joining *joining, const struct c_expression *e) {
    struct terms *terms = &joining->symbolic->terms;
    uint32_t left = joined_truth(joining, e->left);
    if (!left) return 0;
    uint32_t right = under(joining, e->kind == C_AND ? left : term_not(terms, left), e->right, true);
    if (!right) return 0;
    uint32_t result = term_binary(terms, e->kind == C_AND ? TERM_AND : TERM_OR, left, right);
    return term_resize(terms, result, e->type->size * 8, false);
}

static uint32_t conditional(struct joining *joining, const struct c_expression *e) {
    bool was_carried = unseen_look(joining->machine);
    uint32_t condition = joined_truth(joining, e->left);
    unseen_looked(joining->machine, was_carried);
    if (!condition) return 0;
    uint32_t yes = under(joining, condition, e->right, false);
    uint32_t no = yes ? under(joining, term_not(&joining->symbolic->terms, condition), e->third, false) : 0;
    return no ? joined_choice(joining, condition, yes, no) : 0;
}

static uint32_t binary(struct joining *joining, const struct c_expression *e) {
    if (e->left->type->kind != C_INTEGER || e->right->type->kind != C_INTEGER) return 0;
    uint32_t left = joined_value(joining, e->left), right = left ? joined_value(joining, e->right) : 0;
    if (!right) return 0;
    return symbolic_binary(joining->machine, e, (struct symbolic_operand){0, left},
                           (struct symbolic_operand){0, right});
}

uint32_t joined_value(struct joining *joining, const struct c_expression *e) {
    if (e->type->kind != C_INTEGER || e->type->size > 8) return 0;
    uint32_t inner;
    switch (e->kind) {
    case C_CONSTANT: return term_constant(&joining->symbolic->terms, e->type->size * 8, (uint64_t)e->integer);
    case C_LOAD: return joined_load(joining, e);
    case C_BINARY: return binary(joining, e);
    case C_AND:
    case C_OR: return both_or_any(joining, e);
    case C_CONDITIONAL: return conditional(joining, e);
    case C_UNARY:
        inner = e->left->type->kind == C_INTEGER && e->op != C_ROOM ? joined_value(joining, e->left) : 0;
        return inner ? symbolic_unary(joining->machine, e, inner) : 0;
    case C_CONVERT:
        inner = e->left->type->kind == C_INTEGER ? joined_value(joining, e->left) : 0;
        return inner ? symbolic_convert(joining->machine, e->type, e->left->type, inner) : 0;
    default: return 0;
    }
}
