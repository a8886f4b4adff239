/* Where everything stands still, the search has found it; here are the bottom components that go on. In one of them
 *   - a task waits for ever if it waits in every state, and never runs if it is ready, or interrupted, in every state;
 *   - code runs for ever if nobody else's ever runs (but hooks, for it), it never ends, and nothing can come;
 *   - an alarm is outrun if time waits for its task, and never goes on; code that would advance the counter does not.
 * If nothing is wrong with that (exec/unawaited.h), time goes on without it, and the question is asked anew. A system
 * that somebody may shut down is no better: a round that only ShutdownOS leads out of counts, too, if a run may stay in
 * it in which all come that formulas count on, and code goes on; and if nothing wakes the task, or lets it run, on the
 * way to the end. A system that only an interrupt can wake may stay idle, which is such a round. A spent
 * budget that keeps something away in one of the states excuses code that runs for ever, and a task that waits if what
 * it keeps away could have woken it (rescue.h). That is asked of states without a way on, too. */
#include "app/fate.h"

#include "app/endless_round.h"
#include "app/exec/unawaited.h"
#include "app/fate_way.h"
#include "app/outrun.h"
#include "app/parts.h"
#include "app/passing.h"
#include "app/reach.h"
#include "app/setters.h"
#include "app/standstill.h"
#include "app/staying.h"
#include "search/bottom.h"
#include "search/store.h"

#include <stdlib.h>

/* ---- tasks that wait ---- */

static uint32_t who_waits(struct judging *judging) {
    if (!app_looks_for(judging->app, APP_CHECK_WAITING)) return OSEK_NONE;
    for (uint32_t i = 0; i < judging->config->task_count; i++)
        if (judging->waits[i] == judging->members && !judging_is_excused(judging, i)) return i;
    return OSEK_NONE;
}

/* Where nothing is spent the search has looked; where code stands still, an assumption has ended the run. */
static bool is_end_of_interest(const struct judging *judging) {
    uint32_t size;
    const void *state = nodeset_get(&judging->states, 0, &size);
    return judging->excused && osek_current(judging->config, app_kernel_state(judging->app, state)) == OSEK_NONE;
}

/* ---- tasks that never run ---- */

static bool never_runs(struct judging *judging, uint32_t task) {
    return judging->held_up[task] == judging->members && !judging_is_excused(judging, task);
}

static uint32_t who_never_runs(struct judging *judging, enum bottom_kind kind) {
    if (kind == BOTTOM_END || !app_looks_for(judging->app, APP_CHECK_WAITING)) return OSEK_NONE;
    for (uint32_t i = 0; i < judging->config->task_count; i++)
        if (never_runs(judging, i)) return i;
    return OSEK_NONE;
}

/* ---- code that never ends ---- */

/* Nor would it if what comes only when idle came all the same. */
static uint32_t who_never_ends(struct judging *judging) {
    uint32_t runner = endless_round_runner(judging), size;
    bool is_known;
    if (runner == OSEK_NONE || !judging_keeps_out(judging)) return runner;
    const void *state = nodeset_get(&judging->states, 0, &size);
    enum rescue_kind kind = judging->timely ? RESCUE_BY_ALL : RESCUE_IF_BUSY;
    if (!rescue_may_end(judging_rescue(judging, kind), state, size, runner, &is_known)) return runner;
    judging_miss_kept_out(judging);
    return OSEK_NONE;
}

/* ---- judging ---- */

static void judge(struct judging *judging, enum bottom_kind kind) {
    struct app_fate *fate = &judging->fate;
    uint32_t outrun = judging->stands_still ? passing_outrun(judging, kind) : OSEK_NONE;
    if (outrun == OSEK_NONE || fate->outrun_may_be) {
        if (kind != BOTTOM_END || is_end_of_interest(judging)) fate->waiting = who_waits(judging);
        if (!judging_found_one(judging)) fate->starved = who_never_runs(judging, kind);
    }
    if (!judging_found_one(judging)) fate->outrun = outrun;
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
    reach_go_through(judging, &states, &steps, &never);
    return untried_matter(judging->app, untried, claim);
}

static void forget(struct app_fate *fate) { fate->waiting = fate->starved = fate->endless = fate->outrun = OSEK_NONE; }

/* ---- one component after the other ---- */

static void look_at_component(struct judging *judging, enum bottom_kind kind) {
    if (judging->in_routines && judging->app->subject.nesting_doubt) return; /* another one may end it */
    if (kind == BOTTOM_ROUND) judging->fate.endless = who_never_ends(judging);
    if (!judging_found_one(judging)) passing_look_through(judging);
    if (!judging_found_one(judging) && judging->fate.limit == LIMIT_NONE) {
        if (judging->stands_still && passing_lets_time_go_on(judging, kind))
            judging->fate.time_goes_on = true;
        else if (judging->fate.limit == LIMIT_NONE)
            judge(judging, kind);
    }
    if (judging_found_one(judging) && may_be_left(judging)) forget(&judging->fate);
}

