/* Results that nobody looks at.
 *
 * The result of a service is looked at if a decision may depend on it: a branch, an assertion, what is printed or
 * handed to a service, memory that others may look at (volatile, behind a pointer, what a pointer was made to),
 * directly or through variables and their parts, parameters and results of functions. A status that is overwritten
 * before that, or kept where no decision looks, is ignored, as if the call stood there alone. Whether a run comes to
 * such a decision is not asked here: whoever runs the code sees it (app/exec/unseen.h). */
#ifndef CFRONT_IR_IGNORED_H
#define CFRONT_IR_IGNORED_H

#include "cfront/ir/ir.h"

/* Sets the regard of such calls, also where it depends on who calls the function, and of globals. The program's
 * functions are still to be changed. `is_table`: see within_reach.h. */
void ignored_mark(const struct c_program *program, bool (*is_table)(const char *name));

#endif
