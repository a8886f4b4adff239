#include "timing/mapping.h"

#include "amalthea/demand.h"

#include <string.h>
#include <strings.h>

/* ---- where ---- */

static const struct am_scheduler *only_scheduler(const struct am_model *model) {
    const struct am_scheduler *only = NULL;
    for (size_t i = 0; i < model->schedulers.count; i++) {
        if (model->schedulers.items[i]->is_interrupt_controller) continue;
        if (only) return NULL;
        only = model->schedulers.items[i];
    }
    return only;
}

static void assume(struct am_model *model, struct tm_parts *parts, const char *format, const char *a, const char *b) {
    (void)model;
    const char *text = arena_printf(parts->arena, format, a, b); /* NOLINT: formats are ours */
    for (size_t i = 0; i < parts->assumptions.count; i++)
        if (strcmp(parts->assumptions.items[i], text) == 0) return;
    vec_push(&parts->assumptions, text);
}

static bool resolve_process(struct am_model *model, struct am_process *process, struct tm_parts *parts,
                            struct diagnostics *diagnostics) {
    if (!process->scheduler && process->is_isr) {
        for (size_t i = 0; i < model->schedulers.count && !process->scheduler; i++)
            if (model->schedulers.items[i]->is_interrupt_controller) process->scheduler = model->schedulers.items[i];
        if (process->scheduler)
            assume(model, parts, "interrupt routine %s is not allocated: %s is assumed", process->name,
                   process->scheduler->name);
    }
    if (!process->scheduler && !process->is_isr) {
        process->scheduler = only_scheduler(model);
        if (process->scheduler)
            assume(model, parts, "%s is not allocated: the only scheduler, %s, is assumed", process->name,
                   process->scheduler->name);
    }
    if (!process->scheduler) {
        diag_error(diagnostics, process->place,
                   "%s is allocated to no scheduler (a taskAllocation, or --set task.%s.scheduler=NAME)", process->name,
                   process->name);
        return false;
    }
    if (process->affinity.count) return true;
    for (size_t i = 0; i < process->scheduler->cores.count; i++)
        vec_push(&process->affinity, process->scheduler->cores.items[i]);
    if (process->affinity.count == 0 && model->cores.count == 1) {
        vec_push(&process->affinity, model->cores.items[0]);
        assume(model, parts, "scheduler %s is allocated to no core: the only one, %s, is assumed",
               process->scheduler->name, model->cores.items[0]->name);
    }
    if (process->affinity.count) return true;
    diag_error(diagnostics, process->place, "%s runs on no core (a schedulerAllocation, or --set task.%s.core=NAME)",
               process->name, process->name);
    return false;
}

bool tm_resolve_mapping(struct am_model *model, struct tm_parts *parts, struct diagnostics *diagnostics) {
    bool good = true;
    for (size_t i = 0; i < model->processes.count; i++)
        good = resolve_process(model, model->processes.items[i], parts, diagnostics) && good;
    return good;
}

/* ---- how ---- */

static const char *slice_of(const struct am_process *process) {
    const char *slice = NULL;
    for (size_t i = 0; i < process->parameters.count; i++)
        if (strncasecmp(process->parameters.items[i].key, "TimeSlice", 9) == 0)
            slice = process->parameters.items[i].value;
    for (size_t i = 0; !slice && i < process->scheduler->parameters.count; i++)
        if (strncasecmp(process->scheduler->parameters.items[i].key, "timeSlice", 9) == 0)
            slice = process->scheduler->parameters.items[i].value;
    return slice;
}

/* Names of classes to 1.x, and of definitions since 2.0. */
static const struct {
    const char *name;
    enum tm_algorithm algorithm;
    bool by_rate, by_deadline;
} algorithms[] = {
    {"OSEK", TM_PRIORITY, false, false},
    {"FixedPriorityPreemptive", TM_PRIORITY, false, false},
    {"FixedPriority", TM_PRIORITY, false, false},
    {"RateMonotonic", TM_PRIORITY, true, false},
    {"DeadlineMonotonic", TM_PRIORITY, false, true},
    {"EarliestDeadlineFirst", TM_EDF, false, false},
    {"EarlyDeadlineFirst", TM_EDF, false, false},
    {"PriorityBasedRoundRobin", TM_ROUND_ROBIN, false, false},
    {"RoundRobin", TM_ROUND_ROBIN, false, false},
    {"TimeSlice", TM_ROUND_ROBIN, false, false},
};

