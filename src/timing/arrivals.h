/* How often a task is activated. */
#ifndef TIMING_ARRIVALS_H
#define TIMING_ARRIVALS_H

#include "timing/system.h"

#define TM_FAR (INT64_MAX / 4096) /* times of analysis are less: sums of many do not overflow */

/* The sum with so many times the cost; not more than TM_FAR. */
static inline int64_t tm_add_product(int64_t sum, int64_t count, int64_t cost) {
    int64_t more;
    if (sum >= TM_FAR || __builtin_mul_overflow(count, cost, &more) || more >= TM_FAR - sum) return TM_FAR;
    return sum + more;
}

/* Activations in any half-open interval of this length, at most. */
int64_t tm_arrivals(const struct tm_system *system, unsigned task, int64_t length);
/* The shortest time between the first and the n-th of n activations in a row; only for one stimulus. */
int64_t tm_distance(const struct tm_system *system, unsigned task, int64_t n);
unsigned tm_stimulus_count(const struct tm_system *system, unsigned task);

#endif
