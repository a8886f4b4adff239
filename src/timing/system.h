/* A part of a model, made ready for exploration: whole units of time, tasks as lists of instructions, and the layout of
 * a state. docs/timing-semantics.md says what all of it means; this is the only place where it is decided. */
#ifndef TIMING_SYSTEM_H
#define TIMING_SYSTEM_H

#include "amalthea/model.h"

#include <stdatomic.h>

/* What a part may have: more cannot be explored anyway. */
enum { TM_MOST_WINDOWS = 256 /* cores and stimuli */, TM_MOST_FIELDS = 20000 };

enum tm_algorithm { TM_PRIORITY, TM_EDF, TM_ROUND_ROBIN };

enum tm_op_kind {
    TM_RUN,     /* takes between `least` and `most` units of the core */
    TM_JUMP,    /* to `target` */
    TM_UNLESS,  /* to `target` unless `condition` */
    TM_CHOICE,  /* goes on, or to `target` */
    TM_SET,     /* a mode label */
    TM_WAIT,    /* for `events` of its own */
    TM_SIGNAL,  /* sets `events` of `task`, or of everybody (task < 0) */
    TM_CLEAR,   /* its own `events` */
    TM_REQUEST, /* `semaphore` */
    TM_RELEASE,
    TM_POINT,   /* a schedule point */
    TM_TRIGGER, /* `stimulus` */
    TM_LOCK,    /* from here it is not interrupted by tasks */
    TM_UNLOCK,
    TM_MARK, /* `raises` occur */
    TM_END
};

struct tm_op {
    enum tm_op_kind kind;
    const struct am_item *item; /* where it comes from; NULL: none */
    struct place place;
    int64_t least, most;
    unsigned target;
    const struct am_condition *condition;
    uint64_t events; /* bits */
    uint64_t raises; /* of a TM_MARK: bits, by the number of the event that is watched */
    bool needs_all, is_active, is_exclusive;
    int task, semaphore, stimulus, label;
    enum am_label_change change;
    int64_t value;
};

/* Moments in the life of a task that can be watched. */
enum tm_moment {
    TM_ON_ACTIVATE,
    TM_ON_START,
    TM_ON_RESUME,
    TM_ON_PREEMPT,
    TM_ON_WAIT,
    TM_ON_PARK,
    TM_ON_RELEASE,
    TM_ON_RELEASE_PARKING,
    TM_ON_TERMINATE,
    TM_MOMENTS
};

enum tm_status { TM_SUSPENDED, TM_READY, TM_WAITING };

/* Interrupt routines are above tasks, whatever their priorities; among themselves both go by those. */
struct tm_urgency {
    unsigned level;
    int64_t priority;
};

struct tm_task {
    const struct am_process *process;
    const char *name;
    struct place place;
    unsigned level; /* interrupt routines are above tasks */
    enum tm_algorithm algorithm;
    enum am_preemption preemption;
    int64_t priority;         /* larger is more urgent */
    int64_t deadline;         /* for TM_EDF */
    struct rational relative; /* what urgency comes from: a deadline, or a period */
    bool is_by_time;          /* rate or deadline monotonic: the shorter the more urgent */
    int64_t slice;            /* for TM_ROUND_ROBIN */
    bool has_limit;           /* the model's own */
    bool is_triggered;        /* by other tasks: they see whether an instance has ended */
    unsigned most;            /* instances that may exist */
    int64_t age_cap;          /* ages are counted up to here */
    bool compares_ages;       /* they decide who runs: what is older than can be counted has no meaning */
    unsigned domain;
    int group; /* whose task it is; -1: there are no schedulers below others */
    VEC(unsigned) cores;
    VEC(struct tm_op) ops;
    /* fields of the state */
    unsigned status, count, pc;
    unsigned is_timing;             /* its instruction is a TM_RUN under way */
    unsigned begun;                 /* the oldest instance has run */
    unsigned held;                  /* it has run since its last schedule point */
    unsigned left_least, left_most; /* of the TM_RUN */
    unsigned slice_used, flags, locks;
    unsigned ages, orders;       /* of each instance, the oldest first */
    unsigned holds;              /* one for each semaphore */
    unsigned owed;               /* instances are missing that the model has; nobody sees that until one is done */
    unsigned asked;              /* its place among those who wait for the same semaphore; 0: none */
    uint64_t raises[TM_MOMENTS]; /* as of an instruction */
    unsigned queue;              /* its places are counted in that (timing/queues.c) */
    bool is_alone;               /* nobody else is in its queue: its place there is no matter */
    bool is_in_line;     /* somebody may wait for a semaphore with it and be as urgent: who asked first matters */
    bool is_ranked;      /* its `orders` are ranks of deadlines (timing/ranks.c) */
    bool comes_at_units; /* it is activated at whole units only */
};

