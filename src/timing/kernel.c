/* What takes no time: instructions of tasks, activation, the end of a slice. docs/timing-semantics.md. */
#include "timing/state.h"

#include <string.h>

enum { ENDLESS = 100000 }; /* instructions at one instant: a loop that takes no time */

void tm_note_problem(struct tm_run *run, const char *what) {
    struct tm_system *system = (struct tm_system *)run->system; /* the one thing that exploring tells the system */
    const char *none = NULL;
    atomic_compare_exchange_strong(&system->problem, &none, what);
}

static int task_on(const struct tm_run *run, unsigned core) { return tm_running(run, core); }

static void reset_run(struct tm_run *run, const struct tm_task *task) {
    tm_put(run, task->is_timing, 0);
    tm_put(run, task->left_least, 0);
    tm_put(run, task->left_most, 0);
}

/* ---- conditions ---- */

static int64_t label_value(const struct tm_run *run, const struct am_mode_label *label) {
    for (size_t i = 0; i < run->system->labels.count; i++)
        if (run->system->labels.items[i].label == label) return tm_get(run, run->system->labels.items[i].value);
    return label->initial;
}

bool tm_is_true(const struct tm_run *run, const struct am_comparison *comparison) {
    int64_t left = label_value(run, comparison->left);
    int64_t right = comparison->right ? label_value(run, comparison->right) : comparison->value;
    switch (comparison->relation) {
    case AM_EQUAL: return left == right;
    case AM_NOT_EQUAL: return left != right;
    case AM_LESS: return left < right;
    case AM_GREATER: return left > right;
    case AM_LESS_EQUAL: return left <= right;
    case AM_GREATER_EQUAL: return left >= right;
    }
    return false;
}

static bool holds(const struct tm_run *run, const struct am_condition *condition) {
    for (size_t i = 0; i < condition->any.count; i++) {
        const struct am_conjunction *all = &condition->any.items[i];
        bool good = true;
        for (size_t j = 0; j < all->all.count && good; j++) good = tm_is_true(run, &all->all.items[j]);
        if (good) return true;
    }
    return false;
}

/* ---- events and semaphores ---- */

static bool has_events(const struct tm_run *run, const struct tm_task *task, const struct tm_op *op) {
    uint64_t set = (uint64_t)tm_get(run, task->flags) & op->events;
    return op->needs_all ? set == op->events : set != 0;
}

static bool is_free(const struct tm_run *run, const struct tm_op *op) {
    const struct tm_semaphore *semaphore = &run->system->semaphores.items[op->semaphore];
    int64_t users = tm_get(run, semaphore->users);
    return op->is_exclusive ? users == 0 : users < semaphore->semaphore->most && !tm_get(run, semaphore->exclusive);
}

static void wait(struct tm_run *run, unsigned number, const struct tm_op *op) {
    const struct tm_task *task = &run->system->tasks.items[number];
    tm_put(run, task->status, TM_WAITING);
    tm_put(run, task->held, 0);
    tm_put(run, task->slice_used, 0);
    if (op->kind == TM_REQUEST) tm_get_in_line(run, number);
    tm_tell(run, TM_EVENT(.kind = TM_WAITS, .task = (int)number + 1, .semaphore = op->semaphore + 1, .op = op));
    tm_raise(run, task->raises[op->kind == TM_WAIT ? TM_ON_WAIT : TM_ON_PARK]);
    tm_schedule(run, task->domain);
}

/* Who runs then is decided when all are woken that are woken now. */
static void wake(struct tm_run *run, unsigned number) {
    const struct tm_task *task = &run->system->tasks.items[number];
    tm_leave_line(run, number);
    tm_put(run, task->status, TM_READY);
    tm_go_last(run, number, 0);
    tm_tell(run, TM_EVENT(.kind = TM_RELEASED, .task = (int)number + 1));
    tm_raise(run, task->raises[tm_op_of(run, number)->kind == TM_WAIT ? TM_ON_RELEASE : TM_ON_RELEASE_PARKING]);
}

