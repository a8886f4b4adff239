/* Who runs. docs/timing-semantics.md, "Schedulers". */
#include "timing/servers.h"

/* Its own, or that of a ceiling. */
static struct tm_urgency urgency_of(const struct tm_run *run, unsigned number) {
    const struct tm_system *system = run->system;
    const struct tm_task *task = &system->tasks.items[number];
    struct tm_urgency urgency = tm_own_urgency(task);
    for (size_t s = 0; s < system->semaphores.count; s++) {
        const struct tm_semaphore *semaphore = &system->semaphores.items[s];
        if (semaphore->has_ceiling && tm_is_above(semaphore->ceiling, urgency) &&
            tm_get(run, task->holds + (unsigned)s))
            urgency = semaphore->ceiling;
    }
    return urgency;
}

static bool is_untouchable(const struct tm_run *run, unsigned number) {
    const struct tm_task *task = &run->system->tasks.items[number];
    return tm_get(run, task->held) && (task->preemption == AM_NON_PREEMPTIVE || tm_get(run, task->locks));
}

static bool is_running(const struct tm_run *run, unsigned number) {
    const struct tm_task *task = &run->system->tasks.items[number];
    for (size_t i = 0; i < task->cores.count; i++)
        if (tm_running(run, task->cores.items[i]) == (int)number) return true;
    return false;
}

/* ---- schedulers below schedulers ---- */

static bool has_task(const struct tm_run *run, int group, bool (*is)(const struct tm_run *run, unsigned task)) {
    for (unsigned i = 0; i < run->system->tasks.count; i++)
        if (tm_is_below(run->system, run->system->tasks.items[i].group, group) && is(run, i)) return true;
    return false;
}

static bool is_ready(const struct tm_run *run, unsigned number) {
    return tm_get(run, run->system->tasks.items[number].status) == TM_READY;
}

bool tm_group_is_ready(const struct tm_run *run, int group) { return has_task(run, group, is_ready); }

/* What the scheduler where both meet decides between: a scheduler below it, or the task itself. */
struct candidate {
    int64_t priority, order;
    bool runs;
    int group; /* -1: the task */
};

static struct candidate candidate_of(const struct tm_run *run, unsigned number, int node) {
    const struct tm_task *task = &run->system->tasks.items[number];
    int child = tm_child_towards(run->system, task->group, node);
    if (child < 0)
        return (struct candidate){urgency_of(run, number).priority, tm_get(run, task->orders), is_running(run, number),
                                  -1};
    const struct tm_group *group = &run->system->groups.items[child];
    return (struct candidate){group->priority, tm_get(run, group->order), has_task(run, child, is_running), child};
}

/* Between tasks of different schedulers. */
static int compare_groups(const struct tm_run *run, unsigned a, unsigned b) {
    const struct tm_system *system = run->system;
    int node = tm_meeting(system, system->tasks.items[a].group, system->tasks.items[b].group);
    if (node < 0) return a < b ? -1 : 1; /* doubted */
    struct candidate left = candidate_of(run, a, node), right = candidate_of(run, b, node);
    if (left.priority != right.priority) return left.priority > right.priority ? -1 : 1;
    bool takes_turns = system->groups.items[node].algorithm == TM_ROUND_ROBIN;
    if (!takes_turns && left.runs != right.runs) return left.runs ? -1 : 1;
    if (left.order != right.order) return left.order < right.order ? -1 : 1;
    return left.group < right.group ? -1 : 1;
}

static bool goes_by_deadline(const struct tm_task *task) { return task->algorithm == TM_EDF && task->level == 0; }

/* By deadlines: negative if the first is before the second, 0 if they are the same. */
static int compare_deadlines(const struct tm_run *run, const struct tm_task *left, const struct tm_task *right) {
    int64_t left_rest = left->deadline - tm_get(run, left->ages),
            right_rest = right->deadline - tm_get(run, right->ages);
    if (left_rest != right_rest) return left_rest < right_rest ? -1 : 1;
    int64_t left_rank = tm_get(run, left->orders), right_rank = tm_get(run, right->orders);
    if (left->domain != right->domain || left_rank == right_rank) return 0;
    return left_rank < right_rank ? -1 : 1;
}

/* Between two that are as urgent: who runs, goes on, and who was interrupted comes before who was not there. */
static int compare_begun(const struct tm_run *run, unsigned a, unsigned b) {
    const struct tm_task *left = &run->system->tasks.items[a], *right = &run->system->tasks.items[b];
    bool left_runs = is_running(run, a), right_runs = is_running(run, b);
    if (left_runs != right_runs) return left_runs ? -1 : 1;
    if (tm_get(run, left->held) != tm_get(run, right->held)) return tm_get(run, left->held) ? -1 : 1;
    return 0;
}

