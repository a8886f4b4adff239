/* Branches that some value of an input, which is read anew just before them, sends either way, whatever else is: `REG -
 * start < 1000u`, `REG == wanted`. */
#ifndef APP_ANALYSIS_EITHER_WAY_H
#define APP_ANALYSIS_EITHER_WAY_H

#include "cfront/ir/ir.h"

bool either_way_goes(const struct c_function *function, uint32_t branch);

#endif
