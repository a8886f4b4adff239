/* A part as a transition system. A stored state is one from which time passes, or from which there are several ways to
 * go on at the same instant: everything that takes no time and has one outcome is done on the way. */
#ifndef TIMING_TS_H
#define TIMING_TS_H

#include "timing/state.h"
#include "ts/ts.h"

/* Fills in the functions; `system` must outlive it. What is seen goes to system->seen. */
void tm_ts(struct tm_system *system, struct ts *ts);
/* What happened in a step, in order; false if the step is not one of the system's. `units`: how long it took. */
bool tm_explain(const struct tm_system *system, const void *before, const void *after, int64_t *units,
                void (*tell)(void *context, const struct tm_event *event), void *context);
/* How long it took, alone. */
bool tm_explain_duration(const struct tm_system *system, const void *before, const void *after, int64_t *units);
/* The same for a beginning. */
bool tm_explain_initial(const struct tm_system *system, const void *state,
                        void (*tell)(void *context, const struct tm_event *event), void *context);
/* Forgets what was seen, and starts anew. */
void tm_forget(struct tm_system *system);

#endif
