/* A design that something else drives, by calling its inlines: it has no process and no claim of its own. */
#ifndef PROMELA_DRIVEN_H
#define PROMELA_DRIVEN_H

#include "promela/ast.h"

/* Reports what would be ignored: processes, never claims, ltl properties, traces. `driver` is who calls: "environment".
 */
void driven_check(const struct model *model, const char *driver, struct diagnostics *diagnostics);
/* The same of a model with the bodies of the inlines that are called: what depends on who else there is. */
void driven_check_calls(const struct model *model, struct diagnostics *diagnostics);

#endif
