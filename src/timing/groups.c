#include "timing/groups.h"

#include "amalthea/demand.h"
#include "timing/mapping.h"
#include "timing/servers.h"

#include <string.h>

enum { DEEPEST = 50 };

/* ---- the tree ---- */

bool tm_has_top(const struct am_scheduler *scheduler) {
    for (unsigned depth = 0; depth < DEEPEST; depth++, scheduler = scheduler->parent)
        if (!scheduler->parent) return true;
    return false;
}

const struct am_scheduler *tm_topmost(const struct am_scheduler *scheduler) {
    while (scheduler->parent) scheduler = scheduler->parent;
    return scheduler;
}

static bool goes_by_deadlines(const struct am_scheduler *scheduler) {
    enum tm_algorithm algorithm = TM_PRIORITY;
    return tm_find_algorithm(scheduler->algorithm, &algorithm) && algorithm == TM_EDF;
}

const struct am_scheduler *tm_deciding(const struct am_scheduler *scheduler) {
    while (scheduler->parent) {
        const struct am_scheduler *parent = tm_deciding(scheduler->parent);
        bool decides_nothing = strcmp(scheduler->algorithm, "Grouping") == 0;
        if (!decides_nothing && !(goes_by_deadlines(scheduler) && goes_by_deadlines(parent))) break;
        scheduler = scheduler->parent;
    }
    return scheduler;
}

/* ---- making groups ---- */

static int find_group(const struct tm_system *system, const struct am_scheduler *scheduler) {
    for (size_t i = 0; i < system->groups.count; i++)
        if (system->groups.items[i].scheduler == scheduler) return (int)i;
    return -1;
}

/* Parents come before their children. */
static int add_group(struct tm_system *system, const struct am_scheduler *scheduler) {
    int known = find_group(system, scheduler), parent = -1;
    if (known >= 0) return known;
    if (scheduler->parent) parent = add_group(system, tm_deciding(scheduler->parent));
    vec_push(&system->groups, (struct tm_group){.scheduler = scheduler,
                                                .name = scheduler->name,
                                                .parent = parent,
                                                .relative = {0, 1},
                                                .capacity = {0, 1},
                                                .every = {0, 1}});
    return (int)system->groups.count - 1;
}

static void shorten(struct rational *relative, struct rational time) {
    if (time.above > 0 && (relative->above == 0 || rational_compare(time, *relative) < 0)) *relative = time;
}

/* To a parent that goes by periods or deadlines, a scheduler has the shortest of its tasks. */
static struct rational shortest_below(const struct tm_system *system, int group, bool by_rate) {
    struct rational shortest = rational_integer(0);
    for (size_t t = 0; t < system->tasks.count; t++) {
        const struct tm_task *task = &system->tasks.items[t];
        if (!tm_is_below(system, task->group, group)) continue;
        struct rational limit = tm_response_limit(system->model, task->process);
        shorten(&shortest, by_rate || limit.above == 0 ? am_process_distance(task->process) : limit);
    }
    return shortest;
}

static bool set_group(struct tm_system *system, int number, struct tm_parts *parts, struct diagnostics *diagnostics) {
    struct tm_group *group = &system->groups.items[number];
    const struct am_scheduler *scheduler = group->scheduler;
    struct tm_rule rule, above;
    if (!tm_rule_of(system, scheduler, tm_slice_text(&scheduler->below, scheduler), &rule, parts, diagnostics))
        return false;
    group->algorithm = rule.algorithm;
    group->server = rule.server;
    group->priority = scheduler->priority;
    if (!tm_set_server(group, diagnostics)) return false;
    if (group->parent < 0) return true;
    const struct am_scheduler *parent = system->groups.items[group->parent].scheduler;
    const char *slice = tm_slice_text(&scheduler->below, parent);
    if (!tm_rule_of(system, parent, slice, &above, parts, diagnostics)) return false;
    group->is_by_time = above.by_rate || above.by_deadline;
    if (group->is_by_time)
        group->relative = group->server ? group->every : shortest_below(system, number, above.by_rate);
    if (above.algorithm == TM_EDF)
        vec_push(&system->doubts,
                 arena_printf(system->arena, "%s goes by deadlines, but %s below it does not (line %u)", parent->name,
                              scheduler->name, scheduler->place.line));
    if (above.algorithm == TM_PRIORITY && !group->is_by_time && !scheduler->has_priority)
        tm_assume(parts, "scheduler %s has no priority below %s: 0 is assumed", scheduler->name, parent->name);
    tm_doubt_parameters(system, scheduler->name, &scheduler->below, group->server);
    if (above.algorithm != TM_ROUND_ROBIN) return true;
    if (slice && rational_parse_time(slice, &group->relative) && group->relative.above > 0) return true;
    diag_error(diagnostics, scheduler->place, "scheduler %s: its time slice below %s is %s", scheduler->name,
               parent->name, slice ? "no time" : "not given");
    return false;
}

