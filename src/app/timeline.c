#include "app/record.h"
#include "app/run.h"
#include "app/state.h"
#include "app/system.h"

#include <string.h>

struct timeline *timeline_new(const struct app *app) {
    struct timeline *timeline = memory_new(sizeof *timeline);
    timeline->arena = arena_new();
    timeline->application = arena_text(timeline->arena, app->title ? app->title : "");
    timeline->cycle_start = UINT32_MAX;
    return timeline;
}

void timeline_free(struct timeline *timeline) {
    if (!timeline) return;
    vec_free(&timeline->contexts);
    vec_free(&timeline->resources);
    vec_free(&timeline->events);
    arena_free(timeline->arena);
    free(timeline);
}

/* ---- replaying one step ---- */

struct replay {
    struct recorder *recorder;
    const struct app *app;
    const void *before, *after;
    const struct ts_step *step;
    size_t first; /* the step's events begin here */
    bool found;
};

static void begin(void *context, struct machine *machine) {
    struct replay *replay = context;
    machine->recorder = replay->found ? NULL : replay->recorder;
    if (replay->found) return;
    replay->recorder->timeline->events.count = replay->first;
    text_clear(&replay->recorder->reads);
    recorder_start(replay->recorder, replay->app, replay->before);
}

/* `after` may be longer than the state: a product's is. */
static void compare(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct replay *replay = context;
    if (replay->found) return;
    replay->found = step->action == replay->step->action && step->actor == replay->step->actor &&
                    step->fault == replay->step->fault && memcmp(state, replay->after, size) == 0;
}

bool record_step(const struct app *app, struct recorder *recorder, const void *before, const void *after,
                 uint32_t after_size, const struct ts_step *step) {
    unsigned char *copy = memory_new(after_size + app->max_state_size); /* comparing never runs over its end */
    memcpy(copy, after, after_size);
    struct replay replay = {.recorder = recorder,
                            .app = app,
                            .before = before,
                            .after = copy,
                            .step = step,
                            .first = recorder->timeline->events.count};
    struct system_steps steps = {compare, &replay, begin};
    system_steps(app, before, step->actor, &steps);
    if (!replay.found) recorder->timeline->events.count = replay.first;
    free(copy);
    return replay.found;
}

struct timeline *record_one_step(const struct app *app, const void *before, const void *after, uint32_t after_size,
                                 const struct ts_step *step, struct text *reads) {
    struct timeline *timeline = timeline_new(app);
    struct recorder *recorder = recorder_new(app, timeline);
    record_step(app, recorder, before, after, after_size, step);
    text_add(reads, text_chars(&recorder->reads));
    recorder_free(recorder);
    return timeline;
}

/* ---- a whole trace ---- */

/* How things stand when nothing has happened yet. */
static void record_start(const struct app *app, struct recorder *recorder, const void *state) {
    struct machine *machine = machine_take(app);
    state_unpack(machine, state);
    machine->recorder = recorder;
    machine->instruction = NULL;
    machine->current = OSEK_NONE;
    record_all_states(machine);
    machine_give(machine);
}

struct timeline *app_timeline(const struct app *app, const struct ts_trace *trace) {
    struct timeline *timeline = timeline_new(app);
    struct recorder *recorder = recorder_new(app, timeline);
    if (trace->states.count) record_start(app, recorder, trace->states.items[0].bytes);
    for (size_t i = 1; i < trace->states.count; i++) {
        const struct ts_trace_state *from = &trace->states.items[i - 1], *to = &trace->states.items[i];
        recorder->time = (uint32_t)i - 1;
        if (to->step.action != TS_NO_ACTION) record_step(app, recorder, from->bytes, to->bytes, to->size, &to->step);
    }
    timeline->end = trace->states.count ? (uint32_t)trace->states.count - 1 : 0;
    if (trace->cycle_start != SIZE_MAX) timeline->cycle_start = (uint32_t)trace->cycle_start;
    recorder_free(recorder);
    return timeline;
}
