#include "osek/schedule.h"

#include "osek/alarm.h"
#include "osek/context.h"
#include "osek/hook.h"
#include "osek/interrupt.h"
#include "osek/ready.h"
#include "osek/resource.h"
#include "osek/start.h"
#include "osek/task.h"

/* ---- Leaving the running state ---- */

static void become_ready(const struct osek_kernel *k, uint32_t task) {
    osek_add_preempted(k, task);
    osek_set_stored_state(k, task, STORED_READY);
}

/* 8.7: a preempted task keeps its internal resource. */
static void preempt(const struct osek_kernel *k, uint32_t task) {
    if (OSEK_RULE(INTERNAL_KEPT_WHEN_PREEMPTED, false, true)) *task_byte(k, task) &= (unsigned char)~TASK_INTERNAL;
    become_ready(k, task);
}

static void finish_leaving(const struct osek_kernel *k) {
    uint32_t task = osek_running(k), object = work_object(k);
    enum work kind = work(k);
    osek_set_work(k, WORK_NONE, OSEK_NONE);
    switch (kind) {
    case WORK_PREEMPT:
        preempt(k, task);
        if (object != OSEK_NONE) osek_put_first(k, object);
        break;
    case WORK_YIELD:
        *task_byte(k, task) &= (unsigned char)~TASK_INTERNAL;
        become_ready(k, task);
        break;
    case WORK_TERMINATE: osek_end_task(k, task); break;
    case WORK_CHAIN:
        osek_end_task(k, task);
        osek_activate_successor(k, object);
        break;
    case WORK_WAIT:
        if (OSEK_RULE(INTERNAL_RELEASED_BY_WAIT, true, false)) *task_byte(k, task) &= (unsigned char)~TASK_INTERNAL;
        osek_set_stored_state(k, task, STORED_WAITING);
        break;
    default: break;
    }
    osek_set_running(k, OSEK_NONE);
}

void osek_leave(const struct osek_kernel *k, enum work work, uint32_t object) {
    bool self = work == WORK_CHAIN && object == osek_running(k);
    osek_set_work(k, work, object);
    if (self && k->config->profile.no_post_hook_on_self_chain) return;
    if (OSEK_RULE(POST_HOOK_WHILE_RUNNING, false, true)) finish_leaving(k);
    /* 11.5: PostTaskHook runs while the task is still the running one. */
    osek_call_hook(k, OSEK_POST_TASK_HOOK);
}

/* ---- Coming to run ---- */

/* 8.7: a task that comes to run takes its internal resource; one that has it from before keeps it. */
static bool takes_internal(const struct osek_kernel *k, uint32_t task) {
    bool again = *task_byte(k, task) & TASK_STARTED;
    bool takes =
        !k->config->no_scheduler && osek_has_internal(k->config, task) && OSEK_RULE(INTERNAL_TAKEN_AGAIN, true, !again);
    return OSEK_RULE(INTERNAL_TAKEN_AT_DISPATCH, takes, takes && !k->config->tasks[task].preemptable);
}

static void dispatch(const struct osek_kernel *k) {
    uint32_t task = osek_first_ready(k);
    bool goes_on = *task_byte(k, task) & TASK_STARTED;
    osek_remove_first(k);
    if (takes_internal(k, task)) *task_byte(k, task) |= TASK_INTERNAL;
    *task_byte(k, task) |= TASK_STARTED;
    osek_set_stored_state(k, task, STORED_RUNNING);
    osek_set_running(k, task);
    /* 11.5: PreTaskHook runs when the task is already the running one. */
    if (OSEK_RULE(PRE_HOOK_EACH_TIME, true, !goes_on)) osek_call_hook(k, OSEK_PRE_TASK_HOOK);
}

bool osek_is_urgent(const struct osek_kernel *k, uint32_t priority) {
    uint32_t current = osek_current_priority(k, osek_running(k));
    return OSEK_RULE(EQUAL_NEVER_PREEMPTS, priority > current, priority >= current);
}

static bool is_to_preempt(const struct osek_kernel *k) {
    return !k->config->no_scheduler && osek_first_ready(k) != OSEK_NONE && osek_is_urgent(k, osek_first_priority(k));
}

