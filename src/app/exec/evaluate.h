/* Expressions, exactly as C on the target: unsigned numbers wrap, signed ones do not, pointers stay in their objects.
 */
#ifndef APP_EXEC_EVALUATE_H
#define APP_EXEC_EVALUATE_H

#include "app/exec/memory.h"

/* Integers and pointers: sign- or zero-extended by their type. */
int64_t evaluate(struct machine *machine, const struct c_expression *expression);
/* Numbers of floating type. */
long double evaluate_real(struct machine *machine, const struct c_expression *expression);
/* Not zero, not NULL? */
bool evaluate_condition(struct machine *machine, const struct c_expression *expression);
/* Where in memory. */
void evaluate_place(struct machine *machine, const struct c_expression *place, struct cell *cell);
/* How far an element (a C_INDEX) is from the beginning of its array; `one_past`: it may be the one behind the last. */
int64_t evaluate_index(struct machine *machine, const struct c_expression *element, bool one_past);
/* The value of any expression as bytes of its type's size, in `room` or somewhere else. Records are not copied. */
const unsigned char *evaluate_bytes(struct machine *machine, const struct c_expression *expression,
                                    unsigned char room[16]);
/* The bytes at a place as they are, whether they have a value or not (unset.h), unless they need one. */
const unsigned char *evaluate_copy(struct machine *machine, const struct c_expression *place, bool needs_value);

#endif
