#include "search/job.h"

#include "search/room.h"

#include "base/invariant.h"
#include "base/limits.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FINDINGS_KEPT = 32, PLACES_KEPT = 1024 };
#define SHOW_FIRST    0.06 /* early: callers also learn from it that the search is not a short one */
#define SHOW_EVERY    0.5
#define LOOK_EVERY    0.05
#define LARGEST_CHAIN ((size_t)UINT32_MAX) /* bytes, where there is no limit of memory */

double job_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

unsigned job_threads(const struct ts *ts, const struct search_options *options) {
    long threads = ts->sequential ? 1 : options->threads ? (long)options->threads : sysconf(_SC_NPROCESSORS_ONLN);
    if (threads < 1) return 1;
    return threads > JOB_MAX_THREADS ? JOB_MAX_THREADS : (unsigned)threads;
}

static struct store *new_store(const struct job *job) {
    const struct search_options *options = job->options;
    struct store_options store_options = {.kind = options->store,
                                          .max_state_size = expand_node_size(job->ts, job->mode),
                                          .threads = job->thread_count,
                                          .memory_limit = options->memory_limit,
                                          .bitstate_log2 = options->bitstate_log2};
    return room_take_store(options->room, &store_options);
}

static bool goes_on(void *worker) { return job_tick_slow(worker); }

bool job_init(struct job *job, const struct ts *ts, const struct search_options *options, enum expand_mode mode,
              unsigned threads, struct store *store) {
    *job = (struct job){.ts = ts, .options = options, .mode = mode, .thread_count = threads};
    /* A reduced graph need not show what each actor could have done: fairness needs the full one. */
    job->reduce = !options->no_reduction && !options->fair;
    limits_begin_anew();
    job->begun = job_clock();
    job->last_shown = job->begun - SHOW_EVERY + SHOW_FIRST;
    job->store = store ? store : new_store(job);
    job->result = memory_new(sizeof *job->result);
    if (options->checkpoint && options->checkpoint_every > 0) job->pause_at = job->begun + options->checkpoint_every;
    pthread_mutex_init(&job->mutex, NULL);
    if (!job->store) {
        if (options->memory_limit) job_stop(job, LIMIT_MEMORY);
        if (!options->memory_limit)
            job->result->error = "there is no room for the store, or a state is too large for it";
        job->thread_count = 0;
        return false;
    }
    job->workers = memory_new(threads * sizeof *job->workers);
    for (unsigned i = 0; i < threads; i++) {
        struct worker *worker = &job->workers[i];
        worker->job = job;
        worker->number = i;
        worker->patience = JOB_TICKS;
        worker->looked = job->begun;
        worker->limits = limits_reached_place();
        expander_init(&worker->expander, ts, mode, job->reduce);
        worker->expander.chain_limit = options->memory_limit ? options->memory_limit : LARGEST_CHAIN;
        worker->expander.goes_on = goes_on;
        worker->expander.context = worker;
        worker->node = memory_new(expand_node_size(ts, mode) + CACHE_LINE_ROOM);
    }
    return true;
}

static void note_limit(_Atomic int *noted, enum search_limit limit) {
    int none = LIMIT_NONE;
    atomic_compare_exchange_strong(noted, &none, (int)limit);
}

void job_note_loss(struct job *job, enum search_limit limit) {
    note_limit(&job->limit, limit);
    note_limit(&job->loss, limit);
}

void job_note_cut(struct job *job) {
    if (job_is_stopping(job))
        atomic_store(&job->torn, true);
    else
        job_note_loss(job, LIMIT_MEMORY);
}

void job_stop(struct job *job, enum search_limit limit) {
    note_limit(&job->limit, limit);
    atomic_store(&job->stopping, true);
}

void job_show(struct worker *worker) {
    atomic_store_explicit(&worker->shown_transitions, worker->transitions, memory_order_relaxed);
    atomic_store_explicit(&worker->shown_passed, worker->passed, memory_order_relaxed);
    atomic_store_explicit(&worker->shown_depth, worker->depth, memory_order_relaxed);
    atomic_store_explicit(&worker->shown_memory, worker->memory, memory_order_relaxed);
}

