/* An AMALTHEA model, checked: every reference is a pointer, every time is exact, every renaming between the versions is
 * undone. What the language has and this has not is listed in `leftovers`. Everything lives in the model's arena. */
#ifndef AMALTHEA_MODEL_H
#define AMALTHEA_MODEL_H

#include "amalthea/rational.h"
#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"

/* ---- hardware ---- */

struct am_feature {
    const char *category, *name;
    struct rational value;
};

struct am_core {
    const char *name;
    struct place place;
    struct rational frequency; /* in hertz; 0: none is given */
    const char *definition;    /* of its processor type; "" if it has none */
    VEC(struct am_feature) features;
};

/* ---- software ---- */

/* A number of ticks (or of a feature's units) between two bounds. */
struct am_amount {
    struct rational lower, upper;
    bool is_bounded; /* false: the distribution has no end */
};

struct am_amount_for {
    const char *name;       /* of a processor type, or of a feature's category */
    const char *definition; /* of a need: the processor type that it is for; NULL: all that have none of their own */
    struct am_amount amount;
};

enum am_relation { AM_EQUAL, AM_NOT_EQUAL, AM_LESS, AM_GREATER, AM_LESS_EQUAL, AM_GREATER_EQUAL };

/* A condition is a disjunction of conjunctions of these. */
struct am_mode_label;
struct am_comparison {
    const struct am_mode_label *left;
    enum am_relation relation;
    const struct am_mode_label *right; /* NULL: `value` */
    int64_t value;
};
struct am_conjunction {
    VEC(struct am_comparison) all;
};
struct am_condition {
    VEC(struct am_conjunction) any; /* none: never true */
    bool is_modelled;               /* false: some part of it is listed as not modelled */
};

enum am_item_kind {
    AM_TICKS,
    AM_NEED,  /* execution needs: amounts of features */
    AM_GROUP, /* also a call sequence */
    AM_CALL,
    AM_SWITCH, /* by conditions, the first that is true */
    AM_CHOICE, /* by probabilities */
    AM_LOOP,
    AM_SET_LABEL,
    AM_WAIT,
    AM_SET_EVENT,
    AM_CLEAR_EVENT,
    AM_SEMAPHORE,
    AM_SCHEDULE_POINT,
    AM_TRIGGER,
    AM_TERMINATE,
    /* Take no time and change nothing, but can be observed: */
    AM_ACCESS, /* of a label */
    AM_HAPPEN  /* a custom event */
};

enum am_label_change { AM_LABEL_SET, AM_LABEL_INCREMENT, AM_LABEL_DECREMENT };
enum am_semaphore_access { AM_REQUEST, AM_EXCLUSIVE, AM_RELEASE };

struct am_item;
typedef VEC(struct am_item *) am_items;
struct am_branch {
    struct am_condition *condition; /* NULL: always (a default, or a probability) */
    struct rational probability;
    am_items items;
};

struct am_process;
struct am_runnable;
struct am_stimulus;
struct am_semaphore;
struct am_event;
typedef VEC(const struct am_event *) am_event_list;
struct am_variable { /* what the language calls a label */
    const char *name;
    struct place place;
    unsigned number;
};
struct am_os_event {
    const char *name;
    struct place place;
    unsigned number;
};

struct am_item {
    enum am_item_kind kind;
    bool has_default;        /* AM_TICKS, AM_NEED: there is `amount` */
    bool is_uninterruptible; /* AM_GROUP, AM_LOOP */
    bool needs_all;          /* AM_WAIT: AND */
    bool is_active;          /* AM_WAIT, AM_SEMAPHORE: waits while running */
    struct place place;
    /* AM_TICKS, AM_NEED */
    struct am_amount amount;           /* the default */
    VEC(struct am_amount_for) amounts; /* by processor type, or by feature's category */
    /* AM_GROUP, AM_LOOP */
    am_items items;
    struct am_condition *condition; /* AM_LOOP */
    /* AM_SWITCH, AM_CHOICE */
    VEC(struct am_branch) branches;
    /* the others */
    const struct am_runnable *runnable;
    const struct am_mode_label *label;
    int64_t value; /* set to, or the step */
    enum am_label_change change;
    enum am_semaphore_access access;
    const struct am_semaphore *semaphore;
    VEC(const struct am_os_event *) events;
    const struct am_process *process;   /* AM_SET_EVENT: whose; NULL: everybody's */
    const struct am_stimulus *stimulus; /* AM_TRIGGER */
    const struct am_variable *variable; /* AM_ACCESS */
    bool is_write;
    const struct am_event *event; /* AM_HAPPEN */
};

