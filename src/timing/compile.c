/* Items to instructions: runnables are put in the place of their calls, and what runs without anything happening in
 * between is one instruction. */
#include "timing/build.h"

#include "amalthea/demand.h"

#include <string.h>

enum { DEEPEST = 200, LONGEST = 60000 };

static void compile_items(struct tm_compiler *compiler, const am_items *items);

static struct tm_op *add(struct tm_compiler *compiler, enum tm_op_kind kind, const struct am_item *item) {
    struct tm_op op = {.kind = kind, .item = item, .task = -1, .semaphore = -1, .stimulus = -1, .label = -1};
    if (item) op.place = item->place;
    vec_push(&compiler->task->ops, op);
    if (compiler->task->ops.count > LONGEST && !compiler->failed) {
        diag_error(compiler->diagnostics, compiler->task->place, "task %s has more than %d instructions",
                   compiler->task->name, LONGEST);
        compiler->failed = true;
    }
    return &vec_last(&compiler->task->ops);
}

static unsigned here(const struct tm_compiler *compiler) { return (unsigned)compiler->task->ops.count; }

static void fail(struct tm_compiler *compiler, struct place place, const char *why) {
    if (!compiler->failed) diag_error(compiler->diagnostics, place, "task %s: %s", compiler->task->name, why);
    compiler->failed = true;
}

/* ---- execution ---- */

static bool same_demand(const struct am_demand *a, const struct am_demand *b) {
    return !b->problem && a->is_bounded == b->is_bounded && rational_compare(a->least, b->least) == 0 &&
           rational_compare(a->most, b->most) == 0;
}

static void add_run(struct tm_compiler *compiler, const struct am_item *item, struct rational least,
                    struct rational most) {
    add(compiler, TM_RUN, item)->value = (int64_t)compiler->least.count;
    vec_push(&compiler->least, least);
    vec_push(&compiler->most, most);
}

static void compile_run(struct tm_compiler *compiler, const struct am_item *item) {
    struct am_demand demand = am_item_demand(item, compiler->core);
    if (demand.problem) {
        fail(compiler, demand.place, demand.problem);
        return;
    }
    if (!demand.is_bounded) {
        fail(compiler, demand.place, "this distribution has no upper bound: nothing can be said about response times");
        return;
    }
    for (size_t i = 0; i < compiler->task->cores.count; i++) {
        struct am_demand other =
            am_item_demand(item, compiler->system->cores.items[compiler->task->cores.items[i]].core);
        if (!same_demand(&demand, &other)) {
            fail(compiler, item->place,
                 "it may run on cores on which this takes different times, which is not modelled "
                 "(--set task.NAME.core=CORE)");
            return;
        }
    }
    add_run(compiler, item, demand.least, demand.most);
}

/* ---- control ---- */

static void compile_branches(struct tm_compiler *compiler, const struct am_item *item) {
    VEC(unsigned) ends = {0};
    bool is_choice = item->kind == AM_CHOICE;
    for (size_t i = 0; i < item->branches.count; i++) {
        const struct am_branch *branch = &item->branches.items[i];
        bool is_last = i + 1 == item->branches.count;
        unsigned test = here(compiler);
        bool any = is_choice ? !is_last : branch->condition && !branch->condition->is_modelled;
        if (any) /* both ways are possible */
            add(compiler, TM_CHOICE, item);
        else if (branch->condition)
            add(compiler, TM_UNLESS, item)->condition = branch->condition;
        bool has_test = any || branch->condition;
        compile_items(compiler, &branch->items);
        if (!is_last) {
            vec_push(&ends, here(compiler));
            add(compiler, TM_JUMP, item);
        }
        if (has_test) compiler->task->ops.items[test].target = here(compiler);
    }
    for (size_t i = 0; i < ends.count; i++) compiler->task->ops.items[ends.items[i]].target = here(compiler);
    vec_free(&ends);
}

static void compile_loop(struct tm_compiler *compiler, const struct am_item *item) {
    unsigned test = here(compiler);
    if (item->condition->is_modelled)
        add(compiler, TM_UNLESS, item)->condition = item->condition;
    else
        add(compiler, TM_CHOICE, item);
    compile_items(compiler, &item->items);
    add(compiler, TM_JUMP, item)->target = test;
    compiler->task->ops.items[test].target = here(compiler);
}

