/* How often a task is activated. */
#ifndef TIMING_ARRIVALS_H
#define TIMING_ARRIVALS_H

#include "timing/system.h"

#define TM_FAR (INT64_MAX / 4096) /* times of analysis are less: sums of many do not overflow */

/* Activations in any half-open interval of this length, at most. */
int64_t tm_arrivals(const struct tm_system *system, unsigned task, int64_t length);
/* The shortest time between the first and the n-th of n activations in a row; only for one stimulus. */
int64_t tm_distance(const struct tm_system *system, unsigned task, int64_t n);
unsigned tm_stimulus_count(const struct tm_system *system, unsigned task);

#endif