/* A scheduler that has the core for so long in each period, and no longer (timing/servers.h). */
enum tm_server {
    TM_NO_SERVER,
    TM_DEFERRABLE, /* keeps its budget until the period ends */
    TM_POLLING     /* loses it when it has nothing to do */
};

/* A scheduler, where some are below others (timing/groups.h). */
struct tm_group {
    const struct am_scheduler *scheduler;
    const char *name;
    int parent;                  /* -1: it is on top */
    enum tm_algorithm algorithm; /* its own */
    int64_t priority;            /* to its parent, as is what follows */
    bool is_by_time;
    struct rational relative;   /* a period, a deadline or a slice */
    int64_t slice;              /* 0: none */
    unsigned queue;             /* as of a task */
    unsigned order, slice_used; /* fields */
    enum tm_server server;
    struct rational capacity, every; /* of a server: its budget and its period */
    int64_t budget_most, refill_most;
    unsigned budget, refill; /* fields: what is left of it, and the time until it is full again */
};

struct tm_stimulus {
    const struct am_stimulus *stimulus;
    const char *name;
    bool is_timed;
    int64_t first_least, first_width; /* the first window; width < 0: without an end */
    int64_t period;                   /* > 0: windows keep their distance */
    int64_t again, width;             /* otherwise: the next one, counted from the occurrence */
    bool is_single;
    int64_t burst; /* occurrences of each period, the first `width` wide; 0: one */
    int64_t apart; /* the least time between two; without bursts only where jitter could bring them closer */
    unsigned gaps; /* of an arrival curve: how many distances are looked back; 0: it is none */
    int64_t *soonest,
        *latest; /* [gaps]: what 1, 2 ... distances take together, at least, and at most (< 0: no limit) */
    int64_t prescaler, counter_offset;
    VEC(unsigned) tasks;
    uint64_t raises;
    unsigned close;           /* field: time until the window ends; without an end: until it begins. Past: `never` */
    unsigned shift;           /* field: how long before `close` the window begins; with TM_ENDS, 0 or that */
    unsigned blocked;         /* field, without bursts: time until `apart` is over */
    unsigned firing, counter; /* of a burst, how many there were in this period */
    unsigned since;           /* fields of a curve: how long ago it occurred last, before that ..., and 1; 0: never */
};

struct tm_core {
    const struct am_core *core;
    const char *name;
    unsigned domain;
    bool is_disturbed; /* timing/disturbed.h */
    unsigned running;  /* field: task + 1 */
};

struct tm_semaphore {
    const struct am_semaphore *semaphore;
    const char *name;
    bool has_ceiling;
    struct tm_urgency ceiling; /* its holder is that urgent */
    unsigned users, exclusive;
};

struct tm_label {
    const struct am_mode_label *label;
    unsigned value;
};

/* Which of the durations between two bounds are tried. */
enum tm_times {
    TM_ALL,     /* every one that is a multiple of the unit */
    TM_ENDS,    /* the shortest and the longest: what is found is real, what is not found may still be there */
    TM_LONGEST, /* only the longest, and activations as early as can be: one behaviour, which is the worst where
                      nothing else interferes */
    TM_TUNED, /* the same, but a task that has as many instances as it may have is done when the next activation comes,
                    if it can be: under overload less urgent tasks wait longer if no activation is lost */
    TM_DRAWN_OUT /* the same, but when the last activation comes for which that can be */
};

/* ---- what is watched ---- */

