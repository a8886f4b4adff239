/* What evaluating an expression does besides giving its value. */
#ifndef CFRONT_PROGRAM_EFFECTS_H
#define CFRONT_PROGRAM_EFFECTS_H

#include "cfront/load/front.h"

bool lower_has_effects(struct front *front, CXCursor cursor);
/* Are the operands of this expression to be evaluated in either order? Then its value has effects. */
bool lower_turns(struct front *front, CXCursor cursor);
/* Is it va_arg, of which libclang says nothing? */
bool effects_is_next_argument(struct front *front, CXCursor cursor);
/* Where it ends is not known of what a macro is made of. */
struct cfront_extent effects_extent(struct front *front, CXCursor cursor);

#endif
