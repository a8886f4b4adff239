/* All environments of a model, for all combinations of its constants: numbered, chosen, checked.
 *
 * A cell is one combination of constants and numbers of objects. The graphs of all cells, one cell after the other,
 * have the numbers 0 .. total-1; people see them from 1. */
#ifndef ENV_CAMPAIGN_H
#define ENV_CAMPAIGN_H

#include "env/analysis.h"
#include "env/check.h"
#include "results/results.h"

#include <signal.h>

/* `--set NAME=LOW..HIGH` */
struct env_sweep {
    const char *name;
    int64_t low, high;
};

struct env_cell {
    size_t model; /* in env_campaign.models */
    unsigned *sizes;
    uint64_t first, count; /* numbers of its graphs among all */
};

struct env_campaign {
    struct arena *arena;
    const char *path;
    VEC(const struct env_sweep *) sweeps;
    VEC(struct env_model *) models; /* one for each combination of constants */
    VEC(struct env_cell) cells;
    uint64_t total;
    bool counted;             /* else there are too many to count within the limit, or more than 64 bits hold, or: */
    enum limits_reason limit; /* of the run, which ended counting: `total` and the last cell's `count` are what there is
                                 at least, and cells are missing */
};

/* Parses the model once for each combination and counts; NULL after an error (also: no graph at all). `limit` as for
 * env_graphs_count(). */
struct env_campaign *env_campaign_new(const char *path, const struct env_sweep *sweeps, size_t count, uint64_t limit,
                                      struct diagnostics *diagnostics);
void env_campaign_free(struct env_campaign *campaign);
const struct env_model *env_campaign_model(const struct env_campaign *campaign, const struct env_cell *cell);
const struct env_cell *env_campaign_cell(const struct env_campaign *campaign, uint64_t number);
/* "T=2 R=1": the constants that vary, or, if none does, those that are set; then, of classes whose number is a range,
 * "Task=2". */
void env_cell_print(const struct env_campaign *campaign, const struct env_cell *cell, struct text *out);
/* The key of an environment in the results: all constants, numbers of objects, number within the cell. */
void env_campaign_key(const struct env_campaign *campaign, uint64_t number, struct text *out);

/* Graphs by number, for one thread. */
struct env_source;
struct env_source *env_source_new(const struct env_campaign *campaign);
void env_source_free(struct env_source *source);
/* Valid until the next call; NULL, with an error, if it cannot be made. */
const struct env_graph *env_source_graph(struct env_source *source, uint64_t number, struct diagnostics *diagnostics);

/* ---- which of them ---- */

struct env_selection {
    uint64_t from, every, count; /* from, from + every, ... */
    VEC(uint64_t) numbers;       /* of a random sample, ascending; else empty */
};

/* `sample` of the numbers from..to, all different, each set of them as likely as any other. */
void env_selection_sample(struct env_selection *selection, uint64_t from, uint64_t to, uint64_t sample, uint64_t seed);
uint64_t env_selection_at(const struct env_selection *selection, uint64_t index);
/* Is any of the numbers first .. first+count-1 among them? */
bool env_selection_touches(const struct env_selection *selection, uint64_t first, uint64_t count);
void env_selection_free(struct env_selection *selection);

#endif
