/* Where everything stands still, the search has found it; here are the bottom components that go on. In one of them
 *   - a task waits for ever if it waits in every state, and never runs if it is ready, or interrupted, in every state;
 *   - code runs for ever if nobody else's ever runs (but hooks, for it), it never ends, and nothing can come;
 *   - an alarm is outrun if time waits for its task, and never goes on; code that would advance the counter does not.
 * If nothing is wrong with that (exec/unawaited.h), time goes on without it, and the question is asked anew. A system
 * that somebody may shut down is no better: a task waits for ever, too, in a round that only ShutdownOS leads out of,
 * if nothing wakes it on the way there; a system that only an interrupt can wake may stay idle, which is such a round.
 * So does one that is ready never run, unless code that goes on, or what else is owed, has to end the round. A spent
 * budget that keeps something away in one of the states excuses code that runs for ever, and a task that waits if what
 * it keeps away could have woken it (rescue.h). That is asked of states without a way on, too. */
#include "app/fate.h"

#include "app/exec/state.h"
#include "app/exec/transitions.h"
#include "app/exec/unawaited.h"
#include "app/parts.h"
#include "app/rescue.h"
#include "app/setters.h"
#include "app/standstill.h"
#include "app/untried.h"
#include "cfront/headers.h"
#include "search/left_out.h"
#include "search/nodeset.h"
#include "ts/product.h"

#include <string.h>

enum { MOST_MEMBERS = 1000000 /* that are kept, to look for a way to one of them, or for time to go on in all */ };

struct judging {
    struct app *app;
    const struct osek_config *config;
    const struct search_options *options;
    const struct app_fate_filter *filter;
    uint32_t *waits, *held_up; /* per task: in how many states of the component; 0, too, where that is accepted */
    bool *in_vain;             /* per alarm: nothing would come of it in any of them */
    uint32_t members;
    bool excused;
    bool timely;          /* time waits for tasks */
    bool beats_sometimes; /* ... and a routine advances some counter now and then: whether time waits is asked there */
    uint32_t *kept_back;  /* by actor: an alarm that time keeps back in one of the states */
    bool undisturbed;     /* in every state code runs, and nothing can come */
    uint32_t looping;     /* code runs for ever: how many of its calls never return, at most */
    bool in_routines;     /* in every state it is a routine's code that runs */
    struct nodeset states;
    bool left_out_is_known;
    struct nodeset left_out;  /* what can be reached from the component, though no run that counts comes there */
    bool stands_still;        /* for some alarm time never goes on */
    struct rescue *rescue[2]; /* with time that waits, and without; NULL: nobody has asked yet */
    struct app_fate fate;
};

static bool found_one(const struct judging *judging) {
    const struct app_fate *fate = &judging->fate;
    return fate->waiting != OSEK_NONE || fate->starved != OSEK_NONE || fate->endless != OSEK_NONE ||
           fate->outrun != OSEK_NONE;
}

static uint32_t actor_count(const struct judging *judging) {
    return judging->app->subject.context_count + judging->config->counter_count;
}

static void begin_component(struct judging *judging) {
    memset(judging->waits, 0, judging->config->task_count * sizeof *judging->waits);
    memset(judging->held_up, 0, judging->config->task_count * sizeof *judging->held_up);
    judging->members = 0;
    judging->excused = false;
    judging->undisturbed = judging->in_routines = true;
    for (uint32_t i = 0; i < actor_count(judging); i++) judging->kept_back[i] = OSEK_NONE;
    nodeset_clear(&judging->states);
    nodeset_clear(&judging->left_out);
    judging->left_out_is_known = false;
}

static bool is_routine(const struct osek_config *config, uint32_t context) {
    return context != OSEK_NONE && osek_context_kind(config, context, NULL) == OSEK_ISR;
}

/* It is ready, or an interrupt routine runs in its place. */
static bool is_held_up(const struct osek_config *config, const void *kernel, uint32_t task) {
    enum osek_task_state state = osek_task_state(config, kernel, task);
    bool below_routine = state == OSEK_RUNNING && is_routine(config, osek_current(config, kernel));
    return state == OSEK_READY || below_routine;
}