enum tm_watch_kind {
    TM_REACTION, /* of a path of events: from each first one until a last one that it led to */
    TM_AGE,      /* of a path: at each last event, since the first one that led to it */
    TM_DISTANCE, /* between an event and its `span`-th next */
    TM_REPEAT,   /* the same of an ideal sequence, from which the event is late by `jitter` at most */
    TM_TOGETHER, /* all events within a window, each at least once */
    TM_PAIRED,   /* the n-th occurrences of all events within a window */
    TM_ANSWERED, /* each first event is followed by a second one in time */
    TM_MATCHED,  /* the same, each by one of its own */
    TM_BETWEEN,  /* from the last first event to the next second one */
    TM_LASTS,    /* the same, also if the second one never comes */
    TM_METERED   /* how long an instance of a task is in a state */
};

enum tm_meter {
    TM_EXECUTES,   /* runs, and does not wait actively */
    TM_OCCUPIES,   /* has a core */
    TM_POLLS_FOR,  /* waits actively */
    TM_IS_READY,   /* has begun, could run and does not */
    TM_IS_WAITING, /* for an event */
    TM_IS_PARKED   /* waits for a semaphore */
};

struct tm_watched { /* an event */
    const struct am_event *event;
    uint64_t slots;        /* its places among the observer's events */
    VEC(unsigned) stimuli; /* that it triggers */
};

struct tm_observer {
    enum tm_watch_kind kind;
    unsigned slots;
    bool has_lower, has_upper;
    int64_t lower, upper, jitter, cap; /* ages are counted up to `cap` */
    unsigned span;
    int task; /* of a meter */
    enum tm_meter meter;
    unsigned clocks, clock_count; /* fields: 0: stopped; else how long it runs, and 1 */
    unsigned counts, count_count; /* fields */
    _Atomic int64_t worst, best;  /* what was measured; worst < 0: nothing */
};

/* What was seen over all behaviours; filled in while exploring, by any thread. */
struct tm_seen {
    _Atomic int64_t worst, best; /* response times; worst < 0: none; at the task's age_cap: that or more */
    _Atomic int64_t latest_start, first_start; /* activation to start; the latest also of what has not started yet */
    _Atomic int64_t oldest;                    /* of any instance, finished or not */
    _Atomic int64_t stuck;   /* 1: an instance got as old as can be counted, also where activations were left out */
    _Atomic int64_t lost;    /* activations at the limit: 1 if there were any */
    _Atomic int64_t missed;  /* 1: one was done, and the next would have been one that is missing */
    _Atomic int64_t too_old; /* 1: one whose age decides who runs got older than can be counted */
};

/* What the search is to stop at; task < 0: nothing. */
enum tm_target_kind {
    TM_RESPONSE_ABOVE,
    TM_RESPONSE_BELOW,
    TM_START_ABOVE,
    TM_START_BELOW,
    TM_LOST,
    TM_OBSERVED, /* the observer's limits are exceeded */
    TM_STARVES   /* a cycle in which an instance is there and is never done */
};
struct tm_target {
    int task;
    enum tm_target_kind kind;
    int64_t limit;
};

struct tm_field {
    unsigned offset, width; /* bytes */
};

struct tm_guide;

