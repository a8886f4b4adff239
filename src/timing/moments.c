#include "timing/moments.h"

bool tm_has_windows(const struct tm_system *system) {
    for (size_t i = 0; i < system->stimuli.count; i++)
        if (tm_has_window(&system->stimuli.items[i])) return true;
    return false;
}

static bool is_independent(const struct tm_task *task) {
    for (size_t i = 0; i < task->ops.count; i++) {
        enum tm_op_kind kind = task->ops.items[i].kind;
        if (kind != TM_RUN && kind != TM_END && kind != TM_JUMP && kind != TM_CHOICE) return false;
    }
    return task->algorithm == TM_PRIORITY && task->preemption == AM_PREEMPTIVE && !task->is_triggered;
}

static bool has_its_own_priority(const struct tm_system *system, const struct tm_task *task) {
    for (size_t i = 0; i < system->tasks.count; i++) {
        const struct tm_task *other = &system->tasks.items[i];
        if (other != task && other->level == task->level && other->priority == task->priority) return false;
    }
    return true;
}

bool tm_is_digital(const struct tm_system *system) {
    if (!tm_has_windows(system)) return true;
    if (system->cores.count != 1 || system->groups.count || system->watched.count) return false;
    if (system->observer || system->is_joined) return false;
    for (size_t i = 0; i < system->tasks.count; i++) {
        const struct tm_task *task = &system->tasks.items[i];
        bool is_lossless = !atomic_load(&system->seen[i].lost) && !atomic_load(&system->seen[i].missed);
        if (!is_lossless || !is_independent(task) || !has_its_own_priority(system, task)) return false;
    }
    return true;
}

/* Interrupt routines stop everybody. */
static bool may_be_stopped(const struct tm_system *system, const struct tm_task *task) {
    bool is_stopped = task->preemption != AM_NON_PREEMPTIVE;
    for (size_t i = 0; i < system->tasks.count; i++) is_stopped |= system->tasks.items[i].level > task->level;
    return is_stopped;
}

bool tm_has_moving_task(const struct tm_system *system) {
    for (size_t i = 0; i < system->tasks.count; i++) {
        const struct tm_task *task = &system->tasks.items[i];
        if (task->cores.count > 1 && may_be_stopped(system, task)) return true;
    }
    return false;
}

bool tm_is_difference(const struct tm_observer *observer) {
    switch (observer->kind) {
    case TM_REACTION:
    case TM_AGE:
    case TM_DISTANCE:
    case TM_PAIRED:
    case TM_MATCHED:
    case TM_BETWEEN:
    case TM_LASTS: return true;
    case TM_ANSWERED: return !observer->has_lower || observer->lower == 0;
    case TM_REPEAT:
    case TM_TOGETHER:
    case TM_METERED: return false;
    }
    return false;
}
