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

struct rescue {
    const struct app *app;
    const struct search_options *options;
    struct subject subject;   /* the application's, with no bounds left */
    struct analysis analysis; /* the application's, of that */
    struct executor executor; /* the application's, on that */
    struct nodeset states;
    double begun;
    uint32_t looked_at, asked;
    uint32_t task;
    bool waits;           /* it does, until it is woken; otherwise it is held up */
    bool found, is_known; /* found: it is woken, or, if that is not known, may be */
};

/* What never comes still does not. */
static struct source *without_bounds(struct arena *arena, const struct source *sources, uint32_t count, bool hurries) {
    struct source *unbounded = arena_new_array(arena, struct source, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        unbounded[i] = sources[i];
        if (sources[i].times) unbounded[i].times = APP_UNBOUNDED;
        if (hurries) unbounded[i].timely = unbounded[i].open = false;
    }
    return unbounded;
}

struct rescue *rescue_new(const struct app *app, const struct search_options *options, bool hurries) {
    struct rescue *rescue = memory_new(sizeof *rescue);
    struct arena *arena = app->subject.arena;
    rescue->app = app;
    rescue->options = options;
    rescue->begun = clock_seconds();
    rescue->subject = app->subject;
    rescue->subject.isr_sources =
        without_bounds(arena, app->subject.isr_sources, app->subject.config->isr_count, hurries);
    rescue->subject.counter_sources =
        without_bounds(arena, app->subject.counter_sources, app->subject.config->counter_count, hurries);
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

static bool is_stuck(const struct rescue *rescue, const void *kernel) {
    const struct osek_config *config = rescue->subject.config;
    return rescue->waits ? osek_task_state(config, kernel, rescue->task) == OSEK_WAITING
                         : judging_is_held_up(config, kernel, rescue->task);
}

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
    return rescue->waits &&
           !setters_are_there(subject, rescue->task, osek_events_awaited(subject->config, kernel, rescue->task));
}

bool rescue_may_come(struct rescue *rescue, const void *state, uint32_t size, uint32_t task, bool *is_known) {
    struct transitions_visitor steps = {.emit = add_state, .context = rescue};
    const void *kernel = app_kernel_state(rescue->app, state);
    uint32_t number;
    rescue->task = task;
    rescue->waits = osek_task_state(rescue->subject.config, kernel, task) == OSEK_WAITING;
    rescue->found = rescue->is_known = false;
    *is_known = true;
    if (is_lost(rescue, kernel)) return false;
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
