/* Names that a condition of the preprocessor asks for, and that nothing defines: they are 0 there. Where nobody says
 * how the build compiles, and where headers are missing, it may be otherwise, and that is told. */
#ifndef CFRONT_CONDITIONS_UNDEFINED_H
#define CFRONT_CONDITIONS_UNDEFINED_H

#include "cfront/load/front.h"

/* Is that what the compiler says? Then it is remembered. */
bool undefined_note(struct front *front, const char *message);
/* What a file defines, and, of the application's own, what its conditions ask for (`#ifdef NAME`). */
void undefined_read(struct front *front, const char *file, const char *text, size_t length);
void undefined_tell(struct front *front);
/* What is assumed of a name that the build seems to define; NULL: it does not. */
const char *undefined_by_build(const struct front *front, const char *name);

#endif
