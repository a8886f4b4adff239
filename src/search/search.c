/* Chooses the algorithm for what is asked. */
#include "search/search.h"

#include "search/bfs.h"
#include "search/cycles.h"
#include "search/dfs.h"
#include "search/run.h"

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

static unsigned thread_count(const struct search_options *options) {
    long threads = options->threads ? (long)options->threads : sysconf(_SC_NPROCESSORS_ONLN);
    if (threads < 1) return 1;
    return threads > RUN_MAX_THREADS ? RUN_MAX_THREADS : (unsigned)threads;
}

static struct search_result *search_dfs(const struct ts *ts, const struct search_options *options) {
    struct run run;
    run_init(&run, ts, options, EXPAND_STATES, thread_count(options), NULL);
    struct dfs dfs;
    dfs_init(&dfs, &run);
    dfs_start(&dfs);
    dfs_search(&dfs);
    dfs_free(&dfs);
    return run_finish(&run);
}

static struct search_result *search_bfs(const struct ts *ts, const struct search_options *options) {
    struct run run;
    run_init(&run, ts, options, EXPAND_STATES, thread_count(options), NULL);
    struct bfs bfs;
    bfs_init(&bfs, &run, true);
    bfs_start(&bfs);
    bfs_search(&bfs);
    bfs_free(&bfs);
    return run_finish(&run);
}

static struct search_result *search_cycles(const struct ts *ts, const struct search_options *options) {
    struct run run;
    run_init(&run, ts, options, options->fair ? EXPAND_ALL_STATES : EXPAND_HELD_STATES, 1, NULL);
    cycles_search(&run);
    return run_finish(&run);
}

struct search_result *search_run(const struct ts *ts, const struct search_options *options) {
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
