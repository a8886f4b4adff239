/* What a model may include: files below its own folder, and below folders that the user has named; elsewhere only what
 * is a source by its name. A model comes from somebody else, and what it includes can show up in diagnostics. */
#ifndef BASE_WITHIN_H
#define BASE_WITHIN_H

#include <stdbool.h>

/* Is the file, once all links are followed, below this folder? False if either is not there. */
bool within_folder(const char *file, const char *folder);
/* Is it, once all links are followed, named as sources are: .pml, .prom, .promela, .spin, .ltl, .inc, .h, .oil? */
bool within_sources(const char *file);
/* Below the folder of the file `main`, or one of `folders` (NULL-terminated; NULL: none). */
bool within_reach(const char *file, const char *main, const char *const *folders);

#endif
