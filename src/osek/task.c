#include "osek/task.h"

#include "osek/context.h"
#include "osek/interrupt.h"
#include "osek/ready.h"
#include "osek/resource.h"
#include "osek/schedule.h"

/* ---- Activation ---- */

uint32_t osek_requests(const struct osek_kernel *k, uint32_t task) {
    enum stored_state state = stored_state(k, task);
    return osek_requests_in_queue(k, task) + (state == STORED_RUNNING || state == STORED_WAITING);
}

/* 4.3: the limit is for running and ready requests together. */
bool osek_accepts_request(const struct osek_kernel *k, uint32_t task) {
    uint32_t requests = osek_requests(k, task), limit = k->config->tasks[task].activation;
    requests = OSEK_RULE(LIMIT_COUNTS_RUNNING, requests, osek_requests_in_queue(k, task));
    return OSEK_RULE(LIMIT_OF_REQUESTS, requests < limit, requests <= limit);
}

/* 7, 13.2.3.1: events are cleared when a task leaves the suspended state. */
static void leave_suspended(const struct osek_kernel *k, uint32_t task) {
    if (stored_state(k, task) != STORED_SUSPENDED) return;
    if (OSEK_RULE(EVENTS_CLEARED_AT_START, true, false)) osek_put_events(k, task, 0);
    osek_set_stored_state(k, task, STORED_READY);
}

void osek_activate(const struct osek_kernel *k, uint32_t task) {
    if (k->config->no_scheduler && !osek_accepts_request(k, task)) return;
    osek_add_request(k, task);
    leave_suspended(k, task);
}

void osek_activate_successor(const struct osek_kernel *k, uint32_t task) {
    if (k->config->no_scheduler && !osek_accepts_request(k, task)) return;
    osek_add_successor(k, task);
    leave_suspended(k, task);
}

void osek_check_ActivateTask(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors) {
    uint32_t task = (uint32_t)arguments[0];
    if (k->config->no_scheduler || osek_accepts_request(k, task)) return;
    if (OSEK_RULE(EVENTS_KEPT_WHILE_ACTIVE, false, true)) osek_put_events(k, task, 0);
    if (OSEK_RULE(LIMIT_IN_STANDARD, true, false))
        osek_add_standard_error(errors, OSEK_E_LIMIT, OSEK_ACTIVATION_LOST);
    else
        osek_add_error(errors, OSEK_E_LIMIT, OSEK_ACTIVATION_LOST);
}

void osek_do_ActivateTask(const struct osek_kernel *k, const uint64_t *arguments) {
    osek_activate(k, (uint32_t)arguments[0]);
}

/* ---- Termination ---- */

/* 8.2: no resource may be held where a task ends, waits or gives way. */
static void check_resources(const struct osek_kernel *k, struct osek_errors *errors) {
    if (osek_holds_resources(k, osek_now(k))) osek_add_error(errors, OSEK_E_RESOURCE, OSEK_RESOURCE_AT_END);
}

/* The internal resource is given back, also by a task that chains to itself (8.7, 13.2.3.3). */
void osek_end_task(const struct osek_kernel *k, uint32_t task) {
    bool more = osek_requests_in_queue(k, task) > 0;
    unsigned char keeps = OSEK_RULE(INTERNAL_RELEASED_AT_END, 0, *task_byte(k, task) & TASK_INTERNAL);
    *task_byte(k, task) = (unsigned char)(keeps | (more ? STORED_READY : STORED_SUSPENDED));
}

void osek_stop_running(const struct osek_kernel *k, enum work work, uint32_t object) {
    uint32_t task = osek_running(k);
    osek_unmask_at_end(k);
    if (OSEK_RULE(RESOURCES_END_WITH_THEIR_HOLDER, true, false)) osek_release_all(k, task);
    *task_byte(k, task) &= (unsigned char)~TASK_STARTED;
    k->result->caller_ended = true;
    osek_leave(k, work, object);
}

void osek_check_TerminateTask(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors) {
    (void)arguments;
    if (OSEK_RULE(TERMINATE_WITHOUT_RESOURCES, true, false)) check_resources(k, errors);
}

