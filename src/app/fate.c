/* Where everything stands still, the search has found it; here are the bottom components that go on. In one of them
 *   - a task waits for ever if it waits in every state;
 *   - code runs for ever if nobody else's ever runs (but hooks, for it), it never ends, and nothing can come;
 *   - an alarm is outrun if time waits for its task, and never goes on.
 * A system that somebody may shut down is no better: a task waits for ever, too, in a round that only ShutdownOS leads
 * out of, if nothing wakes it on the way there; a system that only an interrupt can wake may stay idle, which is such a
 * round.
 * A spent budget that keeps something away in one of the states excuses code that runs for ever, and a task that waits
 * if what it keeps away could have woken it (rescue.h). That is asked of states without a way on, too. */
#include "app/fate.h"

#include "app/exec/state.h"
#include "app/exec/transitions.h"
#include "app/parts.h"
#include "app/rescue.h"
#include "cfront/headers.h"
#include "search/bottom.h"
#include "search/nodeset.h"
#include "ts/product.h"

#include <string.h>

enum { MOST_MEMBERS = 100000 /* that are kept, to look for a way to one of them */ };

struct judging {
    const struct app *app;
    const struct osek_config *config;
    const struct search_options *options;
    uint32_t *waits; /* per task: in how many states of the component */
    uint32_t members;
    bool excused;
    bool timely;         /* time waits for tasks */
    uint32_t *kept_back; /* by actor: an alarm that time keeps back in one of the states */
    bool undisturbed;    /* in every state code runs, and nothing can come */
    struct nodeset states;
    struct rescue *rescue; /* NULL: nobody has asked yet */
    struct app_fate fate;
};

static bool found_one(const struct judging *judging) {
    const struct app_fate *fate = &judging->fate;
    return fate->waiting != OSEK_NONE || fate->endless != OSEK_NONE || fate->outrun != OSEK_NONE;
}

static uint32_t actor_count(const struct judging *judging) {
    return judging->app->subject.context_count + judging->config->counter_count;
}

static void begin_component(struct judging *judging) {
    memset(judging->waits, 0, judging->config->task_count * sizeof *judging->waits);
    judging->members = 0;
    judging->excused = false;
    judging->undisturbed = true;
    for (uint32_t i = 0; i < actor_count(judging); i++) judging->kept_back[i] = OSEK_NONE;
    nodeset_clear(&judging->states);
}

static void add_state(struct judging *judging, const void *state, uint32_t size) {
    const void *kernel = app_kernel_state(judging->app, state);
    uint32_t number;
    for (uint32_t i = 0; i < judging->config->task_count; i++)
        judging->waits[i] += osek_task_state(judging->config, kernel, i) == OSEK_WAITING;
    judging->members++;
    bool busy = osek_current(judging->config, kernel) != OSEK_NONE && !osek_is_idle(judging->config, kernel);
    bool disturbed = transitions_may_come(&judging->app->executor, state, &judging->excused);
    judging->undisturbed = judging->undisturbed && busy && !disturbed;
    if (judging->timely) transitions_find_kept_back(&judging->app->executor, state, judging->kept_back);
    if (judging->states.nodes.count < MOST_MEMBERS)
        nodeset_add(&judging->states, state, size, store_hash(state, size), &number);
}

static bool is_bounded(const struct source *sources, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (sources[i].times && sources[i].times != APP_UNBOUNDED) return true;
    return false;
}

/* That time waits for a task is no excuse: it goes on in the component, or nowhere. */
static bool is_excused(struct judging *judging, uint32_t task) {
    const struct subject *subject = &judging->app->subject;
    uint32_t size;
    if (!judging->excused || (!is_bounded(subject->isr_sources, judging->config->isr_count) &&
                              !is_bounded(subject->counter_sources, judging->config->counter_count)))
        return false;
    if (!judging->rescue) judging->rescue = rescue_new(judging->app, judging->options);
    const void *state = nodeset_get(&judging->states, 0, &size);
    return rescue_may_come(judging->rescue, state, size, task);
}

/* ---- tasks that wait until the system is shut down ---- */

/* What can be reached from a component before the end, with every step of the way. */
struct outlook {
    struct judging *judging;
    uint32_t task;
    struct nodeset states;
    bool woken;
};

static bool is_shut_down(void *context, const void *state) {
    const struct judging *judging = context;
    return osek_is_shut_down(judging->config, app_kernel_state(judging->app, state));
}

static void look_ahead(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct outlook *outlook = context;
    struct judging *judging = outlook->judging;
    uint32_t number;
    (void)step;
    if (is_shut_down(judging, state)) return;
    const void *kernel = app_kernel_state(judging->app, state);
    outlook->woken |= osek_task_state(judging->config, kernel, outlook->task) != OSEK_WAITING;
    nodeset_add(&outlook->states, state, size, store_hash(state, size), &number);
}