static size_t memory_in_use(const struct job *job) {
    size_t bytes = store_memory(job->store) + (size_t)atomic_load_explicit(&job->shared_memory, memory_order_relaxed);
    for (unsigned i = 0; i < job->thread_count; i++)
        bytes += atomic_load_explicit(&job->workers[i].shown_memory, memory_order_relaxed);
    return bytes;
}

struct search_statistics job_statistics(const struct job *job) {
    struct search_statistics statistics = {.states = store_count(job->store) +
                                                     atomic_load_explicit(&job->states_elsewhere, memory_order_relaxed),
                                           .transitions = job->base_transitions,
                                           .passed = job->base_passed,
                                           .depth = job->base_depth,
                                           .memory_bytes = memory_in_use(job),
                                           .seconds = job->base_seconds + job_clock() - job->begun,
                                           .coverage = store_coverage(job->store)};
    for (unsigned i = 0; i < job->thread_count; i++) {
        const struct worker *worker = &job->workers[i];
        statistics.transitions += atomic_load_explicit(&worker->shown_transitions, memory_order_relaxed);
        statistics.passed += atomic_load_explicit(&worker->shown_passed, memory_order_relaxed);
        uint64_t depth = atomic_load_explicit(&worker->shown_depth, memory_order_relaxed);
        if (depth > statistics.depth) statistics.depth = depth;
    }
    return statistics;
}

/* One thread at a time; the others have better things to do than to wait. */
static void show_progress(struct job *job, double now) {
    if (atomic_flag_test_and_set(&job->showing)) return;
    if (now - job->last_shown >= SHOW_EVERY) {
        job->last_shown = now;
        struct search_statistics statistics = job_statistics(job);
        job->options->progress(job->options->progress_context, &statistics);
    }
    atomic_flag_clear(&job->showing);
}

static void look_at_limits(struct job *job) {
    switch (limits_reached()) {
    case LIMITS_INTERRUPTED: job_stop(job, LIMIT_INTERRUPTED); break;
    case LIMITS_TIME: job_stop(job, LIMIT_TIME); break;
    case LIMITS_MEMORY: job_stop(job, LIMIT_MEMORY); break;
    default: break;
    }
}

/* Where expansions take long, the clock is looked at more often. */
static void choose_patience(struct worker *worker, double now) {
    double since = now - worker->looked;
    if (since > LOOK_EVERY && worker->patience > 1)
        worker->patience /= 2;
    else if (since < LOOK_EVERY / 2 && worker->patience < JOB_TICKS)
        worker->patience *= 2;
    worker->looked = now;
}

bool job_tick_slow(struct worker *worker) {
    struct job *job = worker->job;
    const struct search_options *options = job->options;
    worker->ticks = 0;
    job_show(worker);
    double now = job_clock();
    choose_patience(worker, now);
    look_at_limits(job);
    if (options->interrupted && *options->interrupted) job_stop(job, LIMIT_INTERRUPTED);
    if (options->memory_limit && memory_in_use(job) > options->memory_limit) job_stop(job, LIMIT_MEMORY);
    if (options->time_limit > 0 && now - job->begun > options->time_limit) job_stop(job, LIMIT_TIME);
    if (job->pause_at > 0 && now > job->pause_at) atomic_store(&job->pausing, true);
    if (options->progress) show_progress(job, now);
    return !job_is_stopping(job);
}

bool job_has_enough(const struct job *job) {
    return job->options->violations &&
           atomic_load_explicit(&job->violation_count, memory_order_relaxed) >= job->options->violations;
}

static void finding_free(struct finding *finding) { vec_free(&finding->path.entries); }

void job_forget_findings(struct job *job) {
    for (size_t i = 0; i < job->findings.count; i++) finding_free(&job->findings.items[i]);
    vec_free(&job->findings);
    atomic_store(&job->violation_count, 0);
    job->doubtful_count = 0;
}

