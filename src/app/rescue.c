#include "app/rescue.h"

#include "app/exec/state.h"
#include "app/exec/transitions.h"
#include "app/judging.h"
#include "app/parts.h"
#include "app/setters.h"
#include "base/clock.h"
#include "search/left_out.h"
#include "search/nodeset.h"
#include "search/store.h"

#include <string.h>

enum {
    MOST_STATES = 200000, /* looked at in all, for all that ask */
    MOST_ASKED = 1000     /* of those that help, whether runs go on from there */
};

enum need { TO_BE_WOKEN, TO_RUN, TO_BE_READY, TO_END };

struct rescue {
    const struct app *app;
    const struct search_options *options;
    struct subject subject;   /* the application's, with no bounds left */
    struct analysis analysis; /* the application's, of that */
    struct executor executor; /* the application's, on that */
    struct nodeset states;
    double begun;
    uint32_t looked_at, asked;
    enum need need;
    uint32_t who;                  /* needs it: a task, an alarm, or a context */
    const struct machine *machine; /* that makes the step */
    bool found, is_known;          /* found: it is woken, or, if that is not known, may be */
};

/* What never comes still does not. */
static struct source *without_bounds(struct arena *arena, const struct source *sources, uint32_t count,
                                     enum rescue_kind kind) {
    struct source *unbounded = arena_new_array(arena, struct source, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        unbounded[i] = sources[i];
        if (sources[i].times) unbounded[i].times = APP_UNBOUNDED;
        if (kind == RESCUE_BY_TIME || kind == RESCUE_BY_ALL) unbounded[i].timely = unbounded[i].open = false;
        if (kind == RESCUE_IF_BUSY || kind == RESCUE_BY_ALL) unbounded[i].idle_only = false;
    }
    return unbounded;
}

struct rescue *rescue_new(const struct app *app, const struct search_options *options, enum rescue_kind kind) {
    struct rescue *rescue = memory_new(sizeof *rescue);
    struct arena *arena = app->subject.arena;
    rescue->app = app;
    rescue->options = options;
    rescue->begun = clock_seconds();
    rescue->subject = app->subject;
    rescue->subject.isr_sources = without_bounds(arena, app->subject.isr_sources, app->subject.config->isr_count, kind);
    rescue->subject.counter_sources =
        without_bounds(arena, app->subject.counter_sources, app->subject.config->counter_count, kind);
    /* A task that is ready for ever loses activations, which is no help to it: the kernel goes on behind them. */
    rescue->subject.enabled[APP_CHECK_ACTIVATION] = rescue->subject.enabled[APP_CHECK_UNCHECKED] = false;
    rescue->analysis = *app->executor.analysis;
    rescue->analysis.subject = &rescue->subject;
    memcpy(&rescue->executor, &app->executor, sizeof rescue->executor);
    rescue->executor.subject = &rescue->subject;
    rescue->executor.analysis = &rescue->analysis;
    rescue->executor.ts.self = &rescue->executor;
    for (unsigned i = 0; i < SPARE_MACHINES; i++) atomic_init(&rescue->executor.spare[i], NULL);
    /* What is reached here is not reached there. */
    rescue->executor.reached = memory_new(app->subject.instruction_count + 1);
    return rescue;
}

void rescue_free(struct rescue *rescue) {
    if (!rescue) return;
    for (unsigned i = 0; i < SPARE_MACHINES; i++) machine_free(atomic_load(&rescue->executor.spare[i]));
    free((void *)rescue->executor.reached);
    nodeset_free(&rescue->states);
    free(rescue);
}

/* Where no run that counts goes on, nobody is helped. */
static bool is_left_out(struct rescue *rescue, const void *state, uint32_t size) {
    struct bottom_start start = {state, size};
    if (!rescue->executor.ts.leaves_runs_out || ++rescue->asked > MOST_ASKED) return false;
    return left_out_from(&rescue->executor.ts, rescue->options, &start);
}

/* Its code, or a hook's for it, is what runs. */
static bool runs_alone(const struct rescue *rescue, const void *kernel) {
    uint32_t current = osek_current(rescue->subject.config, kernel);
    return current == rescue->who || subject_is_hook(&rescue->subject, current);
}

