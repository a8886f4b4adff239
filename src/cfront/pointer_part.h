/* Types with pointers in them. */
#ifndef CFRONT_POINTER_PART_H
#define CFRONT_POINTER_PART_H

#include "cfront/ir.h"

/* It is a pointer, or has one among its elements and members. */
bool c_type_holds_pointers(const struct c_type *type);

#endif
