#include "search/run.h"

#include "base/limits.h"

#include <assert.h>
#include <string.h>
#include <time.h>

enum { FINDINGS_KEPT = 32 };
#define SHOW_FIRST    0.06 /* early: callers also learn from it that the search is not a short one */
#define SHOW_EVERY    0.5
#define LARGEST_CHAIN ((size_t)UINT32_MAX) /* bytes, where there is no limit of memory */

double run_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static struct store *new_store(const struct run *run) {
    const struct search_options *options = run->options;
    struct store_options store_options = {.kind = options->store,
                                          .max_state_size = expand_node_size(run->ts, run->mode),
                                          .threads = run->thread_count,
                                          .memory_limit = options->memory_limit,
                                          .bitstate_log2 = options->bitstate_log2};
    return store_new(&store_options);
}

static bool goes_on(void *worker) { return run_tick_slow(worker); }

bool run_init(struct run *run, const struct ts *ts, const struct search_options *options, enum expand_mode mode,
              unsigned threads, struct store *store) {
    *run = (struct run){.ts = ts, .options = options, .mode = mode, .thread_count = threads};
    /* A reduced graph need not show what each actor could have done: fairness needs the full one. */
    run->reduce = !options->no_reduction && !options->fair;
    run->begun = run_clock();
    run->last_shown = run->begun - SHOW_EVERY + SHOW_FIRST;
    run->store = store ? store : new_store(run);
    run->result = memory_new(sizeof *run->result);
    if (options->checkpoint && options->checkpoint_every > 0) run->pause_at = run->begun + options->checkpoint_every;
    pthread_mutex_init(&run->mutex, NULL);
    if (!run->store) {
        if (options->memory_limit) run_stop(run, LIMIT_MEMORY);
        if (!options->memory_limit)
            run->result->error = "there is no room for the store, or a state is too large for it";
        run->thread_count = 0;
        return false;
    }
    run->workers = memory_new(threads * sizeof *run->workers);
    for (unsigned i = 0; i < threads; i++) {
        struct worker *worker = &run->workers[i];
        worker->run = run;
        worker->number = i;
        expander_init(&worker->expander, ts, mode, run->reduce);
        worker->expander.chain_limit = options->memory_limit ? options->memory_limit : LARGEST_CHAIN;
        worker->expander.goes_on = goes_on;
        worker->expander.context = worker;
        worker->node = memory_new(expand_node_size(ts, mode) + APART);
    }
    return true;
}

static void note_limit(_Atomic int *noted, enum search_limit limit) {
    int none = LIMIT_NONE;
    atomic_compare_exchange_strong(noted, &none, (int)limit);
}

void run_note_loss(struct run *run, enum search_limit limit) {
    note_limit(&run->limit, limit);
    note_limit(&run->loss, limit);
}

void run_note_cut(struct run *run) {
    if (run_is_stopping(run))
        atomic_store(&run->torn, true);
    else
        run_note_loss(run, LIMIT_MEMORY);
}

void run_stop(struct run *run, enum search_limit limit) {
    note_limit(&run->limit, limit);
    atomic_store(&run->stopping, true);
}

void run_show(struct worker *worker) {
    atomic_store_explicit(&worker->shown_transitions, worker->transitions, memory_order_relaxed);
    atomic_store_explicit(&worker->shown_passed, worker->passed, memory_order_relaxed);
    atomic_store_explicit(&worker->shown_depth, worker->depth, memory_order_relaxed);
    atomic_store_explicit(&worker->shown_memory, worker->memory, memory_order_relaxed);
}

static size_t memory_in_use(const struct run *run) {
    size_t bytes = store_memory(run->store) + (size_t)atomic_load_explicit(&run->shared_memory, memory_order_relaxed);
    for (unsigned i = 0; i < run->thread_count; i++)
        bytes += atomic_load_explicit(&run->workers[i].shown_memory, memory_order_relaxed);
    return bytes;
}

