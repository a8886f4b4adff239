#include "ts/trace.h"

#include <string.h>

struct ts_trace *ts_trace_new(void) {
    struct ts_trace *trace = memory_new(sizeof *trace);
    trace->cycle_start = SIZE_MAX;
    return trace;
}

void ts_trace_free(struct ts_trace *trace) {
    if (!trace) return;
    for (size_t i = 0; i < trace->states.count; i++) free(trace->states.items[i].bytes);
    vec_free(&trace->states);
    free(trace);
}

void ts_trace_add(struct ts_trace *trace, const void *state, uint32_t size, const struct ts_step *step) {
    struct ts_trace_state added = {.bytes = memory_new(size), .size = size, .step = *step};
    memcpy(added.bytes, state, size);
    vec_push(&trace->states, added);
}

/* What a replay looks for among the successors of one state. */
struct sought {
    const struct ts_trace_state *state;
    bool any;
    bool found;
};

/* `passing` is how the step was chosen, not what it does: any value will do. */
static bool same_step(const struct ts_step *a, const struct ts_step *b) {
    return a->action == b->action && a->reply == b->reply && a->actor == b->actor && a->partner == b->partner &&
           a->holder == b->holder && a->fault == b->fault && a->ends == b->ends && a->labels == b->labels;
}

bool ts_trace_has(const struct ts_trace_state *to, const void *state, uint32_t size, const struct ts_step *step) {
    return size == to->size && same_step(step, &to->step) && memcmp(state, to->bytes, size) == 0;
}

static void look(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct sought *sought = context;
    sought->any = true;
    sought->found = sought->found || ts_trace_has(sought->state, state, size, step);
}

static bool step_is_offered(const struct ts *ts, const struct ts_trace_state *from, const struct ts_trace_state *to) {
    struct sought sought = {.state = to};
    if (from->step.holder != TS_NOBODY) {
        ts->next(ts, from->bytes, from->size, from->step.holder, look, &sought);
        if (sought.any) return sought.found;
    }
    /* In a product, a passing step leaves the observer alone, so it is one of TS_ENOUGH only. */
    ts->next(ts, from->bytes, from->size, to->step.passing ? TS_ENOUGH : TS_EVERYBODY, look, &sought);
    return sought.found;
}

static bool cycle_closes(const struct ts_trace *trace) {
    if (trace->cycle_start == SIZE_MAX) return true;
    if (trace->cycle_start >= trace->states.count) return false; /* standing still is a cycle of no steps */
    const struct ts_trace_state *start = &trace->states.items[trace->cycle_start], *last = &vec_last(&trace->states);
    return start->size == last->size && memcmp(start->bytes, last->bytes, start->size) == 0;
}

bool ts_trace_replays(const struct ts *ts, const struct ts_trace *trace) {
    if (trace->states.count == 0) return false;
    struct sought start = {.state = &trace->states.items[0]};
    ts->initial(ts, look, &start);
    if (!start.found) return false;
    for (size_t i = 1; i < trace->states.count; i++) {
        if (!step_is_offered(ts, &trace->states.items[i - 1], &trace->states.items[i])) return false;
    }
    return cycle_closes(trace);
}

void ts_trace_drop_idle_end(struct ts_trace *trace) {
    if (trace->states.count < 2 || trace->cycle_start != SIZE_MAX) return;
    if (vec_last(&trace->states).step.action != TS_NO_ACTION) return;
    free(vec_pop(&trace->states).bytes);
}
