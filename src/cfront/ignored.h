/* Results that nobody looks at.
 *
 * The result of a service is looked at if a decision may depend on it: a branch, an assertion, what is printed or
 * handed to a service, memory that others may look at (volatile, behind a pointer, what a pointer was made to),
 * directly or through variables and their parts, parameters and results of functions. A status that is overwritten
 * before that, or kept where no decision looks, is ignored, as if the call stood there alone. */
#ifndef CFRONT_IGNORED_H
#define CFRONT_IGNORED_H

#include "cfront/ir.h"

/* Sets the regard of such calls, also where it depends on who calls the function. The program's functions are still to
 * be changed. Returns an instruction that overwrites a status before anybody looked at it, in some runs, though others
 * may look: that counts as looked at. NULL: there is none. */
const struct c_instruction *ignored_mark(const struct c_program *program);

#endif
