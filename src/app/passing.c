#include "app/passing.h"

#include "app/exec/unawaited.h"
#include "app/outrun.h"
#include "app/parts.h"
#include "app/reach.h"
#include "search/store.h"

#include <stdlib.h>

/* All states of a component, with every step of the way. */
struct passing {
    struct judging *judging;
    const struct machine *machine; /* that makes the step */
    struct nodeset states;
    uint64_t advanced; /* counters that routines advance, though not always: a bit for each that goes on */
    bool all_move;     /* whoever was kept back makes a step somewhere, who was ready runs, and who waited is woken */
};

static uint32_t who_is_always_held_up(const struct judging *judging) {
    for (uint32_t i = 0; i < judging->config->task_count; i++)
        if (judging->held_up[i] == judging->members) return i;
    return OSEK_NONE;
}

static uint32_t who_always_waits(const struct judging *judging) {
    for (uint32_t i = 0; i < judging->config->task_count; i++)
        if (judging->waits[i] == judging->members) return i;
    return OSEK_NONE;
}

bool passing_all_move(const struct judging *judging) {
    return judging_some_alarm(judging) == OSEK_NONE && who_is_always_held_up(judging) == OSEK_NONE &&
           who_always_waits(judging) == OSEK_NONE && !judging->beats_sometimes;
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
    if (judging_is_shut_down(judging, state)) return;
    const void *kernel = app_kernel_state(judging->app, state);
    transitions_somebody_may_come(&judging->app->executor, state, &judging->excused);
    if (step && step->actor < judging_actors(judging)) judging->kept_back[step->actor] = OSEK_NONE;
    if (step && judging->beats_sometimes) look_at_clocks(passing, step);
    for (uint32_t i = 0; i < config->task_count; i++) {
        if (!judging_is_held_up(config, kernel, i)) judging->held_up[i] = 0;
        if (osek_task_state(config, kernel, i) != OSEK_WAITING) judging->waits[i] = 0;
    }
    for (uint32_t i = 0; i < config->alarm_count; i++) judging->in_vain[i] &= osek_alarm_is_in_vain(config, kernel, i);
    passing->all_move = passing_all_move(judging);
    nodeset_add(&passing->states, state, size, store_hash(state, size), &number);
}

void passing_look_through(struct judging *judging) {
    for (uint32_t i = 0; i < judging->config->alarm_count; i++) judging->in_vain[i] = true;
    judging->stands_still = false;
    if (passing_all_move(judging)) return;
    struct passing passing = {.judging = judging};
    struct transitions_visitor steps = {.emit = add_passing, .context = &passing, .begin = begin_passing};
    reach_go_through(judging, &passing.states, &steps, &passing.all_move);
    judging->stands_still = judging_some_alarm(judging) != OSEK_NONE;
}

bool passing_go_on_without(struct judging *judging, const bool *alarms) {
    bool new = false;
    for (uint32_t i = 0; i < judging->states.nodes.count; i++) {
        uint32_t size;
        const void *state = nodeset_get(&judging->states, i, &size);
        new |= unawaited_add(&judging->app->executor, state, size, alarms);
    }
    return new;
}

/* Where options bound what comes, it might have gone on otherwise. */
bool passing_lets_time_go_on(struct judging *judging, enum bottom_kind kind) {
    bool *alarms = memory_new(judging->config->alarm_count + 1), any = false;
    for (uint32_t i = 0; i < judging_actors(judging); i++) {
        uint32_t alarm = judging->kept_back[i];
        if (alarm != OSEK_NONE && unawaited_may_be(&judging->app->subject, alarm) && judging->in_vain[alarm])
            any = alarms[alarm] = true;
    }
    if (any && judging->members > judging->states.nodes.count) judging->fate.limit = LIMIT_MEMORY;
    bool new = any &&kind != BOTTOM_END && !judging_is_bounded(judging) && passing_go_on_without(judging, alarms);
    free(alarms);
    return new;
}

static bool may_be(const struct judging *judging, uint32_t alarm) {
    return judging->config->alarms[alarm].action != OSEK_ACTIVATE || !judging->in_vain[alarm] ||
           !app_looks_for(judging->app, APP_CHECK_ACTIVATION);
}

uint32_t passing_outrun(struct judging *judging, enum bottom_kind kind) {
    struct app_fate *fate = &judging->fate;
    bool goes_on = kind == BOTTOM_ROUND && !judging_is_bounded(judging);
    for (uint32_t i = 0; i < judging_actors(judging); i++) {
        uint32_t alarm = judging->kept_back[i];
        if (alarm == OSEK_NONE) continue;
        enum outrun outrun = goes_on ? outrun_of(judging, alarm) : OUTRUN_PERHAPS;
        fate->outrun_may_be = outrun == OUTRUN_PERHAPS || may_be(judging, alarm);
        fate->outrun_by_waiting = outrun == OUTRUN_BY_WAITING;
        fate->outrun_is_open = goes_on && outrun == OUTRUN_PERHAPS && !may_be(judging, alarm);
        if (outrun != OUTRUN_IF_SLOW && outrun != OUTRUN_IF_KEPT_OUT) return alarm;
    }
    return OSEK_NONE;
}
