#include "app/cases/enumerate.h"

#include "app/exec/state.h"
#include "app/exec/transitions.h"
#include "base/limits.h"

#include <string.h>

/* The outcomes of the steps from a state, and what each executes. */
struct enumerating {
    const struct enumerate *enumerate;
    const void *state;
    struct notes notes;
    struct script_taken taken; /* the inputs of the outcome under way */
    void (*each)(struct enumerating *enumerating, const void *state, uint32_t size, const struct ts_step *step,
                 uint64_t choice);
    void *context;
    bool in_time; /* it ends when a limit is reached */
    bool stopped; /* there may be more */
};

static void begin_outcome(struct enumerating *enumerating, struct machine *machine, uint64_t choice) {
    struct notes *notes = &enumerating->notes;
    state_unpack(machine, enumerating->state);
    vec_clear(&notes->list);
    vec_clear(&notes->calls);
    vec_clear(&notes->events);
    vec_clear(&enumerating->taken.list);
    machine->choice = choice;
    machine->choices = 1;
    machine->notes = notes;
    machine->chosen = &enumerating->taken;
}

/* A step chooses once: it was an input's choice, or the kernel's. */
static void each_outcome(void *context, struct machine *machine, transitions_run run, uint32_t which,
                         struct ts_step step) {
    struct enumerating *enumerating = context;
    uint64_t count = 1;
    for (uint64_t choice = 0; choice < count && !enumerating->stopped; choice++) {
        begin_outcome(enumerating, machine, choice);
        enum leave why = run(machine, which);
        machine->notes = NULL;
        machine->chosen = NULL;
        if (machine->choices > count) count = machine->choices;
        enumerating->stopped |= atomic_load(&machine->executor->stopped) != 0;
        enumerating->stopped |= enumerating->in_time && limits_reached() != LIMITS_NONE;
        if (enumerating->stopped) return;
        if (why == LEAVE_PRUNED) continue;
        step.fault = why == LEAVE_FAULT ? machine->fault : 0;
        step.labels = machine->labels;
        uint32_t size = state_pack(machine);
        enumerating->each(enumerating, machine->packed, size, &step, enumerating->taken.list.count ? 0 : choice);
    }
}

static void go(struct enumerating *enumerating, const void *state, unsigned actor) {
    struct transitions_visitor steps = {.context = enumerating, .each = each_outcome};
    enumerating->state = state;
    enumerating->notes.wants_events = enumerating->enumerate->wants_events;
    transitions_from(enumerating->enumerate->executor, state, actor, &steps);
    notes_free(&enumerating->notes);
    vec_free(&enumerating->taken.list);
}

/* ---- all ways ---- */

struct visiting {
    paths_visit visit;
    void *context;
};

static void visit(struct enumerating *enumerating, const void *state, uint32_t size, const struct ts_step *step,
                  uint64_t choice) {
    const struct visiting *visiting = enumerating->context;
    (void)choice;
    visiting->visit(visiting->context, &(struct paths_way){state, size, step, &enumerating->notes});
}

static bool ways(void *self, const void *state, uint32_t size, paths_visit to, void *context) {
    struct visiting visiting = {to, context};
    struct enumerating enumerating = {.enumerate = self, .each = visit, .context = &visiting, .in_time = true};
    (void)size;
    go(&enumerating, state, TS_EVERYBODY);
    return !enumerating.stopped;
}

/* ---- one run ---- */

struct repeating {
    const struct ts_trace_state *to;
    size_t step;
    paths_is_wanted is_wanted; /* NULL: any way is */
    void *context;
    bool found;
    uint64_t choice;
    struct script_taken inputs; /* of all steps so far */
};

static void look(struct enumerating *enumerating, const void *state, uint32_t size, const struct ts_step *step,
                 uint64_t choice) {
    struct repeating *repeating = enumerating->context;
    if (repeating->found || !ts_trace_has(repeating->to, state, size, step)) return;
    if (repeating->is_wanted && !repeating->is_wanted(repeating->context, repeating->step, &enumerating->notes)) return;
    repeating->found = enumerating->stopped = true;
    repeating->choice = choice;
    for (size_t i = 0; i < enumerating->taken.list.count; i++)
        vec_push(&repeating->inputs.list, enumerating->taken.list.items[i]);
}

static bool run(void *self, const struct ts_trace *trace, paths_is_wanted is_wanted, void *context,
                struct paths_run *run) {
    size_t steps = trace->states.count ? trace->states.count - 1 : 0;
    struct repeating repeating = {.is_wanted = is_wanted, .context = context, .found = true};
    *run = (struct paths_run){.steps = memory_new((steps + 1) * sizeof *run->steps), .step_count = steps};
    for (size_t i = 0; repeating.found && i < steps; i++) {
        struct enumerating enumerating = {.enumerate = self, .each = look, .context = &repeating};
        repeating.to = &trace->states.items[i + 1];
        repeating.step = i;
        repeating.found = false;
        go(&enumerating, trace->states.items[i].bytes, repeating.to->step.actor);
        run->steps[i] = (struct steered_step){repeating.to->step.action, repeating.to->step.actor, repeating.choice};
    }
    run->inputs = repeating.inputs.list.items;
    run->input_count = run->again = repeating.inputs.list.count;
    return repeating.found;
}

static void initial(void *self, ts_emit emit, void *context) {
    const struct ts *ts = &((const struct enumerate *)self)->executor->ts;
    ts->initial(ts, emit, context);
}

struct walk enumerate_walk(struct enumerate *enumerate) {
    return (struct walk){enumerate, initial, true, ways, run};
}
