#include "timing/analysis.h"

#include "timing/arrivals.h"
#include "timing/instants.h"
#include "timing/supply.h"

enum { MOST_JOBS = 20000, MOST_ROUNDS = 100000 };

/* ---- execution times ---- */

/* The longest way through the instructions, which only go forward; of branches the longest. */
static int64_t longest_way(const struct tm_system *system, const struct tm_task *task) {
    int64_t *from = arena_new_array(system->arena, int64_t, task->ops.count + 1);
    for (size_t i = task->ops.count; i-- > 0;) {
        const struct tm_op *op = &task->ops.items[i];
        int64_t on = op->kind == TM_END ? 0 : op->kind == TM_JUMP ? from[op->target] : from[i + 1];
        bool branches = op->kind == TM_UNLESS || op->kind == TM_CHOICE;
        if (branches && from[op->target] > on) on = from[op->target];
        from[i] = on + (op->kind == TM_RUN ? op->most : 0);
    }
    return from[0];
}

static int64_t longest_segment(const struct tm_task *task, int64_t whole) {
    int64_t longest = 0, sum = 0;
    for (size_t i = 0; i < task->ops.count; i++) {
        const struct tm_op *op = &task->ops.items[i];
        if (op->kind == TM_JUMP || op->kind == TM_UNLESS || op->kind == TM_CHOICE) return whole;
        if (op->kind == TM_POINT) sum = 0;
        if (op->kind == TM_RUN) sum += op->most;
        if (sum > longest) longest = sum;
    }
    return longest;
}

/* With a ceiling nobody ever waits for a semaphore, if it is had by one task at a time and always given back. */
static const char *semaphore_obstacle(const struct tm_system *system, const struct tm_task *task) {
    int held = -1;
    for (size_t i = 0; i < task->ops.count; i++) {
        const struct tm_op *op = &task->ops.items[i];
        bool branches = op->kind == TM_JUMP || op->kind == TM_UNLESS || op->kind == TM_CHOICE;
        bool asks = op->kind == TM_REQUEST, gives = op->kind == TM_RELEASE;
        if (branches || (asks && held >= 0) || (gives && held != op->semaphore) || (op->kind == TM_END && held >= 0))
            return "it does not simply take semaphores and give them back";
        if (asks || gives) held = asks ? op->semaphore : -1;
        if (!asks) continue;
        const struct tm_semaphore *semaphore = &system->semaphores.items[op->semaphore];
        if (!semaphore->has_ceiling || system->cores.count > 1 || op->is_active || semaphore->ceiling.level > 0)
            return "it uses a semaphore without a ceiling, or with other cores or interrupt routines";
        if (semaphore->semaphore->initial > 0 || semaphore->semaphore->most < 1)
            return "it uses a semaphore that has users at the start";
    }
    return NULL;
}

static struct tm_profile profile_of(const struct tm_system *system, const struct tm_task *task) {
    struct tm_profile profile = {.is_exact = true};
    for (size_t i = 0; i < task->ops.count; i++) {
        const struct tm_op *op = &task->ops.items[i];
        if (op->kind == TM_JUMP && op->target <= i) profile.obstacle = "it has a loop";
        if (op->kind == TM_WAIT) profile.obstacle = "it waits for events";
        if (op->kind == TM_REQUEST || op->kind == TM_RELEASE) profile.requests = true;
        if (op->kind == TM_LOCK) profile.locks = true;
        if (op->kind == TM_UNLESS) profile.is_exact = false;
    }
    for (size_t i = 0; i < task->process->stimuli.count; i++) {
        const struct am_stimulus *stimulus = task->process->stimuli.items[i];
        if (stimulus->kind == AM_INTER_PROCESS || stimulus->kind == AM_BY_EVENT)
            profile.obstacle = "it is triggered by others";
        if (stimulus->kind == AM_OTHER_STIMULUS) profile.obstacle = "its stimulus is not modelled";
    }
    if (profile.requests && !profile.obstacle) profile.obstacle = semaphore_obstacle(system, task);
    if (profile.obstacle) return profile;
    profile.most = longest_way(system, task);
    profile.segment = longest_segment(task, profile.most);
    return profile;
}

/* ---- load ---- */

/* Occurrences, or bursts, in a unit, in the long run. */
static double often(const struct tm_stimulus *stimulus) {
    if (stimulus->gaps) return (double)stimulus->gaps / (double)stimulus->soonest[stimulus->gaps - 1];
    return 1 / (double)(stimulus->period ? stimulus->period : stimulus->again);
}

