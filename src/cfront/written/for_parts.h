/* The three parts of a `for`, which libclang does not tell apart where one is left out: the text does. */
#ifndef CFRONT_WRITTEN_FOR_PARTS_H
#define CFRONT_WRITTEN_FOR_PARTS_H

#include "cfront/load/front.h"

/* init, condition, step; null cursors for what is not there. `all`: the children of the `for`. False: a macro makes
 * them, and nobody knows. */
bool for_parts(struct front *front, CXCursor cursor, struct cursors all, CXCursor parts[3]);

#endif
