/* Schedulers below schedulers. To its parent a scheduler is what a task is: ready while one of its tasks is, with a
 * priority, a slice and a place in the queue of its own. */
#ifndef TIMING_GROUPS_H
#define TIMING_GROUPS_H

#include "timing/build.h"

/* The scheduler that decides about what stands in this one: itself, or, of a mere grouping (and of deadlines below
 * deadlines, which are the same), one above. */
const struct am_scheduler *tm_deciding(const struct am_scheduler *scheduler);
/* The scheduler on top of it all. */
const struct am_scheduler *tm_topmost(const struct am_scheduler *scheduler);
/* Does the way up end? */
bool tm_has_top(const struct am_scheduler *scheduler);

/* Where there are schedulers below others, makes the groups of the part. */
bool tm_make_groups(struct tm_system *system, const struct tm_options *options, struct tm_parts *parts,
                    struct diagnostics *diagnostics);
/* Once all priorities are known: where all schedulers go by different priorities, the tasks of all get priorities of
 * one scheduler, in the same order, and there are no groups any more. */
void tm_flatten_groups(struct tm_system *system);

#endif
