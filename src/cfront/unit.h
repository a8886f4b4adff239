/* Source files through the compiler: arguments, our headers, its diagnostics. */
#ifndef CFRONT_UNIT_H
#define CFRONT_UNIT_H

#include "cfront/load/front.h"

/* Parses all sources, then our library of C functions. Errors go to the diagnostics. */
void units_parse(struct front *front, const char *const *sources, size_t count);
void units_free(struct front *front);

#endif
