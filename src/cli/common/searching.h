/* How to search: the options that every search shares, and what they mean to search_run(). */
#ifndef CLI_COMMON_SEARCHING_H
#define CLI_COMMON_SEARCHING_H

#include "base/progress.h"
#include "cli/common/options.h"
#include "report/result.h"
#include "search/search.h"

enum { ORDER_UNSET, ORDER_BFS, ORDER_DFS };

struct searching {
    int order, store;
    bool no_reduction;
    uint64_t threads, bits, depth, memory;
    double time, every;
    const char *checkpoint, *resume; /* files, or NULL */
    uint64_t subject;                /* searching_subject(), and what was loaded */
};

/* Names, NULL-terminated. */
extern const char *const searching_orders[]; /* as ORDER_... */
extern const char *const searching_stores[]; /* as enum store_kind */

/* --search, --store, --bits, --no-reduction, --threads. */
void searching_how(struct option_table *table, struct searching *searching);
/* --memory, --time, --depth. */
void searching_bounds(struct option_table *table, struct searching *searching);
/* The same, and --checkpoint, --every, --resume. */
void searching_limits(struct option_table *table, struct searching *searching);

/* A number for the program's version and every option that has to do with what is searched: all but limits, threads,
 * and what is done with the answer. */
uint64_t searching_subject(const struct option_table *table);

/* Breadth first unless asked otherwise, but for cycles. */
enum search_order searching_order(const struct searching *searching, enum search_goal goal);
/* A lossy store cannot tell a cycle from a state it takes for another: cycles are looked for with an exact one. */
enum store_kind searching_store(const struct searching *searching, enum search_goal goal);
/* Of a command that began at that moment of the clock: the time that is left, or 0 if there is no limit. False: none.
 */
bool searching_time_left(const struct searching *searching, double began, double *left);
/* All of it; `time_left` 0: no limit. */
struct search_options searching_options(const struct searching *searching, enum search_goal goal, double time_left);
/* search_run(); but where the order was left to us, and breadth first was cut off by a limit of time or memory, it goes
 * depth first for a tenth of the time, which finds errors that are easy but far away. `options->order` says afterwards
 * how the result was found; its figures are those of both. A checkpoint that could not be written is warned of. */
struct search_result *searching_run(const struct searching *searching, const struct ts *ts,
                                    struct search_options *options);
/* search_run(); but a cycle is looked for among short runs first, then among longer ones: of a system that never ends,
 * depth first would see one long run alone. */
struct search_result *searching_near(const struct ts *ts, const struct search_options *options);
/* Of two searches for the same, where the second had more time or looked farther: what it found; but it may have gone
 * another way, and missed a violation that the first one has. `before` may be NULL; the other one is released. */
struct search_result *searching_better(struct search_result *before, struct search_result *after);
/* Might it have found more with more time? `broke_off`: it gave up before its time was over. */
bool searching_was_cut(const struct search_options *options, const struct search_result *found, bool broke_off);
/* The threads that a search will use, for reports. */
unsigned searching_threads(const struct searching *searching);
/* A property that is not looked at, for want of time or because of an interrupt: the parts of `property` that the
 * caller knows, and the others. */
struct result_property searching_skipped(const struct searching *searching, struct result_property property,
                                         enum search_goal goal, bool interrupted);
/* The same with what a search found, by these options. */
struct result_property searching_found(struct result_property property, const struct search_result *found,
                                       const struct search_options *options);
/* The live line for a search under way. */
void searching_show(struct progress *progress, const struct search_statistics *statistics);

#endif
