/* What the application needs and no source has: variables that are declared only, and code that the configuration
 * names. Invariant: a variable may have more values than the one that the build links in, never fewer, but for what is
 * told with the verdict; code that is not there does nothing, which is told, too. */
#ifndef CFRONT_OUTSIDE_ELSEWHERE_H
#define CFRONT_OUTSIDE_ELSEWHERE_H

#include "cfront/program/symbols.h"

/* A variable that is used and has no definition. False: what it is cannot be told, and where it is used is an error. */
bool elsewhere_mark(struct front *front, struct symbol *symbol);
/* All that were marked, as warnings and as what is taken for granted. */
void elsewhere_tell(struct front *front);

/* A task, an interrupt routine or a callback that no source has. */
struct symbol *elsewhere_code(struct front *front, enum c_role role, const char *name);

#endif
