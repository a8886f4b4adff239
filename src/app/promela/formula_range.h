/* What the numbers of a formula can be, by their types. */
#ifndef APP_PROMELA_FORMULA_RANGE_H
#define APP_PROMELA_FORMULA_RANGE_H

#include "app/watch/formula.h"

struct range {
    __int128 low, high;
};

struct range range_of(const struct node *node);
/* Of an operation, without regard to the type of its result. */
struct range range_of_result(const struct node *operation);
struct range range_of_bits(unsigned bits, bool is_signed);
struct range range_of_type(const struct c_type *type);
bool range_is_within(struct range inner, struct range outer);

#endif
