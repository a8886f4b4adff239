/* One behaviour that is bad for the least urgent tasks of an overloaded core.
 *
 * A task that has as many instances as it may have loses its next activation unless it is done before; then there is
 * time for others until the one after that. So it takes as long as it can, but is done when an activation comes: the
 * next one, or the first (or last) for which that is possible. How much time there is until then is known if the more
 * urgent ones take as long as they can; what it still has to do is stretched to that. */
#include "timing/state.h"

enum { FARTHEST = 1000 }; /* activations that are looked ahead */

static const int64_t LATEST = (int64_t)1 << 50; /* no further: times are added */

struct work {
    double least, most; /* sums of many; not more than an estimate is needed */
};

/* From here to its end, in the order of the instructions. */
static struct work work_left(const struct tm_run *run, unsigned number) {
    const struct tm_op *op = tm_op_of(run, number);
    struct work work = {0, 0};
    for (; op->kind != TM_END; op++)
        if (op->kind == TM_RUN) work.least += (double)op->least, work.most += (double)op->most;
    return work;
}

static double whole_work(const struct tm_task *task) {
    double sum = 0;
    for (size_t i = 0; i < task->ops.count; i++)
        if (task->ops.items[i].kind == TM_RUN) sum += (double)task->ops.items[i].most;
    return sum;
}

static int64_t distance_of(const struct tm_stimulus *stimulus) {
    return stimulus->period ? stimulus->period : stimulus->again;
}

/* What activations before that bring to those who are more urgent. */
static double more_urgent(const struct tm_run *run, unsigned number, int64_t until) {
    const struct tm_system *system = run->system;
    const struct tm_task *task = &system->tasks.items[number];
    double sum = 0;
    int64_t may, must;
    for (unsigned i = 0; i < system->stimuli.count; i++) {
        const struct tm_stimulus *stimulus = &system->stimuli.items[i];
        if (!stimulus->is_timed || tm_get(run, stimulus->close) == system->never || distance_of(stimulus) < 1) continue;
        tm_next_window(run, stimulus, &may, &must);
        int64_t count = may < until ? 1 + (until - 1 - may) / distance_of(stimulus) : 0;
        for (size_t j = 0; j < stimulus->tasks.count; j++) {
            const struct tm_task *other = &system->tasks.items[stimulus->tasks.items[j]];
            bool is_before =
                other->level > task->level || (other->level == task->level && other->priority > task->priority);
            if (is_before && other->domain == task->domain) sum += (double)count * whole_work(other);
        }
    }
    return sum;
}

/* The time until the activation at which it is to be done; < 0: there is none. */
static double time_for(const struct tm_run *run, unsigned number, const struct tm_stimulus *own, struct work work) {
    int64_t when, must;
    double found = -1;
    tm_next_window(run, own, &when, &must);
    for (unsigned i = 0; i < FARTHEST && when < LATEST; i++, when += distance_of(own)) {
        double time = (double)when - more_urgent(run, number, when);
        if (time >= work.most) break;
        if (time < work.least) continue;
        found = time;
        if (run->system->times == TM_TUNED) break;
    }
    return found;
}

int64_t tm_tuned(const struct tm_run *run, unsigned number, const struct tm_op *op) {
    const struct tm_system *system = run->system;
    const struct tm_task *task = &system->tasks.items[number];
    const struct tm_stimulus *own = NULL;
    for (size_t i = 0; i < system->stimuli.count; i++)
        if (tm_activates(&system->stimuli.items[i], number)) own = &system->stimuli.items[i];
    if (!task->has_limit || tm_get(run, task->count) < task->most || !own || !own->is_timed || distance_of(own) < 1)
        return op->most;
    struct work work = work_left(run, number);
    double time = time_for(run, number, own, work);
    if (time < 0) return op->most;
    double share = (time - work.least) / (work.most - work.least);
    return op->least + (int64_t)((double)(op->most - op->least) * share);
}
