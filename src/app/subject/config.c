#include "app/subject/config.h"

#include "app/subject/beyond.h"
#include "app/subject/counter_look.h"
#include "app/subject/messages.h"
#include "app/subject/vendor.h"
#include "cfront/ir/called.h"

#include <string.h>

static uint64_t modes(const struct oil_autostart *autostart) {
    uint64_t mask = 0;
    for (size_t i = 0; autostart->on && i < autostart->mode_count; i++)
        mask |= (uint64_t)1 << autostart->modes[i]->common.index;
    return mask;
}

/* Internal resources are no resources to services: they have no numbers there. */
static uint32_t *number_resources(const struct oil_config *oil, struct arena *arena, uint32_t *count) {
    uint32_t *numbers = arena_new_array(arena, uint32_t, oil->resource_count + 1);
    *count = 0;
    for (size_t i = 0; i < oil->resource_count; i++)
        numbers[i] = oil->resources[i].property == RESOURCE_INTERNAL ? OSEK_NONE : (*count)++;
    return numbers;
}

static uint64_t resource_mask(const uint32_t *numbers, const struct oil_resource *const *resources, size_t count) {
    uint64_t mask = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t number = numbers[resources[i]->common.index];
        if (number != OSEK_NONE) mask |= (uint64_t)1 << number;
    }
    return mask;
}

/* Where the kernel counts requests without a limit, so many are counted: beyond that nothing is known (judge.c). */
enum { COUNTED_REQUESTS = 4 };

static uint32_t accepted_requests(const struct oil_config *oil, const struct oil_task *task) {
    bool is_counted = oil->os.counts_requests && !task->extended && task->activation < COUNTED_REQUESTS;
    return is_counted ? COUNTED_REQUESTS : task->activation;
}

static const struct osek_task *tasks(const struct oil_config *oil, const uint32_t *numbers, struct arena *arena) {
    struct osek_task *tasks = arena_new_array(arena, struct osek_task, oil->task_count + 1);
    for (size_t i = 0; i < oil->task_count; i++) {
        const struct oil_task *task = &oil->tasks[i];
        tasks[i] = (struct osek_task){
            .name = task->common.name,
            .priority = task->priority,
            .activation = accepted_requests(oil, task),
            .preemptable = task->preemptable,
            .extended = task->extended,
            .internal = task->internal ? task->internal->ceiling_level : 0,
            .events = task->event_mask,
            .resources = resource_mask(numbers, task->resources, task->resource_count),
            .autostart = modes(&task->autostart),
        };
    }
    return tasks;
}

static const struct osek_isr *isrs(const struct oil_config *oil, const uint32_t *numbers, struct arena *arena) {
    struct osek_isr *isrs = arena_new_array(arena, struct osek_isr, oil->isr_count + 1);
    for (size_t i = 0; i < oil->isr_count; i++) {
        const struct oil_isr *isr = &oil->isrs[i];
        isrs[i] = (struct osek_isr){isr->common.name, isr->category, isr->level,
                                    resource_mask(numbers, isr->resources, isr->resource_count)};
    }
    return isrs;
}

static const struct osek_resource *resources(const struct oil_config *oil, const uint32_t *numbers, uint32_t count,
                                             struct arena *arena) {
    struct osek_resource *resources = arena_new_array(arena, struct osek_resource, count + 1);
    for (size_t i = 0; i < oil->resource_count; i++) {
        const struct oil_resource *resource = &oil->resources[i];
        if (numbers[i] == OSEK_NONE) continue;
        uint32_t root = numbers[resource->root->common.index];
        resources[numbers[i]] = (struct osek_resource){
            .name = resource->common.name,
            .ceiling = resource->has_ceiling ? resource->ceiling_level : 0,
            .scheduler = resource->property == RESOURCE_SCHEDULER,
            .root = root == OSEK_NONE ? numbers[i] : root,
        };
    }
    return resources;
}

static struct osek_counter *counters(const struct oil_config *oil, struct arena *arena) {
    struct osek_counter *counters = arena_new_array(arena, struct osek_counter, oil->counter_count + 1);
    for (size_t i = 0; i < oil->counter_count; i++) {
        const struct oil_counter *counter = &oil->counters[i];
        counters[i] = (struct osek_counter){.name = counter->common.name,
                                            .max = counter->max_allowed_value,
                                            .ticks_per_base = counter->ticks_per_base,
                                            .level = counter->level,
                                            .min_cycle = counter->min_cycle};
    }
    return counters;
}

