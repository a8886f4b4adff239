/* Names of missing headers, once all sources were read with what was made of them: does every source still say the
 * same? One that did not compile before may have what another one lacks. */
#ifndef CFRONT_MISSING_SETTLED_H
#define CFRONT_MISSING_SETTLED_H

#include "cfront/missing/borrowed.h"

/* Every name that another source has is what that one says, if that can be written down. `known`: what all of them say
 * now. */
bool settled_is(const struct front *front, const struct borrowed *known);
/* Forgets what is not, and all that was borrowed, so that it is learned again. */
void settled_forget(struct front *front, const struct borrowed *known);

/* Why nothing holds: a source has a variable that is something else in others, or a macro of a missing header may make
 * it, or there is no end of it. NULL: nothing of that. */
const char *settled_doubt(struct front *front, const struct borrowed *known);

#endif
