/* Whether numbers come from inputs: through assignments, arguments and results, whichever way a run goes. What lies
 * behind pointers, and what pointers may lead to, always may. */
#ifndef APP_ANALYSIS_INPUT_FLOW_H
#define APP_ANALYSIS_INPUT_FLOW_H

#include "app/subject/subject.h"

/* May what the instruction there computes come from an input? */
bool input_flow_may_reach(const struct subject *subject, struct place place);

#endif
