#include "timing/supply.h"

#include "timing/arrivals.h"
#include "timing/servers.h"

enum { MOST_JOBS = 2000, MOST_ROUNDS = 20000 };

struct supply {
    const struct tm_system *system;
    const struct tm_profile *profiles;
};

/* Where something stands among what the scheduler on top decides between. */
struct standing {
    unsigned level;
    int64_t priority;
    int task, server; /* which it is; -1: not this */
};

static struct standing task_standing(const struct tm_system *system, unsigned number) {
    const struct tm_task *task = &system->tasks.items[number];
    return (struct standing){task->level, task->priority, (int)number, -1};
}

static struct standing server_standing(const struct tm_system *system, int group) {
    return (struct standing){0, system->groups.items[group].priority, -1, group};
}

static bool is_as_urgent(struct standing a, struct standing b) {
    return a.level > b.level || (a.level == b.level && a.priority >= b.priority);
}

/* The server that the task is in; -1: none. */
static int server_of(const struct tm_system *system, unsigned task) {
    int group = system->tasks.items[task].group;
    return group >= 0 && system->groups.items[group].server ? group : -1;
}

/* ---- demand ---- */

/* What a server takes of so long a time, if nothing was waiting for it before. */
static int64_t server_demand(const struct tm_group *group, int64_t sum, int64_t length) {
    int64_t late = group->server == TM_DEFERRABLE ? group->refill_most - group->budget_most : 0;
    return tm_add_product(sum, (length + late + group->refill_most - 1) / group->refill_most, group->budget_most);
}

/* Of all that is as urgent on top, but itself. */
static int64_t demand_above(const struct supply *supply, struct standing standing, int64_t length) {
    const struct tm_system *system = supply->system;
    int64_t sum = 0;
    for (unsigned i = 0; i < system->tasks.count; i++)
        if (server_of(system, i) < 0 && (int)i != standing.task && is_as_urgent(task_standing(system, i), standing))
            sum = tm_add_product(sum, tm_arrivals(system, i, length), supply->profiles[i].most);
    for (int g = 0; g < (int)system->groups.count; g++)
        if (system->groups.items[g].server && g != standing.server &&
            is_as_urgent(server_standing(system, g), standing))
            sum = server_demand(&system->groups.items[g], sum, length);
    return sum;
}

/* Of the tasks of the same server that are as urgent, but itself. */
static int64_t demand_beside(const struct supply *supply, unsigned number, int64_t length) {
    const struct tm_system *system = supply->system;
    int64_t sum = 0;
    for (unsigned i = 0; i < system->tasks.count; i++)
        if (i != number && server_of(system, i) == server_of(system, number) &&
            system->tasks.items[i].priority >= system->tasks.items[number].priority)
            sum = tm_add_product(sum, tm_arrivals(system, i, length), supply->profiles[i].most);
    return sum;
}

/* ---- supply ---- */

/* When the server has had its whole budget, after its period began; -1: maybe not before the next. */
static int64_t whole_budget_by(const struct supply *supply, int group) {
    const struct tm_group *server = &supply->system->groups.items[group];
    int64_t window = server->budget_most;
    for (;;) {
        int64_t more = server->budget_most + demand_above(supply, server_standing(supply->system, group), window);
        if (more > server->refill_most) return -1;
        if (more <= window) return window;
        window = more;
    }
}

/* How long it takes at most until the tasks of the server have got so much, from when on they always want it. */
static int64_t time_for(const struct tm_group *server, int64_t whole_by, int64_t wanted) {
    int64_t kept = server->server == TM_DEFERRABLE ? server->budget_most : 0;
    int64_t dark = server->refill_most - kept + whole_by - server->budget_most;
    int64_t periods = (wanted - 1) / server->budget_most, rest = wanted - periods * server->budget_most;
    return tm_add_product(dark + rest, periods, server->refill_most);
}

/* ---- bounds ---- */

/* How long until the first jobs of the task are done, if all come as soon as they can; TM_FAR: nobody knows. */
static int64_t window_of(const struct supply *supply, unsigned number, int64_t jobs, int64_t window, int64_t whole_by) {
    const struct tm_system *system = supply->system;
    int server = server_of(system, number);
    int64_t own = tm_add_product(0, jobs, supply->profiles[number].most);
    for (unsigned rounds = 0; rounds < MOST_ROUNDS && own < TM_FAR; rounds++) {
        int64_t more = own;
        if (server < 0)
            more += demand_above(supply, task_standing(system, number), window);
        else
            more += demand_beside(supply, number, window);
        if (more >= TM_FAR) break;
        if (server >= 0) more = time_for(&system->groups.items[server], whole_by, more);
        if (more >= TM_FAR) break;
        if (more <= window) return window;
        window = more;
    }
    return TM_FAR;
}

static struct tm_bound bound_of(const struct supply *supply, unsigned number) {
    const struct tm_system *system = supply->system;
    int server = server_of(system, number);
    int64_t whole_by = server < 0 ? 0 : whole_budget_by(supply, server), worst = 0, window = 1;
    if (whole_by < 0) return (struct tm_bound){.why_not = "its server may not get its whole budget in each period"};
    for (int64_t job = 1; job <= MOST_JOBS; job++) {
        window = window_of(supply, number, job, window, whole_by);
        if (window >= TM_FAR) break;
        int64_t response = window - tm_distance(system, number, job);
        if (response > worst) worst = response;
        if (window <= tm_distance(system, number, job + 1))
            return (struct tm_bound){
                .is_known = true, .response = worst, .instances = tm_arrivals(system, number, worst)};
    }
    return (struct tm_bound){.why_not = "the core or the server is overloaded"};
}

/* Servers below the scheduler on top, which goes by priority, and tasks that only take time. */
static bool is_plain(const struct tm_system *system, const struct tm_profile *profiles) {
    for (size_t i = 0; i < system->groups.count; i++) {
        const struct tm_group *group = &system->groups.items[i];
        if (group->algorithm != TM_PRIORITY || (group->parent >= 0) != (group->server != TM_NO_SERVER)) return false;
        if (group->parent > 0) return false; /* the one on top is the first */
    }
    for (unsigned i = 0; i < system->tasks.count; i++) {
        const struct tm_task *task = &system->tasks.items[i];
        if (profiles[i].obstacle || profiles[i].locks || profiles[i].requests || profiles[i].most < 1) return false;
        if (task->preemption != AM_PREEMPTIVE || tm_stimulus_count(system, i) != 1) return false;
        if (task->level == 0 && task->algorithm != TM_PRIORITY) return false;
    }
    return system->cores.count == 1 && tm_has_servers(system);
}

void tm_bound_servers(const struct tm_system *system, const struct tm_profile *profiles, struct tm_bound *bounds) {
    struct supply supply = {system, profiles};
    if (!is_plain(system, profiles)) return;
    for (unsigned i = 0; i < system->tasks.count; i++) bounds[i] = bound_of(&supply, i);
}
