#include "app/watch/formula_value.h"

#include "app/exec/memory.h"

static struct formula_value whole(int64_t number) { return (struct formula_value){.whole = number}; }
static struct formula_value wrong(enum formula_wrong what) { return (struct formula_value){.wrong = what}; }

#define COMPARISON(op, a, b)                                                                                           \
    ((op) == OP_LESS            ? (a) < (b)                                                                            \
     : (op) == OP_LESS_EQUAL    ? (a) <= (b)                                                                           \
     : (op) == OP_GREATER       ? (a) > (b)                                                                            \
     : (op) == OP_GREATER_EQUAL ? (a) >= (b)                                                                           \
     : (op) == OP_EQUAL         ? (a) == (b)                                                                           \
                                : (a) != (b))

/* In the type's own format: rounding twice would not be the same. */
#define ARITHMETIC(type, op, a, b)                                                                                     \
    ((op) == OP_ADD        ? (type)(a) + (type)(b)                                                                     \
     : (op) == OP_SUBTRACT ? (type)(a) - (type)(b)                                                                     \
     : (op) == OP_MULTIPLY ? (type)(a) * (type)(b)                                                                     \
                           : (type)(a) / (type)(b))

static struct formula_value of_reals(const struct node *operation, long double a, long double b) {
    enum operator_kind op = operation->op;
    uint32_t size = operation->type->size;
    if (op >= OP_LESS && op <= OP_NOT_EQUAL) return whole(COMPARISON(op, a, b));
    return (struct formula_value){.fraction = op == OP_NEGATE ? -a
                                              : size == 4     ? ARITHMETIC(float, op, a, b)
                                              : size == 8     ? ARITHMETIC(double, op, a, b)
                                                              : ARITHMETIC(long double, op, a, b)};
}

static struct formula_value in_range(const struct c_type *type, __int128 result, bool checks_overflow) {
    int64_t reduced = memory_reduce(type, (uint64_t)result);
    return type->is_signed && checks_overflow && reduced != result ? wrong(FORMULA_OVERFLOW) : whole(reduced);
}

static struct formula_value divided(const struct node *operation, int64_t a, int64_t b, bool checks_overflow) {
    bool remainder = operation->op == OP_MODULO;
    if (!b) return wrong(FORMULA_BY_ZERO);
    if (!operation->type->is_signed)
        return whole((int64_t)(remainder ? (uint64_t)a % (uint64_t)b : (uint64_t)a / (uint64_t)b));
    struct formula_value quotient = in_range(operation->type, (__int128)a / b, checks_overflow);
    return quotient.wrong || !remainder ? quotient : whole((int64_t)((__int128)a % b));
}

/* C11 6.5.7: a signed number below zero cannot be shifted to the left, and what others become must fit. */
static struct formula_value shifted(const struct node *operation, int64_t a, int64_t count, bool checks_overflow) {
    const struct c_type *type = operation->type;
    unsigned bits = type->size * 8;
    if ((uint64_t)count >= bits && checks_overflow) return wrong(FORMULA_SHIFT);
    count &= bits - 1;
    if (operation->op == OP_SHIFT_RIGHT) return whole(type->is_signed ? a >> count : (int64_t)((uint64_t)a >> count));
    if (type->is_signed && a < 0 && checks_overflow) return wrong(FORMULA_SHIFT);
    return in_range(type, (__int128)((unsigned __int128)(__int128)a << count), checks_overflow);
}

static struct formula_value of_integers(const struct node *operation, int64_t a, int64_t b, bool checks_overflow) {
    const struct c_type *type = operation->type, *compared = operation->left->type;
    switch (operation->op) {
    case OP_ADD: return in_range(type, (__int128)a + b, checks_overflow);
    case OP_SUBTRACT: return in_range(type, (__int128)a - b, checks_overflow);
    case OP_MULTIPLY: return in_range(type, (__int128)a * b, checks_overflow);
    case OP_NEGATE: return in_range(type, -(__int128)a, checks_overflow);
    case OP_COMPLEMENT: return whole(memory_reduce(type, ~(uint64_t)a));
    case OP_DIVIDE:
    case OP_MODULO: return divided(operation, a, b, checks_overflow);
    case OP_SHIFT_LEFT:
    case OP_SHIFT_RIGHT: return shifted(operation, a, b, checks_overflow);
    case OP_BIT_AND: return whole(a & b);
    case OP_BIT_OR: return whole(a | b);
    case OP_BIT_XOR: return whole(a ^ b);
    default:
        return whole(compared->is_signed ? COMPARISON(operation->op, a, b)
                                         : COMPARISON(operation->op, (uint64_t)a, (uint64_t)b));
    }
}

struct formula_value formula_compute(const struct node *operation, struct formula_value left,
                                     struct formula_value right, bool checks_overflow) {
    if (left.wrong) return left;
    if (right.wrong) return right;
    if (operation->left->type->kind == C_FLOAT) return of_reals(operation, left.fraction, right.fraction);
    return of_integers(operation, left.whole, right.whole, checks_overflow);
}

struct formula_value formula_converted(const struct c_type *to, const struct c_type *from, struct formula_value value) {
    if (value.wrong) return value;
    if (to->kind != C_FLOAT) return whole(memory_reduce(to, (uint64_t)value.whole));
    long double exact = from->kind == C_FLOAT ? value.fraction
                        : from->is_signed     ? (long double)value.whole
                                              : (long double)(uint64_t)value.whole;
    /* A long double may have no more room than a double: only from the integer itself is it rounded once. */
    if (from->kind != C_FLOAT && to->size == 4)
        exact = from->is_signed ? (float)value.whole : (float)(uint64_t)value.whole;
    if (from->kind != C_FLOAT && to->size == 8)
        exact = from->is_signed ? (double)value.whole : (double)(uint64_t)value.whole;
    return (struct formula_value){.fraction = to->size == 4 ? (float)exact : to->size == 8 ? (double)exact : exact};
}
