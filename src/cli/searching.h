/* How to search: the options that every search shares, and what they mean to search_run(). */
#ifndef CLI_SEARCHING_H
#define CLI_SEARCHING_H

#include "cli/options.h"
#include "search/search.h"

enum { ORDER_UNSET, ORDER_BFS, ORDER_DFS };

struct searching {
    int order, store;
    bool no_reduction;
    uint64_t threads, bits, depth, memory;
    double time, every;
    const char *checkpoint, *resume; /* files, or NULL */
};

extern const char *const searching_stores[]; /* names, as enum store_kind; NULL-terminated */

/* --search, --store, --bits, --no-reduction, --threads. */
void searching_how(struct option_table *table, struct searching *searching);
/* --memory, --time, --depth, --checkpoint, --every, --resume. */
void searching_limits(struct option_table *table, struct searching *searching);

/* Breadth first unless asked otherwise, but for cycles. */
enum search_order searching_order(const struct searching *searching, enum search_goal goal);
/* A lossy store cannot tell a cycle from a state it takes for another: cycles are looked for with an exact one. */
enum store_kind searching_store(const struct searching *searching, enum search_goal goal);
/* All of it; `time_left` 0: no limit. */
struct search_options searching_options(const struct searching *searching, enum search_goal goal, double time_left);
/* search_run(); but where the order was left to us, and breadth first was cut off by a limit of time or memory, it goes
 * depth first for a tenth of the time, which finds errors that are easy but far away. `options->order` says afterwards
 * how the result was found. */
struct search_result *searching_run(const struct searching *searching, const struct ts *ts,
                                    struct search_options *options);
/* The threads that a search will use, for reports. */
unsigned searching_threads(const struct searching *searching);

#endif
