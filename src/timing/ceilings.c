#include "timing/ceilings.h"

#include "timing/groups.h"

#include <string.h>

struct ceilings {
    struct tm_system *system;
    const struct tm_uses *uses;
    bool is_tree;
};

static bool is_user(const struct ceilings *ceilings, const struct tm_task *task, const struct tm_semaphore *semaphore) {
    const struct tm_uses *uses = &ceilings->uses[task->process->number];
    for (size_t i = 0; i < uses->semaphores.count; i++)
        if (uses->semaphores.items[i] == semaphore->semaphore) return true;
    return false;
}

static const char *algorithm_of(const struct tm_task *task) { return tm_deciding(task->process->scheduler)->algorithm; }

/* Do their schedulers say, or the numbers that they go by, which of the two is more urgent? */
static bool are_comparable(const struct ceilings *ceilings, const struct tm_task *a, const struct tm_task *b) {
    if (a->level > 0 || b->level > 0) return true;
    if (tm_topmost(a->process->scheduler) == tm_topmost(b->process->scheduler)) return true;
    if (ceilings->is_tree) return false;
    bool is_timed = a->algorithm == TM_EDF || b->algorithm == TM_EDF || a->is_by_time || b->is_by_time;
    return !is_timed || strcmp(algorithm_of(a), algorithm_of(b)) == 0;
}

static void doubt_users(const struct ceilings *ceilings, const struct tm_semaphore *semaphore) {
    struct tm_system *system = ceilings->system;
    const struct tm_task *first = NULL;
    for (size_t t = 0; t < system->tasks.count; t++) {
        const struct tm_task *task = &system->tasks.items[t];
        if (task->level > 0 || !is_user(ceilings, task, semaphore)) continue;
        if (!first) first = task;
        if (semaphore->has_ceiling && task->algorithm == TM_EDF) {
            vec_push(&system->doubts,
                     arena_printf(system->arena, "the ceiling of %s has no meaning with deadlines", semaphore->name));
            return;
        }
        if (are_comparable(ceilings, first, task) && !(semaphore->has_ceiling && task->group != first->group)) continue;
        vec_push(&system->doubts,
                 arena_printf(system->arena,
                              "the semaphore %s is used below several schedulers, whose priorities cannot be compared",
                              semaphore->name));
        return;
    }
}

void tm_set_ceilings(struct tm_system *system, const struct tm_uses *uses, bool is_tree) {
    struct ceilings ceilings = {system, uses, is_tree};
    for (size_t s = 0; s < system->semaphores.count; s++) {
        struct tm_semaphore *semaphore = &system->semaphores.items[s];
        semaphore->has_ceiling = semaphore->semaphore->has_ceiling;
        semaphore->ceiling = (struct tm_urgency){0, INT64_MIN};
        for (size_t t = 0; t < system->tasks.count; t++) {
            struct tm_urgency urgency = tm_own_urgency(&system->tasks.items[t]);
            if (is_user(&ceilings, &system->tasks.items[t], semaphore) && tm_is_above(urgency, semaphore->ceiling))
                semaphore->ceiling = urgency;
        }
        doubt_users(&ceilings, semaphore);
    }
}

void tm_doubt_lines(struct tm_system *system) {
    for (size_t s = 0; s < system->semaphores.count; s++) {
        const struct tm_task *first = NULL;
        for (size_t t = 0; t < system->tasks.count; t++) {
            const struct tm_task *task = &system->tasks.items[t];
            if (task->algorithm != TM_EDF || task->level > 0 || !tm_requests(task, (unsigned)s, true)) continue;
            if (!first) first = task;
            if (first->domain != task->domain)
                vec_push(&system->doubts,
                         arena_printf(system->arena, "%s and %s wait for %s on different cores, by deadlines",
                                      first->name, task->name, system->semaphores.items[s].name));
        }
    }
}
