/* Levels and ceilings (OSEK OS 2.2.3, §8.5 and §8.6).
 *
 * Tasks and ISRs share one scale: the level of a task is its priority, those of ISRs follow above the highest task. */
#include "oil/configure.h"

/* One of the interrupts: the ISRs, then what drives the counters. False: it has no place among them. */
static bool priority_of(const struct oil_config *config, size_t interrupt, uint32_t *priority) {
    if (interrupt < config->isr_count) {
        *priority = config->isrs[interrupt].priority;
        return true;
    }
    const struct oil_counter *counter = &config->counters[interrupt - config->isr_count];
    *priority = counter->priority;
    return counter->has_priority;
}

static bool is_first_of_its_priority(const struct oil_config *config, size_t interrupt, uint32_t priority) {
    uint32_t other;
    for (size_t i = 0; i < interrupt; i++)
        if (priority_of(config, i, &other) && other == priority) return false;
    return true;
}

/* How many different priorities of interrupts are below this one. */
static uint32_t rank_of(const struct oil_config *config, uint32_t priority) {
    uint32_t rank = 0, other;
    for (size_t i = 0; i < config->isr_count + config->counter_count; i++)
        if (priority_of(config, i, &other) && other < priority) rank += is_first_of_its_priority(config, i, other);
    return rank;
}

static uint32_t level_of(const struct oil_builder *builder, uint32_t priority, struct place place) {
    uint64_t level = (uint64_t)builder->config->highest_priority + 1 + rank_of(builder->config, priority);
    if (level > UINT32_MAX)
        diag_error(builder->diagnostics, place, "no level is left above the priorities of the tasks; the highest is %u",
                   builder->config->highest_priority);
    return (uint32_t)level;
}

static void raise_to_task(struct oil_resource *resource, const struct oil_task *task) {
    if (resource->has_ceiling && resource->ceiling_level >= task->priority) return;
    resource->has_ceiling = true;
    resource->ceiling = resource->ceiling_level = task->priority;
}

static void raise_to_isr(struct oil_resource *resource, const struct oil_isr *isr) {
    if (resource->has_ceiling && resource->ceiling_level >= isr->level) return;
    resource->has_ceiling = resource->ceiling_of_isr = true;
    resource->ceiling = isr->priority;
    resource->ceiling_level = isr->level;
}

static void raise_by_users(struct oil_resource *resource, const struct oil_resource *users_of) {
    for (size_t i = 0; i < users_of->task_count; i++) raise_to_task(resource, users_of->tasks[i]);
    for (size_t i = 0; i < users_of->isr_count; i++) raise_to_isr(resource, users_of->isrs[i]);
}

static void find_ceiling(const struct oil_config *config, struct oil_resource *resource) {
    for (size_t i = 0; i < config->resource_count; i++)
        if (config->resources[i].root == resource->root) raise_by_users(resource, &config->resources[i]);
    if (resource->root->property != RESOURCE_SCHEDULER) return;
    /* §8.3: no task runs while the scheduler is taken, but interrupts do. */
    for (size_t i = 0; i < config->task_count; i++) raise_to_task(resource, &config->tasks[i]);
}

/* ---- ceilings that are given ---- */

static const struct oil_task *highest_user(const struct oil_config *config, const struct oil_resource *resource) {
    const struct oil_task *highest = NULL;
    for (size_t i = 0; i < config->resource_count; i++) {
        const struct oil_resource *same = &config->resources[i];
        for (size_t t = 0; same->root == resource->root && t < same->task_count; t++)
            if (!highest || same->tasks[t]->priority > highest->priority) highest = same->tasks[t];
    }
    return highest;
}

/* §8.5: ... and below all tasks that do not use the resource and are above those that do. */
static void warn_of_others(const struct oil_builder *builder, const struct oil_resource *resource) {
    for (size_t i = 0; i < builder->config->task_count; i++) {
        const struct oil_task *task = &builder->config->tasks[i];
        if (task->priority > resource->ceiling_level && task->priority <= resource->given_ceiling)
            diag_warning(builder->diagnostics, resource->given->place,
                         "%s = %u of RESOURCE '%s' is more than the %u it needs, and holds off TASK '%s' of priority "
                         "%u, which does not use it",
                         resource->given->name, resource->given_ceiling, resource->common.name, resource->ceiling_level,
                         task->common.name, task->priority);
    }
}

/* A kernel that was made with it has it. */
static void take_given(const struct oil_builder *builder, struct oil_resource *resource) {
    const struct oil_task *user = highest_user(builder->config, resource);
    if (!resource->given) return;
    if (resource->ceiling_of_isr || resource->property == RESOURCE_SCHEDULER) {
        diag_warning(builder->diagnostics, resource->given->place,
                     "%s of RESOURCE '%s' is not looked at: its ceiling is not one of its tasks'",
                     resource->given->name, resource->common.name);
    } else if (user && resource->given_ceiling < user->priority) {
        diag_error(builder->diagnostics, resource->given->place,
                   "%s = %u of RESOURCE '%s' is too low: TASK '%s', which lists it, has priority %u",
                   resource->given->name, resource->given_ceiling, resource->common.name, user->common.name,
                   user->priority);
    } else {
        warn_of_others(builder, resource);
        resource->has_ceiling = true;
        resource->ceiling = resource->ceiling_level = resource->given_ceiling;
    }
}

void oil_build_ceilings(struct oil_builder *builder) {
    struct oil_config *config = builder->config;
    for (size_t i = 0; i < config->task_count; i++)
        if (config->tasks[i].priority > config->highest_priority) config->highest_priority = config->tasks[i].priority;
    for (size_t i = 0; i < config->isr_count; i++)
        config->isrs[i].level = level_of(builder, config->isrs[i].priority, config->isrs[i].common.place);
    for (size_t i = 0; i < config->counter_count; i++)
        if (config->counters[i].has_priority)
            config->counters[i].level =
                level_of(builder, config->counters[i].priority, config->counters[i].common.place);
    for (size_t i = 0; i < config->resource_count; i++) find_ceiling(config, &config->resources[i]);
    for (size_t i = 0; i < config->resource_count; i++) take_given(builder, &config->resources[i]);
}
