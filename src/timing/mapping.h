/* Who runs where, and by which rule. */
#ifndef TIMING_MAPPING_H
#define TIMING_MAPPING_H

#include "timing/build.h"

/* Gives every process its scheduler and the list of cores it may run on, or says why it cannot be. What is assumed
 * where the model is silent is added to `parts`. */
bool tm_resolve_mapping(struct am_model *model, struct tm_parts *parts, struct diagnostics *diagnostics);
/* Algorithm, priority, slice. `limit`: on its response time; 0: none. */
bool tm_set_scheduling(struct tm_system *system, struct tm_task *task, struct rational limit,
                       const struct tm_options *options, struct tm_parts *parts, struct diagnostics *diagnostics);
/* Priorities of rate and deadline monotonic tasks; the direction of all. */
void tm_rank_priorities(struct tm_system *system, const struct tm_options *options);

#endif
