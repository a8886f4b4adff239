/* What formulas compute in a state: exactly what C would, in its types. */
#ifndef APP_WATCH_FORMULA_VALUE_H
#define APP_WATCH_FORMULA_VALUE_H

#include "app/watch/formula.h"

/* What has no value in C, and is a fault in code as well. */
enum formula_wrong { FORMULA_GOOD, FORMULA_BY_ZERO, FORMULA_OVERFLOW, FORMULA_SHIFT };

struct formula_value {
    enum formula_wrong wrong;
    int64_t whole;        /* of an integer's type: extended by its sign or by zeros */
    long double fraction; /* of a floating type */
};

/* The operands have the types that the operation computes in. `checks_overflow`: what does not fit is wrong, and not
 * the bits that are left of it. */
struct formula_value formula_compute(const struct node *operation, struct formula_value left,
                                     struct formula_value right, bool checks_overflow);
struct formula_value formula_converted(const struct c_type *to, const struct c_type *from, struct formula_value value);

#endif
