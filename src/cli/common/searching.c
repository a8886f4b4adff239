#include "cli/common/searching.h"

#include "base/clock.h"
#include "base/fingerprint.h"
#include "cli/common/host.h"
#include "report/version.h"

#include <string.h>

const char *const searching_orders[] = {"auto", "bfs", "dfs", NULL};
const char *const searching_stores[] = {"exact", "tree", "bitstate", "hash", NULL};

void searching_how(struct option_table *table, struct searching *searching) {
    option_group(table, "How to search");
    option_choice(table, "search", &searching->order, searching_orders,
                  "bfs finds shortest counterexamples; auto (default) uses it where it can, and dfs for a while "
                  "where that comes to no end");
    option_choice(table, "store", &searching->store, searching_stores,
                  "how states are kept: exact (default), tree (less memory for large states), or bitstate and hash, "
                  "which need little memory but may miss states: they never answer `holds`");
    option_count(table, "bits", &searching->bits, 10, 50,
                 "bitstate: use a field of 2^N bits (default: 31, or what --memory allows)");
    option_flag(table, "no-reduction", &searching->no_reduction, "explore every interleaving");
    option_count(table, "threads", &searching->threads, 1, 1024, "threads (default: one per processor)");
}

void searching_bounds(struct option_table *table, struct searching *searching) {
    option_group(table, "Limits (a search that hits one ends with what is known, and exit status 3)");
    option_size(table, "memory", &searching->memory,
                "memory for states: 512M, 4G (default: what the machine has free)");
    option_seconds(table, "time", &searching->time, "time for everything: 90s, 5m, 2h");
    option_count(table, "depth", &searching->depth, 1, UINT64_MAX, "longest run to look at, in steps");
}

void searching_limits(struct option_table *table, struct searching *searching) {
    searching_bounds(table, searching);
    option_text(table, "checkpoint", &searching->checkpoint, "FILE", "save the search there now and then");
    option_seconds(table, "every", &searching->every, "how often to save it (default: 60s)");
    option_text(table, "resume", &searching->resume, "FILE", "go on from a saved search");
}

static const char *order_name(enum search_order order) {
    return searching_orders[order == SEARCH_BFS ? ORDER_BFS : ORDER_DFS];
}

enum search_order searching_order(const struct searching *searching, enum search_goal goal) {
    if (searching->order != ORDER_UNSET) return searching->order == ORDER_BFS ? SEARCH_BFS : SEARCH_DFS;
    return goal == SEARCH_SAFETY ? SEARCH_BFS : SEARCH_DFS;
}

enum store_kind searching_store(const struct searching *searching, enum search_goal goal) {
    bool lossy = searching->store == STORE_BITSTATE || searching->store == STORE_HASH;
    return lossy && goal != SEARCH_SAFETY ? STORE_TREE : (enum store_kind)searching->store;
}

/* A field of 2^31 bits, unless something else was asked for: 256 MiB are there on any machine, and are a lot of states.
 * 0 lets the store fill the memory that it was given. */
static unsigned bits_for(const struct searching *searching) {
    enum { DEFAULT_BITS = 31 };
    if (searching->bits) return (unsigned)searching->bits;
    return searching->memory ? 0 : DEFAULT_BITS;
}

uint64_t searching_subject(const struct option_table *table) {
    /* Of a guide its terms count (guide_fingerprint), not where they are read. */
    static const char *const without_meaning[] = {
        "threads", "memory",      "time",  "checkpoint",  "every",    "resume",    "json",    "quiet",
        "trace",   "trace-limit", "msc",   "msc-steps",   "emit-c",   "part-time", "results", "gantt",
        "html",    "btf",         "stack", "story-limit", "compiler", "parts",     "guide",   NULL};
    struct text values = {0};
    option_values(table, without_meaning, &values);
    uint64_t subject = fingerprint_text(fingerprint_text(FINGERPRINT_START, RTCHECK_VERSION), table->command);
    subject = fingerprint_bytes(subject, text_chars(&values), values.length);
    text_free(&values);
    return subject;
}

bool searching_time_left(const struct searching *searching, double began, double *left) {
    *left = 0;
    if (searching->time <= 0) return true;
    *left = searching->time - (clock_seconds() - began);
    return *left > 0;
}

struct search_options searching_options(const struct searching *searching, enum search_goal goal, double time_left) {
    uint64_t memory = searching->memory ? searching->memory : host_memory();
    return (struct search_options){
        .order = searching_order(searching, goal),
        .goal = goal,
        .no_reduction = searching->no_reduction,
        .store = searching_store(searching, goal),
        .bitstate_log2 = bits_for(searching),
        .threads = (unsigned)searching->threads,
        .memory_limit = memory < SIZE_MAX ? (size_t)memory : SIZE_MAX,
        .time_limit = time_left,
        .depth_limit = searching->depth,
        .checkpoint = searching->checkpoint,
        .checkpoint_every = searching->every > 0 ? searching->every : 60,
        .resume = searching->resume,
        .subject = searching->subject,
    };
}

