#include "world.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool world_fail(struct world *world, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(world->why, sizeof world->why, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- Names ---- */

static const char *const hooks[] = {"StartupHook", "ShutdownHook", "ErrorHook", "PreTaskHook", "PostTaskHook"};

#define FIND(array, count)                                                                                             \
    for (uint32_t i_ = 0; i_ < (count); i_++)                                                                          \
        if (!strcmp((array)[i_].name, name)) return (*number = i_, true)

bool world_number(const struct world *world, const char *name, uint64_t *number) {
    static const struct {
        const char *name;
        uint64_t value;
    } words[] = {{"RUNNING", OSEK_RUNNING},     {"WAITING", OSEK_WAITING}, {"READY", OSEK_READY},
                 {"SUSPENDED", OSEK_SUSPENDED}, {"nobody", OSEK_NONE},     {"huge", UINT64_MAX}};
    enum osek_service service;
    FIND(world->tasks, world->config.task_count);
    FIND(world->isrs, world->config.isr_count);
    FIND(world->resources, world->config.resource_count);
    FIND(world->counters, world->config.counter_count);
    FIND(world->alarms, world->config.alarm_count);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i].name, name)) return (*number = words[i].value, true);
    if (osek_service_by_name(name, &service)) return (*number = service, true);
    char *end;
    *number = strtoull(name, &end, 0);
    return end != name && !*end;
}

uint32_t world_context(const struct world *world, const char *name) {
    const struct osek_config *config = &world->config;
    uint64_t number;
    for (unsigned i = 0; i < 5; i++)
        if (!strcmp(name, hooks[i])) return osek_context(config, (enum osek_context_kind)(OSEK_STARTUP_HOOK + i), 0);
    if (!strncmp(name, "callback:", 9) && world_number(world, name + 9, &number))
        return osek_context(config, OSEK_ALARM_CALLBACK, (uint32_t)number);
    for (uint32_t i = 0; i < config->task_count; i++)
        if (!strcmp(name, config->tasks[i].name)) return osek_context(config, OSEK_TASK, i);
    for (uint32_t i = 0; i < config->isr_count; i++)
        if (!strcmp(name, config->isrs[i].name)) return osek_context(config, OSEK_ISR, i);
    return OSEK_NONE;
}

void world_context_name(const struct world *world, uint32_t context, char *name, size_t size) {
    uint32_t index;
    if (context == OSEK_NONE) {
        snprintf(name, size, "idle");
        return;
    }
    enum osek_context_kind kind = osek_context_kind(&world->config, context, &index);
    if (kind == OSEK_TASK)
        snprintf(name, size, "%s", world->tasks[index].name);
    else if (kind == OSEK_ISR)
        snprintf(name, size, "%s", world->isrs[index].name);
    else if (kind == OSEK_ALARM_CALLBACK)
        snprintf(name, size, "callback:%s", world->alarms[index].name);
    else
        snprintf(name, size, "%s", hooks[kind - OSEK_STARTUP_HOOK]);
}

/* ---- Configuring ---- */

static const char *keep_name(struct world *world, const char *name) {
    char *kept = world->names[world->name_count++];
    snprintf(kept, sizeof world->names[0], "%s", name);
    return kept;
}

/* `word` is "key=value": its value; "key" alone: "". */
static const char *value_of(const char *word, const char *key) {
    size_t length = strlen(key);
    if (strncmp(word, key, length)) return NULL;
    return word[length] == '=' ? word + length + 1 : word[length] ? NULL : "";
}

static uint64_t number_or(const char *text, uint64_t otherwise) {
    return text && *text ? strtoull(text, NULL, 0) : otherwise;
}

static uint64_t set_of(const struct world *world, const char *list) {
    char copy[64], *rest, *name = strtok_r((snprintf(copy, sizeof copy, "%s", list), copy), ",", &rest);
    uint64_t set = 0, number;
    for (; name; name = strtok_r(NULL, ",", &rest))
        if (world_number(world, name, &number)) set |= (uint64_t)1 << number;
    return set;
}

