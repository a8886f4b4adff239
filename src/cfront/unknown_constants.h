/* Constants of headers that are not there. */
#ifndef CFRONT_UNKNOWN_CONSTANTS_H
#define CFRONT_UNKNOWN_CONSTANTS_H

#include "cfront/front.h"

/* They start with any value that the code has a use for. */
void unknown_constants_find(struct front *front);

#endif
