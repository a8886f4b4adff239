/* One source on its way through the compiler (compiler_call.h): what it is told, and which headers it finds. */
#ifndef CFRONT_SOURCE_TRANSLATION_H
#define CFRONT_SOURCE_TRANSLATION_H

#include "cfront/source/compiler_call.h"

struct database; /* database.h */

/* Our headers, with what they say of the configuration for these sources. */
void translation_add_headers(struct front *front, memory_files *list, const char *const *sources, size_t count);
void translation_add_ours(struct front *front, compiler_arguments *list); /* what we always say to the compiler */
/* Its text, if it is not to be read as it is, and its arguments: ours, the build's, the user's. False: it cannot be
 * read, which is an error. */
bool translation_begin(struct front *front, struct translation *translation, struct database *database);

#endif