static bool is_stuck(const struct rescue *rescue, const void *kernel) {
    const struct osek_config *config = rescue->subject.config;
    switch (rescue->need) {
    case TO_BE_WOKEN: return osek_task_state(config, kernel, rescue->who) == OSEK_WAITING;
    case TO_RUN: return judging_is_held_up(config, kernel, rescue->who);
    case TO_BE_READY: return !judging_is_ready(config, kernel, rescue->who);
    case TO_END: break;
    }
    return runs_alone(rescue, kernel) && !rescue->machine->ended_own;
}

static void begin_step(void *context, struct machine *machine) { ((struct rescue *)context)->machine = machine; }

static void add_state(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct rescue *rescue = context;
    uint32_t number;
    const struct osek_config *config = rescue->subject.config;
    const void *kernel = app_kernel_state(rescue->app, state);
    if (!step->fault && osek_is_stopped(config, kernel)) return; /* that is no help */
    bool is_helped = step->fault || !is_stuck(rescue, kernel);
    if (is_helped && !step->fault && is_left_out(rescue, state, size)) return;
    if (is_helped) {
        rescue->found = true;
        rescue->is_known |= !step->fault && rescue->asked <= MOST_ASKED;
    } else {
        nodeset_add(&rescue->states, state, size, store_hash(state, size), &number);
    }
}

static bool may_go_on(const struct rescue *rescue) {
    const struct search_options *options = rescue->options;
    if (options->interrupted && *options->interrupted) return false;
    if (options->memory_limit && rescue->states.bytes.capacity > options->memory_limit) return false;
    if (options->time_limit > 0 && clock_seconds() - rescue->begun > options->time_limit) return false;
    return rescue->looked_at < MOST_STATES;
}

/* However often anything comes, it waits. */
static bool is_lost(const struct rescue *rescue, const void *kernel) {
    const struct subject *subject = &rescue->subject;
    return rescue->need == TO_BE_WOKEN &&
           !setters_are_there(subject, rescue->who, osek_events_awaited(subject->config, kernel, rescue->who));
}

static bool look(struct rescue *rescue, const void *state, uint32_t size, bool *is_known) {
    struct transitions_visitor steps = {.emit = add_state, .context = rescue};
    if (rescue->need == TO_END) steps.begin = begin_step;
    uint32_t number;
    rescue->found = rescue->is_known = false;
    *is_known = true;
    if (is_lost(rescue, app_kernel_state(rescue->app, state))) return false;
    unsigned char *here = memory_new(rescue->executor.max_state_size);
    nodeset_clear(&rescue->states);
    nodeset_add(&rescue->states, state, size, store_hash(state, size), &number);
    for (uint32_t i = 0; i < rescue->states.nodes.count && !rescue->found; i++) {
        const void *stored = nodeset_get(&rescue->states, i, &size);
        memcpy(here, stored, size); /* it moves when others are added */
        transitions_from(&rescue->executor, here, TS_EVERYBODY, &steps);
        rescue->looked_at++;
        rescue->found |= !may_go_on(rescue);
    }
    free(here);
    *is_known = !rescue->found || rescue->is_known;
    return rescue->found;
}

bool rescue_may_come(struct rescue *rescue, const void *state, uint32_t size, uint32_t task, bool *is_known) {
    const void *kernel = app_kernel_state(rescue->app, state);
    bool waits = osek_task_state(rescue->subject.config, kernel, task) == OSEK_WAITING;
    rescue->need = waits ? TO_BE_WOKEN : TO_RUN;
    rescue->who = task;
    return look(rescue, state, size, is_known);
}

bool rescue_may_be_ready(struct rescue *rescue, const void *state, uint32_t size, uint32_t alarm, bool *is_known) {
    rescue->need = TO_BE_READY;
    rescue->who = alarm;
    return look(rescue, state, size, is_known);
}

bool rescue_may_end(struct rescue *rescue, const void *state, uint32_t size, uint32_t context, bool *is_known) {
    rescue->need = TO_END;
    rescue->who = context;
    return look(rescue, state, size, is_known);
}
