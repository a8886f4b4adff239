#include "osek/event.h"

#include "osek/context.h"
#include "osek/ready.h"
#include "osek/resource.h"
#include "osek/schedule.h"
#include "osek/task.h"

/* 13.5.3: only extended tasks have events, and only while they are not suspended. */
static void check_owner(const struct osek_kernel *k, uint32_t task, struct osek_errors *errors) {
    if (!OSEK_RULE(EVENT_OF_EXTENDED, k->config->tasks[task].extended, true))
        osek_add_error(errors, OSEK_E_ACCESS, OSEK_EVENT_OF_BASIC);
    if (OSEK_RULE(EVENT_OF_SUSPENDED, stored_state(k, task) == STORED_SUSPENDED, false))
        osek_add_error(errors, OSEK_E_STATE, OSEK_EVENT_OF_SUSPENDED);
}

static void check_caller(const struct osek_kernel *k, struct osek_errors *errors) {
    if (!OSEK_RULE(EVENT_OF_EXTENDED, k->config->tasks[osek_now(k)].extended, true))
        osek_add_error(errors, OSEK_E_ACCESS, OSEK_EVENT_OF_BASIC);
}

/* 7: a task has the events that are assigned to it. The service does as it is told: nobody refuses. */
static void tell_others(const struct osek_kernel *k, uint32_t task, uint64_t events) {
    if (events & ~k->config->tasks[task].events) osek_tell_misuse(k, OSEK_EVENT_OF_OTHERS);
}

/* ---- SetEvent (13.5.3.1) ---- */

void osek_check_SetEvent(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors) {
    check_owner(k, (uint32_t)arguments[0], errors);
}

/* A waiting task is released by one of the events that it waits for. */
static bool is_released(const struct osek_kernel *k, uint32_t task, uint64_t events) {
    uint64_t awaited = OSEK_RULE(EVENT_AWAITED_ONLY, osek_get_awaited(k, task), UINT64_MAX);
    return OSEK_RULE(EVENT_WAKES, stored_state(k, task) == STORED_WAITING && (events & awaited), false);
}

void osek_do_SetEvent(const struct osek_kernel *k, const uint64_t *arguments) {
    uint32_t task = (uint32_t)arguments[0];
    uint64_t events = OSEK_RULE(EVENTS_ADD_UP, osek_get_events(k, task) | arguments[1], arguments[1]);
    tell_others(k, task, arguments[1]);
    osek_put_events(k, task, events);
    if (!is_released(k, task, osek_get_events(k, task))) return;
    osek_put_awaited(k, task, 0);
    osek_add_released(k, task);
    osek_set_stored_state(k, task, STORED_READY);
}

/* ---- ClearEvent (13.5.3.2) ---- */

void osek_check_ClearEvent(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors) {
    (void)arguments;
    check_caller(k, errors);
}

void osek_do_ClearEvent(const struct osek_kernel *k, const uint64_t *arguments) {
    uint32_t task = osek_now(k);
    osek_put_events(k, task, OSEK_RULE(CLEAR_MASK_ONLY, osek_get_events(k, task) & ~arguments[0], 0));
}

/* ---- GetEvent (13.5.3.3) ---- */

void osek_check_GetEvent(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors) {
    check_owner(k, (uint32_t)arguments[0], errors);
}

/* The events that are set, not those it waits for. */
void osek_do_GetEvent(const struct osek_kernel *k, const uint64_t *arguments) {
    uint32_t task = (uint32_t)arguments[0];
    k->result->values[0] = OSEK_RULE(GET_EVENT_SAYS_SET, osek_get_events(k, task), osek_get_awaited(k, task));
    k->result->value_count = 1;
}

/* ---- WaitEvent (13.5.3.4) ---- */

void osek_check_WaitEvent(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors) {
    (void)arguments;
    check_caller(k, errors);
    if (OSEK_RULE(WAIT_WITHOUT_RESOURCES, osek_holds_resources(k, osek_now(k)), false))
        osek_add_error(errors, OSEK_E_RESOURCE, OSEK_RESOURCE_AT_END);
}

/* The task waits unless one of the events is set: then it goes on, without rescheduling (4.6.2). The events stay set
 * either way (7). */
void osek_do_WaitEvent(const struct osek_kernel *k, const uint64_t *arguments) {
    uint32_t task = osek_now(k);
    uint64_t set = osek_get_events(k, task) & arguments[0];
    tell_others(k, task, arguments[0]);
    if (OSEK_RULE(WAIT_IF_CLEAR_ONLY, !set, true)) {
        osek_put_awaited(k, task, arguments[0]);
        osek_leave(k, WORK_WAIT, OSEK_NONE);
        return;
    }
    if (OSEK_RULE(WAIT_KEEPS_EVENTS, false, true)) osek_put_events(k, task, osek_get_events(k, task) & ~set);
    if (OSEK_RULE(WAIT_SET_NO_RESCHEDULING, false, true)) osek_do_Schedule(k, arguments);
}