static void set_relative(struct tm_system *system, struct tm_task *task, struct rational limit, bool by_rate) {
    struct rational period = am_process_distance(task->process);
    task->relative = by_rate || limit.above == 0 ? period : limit;
    if (task->relative.above == 0)
        vec_push(&system->doubts, arena_printf(system->arena, "%s has no %s to be scheduled by", task->name,
                                               by_rate ? "period" : "deadline"));
}

bool tm_set_scheduling(struct tm_system *system, struct tm_task *task, struct rational limit,
                       const struct tm_options *options, struct tm_parts *parts, struct diagnostics *diagnostics) {
    const struct am_process *process = task->process;
    const struct am_scheduler *scheduler = process->scheduler;
    (void)options;
    task->priority = process->priority;
    if (scheduler->parent) {
        vec_push(&system->doubts,
                 arena_printf(system->arena, "%s is below another scheduler, which is not modelled (line %u)",
                              scheduler->name, scheduler->place.line));
    }
    if (process->is_isr) return true; /* by priority, above all tasks */
    const char *name = scheduler->algorithm;
    size_t known = sizeof algorithms / sizeof *algorithms, found = known;
    for (size_t i = 0; i < known; i++)
        if (strcmp(name, algorithms[i].name) == 0) found = i;
    if (found == known && slice_of(process) && strstr(name, "UserSpecific")) {
        assume((struct am_model *)system->model, parts,
               "scheduler %s (%s) gives its tasks their slices in turn: the tasks' parameters TimeSlice",
               scheduler->name, name);
        found = known - 1;
    }
    if (found == known) {
        if (name[0])
            diag_error(
                diagnostics, scheduler->place,
                "scheduler %s: the algorithm %s is not modelled (--set scheduler.%s.algorithm=NAME tries another)",
                scheduler->name, name, scheduler->name);
        else
            diag_error(diagnostics, scheduler->place,
                       "scheduler %s has no algorithm (--set scheduler.%s.algorithm=NAME)", scheduler->name,
                       scheduler->name);
        return false;
    }
    task->algorithm = algorithms[found].algorithm;
    task->is_by_time = algorithms[found].by_rate || algorithms[found].by_deadline;
    if (task->is_by_time || task->algorithm == TM_EDF)
        set_relative(system, task, limit, algorithms[found].by_rate);
    else if (!process->has_priority && task->algorithm == TM_PRIORITY)
        assume((struct am_model *)system->model, parts, "%s has no priority: 0 is assumed%s", task->name, "");
    if (task->algorithm != TM_ROUND_ROBIN) return true;
    struct rational slice;
    const char *text = slice_of(process);
    if (text && rational_parse_time(text, &slice) && slice.above > 0) {
        task->relative = slice;
        return true;
    }
    diag_error(diagnostics, scheduler->place, "scheduler %s: the time slice of %s is %s (--set task.%s.slice=5ms)",
               scheduler->name, task->name, text ? "no time" : "not given", task->name);
    return false;
}

void tm_rank_priorities(struct tm_system *system, const struct tm_options *options) {
    int64_t *priority = arena_new_array(system->arena, int64_t, system->tasks.count);
    for (size_t i = 0; i < system->tasks.count; i++) {
        const struct tm_task *task = &system->tasks.items[i];
        priority[i] = options->low_is_urgent ? -task->priority : task->priority;
        if (!task->is_by_time) continue;
        priority[i] = 0;
        for (size_t j = 0; j < system->tasks.count; j++)
            priority[i] += system->tasks.items[j].is_by_time &&
                           rational_compare(system->tasks.items[j].relative, task->relative) > 0;
    }
    for (size_t i = 0; i < system->tasks.count; i++) system->tasks.items[i].priority = priority[i];
}
