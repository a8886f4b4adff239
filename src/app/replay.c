#include "app/replay.h"

#include "app/exec/fault.h"
#include "app/exec/long_step.h"
#include "app/exec/state.h"
#include "app/exec/transitions.h"
#include "app/leap.h"
#include "app/parts.h"
#include "base/invariant.h"

#include <string.h>

/* ---- replaying one step ---- */

struct replay {
    struct recorder *recorder;
    const struct executor *executor;
    const void *before, *after;
    const struct ts_step *step;
    size_t first;          /* the step's events begin here */
    struct script *script; /* NULL: inputs are tried */
    struct script attempt; /* it, during one outcome */
    bool found;
};

static void begin(void *context, struct machine *machine) {
    struct replay *replay = context;
    machine->recorder = replay->found ? NULL : replay->recorder;
    machine->script = replay->script ? &replay->attempt : NULL;
    if (replay->found) return;
    if (replay->script) replay->attempt = *replay->script;
    replay->recorder->timeline->events.count = replay->first;
    text_clear(&replay->recorder->reads);
    passed_go_back(&replay->recorder->passed);
    recorder_start(replay->recorder, replay->before);
}

/* Of several things that are wrong in the step it is this one. */
static void tell_fault(struct replay *replay) {
    struct timeline *timeline = replay->recorder->timeline;
    const struct ts_fault *fault = faults_get(replay->executor->faults, replay->step->fault);
    if (!timeline->events.count || vec_last(&timeline->events).kind != TIMELINE_FAULT) return;
    vec_last(&timeline->events).text = arena_text(timeline->arena, fault->message);
    vec_last(&timeline->events).result = arena_text(timeline->arena, fault->kind);
}

/* `after` may be longer than the state: a product's is. */
static void compare(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct replay *replay = context;
    if (replay->found) return;
    replay->found = step->action == replay->step->action && step->actor == replay->step->actor &&
                    step->fault == replay->step->fault && step->labels == replay->step->labels &&
                    memcmp(state, replay->after, size) == 0;
    if (replay->found && replay->script) replay->script->next = replay->attempt.next;
    if (replay->found && step->fault) tell_fault(replay);
}

bool replay_step(const struct executor *executor, struct recorder *recorder, const void *before, const void *after,
                 uint32_t after_size, const struct ts_step *step, struct script *script) {
    unsigned char *copy = memory_new(after_size + executor->max_state_size); /* comparing never runs over its end */
    memcpy(copy, after, after_size);
    struct replay replay = {.recorder = recorder,
                            .executor = executor,
                            .before = before,
                            .after = copy,
                            .step = step,
                            .script = script,
                            .first = recorder->timeline->events.count};
    passed_keep(&recorder->passed);
    struct transitions_visitor steps = {.emit = compare, .context = &replay, .begin = begin, .enough = &replay.found};
    struct transitions_choice likely = {step->action, long_step_choice(executor, before, copy, step)};
    if (!script && likely.choice != UINT64_MAX) steps.likely = &likely;
    transitions_from(executor, before, step->actor, &steps);
    if (!replay.found) recorder->timeline->events.count = replay.first;
    free(copy);
    return replay.found;
}

/* Whoever was told to hurry may leave a step where it is. */
static void must_replay(const struct executor *executor, bool replayed) {
    if (!replayed && !atomic_load(&executor->stopped)) internal_error("a step of the application does not replay");
}

struct timeline *replay_one_step(const struct executor *executor, const void *before, const void *after,
                                 uint32_t after_size, const struct ts_step *step, struct text *reads) {
    struct timeline *timeline = timeline_new(executor->subject);
    struct recorder *recorder = recorder_new(executor->subject, timeline);
    must_replay(executor, replay_step(executor, recorder, before, after, after_size, step, NULL));
    text_add(reads, text_chars(&recorder->reads));
    recorder_free(recorder);
    return timeline;
}

/* ---- a whole trace ---- */

/* How things stand when nothing has happened yet. */
static void record_start(const struct executor *executor, struct recorder *recorder, const void *state) {
    struct machine *machine = machine_take(executor);
    state_unpack(machine, state);
    machine->recorder = recorder;
    machine->instruction = NULL;
    machine->current = OSEK_NONE;
    record_all_states(machine);
    machine_give(machine);
}

/* False: a step of the trace is none of the application, as it is now. */
static bool replay_all(const struct executor *executor, struct recorder *recorder, const struct ts_trace *trace,
                       const struct script *inputs) {
    struct script script = inputs ? *inputs : (struct script){0};
    bool replayed = true;
    for (size_t i = 1; replayed && i < trace->states.count; i++) {
        const struct ts_trace_state *from = &trace->states.items[i - 1], *to = &trace->states.items[i];
        recorder->time = (uint32_t)i - 1;
        if (to->step.action != TS_NO_ACTION)
            replayed =
                replay_step(executor, recorder, from->bytes, to->bytes, to->size, &to->step, inputs ? &script : NULL);
    }
    return replayed;
}

struct timeline *app_timeline(const struct app *app, const struct ts_trace *trace, const struct script *inputs) {
    const struct executor *executor = &app->executor;
    struct timeline *timeline = timeline_new(executor->subject);
    struct recorder *recorder = recorder_new(executor->subject, timeline);
    if (trace->states.count) record_start(executor, recorder, trace->states.items[0].bytes);
    unsigned char *reached = executor_set_aside(executor, executor->reached);
    bool *locks = leap_locks(executor);
    recorder->passed.watched = locks;
    must_replay(executor, replay_all(executor, recorder, trace, inputs));
    for (int kind = 0; kind < LEAP_KINDS; kind++) timeline->rests_on[kind] = leap_met(executor, kind);
    timeline->rests_on[LEAP_LOCK] = leap_of_lock(executor, &recorder->passed);
    timeline->meets_types = leap_meets_types(executor);
    timeline->meets_values = leap_meets_values(executor);
    timeline->meets_constants = leap_meets(executor, executor->analysis->led);
    timeline->meets_numbers = leap_meets(executor, executor->analysis->numbered);
    executor_give_back(executor, executor->reached, reached);
    timeline->end = trace->states.count ? (uint32_t)trace->states.count - 1 : 0;
    if (trace->cycle_start != SIZE_MAX) timeline->cycle_start = (uint32_t)trace->cycle_start;
    recorder_free(recorder);
    free(locks);
    return timeline;
}

bool app_is_timely_run(struct app *app, const struct ts_trace *trace, const struct script *inputs) {
    bool before = app->executor.timely;
    struct timeline *timeline = timeline_new(app->executor.subject);
    struct recorder *recorder = recorder_new(app->executor.subject, timeline);
    app->executor.timely = true;
    bool timely = replay_all(&app->executor, recorder, trace, inputs);
    app->executor.timely = before;
    recorder_free(recorder);
    timeline_free(timeline);
    return timely;
}