static void set_action(struct osek_alarm *alarm, const struct oil_action *action) {
    switch (action->kind) {
    case ACTION_NONE: alarm->action = OSEK_ACTION_NONE; break;
    case ACTION_ACTIVATE_TASK:
        alarm->action = OSEK_ACTIVATE;
        alarm->task = (uint32_t)action->task->common.index;
        break;
    case ACTION_SET_EVENT:
        alarm->action = OSEK_SET_EVENT;
        alarm->task = (uint32_t)action->task->common.index;
        alarm->event = action->event->mask;
        break;
    case ACTION_CALLBACK: alarm->action = OSEK_CALLBACK; break;
    case ACTION_INCREMENT:
        alarm->action = OSEK_INCREMENT;
        alarm->increment = (uint32_t)action->counter->common.index;
        break;
    }
}

static const struct osek_alarm *alarms(const struct oil_config *oil, struct arena *arena) {
    struct osek_alarm *alarms = arena_new_array(arena, struct osek_alarm, oil->alarm_count + 1);
    for (size_t i = 0; i < oil->alarm_count; i++) {
        const struct oil_alarm *alarm = &oil->alarms[i];
        alarms[i] = (struct osek_alarm){.name = alarm->common.name,
                                        .counter = (uint32_t)alarm->counter->common.index,
                                        .autostart = modes(&alarm->autostart),
                                        .start = alarm->alarm_time,
                                        .cycle = alarm->cycle_time};
        set_action(&alarms[i], &alarm->action);
    }
    return alarms;
}

/* OSEK COM 3.0.3, 2.6: whoever sends it notifies the receiver. */
static const char *notified(const struct oil_config *oil, struct arena *arena) {
    for (size_t i = 0; i < oil->message_count; i++)
        if (messages_is_internal(&oil->messages[i]) && messages_notify(&oil->messages[i], arena))
            return messages_notify(&oil->messages[i], arena);
    return NULL;
}

static const char *const *message_names(const struct oil_config *oil, struct arena *arena) {
    const char **names = arena_new_array(arena, const char *, oil->message_count + 1);
    for (size_t i = 0; i < oil->message_count; i++) names[i] = oil->messages[i].common.name;
    return names;
}

static const char *const *const *task_events(const struct oil_config *oil, struct arena *arena) {
    const char *const **all = arena_new_array(arena, const char *const *, oil->task_count + 1);
    for (size_t i = 0; i < oil->task_count; i++) {
        const char **own = arena_new_array(arena, const char *, oil->tasks[i].event_count + 1);
        for (size_t e = 0; e < oil->tasks[i].event_count; e++) own[e] = oil->tasks[i].events[e]->common.name;
        all[i] = own;
    }
    return all;
}

static void name_things(struct kernel_configuration *kernel, const struct oil_config *oil, struct arena *arena) {
    const char **events = arena_new_array(arena, const char *, oil->event_count + 1);
    const char **mode_names = arena_new_array(arena, const char *, oil->appmode_count + 1);
    const char **codes = arena_new_array(arena, const char *, oil->isr_count + 1);
    const char **callbacks = arena_new_array(arena, const char *, oil->alarm_count + 1);
    uint64_t *masks = arena_new_array(arena, uint64_t, oil->event_count + 1);
    for (size_t i = 0; i < oil->event_count; i++) {
        events[i] = oil->events[i].common.name;
        masks[i] = oil->events[i].mask;
    }
    for (size_t i = 0; i < oil->appmode_count; i++) mode_names[i] = oil->appmodes[i].common.name;
    for (size_t i = 0; i < oil->alarm_count; i++)
        if (oil->alarms[i].action.kind == ACTION_CALLBACK) callbacks[i] = oil->alarms[i].action.callback;
    for (size_t i = 0; i < oil->isr_count; i++) codes[i] = oil->isrs[i].code;
    kernel->callbacks = callbacks;
    kernel->names = (struct cfront_names){.config = &kernel->config,
                                          .events = events,
                                          .event_masks = masks,
                                          .event_count = (uint32_t)oil->event_count,
                                          .task_events = task_events(oil, arena),
                                          .modes = mode_names,
                                          .mode_count = (uint32_t)oil->appmode_count,
                                          .callbacks = callbacks,
                                          .idle_hook = vendor_idle_hook(oil),
                                          .vendors = vendor_texts(oil, arena),
                                          .hooks = vendor_hooks(oil, arena),
                                          .notified = notified(oil, arena),
                                          .messages = message_names(oil, arena),
                                          .isr_codes = codes};
}

static bool check(const struct oil_config *oil, const struct osek_config *config, struct diagnostics *diagnostics) {
    const char *fault = oil->appmode_count > 64 ? "there are more than 64 application modes" : NULL;
    if (config->resource_count > 64) fault = "there are more than 64 resources";
    if (!fault) fault = osek_config_fault(config);
    if (fault) diag_error(diagnostics, oil->os.place, "this configuration cannot be run: %s", fault);
    return !fault;
}

