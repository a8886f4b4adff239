#include "cfront/program/fold.h"

#include "cfront/ir/subobject.h"
#include "cfront/program/address_numbers.h"

static bool is_constant(expression e) { return e->kind == C_CONSTANT; }
static bool is_real(expression e) { return e->type->kind == C_FLOAT; }
static bool is_true(expression e) { return is_real(e) ? e->real != 0 : e->integer != 0; }

/* ---- Conversions (6.3.1) ---- */

static long double as_real(expression e) {
    if (is_real(e)) return e->real;
    return e->type->is_signed ? (long double)e->integer : (long double)(uint64_t)e->integer;
}

static bool real_fits(const struct c_type *type, long double value) {
    if (type->is_bool) return true;
    long double limit = 1;
    for (unsigned i = 0; i < type->size * 8 - type->is_signed; i++) limit *= 2;
    return value < limit && (type->is_signed ? value > -limit - 1 : value > -1);
}

static expression fold_convert(struct front *front, expression e) {
    expression operand = e->left;
    if (e->type->kind == C_FLOAT) return build_real(front, e->type, as_real(operand), e->place);
    if (!is_real(operand))
        return address_numbers_convert(front, operand, build_integer(front, e->type, operand->integer, e->place));
    if (e->type->kind == C_POINTER || !real_fits(e->type, operand->real)) return NULL;
    if (e->type->is_bool) return build_integer(front, e->type, operand->real != 0, e->place);
    int64_t value = e->type->is_signed ? (int64_t)operand->real : (int64_t)(uint64_t)operand->real;
    return build_integer(front, e->type, value, e->place);
}

/* ---- Arithmetic ---- */

static bool is_comparison(enum c_operator op) { return op >= C_LESS && op <= C_NOT_EQUAL; }

static bool compare(enum c_operator op, int order) { /* order: -1, 0, 1 */
    switch (op) {
    case C_LESS: return order < 0;
    case C_LESS_EQUAL: return order <= 0;
    case C_GREATER: return order > 0;
    case C_GREATER_EQUAL: return order >= 0;
    case C_EQUAL: return order == 0;
    default: return order != 0;
    }
}

static long double calculate(enum c_operator op, long double left, long double right) {
    return op == C_ADD        ? left + right
           : op == C_SUBTRACT ? left - right
           : op == C_MULTIPLY ? left * right
                              : left / right;
}

/* Once rounded to double, not twice; for floats twice is the same as once. */
static double calculate_double(enum c_operator op, double left, double right) {
    return op == C_ADD        ? left + right
           : op == C_SUBTRACT ? left - right
           : op == C_MULTIPLY ? left * right
                              : left / right;
}

static expression fold_real(struct front *front, expression e) {
    long double left = e->left->real, right = e->right->real;
    if (is_comparison(e->op)) {
        if (left != left || right != right) return build_integer(front, e->type, e->op == C_NOT_EQUAL, e->place);
        return build_integer(front, e->type, compare(e->op, left < right ? -1 : left > right), e->place);
    }
    if (e->op == C_DIVIDE && right == 0) return NULL;
    long double result = e->type->size > 8 ? calculate(e->op, left, right)
                                           : (long double)calculate_double(e->op, (double)left, (double)right);
    return build_real(front, e->type, result, e->place);
}

static bool fold_shift(expression e, int64_t *result) {
    unsigned bits = e->type->size * 8;
    if ((uint64_t)e->right->integer >= bits) return false;
    unsigned by = (unsigned)e->right->integer;
    int64_t left = e->left->integer;
    if (e->op == C_SHIFT_LEFT) {
        *result = (int64_t)((uint64_t)left << by);
        return !e->type->is_signed || (left >= 0 && build_wrap(e->type, *result) >> by == left);
    }
    *result = e->type->is_signed ? left >> by : (int64_t)((uint64_t)left >> by);
    return true;
}

static bool fold_division(expression e, int64_t *result) {
    int64_t left = e->left->integer, right = e->right->integer;
    if (!right) return false;
    if (!e->type->is_signed) {
        uint64_t l = (uint64_t)left, r = (uint64_t)right;
        *result = (int64_t)(e->op == C_DIVIDE ? l / r : l % r);
        return true;
    }
    if (right == -1 && left == INT64_MIN) return false;
    *result = e->op == C_DIVIDE ? left / right : left % right;
    return right != -1 || build_wrap(e->type, -left) == -left; /* INT_MIN % -1, too */
}

