/* The operators of C that every language here with expressions of its kind has: Promela, and formulas over
 * applications. Implication and equivalence are of formulas alone. */
#ifndef BASE_OPERATOR_H
#define BASE_OPERATOR_H

#include <stdbool.h>

enum operator_kind {
    OP_ADD,
    OP_SUBTRACT,
    OP_MULTIPLY,
    OP_DIVIDE,
    OP_MODULO,
    OP_BIT_AND,
    OP_BIT_OR,
    OP_BIT_XOR,
    OP_SHIFT_LEFT,
    OP_SHIFT_RIGHT,
    OP_LESS,
    OP_LESS_EQUAL,
    OP_GREATER,
    OP_GREATER_EQUAL,
    OP_EQUAL,
    OP_NOT_EQUAL,
    OP_AND,
    OP_OR,
    OP_IMPLIES,
    OP_EQUIVALENT,
    OP_NEGATE, /* unary from here on */
    OP_COMPLEMENT,
    OP_NOT
};

static inline bool operator_is_comparison(enum operator_kind op) { return op >= OP_LESS && op <= OP_NOT_EQUAL; }
static inline bool operator_is_connective(enum operator_kind op) {
    return op == OP_NOT || (op >= OP_AND && op <= OP_EQUIVALENT);
}

#endif