bool tm_make_groups(struct tm_system *system, const struct tm_options *options, struct tm_parts *parts,
                    struct diagnostics *diagnostics) {
    bool any = false, good = true;
    for (size_t t = 0; t < system->tasks.count; t++) {
        struct tm_task *task = &system->tasks.items[t];
        task->group = -1;
        if (task->level == 0) any |= tm_deciding(task->process->scheduler)->parent != NULL;
    }
    if (!any) return true;
    for (size_t t = 0; t < system->tasks.count; t++)
        if (system->tasks.items[t].level == 0)
            system->tasks.items[t].group = add_group(system, tm_deciding(system->tasks.items[t].process->scheduler));
    for (size_t i = 0; i < system->groups.count && good; i++) good = set_group(system, (int)i, parts, diagnostics);
    for (size_t i = 0; i < system->groups.count && options->low_is_urgent; i++)
        system->groups.items[i].priority = -system->groups.items[i].priority;
    return good;
}

/* ---- as one scheduler ---- */

/* Of schedulers by priority alone. */
static bool comes_after(const struct tm_system *system, const struct tm_task *a, const struct tm_task *b) {
    int node = tm_meeting(system, a->group, b->group), left = tm_child_towards(system, a->group, node),
        right = tm_child_towards(system, b->group, node);
    int64_t left_priority = left < 0 ? a->priority : system->groups.items[left].priority,
            right_priority = right < 0 ? b->priority : system->groups.items[right].priority;
    return left_priority < right_priority;
}

/* Nobody in the tree takes turns, or stands level with a scheduler. */
static bool is_strict(const struct tm_system *system) {
    for (size_t i = 0; i < system->groups.count; i++) {
        const struct tm_group *group = &system->groups.items[i];
        if (group->algorithm != TM_PRIORITY || group->server) return false;
        for (size_t j = 0; j < system->groups.count; j++)
            if (j != i && system->groups.items[j].parent == group->parent && group->parent >= 0 &&
                system->groups.items[j].priority == group->priority)
                return false;
        for (size_t t = 0; t < system->tasks.count; t++)
            if (system->tasks.items[t].group == group->parent && group->parent >= 0 &&
                system->tasks.items[t].priority == group->priority)
                return false;
    }
    return true;
}

void tm_flatten_groups(struct tm_system *system) {
    if (system->groups.count == 0 || !is_strict(system)) return;
    int64_t *rank = arena_new_array(system->arena, int64_t, system->tasks.count);
    for (size_t t = 0; t < system->tasks.count; t++)
        for (size_t o = 0; o < system->tasks.count; o++) {
            const struct tm_task *task = &system->tasks.items[t], *other = &system->tasks.items[o];
            if (task->group < 0 || other->group < 0 || tm_meeting(system, task->group, other->group) < 0) continue;
            rank[t] += comes_after(system, other, task);
        }
    for (size_t t = 0; t < system->tasks.count; t++) {
        struct tm_task *task = &system->tasks.items[t];
        if (task->group >= 0) task->priority = rank[t];
        task->group = -1;
    }
    vec_clear(&system->groups);
}
