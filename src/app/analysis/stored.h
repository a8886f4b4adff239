/* Between which numbers what each instruction stores lies, whenever it is executed (bounds.h). */
#ifndef APP_ANALYSIS_STORED_H
#define APP_ANALYSIS_STORED_H

#include "app/analysis/bounds.h"

/* By instruction of the subject: an assignment, or what a function returns. Of others, and of what is no integer,
 * nothing is known: there are no such numbers. It belongs to the arena. */
const struct interval *stored_find(const struct subject *subject, struct arena *arena);

#endif