static void signal_events(struct tm_run *run, const struct tm_op *op) {
    const struct tm_system *system = run->system;
    bool is_woken[system->tasks.count];
    for (unsigned i = 0; i < system->tasks.count; i++) {
        const struct tm_task *task = &system->tasks.items[i];
        is_woken[i] = false;
        if (op->task >= 0 && op->task != (int)i) continue;
        uint64_t kept = op->events & tm_awaited(task); /* what nobody waits for is not kept */
        tm_put(run, task->flags, (int64_t)((uint64_t)tm_get(run, task->flags) | kept));
        if (tm_get(run, task->status) != TM_WAITING) continue;
        const struct tm_op *waits = tm_op_of(run, i);
        is_woken[i] = waits->kind == TM_WAIT && has_events(run, task, waits);
        if (is_woken[i]) wake(run, i);
    }
    for (size_t i = 0; i < system->tasks.count; i++)
        if (is_woken[i]) tm_schedule(run, system->tasks.items[i].domain);
}

static void take(struct tm_run *run, unsigned number, const struct tm_op *op) {
    const struct tm_semaphore *semaphore = &run->system->semaphores.items[op->semaphore];
    const struct tm_task *task = &run->system->tasks.items[number];
    tm_put(run, semaphore->users, op->is_exclusive ? semaphore->semaphore->most : tm_get(run, semaphore->users) + 1);
    if (op->is_exclusive) tm_put(run, semaphore->exclusive, 1);
    int64_t held = tm_get(run, task->holds + (unsigned)op->semaphore);
    tm_put(run, task->holds + (unsigned)op->semaphore, held < 255 ? held + 1 : held);
    tm_tell(run, TM_EVENT(.kind = TM_TAKEN, .task = (int)number + 1, .semaphore = op->semaphore + 1, .op = op));
}

/* The most urgent of those who wait for the semaphore and can have it now; -1: there is none. */
static int first_in_line(const struct tm_run *run, int semaphore, bool shared_only) {
    const struct tm_system *system = run->system;
    int best = -1;
    for (unsigned i = 0; i < system->tasks.count; i++) {
        if (tm_get(run, system->tasks.items[i].status) != TM_WAITING) continue;
        const struct tm_op *waits = tm_op_of(run, i);
        if (waits->kind != TM_REQUEST || waits->semaphore != semaphore || !is_free(run, waits)) continue;
        if (shared_only && waits->is_exclusive) continue;
        if (best < 0 || tm_is_woken_before(run, i, (unsigned)best)) best = (int)i;
    }
    return best;
}

/* They ask again, one for each place that gets free, the most urgent first. */
static void wake_those_in_line(struct tm_run *run, int semaphore, int64_t places, unsigned domain) {
    const struct tm_system *system = run->system;
    bool has_woken[system->domain_count];
    for (unsigned i = 0; i < system->domain_count; i++) has_woken[i] = i == domain; /* its ceiling is gone */
    for (bool shared_only = false; places > 0; shared_only = true) {
        int best = first_in_line(run, semaphore, shared_only);
        if (best < 0) break;
        places = tm_op_of(run, (unsigned)best)->is_exclusive ? 0 : places - 1;
        has_woken[system->tasks.items[best].domain] = true;
        wake(run, (unsigned)best);
    }
    for (unsigned i = 0; i < system->domain_count; i++)
        if (has_woken[i]) tm_schedule(run, i);
}

