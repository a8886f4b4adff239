/* Which functions can run at all: those that a task, an interrupt routine, a hook, a callback or main() may call,
 * directly or not, and those whose address is taken anywhere. */
#ifndef CFRONT_IR_CALLED_H
#define CFRONT_IR_CALLED_H

#include "cfront/ir/ir.h"

/* By function. */
bool *called_find(const struct c_program *program, struct arena *arena);
/* ... those that main() alone may call are not among these, nor is main(). */
bool *called_by_others(const struct c_program *program, struct arena *arena);

#endif
