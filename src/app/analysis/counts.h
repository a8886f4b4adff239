/* Loops that count, in a local of their own and by one, until a condition ends them: `i < 10` and `n-- > 0`, and those
 * whose limit is not known, if numbers of the counter's type come to it whatever it is: `i < n`, `i != n`. */
#ifndef APP_ANALYSIS_COUNTS_H
#define APP_ANALYSIS_COUNTS_H

#include "app/analysis/ends.h"

/* Can the instruction, which is on a way round, be passed only so often? */
bool counts_to_an_end(const struct rounds *rounds, uint32_t at);

#endif
