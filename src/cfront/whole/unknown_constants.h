/* Constants of headers that are not there. */
#ifndef CFRONT_WHOLE_UNKNOWN_CONSTANTS_H
#define CFRONT_WHOLE_UNKNOWN_CONSTANTS_H

#include "cfront/load/front.h"

/* They start with any value that the code has a use for. */
void unknown_constants_find(struct front *front);

/* The object whose value this is, through conversions; NULL: it is no constant of ours. */
struct c_object *unknown_constants_read(const struct front *front, const struct c_expression *e);
/* It is of this range, as far as the other uses of it agree. */
void unknown_constants_narrow(struct c_object *constant, int64_t low, int64_t high);

#endif
