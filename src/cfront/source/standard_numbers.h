/* The types of <stdint.h>, and others of the standard library that are numbers. How wide some of them are is the
 * library's choice: ours is that of GCC with the library that a target's users have, and where others differ, that is
 * told with the verdict. */
#ifndef CFRONT_SOURCE_STANDARD_NUMBERS_H
#define CFRONT_SOURCE_STANDARD_NUMBERS_H

#include "cfront/source/compiler_call.h"

/* Ours is read in the place of the compiler's <stdint.h>. */
void standard_numbers_add(struct front *front, memory_files *files);
/* A file that was read. */
void standard_numbers_read(struct front *front, const char *file, const char *text);
/* C that says how wide those are that code names and others choose otherwise: an enumeration, or nothing. */
const char *standard_numbers_asking(struct front *front);
bool standard_numbers_are(struct front *front, const struct cursors *constants);
void standard_numbers_tell(struct front *front, const struct cursors *constants);
/* Which type of those that are as wide they are matters where code asks for types. */
void standard_numbers_assume(struct front *front);

#endif
