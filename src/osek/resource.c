#include "osek/resource.h"

#include "osek/context.h"

static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

/* A resource's place: its holder, then how many resources the holder had before. */
static uint32_t place(const struct osek_kernel *k, uint32_t resource) {
    return k->layout.resources + resource * (k->layout.id_size + 1);
}

uint32_t osek_holder(const struct osek_kernel *k, uint32_t resource) { return get_id(k, place(k, resource)); }

static unsigned order_of(const struct osek_kernel *k, uint32_t resource) {
    return k->bytes[place(k, resource) + k->layout.id_size];
}

static void put_holder(const struct osek_kernel *k, uint32_t resource, uint32_t context, unsigned order) {
    put_id(k, place(k, resource), context);
    k->bytes[place(k, resource) + k->layout.id_size] = (unsigned char)order;
}

static unsigned held_by(const struct osek_kernel *k, uint32_t context) {
    unsigned count = 0;
    for (uint32_t i = 0; i < k->config->resource_count; i++) count += osek_holder(k, i) == context;
    return count;
}

/* It is the one that its holder took last. */
static bool is_last(const struct osek_kernel *k, uint32_t resource) {
    return order_of(k, resource) + 1 == held_by(k, osek_holder(k, resource));
}

bool osek_holds_resources(const struct osek_kernel *k, uint32_t context) { return held_by(k, context) > 0; }

void osek_release_all(const struct osek_kernel *k, uint32_t context) {
    for (uint32_t i = 0; i < k->config->resource_count; i++)
        if (osek_holder(k, i) == context) put_holder(k, i, OSEK_NONE, 0);
}

/* 8.3: the scheduler's ceiling is the highest of all tasks, and below every interrupt routine. 8.8: names linked with
 * each other have one ceiling. */
static uint32_t ceiling_of(const struct osek_kernel *k, uint32_t resource) {
    const struct osek_resource *it = &k->config->resources[resource];
    uint32_t top = k->config->highest_priority;
    if (it->scheduler) {
        top = OSEK_RULE(SCHEDULER_BLOCKS_TASKS, top, 0);
        return OSEK_RULE(SCHEDULER_LETS_INTERRUPTS, top, UINT32_MAX);
    }
    return larger(it->ceiling, k->config->resources[it->root].ceiling);
}

/* 8.5: raised to the ceiling, never lowered. */
static uint32_t raised(const struct osek_kernel *k, uint32_t level, uint32_t context) {
    for (uint32_t i = 0; i < k->config->resource_count; i++) {
        if (osek_holder(k, i) != context) continue;
        uint32_t ceiling = OSEK_RULE(CEILING_RAISES, ceiling_of(k, i), 0);
        level = larger(level, OSEK_RULE(CEILING_NEVER_LOWERS, ceiling, is_last(k, i) ? ceiling : 0));
    }
    return level;
}

/* 8.7: a non-preemptable task has an internal resource with the scheduler's ceiling. */
static uint32_t internal_ceiling(const struct osek_kernel *k, uint32_t task) {
    const struct osek_task *it = &k->config->tasks[task];
    if (it->preemptable) return it->internal;
    return OSEK_RULE(NOT_PREEMPTABLE, larger(it->internal, k->config->highest_priority), 0);
}

bool osek_has_internal(const struct osek_config *config, uint32_t task) {
    return config->tasks[task].internal || !config->tasks[task].preemptable;
}

uint32_t osek_current_priority(const struct osek_kernel *k, uint32_t task) {
    uint32_t priority = k->config->tasks[task].priority;
    if (*task_byte(k, task) & TASK_INTERNAL) priority = larger(priority, internal_ceiling(k, task));
    return raised(k, priority, osek_context(k->config, OSEK_TASK, task));
}

uint32_t osek_own_level(const struct osek_kernel *k, uint32_t context) {
    uint32_t index;
    switch (osek_context_kind(k->config, context, &index)) {
    case OSEK_TASK: return k->config->tasks[index].priority;
    case OSEK_ISR: return k->config->isrs[index].level;
    default: return 0;
    }
}

uint32_t osek_context_level(const struct osek_kernel *k, uint32_t context) {
    uint32_t index;
    if (osek_context_kind(k->config, context, &index) == OSEK_TASK) return osek_current_priority(k, index);
    return raised(k, osek_own_level(k, context), context);
}

