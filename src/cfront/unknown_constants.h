/* Constants of headers that are not there. */
#ifndef CFRONT_UNKNOWN_CONSTANTS_H
#define CFRONT_UNKNOWN_CONSTANTS_H

#include "cfront/front.h"

/* They start with any value that the code has a use for. */
void unknown_constants_find(struct front *front);

/* Names that every header has as opposites: they would be the same number otherwise, now and then. */
bool unknown_constants_is_usual(const char *name, unsigned *number);

#endif
