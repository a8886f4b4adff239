/* What a designer tries: task.Planner.priority=5, scheduler.GPU.algorithm=FixedPriorityPreemptive ... */
#include "amalthea/demand.h"
#include "amalthea/describe.h"
#include "timing/build.h"

#include <stdlib.h>
#include <string.h>

struct setting {
    struct am_model *model;
    struct diagnostics *diagnostics;
    const char *text, *name, *key, *value;
};

static bool wrong(const struct setting *setting, const char *what) {
    diag_error(setting->diagnostics, (struct place){0}, "--set %s: %s", setting->text, what);
    return false;
}

static bool set_number(const struct setting *setting, int64_t *number) {
    struct rational value;
    if (!rational_parse(setting->value, &value) || value.below != 1)
        return wrong(setting, "a whole number was expected");
    *number = value.above;
    return true;
}

static bool set_time(const struct setting *setting, const char *text, struct rational *time) {
    if (!rational_parse_time(text, time) || time->above < 0) return wrong(setting, "a time was expected: 5ms, 1.5 us");
    return true;
}

bool tm_parse_times(const char *text, struct rational *least, struct rational *most) {
    const char *dots = strstr(text, "..");
    struct text first = {0};
    text_printf(&first, "%.*s", dots ? (int)(dots - text) : (int)strlen(text), text);
    bool good = rational_parse_time(text_chars(&first), least) &&
                rational_parse_time(dots ? dots + 2 : text_chars(&first), most) && least->above >= 0 &&
                most->above >= 0;
    text_free(&first);
    return good && rational_compare(*least, *most) <= 0;
}

static bool set_times(const struct setting *setting, struct am_process *process) {
    process->has_time = true;
    return tm_parse_times(setting->value, &process->least, &process->most) ||
           wrong(setting, "a time was expected, or two in order: 5ms, 1.5us..2us");
}

static bool set_preemption(const struct setting *setting, struct am_process *process) {
    process->has_preemption = am_preemption_by_name(setting->value, &process->preemption);
    return process->has_preemption || wrong(setting, "preemptive, cooperative or non_preemptive was expected");
}

static bool set_core(const struct setting *setting, struct am_process *process) {
    const struct am_model *model = setting->model;
    for (size_t i = 0; i < model->cores.count; i++) {
        if (strcmp(model->cores.items[i]->name, setting->value) != 0) continue;
        vec_clear(&process->affinity);
        vec_push(&process->affinity, model->cores.items[i]);
        return true;
    }
    return wrong(setting, "there is no such core");
}

static bool set_scheduler(const struct setting *setting, struct am_process *process) {
    const struct am_model *model = setting->model;
    for (size_t i = 0; i < model->schedulers.count; i++) {
        if (strcmp(model->schedulers.items[i]->name, setting->value) != 0) continue;
        process->scheduler = model->schedulers.items[i];
        vec_clear(&process->affinity); /* its cores are another scheduler's */
        return true;
    }
    return wrong(setting, "there is no such scheduler");
}

static bool set_slice(const struct setting *setting, struct am_process *process) {
    struct rational time;
    if (!set_time(setting, setting->value, &time)) return false;
    vec_push(&process->parameters, (struct am_parameter){"TimeSlice", setting->value, process->place});
    return true;
}

static bool set_task(const struct setting *setting) {
    struct am_process *process = NULL;
    for (size_t i = 0; i < setting->model->processes.count; i++)
        if (strcmp(setting->model->processes.items[i]->name, setting->name) == 0)
            process = setting->model->processes.items[i];
    if (!process) return wrong(setting, "there is no such task");
    if (strcmp(setting->key, "priority") == 0) {
        process->has_priority = true;
        return set_number(setting, &process->priority);
    }
    if (strcmp(setting->key, "limit") == 0)
        return set_number(setting, &process->limit) &&
               (process->limit >= 0 || wrong(setting, "it must not be below 0"));
    if (strcmp(setting->key, "time") == 0) return set_times(setting, process);
    if (strcmp(setting->key, "preemption") == 0) return set_preemption(setting, process);
    if (strcmp(setting->key, "core") == 0) return set_core(setting, process);
    if (strcmp(setting->key, "scheduler") == 0) return set_scheduler(setting, process);
    if (strcmp(setting->key, "slice") == 0) return set_slice(setting, process);
    return wrong(setting, "of a task, priority, limit, time, preemption, core, scheduler and slice can be set");
}