struct kernel_configuration *config_from_oil(const struct oil_config *oil, const struct osek_profile *profile,
                                             struct arena *arena, struct diagnostics *diagnostics) {
    if (!beyond_check(oil, diagnostics) || !vendor_check(oil, diagnostics)) return NULL;
    struct kernel_configuration *kernel = arena_new_object(arena, struct kernel_configuration);
    uint32_t resource_count;
    uint32_t *numbers = number_resources(oil, arena, &resource_count);
    kernel->counters = counters(oil, arena);
    kernel->config = (struct osek_config){
        .extended_status = oil->os.extended_status,
        .startup_hook = oil->os.startup_hook,
        .shutdown_hook = oil->os.shutdown_hook,
        .error_hook = oil->os.error_hook,
        .pre_task_hook = oil->os.pre_task_hook,
        .post_task_hook = oil->os.post_task_hook,
        .tasks = tasks(oil, numbers, arena),
        .isrs = isrs(oil, numbers, arena),
        .resources = resources(oil, numbers, resource_count, arena),
        .counters = kernel->counters,
        .alarms = alarms(oil, arena),
        .task_count = (uint32_t)oil->task_count,
        .isr_count = (uint32_t)oil->isr_count,
        .resource_count = resource_count,
        .counter_count = (uint32_t)oil->counter_count,
        .alarm_count = (uint32_t)oil->alarm_count,
        .highest_priority = oil->highest_priority,
        .counts_requests = oil->os.counts_requests,
        .unnested = vendor_is_unnested(oil),
        .profile = *profile,
    };
    name_things(kernel, oil, arena);
    return check(oil, &kernel->config, diagnostics) ? kernel : NULL;
}

/* ---- counters ---- */

void config_nest_ticks(struct kernel_configuration *kernel, const struct app_options *options) {
    for (uint32_t i = 0; i < kernel->config.counter_count; i++) {
        bool nested = options->other_counters.nested;
        for (size_t k = 0; k < options->counter_count; k++)
            if (!strcmp(options->counters[k].name, kernel->counters[i].name)) nested = options->counters[k].nested;
        if (nested) kernel->counters[i].level = UINT32_MAX;
    }
}

static void observe(const struct osek_config *config, const struct c_instruction *call, uint32_t number,
                    struct osek_counter *counter) {
    unsigned look = counter_look(config, call, number);
    if (look & (COUNTER_ABSOLUTE | COUNTER_VALUE)) counter->unobserved = false;
    if (look & COUNTER_TICKS) counter->stepwise = true;
    if (look & COUNTER_RELATIVE && counter_look_has_several_alarms(config, number)) counter->stepwise = true;
}

static void observe_function(struct kernel_configuration *kernel, const struct c_function *function, bool called) {
    for (uint32_t i = 0; i < function->code_count; i++)
        for (uint32_t c = 0; function->code[i].kind == C_SERVICE && c < kernel->config.counter_count; c++)
            if (called || function->code[i].service != OSEK_IncrementCounter)
                observe(&kernel->config, &function->code[i], c, &kernel->counters[c]);
}

static bool masks_sources(const struct c_program *program) {
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            const struct c_instruction *code = &program->functions[f]->code[i];
            if (code->kind == C_SERVICE && code->service == OSEK_SourceMasks) return true;
        }
    return false;
}

/* Those that no code registers by itself come whenever they like. */
static const bool *registered(const struct c_program *program, uint32_t isr_count, struct arena *arena) {
    bool *registered = NULL;
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            const struct c_instruction *code = &program->functions[f]->code[i];
            bool registers = code->kind == C_SERVICE && code->service == OSEK_SourceRegisters;
            if (!registers || code->arguments[0]->integer >= isr_count) continue;
            if (!registered) registered = arena_new_array(arena, bool, isr_count);
            registered[code->arguments[0]->integer] = true;
        }
    return registered;
}

void config_observe_counters(struct kernel_configuration *kernel, const struct c_program *program) {
    const struct osek_config *config = &kernel->config;
    for (uint32_t i = 0; i < config->counter_count; i++) kernel->counters[i].unobserved = true;
    struct arena *own = arena_new();
    const bool *called = called_find(program, own);
    for (uint32_t f = 0; f < program->function_count; f++) observe_function(kernel, program->functions[f], called[f]);
    arena_free(own);
    for (uint32_t i = 0; i < config->alarm_count; i++) /* an alarm's expiry is such a tick, too */
        if (config->alarms[i].action == OSEK_INCREMENT) kernel->counters[config->alarms[i].increment].stepwise = true;
    for (uint32_t i = 0; i < config->counter_count; i++)
        kernel->counters[i].stepwise |= !kernel->counters[i].unobserved;
    kernel->config.masks_sources = masks_sources(program);
    kernel->config.registered = registered(program, config->isr_count, program->arena);
    osek_prepare(&kernel->config);
}
