/* Addresses: functions, then objects, then a stack for each context. */
#ifndef CFRONT_LAYOUT_H
#define CFRONT_LAYOUT_H

#include "cfront/front.h"

/* Gives every object its address, patches initializers that hold addresses, and makes room for stacks. Errors if the
 * target's address space is too small. */
void layout_program(struct front *front);

#endif
