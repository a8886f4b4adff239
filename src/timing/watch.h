/* What is to be observed of a run for one constraint: occurrences of events, or how long a task is in a state.
 * docs/timing-semantics.md, "Chains and other constraints". */
#ifndef TIMING_WATCH_H
#define TIMING_WATCH_H

#include "timing/build.h"
#include "timing/parts.h"

enum { TM_MOST_EVENTS = 32 }; /* of one constraint */

/* One thing to look for. A constraint on a chain with strands has one for each way through it. */
struct tm_watch {
    enum tm_watch_kind kind;
    am_event_list events;
    struct rational lower, upper, jitter;
    bool has_lower, has_upper;
    unsigned span;
    enum tm_meter meter;
    const struct am_process *process; /* of a meter; and whom a run is told of: NULL: nobody */
};

struct tm_watches {
    VEC(struct tm_watch) list;
    const char *text;    /* what must be */
    const char *why_not; /* it cannot be decided; NULL: it can */
};

/* What to watch for a constraint; release with tm_watches_free(). */
struct tm_watches tm_watch_constraint(const struct am_model *model, const struct am_timing_constraint *constraint,
                                      struct arena *arena);
struct tm_watches tm_watch_requirement(const struct am_model *model, const struct am_requirement *requirement,
                                       struct arena *arena);
void tm_watches_free(struct tm_watches *watches);

/* Why this event cannot be watched; NULL: it can. */
const char *tm_event_obstacle(const struct am_model *model, const struct am_event *event, struct arena *arena);

/* The part of the model in which this can be seen: all parts that its events come from, together. NULL without errors
 * if nothing of it ever occurs. */
struct tm_system *tm_build_watch(struct am_model *model, const struct tm_options *options, const struct tm_watch *watch,
                                 struct tm_parts *parts, struct diagnostics *diagnostics);

#endif
