/* What a branch decides: the instructions on the way from it to where all ways from it meet again. */
#ifndef APP_ANALYSIS_BRANCH_REGION_H
#define APP_ANALYSIS_BRANCH_REGION_H

#include "cfront/ir/ir.h"

/* Marks these in `region`, by instruction; it has room for one more, which stands for the function's end. False: the
 * ways need not meet, since one of them may go round for ever, or it would take too long to find out. A way back to the
 * branch itself is one of these unless `may_come_back`. */
bool branch_region_find(const struct c_function *function, uint32_t branch, bool may_come_back, bool *region);

#endif
