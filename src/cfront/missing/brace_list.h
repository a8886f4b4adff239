/* `Cfg c = {10, u};`: a type of a missing header that gets several first values is a structure of as many members. */
#ifndef CFRONT_MISSING_BRACE_LIST_H
#define CFRONT_MISSING_BRACE_LIST_H

#include "cfront/missing/complaint.h"

/* True: something was learned. */
bool brace_list_learn(const struct complaint *complaint);

#endif
