/* Functions that nothing declares: macros of missing headers, perhaps. */
#ifndef CFRONT_MISSING_UNDECLARED_H
#define CFRONT_MISSING_UNDECLARED_H

#include "cfront/load/front.h"

/* Is it declared only by being called, somewhere? */
bool missing_declaration(const struct front *front, const char *name);
/* ... and in capitals, as macros are. */
bool missing_may_be_macro(const struct front *front, const char *name);

/* `STATIC_ASSERT`, `BUILD_BUG_ON`: it checks what the compiler knows, and does nothing when code runs. */
bool missing_is_of_compiler(const char *name);

#endif
