/* Tasks that start others each time that they run: whatever way their code takes, it activates the other one, or ends
 * in it, and nobody of less priority runs before. */
#ifndef APP_ANALYSIS_SURELY_STARTS_H
#define APP_ANALYSIS_SURELY_STARTS_H

#include "app/analysis/analysis.h"

/* [task][task], in the analysis's arena. `calls`: [caller][callee]. */
bool **surely_starts_find(const struct analysis *analysis, bool *const *calls);

#endif
