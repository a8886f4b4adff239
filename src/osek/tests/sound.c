/* What is true of every state of the kernel, read from its bytes where the interface does not show it. */
#include "osek/alarm.h"
#include "osek/context.h"
#include "osek/interrupt.h"
#include "osek/ready.h"
#include "osek/resource.h"
#include "osek/task.h"
#include "world.h"

/* Exactly one task runs, or none. */
static bool one_runs(struct world *world, const struct osek_kernel *k) {
    uint32_t running = osek_running_task(k->config, k->bytes);
    for (uint32_t i = 0; i < k->config->task_count; i++)
        if ((osek_task_state(k->config, k->bytes, i) == OSEK_RUNNING) != (i == running))
            return world_fail(world, "task %u's state contradicts who runs (%u)", i, running);
    return true;
}

/* A task is suspended iff it has no request, and never has more than it accepts; only extended ones wait. */
static bool requests_fit(struct world *world, const struct osek_kernel *k) {
    for (uint32_t i = 0; i < k->config->task_count; i++) {
        const struct osek_task *task = &k->config->tasks[i];
        enum osek_task_state state = osek_task_state(k->config, k->bytes, i);
        uint32_t requests = osek_requests(k, i);
        if (requests > task->activation) return world_fail(world, "%s has %u requests", task->name, requests);
        if ((state == OSEK_SUSPENDED) != (requests == 0)) return world_fail(world, "%s: suspended?", task->name);
        if (state == OSEK_WAITING && !task->extended) return world_fail(world, "%s waits", task->name);
        bool may_wait = state == OSEK_WAITING || (state == OSEK_RUNNING && work(k) == WORK_WAIT);
        if (osek_get_awaited(k, i) && !may_wait) return world_fail(world, "%s awaits, but does not wait", task->name);
        bool has = *task_byte(k, i) & TASK_INTERNAL;
        if (has && !(*task_byte(k, i) & TASK_STARTED) && work(k) == WORK_NONE)
            return world_fail(world, "%s has its internal resource without running", task->name);
    }
    return true;
}

static uint32_t entry(const struct osek_kernel *k, uint32_t position) {
    return get_id(k, k->layout.queue + position * k->layout.id_size);
}

/* Entries by falling priority, or without a scheduler by their numbers; zero behind the end. */
static bool queue_is_sorted(struct world *world, const struct osek_kernel *k) {
    uint32_t before = UINT32_MAX;
    bool ended = false, seen[WORLD_MOST] = {false};
    for (uint32_t i = 0; i < k->layout.queue_length; i++) {
        uint32_t task = entry(k, i);
        if (task == OSEK_NONE) {
            ended = true;
            continue;
        }
        if (ended) return world_fail(world, "the ready queue has a hole");
        bool preempted = stored_state(k, task) == STORED_READY && (*task_byte(k, task) & TASK_STARTED) && !seen[task];
        uint32_t priority = preempted ? osek_current_priority(k, task) : k->config->tasks[task].priority;
        if (k->config->no_scheduler) priority = WORLD_MOST - task;
        if (priority > before) return world_fail(world, "the ready queue is not sorted at %u", i);
        seen[task] = true;
        before = priority;
    }
    return true;
}

/* Whoever holds a resource is under way; nobody else runs at or below its ceiling. */
static bool ceilings_hold(struct world *world, const struct osek_kernel *k) {
    uint32_t now = osek_now(k), running = osek_running_task(k->config, k->bytes);
    for (uint32_t i = 0; i < k->config->resource_count; i++) {
        uint32_t holder = osek_holder(k, i);
        if (holder == OSEK_NONE) continue;
        if (!osek_is_under_way(k->config, k->bytes, holder))
            return world_fail(world, "resource %u has a dead holder", i);
        if (now != running || now == holder || now == OSEK_NONE) continue;
        uint32_t ceiling =
            k->config->resources[i].scheduler ? k->config->highest_priority : k->config->resources[i].ceiling;
        if (k->config->tasks[now].priority <= ceiling) return world_fail(world, "the ceiling of resource %u fails", i);
    }
    return true;
}

