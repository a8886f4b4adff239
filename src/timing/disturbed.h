/* On which cores may something that happens on another one come between two steps of one instant? There a task gets
 * ready, or a semaphore free, by what a task elsewhere does at that very instant, before or after the one that runs
 * ends, passes a point, or starts and ends to be uninterruptible: both orders are tried (docs/timing-semantics.md).
 * Cores that compete for the same tasks always do that to each other. */
#ifndef TIMING_DISTURBED_H
#define TIMING_DISTURBED_H

#include "timing/system.h"

/* Sets is_disturbed of all cores. Domains and instructions are known. */
void tm_find_disturbed(struct tm_system *system);

#endif