bool job_is_doubtful(const struct job *job, const struct finding *finding) {
    return finding->fault && job->options->is_doubtful &&
           job->options->is_doubtful(job->ts->fault(job->ts, finding->fault));
}

static bool comes_before(const struct finding *a, const struct finding *b) {
    if (a->doubtful != b->doubtful) return b->doubtful;
    return a->length != b->length ? a->length < b->length : a->order < b->order;
}

bool job_is_same_fault(const struct ts_fault *a, const struct ts_fault *b) {
    if (strcmp(a->kind, b->kind) != 0 || !place_is_same(a->place, b->place)) return false;
    return a->place.line || !strcmp(a->message, b->message);
}

/* One of the same kind at the same place that is kept; NULL: none. */
static struct finding *same_place(const struct job *job, const struct finding *finding) {
    if (!job->options->one_per_place || !finding->fault) return NULL;
    const struct ts_fault *fault = job->ts->fault(job->ts, finding->fault);
    for (size_t i = 0; i < job->findings.count; i++) {
        struct finding *other = &job->findings.items[i];
        const struct ts_fault *known = other->fault ? job->ts->fault(job->ts, other->fault) : NULL;
        if (known && job_is_same_fault(known, fault)) return other;
    }
    return NULL;
}

static bool keep_shorter(struct finding *kept, struct finding *finding) {
    if (!comes_before(finding, kept)) return false;
    finding_free(kept);
    *kept = *finding;
    return true;
}

static bool is_known(const struct job *job, const struct finding *finding) {
    const struct search_options *options = job->options;
    return finding->fault && options->is_known &&
           options->is_known(options->known_context, job->ts->fault(job->ts, finding->fault));
}

bool job_report(struct job *job, struct finding *finding) {
    if (is_known(job, finding)) {
        finding_free(finding);
        return false;
    }
    pthread_mutex_lock(&job->mutex);
    atomic_fetch_add(&job->violation_count, 1);
    finding->order = job->finding_order++;
    finding->doubtful = job_is_doubtful(job, finding);
    job->doubtful_count += finding->doubtful;
    bool wanted = true;
    struct finding *known = same_place(job, finding);
    if (known) {
        wanted = keep_shorter(known, finding);
    } else if (job->findings.count < (job->options->one_per_place ? PLACES_KEPT : FINDINGS_KEPT)) {
        vec_push(&job->findings, *finding);
    } else {
        size_t last = 0;
        for (size_t i = 1; i < job->findings.count; i++)
            if (comes_before(&job->findings.items[last], &job->findings.items[i])) last = i;
        wanted = comes_before(finding, &job->findings.items[last]);
        if (wanted) {
            finding_free(&job->findings.items[last]);
            job->findings.items[last] = *finding;
        }
    }
    pthread_mutex_unlock(&job->mutex);
    if (!wanted) finding_free(finding);
    return wanted;
}

bool job_is_first_fault(struct job *job, const void *state, uint32_t size, uint32_t index) {
    if (!job->reduce || !job->ts->counts_passing) return true;
    uint64_t hash = store_hash(state, size) ^ (index * UINT64_C(0x9e3779b97f4a7c15));
    pthread_mutex_lock(&job->mutex);
    bool is_first = nodeset_add(&job->faulty, state, size, hash, NULL);
    pthread_mutex_unlock(&job->mutex);
    if (is_first) atomic_fetch_add_explicit(&job->shared_memory, (int64_t)size, memory_order_relaxed);
    return is_first;
}

bool job_is_invalid_end(const struct worker *worker, const void *node, uint32_t size) {
    return !worker->job->options->ignore_end_states && !(expander_marks(&worker->expander, node, size) & TS_VALID_END);
}