struct search_statistics run_statistics(const struct run *run) {
    struct search_statistics statistics = {.states = store_count(run->store),
                                           .transitions = run->base_transitions,
                                           .passed = run->base_passed,
                                           .depth = run->base_depth,
                                           .memory_bytes = memory_in_use(run),
                                           .seconds = run->base_seconds + run_clock() - run->begun,
                                           .coverage = store_coverage(run->store)};
    for (unsigned i = 0; i < run->thread_count; i++) {
        const struct worker *worker = &run->workers[i];
        statistics.transitions += atomic_load_explicit(&worker->shown_transitions, memory_order_relaxed);
        statistics.passed += atomic_load_explicit(&worker->shown_passed, memory_order_relaxed);
        uint64_t depth = atomic_load_explicit(&worker->shown_depth, memory_order_relaxed);
        if (depth > statistics.depth) statistics.depth = depth;
    }
    return statistics;
}

/* One thread at a time; the others have better things to do than to wait. */
static void show_progress(struct run *run, double now) {
    if (atomic_flag_test_and_set(&run->showing)) return;
    if (now - run->last_shown >= SHOW_EVERY) {
        run->last_shown = now;
        struct search_statistics statistics = run_statistics(run);
        run->options->progress(run->options->progress_context, &statistics);
    }
    atomic_flag_clear(&run->showing);
}

static void look_at_limits(struct run *run) {
    switch (limits_reached()) {
    case LIMITS_INTERRUPTED: run_stop(run, LIMIT_INTERRUPTED); break;
    case LIMITS_TIME: run_stop(run, LIMIT_TIME); break;
    case LIMITS_MEMORY: run_stop(run, LIMIT_MEMORY); break;
    default: break;
    }
}

bool run_tick_slow(struct worker *worker) {
    struct run *run = worker->run;
    const struct search_options *options = run->options;
    worker->ticks = 0;
    run_show(worker);
    double now = run_clock();
    look_at_limits(run);
    if (options->interrupted && *options->interrupted) run_stop(run, LIMIT_INTERRUPTED);
    if (options->memory_limit && memory_in_use(run) > options->memory_limit) run_stop(run, LIMIT_MEMORY);
    if (options->time_limit > 0 && now - run->begun > options->time_limit) run_stop(run, LIMIT_TIME);
    if (run->pause_at > 0 && now > run->pause_at) atomic_store(&run->pausing, true);
    if (options->progress) show_progress(run, now);
    return !run_is_stopping(run);
}

bool run_has_enough(const struct run *run) {
    return run->options->violations &&
           atomic_load_explicit(&run->violation_count, memory_order_relaxed) >= run->options->violations;
}

static void finding_free(struct finding *finding) { vec_free(&finding->path.entries); }

void run_forget_findings(struct run *run) {
    for (size_t i = 0; i < run->findings.count; i++) finding_free(&run->findings.items[i]);
    vec_free(&run->findings);
    atomic_store(&run->violation_count, 0);
}

static bool comes_before(const struct finding *a, const struct finding *b) {
    return a->length != b->length ? a->length < b->length : a->order < b->order;
}

bool run_report(struct run *run, struct finding *finding) {
    pthread_mutex_lock(&run->mutex);
    atomic_fetch_add(&run->violation_count, 1);
    finding->order = run->finding_order++;
    bool wanted = true;
    if (run->findings.count < FINDINGS_KEPT) {
        vec_push(&run->findings, *finding);
    } else {
        size_t last = 0;
        for (size_t i = 1; i < run->findings.count; i++)
            if (comes_before(&run->findings.items[last], &run->findings.items[i])) last = i;
        wanted = comes_before(finding, &run->findings.items[last]);
        if (wanted) {
            finding_free(&run->findings.items[last]);
            run->findings.items[last] = *finding;
        }
    }
    pthread_mutex_unlock(&run->mutex);
    if (!wanted) finding_free(finding);
    return wanted;
}

bool run_is_first_fault(struct run *run, const void *state, uint32_t size, uint32_t index) {
    if (!run->reduce || !run->ts->counts_passing) return true;
    uint64_t hash = store_hash(state, size) ^ (index * UINT64_C(0x9e3779b97f4a7c15));
    pthread_mutex_lock(&run->mutex);
    bool is_first = nodeset_add(&run->faulty, state, size, hash, NULL);
    pthread_mutex_unlock(&run->mutex);
    if (is_first) atomic_fetch_add_explicit(&run->shared_memory, (int64_t)size, memory_order_relaxed);
    return is_first;
}

bool run_is_invalid_end(const struct worker *worker, const void *node, uint32_t size) {
    return !worker->run->options->ignore_end_states && !(expander_marks(&worker->expander, node, size) & TS_VALID_END);
}

