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
    struct checks checks;
    struct result result;
    struct arena *arena; /* strings of the result */
    VEC(struct search_result *) searches;
    unsigned char *taken; /* by any search without a claim, per action */
    unsigned char *met;   /* by any search, per interaction */
    struct guide_search searching;
    struct guide_parts parts;
    VEC(size_t) rests;                /* properties of parts that rest on the other parts */
    struct results_database *results; /* of the parts */
    const volatile sig_atomic_t *interrupted;
    struct progress progress;
    bool optimised;
    double started;
};

/* What is searched for one check, in the time that is left (0: no limit). */
struct search_options model_run_options(struct model_run *run, const struct check *check, double time_left);
/* All that the program is made of, what the guide says, and which steps it speaks of, as a number; `known`: will it be
 * the same again? */
uint64_t model_run_subject(const struct model_run *run, uint64_t so_far, bool *known);
/* What is searched for one check: the system, under a guide if there is one, with the claim, if that is what is
 * checked. */
struct model_subject {
    struct guide *guide;
    struct ts *guided;  /* NULL: there is no guide */
    struct ts *product; /* NULL: there is no claim */
    struct ts_guided_observer observer;
    const struct ts *ts; /* all of it */
};
/* Under the run's guide, or a part of it. `subject` must stay where it is. */
void model_subject_begin(struct model_subject *subject, struct model_run *run, struct guide *guide,
                         const struct check *check);
void model_subject_end(struct model_subject *subject);
struct search_result *model_subject_search(const struct model_subject *subject, struct model_run *run,
                                           const struct check *check, struct search_options *options);
/* What was found, as a property: unknown, where the guide was unrolled and more might come. */
struct result_property model_run_found(const struct model_run *run, const struct check *check,
                                       const struct search_result *found, const struct search_options *options);
bool model_run_is_safety(const struct check *check); /* nothing but safety */
/* The time that is left, or 0 if there is no limit. False: none is left. */
bool model_run_time_left(const struct model_run *run, double *left);
struct result_property model_run_property(const struct check *check);
/* Notes which interactions the search has met. */
void model_run_note_met(struct model_run *run, const struct search_result *found);
void model_run_keep_violation(struct model_run *run, const struct model_subject *subject, const struct check *check,
                              const struct violation *violation);

/* What a search for the check found, to be told: it belongs to the run now. */
void model_run_keep_search(struct model_run *run, const struct model_subject *subject, const struct check *check,
                           struct search_result *found, const struct search_options *options);

/* Without a guide: all checks, which share the time (model_shares.c). */
int model_share_checks(struct model_run *run);
/* Part by part: those that do not fit are cut while that can be done; every part that is left has a line of its own. */
int model_parts_check(struct model_run *run, struct guide_parts *parts, const struct check *check);

#endif
