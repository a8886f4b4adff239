/* A run that Spin tells (`spin -t -p`), told as ours.
 *
 * Spin names a step by its process, its line and its text; for each such event there must be a step here that is
 * possible, and fits. Steps and events are not one to one: Spin lists what happens inside a d_step, and jumps that are
 * no steps. Where more than one step fits, each is tried until the whole run does. */
#ifndef REPORT_SPIN_TRAIL_H
#define REPORT_SPIN_TRAIL_H

#include "report/trace_json.h"

struct spin_event {
    unsigned number;  /* Spin's count of steps: events of one step share it */
    unsigned process; /* _pid */
    unsigned line;    /* 0: the process ends */
    const char *text; /* without blanks, parentheses and quotes */
    bool is_jump;     /* perhaps no step of its own */
};

struct spin_events {
    struct arena *arena;
    VEC(struct spin_event) list;
    size_t cycle_start; /* SIZE_MAX: none */
};

void spin_events_read(const char *said, struct spin_events *out);
void spin_events_free(struct spin_events *events);

/* The steps of `ts` that these events are, up to the first that goes wrong; those of a cycle come back to where it
 * begins. False: `reached` events can be followed at most, and no more; if these are all, the cycle is none. */
bool spin_trail_follow(const struct ts *ts, const struct spin_events *events, struct trace_read *out, size_t *reached);

#endif
