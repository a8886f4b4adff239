#include "app/judging.h"

#include "app/exec/transitions.h"
#include "app/never_idle.h"
#include "app/parts.h"
#include "search/store.h"

#include <string.h>

enum { MOST_MEMBERS = 1000000 /* that are kept, to look for a way to one of them, or for time to go on in all */ };

bool judging_found_one(const struct judging *judging) {
    const struct app_fate *fate = &judging->fate;
    return fate->waiting != OSEK_NONE || fate->starved != OSEK_NONE || fate->endless != OSEK_NONE ||
           fate->outrun != OSEK_NONE;
}

uint32_t judging_actors(const struct judging *judging) {
    return judging->app->subject.context_count + judging->config->counter_count;
}

void judging_begin_component(struct judging *judging) {
    memset(judging->waits, 0, judging->config->task_count * sizeof *judging->waits);
    memset(judging->held_up, 0, judging->config->task_count * sizeof *judging->held_up);
    judging->members = 0;
    judging->excused = judging->is_idle = false;
    judging->undisturbed = judging->in_routines = true;
    for (uint32_t i = 0; i < judging_actors(judging); i++) judging->kept_back[i] = OSEK_NONE;
    nodeset_clear(&judging->states);
    nodeset_clear(&judging->left_out);
    judging->left_out_is_known = false;
}

static bool is_routine(const struct osek_config *config, uint32_t context) {
    return context != OSEK_NONE && osek_context_kind(config, context, NULL) == OSEK_ISR;
}

bool judging_is_held_up(const struct osek_config *config, const void *kernel, uint32_t task) {
    enum osek_task_state state = osek_task_state(config, kernel, task);
    bool below_routine = state == OSEK_RUNNING && is_routine(config, osek_current(config, kernel));
    return state == OSEK_READY || below_routine;
}

bool judging_is_ready(const struct osek_config *config, const void *kernel, uint32_t alarm) {
    bool counts = config->counts_requests && config->alarms[alarm].action == OSEK_ACTIVATE;
    return counts ? !osek_task_requests(config, kernel, config->alarms[alarm].task)
                  : !osek_alarm_is_in_vain(config, kernel, alarm);
}

void judging_add_state(struct judging *judging, const void *state, uint32_t size) {
    const void *kernel = app_kernel_state(judging->app, state);
    uint32_t number;
    for (uint32_t i = 0; i < judging->config->task_count; i++) {
        judging->waits[i] += osek_task_state(judging->config, kernel, i) == OSEK_WAITING;
        judging->held_up[i] += judging_is_held_up(judging->config, kernel, i);
    }
    judging->members++;
    uint32_t current = osek_current(judging->config, kernel);
    bool busy = current != OSEK_NONE && !osek_is_idle(judging->config, kernel);
    judging->is_idle |= osek_is_idle(judging->config, kernel) || osek_is_stopped(judging->config, kernel);
    judging->in_routines &= is_routine(judging->config, current);
    bool disturbed = transitions_somebody_may_come(&judging->app->executor, state, &judging->excused);
    judging->undisturbed = judging->undisturbed && busy && !disturbed &&
                           !osek_is_stopped(judging->config, kernel); /* ShutdownHook need not come back */
    if (judging->timely) transitions_find_kept_back(&judging->app->executor, state, judging->kept_back);
    if (judging->states.nodes.count < MOST_MEMBERS)
        nodeset_add(&judging->states, state, size, store_hash(state, size), &number);
}

static bool is_bounded(const struct source *sources, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (sources[i].times && sources[i].times != APP_UNBOUNDED) return true;
    return false;
}

bool judging_is_bounded(const struct judging *judging) {
    const struct subject *subject = &judging->app->subject;
    return is_bounded(subject->isr_sources, judging->config->isr_count) ||
           is_bounded(subject->counter_sources, judging->config->counter_count);
}

void judging_excuse(struct judging *judging, uint32_t task) {
    if (judging->fate.excused != OSEK_NONE) return;
    judging->fate.excused = task;
    judging->fate.excused_is_held_up = judging->waits[task] != judging->members;
}

struct rescue *judging_rescue(struct judging *judging, enum rescue_kind kind) {
    struct rescue **rescue = &judging->rescue[kind];
    if (!*rescue) *rescue = rescue_new(judging->app, judging->options, kind);
    return *rescue;
}

bool judging_keeps_out(const struct judging *judging) { return !judging->is_idle && never_idle_matters(judging->app); }

void judging_miss_kept_out(struct judging *judging) {
    uint32_t size;
    if (judging->fate.kept_out) return;
    judging->fate.kept_out = never_idle_keeps_out(judging->app, nodeset_get(&judging->states, 0, &size));
}

static bool may_be_rescued(struct judging *judging, enum rescue_kind kind, uint32_t task) {
    uint32_t size;
    const void *state = nodeset_get(&judging->states, 0, &size);
    bool is_known, may_come = rescue_may_come(judging_rescue(judging, kind), state, size, task, &is_known);
    if (!is_known) judging_excuse(judging, task);
    return may_come;
}

bool judging_is_excused(struct judging *judging, uint32_t task) {
    enum rescue_kind busy = judging->stands_still ? RESCUE_BY_ALL : RESCUE_IF_BUSY;
    if (judging->stands_still && may_be_rescued(judging, RESCUE_BY_TIME, task)) return true;
    if (judging_keeps_out(judging) && may_be_rescued(judging, busy, task)) {
        judging_miss_kept_out(judging);
        return true;
    }
    bool is_bounded = !judging->stands_still && judging->excused && judging_is_bounded(judging);
    return is_bounded && may_be_rescued(judging, RESCUE_BY_MORE, task);
}

bool judging_is_shut_down(void *context, const void *state) {
    const struct judging *judging = context;
    return osek_is_stopped(judging->config, app_kernel_state(judging->app, state));
}

uint32_t judging_some_alarm(const struct judging *judging) {
    for (uint32_t i = 0; i < judging_actors(judging); i++)
        if (judging->kept_back[i] != OSEK_NONE) return judging->kept_back[i];
    return OSEK_NONE;
}
