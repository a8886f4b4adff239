/* A check of a model under way: what its parts share. */
#ifndef CLI_MODEL_RUN_H
#define CLI_MODEL_RUN_H

#include "base/progress.h"
#include "cli/checks.h"
#include "cli/model_check.h"
#include "guide/parts.h"
#include "report/result.h"
#include "results/results.h"

struct model_run {
    const struct model_options *options;
    struct program *program;
    struct ts *guided; /* the model under its guide, or NULL */
    struct checks checks;
    struct result result;
    struct arena *arena; /* strings of the result */
    VEC(struct search_result *) searches;
    unsigned char *taken; /* by any search without a claim, per action */
    unsigned char *met;   /* by any search, per interaction */
    struct guide_search searching;
    struct guide_parts parts;
    struct results_database *results; /* of the parts */
    const volatile sig_atomic_t *interrupted;
    struct progress progress;
    bool optimised;
    double started;
};

/* What is searched for one check, in the time that is left (0: no limit). */
struct search_options model_run_options(struct model_run *run, const struct check *check, double time_left);
/* All that the program is made of, what the guide says, and which steps it speaks of, as a number. */
uint64_t model_run_subject(const struct model_run *run, uint64_t so_far);
/* Under the run's guide, or a part of it. */
struct search_result *model_run_search(struct model_run *run, const struct ts *ts, struct guide *guide,
                                       struct search_options *options);
/* The time that is left, or 0 if there is no limit. False: none is left. */
bool model_run_time_left(const struct model_run *run, double *left);
struct result_property model_run_property(const struct check *check);
/* Notes which interactions the search has met. */
void model_run_note_met(struct model_run *run, const struct search_result *found);
void model_run_keep_violation(struct model_run *run, const struct ts *ts, const struct check *check,
                              const struct violation *violation);

/* Part by part: those that do not fit are cut while that can be done; every part that is left has a line of its own. */
int model_parts_check(struct model_run *run, struct guide_parts *parts);

#endif