static bool set_scheduling(const struct setting *setting) {
    struct am_model *model = setting->model;
    for (size_t i = 0; i < model->schedulers.count; i++) {
        if (strcmp(model->schedulers.items[i]->name, setting->name) != 0) continue;
        if (strcmp(setting->key, "algorithm") != 0) return wrong(setting, "of a scheduler, algorithm can be set");
        model->schedulers.items[i]->algorithm = arena_text(model->arena, setting->value);
        return true;
    }
    return wrong(setting, "there is no such scheduler");
}

/* All schedulers that have it, by class or by definition. */
static bool set_definition(const struct setting *setting) {
    struct am_model *model = setting->model;
    bool any = false;
    if (strcmp(setting->key, "algorithm") != 0) return wrong(setting, "of a definition, algorithm can be set");
    for (size_t i = 0; i < model->schedulers.count; i++) {
        if (strcmp(model->schedulers.items[i]->algorithm, setting->name) != 0) continue;
        model->schedulers.items[i]->algorithm = arena_text(model->arena, setting->value);
        any = true;
    }
    return any || wrong(setting, "no scheduler has this algorithm");
}

static bool set_recurrence(const struct setting *setting, struct am_stimulus *stimulus) {
    if (!set_time(setting, setting->value, &stimulus->recurrence)) return false;
    if (stimulus->recurrence.above == 0) return wrong(setting, "it must be above 0");
    const char *why = am_recurrence_obstacle(stimulus);
    return !why || wrong(setting, why);
}

static bool set_stimulus(const struct setting *setting) {
    struct am_model *model = setting->model;
    for (size_t i = 0; i < model->stimuli.count; i++) {
        struct am_stimulus *stimulus = model->stimuli.items[i];
        if (strcmp(stimulus->name, setting->name) != 0) continue;
        bool is_timed = stimulus->kind == AM_RELATIVE ? !stimulus->first.has_lower
                                                      : stimulus->kind == AM_SINGLE || stimulus->recurrence.above > 0;
        if (strcmp(setting->key, "offset") == 0)
            return is_timed ? set_time(setting, setting->value, &stimulus->offset)
                            : wrong(setting, "a stimulus of this class has no offset");
        if (strcmp(setting->key, "recurrence") == 0 && stimulus->recurrence.above == 0)
            return wrong(setting, "a stimulus of this class has no recurrence");
        if (strcmp(setting->key, "recurrence") == 0) return set_recurrence(setting, stimulus);
        return wrong(setting, "of a stimulus, offset and recurrence can be set");
    }
    return wrong(setting, "there is no such stimulus");
}

static bool set_semaphore(const struct setting *setting) {
    struct am_model *model = setting->model;
    for (size_t i = 0; i < model->semaphores.count; i++) {
        if (strcmp(model->semaphores.items[i]->name, setting->name) != 0) continue;
        bool on = strcmp(setting->value, "true") == 0, off = strcmp(setting->value, "false") == 0;
        if (strcmp(setting->key, "ceiling") != 0 || (!on && !off))
            return wrong(setting, "of a semaphore, ceiling can be set to true or false");
        model->semaphores.items[i]->has_ceiling = on;
        return true;
    }
    return wrong(setting, "there is no such semaphore");
}

bool tm_apply_setting(struct am_model *model, const char *text, struct diagnostics *diagnostics) {
    struct setting setting = {.model = model, .diagnostics = diagnostics, .text = text};
    char *copy = arena_text(model->arena, text), *equals = strchr(copy, '=');
    if (equals) *equals = '\0';
    char *first = strchr(copy, '.'), *last = strrchr(copy, '.');
    if (!equals || !first || first == last)
        return wrong(&setting, "KIND.NAME.WHAT=VALUE was expected: task.Planner.priority=5");
    *first = *last = '\0';
    setting.name = first + 1;
    setting.key = last + 1;
    setting.value = equals + 1;
    if (strcmp(copy, "task") == 0) return set_task(&setting);
    if (strcmp(copy, "scheduler") == 0) return set_scheduling(&setting);
    if (strcmp(copy, "definition") == 0) return set_definition(&setting);
    if (strcmp(copy, "stimulus") == 0) return set_stimulus(&setting);
    if (strcmp(copy, "semaphore") == 0) return set_semaphore(&setting);
    return wrong(&setting, "it begins with task, scheduler, definition, stimulus or semaphore");
}
