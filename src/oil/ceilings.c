/* Levels and ceilings (OSEK OS 2.2.3, §8.5 and §8.6).
 *
 * Tasks and ISRs share one scale: the level of a task is its priority, those of ISRs follow above the highest task. */
#include "oil/configure.h"

/* How many different priorities of ISRs are below this one. */
static uint32_t rank_of(const struct oil_config *config, const struct oil_isr *isr) {
    uint32_t rank = 0;
    for (size_t i = 0; i < config->isr_count; i++) {
        bool below = config->isrs[i].priority < isr->priority, first = true;
        for (size_t j = 0; j < i; j++) first = first && config->isrs[j].priority != config->isrs[i].priority;
        rank += below && first;
    }
    return rank;
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

void oil_build_ceilings(struct oil_builder *builder) {
    struct oil_config *config = builder->config;
    for (size_t i = 0; i < config->task_count; i++)
        if (config->tasks[i].priority > config->highest_priority) config->highest_priority = config->tasks[i].priority;
    for (size_t i = 0; i < config->isr_count; i++) {
        uint64_t level = (uint64_t)config->highest_priority + 1 + rank_of(config, &config->isrs[i]);
        config->isrs[i].level = (uint32_t)level;
        if (level > UINT32_MAX)
            diag_error(builder->diagnostics, config->isrs[i].common.place,
                       "no level is left above the priorities of the tasks; the highest is %u",
                       config->highest_priority);
    }
    for (size_t i = 0; i < config->resource_count; i++) find_ceiling(config, &config->resources[i]);
}