void osek_do_TerminateTask(const struct osek_kernel *k, const uint64_t *arguments) {
    (void)arguments;
    osek_stop_running(k, WORK_TERMINATE, OSEK_NONE);
}

/* 13.2.3.3: a task that chains to itself makes room for the new request first. */
static bool successor_accepts(const struct osek_kernel *k, uint32_t task) {
    bool self = OSEK_RULE(CHAIN_TO_ITSELF, task == osek_running(k), false);
    return self || k->config->no_scheduler || osek_accepts_request(k, task);
}

void osek_check_ChainTask(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors) {
    if (OSEK_RULE(CHAIN_WITHOUT_RESOURCES, true, false)) check_resources(k, errors);
    if (!successor_accepts(k, (uint32_t)arguments[0])) {
        if (OSEK_RULE(CHAIN_FAILS_WHOLE, false, true)) osek_stop_running(k, WORK_TERMINATE, OSEK_NONE);
        if (OSEK_RULE(LIMIT_IN_STANDARD, true, false))
            osek_add_standard_error(errors, OSEK_E_LIMIT, OSEK_ACTIVATION_LOST);
        else
            osek_add_error(errors, OSEK_E_LIMIT, OSEK_ACTIVATION_LOST);
    }
}

void osek_do_ChainTask(const struct osek_kernel *k, const uint64_t *arguments) {
    osek_stop_running(k, WORK_CHAIN, (uint32_t)arguments[0]);
}

/* ---- Schedule (13.2.3.4) ---- */

void osek_check_Schedule(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors) {
    (void)arguments;
    if (OSEK_RULE(SCHEDULE_WITHOUT_RESOURCES, true, false)) check_resources(k, errors);
}

/* A task with an internal resource gives way to tasks above its own priority; otherwise it goes on, with its internal
 * resource. Other tasks have been preempted by whatever is more urgent already. */
void osek_do_Schedule(const struct osek_kernel *k, const uint64_t *arguments) {
    uint32_t task = osek_running(k), first = osek_first_ready(k), own = k->config->tasks[task].priority;
    (void)arguments;
    if (k->config->no_scheduler || !(*task_byte(k, task) & TASK_INTERNAL)) return;
    bool gives_way = first != OSEK_NONE &&
                     OSEK_RULE(SCHEDULE_TO_HIGHER_ONLY, osek_first_priority(k) > own, osek_first_priority(k) >= own);
    if (OSEK_RULE(SCHEDULE_GIVES_WAY, gives_way, false))
        osek_leave(k, WORK_YIELD, OSEK_NONE);
    else if (OSEK_RULE(SCHEDULE_KEEPS_INTERNAL, false, true))
        *task_byte(k, task) &= (unsigned char)~TASK_INTERNAL;
}

/* ---- What tasks there are ---- */

/* 13.2.3.5: the running task, also in interrupt routines and hooks; INVALID_TASK if there is none. */
void osek_do_GetTaskID(const struct osek_kernel *k, const uint64_t *arguments) {
    uint32_t task = osek_running(k);
    bool hidden = OSEK_RULE(TASK_ID_IN_INTERRUPT, k->config->profile.task_id_invalid_in_isr, true);
    (void)arguments;
    if (task == IDLE_TASK || (hidden && osek_in_interrupt(k))) task = OSEK_NONE;
    k->result->values[0] = task;
    k->result->value_count = 1;
}

/* 13.2.3.6: with several activations, RUNNING if one of them runs. */
enum osek_task_state osek_state_of(const struct osek_kernel *k, uint32_t task) {
    static const enum osek_task_state shown[] = {
        [STORED_SUSPENDED] = OSEK_SUSPENDED,
        [STORED_READY] = OSEK_READY,
        [STORED_RUNNING] = OSEK_RUNNING,
        [STORED_WAITING] = OSEK_WAITING,
    };
    return shown[stored_state(k, task)];
}

void osek_do_GetTaskState(const struct osek_kernel *k, const uint64_t *arguments) {
    uint32_t task = (uint32_t)arguments[0];
    bool more = OSEK_RULE(RUNNING_INSTANCE_SHOWS, false, osek_requests_in_queue(k, task) > 0);
    k->result->values[0] = more ? OSEK_READY : osek_state_of(k, task);
    k->result->value_count = 1;
}