static enum search_limit limit_of(const struct judging *judging, const struct nodeset *states) {
    const struct search_options *options = judging->options;
    if (options->interrupted && *options->interrupted) return LIMIT_INTERRUPTED;
    return options->memory_limit && states->bytes.capacity > options->memory_limit ? LIMIT_MEMORY : LIMIT_NONE;
}

/* Goes from a state of the component to all that `steps` adds to `states`, which are forgotten in the end, until
 * something is found there. No step leads to the first one. */
static void go_through(struct judging *judging, struct nodeset *states, const struct transitions_visitor *steps,
                       const bool *found) {
    unsigned char *state = memory_new(judging->app->executor.max_state_size);
    uint32_t size;
    const void *first = nodeset_get(&judging->states, 0, &size);
    steps->emit(steps->context, first, size, NULL);
    for (uint32_t i = 0; i < states->nodes.count && !*found && judging->fate.limit == LIMIT_NONE; i++) {
        const void *stored = nodeset_get(states, i, &size);
        memcpy(state, stored, size); /* it moves when others are added */
        transitions_from(&judging->app->executor, state, TS_EVERYBODY, steps);
        judging->fate.limit = limit_of(judging, states);
    }
    nodeset_free(states);
    free(state);
}

static bool may_be_woken(struct judging *judging, uint32_t task) {
    struct outlook outlook = {.judging = judging, .task = task};
    struct transitions_visitor steps = {.emit = look_ahead, .context = &outlook};
    go_through(judging, &outlook.states, &steps, &outlook.woken);
    return outlook.woken || judging->fate.limit != LIMIT_NONE;
}

/* ---- components ---- */

static uint32_t who_waits(struct judging *judging, enum bottom_kind kind) {
    if (!app_looks_for(judging->app, APP_CHECK_WAITING)) return OSEK_NONE;
    for (uint32_t i = 0; i < judging->config->task_count; i++)
        if (judging->waits[i] == judging->members && !is_excused(judging, i) &&
            (kind != BOTTOM_BEFORE_OVER || !may_be_woken(judging, i)))
            return i;
    return OSEK_NONE;
}

/* Where nothing is spent the search has looked; where code stands still, an assumption has ended the run. */
static bool is_end_of_interest(const struct judging *judging) {
    uint32_t size;
    const void *state = nodeset_get(&judging->states, 0, &size);
    return judging->excused && osek_current(judging->config, app_kernel_state(judging->app, state)) == OSEK_NONE;
}

/* ---- code that runs for ever ---- */

/* All states of a component, those that the search need not store with them. */
struct round {
    const struct judging *judging;
    const struct machine *machine; /* that makes the step */
    struct nodeset states;
    uint32_t runner, hook; /* whose code runs; OSEK_NONE: none so far */
    bool broken;           /* it ends, or others run, too */
};

static void look_who_runs(struct round *round, const void *state) {
    uint32_t current = osek_current(round->judging->config, app_kernel_state(round->judging->app, state));
    uint32_t *who = subject_is_hook(&round->judging->app->subject, current) ? &round->hook : &round->runner;
    round->broken |= current == OSEK_NONE || (who == &round->runner && *who != OSEK_NONE && *who != current);
    *who = current;
}

static void begin_step(void *context, struct machine *machine) { ((struct round *)context)->machine = machine; }

static void add_step(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct round *round = context;
    uint32_t number;
    round->broken |= step && round->machine->ended_own;
    if (nodeset_add(&round->states, state, size, store_hash(state, size), &number)) look_who_runs(round, state);
}

static uint32_t who_runs_for_ever(struct judging *judging) {
    if (judging->excused || !judging->undisturbed || !app_looks_for(judging->app, APP_CHECK_ENDLESS)) return OSEK_NONE;
    struct round round = {.judging = judging, .runner = OSEK_NONE, .hook = OSEK_NONE};
    struct transitions_visitor steps = {.emit = add_step, .context = &round, .begin = begin_step};
    go_through(judging, &round.states, &steps, &round.broken);
    if (round.broken || judging->fate.limit != LIMIT_NONE) return OSEK_NONE;
    return round.runner != OSEK_NONE ? round.runner : round.hook;
}

/* ---- alarms that time waits for in vain ---- */

/* What ticks and comes in a component, with every step of the way. */
struct passing {
    struct judging *judging;
    struct nodeset states;
    bool all_come; /* whoever was kept back makes a step somewhere */
};

static uint32_t some_alarm(const struct judging *judging) {
    for (uint32_t i = 0; i < actor_count(judging); i++)
        if (judging->kept_back[i] != OSEK_NONE) return judging->kept_back[i];
    return OSEK_NONE;
}

static void add_passing(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct passing *passing = context;
    struct judging *judging = passing->judging;
    uint32_t number;
    if (is_shut_down(judging, state)) return;
    if (step && step->actor < actor_count(judging)) judging->kept_back[step->actor] = OSEK_NONE;
    passing->all_come = some_alarm(judging) == OSEK_NONE;
    nodeset_add(&passing->states, state, size, store_hash(state, size), &number);
}