/* ---- what is watched ---- */

static bool is_of(const struct tm_compiler *compiler, const struct am_event *event) {
    return (!event->process || event->process == compiler->task->process) &&
           (event->kind == AM_RUNNABLE_EVENT || !event->runnable || event->runnable == compiler->runnable);
}

static bool is_raised(const struct am_event *event, const struct am_item *item, const char *type) {
    switch (event->kind) {
    case AM_RUNNABLE_EVENT:
        return item->kind == AM_CALL && item->runnable == event->runnable && strcmp(type, event->type) == 0;
    case AM_LABEL_EVENT:
        return item->kind == AM_ACCESS && item->variable == event->variable &&
               (!event->type[0] || strcmp(type, event->type) == 0);
    case AM_SEMAPHORE_EVENT:
        return item->kind == AM_SEMAPHORE && item->semaphore == event->semaphore && strcmp(type, event->type) == 0;
    case AM_CUSTOM_EVENT: return item->kind == AM_HAPPEN && item->event == event;
    default: return false;
    }
}

/* An instruction only where somebody watches. */
static void mark(struct tm_compiler *compiler, const struct am_item *item, const char *type) {
    const struct tm_system *system = compiler->system;
    uint64_t raises = 0;
    for (size_t i = 0; i < system->watched.count; i++) {
        const struct am_event *event = system->watched.items[i].event;
        if (is_of(compiler, event) && is_raised(event, item, type)) raises |= (uint64_t)1 << i;
    }
    if (raises) add(compiler, TM_MARK, item)->raises = raises;
}

/* The event is where the access ends. */
static void compile_access(struct tm_compiler *compiler, const struct am_item *item) {
    const struct tm_options *options = compiler->options;
    if (options->has_access) add_run(compiler, item, options->access_least, options->access_most);
    mark(compiler, item, item->is_write ? "write" : "read");
}

static void compile_call(struct tm_compiler *compiler, const struct am_item *item) {
    const struct am_runnable *caller = compiler->runnable;
    /* Cooperative tasks may be left before a runnable (docs/timing-semantics.md). */
    if (compiler->task->preemption == AM_COOPERATIVE) add(compiler, TM_POINT, item);
    mark(compiler, item, "start");
    compiler->runnable = item->runnable;
    compile_items(compiler, &item->runnable->items);
    compiler->runnable = caller;
    mark(compiler, item, "terminate");
}

/* ---- services ---- */

static uint64_t event_bits(struct tm_compiler *compiler, const struct am_item *item) {
    uint64_t bits = 0;
    for (size_t i = 0; i < item->events.count; i++) {
        if (item->events.items[i]->number >= 63)
            fail(compiler, item->place, "models with more than 63 events are not read");
        else
            bits |= (uint64_t)1 << item->events.items[i]->number;
    }
    return bits;
}

static int task_number(const struct tm_system *system, const struct am_process *process) {
    for (size_t i = 0; i < system->tasks.count; i++)
        if (system->tasks.items[i].process == process) return (int)i;
    return -1;
}

static int semaphore_number(const struct tm_system *system, const struct am_semaphore *semaphore) {
    for (size_t i = 0; i < system->semaphores.count; i++)
        if (system->semaphores.items[i].semaphore == semaphore) return (int)i;
    return -1;
}

static int label_number(const struct tm_system *system, const struct am_mode_label *label) {
    for (size_t i = 0; i < system->labels.count; i++)
        if (system->labels.items[i].label == label) return (int)i;
    return -1;
}

