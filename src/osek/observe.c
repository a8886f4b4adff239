/* What can be seen of a state from outside. */
#include "osek/alarm.h"
#include "osek/context.h"
#include "osek/hook.h"
#include "osek/interrupt.h"
#include "osek/resource.h"
#include "osek/task.h"

uint32_t osek_current(const struct osek_config *config, const void *state) {
    struct osek_kernel k = osek_view(config, state);
    return osek_now(&k);
}

bool osek_is_shut_down(const struct osek_config *config, const void *state) {
    struct osek_kernel k = osek_view(config, state);
    return phase(&k) == PHASE_DOWN;
}

bool osek_is_stopped(const struct osek_config *config, const void *state) {
    struct osek_kernel k = osek_view(config, state);
    return phase(&k) >= PHASE_STOPPING;
}

const void *osek_before_shutdown(const struct osek_config *config, const void *state) {
    struct osek_kernel k = osek_view(config, state);
    return k.layout.last && phase(&k) >= PHASE_STOPPING ? k.bytes + k.layout.last : state;
}

bool osek_is_idle(const struct osek_config *config, const void *state) {
    struct osek_kernel k = osek_view(config, state);
    uint32_t now = osek_now(&k);
    if (now == OSEK_NONE) return true;
    return phase(&k) == PHASE_UP && osek_context_kind(config, now, NULL) == OSEK_MAIN;
}

bool osek_is_settled(const struct osek_config *config, const void *state) {
    struct osek_kernel k = osek_view(config, state);
    return phase(&k) == PHASE_UP && work(&k) == WORK_NONE && !osek_is_due(&k);
}

bool osek_is_under_way(const struct osek_config *config, const void *state, uint32_t context) {
    struct osek_kernel k = osek_view(config, state);
    uint32_t index;
    enum osek_context_kind kind = osek_context_kind(config, context, &index);
    if (kind == OSEK_TASK) return *task_byte(&k, index) & TASK_STARTED;
    if (kind == OSEK_MAIN) return phase(&k) == PHASE_BOOT || (phase(&k) < PHASE_STOPPING && main_is_alive(&k));
    if (!osek_on_stack(&k, context)) return false;
    if (work(&k) != WORK_LEAVE || osek_is_hook_or_callback(config, context)) return true;
    /* An interrupt routine that has ended stays on the stack until its PostTaskHook is over (hooks_for_isr). */
    for (uint32_t i = osek_depth(&k); i > 0; i--) {
        uint32_t other = osek_stack_at(&k, i - 1);
        if (osek_context_kind(config, other, &index) == OSEK_ISR && config->isrs[index].category == 2)
            return other != context;
    }
    return true;
}

uint64_t osek_hook_argument(const struct osek_config *config, const void *state) {
    struct osek_kernel k = osek_view(config, state);
    uint32_t now = osek_now(&k);
    if (now == OSEK_NONE) return 0;
    switch (osek_context_kind(config, now, NULL)) {
    case OSEK_ERROR_HOOK: return osek_error_told(&k);
    case OSEK_SHUTDOWN_HOOK: return k.bytes[k.layout.stop];
    default: return 0;
    }
}

enum osek_task_state osek_task_state(const struct osek_config *config, const void *state, uint32_t task) {
    struct osek_kernel k = osek_view(config, state);
    return osek_state_of(&k, task);
}

uint32_t osek_running_task(const struct osek_config *config, const void *state) {
    struct osek_kernel k = osek_view(config, state);
    uint32_t task = osek_running(&k);
    return task == IDLE_TASK ? OSEK_NONE : task;
}

uint32_t osek_task_priority(const struct osek_config *config, const void *state, uint32_t task) {
    struct osek_kernel k = osek_view(config, state);
    return osek_current_priority(&k, task);
}

uint32_t osek_task_requests(const struct osek_config *config, const void *state, uint32_t task) {
    struct osek_kernel k = osek_view(config, state);
    return osek_requests(&k, task);
}

uint64_t osek_events_set(const struct osek_config *config, const void *state, uint32_t task) {
    struct osek_kernel k = osek_view(config, state);
    return osek_get_events(&k, task);
}

uint64_t osek_events_awaited(const struct osek_config *config, const void *state, uint32_t task) {
    struct osek_kernel k = osek_view(config, state);
    return osek_get_awaited(&k, task);
}

uint32_t osek_resource_holder(const struct osek_config *config, const void *state, uint32_t resource) {
    struct osek_kernel k = osek_view(config, state);
    return osek_holder(&k, resource);
}

uint32_t osek_current_level(const struct osek_config *config, const void *state) {
    struct osek_kernel k = osek_view(config, state);
    return osek_level(&k);
}

bool osek_interrupts_masked(const struct osek_config *config, const void *state, unsigned category) {
    struct osek_kernel k = osek_view(config, state);
    return osek_masked(&k, category);
}

bool osek_alarm_is_set(const struct osek_config *config, const void *state, uint32_t alarm, uint32_t *ticks,
                       uint32_t *cycle) {
    struct osek_kernel k = osek_view(config, state);
    uint64_t remaining = osek_remaining(&k, alarm);
    if (ticks) *ticks = remaining > UINT32_MAX ? UINT32_MAX : (uint32_t)remaining;
    if (cycle) *cycle = (uint32_t)osek_cycle(&k, alarm);
    return remaining != 0;
}

/* Alarms that activate the same task, and expire with this one. */
static uint32_t count_alike(const struct osek_config *config, const void *state, uint32_t alarm) {
    struct osek_kernel k = osek_view(config, state);
    const struct osek_alarm *it = &config->alarms[alarm];
    uint32_t count = 1;
    for (uint32_t i = 0; i < config->alarm_count; i++) {
        const struct osek_alarm *other = &config->alarms[i];
        bool is_alike = other->action == OSEK_ACTIVATE && other->task == it->task && other->counter == it->counter;
        count += i != alarm && is_alike && osek_remaining(&k, i) && osek_remaining(&k, i) == osek_remaining(&k, alarm);
    }
    return count;
}

/* A task without requests has no more room later. */
static bool has_no_room(const struct osek_config *config, const void *state, uint32_t alarm) {
    uint32_t task = config->alarms[alarm].task, requests = osek_task_requests(config, state, task);
    return requests && requests + count_alike(config, state, alarm) > config->tasks[task].activation;
}

bool osek_alarm_is_in_vain(const struct osek_config *config, const void *state, uint32_t alarm) {
    const struct osek_alarm *it = &config->alarms[alarm];
    if (it->action == OSEK_ACTIVATE) return has_no_room(config, state, alarm);
    if (osek_task_state(config, state, it->task) == OSEK_SUSPENDED) return false;
    return it->action == OSEK_SET_EVENT && it->event &&
           (osek_events_set(config, state, it->task) & it->event) == it->event;
}

uint32_t osek_counter_value(const struct osek_config *config, const void *state, uint32_t counter) {
    struct osek_kernel k = osek_view(config, state);
    return (uint32_t)osek_value(&k, counter);
}

void osek_forget_counter_value(const struct osek_config *config, void *state, uint32_t counter) {
    struct osek_kernel k = osek_view(config, state);
    osek_forget_value(&k, counter);
}
