/* Constants of missing headers that may be hardware after all, each read of which gives another number: by their names
 * clocks, and what functions read that are called by way of pointers, so that nobody sees who waits for them. */
#ifndef CFRONT_MISSING_MOVING_CONSTANTS_H
#define CFRONT_MISSING_MOVING_CONSTANTS_H

#include "cfront/missing/polled_writes.h"

/* In the scratch arena's list. */
void moving_constants_find(const struct polled_writes *writes, name_list *names);

#endif
