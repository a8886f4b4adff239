/* Variables that code counts in and that nobody looks at, but whoever looks with a debugger: `unsigned rounds; ...
 * rounds++;`. What they hold decides nothing, so they keep the value that they have, and situations that differ in them
 * alone are one. They are accessed as before: races on them are found. */
#ifndef APP_SUBJECT_TALLY_H
#define APP_SUBJECT_TALLY_H

#include "cfront/ir/ir.h"

/* `functions` are the program's, still to be changed. */
void tally_hold(struct c_program *program);

#endif
