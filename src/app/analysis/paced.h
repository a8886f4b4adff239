/* Tasks that alarms lead to, that other tasks start, too, and that have ended when they are activated again if only
 * code is fast enough: their own code ends (ends.h), so does that of all who could keep them from running, and tasks do
 * not start each other in a circle.
 *
 * That matters where time waits for code (exec/paced.h). */
#ifndef APP_ANALYSIS_PACED_H
#define APP_ANALYSIS_PACED_H

#include "app/analysis/analysis.h"

/* Finds analysis->paced. `calls`: [caller][callee]; what code takes must be known. */
void paced_find(struct analysis *analysis, bool *const *calls);

#endif