static void give_back(struct tm_run *run, unsigned number, const struct tm_op *op) {
    const struct tm_semaphore *semaphore = &run->system->semaphores.items[op->semaphore];
    const struct tm_task *task = &run->system->tasks.items[number];
    if (tm_get(run, semaphore->users) == 0) {
        tm_note_problem(run, "a semaphore is released that nobody holds");
        return;
    }
    bool exclusive = tm_get(run, semaphore->exclusive);
    tm_put(run, semaphore->users, exclusive ? 0 : tm_get(run, semaphore->users) - 1);
    tm_put(run, semaphore->exclusive, 0);
    unsigned field = task->holds + (unsigned)op->semaphore;
    if (tm_get(run, field))
        tm_put(run, field, tm_get(run, field) - 1);
    else if (semaphore->has_ceiling) /* whose ceiling ends then? */
        tm_note_problem(run, "a semaphore with a ceiling is released by a task that does not have it");
    tm_tell(run, TM_EVENT(.kind = TM_GIVEN, .task = (int)number + 1, .semaphore = op->semaphore + 1, .op = op));
    wake_those_in_line(run, op->semaphore, exclusive ? semaphore->semaphore->most : 1, task->domain);
}

/* ---- activation and end ---- */

void tm_activate(struct tm_run *run, unsigned number, int stimulus) {
    const struct tm_task *task = &run->system->tasks.items[number];
    int64_t count = tm_get(run, task->count);
    if (count >= task->most) {
        bool is_real = !tm_get(run, run->system->beyond);
        if (is_real) atomic_store(&run->system->seen[number].lost, 1);
        if (is_real && run->system->target.task == (int)number && run->system->target.kind == TM_LOST)
            run->fault = true;
        tm_tell(run, TM_EVENT(.kind = TM_ACTIVATION_LOST, .task = (int)number + 1, .stimulus = stimulus + 1));
        if (task->has_limit) return;
        tm_put(run, task->owed, 1);     /* it is there, behind the others */
        if (task->process->limit > 0) { /* or lost: its limit is beyond what is looked at */
            atomic_store(&run->system->seen[number].missed, 1);
            tm_put(run, run->system->beyond, 1);
        }
        tm_raise(run, task->raises[TM_ON_ACTIVATE]);
        return;
    }
    tm_put(run, task->ages + (unsigned)count, 0);
    tm_put(run, task->count, count + 1);
    tm_put(run, task->orders + (unsigned)count, 0);
    if (count == 0 || !run->system->queues_tasks) tm_go_last(run, number, (unsigned)count);
    tm_take_rank(run, number, (unsigned)count);
    tm_tell(run, TM_EVENT(.kind = TM_ACTIVATED, .task = (int)number + 1, .stimulus = stimulus + 1, .value = count));
    tm_raise(run, task->raises[TM_ON_ACTIVATE]);
    if (count == 0) tm_put(run, task->status, TM_READY);
}

static void record_response(struct tm_run *run, unsigned number) {
    if (tm_get(run, run->system->beyond)) return;
    struct tm_seen *seen = &run->system->seen[number];
    int64_t response = tm_get(run, run->system->tasks.items[number].ages);
    tm_raise_to(&seen->worst, response);
    tm_lower_to(&seen->best, response);
    const struct tm_target *target = &run->system->target;
    if (target->task == (int)number && target->kind == TM_RESPONSE_BELOW && response < target->limit) run->fault = true;
}