static bool may_look_deeper(const struct searching *searching, const struct search_options *options) {
    return searching->order == ORDER_UNSET && options->order == SEARCH_BFS && options->goal == SEARCH_SAFETY &&
           !options->checkpoint && !options->resume && (options->store == STORE_EXACT || options->store == STORE_TREE);
}

static bool was_cut_off(const struct search_result *found) {
    return !found->error && found->verdict == VERDICT_UNKNOWN &&
           (found->limit == LIMIT_TIME || found->limit == LIMIT_MEMORY);
}

/* Both searches cost what they cost, whichever had the answer. */
static void add_statistics(struct search_statistics *whole, const struct search_statistics *part) {
    whole->states += part->states;
    whole->transitions += part->transitions;
    whole->passed += part->passed;
    whole->seconds += part->seconds;
    if (part->depth > whole->depth) whole->depth = part->depth;
    if (part->memory_bytes > whole->memory_bytes) whole->memory_bytes = part->memory_bytes;
}

static struct search_result *run_one(const struct ts *ts, const struct search_options *options) {
    struct search_result *found = search_run(ts, options);
    if (found->unsaved)
        fprintf(stderr, "rtcheck: warning: the checkpoint could not be written: %s: %s\n", options->checkpoint,
                strerror(found->unsaved));
    return found;
}

struct search_result *searching_run(const struct searching *searching, const struct ts *ts,
                                    struct search_options *options) {
    if (!may_look_deeper(searching, options)) return run_one(ts, options);
    const double share = 0.1;
    double limit = options->time_limit;
    options->time_limit = limit * (1 - share);
    struct search_result *wide = search_run(ts, options);
    if (!was_cut_off(wide)) return wide;
    struct search_options deep = *options;
    deep.order = SEARCH_DFS;
    deep.time_limit = limit > 0 ? limit * share : wide->statistics.seconds * share + 1;
    struct search_result *far = search_run(ts, &deep);
    bool better = !far->error && far->verdict == VERDICT_VIOLATED;
    struct search_result *told = better ? far : wide, *other = better ? wide : far;
    if (!other->error) add_statistics(&told->statistics, &other->statistics);
    search_result_free(other);
    if (better) options->order = SEARCH_DFS;
    return told;
}

static bool has_violation(const struct search_result *found) { return found->violation_count > found->doubtful_count; }

struct search_result *searching_better(struct search_result *before, struct search_result *after) {
    bool is_less = before && has_violation(before) && !has_violation(after);
    if (is_less && before->limit == LIMIT_DEPTH) before->limit = after->limit;
    search_result_free(is_less ? after : before);
    return is_less ? before : after;
}

struct search_result *searching_near(const struct ts *ts, const struct search_options *options) {
    enum { FIRST = 8, TIMES = 4 };
    struct search_options near = *options;
    struct search_result *best = NULL;
    double began = clock_seconds();
    if (options->goal == SEARCH_SAFETY || options->fair) return search_run(ts, options);
    for (uint64_t depth = FIRST;; depth *= TIMES) {
        bool whole = options->depth_limit && depth >= options->depth_limit;
        near.depth_limit = whole ? options->depth_limit : depth;
        struct search_result *found = search_run(ts, &near);
        bool has_enough = options->violations && found->violation_count >= options->violations;
        bool goes_deeper = !whole && !has_enough && !found->error && found->limit == LIMIT_DEPTH;
        near.time_limit = options->time_limit - (clock_seconds() - began);
        /* Only who asked for a limit of depth is told of one. */
        if (has_enough && !whole && found->limit == LIMIT_DEPTH) found->limit = LIMIT_NONE;
        if (goes_deeper && options->time_limit > 0 && near.time_limit <= 0) {
            found->limit = LIMIT_TIME;
            goes_deeper = false;
        }
        best = searching_better(best, found);
        if (!goes_deeper) return best;
    }
}

struct result_property searching_skipped(const struct searching *searching, struct result_property property,
                                         enum search_goal goal, bool interrupted) {
    property.search = order_name(searching_order(searching, goal));
    property.store = searching_stores[searching_store(searching, goal)];
    property.verdict = VERDICT_UNKNOWN;
    property.limit = interrupted ? LIMIT_INTERRUPTED : LIMIT_TIME;
    property.statistics = (struct search_statistics){.coverage = 1};
    return property;
}

struct result_property searching_found(struct result_property property, const struct search_result *found,
                                       const struct search_options *options) {
    property.search = order_name(options->order);
    property.store = searching_stores[options->store];
    property.was_run = true;
    property.verdict = found->verdict;
    property.complete = found->complete;
    property.limit = found->limit;
    property.statistics = found->statistics;
    property.violation_count = found->violation_count;
    return property;
}

void searching_show(struct progress *progress, const struct search_statistics *statistics) {
    struct progress_report report = {statistics->states, statistics->depth, statistics->memory_bytes,
                                     statistics->seconds};
    progress_show(progress, &report);
}

bool searching_was_cut(const struct search_options *options, const struct search_result *found, bool broke_off) {
    bool has_enough = found->violation_count && options->violations;
    return !has_enough && (found->limit == LIMIT_TIME || broke_off);
}

unsigned searching_threads(const struct searching *searching) {
    return searching->threads ? (unsigned)searching->threads : host_processors();
}