/* The state has settled: whatever may come has come. */
static bool is_settled(struct world *world, const struct osek_kernel *k) {
    if (phase(k) == PHASE_DOWN) return true;
    for (uint32_t i = 0; i < k->config->isr_count; i++)
        if (get_bit(k, k->layout.pending, i) && osek_may_interrupt(k, i))
            return world_fail(world, "interrupt %u is pending and may come", i);
    if (osek_depth(k) > 0) return true;
    if (work(k) != WORK_NONE || phase(k) != PHASE_UP) return world_fail(world, "the kernel's work is not done");
    uint32_t running = osek_running_task(k->config, k->bytes);
    if (osek_first_ready(k) == OSEK_NONE) return true;
    if (k->config->no_scheduler) return true;
    if (running == OSEK_NONE) return world_fail(world, "idle though a task is ready");
    if (osek_first_priority(k) > osek_current_priority(k, running)) return world_fail(world, "a ready task is urgent");
    return true;
}

/* Where routines do not nest, one of category 2 at most is under way. */
static bool nests_as_it_may(struct world *world, const struct osek_kernel *k) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < k->config->isr_count; i++)
        count += k->config->isrs[i].category == 2 && osek_on_stack(k, osek_context(k->config, OSEK_ISR, i));
    return !k->config->unnested || count < 2 || world_fail(world, "%u routines nest", count);
}

/* Nothing behind the top of the stack; hooks and callbacks at most once each. */
static bool stack_is_tidy(struct world *world, const struct osek_kernel *k) {
    uint32_t depth = osek_depth(k);
    for (uint32_t i = 0; i < k->layout.depth; i++) {
        uint32_t context = osek_stack_at(k, i);
        if ((context != OSEK_NONE) != (i < depth)) return world_fail(world, "the stack has a hole");
        for (uint32_t j = 0; j < i && context != OSEK_NONE; j++)
            if (osek_stack_at(k, j) == context) return world_fail(world, "a context is on the stack twice");
    }
    bool in_error = osek_on_stack(k, osek_context(k->config, OSEK_ERROR_HOOK, 0));
    if (k->config->error_hook && !in_error)
        for (uint32_t i = 0; i < 2 + 3 * k->layout.parameter_size; i++)
            if (k->bytes[k->layout.error + i]) return world_fail(world, "an old error is described");
    return true;
}

/* What is not in use is zero, so that equal situations have equal bytes. */
static bool is_canonical(struct world *world, const struct osek_kernel *k) {
    for (uint32_t i = 0; i < k->config->resource_count; i++)
        if (osek_holder(k, i) == OSEK_NONE && k->bytes[k->layout.resources + (i + 1) * (k->layout.id_size + 1) - 1])
            return world_fail(world, "resource %u is free and was taken as a certain one", i);
    for (uint32_t i = 0; i < k->config->alarm_count; i++)
        if (!osek_remaining(k, i) && osek_cycle(k, i))
            return world_fail(world, "alarm %u is not set and has a cycle", i);
    for (uint32_t i = 0; i < k->config->task_count; i++)
        if (stored_state(k, i) == STORED_SUSPENDED && *task_byte(k, i))
            return world_fail(world, "%s is suspended and something is left of it", k->config->tasks[i].name);
    if (k->bytes[AT_DISABLED] & OPENED_BY_PROCESSOR && !osek_application_masks(k))
        return world_fail(world, "a section that has ended is open");
    if (work(k) == WORK_NONE && work_object(k) != OSEK_NONE) return world_fail(world, "no work has an object");
    for (uint32_t i = 0; i < k->layout.size && phase(k) == PHASE_DOWN; i++)
        if (i != AT_PHASE && i != AT_MODE && k->bytes[i]) return world_fail(world, "byte %u outlives the system", i);
    return true;
}

bool world_is_sound(struct world *world) {
    struct osek_kernel k = osek_view(&world->config, world->state);
    return one_runs(world, &k) && requests_fit(world, &k) && queue_is_sorted(world, &k) && ceilings_hold(world, &k) &&
           stack_is_tidy(world, &k) && nests_as_it_may(world, &k) && is_settled(world, &k) && is_canonical(world, &k);
}
