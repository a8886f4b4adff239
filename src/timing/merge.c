/* Time passes in dense time up to the next stimulus at once, where nobody sees when a task was done before it.
 *
 * Whoever runs has a window in which it gets done. In it, unit by unit, the next one would begin, with a window of its
 * own from there: as the windows of neighbouring units overlap or touch, all of them together are one, and the states
 * at the next stimulus differ only in how many were done before. That is exact: a state with a window stands for the
 * states with each moment in it, and all that the model does afterwards depends on that moment alone. */
#include "timing/state.h"

static bool is_plain(const struct tm_task *task) {
    for (size_t i = 0; i < task->ops.count; i++)
        if (task->ops.items[i].kind != TM_RUN && task->ops.items[i].kind != TM_END) return false;
    return task->algorithm == TM_PRIORITY && task->age_cap == 0;
}

bool tm_can_merge(const struct tm_system *system) {
    if (!system->is_dense || system->cores.count != 1 || system->watched.count || system->observer ||
        system->groups.count)
        return false;
    for (size_t i = 0; i < system->tasks.count; i++)
        if (!is_plain(&system->tasks.items[i])) return false;
    for (size_t i = 0; i < system->stimuli.count; i++) {
        const struct tm_stimulus *stimulus = &system->stimuli.items[i];
        if (!stimulus->is_timed || stimulus->width || stimulus->first_width || stimulus->burst || stimulus->gaps)
            return false;
    }
    return true;
}

int64_t tm_next_stimulus(const struct tm_run *run) {
    int64_t next = -1;
    for (size_t i = 0; i < run->system->stimuli.count; i++) {
        int64_t close = tm_get(run, run->system->stimuli.items[i].close);
        if (close != run->system->never && (next < 0 || close < next)) next = close;
    }
    return next;
}

/* The stimulus comes, and finds things as they are. */
static void emit_at(const struct tm_run *run, int64_t when, tm_emit emit, void *context) {
    const struct tm_system *system = run->system;
    int64_t values[system->fields.count];
    struct tm_run after = *run;
    for (size_t i = 0; i < system->fields.count; i++) values[i] = run->values[i];
    after.values = values;
    tm_advance(&after, when);
    for (size_t i = 0; i < system->stimuli.count; i++)
        if (tm_get(&after, system->stimuli.items[i].close) == 0) tm_put(&after, system->stimuli.items[i].firing, 1);
    emit(context, &after, when);
}

/* Who runs is done, and the next one runs. */
static void finish(struct tm_run *run, const struct tm_task *task) {
    tm_put(run, task->is_timing, 0);
    tm_put(run, task->left_least, 0);
    tm_put(run, task->left_most, 0);
    tm_put(run, task->pc, tm_get(run, task->pc) + 1);
    while (tm_is_urgent(run, 0)) tm_execute(run, 0, tm_alternatives(run, 0) - 1);
}

void tm_pass_merged(struct tm_run *run, int64_t when, tm_emit emit, void *context) {
    const struct tm_system *system = run->system;
    int64_t first = 0, last = 0; /* when the one before was done: between these */
    for (int number = tm_running(run, 0); number >= 0; number = tm_running(run, 0)) {
        const struct tm_task *task = &system->tasks.items[number];
        first += tm_get(run, task->left_least);
        last += tm_get(run, task->left_most);
        if (last >= when) { /* it may still run; also in the unit that begins then */
            tm_put(run, task->left_least, first);
            tm_put(run, task->left_most, last);
            emit_at(run, when, emit, context);
        }
        if (first > when) return;
        if (last > when) last = when;
        finish(run, task);
    }
    emit_at(run, when, emit, context);
}
