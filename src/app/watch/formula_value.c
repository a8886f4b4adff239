#include "app/watch/formula_value.h"

#include "app/exec/memory.h"

enum c_operator formula_operator(enum operator_kind op) {
    static const enum c_operator operators[] = {
        [OP_ADD] = C_ADD,
        [OP_SUBTRACT] = C_SUBTRACT,
        [OP_MULTIPLY] = C_MULTIPLY,
        [OP_DIVIDE] = C_DIVIDE,
        [OP_MODULO] = C_REMAINDER,
        [OP_BIT_AND] = C_BIT_AND,
        [OP_BIT_OR] = C_BIT_OR,
        [OP_BIT_XOR] = C_BIT_XOR,
        [OP_SHIFT_LEFT] = C_SHIFT_LEFT,
        [OP_SHIFT_RIGHT] = C_SHIFT_RIGHT,
        [OP_LESS] = C_LESS,
        [OP_LESS_EQUAL] = C_LESS_EQUAL,
        [OP_GREATER] = C_GREATER,
        [OP_GREATER_EQUAL] = C_GREATER_EQUAL,
        [OP_EQUAL] = C_EQUAL,
        [OP_NOT_EQUAL] = C_NOT_EQUAL,
        [OP_NEGATE] = C_NEGATE,
        [OP_COMPLEMENT] = C_NOT,
    };
    return operators[op];
}

static struct formula_value whole(int64_t number) { return (struct formula_value){.whole = number}; }

static struct formula_value of_reals(const struct node *operation, long double a, long double b) {
    enum c_operator op = formula_operator(operation->op);
    if (operator_is_comparison(operation->op)) return whole(number_compare_real(op, a, b));
    return (struct formula_value){.fraction = op == C_NEGATE ? -a : number_compute_real(op, operation->type, a, b)};
}

static struct formula_value of_integers(const struct node *operation, int64_t a, int64_t b, bool checks_overflow) {
    enum c_operator op = formula_operator(operation->op);
    if (operator_is_comparison(operation->op)) return whole(number_compare(op, operation->left->type, a, b));
    struct number result = number_compute(op, operation->type, a, b);
    bool is_wrong = result.wrong == NUMBER_BY_ZERO || (result.wrong && checks_overflow);
    return is_wrong ? (struct formula_value){.wrong = result.wrong} : whole(result.value);
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
    return (struct formula_value){.fraction = from->kind == C_FLOAT ? number_rounded(to, value.fraction)
                                                                    : number_to_real(to, from, value.whole)};
}
