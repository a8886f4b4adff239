/* A trace: an initial state and steps, each with the state it leads to. Every one replays on its ts. */
#ifndef TS_TRACE_H
#define TS_TRACE_H

#include "base/vec.h"
#include "ts/ts.h"

struct ts_trace_state {
    unsigned char *bytes;
    uint32_t size;
    struct ts_step step; /* the step that led here; TS_NO_ACTION in the initial state */
};

struct ts_trace {
    VEC(struct ts_trace_state) states;
    size_t cycle_start; /* index of the state that the last step returns to (the last state of the trace is that
                           state once more; the last one itself: the system stands still there); SIZE_MAX where there
                           is no cycle */
};

struct ts_trace *ts_trace_new(void);
void ts_trace_free(struct ts_trace *trace); /* NULL is allowed */
void ts_trace_add(struct ts_trace *trace, const void *state, uint32_t size, const struct ts_step *step);
/* Takes a last step away that is nobody's and closes no cycle: an observer saying that it has seen enough. */
void ts_trace_drop_idle_end(struct ts_trace *trace);
/* Is this the step that led there, to the same state? */
bool ts_trace_has(const struct ts_trace_state *to, const void *state, uint32_t size, const struct ts_step *step);
/* True iff each step of the trace is one that `ts` offers there, and leads where the trace says. */
bool ts_trace_replays(const struct ts *ts, const struct ts_trace *trace);

#endif
