/* What the parts of one search share: limits, statistics, and what was found.
 *
 * Invariant: `stopping` only ever goes from false to true, and whoever sets it has first said why (a limit, or enough
 * violations). A search is complete iff no limit was noted. */
#ifndef SEARCH_JOB_H
#define SEARCH_JOB_H

#include "base/limits.h"
#include "search/cache_line.h"
#include "search/expand.h"
#include "search/search.h"

#include <pthread.h>
#include <stdatomic.h>

enum { JOB_TICKS = 256 /* expansions between two looks at the clock */, JOB_MAX_THREADS = 64, JOB_TRACES_KEPT = 8 };

/* A way from an initial state: entry numbers of one expansion after the other, the first among the initial ones. In a
 * stepwise search an entry that is passed through stands for the whole passage, to its end. */
struct path {
    VEC(uint32_t) entries;
};

struct finding {
    const char *kind; /* NULL: that of the fault */
    uint32_t fault;
    bool doubtful;    /* who found it gave up: shown after all others */
    uint64_t length;  /* in nodes: shorter findings are shown first */
    uint64_t order;   /* ties: as they came */
    struct path path; /* to the state, or the step, where it shows */
    uint64_t parent;  /* in a search that makes paths at its end: its name for the node before the last entry */
    uint32_t entry;   /* that last entry; EXPAND_SOURCE: the node itself */
    size_t cycle;     /* entries of the path before the cycle, which the rest of it goes round once; SIZE_MAX: none */
};

struct worker {
    struct job *job;
    unsigned number;
    struct expander expander;
    unsigned char *node; /* room for one */
    uint64_t transitions, passed, depth;
    unsigned ticks, patience;  /* expansions since the last look at the clock, and until the next */
    double looked;             /* when that was */
    const _Atomic int *limits; /* of the run: enum limits_reason */
    /* As of the last tick, for the thread that reports progress. */
    _Atomic uint64_t shown_transitions, shown_passed, shown_depth, shown_memory;
    size_t memory; /* bytes this worker uses beside the store */
    char unused[CACHE_LINE_ROOM];
};

struct job {
    const struct ts *ts;
    const struct search_options *options;
    enum expand_mode mode;
    bool reduce;
    bool stepwise; /* a passage through states that are not stored is as long as it has steps: see ts->counts_passing */
    unsigned thread_count;
    struct store *store;
    struct worker *workers;
    struct search_result *result;
    double begun;        /* clock */
    bool gave_up_steps;  /* some, while it searched: see search_options.phase */
    atomic_flag showing; /* guards last_shown */
    double last_shown;
    uint64_t base_transitions, base_passed, base_depth; /* from before a resume */
    double base_seconds;
    _Atomic bool stopping;
    _Atomic bool pausing; /* threads put down their work, whole, for a snapshot */
    _Atomic bool torn;    /* some work was put down half done: no snapshot any more */
    double pause_at;      /* when to pause next; 0: never */
    _Atomic int limit;    /* enum search_limit: the first that was noted */
    _Atomic int loss;     /* likewise, but only of those that have lost states for good */
    _Atomic uint64_t violation_count;
    uint64_t doubtful_count;           /* of them */
    _Atomic uint64_t states_elsewhere; /* stored, but not in the job's own store */
    _Atomic int64_t shared_memory;     /* bytes in use that belong to no worker */
    pthread_mutex_t mutex;             /* guards what follows */
    VEC(struct finding) findings;
    uint64_t finding_order;
    struct nodeset faulty; /* states with a faulty step, once for each: see job_is_first_fault() */
};

double job_clock(void); /* seconds */
/* As many as were asked for, or one per processor; one where the system is sequential. */
unsigned job_threads(const struct ts *ts, const struct search_options *options);

/* Starts with an empty store unless one is given. False, with the reason in job->result, if there can be no store; only
 * job_finish() may be called then. */
bool job_init(struct job *job, const struct ts *ts, const struct search_options *options, enum expand_mode mode,
              unsigned threads, struct store *store);
/* Sums up into job->result, builds the traces, and releases everything but the result. */
struct search_result *job_finish(struct job *job);
struct search_statistics job_statistics(const struct job *job); /* as the workers last showed them */

/* To be called once per expansion: looks at the run's limits, and now and then at its own. False when the search must
 * stop. */
bool job_tick_slow(struct worker *worker);
static inline bool job_tick(struct worker *worker) {
    if (++worker->ticks < worker->patience && atomic_load_explicit(worker->limits, memory_order_relaxed) == LIMITS_NONE)
        return !atomic_load_explicit(&worker->job->stopping, memory_order_relaxed);
    return job_tick_slow(worker);
}
void job_show(struct worker *worker); /* publishes the worker's counters */
/* Something was not covered and never will be; the search goes on. */
void job_note_loss(struct job *job, enum search_limit limit);
/* An expansion was cut: the search stops in the middle of it, or it was too large. */
void job_note_cut(struct job *job);
void job_stop(struct job *job, enum search_limit limit);
/* True when a thread must put down its work: the search stops or pauses. */
static inline bool job_is_halting(const struct job *job) {
    return atomic_load_explicit(&job->stopping, memory_order_relaxed) ||
           atomic_load_explicit(&job->pausing, memory_order_relaxed);
}
static inline bool job_is_stopping(const struct job *job) {
    return atomic_load_explicit(&job->stopping, memory_order_relaxed);
}

/* Of the same kind, at the same place; what has no place is told apart by its words. */
bool job_is_same_fault(const struct ts_fault *a, const struct ts_fault *b);

/* True: the finding is wanted, and now belongs to the run. False: it was counted only. */
bool job_report(struct job *job, struct finding *finding);
/* Many ways may pass through a state, where it is not stored: the fault of its step number `index` counts once. */
bool job_is_first_fault(struct job *job, const void *state, uint32_t size, uint32_t index);
bool job_is_doubtful(const struct job *job, const struct finding *finding); /* who found it gave up */
void job_forget_findings(struct job *job);                                  /* they came from a file that is damaged */
bool job_has_enough(const struct job *job);
/* Does the step have a fault that is to be reported? */
static inline bool job_wants_fault(const struct job *job, const struct ts_step *step) {
    if (!step->fault || job->options->ignore_faults) return false;
    return !job->options->ignore_system_faults || ts_is_observer_fault(step);
}
/* True if this node, which has no successors, must not be an end. */
bool job_is_invalid_end(const struct worker *worker, const void *node, uint32_t size);

/* At the depth limit: notes that something is cut off, if an entry would have added a node that is not stored, or a
 * violation. The others are steps among what was seen, and count as such. */
void job_look_beyond(struct worker *worker, const struct expansion *expansion);

/* The trace along a path, which replays; NULL if there is no such path, or no time left for it. `cycle` as in struct
 * finding. */
struct ts_trace *job_trace(const struct job *job, const struct path *path, size_t cycle);

#endif