/* Negative: a before b. Equal ones do not interrupt each other: who runs, goes on; then first come, first served. */
static int compare(const struct tm_run *run, unsigned a, unsigned b) {
    const struct tm_task *left = &run->system->tasks.items[a], *right = &run->system->tasks.items[b];
    struct tm_urgency left_urgency = urgency_of(run, a), right_urgency = urgency_of(run, b);
    if (left_urgency.level != right_urgency.level) return left_urgency.level > right_urgency.level ? -1 : 1;
    bool left_firm = is_untouchable(run, a), right_firm = is_untouchable(run, b);
    if (left->level == right->level && left_firm != right_firm) return left_firm ? -1 : 1;
    if (left->level == 0 && right->level == 0 && left->group != right->group) return compare_groups(run, a, b);
    bool by_deadline = goes_by_deadline(left) && goes_by_deadline(right);
    int order = by_deadline ? compare_deadlines(run, left, right) : 0;
    if (order) return order;
    if (!by_deadline && left_urgency.priority != right_urgency.priority)
        return left_urgency.priority > right_urgency.priority ? -1 : 1;
    bool take_turns = left->algorithm == TM_ROUND_ROBIN && right->algorithm == TM_ROUND_ROBIN;
    order = take_turns ? 0 : compare_begun(run, a, b);
    if (order) return order;
    if (by_deadline && tm_get(run, left->ages) != tm_get(run, right->ages))
        return tm_get(run, left->ages) > tm_get(run, right->ages) ? -1 : 1;
    int64_t left_order = tm_get(run, left->orders), right_order = tm_get(run, right->orders);
    if (left_order != right_order) return left_order < right_order ? -1 : 1;
    return a < b ? -1 : 1;
}

/* The more urgent to the scheduler that decides between them; of equal ones who asked first. */
bool tm_is_woken_before(const struct tm_run *run, unsigned a, unsigned b) {
    const struct tm_system *system = run->system;
    const struct tm_task *left = &system->tasks.items[a], *right = &system->tasks.items[b];
    struct tm_urgency left_urgency = urgency_of(run, a), right_urgency = urgency_of(run, b);
    if (left_urgency.level == right_urgency.level && goes_by_deadline(left) && goes_by_deadline(right) &&
        left->group == right->group) {
        int order = compare_deadlines(run, left, right);
        if (order) return order < 0;
        if (tm_get(run, left->ages) != tm_get(run, right->ages))
            return tm_get(run, left->ages) > tm_get(run, right->ages);
        return a < b;
    }
    int node = tm_meeting(system, left->group, right->group);
    if (left->group != right->group && left->level == right->level && node >= 0) {
        left_urgency.priority = candidate_of(run, a, node).priority;
        right_urgency.priority = candidate_of(run, b, node).priority;
    }
    if (tm_is_above(left_urgency, right_urgency) || tm_is_above(right_urgency, left_urgency))
        return tm_is_above(left_urgency, right_urgency);
    if (tm_get(run, left->asked) != tm_get(run, right->asked))
        return tm_get(run, left->asked) < tm_get(run, right->asked);
    return a < b;
}

static bool share_core(const struct tm_task *a, const struct tm_task *b) {
    for (size_t i = 0; i < a->cores.count; i++)
        for (size_t j = 0; j < b->cores.count; j++)
            if (a->cores.items[i] == b->cores.items[j]) return true;
    return false;
}

/* A cooperative task waits until another that has begun comes to a schedule point. */
static bool must_wait(const struct tm_run *run, unsigned number) {
    const struct tm_system *system = run->system;
    const struct tm_task *task = &system->tasks.items[number];
    if (task->preemption != AM_COOPERATIVE || tm_get(run, task->held)) return false;
    for (unsigned i = 0; i < system->tasks.count; i++) {
        const struct tm_task *other = &system->tasks.items[i];
        if (i != number && other->preemption == AM_COOPERATIVE && tm_get(run, other->held) &&
            tm_get(run, other->status) == TM_READY && share_core(task, other))
            return true;
    }
    return false;
}

/* Has it the core, and something to do that takes no time? A budget that ends is no reason to stop before that. */
static bool is_completing(const struct tm_run *run, unsigned number) {
    const struct tm_task *task = &run->system->tasks.items[number];
    for (size_t i = 0; i < task->cores.count; i++)
        if (tm_running(run, task->cores.items[i]) == (int)number && tm_is_urgent(run, task->cores.items[i]))
            return true;
    return false;
}