struct tm_system {
    struct arena *arena;
    const struct am_model *model;
    struct rational unit; /* seconds */
    struct rational fine; /* the unit must divide this; 0: anything does */
    bool is_exact;        /* every bound is a multiple of the unit */
    const char *more;     /* why there may be more behaviours here than the model has; NULL: there are not */
    bool is_fine;         /* nothing can happen between: all durations are fixed, or the unit is a clock's tick */
    enum tm_times times;
    bool queues_tasks; /* a task's next instance comes into the queue when the one before is done, not when activated */
    bool is_joined;    /* for a formula */
    int64_t grain;     /* durations are multiples of so many units: stimuli are looked at more closely */
    bool ticks;        /* time passes unit by unit: for comparing */
    bool merges;       /* time passes to the next stimulus at once (timing/merge.c) */
    bool is_dense;     /* time is dense, and counted in whole units: more behaviours than there are */
    bool is_closed; /* what happens within a unit happens at its beginning or end, in every order (timing/moments.h) */
    bool has_ranks; /* some tasks are ranked */
    VEC(struct tm_task) tasks;
    VEC(struct tm_group) groups; /* parents before their children */
    VEC(struct tm_stimulus) stimuli;
    VEC(struct tm_core) cores;
    VEC(struct tm_semaphore) semaphores;
    VEC(struct tm_label) labels;
    unsigned domain_count;
    int64_t wide;  /* points in all windows, but their first */
    int64_t never; /* of a stimulus that will not come again */
    VEC(struct tm_field) fields;
    unsigned state_size;
    unsigned beyond; /* field: what is done here is not what the model does: an activation was left out that it
                        does not lose, or an age that decides who runs could not be counted */
    const struct tm_guide *guide; /* timing/guided.h; NULL: none */
    unsigned place;               /* field: of the guide; with its number of places, the run has ended */
    unsigned done;                /* field: with TM_STARVES, the task was done in the step that led here */
    struct tm_seen *seen;         /* by task */
    struct tm_target target;
    VEC(struct tm_watched) watched;
    struct tm_observer *observer;  /* NULL: none */
    _Atomic(const char *) problem; /* found while exploring: a label out of its range ...; NULL: none */
    VEC(const char *) doubts;      /* why an answer about this part can only be unknown */
};

/* What several threads have seen together: the largest, or the least, of all that is handed in. */
static inline void tm_raise_to(_Atomic int64_t *seen, int64_t value) {
    int64_t known = atomic_load(seen);
    while (value > known && !atomic_compare_exchange_weak(seen, &known, value)) {
    }
}

static inline void tm_lower_to(_Atomic int64_t *seen, int64_t value) {
    int64_t known = atomic_load(seen);
    while (value < known && !atomic_compare_exchange_weak(seen, &known, value)) {
    }
}

static inline bool tm_activates(const struct tm_stimulus *stimulus, unsigned task) {
    for (size_t i = 0; i < stimulus->tasks.count; i++)
        if (stimulus->tasks.items[i] == task) return true;
    return false;
}

/* The events that it ever waits for. */
static inline uint64_t tm_awaited(const struct tm_task *task) {
    uint64_t events = 0;
    for (size_t i = 0; i < task->ops.count; i++)
        if (task->ops.items[i].kind == TM_WAIT) events |= task->ops.items[i].events;
    return events;
}

/* Does it ask for the semaphore, or (`passively`) wait for it without keeping the core? */
static inline bool tm_requests(const struct tm_task *task, unsigned semaphore, bool passively) {
    for (size_t i = 0; i < task->ops.count; i++)
        if (task->ops.items[i].kind == TM_REQUEST && task->ops.items[i].semaphore == (int)semaphore &&
            !(passively && task->ops.items[i].is_active))
            return true;
    return false;
}

static inline bool tm_shares_domain(const struct tm_system *system, const struct tm_task *task) {
    for (size_t t = 0; t < system->tasks.count; t++)
        if (&system->tasks.items[t] != task && system->tasks.items[t].domain == task->domain) return true;
    return false;
}

/* Is the group the other one, or below it? */
static inline bool tm_is_below(const struct tm_system *system, int group, int other) {
    while (group >= 0 && group != other) group = system->groups.items[group].parent;
    return group >= 0;
}

static inline bool tm_is_above(struct tm_urgency a, struct tm_urgency b) {
    return a.level > b.level || (a.level == b.level && a.priority > b.priority);
}

static inline struct tm_urgency tm_own_urgency(const struct tm_task *task) {
    return (struct tm_urgency){task->level, task->priority};
}

/* The lowest group that both are below; -1: there is none. */
static inline int tm_meeting(const struct tm_system *system, int a, int b) {
    while (a >= 0 && !tm_is_below(system, b, a)) a = system->groups.items[a].parent;
    return a;
}

/* Of the way from `node` down to `group`, the first after `node`; -1: they are the same. */
static inline int tm_child_towards(const struct tm_system *system, int group, int node) {
    int child = -1;
    for (; group != node; group = system->groups.items[group].parent) child = group;
    return child;
}

#endif
