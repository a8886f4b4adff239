/* Code that may go on for any time, since the end of some loop depends on what it reads (ends.h), or functions call
 * each other in a circle; and what is reached only behind such code, at any moment after its function began. */
#ifndef APP_ANALYSIS_LASTING_H
#define APP_ANALYSIS_LASTING_H

#include "app/analysis/analysis.h"

/* Finds analysis->lasting, goes_on, tarries and clings, which matter where there are alarms. `calls`: [caller][callee].
 */
void lasting_find(struct analysis *analysis, bool *const *calls);

#endif
