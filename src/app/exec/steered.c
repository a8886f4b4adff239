#include "app/exec/steered.h"

#include "app/exec/state.h"
#include "app/exec/transitions.h"

#include <string.h>

/* Behind the state. */
struct position {
    uint32_t made;  /* steps; 0 where they are not said */
    uint32_t input; /* the next */
};

struct steering {
    const struct steered *steered;
    const void *state;
    struct position position;
    unsigned char *room; /* for a successor */
    ts_emit emit;
    void *context;
};

static const struct steered *steered_of(const struct ts *ts) { return (const struct steered *)ts; }

static void emit_at(struct steering *steering, const void *state, uint32_t size, struct position position,
                    const struct ts_step *step) {
    memcpy(steering->room, state, size);
    memcpy(steering->room + size, &position, sizeof position);
    steering->emit(steering->context, steering->room, size + (uint32_t)sizeof position, step);
}

/* ---- steps ---- */

static void make(struct steering *steering, struct machine *machine, transitions_run run, uint32_t which,
                 struct ts_step step) {
    struct script script = steering->steered->script;
    script.next = steering->position.input;
    state_unpack(machine, steering->state);
    machine->choices = 1;
    machine->script = &script;
    enum leave why = run(machine, which);
    machine->script = NULL;
    if (why != LEAVE_PRUNED && !atomic_load(&machine->executor->stopped)) {
        step.fault = why == LEAVE_FAULT ? machine->fault : 0;
        step.labels = machine->labels;
        uint32_t size = state_pack(machine);
        struct position behind = {steering->position.made + (steering->steered->steps != NULL), (uint32_t)script.next};
        emit_at(steering, machine->packed, size, behind, &step);
    }
}

static void each(void *context, struct machine *machine, transitions_run run, uint32_t which, struct ts_step step) {
    struct steering *steering = context;
    const struct steered *steered = steering->steered;
    const struct steered_step *wanted = steered->steps ? &steered->steps[steering->position.made] : NULL;
    if (wanted && (step.action != wanted->action || step.actor != wanted->actor)) return;
    uint64_t choices = wanted ? wanted->choice + 1 : 1;
    for (uint64_t choice = wanted ? wanted->choice : 0; choice < choices; choice++) {
        machine->choice = choice;
        make(steering, machine, run, which, step);
        if (!wanted && machine->choices > choices) choices = machine->choices;
    }
}

static void next(const struct ts *ts, const void *state, uint32_t size, unsigned actor, ts_emit emit, void *context) {
    const struct steered *steered = steered_of(ts);
    struct steering steering = {.steered = steered, .state = state, .emit = emit, .context = context};
    struct transitions_visitor steps = {.context = &steering, .each = each};
    memcpy(&steering.position, (const unsigned char *)state + size - sizeof steering.position,
           sizeof steering.position);
    if (steered->steps && steering.position.made == steered->step_count) return;
    steering.room = memory_new(ts->max_state_size);
    transitions_from(ts->self, state, actor, &steps);
    free(steering.room);
}

static void note_that_there_is_one(void *context, struct machine *machine, transitions_run run, uint32_t which,
                                   struct ts_step step) {
    bool *any = context;
    (void)machine, (void)run, (void)which, (void)step;
    *any = true;
}

/* Where the steps that are said end, the application may go on. */
static bool goes_on_elsewhere(const struct ts *ts, const void *state, uint32_t size) {
    bool any = false;
    struct transitions_visitor steps = {.context = &any, .each = note_that_there_is_one};
    (void)size;
    transitions_from(ts->self, state, TS_EVERYBODY, &steps);
    return any;
}

/* ---- starts ---- */

static void start(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct steering *steering = context;
    const struct steered *steered = steering->steered;
    if (steered->start && (size != steered->start_size || memcmp(state, steered->start, size) != 0)) return;
    emit_at(steering, state, size, (struct position){0}, step);
}

static void initial(const struct ts *ts, ts_emit emit, void *context) {
    const struct executor *executor = ts->self;
    struct steering starting = {
        .steered = steered_of(ts), .room = memory_new(ts->max_state_size), .emit = emit, .context = context};
    executor->ts.initial(&executor->ts, start, &starting);
    free(starting.room);
}

void steered_begin(struct steered *steered, const struct executor *executor) {
    steered->ts = executor->ts;
    steered->ts.max_state_size += sizeof(struct position);
    steered->ts.counts_passing = false; /* none is */
    steered->ts.initial = initial;
    steered->ts.next = next;
    if (steered->steps) steered->ts.goes_on_elsewhere = goes_on_elsewhere;
}