int64_t tm_load(const struct tm_system *system, unsigned domain) {
    double load = 0;
    for (unsigned t = 0; t < system->tasks.count; t++) {
        const struct tm_task *task = &system->tasks.items[t];
        if (task->domain != domain) continue;
        struct tm_profile profile = profile_of(system, task);
        if (profile.obstacle) return -1;
        for (size_t i = 0; i < system->stimuli.count; i++) {
            const struct tm_stimulus *stimulus = &system->stimuli.items[i];
            if (!tm_activates(stimulus, t) || stimulus->is_single) continue;
            load += (double)profile.most * (double)(stimulus->burst ? stimulus->burst : 1) * often(stimulus);
        }
    }
    return (int64_t)(load * 1e6 + 0.5);
}

/* ---- fixed priorities ---- */

struct analysis {
    const struct tm_system *system;
    const struct tm_profile *profiles;
};

static bool comes_before(const struct tm_task *a, const struct tm_task *b) {
    return a->level > b->level || (a->level == b->level && a->priority >= b->priority);
}

static bool is_cooperative(const struct tm_task *task) { return task->preemption == AM_COOPERATIVE; }

/* Can somebody as urgent as this task, or more, be kept waiting by a cooperative one that is in the middle of
 * something? */
static bool is_kept_out(const struct analysis *analysis, const struct tm_task *task) {
    const struct tm_system *system = analysis->system;
    for (unsigned i = 0; i < system->tasks.count; i++) {
        const struct tm_task *other = &system->tasks.items[i];
        if (other->domain == task->domain && is_cooperative(other) && comes_before(other, task)) return true;
    }
    return false;
}

/* The task down to which everybody's work counts before this one's. That is the task itself, but for cooperative ones:
 * who waits for a less urgent one to come to a schedule point waits also for all that interrupt that one meanwhile, and
 * what has piled up until then holds up preemptive tasks, too. So where somebody can interrupt, everything down to the
 * least urgent cooperative task counts. */
static const struct tm_task *floor_of(const struct analysis *analysis, const struct tm_task *task) {
    const struct tm_system *system = analysis->system;
    const struct tm_task *lowest = task;
    if (!is_kept_out(analysis, task)) return task;
    for (unsigned i = 0; i < system->tasks.count; i++) {
        const struct tm_task *other = &system->tasks.items[i];
        if (other->domain == task->domain && is_cooperative(other) && !comes_before(other, lowest)) lowest = other;
    }
    for (unsigned i = 0; i < system->tasks.count; i++) {
        const struct tm_task *other = &system->tasks.items[i];
        if (other->domain == task->domain && !is_cooperative(other) && !comes_before(other, task) &&
            comes_before(other, lowest))
            return lowest;
    }
    return task;
}

/* What a task that does not count so can hold up at most. */
static int64_t blocking(const struct analysis *analysis, const struct tm_task *task, const struct tm_task *floor,
                        bool kept_out) {
    const struct tm_system *system = analysis->system;
    int64_t longest = 0;
    for (unsigned i = 0; i < system->tasks.count; i++) {
        const struct tm_task *other = &system->tasks.items[i];
        const struct tm_profile *profile = &analysis->profiles[i];
        if (other == task || other->domain != task->domain || comes_before(other, floor) || other->level < task->level)
            continue;
        int64_t blocks = 0;
        if (other->preemption == AM_NON_PREEMPTIVE || profile->locks || profile->requests) blocks = profile->most;
        if (is_cooperative(other) && kept_out && profile->segment > blocks) blocks = profile->segment;
        if (blocks > longest) longest = blocks;
    }
    return longest;
}

static int64_t demand(const struct analysis *analysis, const struct tm_task *task, const struct tm_task *floor,
                      int64_t length) {
    const struct tm_system *system = analysis->system;
    int64_t sum = 0;
    for (unsigned i = 0; i < system->tasks.count; i++) {
        const struct tm_task *other = &system->tasks.items[i];
        if (other == task || other->domain != task->domain || !comes_before(other, floor)) continue;
        sum = tm_add_product(sum, tm_arrivals(system, i, length), analysis->profiles[i].most);
    }
    return sum;
}

