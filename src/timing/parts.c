#include "timing/groups.h"
#include "timing/watch.h"

#include <string.h>

enum { DEEPEST = 200 };

/* ---- what a process touches ---- */

struct using {
    struct tm_uses *uses;
    bool *is_known;                     /* by the runnable's number: looked at already */
    const struct am_runnable *runnable; /* whose items these are; NULL: the process's own */
};

static void use_items(struct using *using, const am_items *items, unsigned depth);

static void use_condition(struct tm_uses *uses, const struct am_condition *condition) {
    for (size_t i = 0; condition && i < condition->any.count; i++)
        for (size_t j = 0; j < condition->any.items[i].all.count; j++) {
            const struct am_comparison *comparison = &condition->any.items[i].all.items[j];
            vec_push(&uses->labels, comparison->left);
            if (comparison->right) vec_push(&uses->labels, comparison->right);
        }
}

static void use_runnable(struct using *using, const struct am_runnable *runnable, unsigned depth) {
    if (using->is_known[runnable->number]) return;
    using->is_known[runnable->number] = true;
    vec_push(&using->uses->runnables, runnable);
    struct using inside = {using->uses, using->is_known, runnable};
    use_items(&inside, &runnable->items, depth + 1);
}

static void use_item(struct using *using, const struct am_item *item, unsigned depth) {
    struct tm_uses *uses = using->uses;
    if (depth > DEEPEST) return; /* a circle: compiling says so */
    switch (item->kind) {
    case AM_GROUP:
    case AM_LOOP:
        use_condition(uses, item->condition);
        use_items(using, &item->items, depth + 1);
        break;
    case AM_CALL: use_runnable(using, item->runnable, depth); break;
    case AM_ACCESS:
        vec_push(&uses->accesses, (struct tm_access){item->variable, using->runnable, item->is_write});
        break;
    case AM_HAPPEN: vec_push(&uses->happens, item->event); break;
    case AM_SWITCH:
    case AM_CHOICE:
        for (size_t i = 0; i < item->branches.count; i++) {
            use_condition(uses, item->branches.items[i].condition);
            use_items(using, &item->branches.items[i].items, depth + 1);
        }
        break;
    case AM_SET_LABEL: vec_push(&uses->labels, item->label); break;
    case AM_SEMAPHORE: vec_push(&uses->semaphores, item->semaphore); break;
    case AM_TRIGGER: vec_push(&uses->triggers, item->stimulus); break;
    case AM_WAIT: uses->waits = true; break;
    case AM_SET_EVENT:
        if (item->process)
            vec_push(&uses->signals, item->process);
        else
            uses->signals_everybody = true;
        break;
    default: break;
    }
}

static void use_items(struct using *using, const am_items *items, unsigned depth) {
    for (size_t i = 0; i < items->count; i++) use_item(using, items->items[i], depth);
}

/* ---- who makes events occur ---- */

static bool accesses(const struct tm_uses *uses, const struct am_event *event) {
    for (size_t i = 0; i < uses->accesses.count; i++) {
        const struct tm_access *access = &uses->accesses.items[i];
        if (access->variable == event->variable && (!event->runnable || access->runnable == event->runnable) &&
            (!event->type[0] || access->is_write == (strcmp(event->type, "write") == 0)))
            return true;
    }
    return false;
}

static bool is_in(const void *items, size_t count, const void *thing) {
    const void *const *list = items;
    for (size_t i = 0; i < count; i++)
        if (list[i] == thing) return true;
    return false;
}

bool tm_may_raise(const struct tm_division *division, const struct am_process *process, const struct am_event *event) {
    const struct tm_uses *uses = &division->uses[process->number];
    if (event->process && event->process != process) return false;
    switch (event->kind) {
    case AM_PROCESS_EVENT: return event->process == process;
    case AM_RUNNABLE_EVENT: return is_in(uses->runnables.items, uses->runnables.count, event->runnable);
    case AM_LABEL_EVENT: return accesses(uses, event);
    case AM_STIMULUS_EVENT:
        return is_in(process->stimuli.items, process->stimuli.count, event->stimulus) ||
               is_in(uses->triggers.items, uses->triggers.count, event->stimulus);
    case AM_SEMAPHORE_EVENT: return is_in(uses->semaphores.items, uses->semaphores.count, event->semaphore);
    case AM_CUSTOM_EVENT: return is_in(uses->happens.items, uses->happens.count, event);
    case AM_EVENT_SET:
    case AM_OTHER_EVENT: break;
    }
    return false;
}

/* ---- who ever starts ---- */

/* By an inter-process trigger, or by an event. */
static bool triggers(const struct tm_division *division, const struct am_process *process,
                     const struct am_process *other) {
    const struct tm_uses *uses = &division->uses[process->number];
    for (size_t i = 0; i < other->stimuli.count; i++) {
        const struct am_stimulus *stimulus = other->stimuli.items[i];
        if (is_in(uses->triggers.items, uses->triggers.count, stimulus)) return true;
        for (size_t j = 0; j < stimulus->triggering.count; j++)
            if (tm_may_raise(division, process, stimulus->triggering.items[j])) return true;
    }
    return false;
}