static uint64_t declared_by(const struct osek_kernel *k, uint32_t context) {
    uint32_t index;
    switch (osek_context_kind(k->config, context, &index)) {
    case OSEK_TASK: return k->config->tasks[index].resources;
    case OSEK_ISR: return k->config->isrs[index].resources;
    default: return 0;
    }
}

bool osek_is_kept_out(const struct osek_kernel *k, uint32_t task) {
    for (uint32_t i = 0; i < k->config->resource_count; i++) {
        uint32_t holder = osek_holder(k, i);
        if (holder == OSEK_NONE || holder == task) continue;
        uint64_t declared = declared_by(k, task), root = k->config->resources[i].root;
        for (uint32_t other = 0; other < k->config->resource_count; other++)
            if (declared >> other & 1 && k->config->resources[other].root == root) return true;
        if (k->config->resources[i].scheduler) return true;
    }
    return false;
}

uint32_t osek_held_level(const struct osek_kernel *k, uint32_t level) {
    for (uint32_t i = 0; i < k->config->task_count; i++) level = raised(k, level, i);
    return level;
}

/* ---- GetResource (13.4.3.1) ---- */

/* Nobody may take a resource that is taken. A linked name of it is another resource in this respect (8.8). */
static bool is_taken(const struct osek_kernel *k, uint32_t resource) {
    bool taken = OSEK_RULE(TAKEN_ONCE, osek_holder(k, resource) != OSEK_NONE, false);
    return OSEK_RULE(LINKED_NESTS, taken, taken || osek_holder(k, k->config->resources[resource].root) != OSEK_NONE);
}

/* The caller's own priority must not be above the ceiling. */
static bool is_above_ceiling(const struct osek_kernel *k, uint32_t resource) {
    return OSEK_RULE(CEILING_ABOVE_CALLER, osek_own_level(k, osek_now(k)) > ceiling_of(k, resource), false);
}

/* Ceilings follow from what is declared (8.5); every task may take the scheduler (8.3). What happens to others is left
 * open: they get the resource, unless a profile refuses them; misuse it is in either case. */
static bool is_undeclared(const struct osek_kernel *k, uint32_t resource) {
    if (k->config->resources[resource].scheduler) return false;
    return OSEK_RULE(DECLARED_RESOURCE, !(declared_by(k, osek_now(k)) >> resource & 1), false);
}

void osek_check_GetResource(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors) {
    uint32_t resource = (uint32_t)arguments[0];
    if (is_taken(k, resource)) osek_add_error(errors, OSEK_E_ACCESS, OSEK_RESOURCE_NESTED);
    bool refused = k->config->profile.undeclared_resource_refused && is_undeclared(k, resource);
    if (is_above_ceiling(k, resource) || refused) osek_add_error(errors, OSEK_E_ACCESS, OSEK_RESOURCE_CEILING);
    if (!errors->set && is_undeclared(k, resource)) osek_tell_misuse(k, OSEK_RESOURCE_CEILING);
}

void osek_do_GetResource(const struct osek_kernel *k, const uint64_t *arguments) {
    uint32_t caller = osek_now(k);
    put_holder(k, (uint32_t)arguments[0], caller, held_by(k, caller));
}

/* ---- ReleaseResource (13.4.3.2) ---- */

/* 8.2: resources are given back in the reverse order. */
static bool may_release(const struct osek_kernel *k, uint32_t resource) {
    uint32_t holder = osek_holder(k, resource);
    bool in_order = OSEK_RULE(RELEASE_IN_ORDER, is_last(k, resource), true);
    return OSEK_RULE(RELEASE_BY_HOLDER, holder == osek_now(k) && in_order, holder != OSEK_NONE);
}

void osek_check_ReleaseResource(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors) {
    uint32_t resource = (uint32_t)arguments[0];
    if (!may_release(k, resource)) osek_add_error(errors, OSEK_E_NOFUNC, OSEK_RESOURCE_ORDER);
    if (is_above_ceiling(k, resource)) osek_add_error(errors, OSEK_E_ACCESS, OSEK_RESOURCE_CEILING);
}

/* The priority is that from before the resource was taken (8.5): the others are still held. */
void osek_do_ReleaseResource(const struct osek_kernel *k, const uint64_t *arguments) {
    uint32_t resource = (uint32_t)arguments[0];
    put_holder(k, resource, OSEK_NONE, 0);
    if (OSEK_RULE(RELEASE_RESTORES, false, true)) osek_release_all(k, osek_now(k));
}
