/* Variables that an argument of what nothing declares steps (`show(count++)`): a macro may do so otherwise. Where
 * nothing else looks at such a variable, that makes no difference but there. */
#ifndef CFRONT_WHOLE_STEPPED_H
#define CFRONT_WHOLE_STEPPED_H

#include "cfront/load/front.h"

/* Leaps that only step variables (macro_calls.h) are about their places alone, then. All code is there. */
void stepped_look_at_code(struct front *front);

#endif