static bool add_task(struct world *world, char *const *words, unsigned count) {
    struct osek_task *task = &world->tasks[world->config.task_count++];
    const char *value;
    *task = (struct osek_task){.name = keep_name(world, words[1]), .preemptable = true, .activation = 1};
    task->priority = (uint32_t)number_or(words[2], 0);
    if (task->priority > world->config.highest_priority) world->config.highest_priority = task->priority;
    for (unsigned i = 3; i < count; i++) {
        if ((value = value_of(words[i], "auto")))
            task->autostart = number_or(value, 1);
        else if (value_of(words[i], "non"))
            task->preemptable = false;
        else if ((value = value_of(words[i], "ext")))
            task->extended = true, task->events = number_or(value, 1);
        else if ((value = value_of(words[i], "n")))
            task->activation = (uint32_t)number_or(value, 1);
        else if ((value = value_of(words[i], "internal")))
            task->internal = (uint32_t)number_or(value, 0);
        else if ((value = value_of(words[i], "uses")))
            task->resources = set_of(world, value);
        else
            return world_fail(world, "a task's '%s'?", words[i]);
    }
    return true;
}

static bool add_isr(struct world *world, char *const *words, unsigned count) {
    struct osek_isr *isr = &world->isrs[world->config.isr_count++];
    const char *value;
    *isr = (struct osek_isr){.name = keep_name(world, words[1]), .category = 2};
    isr->level = (uint32_t)number_or(words[2], 0);
    for (unsigned i = 3; i < count; i++) {
        if (value_of(words[i], "cat1"))
            isr->category = 1;
        else if ((value = value_of(words[i], "uses")))
            isr->resources = set_of(world, value);
        else
            return world_fail(world, "an ISR's '%s'?", words[i]);
    }
    return true;
}

static bool add_resource(struct world *world, char *const *words, unsigned count) {
    uint32_t index = world->config.resource_count++;
    struct osek_resource *resource = &world->resources[index];
    const char *value;
    uint64_t root;
    *resource = (struct osek_resource){.name = keep_name(world, words[1]), .root = index};
    resource->ceiling = (uint32_t)number_or(words[2], 0);
    for (unsigned i = 3; i < count; i++) {
        if (value_of(words[i], "scheduler"))
            resource->scheduler = true;
        else if ((value = value_of(words[i], "linked")) && world_number(world, value, &root))
            resource->root = (uint32_t)root;
        else
            return world_fail(world, "a resource's '%s'?", words[i]);
    }
    return true;
}

static bool add_counter(struct world *world, char *const *words, unsigned count) {
    struct osek_counter *counter = &world->counters[world->config.counter_count++];
    const char *value;
    *counter = (struct osek_counter){.name = keep_name(world, words[1]), .ticks_per_base = 1, .min_cycle = 1};
    counter->max = (uint32_t)number_or(words[2], 0);
    for (unsigned i = 3; i < count; i++) {
        if ((value = value_of(words[i], "min")))
            counter->min_cycle = (uint32_t)number_or(value, 1);
        else if ((value = value_of(words[i], "base")))
            counter->ticks_per_base = (uint32_t)number_or(value, 1);
        else if ((value = value_of(words[i], "level")))
            counter->level = (uint32_t)number_or(value, 0);
        else if (value_of(words[i], "unobserved"))
            counter->unobserved = true;
        else
            return world_fail(world, "a counter's '%s'?", words[i]);
    }
    return true;
}

/* How many words the action takes; 0: it is none. */
static unsigned read_action(const struct world *world, struct osek_alarm *alarm, char *const *words, unsigned count) {
    uint64_t number = 0;
    if (count >= 2 && !world_number(world, words[1], &number)) number = 0;
    if (!strcmp(words[0], "callback")) return (alarm->action = OSEK_CALLBACK, 1);
    if (!strcmp(words[0], "activate")) return (alarm->action = OSEK_ACTIVATE, alarm->task = (uint32_t)number, 2);
    if (!strcmp(words[0], "increment")) return (alarm->action = OSEK_INCREMENT, alarm->increment = (uint32_t)number, 2);
    if (strcmp(words[0], "event") || count < 3) return 0;
    alarm->action = OSEK_SET_EVENT;
    alarm->task = (uint32_t)number;
    alarm->event = number_or(words[2], 0);
    return 3;
}

