/* String literals. */
#ifndef CFRONT_PROGRAM_LITERAL_H
#define CFRONT_PROGRAM_LITERAL_H

#include "cfront/load/front.h"

/* Its bytes, the closing zero included; `size` of one character, `count` characters. */
unsigned char *literal_bytes(struct front *front, CXCursor literal, uint32_t size, uint32_t count);
const char *initializer_text(struct front *front, CXCursor literal); /* without an object */
/* A string literal behind parentheses and conversions; anything else has no text before it runs. */
const char *call_literal(struct front *front, CXCursor cursor);

#endif
