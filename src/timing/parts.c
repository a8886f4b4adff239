#include "timing/parts.h"

#include <string.h>

enum { DEEPEST = 200 };

/* ---- what a process touches ---- */

static void use_items(struct tm_uses *uses, const am_items *items, unsigned depth);

static void use_condition(struct tm_uses *uses, const struct am_condition *condition) {
    for (size_t i = 0; condition && i < condition->any.count; i++)
        for (size_t j = 0; j < condition->any.items[i].all.count; j++) {
            const struct am_comparison *comparison = &condition->any.items[i].all.items[j];
            vec_push(&uses->labels, comparison->left);
            if (comparison->right) vec_push(&uses->labels, comparison->right);
        }
}

static void use_item(struct tm_uses *uses, const struct am_item *item, unsigned depth) {
    if (depth > DEEPEST) return; /* a circle: compiling says so */
    switch (item->kind) {
    case AM_GROUP:
    case AM_LOOP:
        use_condition(uses, item->condition);
        use_items(uses, &item->items, depth + 1);
        break;
    case AM_CALL: use_items(uses, &item->runnable->items, depth + 1); break;
    case AM_SWITCH:
    case AM_CHOICE:
        for (size_t i = 0; i < item->branches.count; i++) {
            use_condition(uses, item->branches.items[i].condition);
            use_items(uses, &item->branches.items[i].items, depth + 1);
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

static void use_items(struct tm_uses *uses, const am_items *items, unsigned depth) {
    for (size_t i = 0; i < items->count; i++) use_item(uses, items->items[i], depth);
}

/* ---- who ever starts ---- */

static void find_starting(const struct tm_division *division, const struct am_model *model, bool *starts) {
    for (size_t i = 0; i < model->processes.count; i++)
        for (size_t j = 0; j < model->processes.items[i]->stimuli.count; j++)
            starts[i] |= model->processes.items[i]->stimuli.items[j]->kind != AM_INTER_PROCESS;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < model->processes.count; i++) {
            for (size_t t = 0; starts[i] && t < division->uses[i].triggers.count; t++)
                for (size_t j = 0; j < model->processes.count; j++)
                    for (size_t s = 0; s < model->processes.items[j]->stimuli.count; s++)
                        if (!starts[j] &&
                            model->processes.items[j]->stimuli.items[s] == division->uses[i].triggers.items[t])
                            starts[j] = changed = true;
        }
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

static bool triggers(const struct tm_uses *uses, const struct am_process *other) {
    for (size_t i = 0; i < uses->triggers.count; i++)
        for (size_t j = 0; j < other->stimuli.count; j++)
            if (uses->triggers.items[i] == other->stimuli.items[j]) return true;
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

void tm_divide(struct tm_division *division, const struct am_model *model, struct arena *arena) {
    unsigned count = division->process_count = (unsigned)model->processes.count;
    division->part_of = arena_new_array(arena, unsigned, count);
    division->uses = arena_new_array(arena, struct tm_uses, count);
    bool *starts = arena_new_array(arena, bool, count);
    unsigned *leader = arena_new_array(arena, unsigned, count);
    for (unsigned i = 0; i < count; i++) {
        leader[i] = i;
        if (!model->processes.items[i]->has_time) use_items(&division->uses[i], &model->processes.items[i]->items, 0);
    }
    find_starting(division, model, starts);
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < count; j++) {
            const struct am_process *a = model->processes.items[i], *b = model->processes.items[j];
            const struct tm_uses *uses = division->uses;
            if (i == j || !starts[i] || !starts[j]) continue;
            if (share_core(a, b) || triggers(&uses[i], b) || signals(&uses[i], b, &uses[j]) ||
                share_things(&uses[i], &uses[j]))
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
        vec_free(&division->uses[i].labels);
        vec_free(&division->uses[i].semaphores);
        vec_free(&division->uses[i].triggers);
        vec_free(&division->uses[i].signals);
    }
}