static uint32_t who_is_outrun(struct judging *judging, enum bottom_kind kind) {
    if (some_alarm(judging) == OSEK_NONE) return OSEK_NONE;
    struct passing passing = {.judging = judging};
    struct transitions_visitor steps = {.emit = add_passing, .context = &passing};
    go_through(judging, &passing.states, &steps, &passing.all_come);
    uint32_t alarm = judging->fate.limit == LIMIT_NONE ? some_alarm(judging) : OSEK_NONE;
    const struct subject *subject = &judging->app->subject;
    judging->fate.outrun_may_be = kind != BOTTOM_ROUND ||
                                  is_bounded(subject->isr_sources, judging->config->isr_count) ||
                                  is_bounded(subject->counter_sources, judging->config->counter_count) ||
                                  (alarm != OSEK_NONE && judging->config->alarms[alarm].action != OSEK_ACTIVATE) ||
                                  !app_looks_for(judging->app, APP_CHECK_ACTIVATION);
    return alarm;
}

static bool visit(void *context, const void *state, uint32_t size, enum bottom_kind kind) {
    struct judging *judging = context;
    if (state) {
        add_state(judging, state, size);
        return true;
    }
    if (kind == BOTTOM_ROUND) judging->fate.endless = who_runs_for_ever(judging);
    if (judging->fate.endless == OSEK_NONE && (kind != BOTTOM_END || is_end_of_interest(judging)))
        judging->fate.waiting = who_waits(judging, kind);
    if (!found_one(judging)) judging->fate.outrun = who_is_outrun(judging, kind);
    if (found_one(judging) || judging->fate.limit != LIMIT_NONE) return false;
    begin_component(judging);
    return true;
}

/* ---- the way there ---- */

enum { ELSEWHERE, THERE };

static void look(const struct ts_observer *observer, const struct ts_view *view, uint32_t location, observer_emit emit,
                 void *context) {
    const struct judging *judging = observer->self;
    uint32_t number;
    (void)location;
    bool there = nodeset_find(&judging->states, view->state, view->size, store_hash(view->state, view->size), &number);
    emit(context, there ? THERE : ELSEWHERE, TS_NO_ACTION, 0);
}

static unsigned marks(const struct ts_observer *observer, uint32_t location) {
    (void)observer;
    return location == THERE ? TS_VIOLATING : 0;
}

static struct search_result *find_way(const struct judging *judging) {
    struct ts_observer observer = {
        .self = judging, .name = "fate", .stutter_invariant = true, .next = look, .marks = marks};
    struct search_options shortest = *judging->options;
    shortest.order = SEARCH_BFS;
    shortest.goal = SEARCH_SAFETY;
    shortest.ignore_end_states = shortest.ignore_faults = true;
    shortest.violations = 1;
    struct ts *product = ts_product_new(app_ts(judging->app), &observer);
    struct search_result *found = search_run(product, &shortest);
    ts_product_free(product);
    return found;
}

/* Where the context's own code stands where the trace ends: of our library's, where it was called. */
static struct place place_at_end(const struct executor *executor, const struct search_result *search,
                                 uint32_t context) {
    struct place place = {0};
    struct state_calls calls;
    if (!search->violations.count || !search->violations.items[0].trace) return place;
    const void *last = vec_last(&search->violations.items[0].trace->states).bytes;
    if (!state_calls(executor, last, context, &calls)) return place;
    for (uint32_t i = calls.count; i-- > 0;) {
        place = executor->actions[state_call(&calls, i)].place;
        if (!headers_hold(place)) break;
    }
    return place;
}

struct app_fate app_fate_find(const struct app *app, const struct search_options *options) {
    struct judging judging = {.app = app,
                              .config = app_kernel_config(app),
                              .options = options,
                              .timely = app_is_timely(app),
                              .fate = {.waiting = OSEK_NONE, .endless = OSEK_NONE, .outrun = OSEK_NONE}};
    judging.kept_back = memory_new(actor_count(&judging) * sizeof *judging.kept_back);
    judging.waits = memory_new((judging.config->task_count + 1) * sizeof *judging.waits);
    begin_component(&judging);
    enum search_limit limit = bottom_components(app_ts(app), options, visit, is_shut_down, &judging);
    if (judging.fate.limit == LIMIT_NONE) judging.fate.limit = limit;
    if (found_one(&judging)) judging.fate.search = find_way(&judging);
    if (judging.fate.endless != OSEK_NONE)
        judging.fate.place = place_at_end(&app->executor, judging.fate.search, judging.fate.endless);
    rescue_free(judging.rescue);
    nodeset_free(&judging.states);
    free(judging.waits);
    free(judging.kept_back);
    return judging.fate;
}