bool run_is_news(const struct run *run, const struct expander *expander, const struct expand_entry *entry) {
    if (entry->step.fault || entry->violating) return true;
    const void *node = expander_bytes(expander, entry);
    if (expander->stepwise && entry->transient) return true; /* it leads on */
    return entry->is_node && !store_contains(run->store, node, entry->size, store_hash(node, entry->size));
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

struct ts_trace *run_trace(const struct run *run, const struct path *path, size_t cycle) {
    struct expander expander;
    expander_init(&expander, run->ts, run->mode, run->reduce);
    expander.stepwise = run->stepwise;
    unsigned char *node = memory_new(expand_node_size(run->ts, run->mode));
    uint32_t size = 0;
    struct ts_trace *trace = ts_trace_new();
    for (size_t i = 0; i < path->entries.count; i++) {
        expander_clear(&expander);
        struct expansion expansion = i == 0 ? expander_initial(&expander) : expander_add(&expander, node, size);
        uint32_t index = path->entries.items[i];
        if (index >= expansion.end) {
            ts_trace_free(trace);
            trace = NULL;
            break;
        }
        trace_way(trace, &expander, index, node, &size);
        if (i + 1 == cycle) trace->cycle_start = trace->states.count - 1;
    }
    free(node);
    expander_free(&expander);
    assert(!trace || ts_trace_replays(run->ts, trace));
    return trace;
}

static int compare_findings(const void *a, const void *b) { return comes_before(a, b) ? -1 : comes_before(b, a); }

static void add_violation(const struct run *run, struct finding *finding, bool with_trace) {
    struct violation violation = {.kind = finding->kind, .message = finding->kind};
    if (finding->fault) {
        const struct ts_fault *fault = run->ts->fault(run->ts, finding->fault);
        violation.kind = fault->kind;
        violation.message = fault->message;
        violation.place = fault->place;
    }
    if (with_trace && finding->path.entries.count) violation.trace = run_trace(run, &finding->path, finding->cycle);
    if (violation.trace && !finding->fault) ts_trace_drop_idle_end(violation.trace);
    vec_push(&run->result->violations, violation);
}

static void add_violations(struct run *run) {
    size_t wanted = run->findings.count;
    uint64_t count = atomic_load(&run->violation_count);
    if (run->options->violations && count > run->options->violations) count = run->options->violations;
    if (wanted > count) wanted = count;
    run->result->violation_count = count;
    if (run->findings.count)
        qsort(run->findings.items, run->findings.count, sizeof *run->findings.items, compare_findings);
    for (size_t i = 0; i < wanted; i++) add_violation(run, &run->findings.items[i], i < RUN_TRACES_KEPT);
}

static void add_taken(struct run *run) {
    uint32_t count = run->ts->action_count;
    run->result->taken = memory_new(count);
    for (unsigned i = 0; i < run->thread_count; i++)
        for (uint32_t action = 0; action < count; action++)
            run->result->taken[action] |= run->workers[i].expander.taken[action];
}

static void release(struct run *run) {
    for (unsigned i = 0; i < run->thread_count; i++) {
        expander_free(&run->workers[i].expander);
        free(run->workers[i].node);
    }
    free(run->workers);
    run_forget_findings(run);
    nodeset_free(&run->faulty);
    pthread_mutex_destroy(&run->mutex);
    store_free(run->store);
}

struct search_result *run_finish(struct run *run) {
    struct search_result *result = run->result;
    for (unsigned i = 0; i < run->thread_count; i++) run_show(&run->workers[i]);
    if (run->store) {
        result->statistics = run_statistics(run);
        if (!store_is_exact(run->store)) run_note_loss(run, LIMIT_LOSSY_STORE);
    } else if (run->options->store == STORE_EXACT || run->options->store == STORE_TREE) {
        result->statistics.coverage = 1;
    }
    result->limit = (enum search_limit)atomic_load(&run->limit);
    if (run->options->phase) run->options->phase(run->options->phase_context, false);
    add_violations(run);
    add_taken(run);
    bool violated = result->violation_count > 0;
    result->complete = result->limit == LIMIT_NONE && !run_has_enough(run) && !result->error;
    result->verdict = violated ? VERDICT_VIOLATED : result->complete ? VERDICT_HOLDS : VERDICT_UNKNOWN;
    release(run);
    return result;
}
