/* The compiler's types as ours. Invariant: equal types of one source file are one object (pointers can be compared). */
#ifndef CFRONT_PROGRAM_TYPES_H
#define CFRONT_PROGRAM_TYPES_H

#include "cfront/load/front.h"

/* As it was declared. */
const char *type_enumerator_name(struct front *front, CXCursor enumerator);

/* Never NULL: what cannot be modelled is an error at `where`, and an int from then on. */
const struct c_type *type_of(struct front *front, CXType type, CXCursor where);
const struct c_type *type_of_cursor(struct front *front, CXCursor cursor);
bool type_enumerates(const struct c_type *type, int64_t low, int64_t high);         /* each of these is an enumerator */
const struct c_type *type_adjusted(struct front *front, const struct c_type *type); /* as a parameter has it */
const struct c_type *type_of_parameter(struct front *front, CXCursor cursor);       /* adjusted: int a[2] is int *a */

const struct c_type *type_pointer_to(struct front *front, const struct c_type *target);
const struct c_type *type_array_of(struct front *front, const struct c_type *element, uint32_t count);
const struct c_type *type_int(struct front *front);
const struct c_type *type_void(struct front *front);
const struct c_type *type_integer(struct front *front, uint32_t size, bool is_signed);

static inline bool type_is_number(const struct c_type *type) {
    return type->kind == C_INTEGER || type->kind == C_FLOAT;
}
static inline bool type_is_scalar(const struct c_type *type) { return type_is_number(type) || type->kind == C_POINTER; }

/* C11 6.3.1.1, 6.3.1.8. */
const struct c_type *type_promoted(struct front *front, const struct c_type *type);
const struct c_type *type_arithmetic(struct front *front, const struct c_type *left, const struct c_type *right);

/* The values of an integer type; of an enumeration: all that the underlying type has (C11 6.7.2.2). */
void type_range(const struct c_type *type, int64_t *low, int64_t *high);
void type_range_at(const struct c_expression *place, int64_t *low, int64_t *high); /* ... of what lies there */
/* How many bytes are any if each integer of it is. */
uint32_t type_free_bytes(const struct c_type *type);

#endif
