#include "timing/mapping.h"

#include "amalthea/demand.h"
#include "base/some_names.h"
#include "timing/groups.h"
#include "timing/servers.h"

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

void tm_assume(struct tm_parts *parts, const char *format, const char *a, const char *b) {
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
            tm_assume(parts, "interrupt routine %s is not allocated: %s is assumed", process->name,
                      process->scheduler->name);
    }
    if (!process->scheduler && !process->is_isr) {
        process->scheduler = only_scheduler(model);
        if (process->scheduler)
            tm_assume(parts, "%s is not allocated: the only scheduler, %s, is assumed", process->name,
                      process->scheduler->name);
    }
    if (!process->scheduler) {
        diag_error(diagnostics, process->place,
                   "%s is allocated to no scheduler (a taskAllocation, or --set task.%s.scheduler=NAME)", process->name,
                   process->name);
        return false;
    }
    if (!tm_has_top(process->scheduler)) {
        diag_error(diagnostics, process->scheduler->place, "the schedulers above %s go round in a circle",
                   process->scheduler->name);
        return false;
    }
    if (process->affinity.count) return true;
    const struct am_scheduler *on = process->scheduler; /* one below another has that one's cores, if none of its own */
    while (on->cores.count == 0 && on->parent) on = on->parent;
    for (size_t i = 0; i < on->cores.count; i++) vec_push(&process->affinity, on->cores.items[i]);
    if (process->affinity.count == 0 && model->cores.count == 1) {
        vec_push(&process->affinity, model->cores.items[0]);
        tm_assume(parts, "scheduler %s is allocated to no core: the only one, %s, is assumed", process->scheduler->name,
                  model->cores.items[0]->name);
    }
    if (process->affinity.count) return true;
    diag_error(diagnostics, process->place, "%s runs on no core (a schedulerAllocation, or --set task.%s.core=NAME)",
               process->name, process->name);
    return false;
}

static bool have_common_core(const struct am_process *one, const struct am_process *other) {
    for (size_t i = 0; i < one->affinity.count; i++)
        for (size_t j = 0; j < other->affinity.count; j++)
            if (one->affinity.items[i] == other->affinity.items[j]) return true;
    return false;
}

static bool has_company(const struct am_model *model, const struct am_process *process) {
    for (size_t i = 0; i < model->processes.count; i++) {
        const struct am_process *other = model->processes.items[i];
        if (other != process && !other->is_isr && have_common_core(process, other)) return true;
    }
    return false;
}

/* It matters where there are others that could preempt it. */
static void assume_preemption(const struct am_model *model, struct tm_parts *parts) {
    struct some_names names = {0};
    for (size_t i = 0; i < model->processes.count; i++) {
        const struct am_process *process = model->processes.items[i];
        bool is_open = !process->is_isr && !process->has_preemption && has_company(model, process);
        if (is_open) some_names_add(&names, process->name, NULL);
    }
    if (names.count)
        tm_assume(parts, "preemption of %s is not given: preemptive is assumed%s", some_names_chars(&names), "");
    some_names_free(&names);
}

bool tm_resolve_mapping(struct am_model *model, struct tm_parts *parts, struct diagnostics *diagnostics) {
    bool good = true;
    for (size_t i = 0; i < model->processes.count; i++)
        good = resolve_process(model, model->processes.items[i], parts, diagnostics) && good;
    if (good) assume_preemption(model, parts);
    return good;
}

/* ---- how ---- */

struct rational tm_response_limit(const struct am_model *model, const struct am_process *process) {
    struct rational limit = rational_integer(0);
    for (size_t i = 0; i < model->requirements.count; i++) {
        const struct am_requirement *requirement = model->requirements.items[i];
        if (requirement->process != process || !requirement->is_upper ||
            strcmp(requirement->metric, "ResponseTime") != 0)
            continue;
        if (limit.above == 0 || rational_compare(requirement->limit, limit) < 0) limit = requirement->limit;
    }
    return limit;
}