static bool is_candidate(const struct tm_run *run, unsigned number, unsigned domain) {
    const struct tm_task *task = &run->system->tasks.items[number];
    return task->domain == domain && tm_get(run, task->status) == TM_READY && !must_wait(run, number) &&
           (tm_has_budget(run, task) || is_completing(run, number));
}

/* ---- giving cores ---- */

static void record_start(struct tm_run *run, unsigned number) {
    if (tm_get(run, run->system->beyond)) return;
    const struct tm_task *task = &run->system->tasks.items[number];
    struct tm_seen *seen = &run->system->seen[number];
    int64_t age = tm_get(run, task->ages);
    tm_raise_to(&seen->latest_start, age);
    tm_lower_to(&seen->first_start, age);
    const struct tm_target *target = &run->system->target;
    if (target->task == (int)number && target->kind == TM_START_BELOW && age < target->limit) run->fault = true;
}

/* In dense time a run that is interrupted has been going for up to a unit more or less than was counted (Becker 2021,
 * equation 1), but never for less than nothing. */
static void widen(struct tm_run *run, unsigned number) {
    const struct tm_task *task = &run->system->tasks.items[number];
    if (!run->system->is_dense || !tm_get(run, task->is_timing)) return;
    int64_t least = tm_get(run, task->left_least), most = tm_get(run, task->left_most);
    tm_put(run, task->left_least, least > 0 ? least - 1 : 0);
    tm_put(run, task->left_most, most < tm_op_of(run, number)->most ? most + 1 : most);
}

static void give(struct tm_run *run, unsigned core, int number) {
    const struct tm_system *system = run->system;
    int before = tm_running(run, core);
    if (before == number) return;
    if (before >= 0 && tm_get(run, system->tasks.items[before].status) == TM_READY) {
        tm_tell(run, TM_EVENT(.kind = TM_PREEMPTED, .task = before + 1, .core = (int)core + 1));
        tm_raise(run, system->tasks.items[before].raises[TM_ON_PREEMPT]);
        widen(run, (unsigned)before);
    }
    tm_put(run, system->cores.items[core].running, number + 1);
    if (number < 0) return;
    const struct tm_task *task = &system->tasks.items[number];
    bool begun = tm_get(run, task->begun);
    if (!begun) record_start(run, (unsigned)number);
    tm_put(run, task->begun, 1);
    tm_put(run, task->held, 1);
    tm_tell(run, TM_EVENT(.kind = begun ? TM_RESUMED : TM_STARTED, .task = number + 1, .core = (int)core + 1));
    tm_raise(run, task->raises[begun ? TM_ON_RESUME : TM_ON_START]);
}

/* A core for the task: the one it is on, an idle one, any that is not taken; -1: none is left. */
static int choose_core(const struct tm_run *run, unsigned number, const bool *taken) {
    const struct tm_task *task = &run->system->tasks.items[number];
    int idle = -1, any = -1;
    for (size_t i = 0; i < task->cores.count; i++) {
        unsigned core = task->cores.items[i];
        if (taken[core]) continue;
        if (tm_running(run, core) == (int)number) return (int)core;
        if (idle < 0 && tm_running(run, core) < 0) idle = (int)core;
        if (any < 0) any = (int)core;
    }
    return idle >= 0 ? idle : any;
}

/* ---- all cores of a domain ---- */

void tm_schedule(struct tm_run *run, unsigned domain) {
    const struct tm_system *system = run->system;
    bool taken[system->cores.count], placed[system->tasks.count];
    int chosen[system->cores.count];
    tm_queue_groups(run);
    for (size_t i = 0; i < system->cores.count; i++) taken[i] = system->cores.items[i].domain != domain, chosen[i] = -1;
    for (size_t i = 0; i < system->tasks.count; i++) placed[i] = !is_candidate(run, (unsigned)i, domain);
    for (;;) {
        int best = -1;
        for (unsigned i = 0; i < system->tasks.count; i++)
            if (!placed[i] && (best < 0 || compare(run, i, (unsigned)best) < 0)) best = (int)i;
        if (best < 0) break;
        placed[best] = true;
        int core = choose_core(run, (unsigned)best, taken);
        if (core < 0) continue;
        taken[core] = true;
        chosen[core] = best;
    }
    /* First take away, then give: a task that moves is never on two cores. */
    for (unsigned i = 0; i < system->cores.count; i++)
        if (system->cores.items[i].domain == domain && tm_running(run, i) >= 0 && chosen[i] != tm_running(run, i))
            give(run, i, -1);
    for (unsigned i = 0; i < system->cores.count; i++)
        if (system->cores.items[i].domain == domain) give(run, i, chosen[i]);
}