static void terminate(struct tm_run *run, unsigned number) {
    const struct tm_task *task = &run->system->tasks.items[number];
    int64_t count = tm_get(run, task->count) - 1;
    record_response(run, number);
    if (tm_get(run, task->owed)) {
        atomic_store(&run->system->seen[number].missed, 1);
        tm_put(run, run->system->beyond, 1);
    }
    tm_leave_queue(run, number);
    tm_leave_rank(run, number);
    for (unsigned i = 0; i < (unsigned)count; i++) {
        tm_put(run, task->ages + i, tm_get(run, task->ages + i + 1));
        tm_put(run, task->orders + i, tm_get(run, task->orders + i + 1));
    }
    tm_put(run, task->ages + (unsigned)count, 0);
    tm_put(run, task->orders + (unsigned)count, 0);
    tm_put(run, task->count, count);
    if (count && run->system->queues_tasks) tm_go_last(run, number, 0);
    if (run->system->target.task == (int)number && run->system->target.kind == TM_STARVES)
        tm_put(run, run->system->done, 1);
    tm_put(run, task->status, count ? TM_READY : TM_SUSPENDED);
    tm_put(run, task->pc, 0);
    tm_put(run, task->begun, 0);
    tm_put(run, task->held, 0);
    tm_put(run, task->locks, 0);
    tm_put(run, task->slice_used, 0);
    for (unsigned i = 0; i < run->system->semaphores.count; i++) tm_put(run, task->holds + i, 0);
    tm_tell(run, TM_EVENT(.kind = TM_TERMINATED, .task = (int)number + 1));
    tm_raise(run, task->raises[TM_ON_TERMINATE]);
    for (size_t i = 0; i < task->cores.count; i++) /* its next instance is another one: it starts anew */
        if (tm_running(run, task->cores.items[i]) == (int)number)
            tm_put(run, run->system->cores.items[task->cores.items[i]].running, 0);
    tm_schedule(run, task->domain);
}

/* Does its counter let it occur? */
static bool counts(struct tm_run *run, unsigned number) {
    const struct tm_stimulus *stimulus = &run->system->stimuli.items[number];
    int64_t count = tm_get(run, stimulus->counter) + 1, beyond = count - stimulus->counter_offset;
    tm_put(run, stimulus->counter, beyond >= stimulus->prescaler ? stimulus->counter_offset : count);
    tm_tell(run, TM_EVENT(.kind = TM_TRIGGERED, .stimulus = (int)number + 1));
    return beyond > 0 && (beyond - 1) % stimulus->prescaler == 0;
}

void tm_activate_fired(struct tm_run *run, const unsigned char *fired) {
    const struct tm_system *system = run->system;
    for (unsigned t = 0; t < system->tasks.count; t++)
        for (unsigned i = 0; i < system->stimuli.count; i++)
            for (unsigned n = 0; n < fired[i] && tm_activates(&system->stimuli.items[i], t); n++)
                tm_activate(run, t, (int)i);
}

void tm_trigger(struct tm_run *run, const unsigned *stimuli, unsigned count) {
    const struct tm_system *system = run->system;
    unsigned char fired[system->stimuli.count];
    bool is_asked[system->domain_count];
    memset(fired, 0, sizeof fired);
    memset(is_asked, 0, sizeof is_asked);
    for (unsigned i = 0; i < count; i++) {
        const struct tm_stimulus *stimulus = &system->stimuli.items[stimuli[i]];
        if (!counts(run, stimuli[i])) continue;
        tm_raise(run, stimulus->raises);
        fired[stimuli[i]]++;
        for (size_t j = 0; j < stimulus->tasks.count; j++)
            is_asked[system->tasks.items[stimulus->tasks.items[j]].domain] = true;
    }
    tm_activate_fired(run, fired);
    for (unsigned i = 0; i < system->domain_count; i++)
        if (is_asked[i]) tm_schedule(run, i);
}

static void set_label(struct tm_run *run, unsigned number, const struct tm_op *op) {
    if (op->label < 0) return;
    const struct tm_label *label = &run->system->labels.items[op->label];
    int64_t value = tm_get(run, label->value);
    if (op->change == AM_LABEL_SET) value = op->value;
    if (op->change == AM_LABEL_INCREMENT) value += op->value;
    if (op->change == AM_LABEL_DECREMENT) value -= op->value;
    bool in_range = label->label->mode && label->label->mode->is_numeric
                        ? value > -(1 << 20) && value < 1 << 20
                        : value >= 0 && label->label->mode && value < (int64_t)label->label->mode->literals.count;
    if (!in_range) {
        tm_note_problem(run, "a mode label leaves the range of its mode");
        return;
    }
    tm_put(run, label->value, value);
    tm_tell(run,
            TM_EVENT(.kind = TM_LABEL_SET, .task = (int)number + 1, .label = op->label + 1, .value = value, .op = op));
}

