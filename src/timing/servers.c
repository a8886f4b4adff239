#include "timing/servers.h"

#include <strings.h>

/* ---- what is given ---- */

static const char *const budgets[] = {"maxBudget", "capacity", NULL};
static const char *const periods[] = {"replenishment", "period", NULL};

static bool is_one(const char *key, const char *const *names) {
    for (; *names; names++)
        if (strcasecmp(key, *names) == 0) return true;
    return false;
}

bool tm_is_server_parameter(const char *key) { return is_one(key, budgets) || is_one(key, periods); }

static const char *find(const am_parameters *list, const char *const *names) {
    for (size_t i = 0; i < list->count; i++)
        if (is_one(list->items[i].key, names)) return list->items[i].value;
    return NULL;
}

/* Of its place below another scheduler, or its own. */
static bool read_time(const struct am_scheduler *scheduler, const char *const *names, struct rational *time,
                      struct diagnostics *diagnostics) {
    const char *text = find(&scheduler->below, names);
    if (!text) text = find(&scheduler->parameters, names);
    if (text && rational_parse_time(text, time) && time->above > 0) return true;
    diag_error(diagnostics, scheduler->place, "scheduler %s: the %s of its server is %s", scheduler->name, names[0],
               text ? "no time above 0" : "not given");
    return false;
}

bool tm_set_server(struct tm_group *group, struct diagnostics *diagnostics) {
    const struct am_scheduler *scheduler = group->scheduler;
    if (group->server == TM_NO_SERVER) return true;
    if (!read_time(scheduler, budgets, &group->capacity, diagnostics) ||
        !read_time(scheduler, periods, &group->every, diagnostics))
        return false;
    if (rational_compare(group->capacity, group->every) <= 0) return true;
    diag_error(diagnostics, scheduler->place, "scheduler %s: the budget of its server is longer than its period",
               scheduler->name);
    return false;
}

static bool is_served(const struct tm_system *system, const struct tm_task *task) {
    for (int group = task->group; group >= 0; group = system->groups.items[group].parent)
        if (system->groups.items[group].server) return true;
    return false;
}

void tm_doubt_servers(struct tm_system *system) {
    for (size_t t = 0; t < system->tasks.count; t++) {
        const struct tm_task *task = &system->tasks.items[t];
        bool locks = task->preemption == AM_NON_PREEMPTIVE;
        for (size_t i = 0; i < task->ops.count; i++) locks |= task->ops.items[i].kind == TM_LOCK;
        if (locks && is_served(system, task))
            vec_push(&system->doubts,
                     arena_printf(system->arena, "%s may not be interrupted when the budget of its server ends, or may",
                                  task->name));
    }
    for (size_t i = 0; i < system->groups.count; i++)
        if (system->groups.items[i].server && system->groups.items[i].slice)
            vec_push(&system->doubts,
                     arena_printf(system->arena, "%s has a budget and a time slice", system->groups.items[i].name));
}

bool tm_has_servers(const struct tm_system *system) {
    for (size_t i = 0; i < system->groups.count; i++)
        if (system->groups.items[i].server) return true;
    return false;
}

/* ---- budgets ---- */

void tm_begin_servers(struct tm_run *run) {
    for (size_t i = 0; i < run->system->groups.count; i++) {
        const struct tm_group *group = &run->system->groups.items[i];
        if (!group->server) continue;
        tm_put(run, group->budget, group->budget_most);
        tm_put(run, group->refill, group->refill_most);
    }
}

bool tm_has_budget(const struct tm_run *run, const struct tm_task *task) {
    for (int number = task->group; number >= 0; number = run->system->groups.items[number].parent) {
        const struct tm_group *group = &run->system->groups.items[number];
        if (group->server && tm_get(run, group->budget) == 0) return false;
    }
    return true;
}

static bool is_used(const struct tm_run *run, int group) {
    for (unsigned i = 0; i < run->system->cores.count; i++) {
        int task = tm_running(run, i);
        if (task >= 0 && tm_is_below(run->system, run->system->tasks.items[task].group, group)) return true;
    }
    return false;
}

int64_t tm_server_rest(const struct tm_run *run) {
    int64_t least = -1;
    for (size_t i = 0; i < run->system->groups.count; i++) {
        const struct tm_group *group = &run->system->groups.items[i];
        if (!group->server || !tm_group_is_ready(run, (int)i)) continue;
        int64_t rest = tm_get(run, group->refill);
        if (is_used(run, (int)i) && tm_get(run, group->budget) < rest) rest = tm_get(run, group->budget);
        if (least < 0 || rest < least) least = rest;
    }
    return least;
}

void tm_advance_servers(struct tm_run *run, int64_t units) {
    for (size_t i = 0; i < run->system->groups.count; i++) {
        const struct tm_group *group = &run->system->groups.items[i];
        if (!group->server) continue;
        int64_t left = tm_get(run, group->budget), refill = tm_get(run, group->refill) - units;
        bool is_idle = !tm_group_is_ready(run, (int)i);
        if (is_used(run, (int)i)) left -= units;
        if (refill <= 0) left = group->budget_most;
        int64_t beyond = refill < 0 ? -refill % group->refill_most : 0; /* somebody who is idle is not waited for */
        if (refill <= 0) refill = group->refill_most - beyond;
        if (group->server == TM_POLLING && is_idle && refill < group->refill_most) left = 0;
        tm_put(run, group->budget, left);
        tm_put(run, group->refill, refill);
    }
}

bool tm_obey_servers(struct tm_run *run) {
    const struct tm_system *system = run->system;
    int before[system->cores.count];
    bool any = false;
    if (!tm_has_servers(system)) return false;
    for (unsigned i = 0; i < system->cores.count; i++) before[i] = tm_running(run, i);
    for (unsigned i = 0; i < system->domain_count; i++) tm_schedule(run, i);
    tm_trigger_due(run);
    for (unsigned i = 0; i < system->cores.count; i++) any |= before[i] != tm_running(run, i);
    return any;
}
