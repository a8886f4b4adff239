#include "app/analysis/steady.h"

static bool is_constant_of_header(const struct c_expression *e) {
    const struct c_expression *place = e->kind == C_LOAD ? e->left : NULL;
    return place && place->kind == C_OBJECT && place->object->is_of_header && place->object->starts_with_any &&
           !place->object->is_pointed_at;
}

static bool is_plain(enum c_operator op) {
    return op == C_ADD || op == C_SUBTRACT || op == C_SHIFT_LEFT || (op >= C_BIT_AND && op <= C_BIT_XOR);
}

/* ... or of constants alone. */
static bool is_of_constants(const struct c_expression *e) {
    if (e->type->kind != C_INTEGER) return false;
    switch (e->kind) {
    case C_CONSTANT: return true;
    case C_LOAD: return is_constant_of_header(e);
    case C_CONVERT: return is_of_constants(e->left);
    case C_UNARY: return e->op == C_NOT && is_of_constants(e->left);
    case C_BINARY: return is_plain(e->op) && is_of_constants(e->left) && is_of_constants(e->right);
    default: return false;
    }
}

bool steady_is(const struct c_expression *e) { return is_of_constants(e) && !c_constant(e); }

static int64_t reduce(const struct c_type *type, uint64_t value) {
    unsigned unused = 64 - type->size * 8;
    if (type->is_bool) return value != 0;
    return type->is_signed ? (int64_t)(value << unused) >> unused : (int64_t)(value << unused >> unused);
}

static uint64_t combine(enum c_operator op, uint64_t left, uint64_t right) {
    switch (op) {
    case C_ADD: return left + right;
    case C_SUBTRACT: return left - right;
    case C_SHIFT_LEFT: return right < 64 ? left << right : 0;
    case C_BIT_AND: return left & right;
    case C_BIT_OR: return left | right;
    default: return left ^ right;
    }
}

int64_t steady_value(const struct c_expression *e, int64_t (*read)(void *context, const struct c_object *constant),
                     void *context) {
    if (e->kind == C_CONSTANT) return e->integer;
    if (e->kind == C_LOAD) return read(context, e->left->object);
    uint64_t left = (uint64_t)steady_value(e->left, read, context);
    if (e->kind == C_CONVERT) return reduce(e->type, left);
    if (e->kind == C_UNARY) return reduce(e->type, ~left);
    return reduce(e->type, combine(e->op, left, (uint64_t)steady_value(e->right, read, context)));
}