struct am_runnable {
    const char *name;
    struct place place;
    am_items items;
    unsigned number;
};

struct am_mode_literal {
    const char *name;
    int64_t value;
};
struct am_mode {
    const char *name;
    struct place place;
    bool is_numeric;
    VEC(struct am_mode_literal) literals;
};
struct am_mode_label {
    const char *name;
    struct place place;
    const struct am_mode *mode;
    int64_t initial;
    unsigned number;
};

enum am_preemption { AM_PREEMPTIVE, AM_COOPERATIVE, AM_NON_PREEMPTIVE };

struct am_parameter {
    const char *key, *value;
    struct place place;
};

typedef VEC(struct am_parameter) am_parameters;

struct am_scheduler;
struct am_process { /* a task or an interrupt routine */
    const char *name;
    struct place place;
    bool is_isr;
    enum am_preemption preemption;
    bool has_preemption; /* the model, or a setting, says so; AM_PREEMPTIVE is assumed otherwise */
    int64_t limit;       /* multipleTaskActivationLimit; 0: none given */
    VEC(const struct am_stimulus *) stimuli;
    am_items items;
    bool has_priority;
    int64_t priority;
    const struct am_scheduler *scheduler; /* NULL: not allocated */
    VEC(const struct am_core *) affinity; /* none: any core of its scheduler */
    am_parameters parameters;             /* of its allocation, other than the priority */
    bool has_time;                        /* what it does is replaced by running for this long */
    struct rational least, most;
    unsigned number;
};

/* ---- operating system ---- */

enum am_semaphore_kind { AM_COUNTING, AM_RESOURCE, AM_SPINLOCK, AM_MUTEX };

struct am_semaphore {
    const char *name;
    struct place place;
    enum am_semaphore_kind kind;
    int64_t initial, most; /* users now, and at most */
    bool has_ceiling;
    unsigned number;
};

struct am_scheduler {
    const char *name;
    struct place place;
    bool is_interrupt_controller;
    const char *algorithm; /* the class's or the definition's name: "OSEK"; "" if none is given */
    am_parameters parameters;
    const struct am_scheduler *parent; /* NULL: it is on top */
    bool has_priority;                 /* among what its parent schedules */
    int64_t priority;
    am_parameters below; /* the other parameters of its place below the parent */
    VEC(const struct am_core *) cores;
    unsigned number;
};

/* ---- stimuli ---- */

enum am_stimulus_kind {
    AM_PERIODIC,
    AM_RELATIVE, /* also sporadic, and of variable rate */
    AM_SINGLE,
    AM_SYNTHETIC,
    AM_BURST,
    AM_CURVE, /* an arrival curve */
    AM_INTER_PROCESS,
    AM_BY_EVENT,
    AM_OTHER_STIMULUS /* not modelled: `class_name` says which */
};

struct am_interval {
    struct rational lower, upper;
    bool has_lower, has_upper;
};

/* Of an arrival curve: how long this many distances between occurrences take together. */
struct am_border {
    int64_t gaps;
    struct rational lower, upper;
    bool has_upper;
};

struct am_stimulus {
    const char *name, *class_name;
    struct place place;
    enum am_stimulus_kind kind;
    struct rational offset, recurrence;
    struct am_interval jitter, distance; /* of a periodic one; until the next of a relative one */
    struct am_interval first;            /* of a relative one: when it occurs first; no lower end: at its offset */
    const char *more;                    /* why it may occur in more ways here than it can; NULL: it does not */
    VEC(struct rational) occurrences;    /* of a synthetic one */
    VEC(struct am_border) borders;       /* of an arrival curve */
    struct rational burst, apart; /* how long a burst is; the least distance in it, or of periodic ones with jitter */
    int64_t burst_count;          /* occurrences of a burst */
    am_event_list triggering;     /* of an event stimulus */
    int64_t prescaler, counter_offset; /* only every n-th trigger counts; 1 and 0 otherwise */
    unsigned number;
};

/* ---- events, to be observed ---- */

