/* Numbers that are not known: terms over variables, in two's complement, exact to the bit.
 *
 * A term has a width of 1 to 64 bits; truth values have one. Equal terms have equal numbers: each is there once, in the
 * order in which they came, so that the parts of a term have smaller numbers than it has. What can be computed is:
 * no term has constant parts only. Term 0 is none. */
#ifndef APP_TERM_TERM_H
#define APP_TERM_TERM_H

#include "search/nodeset.h"

#include <stdbool.h>
#include <stdint.h>

enum term_op {
    TERM_CONSTANT, /* `value` */
    TERM_VARIABLE, /* number `value` */
    /* of two terms of the same width, which is the result's */
    TERM_ADD,
    TERM_SUBTRACT,
    TERM_MULTIPLY,
    TERM_DIVIDE, /* the signed and unsigned ones as C has them; by zero: as SMT-LIB has them */
    TERM_DIVIDE_SIGNED,
    TERM_REMAINDER,
    TERM_REMAINDER_SIGNED,
    TERM_SHIFT_LEFT, /* by as many bits as there are, or more: none is left */
    TERM_SHIFT_RIGHT,
    TERM_SHIFT_RIGHT_SIGNED,
    TERM_AND,
    TERM_OR,
    TERM_XOR,
    /* of two terms of the same width; the result is a truth value */
    TERM_EQUAL,
    TERM_LESS,
    TERM_LESS_SIGNED,
    TERM_ADD_OVERFLOWS, /* as signed numbers */
    TERM_SUBTRACT_OVERFLOWS,
    TERM_MULTIPLY_OVERFLOWS,
    /* of one term */
    TERM_NOT,           /* every bit */
    TERM_EXTEND,        /* wider, by zeros */
    TERM_EXTEND_SIGNED, /* ... by copies of the highest bit */
    TERM_EXTRACT,       /* `width` bits from bit `value` on */
    TERM_JOIN,          /* left's bits above right's */
};

struct term {
    uint8_t op, width, unused[2];
    uint32_t left, right; /* 0: there is none */
    uint32_t unused_too;
    uint64_t value;
};
_Static_assert(sizeof(struct term) == 24, "terms are compared by their bytes");

struct terms {
    struct nodeset set; /* node n is term n + 1 */
};

void terms_free(struct terms *terms);
static inline uint32_t terms_count(const struct terms *terms) { return (uint32_t)terms->set.nodes.count; }
struct term term_get(const struct terms *terms, uint32_t term);
static inline unsigned term_width(const struct terms *terms, uint32_t term) { return term_get(terms, term).width; }

/* One that was got from somewhere else, where its parts have the same numbers. */
uint32_t term_put(struct terms *terms, const struct term *node);

uint32_t term_constant(struct terms *terms, unsigned width, uint64_t value);
uint32_t term_variable(struct terms *terms, unsigned width, uint32_t number);
uint32_t term_binary(struct terms *terms, enum term_op op, uint32_t left, uint32_t right);
uint32_t term_not(struct terms *terms, uint32_t term);
uint32_t term_is_zero(struct terms *terms, uint32_t term);
/* To this width: cut, or extended by its sign or by zeros. */
uint32_t term_resize(struct terms *terms, uint32_t term, unsigned width, bool is_signed);
uint32_t term_extract(struct terms *terms, uint32_t term, unsigned low, unsigned width);
uint32_t term_join(struct terms *terms, uint32_t high, uint32_t low);
bool term_is_constant(const struct terms *terms, uint32_t term, uint64_t *value); /* `value` may be NULL */

/* The values of all terms, where variables have these values: without bits beyond their widths. `values` has those of
 * the first terms already, and gets the others, up to this one. */
struct term_values {
    VEC(uint64_t) of; /* term n's is at n */
};
uint64_t term_value(const struct terms *terms, struct term_values *values, uint32_t term, const uint64_t *variables);

#endif
