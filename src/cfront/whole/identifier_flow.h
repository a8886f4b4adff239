/* Tasks, events, resources, alarms and counters whose numbers come to functions without a body, through variables,
 * tables, parameters and results: these may call services with them (identifiers.h). */
#ifndef CFRONT_WHOLE_IDENTIFIER_FLOW_H
#define CFRONT_WHOLE_IDENTIFIER_FLOW_H

#include "cfront/load/front.h"

/* All code is there. */
void identifier_flow_find(struct front *front);

#endif
