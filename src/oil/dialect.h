/* What vendors' OIL says in other places or words than OIL 2.5 does, put where the standard has it; with a warning. */
#ifndef OIL_DIALECT_H
#define OIL_DIALECT_H

#include "oil/tree.h"

/* Alarms: `ACTION = SETEVENT; TASK = t; EVENT = e;` for `ACTION = SETEVENT { TASK = t; EVENT = e; };`, and CALLBACK for
 * ALARMCALLBACK and ALARMCALLBACKNAME, unless the project's own definitions know these words. Nothing is taken away. */
void oil_translate_dialects(struct oil_tree *tree, struct arena *arena, struct diagnostics *diagnostics);

#endif
