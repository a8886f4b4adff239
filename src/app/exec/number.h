/* C's arithmetic in the types of the target, by itself: what code computes (evaluate.c), and formulas over its
 * variables (watch/formula_value.h). Integers are extended to 64 bits, by their sign or by zeros. */
#ifndef APP_EXEC_NUMBER_H
#define APP_EXEC_NUMBER_H

#include "cfront/ir/ir.h"

/* What has no value in C. Shifts: C11 6.5.7. */
enum number_wrong {
    NUMBER_GOOD,
    NUMBER_BY_ZERO,
    NUMBER_OVERFLOW,
    NUMBER_SHIFTED_TOO_FAR,
    NUMBER_SHIFTED_BELOW_ZERO /* to the left */
};

struct number {
    int64_t value; /* if it is wrong, but for a division by zero: the bits that machines leave of it */
    enum number_wrong wrong;
};

/* Of C_ADD ... C_BIT_XOR, C_NEGATE and C_NOT (`right` is nothing then), for integers of this type. */
bool number_has(enum c_operator op);
struct number number_compute(enum c_operator op, const struct c_type *type, int64_t left, int64_t right);
bool number_compare(enum c_operator op, const struct c_type *type, int64_t left, int64_t right);

/* C_ADD, C_SUBTRACT, C_MULTIPLY, C_DIVIDE. */
long double number_compute_real(enum c_operator op, const struct c_type *type, long double left, long double right);
bool number_compare_real(enum c_operator op, long double left, long double right);

/* In the format of this floating type. */
long double number_rounded(const struct c_type *type, long double value);
long double number_to_real(const struct c_type *type, const struct c_type *from, int64_t value);

#endif
