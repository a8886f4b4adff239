/* Chooses the algorithm for what is asked. */
#include "search/search.h"

#include "search/bfs.h"
#include "search/cycles.h"
#include "search/dfs.h"
#include "search/job.h"
#include "search/snapshot.h"

#include <string.h>

enum verdict search_verdict_of_both(enum verdict a, enum verdict b) {
    if (a == VERDICT_VIOLATED || b == VERDICT_VIOLATED) return VERDICT_VIOLATED;
    return a == VERDICT_UNKNOWN || b == VERDICT_UNKNOWN ? VERDICT_UNKNOWN : VERDICT_HOLDS;
}

const char *search_limit_name(enum search_limit limit) {
    switch (limit) {
    case LIMIT_NONE: return "none";
    case LIMIT_MEMORY: return "memory limit";
    case LIMIT_TIME: return "time limit";
    case LIMIT_DEPTH: return "depth limit";
    case LIMIT_STATES: return "state limit";
    case LIMIT_LOSSY_STORE: return "lossy store";
    case LIMIT_INTERRUPTED: return "interrupted";
    }
    return "unknown";
}

static struct search_result *refuse(const char *why) {
    struct search_result *result = memory_new(sizeof *result);
    result->verdict = VERDICT_UNKNOWN;
    result->error = why;
    return result;
}

/* Begins a safety search, anew or from a snapshot; `snapshot` is open then. */
static const char *begin(struct job *job, struct snapshot *snapshot, const struct ts *ts,
                         const struct search_options *options) {
    if (options->resume) return snapshot_open(snapshot, job, ts, options, job_threads(ts, options));
    job_init(job, ts, options, EXPAND_STATES, job_threads(ts, options), NULL);
    return NULL;
}

static void end_resume(struct job *job, struct snapshot *snapshot) {
    job->result->error = snapshot_close(snapshot);
    if (job->result->error) job_forget_findings(job);
}

static struct search_result *search_dfs(const struct ts *ts, const struct search_options *options) {
    struct job job;
    struct snapshot snapshot;
    const char *wrong = begin(&job, &snapshot, ts, options);
    if (wrong) return refuse(wrong);
    if (!job.store) return job_finish(&job);
    struct dfs dfs;
    dfs_init(&dfs, &job);
    if (options->resume) {
        dfs_load(&dfs, &snapshot.in);
        end_resume(&job, &snapshot);
    } else {
        dfs_start(&dfs);
    }
    if (!job.result->error) dfs_search(&dfs);
    dfs_free(&dfs);
    return job_finish(&job);
}

static struct search_result *breadth_first(const struct ts *ts, const struct search_options *options, bool keep_log) {
    struct job job;
    struct snapshot snapshot;
    const char *wrong = begin(&job, &snapshot, ts, options);
    if (wrong) return refuse(wrong);
    if (!job.store) return job_finish(&job);
    struct bfs bfs;
    bfs_init(&bfs, &job, keep_log);
    if (options->resume) {
        bfs_load(&bfs, &snapshot.in);
        end_resume(&job, &snapshot);
    } else {
        bfs_start(&bfs);
    }
    if (!job.result->error) bfs_search(&bfs);
    bfs_free(&bfs);
    return job_finish(&job);
}

static struct ts_fault fault_of(const struct violation *violation) {
    return (struct ts_fault){
        .kind = violation->kind, .message = violation->message, .place = violation->place, .about = violation->about};
}

static bool has_same(const struct search_result *result, const struct violation *violation) {
    const struct ts_fault fault = fault_of(violation);
    for (size_t i = 0; i < result->violations.count; i++) {
        const struct ts_fault known = fault_of(&result->violations.items[i]);
        if (job_is_same_fault(&known, &fault)) return true;
    }
    return false;
}

/* What the first search has found, and the second one has not come to, is there without its trace. */
static void add_missing(struct search_result *second, const struct search_result *first) {
    for (size_t i = 0; i < first->violations.count; i++)
        if (!has_same(second, &first->violations.items[i])) vec_push(&second->violations, first->violations.items[i]);
}

/* Gives the result the violations, with traces, of a second search that keeps a log and stops as soon as it can. */
static void search_traces(const struct ts *ts, const struct search_options *options, struct search_result *result) {
    struct search_options again = *options;
    again.checkpoint = again.resume = NULL;
    again.time_limit = 0;
    again.progress = NULL;
    again.violations =
        result->violations.count < JOB_TRACES_KEPT ? (unsigned)result->violations.count : JOB_TRACES_KEPT;
    if (options->one_per_place) again.violations = options->violations; /* it ends where the first one has ended */
    struct search_result *second = breadth_first(ts, &again, true);
    if (options->one_per_place) add_missing(second, result);
    if (second->violations.count == again.violations || options->one_per_place) {
        vec_free(&result->violations);
        memcpy(&result->violations, &second->violations, sizeof result->violations);
        memset(&second->violations, 0, sizeof second->violations);
    }
    search_result_free(second);
}

static struct search_result *search_bfs(const struct ts *ts, const struct search_options *options) {
    /* A log would cost as much again as the tree: rather search twice, in the few cases that need it. */
    bool keep_log = options->store != STORE_TREE;
    struct search_result *result = breadth_first(ts, options, keep_log);
    if (!keep_log && !result->error && result->violations.count) search_traces(ts, options, result);
    return result;
}

static struct search_result *search_cycles(const struct ts *ts, const struct search_options *options) {
    if (options->store == STORE_BITSTATE || options->store == STORE_HASH)
        return refuse("a search for cycles needs an exact store");
    if (options->resume || options->checkpoint) return refuse("a search for cycles cannot use checkpoints");
    struct job job;
    if (job_init(&job, ts, options, options->fair ? EXPAND_ALL_STATES : EXPAND_HELD_STATES, 1, NULL))
        cycles_search(&job);
    return job_finish(&job);
}

struct search_result *search_run(const struct ts *ts, const struct search_options *options) {
    if (options->phase) options->phase(options->phase_context, true);
    if (options->goal != SEARCH_SAFETY) return search_cycles(ts, options);
    return options->order == SEARCH_BFS ? search_bfs(ts, options) : search_dfs(ts, options);
}

void search_result_free(struct search_result *result) {
    if (!result) return;
    for (size_t i = 0; i < result->violations.count; i++) ts_trace_free(result->violations.items[i].trace);
    vec_free(&result->violations);
    free(result->taken);
    free(result);
}
