/* Compatible types (C11 6.2.7), also of different source files. Qualifiers are no part of our types and do not count.
 */
#ifndef CFRONT_IR_COMPATIBLE_H
#define CFRONT_IR_COMPATIBLE_H

#include "cfront/ir/ir.h"

bool c_types_compatible(const struct c_type *left, const struct c_type *right);

/* May a function of type `callee` be called as one of type `used`, with these arguments (6.5.2.2)? The arguments matter
 * where `used` has no prototype. */
bool c_may_be_called_as(const struct c_type *callee, const struct c_type *used,
                        const struct c_expression *const *arguments, uint32_t argument_count);

#endif
