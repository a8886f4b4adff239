#include "app/exec/number.h"

#include "app/exec/memory.h"

/* ---- integers ---- */

static struct number good(int64_t value) { return (struct number){value, NUMBER_GOOD}; }

/* `fits`: the mathematical result has 64 bits. */
static struct number in_range(const struct c_type *type, bool fits, int64_t result) {
    int64_t reduced = memory_reduce(type, (uint64_t)result);
    bool is_wrong = type->is_signed && (!fits || reduced != result);
    return (struct number){reduced, is_wrong ? NUMBER_OVERFLOW : NUMBER_GOOD};
}

static struct number negated(const struct c_type *type, int64_t value) {
    return in_range(type, value != INT64_MIN, (int64_t)(0 - (uint64_t)value));
}

static struct number divided(enum c_operator op, const struct c_type *type, int64_t left, int64_t right) {
    bool remainder = op == C_REMAINDER;
    if (!right) return (struct number){0, NUMBER_BY_ZERO};
    if (!type->is_signed) {
        uint64_t a = (uint64_t)left, b = (uint64_t)right;
        return good((int64_t)(remainder ? a % b : a / b));
    }
    if (right == -1) { /* C11 6.5.5: if the quotient does not fit, the remainder is undefined, too */
        struct number quotient = negated(type, left);
        return remainder ? (struct number){0, quotient.wrong} : quotient;
    }
    return good(remainder ? left % right : left / right);
}

/* A signed number is multiplied by a power of two (C11 6.5.7p4): one below zero cannot be, and the product must fit. */
static struct number shifted_left(const struct c_type *type, int64_t left, int64_t count) {
    int64_t shifted = memory_reduce(type, (uint64_t)left << count);
    if (!type->is_signed) return good(shifted);
    if (left < 0) return (struct number){shifted, NUMBER_SHIFTED_BELOW_ZERO};
    return (struct number){shifted, shifted < 0 || shifted >> count != left ? NUMBER_OVERFLOW : NUMBER_GOOD};
}

static struct number shifted(enum c_operator op, const struct c_type *type, int64_t left, int64_t count) {
    unsigned bits = type->size * 8;
    bool too_far = (uint64_t)count >= bits;
    count = (int64_t)((uint64_t)count & (bits - 1));
    struct number result = op == C_SHIFT_LEFT
                               ? shifted_left(type, left, count)
                               : good(type->is_signed ? left >> count : (int64_t)((uint64_t)left >> count));
    if (too_far) result.wrong = NUMBER_SHIFTED_TOO_FAR;
    return result;
}

bool number_has(enum c_operator op) { return op <= C_BIT_XOR || op == C_NEGATE || op == C_NOT; }

struct number number_compute(enum c_operator op, const struct c_type *type, int64_t left, int64_t right) {
    int64_t result = 0;
    bool fits = true;
    switch (op) {
    case C_ADD: fits = !__builtin_add_overflow(left, right, &result); break;
    case C_SUBTRACT: fits = !__builtin_sub_overflow(left, right, &result); break;
    case C_MULTIPLY: fits = !__builtin_mul_overflow(left, right, &result); break;
    case C_DIVIDE:
    case C_REMAINDER: return divided(op, type, left, right);
    case C_SHIFT_LEFT:
    case C_SHIFT_RIGHT: return shifted(op, type, left, right);
    case C_BIT_AND: return good(left & right);
    case C_BIT_OR: return good(left | right);
    case C_BIT_XOR: return good(left ^ right);
    case C_NEGATE: return negated(type, left);
    default: return good(memory_reduce(type, ~(uint64_t)left)); /* C_NOT */
    }
    return in_range(type, fits, result);
}

#define COMPARE(op, a, b)                                                                                              \
    ((op) == C_LESS            ? (a) < (b)                                                                             \
     : (op) == C_LESS_EQUAL    ? (a) <= (b)                                                                            \
     : (op) == C_GREATER       ? (a) > (b)                                                                             \
     : (op) == C_GREATER_EQUAL ? (a) >= (b)                                                                            \
     : (op) == C_EQUAL         ? (a) == (b)                                                                            \
                               : (a) != (b))

bool number_compare(enum c_operator op, const struct c_type *type, int64_t left, int64_t right) {
    return type->is_signed ? COMPARE(op, left, right) : COMPARE(op, (uint64_t)left, (uint64_t)right);
}

/* ---- floating numbers ---- */

/* In the type's own format: rounding twice would not be the same. */
#define OPERATE(type, op, a, b)                                                                                        \
    ((op) == C_ADD        ? (type)(a) + (type)(b)                                                                      \
     : (op) == C_SUBTRACT ? (type)(a) - (type)(b)                                                                      \
     : (op) == C_MULTIPLY ? (type)(a) * (type)(b)                                                                      \
                          : (type)(a) / (type)(b))

long double number_compute_real(enum c_operator op, const struct c_type *type, long double left, long double right) {
    if (type->size == 4) return OPERATE(float, op, left, right);
    if (type->size == 8) return OPERATE(double, op, left, right);
    return OPERATE(long double, op, left, right);
}

bool number_compare_real(enum c_operator op, long double left, long double right) { return COMPARE(op, left, right); }

long double number_rounded(const struct c_type *type, long double value) {
    if (type->size == 4) return (float)value;
    if (type->size == 8) return (double)value;
    return value;
}

/* A long double may have no more room than a double: only from the integer itself is it rounded once. */
long double number_to_real(const struct c_type *type, const struct c_type *from, int64_t value) {
    if (type->size == 4) return from->is_signed ? (float)value : (float)(uint64_t)value;
    if (type->size == 8) return from->is_signed ? (double)value : (double)(uint64_t)value;
    return from->is_signed ? (long double)value : (long double)(uint64_t)value;
}