const char *tm_slice_text(const am_parameters *own, const struct am_scheduler *scheduler) {
    const char *slice = NULL;
    for (size_t i = 0; i < own->count; i++)
        if (strncasecmp(own->items[i].key, "TimeSlice", 9) == 0) slice = own->items[i].value;
    for (size_t i = 0; !slice && i < scheduler->parameters.count; i++)
        if (strncasecmp(scheduler->parameters.items[i].key, "timeSlice", 9) == 0)
            slice = scheduler->parameters.items[i].value;
    return slice;
}

/* Names of classes to 1.x, and of definitions since 2.0. */
static const struct {
    const char *name;
    struct tm_rule rule;
} algorithms[] = {
    {"OSEK", {TM_PRIORITY, false, false, TM_NO_SERVER}},
    {"FixedPriorityPreemptive", {TM_PRIORITY, false, false, TM_NO_SERVER}},
    {"FixedPriority", {TM_PRIORITY, false, false, TM_NO_SERVER}},
    {"RateMonotonic", {TM_PRIORITY, true, false, TM_NO_SERVER}},
    {"DeadlineMonotonic", {TM_PRIORITY, false, true, TM_NO_SERVER}},
    {"EarliestDeadlineFirst", {TM_EDF, false, false, TM_NO_SERVER}},
    {"EarlyDeadlineFirst", {TM_EDF, false, false, TM_NO_SERVER}},
    {"PriorityBasedRoundRobin", {TM_ROUND_ROBIN, false, false, TM_NO_SERVER}},
    {"RoundRobin", {TM_ROUND_ROBIN, false, false, TM_NO_SERVER}},
    {"TimeSlice", {TM_ROUND_ROBIN, false, false, TM_NO_SERVER}},
    {"DeferrableServer", {TM_PRIORITY, false, false, TM_DEFERRABLE}},
    {"PollingPeriodicServer", {TM_PRIORITY, false, false, TM_POLLING}},
};

static void set_relative(struct tm_system *system, struct tm_task *task, struct rational limit, bool by_rate) {
    struct rational period = am_process_distance(task->process);
    task->relative = by_rate || limit.above == 0 ? period : limit;
    if (task->relative.above == 0)
        vec_push(&system->doubts, arena_printf(system->arena, "%s has no %s to be scheduled by", task->name,
                                               by_rate ? "period" : "deadline"));
}

/* Time slices and, of servers, budgets are the only parameters, but for priorities, that have a meaning here. */
void tm_doubt_parameters(struct tm_system *system, const char *whose, const am_parameters *list, bool is_server) {
    for (size_t i = 0; i < list->count; i++)
        if (!strcasestr(list->items[i].key, "TimeSlice") && !(is_server && tm_is_server_parameter(list->items[i].key)))
            vec_push(&system->doubts, arena_printf(system->arena, "the parameter %s of %s is not modelled (line %u)",
                                                   list->items[i].key, whose, list->items[i].place.line));
}

static int algorithm_number(const char *name) {
    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++)
        if (strcmp(name, algorithms[i].name) == 0) return (int)i;
    return -1;
}

bool tm_find_algorithm(const char *name, enum tm_algorithm *algorithm) {
    int number = algorithm_number(name);
    if (number >= 0) *algorithm = algorithms[number].rule.algorithm;
    return number >= 0;
}

