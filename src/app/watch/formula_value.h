/* What formulas compute in a state: exactly what C would, in its types. */
#ifndef APP_WATCH_FORMULA_VALUE_H
#define APP_WATCH_FORMULA_VALUE_H

#include "app/exec/number.h"
#include "app/watch/formula.h"

struct formula_value {
    enum number_wrong wrong; /* it has no value in C, which is a fault in code as well */
    int64_t whole;           /* of an integer's type: extended by its sign or by zeros */
    long double fraction;    /* of a floating type */
};

/* The operator of C; of connectives, there is none. */
enum c_operator formula_operator(enum operator_kind op);

/* The operands have the types that the operation computes in. `checks_overflow`: what does not fit is wrong, and not
 * the bits that are left of it. */
struct formula_value formula_compute(const struct node *operation, struct formula_value left,
                                     struct formula_value right, bool checks_overflow);
struct formula_value formula_converted(const struct c_type *to, const struct c_type *from, struct formula_value value);

#endif