static void compile_service(struct tm_compiler *compiler, const struct am_item *item) {
    struct tm_system *system = compiler->system;
    struct tm_op *op;
    switch (item->kind) {
    case AM_SET_LABEL:
        op = add(compiler, TM_SET, item);
        op->label = label_number(system, item->label);
        op->change = item->change;
        op->value = item->value;
        break;
    case AM_WAIT:
        op = add(compiler, TM_WAIT, item);
        op->events = event_bits(compiler, item);
        op->needs_all = item->needs_all;
        op->is_active = item->is_active;
        break;
    case AM_SET_EVENT:
    case AM_CLEAR_EVENT:
        op = add(compiler, item->kind == AM_SET_EVENT ? TM_SIGNAL : TM_CLEAR, item);
        op->events = event_bits(compiler, item);
        if (item->process) op->task = task_number(system, item->process);
        if (item->process && op->task < 0) op->events = 0; /* a task that never starts */
        break;
    case AM_SEMAPHORE:
        if (item->access == AM_RELEASE) mark(compiler, item, "unlock");
        op = add(compiler, item->access == AM_RELEASE ? TM_RELEASE : TM_REQUEST, item);
        op->semaphore = semaphore_number(system, item->semaphore);
        op->is_exclusive = item->access == AM_EXCLUSIVE;
        op->is_active = item->is_active;
        if (item->access != AM_RELEASE) mark(compiler, item, "lock");
        break;
    case AM_TRIGGER:
        for (size_t i = 0; i < system->stimuli.count; i++)
            if (system->stimuli.items[i].stimulus == item->stimulus) {
                op = add(compiler, TM_TRIGGER, item);
                op->stimulus = (int)i;
            }
        break;
    default: break;
    }
}

static void compile_item(struct tm_compiler *compiler, const struct am_item *item) {
    if (compiler->failed) return;
    if (compiler->depth > DEEPEST) {
        fail(compiler, item->place, "these calls go round in a circle");
        return;
    }
    compiler->depth++;
    switch (item->kind) {
    case AM_TICKS:
    case AM_NEED: compile_run(compiler, item); break;
    case AM_GROUP:
        if (item->is_uninterruptible) add(compiler, TM_LOCK, item);
        compile_items(compiler, &item->items);
        if (item->is_uninterruptible) add(compiler, TM_UNLOCK, item);
        break;
    case AM_CALL: compile_call(compiler, item); break;
    case AM_ACCESS: compile_access(compiler, item); break;
    case AM_HAPPEN: mark(compiler, item, ""); break;
    case AM_SWITCH:
    case AM_CHOICE: compile_branches(compiler, item); break;
    case AM_LOOP: compile_loop(compiler, item); break;
    case AM_SCHEDULE_POINT: add(compiler, TM_POINT, item); break;
    case AM_TERMINATE: add(compiler, TM_END, item); break;
    default: compile_service(compiler, item);
    }
    compiler->depth--;
}

static void compile_items(struct tm_compiler *compiler, const am_items *items) {
    for (size_t i = 0; i < items->count; i++) compile_item(compiler, items->items[i]);
}

/* ---- making it short ---- */

static bool *find_targets(const struct tm_task *task, struct arena *arena) {
    bool *is_target = arena_new_array(arena, bool, task->ops.count + 1);
    for (size_t i = 0; i < task->ops.count; i++) {
        enum tm_op_kind kind = task->ops.items[i].kind;
        if (kind == TM_JUMP || kind == TM_UNLESS || kind == TM_CHOICE) is_target[task->ops.items[i].target] = true;
    }
    return is_target;
}

/* Two runs one after the other take what both take: every sum between the sums of the bounds is possible. */
static void join_runs(struct tm_compiler *compiler) {
    struct tm_task *task = compiler->task;
    bool *is_target = find_targets(task, compiler->system->arena);
    unsigned *new_place = arena_new_array(compiler->system->arena, unsigned, task->ops.count + 1), kept = 0;
    for (size_t i = 0; i < task->ops.count; i++) {
        struct tm_op *op = &task->ops.items[i], *last = kept ? &task->ops.items[kept - 1] : NULL;
        bool joins = last && !is_target[i] && last->kind == op->kind;
        if (joins && op->kind == TM_RUN) {
            compiler->least.items[last->value] =
                rational_add(compiler->least.items[last->value], compiler->least.items[op->value]);
            compiler->most.items[last->value] =
                rational_add(compiler->most.items[last->value], compiler->most.items[op->value]);
            new_place[i] = kept - 1;
        } else if (joins && op->kind == TM_POINT) {
            new_place[i] = kept - 1;
        } else {
            new_place[i] = kept;
            task->ops.items[kept++] = *op;
        }
    }
    new_place[task->ops.count] = kept;
    task->ops.count = kept;
    for (size_t i = 0; i < kept; i++) task->ops.items[i].target = new_place[task->ops.items[i].target];
}

bool tm_compile(struct tm_compiler *compiler) {
    compile_items(compiler, &compiler->task->process->items);
    add(compiler, TM_END, NULL)->place = compiler->task->place;
    if (!compiler->failed) join_runs(compiler);
    return !compiler->failed;
}