/* False: undefined. */
static bool fold_integers(expression e, int64_t *result) {
    int64_t left = e->left->integer, right = e->right->integer;
    bool overflow = false;
    switch (e->op) {
    case C_ADD: overflow = __builtin_add_overflow(left, right, result); break;
    case C_SUBTRACT: overflow = __builtin_sub_overflow(left, right, result); break;
    case C_MULTIPLY: overflow = __builtin_mul_overflow(left, right, result); break;
    case C_DIVIDE:
    case C_REMAINDER: return fold_division(e, result);
    case C_SHIFT_LEFT:
    case C_SHIFT_RIGHT: return fold_shift(e, result);
    case C_BIT_AND: *result = left & right; return true;
    case C_BIT_OR: *result = left | right; return true;
    case C_BIT_XOR: *result = left ^ right; return true;
    default: return false;
    }
    /* The builtins wrap on overflow: what unsigned numbers do anyway. */
    return !e->type->is_signed || (!overflow && build_wrap(e->type, *result) == *result);
}

static expression fold_binary(struct front *front, expression e) {
    if (e->left->type->kind == C_POINTER || e->right->type->kind == C_POINTER) return NULL;
    if (is_real(e->left)) return fold_real(front, e);
    int64_t result;
    if (is_comparison(e->op)) {
        int64_t left = e->left->integer, right = e->right->integer;
        int order = e->left->type->is_signed ? (left > right) - (left < right)
                                             : ((uint64_t)left > (uint64_t)right) - ((uint64_t)left < (uint64_t)right);
        return build_integer(front, e->type, compare(e->op, order), e->place);
    }
    return fold_integers(e, &result) ? build_integer(front, e->type, result, e->place) : NULL;
}

static expression fold_unary(struct front *front, expression e) {
    if (e->op == C_LOGICAL_NOT) return build_integer(front, e->type, !is_true(e->left), e->place);
    if (is_real(e->left)) return build_real(front, e->type, -e->left->real, e->place);
    if (e->op == C_NOT) return build_integer(front, e->type, ~e->left->integer, e->place);
    int64_t negated = (int64_t)(0 - (uint64_t)e->left->integer);
    if (e->type->is_signed && e->left->integer && build_wrap(e->type, negated) == e->left->integer) return NULL;
    return build_integer(front, e->type, negated, e->place);
}

static expression fold_any(struct front *front, expression e) {
    switch (e->kind) {
    case C_CONVERT: return is_constant(e->left) ? fold_convert(front, e) : NULL;
    case C_UNARY: return is_constant(e->left) ? fold_unary(front, e) : NULL;
    case C_BINARY: return is_constant(e->left) && is_constant(e->right) ? fold_binary(front, e) : NULL;
    case C_AND:
        if (!is_constant(e->left)) return NULL;
        if (!is_true(e->left)) return build_integer(front, e->type, 0, e->place);
        return is_constant(e->right) ? build_integer(front, e->type, is_true(e->right), e->place) : NULL;
    case C_OR:
        if (!is_constant(e->left)) return NULL;
        if (is_true(e->left)) return build_integer(front, e->type, 1, e->place);
        return is_constant(e->right) ? build_integer(front, e->type, is_true(e->right), e->place) : NULL;
    case C_CONDITIONAL:
        if (!is_constant(e->left) || e->left->is_guess) return NULL;
        return is_true(e->left) ? e->right : e->third;
    default: return NULL;
    }
}

expression fold(struct front *front, expression e) {
    expression folded = fold_any(front, e);
    bool is_guess = e->left->is_guess || (e->right && e->right->is_guess);
    const char *identifier = e->left->identifier || !e->right ? e->left->identifier : e->right->identifier;
    if (!folded || e->kind == C_CONDITIONAL) return folded;
    struct c_expression *new = (struct c_expression *)folded; /* it is */
    new->is_guess |= is_guess;
    if (e->kind == C_CONVERT) new->guessed = e->left->guessed;
    if (identifier && !c_is_truth(e)) new->identifier = identifier;
    return folded;
}

/* ---- Address constants (6.6) ---- */

