/* Places in queues, first come, first served. Tasks of one priority, and schedulers below others, share a queue of
 * their scheduler. So do those that a ceiling may make level, where that is decided by their places: where they take
 * turns, may move between cores, or may lose the core without being interrupted while they have the semaphore. Places
 * are 1, 2, 3 ... without gaps: only who comes before whom is part of the state.
 *
 * Who waits for a semaphore has a place in line among those who wait for the same, alike. */
#include "timing/state.h"

/* ---- who is in which queue ---- */

/* May it lose the core there without being interrupted? */
static bool gives_way(const struct tm_op *op) {
    return op->kind == TM_POINT || ((op->kind == TM_WAIT || op->kind == TM_REQUEST) && !op->is_active);
}

/* How often it may have the semaphore, as bits. */
enum { HAS_NONE = 1, HAS_ONE = 2, HAS_MORE = 4 };

static unsigned after(const struct tm_op *op, unsigned semaphore, unsigned has) {
    if (op->semaphore != (int)semaphore) return has;
    if (op->kind == TM_REQUEST) return (has << 1 & (HAS_ONE | HAS_MORE)) | (has & HAS_MORE);
    if (op->kind == TM_RELEASE) return has >> 1 | (has & (HAS_NONE | HAS_MORE));
    return has;
}

static void reach(unsigned char *has, size_t at, unsigned with, bool *changed) {
    *changed |= (has[at] | with) != has[at];
    has[at] |= (unsigned char)with;
}

/* Somewhere between its requests for the semaphore and its releases. */
static bool gives_way_with(const struct tm_system *system, const struct tm_task *task, unsigned semaphore) {
    unsigned char *has = arena_new_array(system->arena, unsigned char, task->ops.count + 1); /* by instruction */
    has[0] = HAS_NONE;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < task->ops.count; i++) {
            const struct tm_op *op = &task->ops.items[i];
            if (has[i] & (HAS_ONE | HAS_MORE) && gives_way(op)) return true;
            unsigned with = after(op, semaphore, has[i]);
            if (op->kind != TM_JUMP && op->kind != TM_END) reach(has, i + 1, with, &changed);
            if (op->kind == TM_JUMP || op->kind == TM_UNLESS || op->kind == TM_CHOICE)
                reach(has, op->target, with, &changed);
        }
    }
    return false;
}

/* By task and semaphore: may its ceiling make the task more urgent than it is, and its place decide then? */
struct raising {
    const struct tm_system *system;
    bool *is_raised, *is_placed;
};

static bool *at(const struct raising *raising, bool *table, size_t task, size_t semaphore) {
    return &table[task * raising->system->semaphores.count + semaphore];
}

static struct raising find_raised(const struct tm_system *system) {
    size_t size = system->tasks.count * system->semaphores.count + 1;
    struct raising raising = {system, arena_new_array(system->arena, bool, size),
                              arena_new_array(system->arena, bool, size)};
    for (size_t t = 0; t < system->tasks.count; t++) {
        const struct tm_task *task = &system->tasks.items[t];
        bool moves = false;
        for (size_t o = 0; o < system->tasks.count; o++)
            moves |= system->tasks.items[o].domain == task->domain && system->tasks.items[o].cores.count > 1;
        for (unsigned s = 0; s < system->semaphores.count; s++) {
            const struct tm_semaphore *semaphore = &system->semaphores.items[s];
            bool is_raised = semaphore->has_ceiling && tm_is_above(semaphore->ceiling, tm_own_urgency(task)) &&
                             tm_requests(task, s, false);
            *at(&raising, raising.is_raised, t, s) = is_raised;
            *at(&raising, raising.is_placed, t, s) =
                is_raised && (moves || task->algorithm == TM_ROUND_ROBIN || gives_way_with(system, task, s));
        }
    }
    return raising;
}

static bool is_same(struct tm_urgency a, struct tm_urgency b) { return a.level == b.level && a.priority == b.priority; }

/* Can the task get that urgent? `table` says by which ceilings. */
static bool may_have(const struct raising *raising, bool *table, size_t task, struct tm_urgency urgency) {
    if (is_same(tm_own_urgency(&raising->system->tasks.items[task]), urgency)) return true;
    for (size_t s = 0; s < raising->system->semaphores.count; s++)
        if (*at(raising, table, task, s) && is_same(raising->system->semaphores.items[s].ceiling, urgency)) return true;
    return false;
}