bool tm_rule_of(struct tm_system *system, const struct am_scheduler *scheduler, const char *slice, struct tm_rule *rule,
                struct tm_parts *parts, struct diagnostics *diagnostics) {
    const char *name = scheduler->algorithm;
    int number = algorithm_number(name);
    bool is_server = number >= 0 && algorithms[number].rule.server != TM_NO_SERVER;
    tm_doubt_parameters(system, scheduler->name, &scheduler->parameters, is_server);
    if (is_server && !scheduler->parent) {
        diag_error(diagnostics, scheduler->place, "scheduler %s is a server, which needs a scheduler above it",
                   scheduler->name);
        return false;
    }
    if (number < 0 && slice && strstr(name, "UserSpecific")) {
        tm_assume(parts, "scheduler %s (%s) gives its tasks their slices in turn: the tasks' parameters TimeSlice",
                  scheduler->name, name);
        number = algorithm_number("TimeSlice");
    }
    if (number >= 0) {
        *rule = algorithms[number].rule;
        return true;
    }
    if (!name[0])
        diag_error(diagnostics, scheduler->place, "scheduler %s has no algorithm (--set scheduler.%s.algorithm=NAME)",
                   scheduler->name, scheduler->name);
    else if (strcmp(name, "Grouping") == 0)
        diag_error(diagnostics, scheduler->place, "scheduler %s is a grouping, which needs a scheduler above it",
                   scheduler->name);
    else
        diag_error(diagnostics, scheduler->place,
                   "scheduler %s: the algorithm %s is not modelled (--set scheduler.%s.algorithm=NAME tries another, "
                   "--set definition.%s.algorithm=NAME for all that have it)",
                   scheduler->name, name, scheduler->name, name);
    return false;
}

bool tm_set_scheduling(struct tm_system *system, struct tm_task *task, struct tm_parts *parts,
                       struct diagnostics *diagnostics) {
    const struct am_process *process = task->process;
    const struct am_scheduler *scheduler = process->scheduler;
    struct tm_rule rule;
    task->priority = process->priority;
    if (process->is_isr) return true;                                            /* by priority, above all tasks */
    for (; scheduler != tm_deciding(scheduler); scheduler = scheduler->parent) { /* it only groups */
        tm_doubt_parameters(system, scheduler->name, &scheduler->parameters, false);
        tm_doubt_parameters(system, scheduler->name, &scheduler->below, false);
    }
    const char *text = tm_slice_text(&process->parameters, scheduler);
    tm_doubt_parameters(system, process->name, &process->parameters, false);
    if (!tm_rule_of(system, scheduler, text, &rule, parts, diagnostics)) return false;
    task->algorithm = rule.algorithm;
    task->is_by_time = rule.by_rate || rule.by_deadline;
    if (task->is_by_time || task->algorithm == TM_EDF)
        set_relative(system, task, tm_response_limit(system->model, process), rule.by_rate);
    else if (!process->has_priority && task->algorithm == TM_PRIORITY)
        tm_assume(parts, "%s has no priority: 0 is assumed%s", task->name, "");
    if (task->algorithm != TM_ROUND_ROBIN) return true;
    struct rational slice;
    if (text && rational_parse_time(text, &slice) && slice.above > 0) {
        task->relative = slice;
        return true;
    }
    diag_error(diagnostics, scheduler->place, "scheduler %s: the time slice of %s is %s (--set task.%s.slice=5ms)",
               scheduler->name, task->name, text ? "no time" : "not given", task->name);
    return false;
}

/* What the same scheduler goes by the period or the deadline of: the shorter, the more urgent. */
static int64_t rank_of(const struct tm_system *system, int within, struct rational relative) {
    int64_t rank = 0;
    for (size_t i = 0; i < system->tasks.count; i++)
        rank += system->tasks.items[i].is_by_time && system->tasks.items[i].group == within &&
                rational_compare(system->tasks.items[i].relative, relative) > 0;
    for (size_t i = 0; i < system->groups.count; i++)
        rank += system->groups.items[i].is_by_time && system->groups.items[i].parent == within &&
                rational_compare(system->groups.items[i].relative, relative) > 0;
    return rank;
}

void tm_rank_priorities(struct tm_system *system, const struct tm_options *options) {
    for (size_t i = 0; i < system->tasks.count; i++) {
        struct tm_task *task = &system->tasks.items[i];
        if (task->is_by_time)
            task->priority = rank_of(system, task->group, task->relative);
        else if (options->low_is_urgent)
            task->priority = -task->priority;
    }
    for (size_t i = 0; i < system->groups.count; i++) {
        struct tm_group *group = &system->groups.items[i];
        if (group->is_by_time) group->priority = rank_of(system, group->parent, group->relative);
    }
}
