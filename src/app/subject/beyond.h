/* What a configuration has beyond OSEK OS, and what becomes of it: AUTOSAR's schedule tables, cores and protection,
 * messages from outside, vendors' objects. What would run code, or run it at the same time, is an error; of the rest
 * the verdict says that it is taken to change nothing. */
#ifndef APP_SUBJECT_BEYOND_H
#define APP_SUBJECT_BEYOND_H

#include "oil/config.h"

/* False with an error: one kernel on one core cannot run it. */
bool beyond_check(const struct oil_config *oil, struct diagnostics *diagnostics);
/* Half a sentence, in the arena; NULL: there is nothing of the kind. */
const char *beyond_assumption(const struct oil_config *oil, struct arena *arena);

#endif