static bool is_news(const struct job *job, const struct expander *expander, const struct expand_entry *entry) {
    if (entry->step.fault || entry->violating) return true;
    const void *node = expander_bytes(expander, entry);
    if (expander->stepwise && entry->transient) return true; /* it leads on */
    return entry->is_node && !store_contains(job->store, node, entry->size, store_hash(node, entry->size));
}

void job_look_beyond(struct worker *worker, const struct expansion *expansion) {
    struct expander *expander = &worker->expander;
    for (uint32_t i = expansion->first; i < expansion->end; i++) {
        const struct expand_entry *entry = &expander->entries.items[i];
        if (is_news(worker->job, expander, entry))
            job_note_loss(worker->job, LIMIT_DEPTH);
        else
            entry->is_node ? worker->transitions++ : worker->passed++;
    }
}

/* Adds the states from the expanded node (exclusive) to the entry (inclusive). */
static void trace_entry(struct ts_trace *trace, const struct expander *expander, uint32_t index) {
    VEC(uint32_t) way = {0};
    for (uint32_t i = index; i != EXPAND_SOURCE; i = expander->entries.items[i].from) vec_push(&way, i);
    while (way.count) {
        const struct expand_entry *entry = &expander->entries.items[vec_pop(&way)];
        ts_trace_add(trace, expander_bytes(expander, entry), expander_state_size(expander, entry->size), &entry->step);
    }
    vec_free(&way);
}

/* Adds the way to the entry, and on from there if it is passed through; `node` is where it ends. */
static void trace_way(struct ts_trace *trace, struct expander *expander, uint32_t index, unsigned char *node,
                      uint32_t *size) {
    for (;;) {
        const struct expand_entry *entry = &expander->entries.items[index];
        bool ends = !expander->stepwise || !entry->transient;
        trace_entry(trace, expander, index);
        *size = entry->size;
        memcpy(node, expander_bytes(expander, entry), *size);
        if (ends) return;
        expander_clear(expander);
        if (expander_add(expander, node, *size).stuck) return;
        index = 0;
    }
}

/* Either the model's code is to blame, or we are. */
static void fail_to_replay(const struct job *job, const char *what) {
    if (job->ts->foreign) limits_end(LIMITS_UNSTEADY);
    internal_error("%s does not replay", what);
}

/* May steps have been given up, which does not make them wrong? */
static bool is_cut(const struct job *job) {
    return limits_hurry() || job->gave_up_steps || (job->ts->hasty && limits_reached() != LIMITS_NONE);
}

struct ts_trace *job_trace(const struct job *job, const struct path *path, size_t cycle) {
    struct expander expander;
    expander_init(&expander, job->ts, job->mode, job->reduce);
    expander.stepwise = job->stepwise;
    unsigned char *node = memory_new(expand_node_size(job->ts, job->mode));
    uint32_t size = 0;
    struct ts_trace *trace = ts_trace_new();
    for (size_t i = 0; i < path->entries.count; i++) {
        expander_clear(&expander);
        struct expansion expansion = i == 0 ? expander_initial(&expander) : expander_add(&expander, node, size);
        uint32_t index = path->entries.items[i];
        bool is_missing = index >= expansion.end;
        if (is_missing && !is_cut(job)) fail_to_replay(job, "a step of a counterexample");
        if (is_missing || limits_hurry()) {
            ts_trace_free(trace);
            trace = NULL;
            break;
        }
        trace_way(trace, &expander, index, node, &size);
        if (i + 1 == cycle) trace->cycle_start = trace->states.count - 1;
    }
    free(node);
    expander_free(&expander);
    /* Hurry may set in meanwhile, and ends evaluations: so it is asked afterwards as well. */
    if (!trace || limits_hurry() || ts_trace_replays(job->ts, trace)) return trace;
    if (!is_cut(job)) fail_to_replay(job, "a counterexample");
    ts_trace_free(trace);
    return NULL;
}

static int compare_findings(const void *a, const void *b) { return comes_before(a, b) ? -1 : comes_before(b, a); }

/* Faults may get new numbers when a step is made again. Who gives up ("limit") may do so after much work only, and not
 * when asked again. */
