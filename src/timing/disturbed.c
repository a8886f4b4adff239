#include "timing/disturbed.h"

/* Can the instruction of another task activate this one, wake it, or give it a semaphore? */
static bool reaches(const struct tm_system *system, const struct tm_op *op, unsigned number) {
    const struct tm_task *task = &system->tasks.items[number];
    switch (op->kind) {
    case TM_TRIGGER: return tm_activates(&system->stimuli.items[op->stimulus], number);
    case TM_SIGNAL: return (op->task < 0 || op->task == (int)number) && op->events & tm_awaited(task);
    case TM_REQUEST:
    case TM_RELEASE: return tm_requests(task, (unsigned)op->semaphore, false);
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
    for (size_t i = 0; i < system->cores.count; i++) {
        struct tm_core *core = &system->cores.items[i];
        for (size_t j = 0; j < system->cores.count; j++)
            core->is_disturbed |= j != i && system->cores.items[j].domain == core->domain;
        for (unsigned t = 0; t < system->tasks.count; t++)
            core->is_disturbed |= system->tasks.items[t].domain == core->domain && is_reached(system, t);
    }
}