/* Is the worst case of the analysis one that happens: all released together, nothing else in the way? */
static bool is_reached(const struct analysis *analysis, unsigned number) {
    const struct tm_system *system = analysis->system;
    const struct tm_task *task = &system->tasks.items[number];
    int64_t first = -1;
    for (unsigned i = 0; i < system->tasks.count; i++) {
        const struct tm_task *other = &system->tasks.items[i];
        if (other->domain != task->domain || (i != number && !comes_before(other, task))) continue;
        if (i != number && other->level == task->level && other->priority == task->priority) return false;
        if (other->preemption != AM_PREEMPTIVE || !analysis->profiles[i].is_exact || tm_stimulus_count(system, i) != 1)
            return false;
        for (size_t s = 0; s < system->stimuli.count; s++) {
            const struct tm_stimulus *stimulus = &system->stimuli.items[s];
            if (!tm_activates(stimulus, i)) continue;
            if (stimulus->first_width || (stimulus->period && stimulus->width) || stimulus->is_single ||
                stimulus->burst || stimulus->gaps)
                return false;
            if (first >= 0 && stimulus->first_least != first) return false;
            first = stimulus->first_least;
        }
    }
    return true;
}

/* Of all tasks that matter to this one. */
static const char *obstacle_to(const struct analysis *analysis, unsigned number) {
    const struct tm_system *system = analysis->system;
    const struct tm_task *task = &system->tasks.items[number], *floor = floor_of(analysis, task);
    for (unsigned i = 0; i < system->tasks.count; i++) {
        const struct tm_task *other = &system->tasks.items[i];
        bool matters =
            other->domain == task->domain &&
            (comes_before(other, floor) || task->preemption != AM_PREEMPTIVE || other->preemption != AM_PREEMPTIVE ||
             analysis->profiles[i].locks || analysis->profiles[i].requests);
        if (matters && analysis->profiles[i].obstacle) return analysis->profiles[i].obstacle;
    }
    return NULL;
}

static struct tm_bound by_priority(const struct analysis *analysis, unsigned number) {
    const struct tm_system *system = analysis->system;
    const struct tm_task *task = &system->tasks.items[number], *floor = floor_of(analysis, task);
    const char *obstacle = obstacle_to(analysis, number);
    if (obstacle) return (struct tm_bound){.why_not = obstacle};
    if (tm_stimulus_count(system, number) != 1) return (struct tm_bound){.why_not = "it has several stimuli"};
    int64_t held_up = blocking(analysis, task, floor, is_kept_out(analysis, task));
    int64_t own = analysis->profiles[number].most, worst = 0, window = 0;
    unsigned rounds = 0;
    for (int64_t job = 1; job <= MOST_JOBS; job++) {
        window = window > held_up + job * own ? window : held_up + job * own;
        for (;;) {
            int64_t more = held_up + job * own + demand(analysis, task, floor, window);
            if (more >= TM_FAR || ++rounds > MOST_ROUNDS) return (struct tm_bound){.why_not = "the core is overloaded"};
            if (more <= window) break;
            window = more;
        }
        int64_t response = window - tm_distance(system, number, job);
        if (response > worst) worst = response;
        if (window <= tm_distance(system, number, job + 1)) {
            struct tm_bound bound = {.is_known = true, .response = worst};
            bound.instances = tm_arrivals(system, number, worst);
            bound.is_exact = system->is_exact && !system->more && !analysis->system->guide && held_up == 0 &&
                             bound.instances <= task->most && is_reached(analysis, number);
            return bound;
        }
    }
    return (struct tm_bound){.why_not = "the core is overloaded"};
}

/* ---- with a limit on instances ---- */

/* What others do between an activation and its end, if that is so long: whoever takes part came at most its own
 * response time before, so that what had piled up by then is in it. -1: their response times have no bound. */
static int64_t demand_around(const struct analysis *analysis, const struct tm_bound *bounds, const struct tm_task *task,
                             const struct tm_task *floor, int64_t length) {
    const struct tm_system *system = analysis->system;
    int64_t sum = 0;
    for (unsigned i = 0; i < system->tasks.count; i++) {
        const struct tm_task *other = &system->tasks.items[i];
        if (other == task || other->domain != task->domain || !comes_before(other, floor)) continue;
        if (!bounds[i].is_known) return -1;
        sum = tm_add_product(sum, tm_arrivals(system, i, length + bounds[i].response), analysis->profiles[i].most);
    }
    return sum;
}