/* ---- instructions ---- */

bool tm_is_urgent(const struct tm_run *run, unsigned core) {
    int number = task_on(run, core);
    if (number < 0) return false;
    const struct tm_task *task = &run->system->tasks.items[number];
    if (tm_get(run, task->is_timing)) return false;
    const struct tm_op *op = tm_op_of(run, (unsigned)number);
    if (op->kind == TM_WAIT && op->is_active) return has_events(run, task, op);
    if (op->kind == TM_REQUEST && op->is_active) return is_free(run, op);
    return true;
}

unsigned tm_alternatives(const struct tm_run *run, unsigned core) {
    const struct tm_op *op = tm_op_of(run, (unsigned)task_on(run, core));
    if (op->kind == TM_CHOICE) return 2;
    if (op->kind != TM_RUN || op->least == op->most) return 1;
    return run->system->times == TM_ENDS || (run->system->times == TM_ALL && op->least == 0) ? 2 : 1;
}

bool tm_is_local(const struct tm_run *run, unsigned core) {
    if (run->system->cores.count == 1) return true;
    const struct tm_op *op = tm_op_of(run, (unsigned)task_on(run, core));
    if (op->kind == TM_RUN || op->kind == TM_JUMP || op->kind == TM_CHOICE) return true;
    if (run->system->watched.count || run->system->cores.items[core].is_disturbed) return false;
    return op->kind == TM_END || op->kind == TM_POINT || op->kind == TM_LOCK || op->kind == TM_UNLOCK;
}

/* Alternative 0 of a run is the shorter one. */
static void begin_run(struct tm_run *run, unsigned number, const struct tm_op *op, unsigned alternative) {
    const struct tm_task *task = &run->system->tasks.items[number];
    int64_t least = op->least, most = op->most;
    if (run->system->times == TM_LONGEST) least = most;
    if (run->system->times == TM_TUNED || run->system->times == TM_DRAWN_OUT) least = most = tm_tuned(run, number, op);
    if (run->system->times == TM_ENDS && least != most) least = most = alternative == 0 ? least : most;
    if (most == 0 || (run->system->times == TM_ALL && least == 0 && alternative == 0)) {
        tm_put(run, task->pc, tm_get(run, task->pc) + 1); /* it takes no time */
        return;
    }
    tm_put(run, task->is_timing, 1);
    tm_put(run, task->left_least, least);
    tm_put(run, task->left_most, most);
}

static void execute_one(struct tm_run *run, unsigned core, unsigned alternative) {
    unsigned number = (unsigned)task_on(run, core);
    const struct tm_task *task = &run->system->tasks.items[number];
    const struct tm_op *op = tm_op_of(run, number);
    int64_t next = tm_get(run, task->pc) + 1;
    switch (op->kind) {
    case TM_RUN: begin_run(run, number, op, alternative); return;
    case TM_JUMP: next = op->target; break;
    case TM_UNLESS: next = holds(run, op->condition) ? next : op->target; break;
    case TM_CHOICE: next = alternative == 0 ? next : op->target; break;
    case TM_WAIT:
        if (!has_events(run, task, op)) {
            wait(run, number, op);
            return;
        }
        break;
    case TM_REQUEST:
        if (!is_free(run, op)) {
            wait(run, number, op);
            return;
        }
        tm_put(run, task->pc, next);
        take(run, number, op);
        return;
    case TM_CLEAR:
        tm_put(run, task->flags, (int64_t)((uint64_t)tm_get(run, task->flags) & ~op->events));
        tm_tell(run, TM_EVENT(.kind = TM_CLEARED, .task = (int)number + 1, .events = op->events, .op = op));
        break;
    case TM_SET: set_label(run, number, op); break;
    case TM_END: terminate(run, number); return;
    case TM_LOCK: tm_put(run, task->locks, tm_get(run, task->locks) + 1); break;
    default: break;
    }
    tm_put(run, task->pc, next); /* before others get to run */
    switch (op->kind) {
    case TM_SIGNAL:
        tm_tell(run, TM_EVENT(.kind = TM_SIGNALLED, .task = op->task + 1, .events = op->events, .op = op));
        signal_events(run, op);
        break;
    case TM_RELEASE: give_back(run, number, op); break;
    case TM_TRIGGER: tm_trigger(run, &(unsigned){(unsigned)op->stimulus}, 1); break;
    case TM_MARK: tm_raise(run, op->raises); break;
    case TM_UNLOCK:
        tm_put(run, task->locks, tm_get(run, task->locks) - 1);
        tm_schedule(run, task->domain);
        break;
    case TM_POINT:
        tm_put(run, task->held, 0);
        tm_schedule(run, task->domain);
        if (task_on(run, core) == (int)number) tm_put(run, task->held, 1);
        break;
    default: break;
    }
}