static bool may_be_level(const struct raising *raising, bool *table, size_t a, size_t b) {
    const struct tm_system *system = raising->system;
    if (may_have(raising, table, b, tm_own_urgency(&system->tasks.items[a]))) return true;
    for (size_t s = 0; s < system->semaphores.count; s++)
        if (*at(raising, table, a, s) && may_have(raising, table, b, system->semaphores.items[s].ceiling)) return true;
    return false;
}

/* The domain of a group is that of its tasks. */
static unsigned domain_of(const struct tm_system *system, int group) {
    for (size_t i = 0; i < system->tasks.count; i++)
        if (tm_is_below(system, system->tasks.items[i].group, group)) return system->tasks.items[i].domain;
    return 0;
}

static void join(struct tm_system *system, unsigned from, unsigned to) {
    for (size_t t = 0; t < system->tasks.count; t++)
        if (system->tasks.items[t].queue == from) system->tasks.items[t].queue = to;
    for (size_t i = 0; i < system->groups.count; i++)
        if (system->groups.items[i].queue == from) system->groups.items[i].queue = to;
}

/* Interrupt routines are in no group: a ceiling may make tasks level with them. Deadlines need no queue. */
static bool share_scheduler(const struct tm_task *a, const struct tm_task *b) {
    return a->domain == b->domain && (a->group == b->group || a->level != b->level) && a->algorithm != TM_EDF &&
           b->algorithm != TM_EDF;
}

static void join_group(struct tm_system *system, const struct raising *raising, unsigned number) {
    const struct tm_group *group = &system->groups.items[number];
    unsigned domain = domain_of(system, (int)number);
    if (group->parent < 0) return;
    for (size_t t = 0; t < system->tasks.count; t++)
        if (system->tasks.items[t].group == group->parent && system->tasks.items[t].domain == domain &&
            may_have(raising, raising->is_placed, t, (struct tm_urgency){0, group->priority}))
            join(system, group->queue, system->tasks.items[t].queue);
    for (unsigned i = 0; i < number; i++)
        if (system->groups.items[i].parent == group->parent && domain_of(system, (int)i) == domain &&
            system->groups.items[i].priority == group->priority)
            join(system, group->queue, system->groups.items[i].queue);
}

static bool is_alone(const struct tm_system *system, const struct tm_task *task) {
    if (task->algorithm == TM_EDF) return true; /* older first */
    for (size_t t = 0; t < system->tasks.count; t++)
        if (&system->tasks.items[t] != task && system->tasks.items[t].queue == task->queue) return false;
    for (size_t i = 0; i < system->groups.count; i++)
        if (system->groups.items[i].queue == task->queue) return false;
    return true;
}

/* Of two of one scheduler that goes by deadlines, the older one is first. */
static bool may_ask_alike(const struct raising *raising, unsigned a, unsigned b) {
    const struct tm_task *left = &raising->system->tasks.items[a], *right = &raising->system->tasks.items[b];
    if (left->group != right->group) return true;
    if (left->algorithm == TM_EDF && right->algorithm == TM_EDF) return false;
    return may_be_level(raising, raising->is_raised, a, b);
}

static bool is_in_line(const struct raising *raising, unsigned number) {
    const struct tm_system *system = raising->system;
    for (unsigned t = 0; t < system->tasks.count; t++)
        for (unsigned s = 0; t != number && s < system->semaphores.count; s++)
            if (tm_requests(&system->tasks.items[number], s, true) && tm_requests(&system->tasks.items[t], s, true) &&
                may_ask_alike(raising, number, t))
                return true;
    return false;
}

