/* The checks of a campaign, on all processors, with their results in a database. */
#ifndef ENV_CAMPAIGN_RUN_H
#define ENV_CAMPAIGN_RUN_H

#include "env/campaign.h"
#include "env/symmetry.h"

struct env_tally {
    uint64_t holding, failing, unknown;
    uint64_t numberings;                 /* of objects, in the checks made now */
    uint64_t states, transitions, depth; /* sums, and the largest depth */
    double seconds;                      /* of all threads */
};

/* An environment that was checked, for tables. */
struct env_row {
    uint64_t number;
    enum verdict verdict;
};

struct env_rows {
    VEC(struct env_row) list; /* in order of their numbers */
};

/* The smallest failing environment: fewest objects, then links, then the smallest numbers. */
struct env_smallest {
    bool known;
    uint64_t objects, links, sum, number;
    char *kind, *message, *story;
};

struct env_progress {
    uint64_t done, total, failing;
    double seconds;
};

struct env_run_options {
    struct env_design *const *designs;      /* by model of the campaign; NULL where no environment is selected */
    struct env_symmetry *const *symmetries; /* likewise */
    bool all_numberings;                    /* of the objects, whether or not anything looks at their numbers */
    unsigned threads;
    uint64_t max_states; /* of one environment's product; 0: no limit */
    double time_limit;   /* seconds for everything; 0: none */
    bool stop_at_first;
    size_t rows; /* so many, at most, of env_run.failing_rows and env_run.rows */
    const volatile sig_atomic_t *interrupted;
    void (*progress)(void *context, const struct env_progress *progress); /* now and then, from the calling thread */
    void *progress_context;
};

/* A class whose objects are told apart by their numbers: their numberings were checked one by one. */
struct env_told_apart {
    const char *class_name;
    const char *why;
    struct place place;
};

struct env_run {
    struct env_tally total;
    struct env_tally *cells;      /* by cell of the campaign */
    uint64_t selected, resumed;   /* environments; those among them whose results were there before */
    bool complete;                /* all that were selected are done */
    const char *limit;            /* "interrupted", "time limit", "memory limit", "stopped at the first failure",
                                     "results not stored" (the database says why); or NULL */
    struct env_rows rows;         /* the first ones */
    struct env_rows failing_rows; /* the first failing ones */
    struct env_smallest smallest;
    VEC(struct env_told_apart) told_apart; /* by what the checks made now have shown */
    /* Of the environments that could not be decided the first, and why: too many states, or a mistake of the model. */
    uint64_t undecided;
    char *undecided_message;
    struct env_analysis *analysis;
    struct diagnostics problems; /* errors end a run: a guard that cannot be evaluated */
    double seconds;
};

struct env_run *env_campaign_run(const struct env_campaign *campaign, const struct env_selection *selection,
                                 struct results_database *database, const struct env_run_options *options);
void env_run_free(struct env_run *run);

#endif