static bool ends_in_fault(const struct ts *ts, const struct ts_trace *trace, const char *kind) {
    uint32_t fault = vec_last(&trace->states).step.fault;
    if (strcmp(kind, "limit") == 0) return true;
    return fault && strcmp(ts->fault(ts, fault)->kind, kind) == 0;
}

/* Without its trace. */
static struct violation violation_of(const struct job *job, const struct finding *finding) {
    if (!finding->fault) return (struct violation){.kind = finding->kind, .message = finding->kind};
    const struct ts_fault *fault = job->ts->fault(job->ts, finding->fault);
    return (struct violation){
        .kind = fault->kind, .message = fault->message, .place = fault->place, .about = fault->about};
}

static void add_violation(const struct job *job, struct finding *finding, bool with_trace) {
    struct violation violation = violation_of(job, finding);
    if (with_trace && finding->path.entries.count) violation.trace = job_trace(job, &finding->path, finding->cycle);
    if (violation.trace && finding->fault && !ends_in_fault(job->ts, violation.trace, violation.kind)) {
        if (!is_cut(job)) fail_to_replay(job, "the fault at the end of a counterexample");
        ts_trace_free(violation.trace);
        violation.trace = NULL;
    }
    if (violation.trace && !finding->fault) ts_trace_drop_idle_end(violation.trace);
    vec_push(&job->result->violations, violation);
}

static void add_violations(struct job *job) {
    size_t wanted = job->findings.count;
    uint64_t count = atomic_load(&job->violation_count), real = count - job->doubtful_count;
    if (job->options->violations && count > job->options->violations) count = job->options->violations;
    if (wanted > count) wanted = count;
    job->result->violation_count = count;
    job->result->doubtful_count = real < count ? count - real : 0;
    if (job->findings.count)
        qsort(job->findings.items, job->findings.count, sizeof *job->findings.items, compare_findings);
    for (size_t i = 0; job->options->found && i < wanted; i++) {
        const struct violation violation = violation_of(job, &job->findings.items[i]);
        job->options->found(job->options->found_context, &violation);
    }
    for (size_t i = 0; i < wanted; i++) add_violation(job, &job->findings.items[i], i < JOB_TRACES_KEPT);
}

static void add_taken(struct job *job) {
    uint32_t count = job->ts->action_count;
    job->result->taken = memory_new(count);
    for (unsigned i = 0; i < job->thread_count; i++)
        for (uint32_t action = 0; action < count; action++)
            job->result->taken[action] |= job->workers[i].expander.taken[action];
}

static void release(struct job *job) {
    for (unsigned i = 0; i < job->thread_count; i++) {
        expander_free(&job->workers[i].expander);
        free(job->workers[i].node);
    }
    free(job->workers);
    job_forget_findings(job);
    nodeset_free(&job->faulty);
    pthread_mutex_destroy(&job->mutex);
    room_leave_store(job->options->room, job->store);
}

struct search_result *job_finish(struct job *job) {
    struct search_result *result = job->result;
    for (unsigned i = 0; i < job->thread_count; i++) job_show(&job->workers[i]);
    if (job->store) {
        result->statistics = job_statistics(job);
        if (!store_is_exact(job->store)) job_note_loss(job, LIMIT_LOSSY_STORE);
    } else if (job->options->store == STORE_EXACT || job->options->store == STORE_TREE) {
        result->statistics.coverage = 1;
    }
    result->limit = (enum search_limit)atomic_load(&job->limit);
    job->gave_up_steps = job->options->phase && job->options->phase(job->options->phase_context, false);
    add_violations(job);
    add_taken(job);
    bool violated = result->violation_count > 0;
    result->complete = result->limit == LIMIT_NONE && !job_has_enough(job) && !result->error;
    result->verdict = violated ? VERDICT_VIOLATED : result->complete ? VERDICT_HOLDS : VERDICT_UNKNOWN;
    release(job);
    return result;
}
