/* The types of what formulas compute: C's, on the target (C11 6.3.1, 6.4.4.1). */
#ifndef APP_WATCH_FORMULA_TYPE_H
#define APP_WATCH_FORMULA_TYPE_H

#include "app/watch/formula.h"
#include "app/watch/formula_token.h"

const struct c_type *formula_number_type(const struct c_program *program, const struct formula_token *number);
const struct c_type *formula_enumerator_type(const struct c_program *program, int64_t value);

/* The operands of an operator get the types that it computes in, and it gets its own. NULL, or what is wrong with the
 * operands. */
const char *formula_convert_operands(const struct watch *watch, struct node *operation);

#endif