static bool add_alarm(struct world *world, char *const *words, unsigned count) {
    struct osek_alarm *alarm = &world->alarms[world->config.alarm_count++];
    const char *value;
    uint64_t counter;
    *alarm = (struct osek_alarm){.name = keep_name(world, words[1])};
    if (count < 4 || !world_number(world, words[2], &counter)) return world_fail(world, "an alarm's counter?");
    alarm->counter = (uint32_t)counter;
    unsigned action = read_action(world, alarm, words + 3, count - 3);
    if (!action) return world_fail(world, "an alarm's action?");
    for (unsigned i = 3 + action; i < count; i++) {
        if ((value = value_of(words[i], "auto"))) {
            const char *comma = strchr(value, ',');
            if (!alarm->autostart) alarm->autostart = 1;
            alarm->start = (uint32_t)number_or(value, 0);
            alarm->cycle = (uint32_t)number_or(comma ? comma + 1 : NULL, 0);
        } else if ((value = value_of(words[i], "modes")))
            alarm->autostart = number_or(value, 1);
        else
            return world_fail(world, "an alarm's '%s'?", words[i]);
    }
    return true;
}

static bool set_flag(struct world *world, const char *name) {
    struct osek_config *config = &world->config;
    struct osek_profile *profile = &config->profile;
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {
        {"startup", &config->startup_hook},
        {"shutdown", &config->shutdown_hook},
        {"error", &config->error_hook},
        {"pre", &config->pre_task_hook},
        {"post", &config->post_task_hook},
        {"no_scheduler", &config->no_scheduler},
        {"unnested", &config->unnested},
        {"task_id_invalid_in_isr", &profile->task_id_invalid_in_isr},
        {"hooks_for_idle", &profile->hooks_for_idle},
        {"hooks_for_isr", &profile->hooks_for_isr},
        {"no_post_hook_on_self_chain", &profile->no_post_hook_on_self_chain},
        {"disabled_interrupts_error", &profile->disabled_interrupts_error},
        {"autostart_before_startup_hook", &profile->autostart_before_startup_hook},
        {"services_in_callbacks", &profile->services_in_callbacks},
        {"end_terminates", &profile->end_terminates},
        {"fixed_autostart_order", &profile->fixed_autostart_order},
        {"fixed_alarm_order", &profile->fixed_alarm_order},
        {"fixed_errors", &profile->fixed_errors},
        {"undeclared_resource_refused", &profile->undeclared_resource_refused},
        {"zero_increment_ok", &profile->zero_increment_ok},
    };
    if (osek_profile_by_name(name, profile)) return true;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (!strcmp(name, flags[i].name)) return (*flags[i].flag = true);
    return world_fail(world, "no flag '%s'", name);
}

bool world_configure(struct world *world, char *const *words, unsigned count) {
    if (world->name_count == 0 && !world->config.tasks) world->config.extended_status = true;
    world->config.tasks = world->tasks;
    if (!strcmp(words[0], "standard")) return !(world->config.extended_status = false);
    if (!strcmp(words[0], "hooks") || !strcmp(words[0], "profile")) {
        for (unsigned i = 1; i < count; i++)
            if (!set_flag(world, words[i])) return false;
        return true;
    }
    if (count < 3) return world_fail(world, "'%s' needs a name and a number", words[0]);
    if (!strcmp(words[0], "task")) return add_task(world, words, count);
    if (!strcmp(words[0], "isr")) return add_isr(world, words, count);
    if (!strcmp(words[0], "resource")) return add_resource(world, words, count);
    if (!strcmp(words[0], "counter")) return add_counter(world, words, count);
    if (!strcmp(words[0], "alarm")) return add_alarm(world, words, count);
    return world_fail(world, "no object '%s'", words[0]);
}

bool world_finish(struct world *world) {
    struct osek_config *config = &world->config;
    config->tasks = world->tasks;
    config->isrs = world->isrs;
    config->resources = world->resources;
    config->counters = world->counters;
    config->alarms = world->alarms;
    const char *fault = osek_config_fault(config);
    if (fault) return world_fail(world, "the configuration: %s", fault);
    if (osek_state_size(config) > WORLD_STATE)
        return world_fail(world, "a state has %u bytes", osek_state_size(config));
    return true;
}
