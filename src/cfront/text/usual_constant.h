/* Constants that are the same in every header. */
#ifndef CFRONT_TEXT_USUAL_CONSTANT_H
#define CFRONT_TEXT_USUAL_CONSTANT_H

#include <stdbool.h>

/* Names that every header has as opposites: they would be the same number otherwise, now and then. */
bool unknown_constants_is_usual(const char *name, unsigned *number);

#endif