bool fold_place(expression place, struct fixed *fixed) {
    switch (place->kind) {
    case C_OBJECT:
        if (!c_has_address(place->object)) return false;
        *fixed = (struct fixed){place->object, 0, 0, (int64_t)place->type->size};
        return true;
    case C_MEMBER:
        if (!fold_place(place->left, fixed)) return false;
        fixed->offset += place->field->offset;
        return true;
    case C_INDEX:
        if (!fold_place(place->left, fixed) || !is_constant(place->right)) return false;
        fixed->offset += place->right->integer * (int64_t)place->type->size;
        return true;
    case C_DEREFERENCE: return fold_address(place->left, fixed);
    default: return false;
    }
}

static bool fold_confined(expression address, struct fixed *fixed) {
    struct fixed whole;
    expression confining = c_confining_place(address);
    if (!fold_place(address->left, fixed) || !fold_place(confining, &whole)) return false;
    fixed->part = whole.offset, fixed->part_size = (int64_t)confining->type->size;
    return true;
}

/* `(char *)&s.b - (char *)&s.a`: what lies in one object has a distance. */
static bool fold_distance(expression e, struct fixed *fixed) {
    struct fixed right;
    int64_t step = e->left->type->target->size ? e->left->type->target->size : 1;
    if (!fold_address(e->left, fixed) || !fold_address(e->right, &right) || fixed->object != right.object) return false;
    *fixed = (struct fixed){NULL, (fixed->offset - right.offset) / step, 0, 0};
    return true;
}

/* As many of its bits as the type has. */
static int64_t wrapped(const struct c_type *type, uint64_t value) {
    unsigned gone = 64 - 8 * type->size;
    uint64_t bits = value << gone;
    return type->is_signed ? (int64_t)bits >> gone : (int64_t)(bits >> gone);
}

/* Of an address, nothing must get lost. */
static bool fold_conversion(expression e, struct fixed *fixed) {
    if (!fold_address(e->left, fixed)) return false;
    bool is_number = e->type->kind == C_INTEGER; /* which has no parts */
    if (is_number && fixed->object) fixed->part = 0, fixed->part_size = (int64_t)fixed->object->type->size;
    if (e->type->kind == C_POINTER || e->type->size >= e->left->type->size) return true;
    if (fixed->object || e->type->is_bool || e->type->kind != C_INTEGER) return false;
    fixed->offset = wrapped(e->type, (uint64_t)fixed->offset);
    return true;
}

/* An address and a number, or two numbers. */
static bool fold_sum(expression e, struct fixed *fixed) {
    struct fixed right;
    if (e->op == C_SUBTRACT && e->right->type->kind == C_POINTER) return fold_distance(e, fixed);
    if (e->op != C_ADD && e->op != C_SUBTRACT) return false;
    if (!fold_address(e->left, fixed) || !fold_address(e->right, &right) || right.object) return false;
    int64_t scale = e->left->type->kind == C_POINTER ? (int64_t)e->left->type->target->size : 1;
    fixed->offset += (e->op == C_ADD ? right.offset : -right.offset) * scale;
    return true;
}

/* `1 << 31`, which C leaves undefined (faulty_first.h finds it): what compilers make of it. */
static bool fold_beyond(expression e, struct fixed *fixed) {
    struct fixed right;
    bool is_product = e->op == C_MULTIPLY, is_shift = e->op == C_SHIFT_LEFT;
    if (e->type->kind != C_INTEGER || !(is_product || is_shift)) return false;
    if (!fold_address(e->left, fixed) || !fold_address(e->right, &right) || fixed->object || right.object) return false;
    if (is_shift && (right.offset < 0 || right.offset >= 8 * (int64_t)e->type->size)) return false;
    uint64_t left = (uint64_t)fixed->offset, by = (uint64_t)right.offset;
    fixed->offset = wrapped(e->type, is_product ? left * by : left << by);
    return true;
}

bool fold_address(expression e, struct fixed *fixed) {
    switch (e->kind) {
    case C_CONSTANT:
        if (is_real(e)) return false;
        *fixed = (struct fixed){NULL, e->integer, 0, 0};
        return true;
    case C_ADDRESS: return fold_confined(e, fixed);
    case C_CONVERT: return fold_conversion(e, fixed);
    case C_BINARY: return fold_sum(e, fixed) || fold_beyond(e, fixed);
    default: return false;
    }
}
