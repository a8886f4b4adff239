/* `??/` and its kin, which stand for other characters where the build says so (-trigraphs, -ansi, -std=c99), and not
 * where it does not: where nobody knows, that is told. */
#ifndef CFRONT_SOURCE_TRIGRAPHS_H
#define CFRONT_SOURCE_TRIGRAPHS_H

#include "cfront/load/front.h"

/* A file of the user's. */
void trigraphs_read(struct front *front, const char *file, const char *text);
void trigraphs_tell(struct front *front);

#endif
