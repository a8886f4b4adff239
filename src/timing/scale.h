/* The unit of time: every duration becomes a whole number of it. */
#ifndef TIMING_SCALE_H
#define TIMING_SCALE_H

#include "timing/build.h"

struct tm_bounds { /* of the runs of a task, in seconds, by op->value */
    struct rational *least, *most;
    size_t count;
};

struct tm_scaling {
    struct tm_system *system;
    const struct tm_options *options;
    struct diagnostics *diagnostics;
    struct tm_bounds *bounds; /* by task */
    struct rational step;     /* 0: the largest that is exact; in dense time: `pieces` of it are the stimuli's */
    unsigned pieces;
};

/* Compiles the task's items; its runs have no times yet. */
bool tm_scale_compile(struct tm_scaling *scaling, unsigned task);
/* Chooses the unit, and gives all times. */
bool tm_scale(struct tm_scaling *scaling);
/* How far ages are counted: four times the longest of its limit and all periods of the part, or once if the part is
 * overloaded; or as far as `given`, if that is above 0; below: not at all. */
void tm_set_age_cap(struct tm_system *system, struct tm_task *task, struct rational limit, bool is_overloaded,
                    struct rational given);
/* The same where ages decide who runs: at least as far as they can get, unless less is wanted. */
void tm_set_deadline_cap(struct tm_system *system, struct tm_task *task, bool is_given);
/* In whole units, rounded down or up. */
int64_t tm_units(const struct tm_system *system, struct rational seconds, bool up);
struct rational tm_seconds(const struct tm_system *system, int64_t units);

#endif
