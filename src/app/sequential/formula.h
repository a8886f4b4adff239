/* Expressions of the lowered program as terms of SMT-LIB, and the conditions under which they go wrong.
 *
 * A number is a bit-vector of its type's width; a truth value of C, which is a number, is computed from a Boolean term.
 * The terms of what a place holds are looked up in `values`, by leaf. */
#ifndef APP_SEQUENTIAL_FORMULA_H
#define APP_SEQUENTIAL_FORMULA_H

#include "app/sequential/leaf.h"
#include "base/text.h"

struct sequential_formula {
    struct sequential_leaves *leaves;
    const struct subject *subject;
    struct arena *arena;
    uint32_t context;    /* whose code it is */
    const char **values; /* by leaf */
    struct text wrong;   /* conditions, one after the other: if one is true, something goes wrong */
    const char *guard;   /* what must be true for what is looked at now to be computed; NULL: nothing */
    bool too_large;      /* something was left out: nothing is known */
};

const char *sequential_term(struct sequential_formula *formula, const struct c_expression *value);
const char *sequential_truth(struct sequential_formula *formula, const struct c_expression *value);
/* Whatever can go wrong in a value that nobody wants, a record's included. */
void sequential_compute(struct sequential_formula *formula, const struct c_expression *value);
/* Gives the place the value that an expression has, a record's included. */
void sequential_let(struct sequential_formula *formula, const struct c_expression *place,
                    const struct c_expression *value);
/* ... or this term, of a number. */
void sequential_let_term(struct sequential_formula *formula, const struct c_expression *place, const char *term);
const char *sequential_literal(struct arena *arena, unsigned width, uint64_t value);

#endif
