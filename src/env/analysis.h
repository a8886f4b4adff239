/* Difference analysis: which structure do the failing environments have, and the others not (Yatake 2010, section 5.2)?
 *
 * Structures are small patterns: "some task has two or more resources", "two tasks share a resource". Among all
 * patterns of the class model, and combinations of up to three, the smallest is looked for that the failing
 * environments have and the others do not. What it says is true of the environments it was given, not a proof about
 * others. */
#ifndef ENV_ANALYSIS_H
#define ENV_ANALYSIS_H

#include "env/graphs.h"

struct env_analysis;

enum env_analysis_kind {
    ENV_ANALYSIS_NONE,    /* nothing fails                                                       */
    ENV_ANALYSIS_ALL,     /* everything fails                                                    */
    ENV_ANALYSIS_EXACT,   /* `condition` separates exactly                                       */
    ENV_ANALYSIS_PARTIAL, /* `necessary`, `sufficient`: either may be NULL if there is none      */
};

struct env_analysis_result {
    enum env_analysis_kind kind;
    char *condition;             /* "some task has two or more resources" */
    char *necessary;             /* only these fail ...                                          */
    char *sufficient;            /* all of these fail ...                                        */
    uint64_t necessary_holding;  /* ... but this many with it hold, too               */
    uint64_t sufficient_failing; /* ... this many of the failing ones                 */
    uint64_t failing, holding;   /* environments looked at */
    bool sampled;                /* there were more than that */
};

/* The models of a sweep: the same text with different constants, so the same classes and members. */
struct env_analysis *env_analysis_new(const struct env_model *const *models, size_t count);
void env_analysis_free(struct env_analysis *analysis);

/* The outcome of one environment of models[model]; `number` tells environments apart. Of very many only some are kept,
 * chosen by number alone, so that the order in which they come does not matter. */
void env_analysis_add(struct env_analysis *analysis, size_t model, uint64_t number, const struct env_graph *graph,
                      bool fails);
struct env_analysis_result *env_analysis_find(const struct env_analysis *analysis);
void env_analysis_result_free(struct env_analysis_result *result);

#endif