void tm_find_queues(struct tm_system *system) {
    struct raising raising = find_raised(system);
    unsigned count = (unsigned)system->tasks.count;
    for (unsigned t = 0; t < count; t++) system->tasks.items[t].queue = t;
    for (unsigned i = 0; i < system->groups.count; i++) system->groups.items[i].queue = count + i;
    for (unsigned t = 0; t < count; t++)
        for (unsigned o = 0; o < t; o++)
            if (share_scheduler(&system->tasks.items[t], &system->tasks.items[o]) &&
                may_be_level(&raising, raising.is_placed, t, o))
                join(system, system->tasks.items[t].queue, system->tasks.items[o].queue);
    for (unsigned i = 0; i < system->groups.count; i++) join_group(system, &raising, i);
    for (unsigned t = 0; t < count; t++) {
        system->tasks.items[t].is_alone = is_alone(system, &system->tasks.items[t]);
        system->tasks.items[t].is_in_line = is_in_line(&raising, t);
    }
}

/* ---- places ---- */

/* Closes the gap in a field, if there is one, and finds the last place. */
static void move_up(struct tm_run *run, unsigned field, int64_t gap, int64_t *last) {
    int64_t order = tm_get(run, field);
    if (gap && order > gap) tm_put(run, field, --order);
    if (order > *last) *last = order;
}

static int64_t close_gap(struct tm_run *run, unsigned queue, int64_t gap) {
    const struct tm_system *system = run->system;
    int64_t last = 0;
    for (size_t i = 0; i < system->tasks.count; i++) {
        const struct tm_task *other = &system->tasks.items[i];
        if (other->queue != queue) continue;
        for (unsigned j = 0; j < (unsigned)tm_get(run, other->count); j++) move_up(run, other->orders + j, gap, &last);
    }
    for (size_t i = 0; i < system->groups.count; i++)
        if (system->groups.items[i].queue == queue) move_up(run, system->groups.items[i].order, gap, &last);
    return last;
}

void tm_go_last(struct tm_run *run, unsigned number, unsigned instance) {
    const struct tm_task *task = &run->system->tasks.items[number];
    if (task->is_alone) return;
    int64_t gap = tm_get(run, task->orders + instance);
    tm_put(run, task->orders + instance, 0);
    tm_put(run, task->orders + instance, close_gap(run, task->queue, gap) + 1);
}

void tm_leave_queue(struct tm_run *run, unsigned number) {
    const struct tm_task *task = &run->system->tasks.items[number];
    if (task->is_alone) return;
    int64_t gap = tm_get(run, task->orders);
    tm_put(run, task->orders, 0);
    close_gap(run, task->queue, gap);
}

static int64_t take_out(struct tm_run *run, int number) {
    const struct tm_group *group = &run->system->groups.items[number];
    int64_t gap = tm_get(run, group->order);
    tm_put(run, group->order, 0);
    return close_gap(run, group->queue, gap);
}

void tm_group_goes_last(struct tm_run *run, int number) {
    int64_t last = take_out(run, number);
    tm_put(run, run->system->groups.items[number].order, last + 1);
}

void tm_queue_groups(struct tm_run *run) {
    for (size_t i = 0; i < run->system->groups.count; i++) {
        const struct tm_group *group = &run->system->groups.items[i];
        if (group->parent < 0) continue;
        bool ready = tm_group_is_ready(run, (int)i), queued = tm_get(run, group->order) > 0;
        if (ready && !queued) tm_group_goes_last(run, (int)i);
        if (ready || !queued) continue;
        take_out(run, (int)i);
        tm_put(run, group->slice_used, 0);
    }
}

/* ---- waiting in line ---- */

/* Of those who wait for the same semaphore as this one does. */
static int64_t close_line(struct tm_run *run, unsigned number, int64_t gap) {
    const struct tm_system *system = run->system;
    int64_t last = 0;
    for (unsigned i = 0; i < system->tasks.count; i++)
        if (i != number && tm_get(run, system->tasks.items[i].asked) &&
            tm_op_of(run, i)->semaphore == tm_op_of(run, number)->semaphore)
            move_up(run, system->tasks.items[i].asked, gap, &last);
    return last;
}

void tm_get_in_line(struct tm_run *run, unsigned number) {
    const struct tm_task *task = &run->system->tasks.items[number];
    if (task->is_in_line) tm_put(run, task->asked, close_line(run, number, 0) + 1);
}

void tm_leave_line(struct tm_run *run, unsigned number) {
    const struct tm_task *task = &run->system->tasks.items[number];
    if (!tm_get(run, task->asked)) return;
    close_line(run, number, tm_get(run, task->asked));
    tm_put(run, task->asked, 0);
}
