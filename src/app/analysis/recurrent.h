/* Who may be started again: ISRs, hooks and callbacks, and tasks that could, by what they and those whom they activate
 * may call, be activated again by themselves; all contexts of an application to which something may come from outside.
 * Searches store states where the code of such a context ends (exec/stretch.h). */
#ifndef APP_ANALYSIS_RECURRENT_H
#define APP_ANALYSIS_RECURRENT_H

#include "app/analysis/analysis.h"

/* Finds analysis->recurrent and restarts. `calls`: [caller][callee]. */
void recurrent_find(struct analysis *analysis, bool *const *calls);
/* From who starts whom, [who][whom], to who leads to whom. */
void recurrent_close(bool **starts, uint32_t count);

#endif