/* An instance finds as many of its own task before it as the limit allows, and not more, though the core is overloaded.
 */
static struct tm_bound by_limit(const struct analysis *analysis, const struct tm_bound *bounds, unsigned number) {
    const struct tm_task *task = &analysis->system->tasks.items[number];
    const struct tm_task *floor = is_cooperative(task) ? floor_of(analysis, task) : task;
    const struct tm_bound none = bounds[number];
    if (!task->has_limit || obstacle_to(analysis, number)) return none;
    int64_t own = tm_add_product(0, task->most, analysis->profiles[number].most);
    if (own >= TM_FAR) return none;
    own += blocking(analysis, task, floor, is_cooperative(task));
    int64_t window = own;
    for (unsigned rounds = 0; rounds < MOST_ROUNDS; rounds++) {
        int64_t others = demand_around(analysis, bounds, task, floor, window);
        if (others < 0 || others + own >= TM_FAR) return none;
        if (others + own <= window) {
            struct tm_bound bound = {.is_known = true, .response = window};
            bound.instances = tm_arrivals(analysis->system, number, window);
            return bound;
        }
        window = others + own;
    }
    return none;
}

/* ---- first come, first served ---- */

/* Where all tasks of a core have one priority, nobody comes before what is there already: at most as many instances as
 * their limits allow, also under overload. */
static struct tm_bound by_coming_first(const struct analysis *analysis, unsigned number) {
    const struct tm_system *system = analysis->system;
    const struct tm_task *task = &system->tasks.items[number];
    const struct tm_bound none = {.why_not = "the core is overloaded"};
    int64_t all = 0, round = 0;
    for (unsigned i = 0; i < system->tasks.count; i++) {
        const struct tm_task *other = &system->tasks.items[i];
        int64_t cost = analysis->profiles[i].most;
        if (other->domain != task->domain) continue;
        if (analysis->profiles[i].obstacle || !other->has_limit || other->level != task->level ||
            other->priority != task->priority)
            return none;
        all = tm_add_product(all, other->most, cost);
        if (all >= TM_FAR) return none;
        round += cost;
    }
    /* With queues of tasks, each instance before it waits for one of every task. */
    struct tm_bound bound = {.is_known = true, .response = system->queues_tasks ? round * task->most : all};
    bound.instances = tm_arrivals(system, number, bound.response);
    return bound;
}

/* ---- earliest deadline first ---- */

static int64_t demand_before(const struct analysis *analysis, unsigned domain, int64_t time) {
    const struct tm_system *system = analysis->system;
    int64_t sum = 0;
    for (unsigned i = 0; i < system->tasks.count; i++) {
        const struct tm_task *task = &system->tasks.items[i];
        if (task->domain != domain || time < task->deadline) continue;
        sum = tm_add_product(sum, tm_arrivals(system, i, time - task->deadline + 1), analysis->profiles[i].most);
    }
    return sum;
}

static const char *edf_obstacle(const struct analysis *analysis, unsigned domain) {
    const struct tm_system *system = analysis->system;
    for (unsigned i = 0; i < system->tasks.count; i++) {
        const struct tm_task *task = &system->tasks.items[i];
        if (task->domain != domain) continue;
        if (analysis->profiles[i].obstacle) return analysis->profiles[i].obstacle;
        if (task->algorithm != TM_EDF || task->level > 0 || task->preemption != AM_PREEMPTIVE ||
            analysis->profiles[i].locks || analysis->profiles[i].requests)
            return "not all tasks of the core are preemptive and scheduled by deadlines";
    }
    return NULL;
}

/* Every deadline is met if in no interval more has to be done than it is long; intervals up to the longest busy period
 * suffice. */
