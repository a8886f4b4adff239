/* Files that are no plain ones (a FIFO) and bear the name of a header: a compiler that opens them may wait for ever. */
#ifndef CFRONT_SOURCE_ENDLESS_FILES_H
#define CFRONT_SOURCE_ENDLESS_FILES_H

#include "cfront/source/compiler_call.h"

/* In folders of sources, and of the options: whoever includes one gets an error instead. */
void endless_files_hide(struct front *front, memory_files *list, const char *const *sources, size_t count);

#endif
