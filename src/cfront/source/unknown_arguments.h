/* Options of GCC in a compilation database that clang does not know. Most say how code is made, and not what it means:
 * they are left out, and told. Those that are known to change numbers stay, and are errors. */
#ifndef CFRONT_SOURCE_UNKNOWN_ARGUMENTS_H
#define CFRONT_SOURCE_UNKNOWN_ARGUMENTS_H

#include "cfront/source/compiler_call.h"

/* Those of the list from `first` on. */
void unknown_arguments_leave_out(struct front *front, compiler_arguments *list, size_t first);
void unknown_arguments_tell(struct front *front);

#endif
