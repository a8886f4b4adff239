/* Headers of which conditions ask whether they are there (`#if __has_include("gen/limits.h")`): of one that was not
 * read, the answer is told. */
#ifndef CFRONT_CONDITIONS_ASKED_HEADERS_H
#define CFRONT_CONDITIONS_ASKED_HEADERS_H

#include "cfront/load/front.h"

/* A file that was read; of the user's, with its directives, each on one line; NULL: it is another's. */
void asked_headers_read(struct front *front, const char *file, const char *code);
void asked_headers_tell(struct front *front);

#endif
