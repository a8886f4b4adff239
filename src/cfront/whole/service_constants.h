/* Constants of missing headers that services get: other names for tasks, events, resources, alarms and counters, and
 * times. Somebody has compiled and run that: they are such as the configuration has. */
#ifndef CFRONT_WHOLE_SERVICE_CONSTANTS_H
#define CFRONT_WHOLE_SERVICE_CONSTANTS_H

#include "cfront/load/front.h"

void service_constants_learn(struct front *front, const struct c_function *function, const struct c_instruction *call);

#endif
