/* What config.h promises of a configuration, looked at once more. */
#include "oil/configure.h"

static bool is_at(const void *object, const void *array, size_t size, size_t count) {
    const char *begin = array, *at = object;
    return at >= begin && at < begin + size * count && (size_t)(at - begin) % size == 0;
}

/* Is this one of the configuration's own objects of its kind? */
#define IS_OF(config, object, kind) is_at(object, (config)->kind##s, sizeof *(config)->kind##s, (config)->kind##_count)

#define ARE_NUMBERED(config, kind)                                                                                     \
    for (size_t i = 0; i < (config)->kind##_count; i++)                                                                \
        if ((config)->kind##s[i].common.index != i || !(config)->kind##s[i].common.name) return false;

static bool are_numbered(const struct oil_config *config) {
    ARE_NUMBERED(config, appmode)
    ARE_NUMBERED(config, task)
    ARE_NUMBERED(config, isr)
    ARE_NUMBERED(config, resource)
    ARE_NUMBERED(config, event)
    ARE_NUMBERED(config, counter)
    ARE_NUMBERED(config, alarm)
    ARE_NUMBERED(config, message)
    return true;
}

static bool starts_in_modes(const struct oil_config *config, const struct oil_autostart *autostart) {
    for (size_t i = 0; i < autostart->mode_count; i++)
        if (!IS_OF(config, autostart->modes[i], appmode)) return false;
    return !autostart->on || autostart->mode_count;
}

static bool is_resolved(const struct oil_config *config, const struct oil_action *action) {
    if (action->task && !IS_OF(config, action->task, task)) return false;
    if (action->event && !IS_OF(config, action->event, event)) return false;
    if (action->counter && !IS_OF(config, action->counter, counter)) return false;
    bool needs_task = action->kind == ACTION_ACTIVATE_TASK || action->kind == ACTION_SET_EVENT;
    return (!needs_task || action->task) && (action->kind != ACTION_SET_EVENT || action->event) &&
           (action->kind != ACTION_CALLBACK || action->callback) &&
           (action->kind != ACTION_INCREMENT || action->counter);
}

static bool reaches(const struct oil_config *config, const struct oil_resource *resource, uint32_t level) {
    return IS_OF(config, resource, resource) && resource->has_ceiling && resource->ceiling_level >= level;
}

static bool is_sound_task(const struct oil_config *config, const struct oil_task *task) {
    uint64_t mask = 0;
    for (size_t i = 0; i < task->event_count; i++) mask |= task->events[i]->mask;
    for (size_t i = 0; i < task->resource_count; i++)
        if (!reaches(config, task->resources[i], task->priority)) return false;
    if (task->internal && !reaches(config, task->internal, task->priority)) return false;
    return mask == task->event_mask && task->priority <= config->highest_priority && task->activation &&
           starts_in_modes(config, &task->autostart);
}

static bool is_sound_isr(const struct oil_config *config, const struct oil_isr *isr) {
    for (size_t i = 0; i < isr->resource_count; i++)
        if (!reaches(config, isr->resources[i], isr->level)) return false;
    return isr->level > config->highest_priority && (isr->category == 1 || isr->category == 2);
}

static bool is_sound_resource(const struct oil_config *config, const struct oil_resource *resource) {
    bool is_linked = resource->property == RESOURCE_LINKED;
    if (!IS_OF(config, resource->root, resource) || resource->root->property == RESOURCE_LINKED) return false;
    return is_linked ? IS_OF(config, resource->linked, resource) : resource->root == resource;
}

static bool is_sound_alarm(const struct oil_config *config, const struct oil_alarm *alarm) {
    return IS_OF(config, alarm->counter, counter) && is_resolved(config, &alarm->action) &&
           starts_in_modes(config, &alarm->autostart);
}

bool oil_is_sound(const struct oil_config *config) {
    if (!are_numbered(config) || !config->appmode_count) return false;
    for (size_t i = 0; i < config->task_count; i++)
        if (!is_sound_task(config, &config->tasks[i])) return false;
    for (size_t i = 0; i < config->isr_count; i++)
        if (!is_sound_isr(config, &config->isrs[i])) return false;
    for (size_t i = 0; i < config->resource_count; i++)
        if (!is_sound_resource(config, &config->resources[i])) return false;
    for (size_t i = 0; i < config->alarm_count; i++)
        if (!is_sound_alarm(config, &config->alarms[i])) return false;
    for (size_t i = 0; i < config->message_count; i++)
        if (!is_resolved(config, &config->messages[i].notification)) return false;
    return true;
}