/* What it depends on is not known: it may start at any time. */
static bool is_unknown(const struct am_model *model, const struct am_stimulus *stimulus, struct arena *arena) {
    for (size_t i = 0; i < stimulus->triggering.count; i++)
        if (tm_event_obstacle(model, stimulus->triggering.items[i], arena)) return true;
    return false;
}

static void find_starting(const struct tm_division *division, const struct am_model *model, bool *starts,
                          struct arena *arena) {
    for (size_t i = 0; i < model->processes.count; i++)
        for (size_t j = 0; j < model->processes.items[i]->stimuli.count; j++) {
            const struct am_stimulus *stimulus = model->processes.items[i]->stimuli.items[j];
            starts[i] |= (stimulus->kind != AM_INTER_PROCESS && stimulus->kind != AM_BY_EVENT) ||
                         is_unknown(model, stimulus, arena);
        }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < model->processes.count; i++)
            for (size_t j = 0; starts[i] && j < model->processes.count; j++)
                if (!starts[j] && triggers(division, model->processes.items[i], model->processes.items[j]))
                    starts[j] = changed = true;
    }
}

/* ---- joining ---- */

static unsigned root_of(unsigned *leader, unsigned i) {
    while (leader[i] != i) i = leader[i] = leader[leader[i]];
    return i;
}

static bool share_core(const struct am_process *a, const struct am_process *b) {
    for (size_t i = 0; i < a->affinity.count; i++)
        for (size_t j = 0; j < b->affinity.count; j++)
            if (a->affinity.items[i] == b->affinity.items[j]) return true;
    return false;
}

/* Below another one: its slice, its budget and its place in a queue are common to all cores that it has. */
static bool share_scheduler(const struct am_process *a, const struct am_process *b) {
    for (const struct am_scheduler *i = tm_deciding(a->scheduler); i->parent; i = tm_deciding(i->parent))
        for (const struct am_scheduler *j = tm_deciding(b->scheduler); j->parent; j = tm_deciding(j->parent))
            if (i == j) return true;
    return false;
}

static bool signals(const struct tm_uses *uses, const struct am_process *other, const struct tm_uses *others) {
    if (uses->signals_everybody && others->waits) return true;
    for (size_t i = 0; i < uses->signals.count; i++)
        if (uses->signals.items[i] == other) return true;
    return false;
}

static bool share_things(const struct tm_uses *a, const struct tm_uses *b) {
    for (size_t i = 0; i < a->labels.count; i++)
        for (size_t j = 0; j < b->labels.count; j++)
            if (a->labels.items[i] == b->labels.items[j]) return true;
    for (size_t i = 0; i < a->semaphores.count; i++)
        for (size_t j = 0; j < b->semaphores.count; j++)
            if (a->semaphores.items[i] == b->semaphores.items[j]) return true;
    return false;
}

void tm_divide(struct tm_division *division, const struct am_model *model, bool together, struct arena *arena) {
    unsigned count = division->process_count = (unsigned)model->processes.count;
    division->part_of = arena_new_array(arena, unsigned, count);
    division->uses = arena_new_array(arena, struct tm_uses, count);
    bool *starts = arena_new_array(arena, bool, count);
    unsigned *leader = arena_new_array(arena, unsigned, count);
    for (unsigned i = 0; i < count; i++) {
        leader[i] = i;
        bool *is_known = arena_new_array(arena, bool, model->runnables.count + 1);
        struct using using = {&division->uses[i], is_known, NULL};
        if (!model->processes.items[i]->has_time) use_items(&using, &model->processes.items[i]->items, 0);
    }
    find_starting(division, model, starts, arena);
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < count; j++) {
            const struct am_process *a = model->processes.items[i], *b = model->processes.items[j];
            const struct tm_uses *uses = division->uses;
            if (i == j || !starts[i] || !starts[j]) continue;
            if (together || share_core(a, b) || triggers(division, a, b) || signals(&uses[i], b, &uses[j]) ||
                share_scheduler(a, b) || share_things(&uses[i], &uses[j]))
                leader[root_of(leader, i)] = root_of(leader, j);
        }
    unsigned *number = arena_new_array(arena, unsigned, count);
    for (unsigned i = 0; i < count; i++) number[i] = UINT32_MAX;
    for (unsigned i = 0; i < count; i++) {
        unsigned root = root_of(leader, i);
        division->part_of[i] = UINT32_MAX;
        if (!starts[i]) continue;
        if (number[root] == UINT32_MAX) number[root] = division->count++;
        division->part_of[i] = number[root];
    }
}

void tm_division_free(struct tm_division *division) {
    for (unsigned i = 0; i < division->process_count; i++) {
        vec_free(&division->uses[i].runnables);
        vec_free(&division->uses[i].accesses);
        vec_free(&division->uses[i].happens);
        vec_free(&division->uses[i].labels);
        vec_free(&division->uses[i].semaphores);
        vec_free(&division->uses[i].triggers);
        vec_free(&division->uses[i].signals);
    }
}