/* What is wrong with the component besides it may be found when it is looked at again. */
static void accept(struct judging *judging) {
    struct app_fate *fate = &judging->fate;
    if (fate->waiting != OSEK_NONE) judging->waits[fate->waiting] = 0;
    if (fate->starved != OSEK_NONE) judging->held_up[fate->starved] = 0;
    if (fate->endless != OSEK_NONE) judging->undisturbed = false;
    for (uint32_t i = 0; i < judging_actors(judging); i++)
        if (fate->outrun != OSEK_NONE && judging->kept_back[i] == fate->outrun) judging->kept_back[i] = OSEK_NONE;
    search_result_free(fate->search);
    fate->search = NULL;
    forget(fate);
}

static bool is_accepted(struct judging *judging) {
    const struct app_fate_filter *filter = judging->filter;
    if (!filter->is_accepted || (judging->fate.outrun != OSEK_NONE && judging->fate.outrun_may_be)) return false;
    fate_way_find(judging);
    return filter->is_accepted(filter->context, &judging->fate);
}

static bool visit(void *context, const void *state, uint32_t size, enum bottom_kind kind) {
    struct judging *judging = context;
    if (kind == BOTTOM_LEFT_OUT || kind == BOTTOM_WRONG) return true;
    if (state) {
        judging_add_state(judging, state, size);
        return true;
    }
    if (kind != BOTTOM_NO_ROUND) look_at_component(judging, kind);
    while (judging_found_one(judging) && is_accepted(judging)) {
        accept(judging);
        look_at_component(judging, kind);
    }
    if (judging_found_one(judging) || judging->fate.limit != LIMIT_NONE) return false;
    judging_begin_component(judging);
    return true;
}

/* Who moves somewhere in a component is not stuck where a way leads there, either. */
static bool may_stay(void *context) {
    struct judging *judging = context;
    passing_look_through(judging);
    return passing_all_move(judging) || staying_is_possible(judging);
}

/* ---- time that stands still though somebody may cancel the alarm ---- */

/* Time goes on without an alarm that may be in vain; another one is outrun. */
static void judge_standstill(struct judging *judging, uint32_t alarm) {
    bool is_bounded = judging_is_bounded(judging), may_be = unawaited_may_be(&judging->app->subject, alarm);
    if (may_be && !is_bounded) {
        bool *alarms = memory_new(judging->config->alarm_count + 1);
        alarms[alarm] = true;
        judging->fate.time_goes_on |= passing_go_on_without(judging, alarms);
        free(alarms);
        return;
    }
    judging->fate.outrun = alarm;
    judging->fate.outrun_may_be = is_bounded || may_be || judging->config->counts_requests ||
                                  !app_looks_for(judging->app, APP_CHECK_ACTIVATION) ||
                                  outrun_of_states(judging, alarm) != OUTRUN_FOR_EVER;
    if (may_be_left(judging)) forget(&judging->fate);
}

static void look_for_standstills(struct judging *judging) {
    struct app_fate *fate = &judging->fate;
    struct standstill *all = standstill_new(judging->app, judging->options, &fate->limit);
    for (uint32_t i = 0; i < judging->config->alarm_count && !judging_found_one(judging) && fate->limit == LIMIT_NONE;
         i++) {
        judging_begin_component(judging);
        standstill_add(all, i, &judging->states);
        if (judging->states.nodes.count) judge_standstill(judging, i);
        if (judging_found_one(judging) && is_accepted(judging)) accept(judging);
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
    judging.kept_back = memory_new(judging_actors(&judging) * sizeof *judging.kept_back);
    judging.waits = memory_new((judging.config->task_count + 1) * sizeof *judging.waits);
    judging.held_up = memory_new((judging.config->task_count + 1) * sizeof *judging.held_up);
    judging.in_vain = memory_new(judging.config->alarm_count + 1);
    judging_begin_component(&judging);
    struct bottom_visitor visitor = {
        .visit = visit, .is_over = judging_is_shut_down, .may_stay = may_stay, .context = &judging};
    enum search_limit limit = bottom_components(app_ts(app), options, NULL, &visitor);
    if (judging.fate.limit == LIMIT_NONE) judging.fate.limit = limit;
    if (judging.timely && !judging_found_one(&judging) && judging.fate.limit == LIMIT_NONE && standstill_may_be(app))
        look_for_standstills(&judging);
    if (judging_found_one(&judging)) fate_way_find(&judging);
    for (unsigned kind = 0; kind < RESCUE_KINDS; kind++) rescue_free(judging.rescue[kind]);
    nodeset_free(&judging.states);
    nodeset_free(&judging.quick_waits);
    nodeset_free(&judging.left_out);
    free(judging.waits);
    free(judging.kept_back);
    free(judging.held_up);
    free(judging.in_vain);
    return judging.fate;
}
