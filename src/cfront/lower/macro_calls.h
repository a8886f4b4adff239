/* Calls of what nothing declares: a macro of a missing header, perhaps. In capitals it is one, most likely, and as a
 * statement of its own, with something of the program in it, it may leave the code there or change what it gets; in
 * small letters it is a function. */
#ifndef CFRONT_LOWER_MACRO_CALLS_H
#define CFRONT_LOWER_MACRO_CALLS_H

#include "cfront/lower/call.h"

/* Then nothing holds, and what comes behind may be otherwise. */
void macro_calls_doubt(struct front *front, const struct call *call);

#endif
