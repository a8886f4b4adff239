/* Addresses: functions, then objects, then a stack for each context, then one for each local that may be pointed to
 * after its end. */
#ifndef CFRONT_PROGRAM_LAYOUT_H
#define CFRONT_PROGRAM_LAYOUT_H

#include "cfront/load/front.h"

/* A constant that a pointer of this type gets is the address of hardware: nothing else is to lie there. */
void layout_keep_free(struct front *front, const struct c_type *pointer, uint64_t address);

/* Gives every object its address, patches initializers that hold addresses, and makes room for stacks. Errors if the
 * target's address space is too small. */
void layout_program(struct front *front);

#endif
