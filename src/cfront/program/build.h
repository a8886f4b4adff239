/* Makes expressions; constants are folded on the way, except where C leaves the result undefined. */
#ifndef CFRONT_PROGRAM_BUILD_H
#define CFRONT_PROGRAM_BUILD_H

#include "cfront/program/types.h"

typedef const struct c_expression *expression;

expression build_integer(struct front *front, const struct c_type *type, int64_t value, struct place place);
expression build_real(struct front *front, const struct c_type *type, long double value, struct place place);
/* Numbers and pointers; to void or between records: as it is. */
expression build_convert(struct front *front, expression operand, const struct c_type *type, struct place place);
expression build_address_0(struct front *front, const struct c_type *pointer, struct place place); /* as a number */
expression build_unary(struct front *front, enum c_operator op, expression operand, const struct c_type *type,
                       struct place place);
/* Operands have their types already. */
expression build_binary(struct front *front, enum c_operator op, expression left, expression right,
                        const struct c_type *type, struct place place);
expression build_logical(struct front *front, enum c_expression_kind kind, expression left, expression right,
                         struct place place); /* C_AND, C_OR */
expression build_conditional(struct front *front, expression condition, expression yes, expression no,
                             struct place place);

/* Of as many operands as it has, each of its parameter's type. */
expression build_real_function(struct front *front, enum real_function function, const expression *operands,
                               const struct c_type *type, struct place place);

expression build_object(struct front *front, const struct c_object *object, struct place place);
expression build_dereference(struct front *front, expression pointer, bool is_volatile, struct place place);
/* The same place as `dereference`, through another pointer. */
expression build_dereference_like(struct front *front, expression dereference, expression pointer);
expression build_member(struct front *front, expression record, const struct c_field *field, struct place place);
expression build_index(struct front *front, expression array, expression index, struct place place);
expression build_load(struct front *front, expression from, struct place place);
expression build_address(struct front *front, expression of, const struct c_type *type, struct place place);

int64_t build_wrap(const struct c_type *type, int64_t value); /* reduced to the type's width */

#endif
