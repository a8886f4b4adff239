/* Who keeps no time: interrupt routines (but for those that advance a counter), main() where it goes on behind StartOS,
 * and tasks whose code neither ends nor waits, from where it may go on for any time (lasting.h). What these do they do
 * at any moment between two expiries of an alarm, however fast all code is.
 *
 * That matters where such code may start a task that an alarm starts, too, or set its events (exec/untimed.h). */
#ifndef APP_ANALYSIS_BACKGROUND_H
#define APP_ANALYSIS_BACKGROUND_H

#include "app/analysis/analysis.h"

/* Finds analysis->untimed, by context; NULL: it does not matter. `calls`: [caller][callee]. */
void background_find(struct analysis *analysis, bool *const *calls);

#endif
