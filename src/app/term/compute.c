#include "app/term/compute.h"

#include "base/invariant.h"

static bool fits(int64_t value, unsigned width) { return compute_signed((uint64_t)value, width) == value; }

static bool overflows(enum term_op op, unsigned width, int64_t left, int64_t right) {
    int64_t result;
    bool wrapped = op == TERM_ADD_OVERFLOWS        ? __builtin_add_overflow(left, right, &result)
                   : op == TERM_SUBTRACT_OVERFLOWS ? __builtin_sub_overflow(left, right, &result)
                                                   : __builtin_mul_overflow(left, right, &result);
    return wrapped || !fits(result, width);
}

/* SMT-LIB: by zero, a quotient is all ones (signed: 1 below zero, -1 from it on), a remainder the dividend. */
static uint64_t divide_signed(int64_t left, int64_t right) {
    if (!right) return left < 0 ? 1 : UINT64_MAX;
    return right == -1 ? 0 - (uint64_t)left : (uint64_t)(left / right);
}

static uint64_t remainder_signed(int64_t left, int64_t right) {
    if (!right) return (uint64_t)left;
    return right == -1 ? 0 : (uint64_t)(left % right);
}

static uint64_t shifted(enum term_op op, unsigned width, uint64_t left, uint64_t right) {
    if (op == TERM_SHIFT_RIGHT_SIGNED)
        return (uint64_t)(compute_signed(left, width) >> (right < width ? right : width - 1));
    if (right >= width) return 0;
    return op == TERM_SHIFT_LEFT ? left << right : left >> right;
}

static uint64_t computed(enum term_op op, unsigned width, uint64_t left, uint64_t right) {
    int64_t a = compute_signed(left, width), b = compute_signed(right, width);
    switch (op) {
    case TERM_ADD: return left + right;
    case TERM_SUBTRACT: return left - right;
    case TERM_MULTIPLY: return left * right;
    case TERM_DIVIDE: return right ? left / right : UINT64_MAX;
    case TERM_REMAINDER: return right ? left % right : left;
    case TERM_DIVIDE_SIGNED: return divide_signed(a, b);
    case TERM_REMAINDER_SIGNED: return remainder_signed(a, b);
    case TERM_SHIFT_LEFT:
    case TERM_SHIFT_RIGHT:
    case TERM_SHIFT_RIGHT_SIGNED: return shifted(op, width, left, right);
    case TERM_AND: return left & right;
    case TERM_OR: return left | right;
    case TERM_XOR: return left ^ right;
    case TERM_EQUAL: return left == right;
    case TERM_LESS: return left < right;
    case TERM_LESS_SIGNED: return a < b;
    case TERM_ADD_OVERFLOWS:
    case TERM_SUBTRACT_OVERFLOWS:
    case TERM_MULTIPLY_OVERFLOWS: return overflows(op, width, a, b);
    default: internal_error("an operator of two terms has no meaning");
    }
}

uint64_t compute_binary(enum term_op op, unsigned width, uint64_t left, uint64_t right) {
    return compute_cut(computed(op, width, left, right), width);
}
