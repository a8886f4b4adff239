/* Types with pointers in them. */
#ifndef CFRONT_IR_POINTER_PART_H
#define CFRONT_IR_POINTER_PART_H

#include "cfront/ir/ir.h"

/* It is a pointer, or has one among its elements and members. */
bool c_type_holds_pointers(const struct c_type *type);
/* ... in a union: what lies there is not always one. */
bool c_type_hides_pointers(const struct c_type *type);
/* Which byte of a pointer lies there, from 1 on, as declared; 0: none. */
unsigned c_pointer_byte_at(const struct c_type *type, uint32_t offset);
/* Numbers of one byte, into which pointers may be copied byte by byte. */
bool c_type_has_characters(const struct c_type *type);
/* One of these, or a pointer, lies there, in a union perhaps. */
bool c_may_hold_pointer_at(const struct c_type *type, uint32_t offset);

#endif
