#include "timing/instants.h"

#include "timing/arrivals.h"

enum { MOST_POINTS = 20000 };

struct looking {
    const struct tm_system *system;
    const struct tm_profile *profiles;
    const struct tm_bound *bounds;
    const struct tm_task *task;
    int last; /* the least urgent task before it; -1: none */
};

static bool is_before(const struct tm_task *a, const struct tm_task *b) {
    return a->level > b->level || (a->level == b->level && a->priority > b->priority);
}

/* The only stimulus of a task that comes at fixed times for ever; NULL: there is none. */
static const struct tm_stimulus *clock_of(const struct tm_system *system, unsigned task) {
    const struct tm_stimulus *only = NULL;
    for (size_t i = 0; i < system->stimuli.count; i++) {
        const struct tm_stimulus *stimulus = &system->stimuli.items[i];
        if (!tm_activates(stimulus, task)) continue;
        bool is_fixed = stimulus->is_timed && stimulus->period > 0 && !stimulus->width && !stimulus->first_width &&
                        !stimulus->burst && !stimulus->gaps && !stimulus->is_single;
        if (only || !is_fixed) return NULL;
        only = stimulus;
    }
    return only;
}

/* Of the core's other tasks each must be clearly before or after, and do nothing but take time. */
static bool is_simple(const struct looking *looking, unsigned number) {
    const struct tm_task *other = &looking->system->tasks.items[number];
    const struct tm_profile *profile = &looking->profiles[number];
    if (profile->obstacle || profile->locks || profile->requests || other->algorithm != TM_PRIORITY) return false;
    if (other->preemption == AM_NON_PREEMPTIVE) return false;
    if (other == looking->task) return true;
    return other->level != looking->task->level || other->priority != looking->task->priority;
}

static bool find_last(struct looking *looking) {
    const struct tm_system *system = looking->system;
    looking->last = -1;
    for (unsigned i = 0; i < system->tasks.count; i++) {
        const struct tm_task *other = &system->tasks.items[i];
        if (other->domain != looking->task->domain) continue;
        if (!is_simple(looking, i)) return false;
        if (other == looking->task || !is_before(other, looking->task)) continue;
        if (!looking->bounds[i].is_known || !clock_of(system, i)) return false;
        if (looking->last < 0 || is_before(&system->tasks.items[looking->last], other)) looking->last = (int)i;
    }
    if (looking->last < 0) return false;
    const struct tm_task *last = &system->tasks.items[looking->last];
    for (unsigned i = 0; i < system->tasks.count; i++) { /* nobody is level with it */
        const struct tm_task *other = &system->tasks.items[i];
        if (other != last && other->domain == last->domain && other->level == last->level &&
            other->priority == last->priority)
            return false;
    }
    return last->preemption == AM_COOPERATIVE && last->has_limit && last->most == 1;
}

/* Is it one of S? */
static bool is_between(const struct looking *looking, unsigned number) {
    const struct tm_task *other = &looking->system->tasks.items[number];
    return other->domain == looking->task->domain && is_before(other, looking->task) && (int)number != looking->last;
}

/* Activations before that time. */
static int64_t count_until(const struct tm_stimulus *clock, int64_t time) {
    int64_t since = time - clock->first_least;
    return since > 0 ? (since - 1) / clock->period + 1 : 0;
}

/* What comes from p on and before p + length, and what was there at p and interrupts; TM_FAR: too much. */
static int64_t demand_from(const struct looking *looking, int64_t p, int64_t length) {
    const struct tm_system *system = looking->system;
    int64_t sum = looking->profiles[looking->last].segment;
    for (unsigned i = 0; i < system->tasks.count; i++) {
        if (!is_between(looking, i)) continue;
        bool interrupts = system->tasks.items[i].preemption == AM_PREEMPTIVE;
        const struct tm_stimulus *clock = clock_of(system, i);
        int64_t from = interrupts ? p - looking->bounds[i].response + 1 : p;
        int64_t count = count_until(clock, p + length) - count_until(clock, from);
        sum = tm_add_product(sum, count, looking->profiles[i].most);
    }
    return sum;
}

/* Is all of S done before, or when, J comes next after p? */
static bool is_done_in_time(const struct looking *looking, int64_t p) {
    const struct tm_stimulus *clock = clock_of(looking->system, (unsigned)looking->last);
    int64_t next = clock->first_least + count_until(clock, p + 1) * clock->period, length = 1;
    for (;;) {
        int64_t more = demand_from(looking, p, length);
        if (more > next - p) return false;
        if (more <= length) return true;
        length = more;
    }
}

/* From when on, and how long, everything is tried; 0: too long. */
static int64_t hyperperiod(const struct looking *looking, int64_t *settled) {
    int64_t whole = 1;
    *settled = 0;
    for (unsigned i = 0; i < looking->system->tasks.count; i++) {
        if (!is_between(looking, i) && (int)i != looking->last) continue;
        const struct tm_stimulus *clock = clock_of(looking->system, i);
        int64_t a = whole, b = clock->period;
        while (b) {
            int64_t rest = a % b;
            a = b, b = rest;
        }
        if (__builtin_mul_overflow(whole, clock->period / a, &whole) || whole >= TM_FAR) return 0;
        if (clock->first_least + looking->bounds[i].response > *settled)
            *settled = clock->first_least + looking->bounds[i].response;
    }
    return whole;
}

bool tm_gets_done(const struct tm_system *system, const struct tm_profile *profiles, const struct tm_bound *bounds,
                  unsigned number) {
    struct looking looking = {system, profiles, bounds, &system->tasks.items[number], -1};
    int64_t settled = 0;
    unsigned points = 0;
    if (system->doubts.count || system->groups.count || system->guide || system->more) return false;
    if (looking.task->preemption != AM_COOPERATIVE || looking.task->level > 0 || !find_last(&looking)) return false;
    int64_t whole = hyperperiod(&looking, &settled);
    if (whole == 0 || settled >= TM_FAR) return false;
    for (unsigned i = 0; i < system->tasks.count; i++) {
        if (!is_between(&looking, i) || system->tasks.items[i].preemption == AM_PREEMPTIVE) continue;
        const struct tm_stimulus *clock = clock_of(system, i);
        for (int64_t p = clock->first_least; p < settled + whole; p += clock->period)
            if (++points > MOST_POINTS || !is_done_in_time(&looking, p)) return false;
    }
    return true;
}