static struct tm_bound by_deadline(const struct analysis *analysis, unsigned number) {
    const struct tm_system *system = analysis->system;
    unsigned domain = system->tasks.items[number].domain;
    const char *obstacle = edf_obstacle(analysis, domain);
    if (obstacle) return (struct tm_bound){.why_not = obstacle};
    int64_t busy = 1;
    for (unsigned rounds = 0;; rounds++) {
        int64_t more = 0;
        for (unsigned i = 0; i < system->tasks.count; i++)
            if (system->tasks.items[i].domain == domain)
                more = tm_add_product(more, tm_arrivals(system, i, busy), analysis->profiles[i].most);
        if (rounds > MOST_ROUNDS || more > TM_FAR / 1024) return (struct tm_bound){.why_not = "the core is overloaded"};
        if (more <= busy) break;
        busy = more;
    }
    unsigned points = 0;
    for (unsigned i = 0; i < system->tasks.count; i++) {
        const struct tm_task *task = &system->tasks.items[i];
        if (task->domain != domain) continue;
        for (int64_t job = 1;; job++) {
            int64_t time = tm_distance(system, i, job) + task->deadline;
            if (time > busy || time >= TM_FAR) break;
            if (++points > MOST_ROUNDS)
                return (struct tm_bound){.why_not = "the busy period is too long to be analysed"};
            if (demand_before(analysis, domain, time) > time)
                return (struct tm_bound){.why_not =
                                             "more may have to be done before a deadline than there is time for"};
        }
    }
    int64_t deadline = system->tasks.items[number].deadline;
    return (struct tm_bound){
        .is_known = true, .response = deadline, .instances = tm_arrivals(system, number, deadline)};
}

/* As long as one bound gives another. */
static void bound_by_limits(const struct analysis *analysis, struct tm_bound *bounds) {
    const struct tm_system *system = analysis->system;
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < system->tasks.count; i++) {
            const struct tm_task *task = &system->tasks.items[i];
            if (bounds[i].is_known || task->algorithm != TM_PRIORITY || analysis->profiles[i].obstacle) continue;
            bounds[i] = by_limit(analysis, bounds, i);
            changed |= bounds[i].is_known;
        }
    }
}

struct tm_bound *tm_analyse(const struct tm_system *system) {
    struct tm_bound *bounds = arena_new_array(system->arena, struct tm_bound, system->tasks.count);
    struct tm_profile *profiles = arena_new_array(system->arena, struct tm_profile, system->tasks.count);
    struct analysis analysis = {system, profiles};
    for (unsigned i = 0; i < system->tasks.count; i++) profiles[i] = profile_of(system, &system->tasks.items[i]);
    bool all_single_core = true;
    for (unsigned i = 0; i < system->tasks.count; i++) all_single_core &= system->tasks.items[i].cores.count == 1;
    for (unsigned i = 0; i < system->tasks.count; i++) {
        const struct tm_task *task = &system->tasks.items[i];
        bool is_single_core = true;
        for (unsigned j = 0; j < system->tasks.count; j++)
            if (system->tasks.items[j].domain == task->domain && system->tasks.items[j].cores.count != 1)
                is_single_core = false;
        if (profiles[i].obstacle)
            bounds[i].why_not = profiles[i].obstacle;
        else if (!is_single_core)
            bounds[i].why_not = "tasks of its core may run on several";
        else if (system->groups.count)
            bounds[i].why_not = "there are schedulers below others that are not all by different priorities";
        else if (system->doubts.count)
            bounds[i].why_not = system->doubts.items[0];
        else if (task->algorithm == TM_ROUND_ROBIN)
            bounds[i].why_not = "it is scheduled in turns";
        else
            bounds[i] =
                task->algorithm == TM_EDF && task->level == 0 ? by_deadline(&analysis, i) : by_priority(&analysis, i);
        bool is_fifo =
            task->algorithm == TM_PRIORITY && is_single_core && system->doubts.count == 0 && system->groups.count == 0;
        if (!bounds[i].is_known && is_fifo && !profiles[i].obstacle) {
            struct tm_bound other = by_coming_first(&analysis, i);
            if (other.is_known) bounds[i] = other;
        }
    }
    if (all_single_core && !system->groups.count && !system->doubts.count) bound_by_limits(&analysis, bounds);
    if (all_single_core && !system->doubts.count) tm_bound_servers(system, profiles, bounds);
    for (unsigned i = 0; all_single_core && i < system->tasks.count; i++)
        if (!bounds[i].is_known) bounds[i].gets_done = tm_gets_done(system, profiles, bounds, i);
    for (unsigned i = 0; i < system->tasks.count; i++) { /* what is lost of others is no interference */
        const struct tm_task *task = &system->tasks.items[i];
        for (unsigned j = 0; j < system->tasks.count; j++) {
            const struct tm_task *other = &system->tasks.items[j];
            if (j != i && other->domain == task->domain && comes_before(other, task) &&
                !(bounds[j].is_known && bounds[j].instances <= other->most))
                bounds[i].is_exact = false;
        }
    }
    return bounds;
}
