#include "timing/disturbed.h"

static bool has_wait(const struct tm_task *task) {
    for (size_t i = 0; i < task->ops.count; i++)
        if (task->ops.items[i].kind == TM_WAIT) return true;
    return false;
}

static bool uses(const struct tm_task *task, int semaphore) {
    for (size_t i = 0; i < task->ops.count; i++) {
        const struct tm_op *op = &task->ops.items[i];
        if ((op->kind == TM_REQUEST || op->kind == TM_RELEASE) && op->semaphore == semaphore) return true;
    }
    return false;
}

/* Can the instruction of another task activate this one, wake it, or give it a semaphore? */
static bool reaches(const struct tm_system *system, const struct tm_op *op, unsigned number) {
    const struct tm_task *task = &system->tasks.items[number];
    switch (op->kind) {
    case TM_TRIGGER: return tm_activates(&system->stimuli.items[op->stimulus], number);
    case TM_SIGNAL: return (op->task < 0 || op->task == (int)number) && has_wait(task);
    case TM_REQUEST:
    case TM_RELEASE: return uses(task, op->semaphore);
    default: return false;
    }
}

static bool is_reached(const struct tm_system *system, unsigned number) {
    for (size_t t = 0; t < system->tasks.count; t++) {
        const struct tm_task *other = &system->tasks.items[t];
        if (other->domain == system->tasks.items[number].domain) continue;
        for (size_t i = 0; i < other->ops.count; i++)
            if (reaches(system, &other->ops.items[i], number)) return true;
    }
    return false;
}

void tm_find_disturbed(struct tm_system *system) {
    for (unsigned t = 0; t < system->tasks.count; t++) {
        if (!is_reached(system, t)) continue;
        for (size_t i = 0; i < system->cores.count; i++)
            system->cores.items[i].is_disturbed |= system->cores.items[i].domain == system->tasks.items[t].domain;
    }
}
