/* The way back: from resources and events to those that list them, and along linked resources. */
#include "oil/configure.h"

/* §8.8: a linked resource is another name for a resource, so that it can be taken twice. */
static bool find_root(struct oil_builder *builder, struct oil_resource *resource) {
    const struct oil_resource *root = resource;
    for (size_t hops = 0; root->linked; hops++, root = root->linked)
        if (hops > builder->config->resource_count) {
            diag_error(builder->diagnostics, resource->common.place,
                       "RESOURCE '%s' is linked in a circle; the chain must end at a resource that is not linked",
                       resource->common.name);
            return false;
        }
    resource->root = root;
    if (resource->linked && root->property == RESOURCE_INTERNAL)
        diag_error(builder->diagnostics, resource->common.place,
                   "RESOURCE '%s' is linked to '%s', which is internal; nobody can get an internal resource",
                   resource->common.name, root->common.name);
    return true;
}

static bool lists_resource(const struct oil_task *task, const struct oil_resource *resource) {
    for (size_t i = 0; i < task->resource_count; i++)
        if (task->resources[i] == resource) return true;
    return task->internal == resource;
}

static bool isr_lists_resource(const struct oil_isr *isr, const struct oil_resource *resource) {
    for (size_t i = 0; i < isr->resource_count; i++)
        if (isr->resources[i] == resource) return true;
    return false;
}

static bool owns_event(const struct oil_task *task, const struct oil_event *event) {
    for (size_t i = 0; i < task->event_count; i++)
        if (task->events[i] == event) return true;
    return false;
}

static void find_resource_users(struct oil_builder *builder, struct oil_resource *resource) {
    const struct oil_config *config = builder->config;
    resource->tasks = arena_new_array(builder->arena, const struct oil_task *, config->task_count + 1);
    resource->isrs = arena_new_array(builder->arena, const struct oil_isr *, config->isr_count + 1);
    for (size_t i = 0; i < config->task_count; i++)
        if (lists_resource(&config->tasks[i], resource)) resource->tasks[resource->task_count++] = &config->tasks[i];
    for (size_t i = 0; i < config->isr_count; i++)
        if (isr_lists_resource(&config->isrs[i], resource)) resource->isrs[resource->isr_count++] = &config->isrs[i];
}

static void find_event_owners(struct oil_builder *builder, struct oil_event *event) {
    const struct oil_config *config = builder->config;
    event->tasks = arena_new_array(builder->arena, const struct oil_task *, config->task_count + 1);
    for (size_t i = 0; i < config->task_count; i++)
        if (owns_event(&config->tasks[i], event)) event->tasks[event->task_count++] = &config->tasks[i];
}

bool oil_build_users(struct oil_builder *builder) {
    struct oil_config *config = builder->config;
    bool good = true;
    for (size_t i = 0; i < config->resource_count; i++) {
        good = find_root(builder, &config->resources[i]) && good;
        find_resource_users(builder, &config->resources[i]);
    }
    for (size_t i = 0; i < config->event_count; i++) find_event_owners(builder, &config->events[i]);
    return good;
}
