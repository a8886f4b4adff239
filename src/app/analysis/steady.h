/* Numbers that stay the same in a run, and of which only that is known: made of constants of missing headers
 * (`1 << UDRE0`, `A | B`). */
#ifndef APP_ANALYSIS_STEADY_H
#define APP_ANALYSIS_STEADY_H

#include "cfront/ir/ir.h"

bool steady_is(const struct c_expression *e);
/* Such a number, as the program would have it; `read` says what a constant is. */
int64_t steady_value(const struct c_expression *e, int64_t (*read)(void *context, const struct c_object *constant),
                     void *context);

#endif