/* What comes to run, if something else is to. False: all is as it should be. */
static bool reschedule(const struct osek_kernel *k) {
    uint32_t running = osek_running(k), first = osek_first_ready(k);
    if (running == OSEK_NONE && first != OSEK_NONE) {
        dispatch(k);
    } else if (running == OSEK_NONE && k->config->profile.hooks_for_idle) {
        osek_set_running(k, IDLE_TASK);
        osek_call_hook(k, OSEK_PRE_TASK_HOOK);
    } else if (running == IDLE_TASK && first != OSEK_NONE) {
        osek_leave(k, WORK_IDLE, OSEK_NONE);
    } else if (running != OSEK_NONE && running != IDLE_TASK && is_to_preempt(k)) {
        osek_leave(k, WORK_PREEMPT, OSEK_NONE);
    } else {
        return false;
    }
    return true;
}

/* ---- Hooks around interrupt routines (hooks_for_isr) ---- */

static void enter_routine(const struct osek_kernel *k, uint32_t isr) {
    osek_push(k, osek_context(k->config, OSEK_ISR, isr));
    osek_call_hook(k, OSEK_PRE_TASK_HOOK);
}

/* The last routine is gone, with its PostTaskHook: the next one, the interrupted code or the most urgent task comes
 * with a PreTaskHook, and without a second PostTaskHook. */
static void resume(const struct osek_kernel *k) {
    uint32_t isr = osek_next_interrupt(k, 2), running = osek_running(k);
    if (isr != OSEK_NONE) {
        put_bit(k, k->layout.pending, isr, false);
        enter_routine(k, isr);
    } else if (osek_depth(k) == 0 && running == IDLE_TASK && osek_first_ready(k) != OSEK_NONE) {
        osek_set_running(k, OSEK_NONE);
    } else if (osek_depth(k) == 0 && running != OSEK_NONE && running != IDLE_TASK && is_to_preempt(k)) {
        preempt(k, running);
        osek_set_running(k, OSEK_NONE);
    } else if (osek_depth(k) > 0 || running != OSEK_NONE) {
        osek_call_hook(k, OSEK_PRE_TASK_HOOK);
    }
}

static void finish_work(const struct osek_kernel *k) {
    uint32_t object = work_object(k);
    switch (work(k)) {
    case WORK_ENTER:
        osek_set_work(k, WORK_NONE, OSEK_NONE);
        enter_routine(k, object);
        break;
    case WORK_LEAVE:
        osek_pop(k);
        osek_set_work(k, WORK_RESUME, OSEK_NONE);
        break;
    case WORK_RESUME:
        osek_set_work(k, WORK_NONE, OSEK_NONE);
        resume(k);
        break;
    default:
        /* 11.1: no interrupt of category 2 comes between PostTaskHook and PreTaskHook. */
        finish_leaving(k);
        reschedule(k);
        break;
    }
}

/* ---- Going on ---- */

static bool take_interrupt(const struct osek_kernel *k) {
    uint32_t isr = osek_next_interrupt(k, 0);
    if (isr == OSEK_NONE) return false;
    osek_begin_interrupt(k, isr);
    return true;
}

/* 6: no rescheduling before the outermost interrupt routine has ended. */
static bool may_dispatch(const struct osek_kernel *k) {
    return OSEK_RULE(NO_DISPATCH_IN_INTERRUPT, osek_depth(k) == 0, osek_depth(k) <= 1);
}

/* One piece of outstanding work, the most pressing one first. False: there is none. */
static bool go_on(struct osek_kernel *k) {
    if (phase(k) == PHASE_DOWN || phase(k) == PHASE_BOOT) return false;
    if (osek_in_hook_or_callback(k)) return take_interrupt(k); /* category 1; the work goes on after the hook */
    if (phase(k) == PHASE_STARTING) {
        osek_start_up(k);
    } else if (phase(k) == PHASE_STOPPING) {
        osek_go_down(k);
    } else if (osek_is_due(k)) {
        osek_expire(k, osek_next_due(k));
    } else if (work(k) != WORK_NONE) {
        finish_work(k);
    } else {
        return take_interrupt(k) || (may_dispatch(k) && reschedule(k));
    }
    return true;
}

void osek_settle(struct osek_kernel *k) {
    while (go_on(k)) {
    }
}