void tm_execute(struct tm_run *run, unsigned core, unsigned alternative) {
    execute_one(run, core, alternative);
    tm_trigger_due(run);
    for (unsigned count = 0; tm_is_urgent(run, core) && tm_is_local(run, core) && tm_alternatives(run, core) == 1;
         count++) {
        if (count > ENDLESS) {
            tm_note_problem(run, "a task does things for ever without taking time");
            const struct tm_task *task = &run->system->tasks.items[task_on(run, core)];
            reset_run(run, task);
            tm_put(run, task->is_timing, 1); /* it stays where it is */
            return;
        }
        execute_one(run, core, 0);
        tm_trigger_due(run);
    }
}

/* ---- slices ---- */

/* Of the task (group < 0), or of a scheduler that it is below: how long it is, 0 if there is none, and what is used. */
static int64_t slice_at(const struct tm_run *run, const struct tm_task *task, int group, unsigned *used) {
    *used = group < 0 ? task->slice_used : run->system->groups.items[group].slice_used;
    return group < 0 ? task->slice : run->system->groups.items[group].slice;
}

static int group_above(const struct tm_run *run, const struct tm_task *task, int group) {
    return group < 0 ? task->group : run->system->groups.items[group].parent;
}

int64_t tm_slice_rest(const struct tm_run *run, unsigned number) {
    const struct tm_task *task = &run->system->tasks.items[number];
    int64_t least = -1;
    unsigned used;
    for (int group = -1, first = 1; first || group >= 0; group = group_above(run, task, group), first = 0) {
        int64_t slice = slice_at(run, task, group, &used);
        if (slice && (least < 0 || slice - tm_get(run, used) < least)) least = slice - tm_get(run, used);
    }
    return least;
}

void tm_use_slices(struct tm_run *run, unsigned number, int64_t units) {
    const struct tm_task *task = &run->system->tasks.items[number];
    unsigned used;
    for (int group = -1, first = 1; first || group >= 0; group = group_above(run, task, group), first = 0)
        if (slice_at(run, task, group, &used)) tm_put(run, used, tm_get(run, used) + units);
}

bool tm_slice_is_over(const struct tm_run *run, unsigned core) {
    int number = task_on(run, core);
    return number >= 0 && tm_slice_rest(run, (unsigned)number) == 0;
}

void tm_end_slice(struct tm_run *run, unsigned core) {
    unsigned number = (unsigned)task_on(run, core), used;
    const struct tm_task *task = &run->system->tasks.items[number];
    for (int group = -1, first = 1; first || group >= 0; group = group_above(run, task, group), first = 0) {
        int64_t slice = slice_at(run, task, group, &used);
        if (!slice || tm_get(run, used) < slice) continue;
        tm_put(run, used, 0);
        if (group < 0)
            tm_go_last(run, number, 0);
        else
            tm_group_goes_last(run, group);
    }
    tm_tell(run, TM_EVENT(.kind = TM_SLICE_OVER, .task = (int)number + 1, .core = (int)core + 1));
    tm_schedule(run, task->domain);
    tm_trigger_due(run);
}
