/* Members that are constant in an object that is not (C11 6.7.3p6). What a record with one is in is not assigned as a
 * whole either. Unions are not looked into: what is written may be another member. */
#ifndef CFRONT_IR_CONSTANT_PART_H
#define CFRONT_IR_CONSTANT_PART_H

#include "cfront/ir/ir.h"

/* Has the type a constant member? Its parts' are known. */
bool c_type_has_constants(const struct c_type *type);

/* Does one of them lie in these bits of an object of that type? */
bool c_has_constant_at(const struct c_type *type, uint64_t first_bit, uint64_t bit_count);

#endif