enum am_event_kind {
    AM_PROCESS_EVENT,
    AM_RUNNABLE_EVENT,
    AM_LABEL_EVENT,
    AM_STIMULUS_EVENT,
    AM_SEMAPHORE_EVENT,
    AM_CUSTOM_EVENT,
    AM_EVENT_SET,
    AM_OTHER_EVENT /* not modelled */
};

struct am_event {
    const char *name, *class_name;
    struct place place;
    enum am_event_kind kind;
    const char *type;                   /* "activate"; "": any */
    const struct am_process *process;   /* whose it is, or, of a runnable or an access, where it happens; NULL: any */
    const struct am_runnable *runnable; /* the same */
    const struct am_variable *variable;
    const struct am_stimulus *stimulus;
    const struct am_semaphore *semaphore;
    bool is_restricted; /* to a core, which is not modelled */
    am_event_list members;
    unsigned number;
};

/* ---- constraints ---- */

struct am_chain {
    const char *name;
    struct place place;
    const struct am_event *stimulus, *response;
    bool is_parallel;  /* its items are strands, not segments */
    int64_t completed; /* how many strands must be completed; 0: all */
    VEC(const struct am_chain *) items;
    unsigned number;
};

struct am_requirement {
    const char *name;
    struct place place;
    const struct am_process *process; /* NULL: of something else */
    const struct am_runnable *runnable;
    const char *subject;     /* "ProcessRequirement" */
    const char *metric;      /* "ResponseTime" */
    const char *limit_class; /* "TimeRequirementLimit" */
    bool is_upper;
    struct rational limit; /* seconds, or a count */
};

enum am_constraint_kind {
    AM_LATENCY,
    AM_DELAY,
    AM_REPETITION,
    AM_EVENT_SYNCHRONIZATION,
    AM_CHAIN_SYNCHRONIZATION,
    AM_DATA_AGE,
    AM_OTHER_CONSTRAINT
};

struct am_timing_constraint {
    const char *name, *class_name;
    struct place place;
    enum am_constraint_kind kind;
    const char *type;                    /* Age, Reaction; OneToOne ...; Stimulus, Response; "": none is given */
    VEC(const struct am_chain *) chains; /* of a latency, and of chains' synchronization */
    am_event_list events;                /* of a synchronization, a repetition; source and target of a delay */
    struct rational lower, upper;        /* also the tolerance, as `upper` */
    bool has_lower, has_upper;
    struct rational jitter, period;
    int64_t span;
    bool is_multiple;                   /* multipleOccurrencesAllowed */
    const struct am_runnable *runnable; /* of a data age: who writes */
    const struct am_variable *variable;
};

/* ---- the whole ---- */

enum am_safety {
    AM_HARMLESS, /* has no influence on timing at all */
    AM_ASSUMED,  /* the answer is under the assumption that it takes no time: said with every answer */
    AM_UNSAFE    /* the answer would be about another model */
};

struct am_leftover {
    const char *what; /* "labels", "EventStimulus 'E'" */
    const char *why;
    enum am_safety safety;
    VEC(struct place) places;
};

struct am_model {
    struct arena *arena;
    const char *path, *version;
    VEC(const char *) paths;
    VEC(struct am_core *) cores;
    VEC(struct am_process *) processes;
    VEC(struct am_runnable *) runnables;
    VEC(struct am_mode *) modes;
    VEC(struct am_mode_label *) labels;
    VEC(struct am_os_event *) events;
    VEC(struct am_variable *) variables;
    VEC(struct am_event *) observed;
    VEC(struct am_chain *) chains; /* with those inside others */
    VEC(struct am_semaphore *) semaphores;
    VEC(struct am_scheduler *) schedulers;
    VEC(struct am_stimulus *) stimuli;
    VEC(struct am_requirement *) requirements;
    VEC(struct am_timing_constraint *) constraints;
    VEC(struct am_leftover) leftovers;
    VEC(const char *) assumptions; /* what was assumed where the files are silent */
    unsigned missing;              /* references to what is not there: an error each, or a warning if `partial` */
};

/* Reads a model from one file or from the files of its parts. NULL with errors. With `partial` (to describe a part of
 * a model) a reference to what is not there is only a warning. */
struct am_model *am_load(const char *const *paths, size_t count, bool partial, struct diagnostics *diagnostics);
void am_model_free(struct am_model *model);

#endif