static void add_state(struct judging *judging, const void *state, uint32_t size) {
    const void *kernel = app_kernel_state(judging->app, state);
    uint32_t number;
    for (uint32_t i = 0; i < judging->config->task_count; i++) {
        judging->waits[i] += osek_task_state(judging->config, kernel, i) == OSEK_WAITING;
        judging->held_up[i] += is_held_up(judging->config, kernel, i);
    }
    judging->members++;
    uint32_t current = osek_current(judging->config, kernel);
    bool busy = current != OSEK_NONE && !osek_is_idle(judging->config, kernel);
    judging->in_routines &= is_routine(judging->config, current);
    bool disturbed = transitions_somebody_may_come(&judging->app->executor, state, &judging->excused);
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

static bool something_is_bounded(const struct judging *judging) {
    const struct subject *subject = &judging->app->subject;
    return is_bounded(subject->isr_sources, judging->config->isr_count) ||
           is_bounded(subject->counter_sources, judging->config->counter_count);
}

/* It is not known what would come of it. */
static void excuse(struct judging *judging, uint32_t task) {
    if (judging->fate.excused != OSEK_NONE) return;
    judging->fate.excused = task;
    judging->fate.excused_is_held_up = judging->waits[task] != judging->members;
}

/* More of what was spent might help, or time that goes on where it stands still. */
static bool is_excused(struct judging *judging, uint32_t task) {
    uint32_t size;
    if (!judging->stands_still && (!judging->excused || !something_is_bounded(judging))) return false;
    struct rescue **rescue = &judging->rescue[judging->stands_still];
    if (!*rescue) *rescue = rescue_new(judging->app, judging->options, judging->stands_still);
    const void *state = nodeset_get(&judging->states, 0, &size);
    bool is_known, may_come = rescue_may_come(*rescue, state, size, task, &is_known);
    if (!is_known) excuse(judging, task);
    return may_come;
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

/* Steps that lead to runs that count. */
struct sieve {
    const struct nodeset *left_out;
    const struct transitions_visitor *steps;
};

static void sift(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    const struct sieve *sieve = context;
    if (!left_out_has(sieve->left_out, state, size)) sieve->steps->emit(sieve->steps->context, state, size, step);
}

static void begin_sifted(void *context, struct machine *machine) {
    const struct sieve *sieve = context;
    if (sieve->steps->begin) sieve->steps->begin(sieve->steps->context, machine);
}

static void find_left_out(struct judging *judging) {
    struct bottom_start start;
    if (judging->left_out_is_known) return;
    judging->left_out_is_known = true;
    start.state = nodeset_get(&judging->states, 0, &start.size);
    enum search_limit limit = left_out_find(app_ts(judging->app), judging->options, &start, &judging->left_out);
    if (judging->fate.limit == LIMIT_NONE) judging->fate.limit = limit;
}

/* The steps from a state that can be reached from the component. */
static void steps_from(struct judging *judging, const void *state, const struct transitions_visitor *steps) {
    struct sieve sieve = {&judging->left_out, steps};
    struct transitions_visitor sifted = {.emit = sift, .context = &sieve, .begin = begin_sifted};
    find_left_out(judging);
    transitions_from(&judging->app->executor, state, TS_EVERYBODY, &sifted);
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
        steps_from(judging, state, steps);
        if (judging->fate.limit == LIMIT_NONE) judging->fate.limit = limit_of(judging, states);
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
    uint32_t shallowest;   /* how many calls, from the outermost on, never return */
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
    if (step && round->machine->shallowest < round->shallowest) round->shallowest = round->machine->shallowest;
    if (nodeset_add(&round->states, state, size, store_hash(state, size), &number)) look_who_runs(round, state);
}

static uint32_t who_runs_for_ever(struct judging *judging) {
    if (judging->excused || !judging->undisturbed || !app_looks_for(judging->app, APP_CHECK_ENDLESS)) return OSEK_NONE;
    struct round round = {.judging = judging, .runner = OSEK_NONE, .hook = OSEK_NONE, .shallowest = UINT32_MAX};
    struct transitions_visitor steps = {.emit = add_step, .context = &round, .begin = begin_step};
    go_through(judging, &round.states, &steps, &round.broken);
    if (round.broken || judging->fate.limit != LIMIT_NONE) return OSEK_NONE;
    judging->looping = round.shallowest;
    return round.runner != OSEK_NONE ? round.runner : round.hook;
}

/* ---- time that stands still ---- */

/* All states of a component, with every step of the way. */
struct passing {
    struct judging *judging;
    const struct machine *machine; /* that makes the step */
    struct nodeset states;
    uint64_t advanced; /* counters that routines advance, though not always: a bit for each that goes on */
    bool all_move;     /* whoever was kept back makes a step somewhere, and who was ready runs */
};

static uint32_t some_alarm(const struct judging *judging) {
    for (uint32_t i = 0; i < actor_count(judging); i++)
        if (judging->kept_back[i] != OSEK_NONE) return judging->kept_back[i];
    return OSEK_NONE;
}

static uint32_t who_is_always_held_up(const struct judging *judging) {
    for (uint32_t i = 0; i < judging->config->task_count; i++)
        if (judging->held_up[i] == judging->members) return i;
    return OSEK_NONE;
}

static void begin_passing(void *context, struct machine *machine) { ((struct passing *)context)->machine = machine; }

/* What became of counters in the step. One that goes on somewhere is kept back nowhere. */
static void look_at_clocks(struct passing *passing, const struct ts_step *step) {
    uint32_t counters_at = passing->judging->app->subject.context_count;
    uint32_t *kept_back = passing->judging->kept_back + counters_at;
    passing->advanced |= passing->machine->advanced;
    if (step->actor >= counters_at && step->actor < counters_at + 64u)
        passing->advanced |= (uint64_t)1 << (step->actor - counters_at);
    for (uint32_t i = 0; i < passing->machine->stopped_clocks.count; i++) {
        struct machine_stopped_clock stopped = passing->machine->stopped_clocks.items[i];
        kept_back[stopped.counter] = stopped.alarm;
    }
    for (uint32_t i = 0; i < passing->judging->config->counter_count && i < 64; i++)
        if (passing->advanced >> i & 1) kept_back[i] = OSEK_NONE;
}

static void add_passing(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct passing *passing = context;
    struct judging *judging = passing->judging;
    const struct osek_config *config = judging->config;
    uint32_t number;
    if (is_shut_down(judging, state)) return;
    const void *kernel = app_kernel_state(judging->app, state);
    if (step && step->actor < actor_count(judging)) judging->kept_back[step->actor] = OSEK_NONE;
    if (step && judging->beats_sometimes) look_at_clocks(passing, step);
    for (uint32_t i = 0; i < config->task_count; i++)
        if (!is_held_up(config, kernel, i)) judging->held_up[i] = 0;
    for (uint32_t i = 0; i < config->alarm_count; i++) judging->in_vain[i] &= osek_alarm_is_in_vain(config, kernel, i);
    passing->all_move =
        some_alarm(judging) == OSEK_NONE && who_is_always_held_up(judging) == OSEK_NONE && !judging->beats_sometimes;
    nodeset_add(&passing->states, state, size, store_hash(state, size), &number);
}

/* Finds who is kept back, who is ready and which alarms are in vain, in all states of the component. */
static void look_through(struct judging *judging) {
    for (uint32_t i = 0; i < judging->config->alarm_count; i++) judging->in_vain[i] = true;
    judging->stands_still = false;
    if (some_alarm(judging) == OSEK_NONE && who_is_always_held_up(judging) == OSEK_NONE && !judging->beats_sometimes)
        return;
    struct passing passing = {.judging = judging};
    struct transitions_visitor steps = {.emit = add_passing, .context = &passing, .begin = begin_passing};
    go_through(judging, &passing.states, &steps, &passing.all_move);
    judging->stands_still = some_alarm(judging) != OSEK_NONE;
}

/* In all states of the component. False: it did so before. */
static bool go_on_without(struct judging *judging, const bool *alarms) {
    bool new = false;
    for (uint32_t i = 0; i < judging->states.nodes.count; i++) {
        uint32_t size;
        const void *state = nodeset_get(&judging->states, i, &size);
        new |= unawaited_add(&judging->app->executor, state, size, alarms);
    }
    return new;
}

/* Is that all that time waits for? It goes on then, in all of these states. Where options bound what comes, it might
 * have gone on otherwise. */
static bool lets_time_go_on(struct judging *judging, enum bottom_kind kind) {
    bool *alarms = memory_new(judging->config->alarm_count + 1), any = false;
    for (uint32_t i = 0; i < actor_count(judging); i++) {
        uint32_t alarm = judging->kept_back[i];
        if (alarm != OSEK_NONE && unawaited_may_be(&judging->app->subject, alarm) && judging->in_vain[alarm])
            any = alarms[alarm] = true;
    }
    if (any && judging->members > judging->states.nodes.count) judging->fate.limit = LIMIT_MEMORY;
    bool new = any &&kind != BOTTOM_END && !something_is_bounded(judging) && go_on_without(judging, alarms);
    free(alarms);
    return new;
}

static uint32_t who_is_outrun(struct judging *judging, enum bottom_kind kind) {
    uint32_t alarm = some_alarm(judging);
    judging->fate.outrun_may_be = kind != BOTTOM_ROUND || something_is_bounded(judging) ||
                                  judging->config->alarms[alarm].action != OSEK_ACTIVATE || !judging->in_vain[alarm] ||
                                  !app_looks_for(judging->app, APP_CHECK_ACTIVATION);
    return alarm;
}

/* ---- rounds that the end of the system may interrupt ---- */

/* Where steps lead that begin in a component. */
struct departure {
    const struct judging *judging;
    uint32_t actor; /* whose steps they are; OSEK_NONE: anybody's */
    bool arrives;   /* ... those by which it comes, or else those of its code */
    struct nodeset beyond;
    bool departs, comes_back; /* there is such a step; one leads to the component */
};

static void depart(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct departure *departure = context;
    uint32_t number;
    bool arrives = transitions_is_arrival(&departure->judging->app->executor, step);
    bool is_its = step->actor == departure->actor && arrives == departure->arrives;
    if (departure->actor != OSEK_NONE && !is_its) return;
    departure->departs = true;
    departure->comes_back |= nodeset_find(&departure->judging->states, state, size, store_hash(state, size), &number);
    nodeset_add(&departure->beyond, state, size, store_hash(state, size), &number);
}

/* In how many of these states it makes a step, until one comes back. */
static uint32_t depart_from(struct departure *departure, struct judging *judging, const struct nodeset *states) {
    unsigned char *state = memory_new(judging->app->executor.max_state_size);
    struct transitions_visitor steps = {.emit = depart, .context = departure};
    uint32_t size, count = 0;
    for (uint32_t i = 0; i < states->nodes.count && !departure->comes_back && judging->fate.limit == LIMIT_NONE; i++) {
        const void *stored = nodeset_get(states, i, &size);
        memcpy(state, stored, size); /* it moves when others are added */
        departure->departs = false;
        steps_from(judging, state, &steps);
        count += departure->departs;
        if (judging->fate.limit == LIMIT_NONE) judging->fate.limit = limit_of(judging, &departure->beyond);
    }
    free(state);
    return count;
}

/* Is each such step of the actor in the component the last that happens there? An arrival has to be possible in each of
 * its states. */
static bool ends_it(struct judging *judging, uint32_t actor, bool arrives) {
    struct departure departure = {.judging = judging, .actor = actor, .arrives = arrives};
    uint32_t count = depart_from(&departure, judging, &judging->states);
    bool is_last = !departure.comes_back && (arrives ? count == judging->members : count > 0);
    departure.actor = OSEK_NONE;
    if (is_last) depart_from(&departure, judging, &departure.beyond);
    nodeset_free(&departure.beyond);
    return is_last && !departure.comes_back;
}

/* What is owed comes at some time, and code goes on, however often it is interrupted: where that can only be the end of
 * the system, nothing lasts for ever. */
static bool must_be_left(struct judging *judging) {
    const uint32_t owed_from = judging->app->executor.ts.owed_from;
    if (judging->members > judging->states.nodes.count) return false;
    for (uint32_t i = 0; i < actor_count(judging); i++)
        if (ends_it(judging, i, false) || (i >= owed_from && ends_it(judging, i, true))) return true;
    return false;
}

/* ---- tasks that never run ---- */

static bool is_interrupted(const struct judging *judging, uint32_t task) {
    uint32_t size;
    const void *state = nodeset_get(&judging->states, 0, &size);
    return osek_task_state(judging->config, app_kernel_state(judging->app, state), task) == OSEK_RUNNING;
}

static bool never_runs(struct judging *judging, uint32_t task) {
    if (judging->held_up[task] != judging->members) return false;
    if (!is_interrupted(judging, task)) return !is_excused(judging, task);
    /* nobody knows what it takes for the routines to end */
    bool is_open = judging->excused && something_is_bounded(judging);
    if (is_open) excuse(judging, task);
    return !is_open;
}

static uint32_t who_never_runs(struct judging *judging, enum bottom_kind kind) {
    if (kind == BOTTOM_END || !app_looks_for(judging->app, APP_CHECK_WAITING)) return OSEK_NONE;
    for (uint32_t i = 0; i < judging->config->task_count; i++)
        if (never_runs(judging, i)) return kind == BOTTOM_ROUND || !must_be_left(judging) ? i : OSEK_NONE;
    return OSEK_NONE;
}

/* ---- judging ---- */

static void judge(struct judging *judging, enum bottom_kind kind) {
    struct app_fate *fate = &judging->fate;
    uint32_t outrun = judging->stands_still ? who_is_outrun(judging, kind) : OSEK_NONE;
    if (outrun == OSEK_NONE || fate->outrun_may_be) {
        if (kind != BOTTOM_END || is_end_of_interest(judging)) fate->waiting = who_waits(judging, kind);
        if (!found_one(judging)) fate->starved = who_never_runs(judging, kind);
    }
    if (!found_one(judging)) fate->outrun = outrun;
}

/* All states of a component, whatever is in them. */
static void add_any(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    uint32_t number;
    (void)step;
    nodeset_add(context, state, size, store_hash(state, size), &number);
}

/* A task that waits in all states of the component waits for the same in all of them. */
static bool somebody_sets(const struct judging *judging, uint32_t task) {
    uint32_t size;
    const void *state = nodeset_get(&judging->states, 0, &size);
    uint64_t events = osek_events_awaited(judging->config, app_kernel_state(judging->app, state), task);
    return setters_are_there(&judging->app->subject, task, events);
}

/* Could other values of inputs than those that were tried lead out of it? Then it is no finding. */
static bool may_be_left(struct judging *judging) {
    if (judging->fate.waiting != OSEK_NONE && !somebody_sets(judging, judging->fate.waiting)) return false;
    struct nodeset states = {0};
    const bool never = false;
    struct transitions_visitor steps = {.emit = add_any, .context = &states};
    struct untried *untried = untried_watch(judging->app);
    const struct app_fate *fate = &judging->fate;
    enum untried_claim claim = fate->endless != OSEK_NONE  ? UNTRIED_RUNS_ON
                               : fate->outrun != OSEK_NONE ? UNTRIED_IS_NOT_READY
                                                           : UNTRIED_OTHERS;
    go_through(judging, &states, &steps, &never);
    return untried_matter(judging->app, untried, claim);
}

static void forget(struct app_fate *fate) { fate->waiting = fate->starved = fate->endless = fate->outrun = OSEK_NONE; }

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

/* Where the context's own code stands where the trace ends: of our library's, where it was called; in a loop without
 * end, where that is, and not in what it calls. */
static struct place place_at_end(const struct judging *judging) {
    const struct app *app = judging->app;
    const struct app_fate *fate = &judging->fate;
    const struct executor *executor = &app->executor;
    const struct search_result *search = fate->search;
    struct place place = {0};
    struct state_calls calls;
    if (!search->violations.count || !search->violations.items[0].trace) return place;
    const void *last = vec_last(&search->violations.items[0].trace->states).bytes;
    uint32_t context =
        fate->endless != OSEK_NONE ? fate->endless : osek_current(app_kernel_config(app), app_kernel_state(app, last));
    if (!state_calls(executor, last, context, &calls)) return place;
    bool is_looping = fate->endless != OSEK_NONE && judging->looping < calls.count;
    for (uint32_t i = is_looping ? judging->looping : calls.count; i-- > 0;) {
        place = executor->actions[state_call(&calls, i)].place;
        if (!headers_hold(place)) break;
    }
    return place;
}

static void find_run(struct judging *judging) {
    struct app_fate *fate = &judging->fate;
    if (fate->search) return;
    fate->search = find_way(judging);
    if (fate->endless != OSEK_NONE || fate->starved != OSEK_NONE) fate->place = place_at_end(judging);
}

/* ---- one component after the other ---- */

static void look_at_component(struct judging *judging, enum bottom_kind kind) {
    if (judging->in_routines && judging->app->subject.nesting_doubt) return; /* another one may end it */
    if (kind == BOTTOM_ROUND) judging->fate.endless = who_runs_for_ever(judging);
    if (!found_one(judging)) look_through(judging);
    if (!found_one(judging) && judging->fate.limit == LIMIT_NONE) {
        if (judging->stands_still && lets_time_go_on(judging, kind))
            judging->fate.time_goes_on = true;
        else if (judging->fate.limit == LIMIT_NONE)
            judge(judging, kind);
    }
    if (found_one(judging) && may_be_left(judging)) forget(&judging->fate);
}

/* What is wrong with the component besides it may be found when it is looked at again. */
static void accept(struct judging *judging) {
    struct app_fate *fate = &judging->fate;
    if (fate->waiting != OSEK_NONE) judging->waits[fate->waiting] = 0;
    if (fate->starved != OSEK_NONE) judging->held_up[fate->starved] = 0;
    if (fate->endless != OSEK_NONE) judging->undisturbed = false;
    for (uint32_t i = 0; i < actor_count(judging); i++)
        if (fate->outrun != OSEK_NONE && judging->kept_back[i] == fate->outrun) judging->kept_back[i] = OSEK_NONE;
    search_result_free(fate->search);
    fate->search = NULL;
    forget(fate);
}

static bool is_accepted(struct judging *judging) {
    const struct app_fate_filter *filter = judging->filter;
    if (!filter->is_accepted || (judging->fate.outrun != OSEK_NONE && judging->fate.outrun_may_be)) return false;
    find_run(judging);
    return filter->is_accepted(filter->context, &judging->fate);
}

static bool visit(void *context, const void *state, uint32_t size, enum bottom_kind kind) {
    struct judging *judging = context;
    if (kind == BOTTOM_LEFT_OUT || kind == BOTTOM_WRONG) return true;
    if (state) {
        add_state(judging, state, size);
        return true;
    }
    look_at_component(judging, kind);
    while (found_one(judging) && is_accepted(judging)) {
        accept(judging);
        look_at_component(judging, kind);
    }
    if (found_one(judging) || judging->fate.limit != LIMIT_NONE) return false;
    begin_component(judging);
    return true;
}

/* ---- time that stands still though somebody may cancel the alarm ---- */

/* Time goes on without an alarm that may be in vain; another one is outrun. */
static void judge_standstill(struct judging *judging, uint32_t alarm) {
    bool is_bounded = something_is_bounded(judging), may_be = unawaited_may_be(&judging->app->subject, alarm);
    if (may_be && !is_bounded) {
        bool *alarms = memory_new(judging->config->alarm_count + 1);
        alarms[alarm] = true;
        judging->fate.time_goes_on |= go_on_without(judging, alarms);
        free(alarms);
        return;
    }
    judging->fate.outrun = alarm;
    judging->fate.outrun_may_be =
        is_bounded || may_be || judging->config->counts_requests || !app_looks_for(judging->app, APP_CHECK_ACTIVATION);
    if (may_be_left(judging)) forget(&judging->fate);
}

static void look_for_standstills(struct judging *judging) {
    struct app_fate *fate = &judging->fate;
    struct standstill *all = standstill_new(judging->app, judging->options, &fate->limit);
    for (uint32_t i = 0; i < judging->config->alarm_count && !found_one(judging) && fate->limit == LIMIT_NONE; i++) {
        begin_component(judging);
        standstill_add(all, i, &judging->states);
        if (judging->states.nodes.count) judge_standstill(judging, i);
        if (found_one(judging) && is_accepted(judging)) accept(judging);
    }
    standstill_free(all);
}

struct app_fate app_fate_find(struct app *app, const struct search_options *options,
                              const struct app_fate_filter *filter) {
    struct judging judging = {.app = app,
                              .config = app_kernel_config(app),
                              .options = options,
                              .filter = filter,
                              .timely = app_is_timely(app),
                              .beats_sometimes = app_is_timely(app) && subject_beats_sometimes(&app->subject),
                              .fate = {.waiting = OSEK_NONE,
                                       .starved = OSEK_NONE,
                                       .endless = OSEK_NONE,
                                       .outrun = OSEK_NONE,
                                       .excused = OSEK_NONE}};
    judging.kept_back = memory_new(actor_count(&judging) * sizeof *judging.kept_back);
    judging.waits = memory_new((judging.config->task_count + 1) * sizeof *judging.waits);
    judging.held_up = memory_new((judging.config->task_count + 1) * sizeof *judging.held_up);
    judging.in_vain = memory_new(judging.config->alarm_count + 1);
    begin_component(&judging);
    enum search_limit limit = bottom_components(app_ts(app), options, NULL, visit, is_shut_down, &judging);
    if (judging.fate.limit == LIMIT_NONE) judging.fate.limit = limit;
    if (judging.timely && !found_one(&judging) && judging.fate.limit == LIMIT_NONE && standstill_may_be(app))
        look_for_standstills(&judging);
    if (found_one(&judging)) find_run(&judging);
    rescue_free(judging.rescue[false]);
    rescue_free(judging.rescue[true]);
    nodeset_free(&judging.states);
    nodeset_free(&judging.left_out);
    free(judging.waits);
    free(judging.kept_back);
    free(judging.held_up);
    free(judging.in_vain);
    return judging.fate;
}
