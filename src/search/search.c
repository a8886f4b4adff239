/* Chooses the algorithm for what is asked. */
#include "search/search.h"

#include "search/bfs.h"
#include "search/cycles.h"
#include "search/dfs.h"
#include "search/run.h"
#include "search/snapshot.h"

#include <string.h>
#include <unistd.h>

const char *search_limit_name(enum search_limit limit) {
    switch (limit) {
    case LIMIT_NONE: return "none";
    case LIMIT_MEMORY: return "memory limit";
    case LIMIT_TIME: return "time limit";
    case LIMIT_DEPTH: return "depth limit";
    case LIMIT_LOSSY_STORE: return "lossy store";
    case LIMIT_INTERRUPTED: return "interrupted";
    }
    return "unknown";
}

static unsigned thread_count(const struct ts *ts, const struct search_options *options) {
    long threads = ts->sequential ? 1 : options->threads ? (long)options->threads : sysconf(_SC_NPROCESSORS_ONLN);
    if (threads < 1) return 1;
    return threads > RUN_MAX_THREADS ? RUN_MAX_THREADS : (unsigned)threads;
}

static struct search_result *refuse(const char *why) {
    struct search_result *result = memory_new(sizeof *result);
    result->verdict = VERDICT_UNKNOWN;
    result->error = why;
    return result;
}

/* Begins a safety search, anew or from a snapshot; `snapshot` is open then. */
static const char *begin(struct run *run, struct snapshot *snapshot, const struct ts *ts,
                         const struct search_options *options) {
    if (options->resume) return snapshot_open(snapshot, run, ts, options, thread_count(ts, options));
    run_init(run, ts, options, EXPAND_STATES, thread_count(ts, options), NULL);
    return NULL;
}

static void end_resume(struct run *run, struct snapshot *snapshot) {
    run->result->error = snapshot_close(snapshot);
    if (run->result->error) run_forget_findings(run);
}

static struct search_result *search_dfs(const struct ts *ts, const struct search_options *options) {
    struct run run;
    struct snapshot snapshot;
    const char *wrong = begin(&run, &snapshot, ts, options);
    if (wrong) return refuse(wrong);
    if (!run.store) return run_finish(&run);
    struct dfs dfs;
    dfs_init(&dfs, &run);
    if (options->resume) {
        dfs_load(&dfs, &snapshot.in);
        end_resume(&run, &snapshot);
    } else {
        dfs_start(&dfs);
    }
    if (!run.result->error) dfs_search(&dfs);
    dfs_free(&dfs);
    return run_finish(&run);
}

static struct search_result *breadth_first(const struct ts *ts, const struct search_options *options, bool keep_log) {
    struct run run;
    struct snapshot snapshot;
    const char *wrong = begin(&run, &snapshot, ts, options);
    if (wrong) return refuse(wrong);
    if (!run.store) return run_finish(&run);
    struct bfs bfs;
    bfs_init(&bfs, &run, keep_log);
    if (options->resume) {
        bfs_load(&bfs, &snapshot.in);
        end_resume(&run, &snapshot);
    } else {
        bfs_start(&bfs);
    }
    if (!run.result->error) bfs_search(&bfs);
    bfs_free(&bfs);
    return run_finish(&run);
}

/* Gives the result the violations, with traces, of a second search that keeps a log and stops as soon as it can. */
static void search_traces(const struct ts *ts, const struct search_options *options, struct search_result *result) {
    struct search_options again = *options;
    again.checkpoint = again.resume = NULL;
    again.time_limit = 0;
    again.progress = NULL;
    again.violations =
        result->violations.count < RUN_TRACES_KEPT ? (unsigned)result->violations.count : RUN_TRACES_KEPT;
    struct search_result *second = breadth_first(ts, &again, true);
    if (second->violations.count == again.violations) {
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
    struct run run;
    if (run_init(&run, ts, options, options->fair ? EXPAND_ALL_STATES : EXPAND_HELD_STATES, 1, NULL))
        cycles_search(&run);
    return run_finish(&run);
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
