/* The check of an application under way: what check.c, search.c, shares.c and fate.c share. */
#ifndef CLI_APP_CHECKING_H
#define CLI_APP_CHECKING_H

#include "base/progress.h"
#include "cli/app/app.h"
#include "cli/app/suppress.h"

#include <signal.h>

/* One search: the checks that are always there, or one property. */
struct part {
    const char *name, *formula, *what;
    enum search_goal goal;
    const struct ts_observer *observer; /* NULL: none */
};

struct checking {
    const struct command_app_options *command;
    struct app *app;
    struct arena *arena;
    struct answer *answer;
    const volatile sig_atomic_t *interrupted;
    struct progress progress;
    double started;
    double until; /* by the clock: whoever is searched has its share of the time; 0: all that is left */
    bool glance;  /* what is near comes first (shares.h) */
    struct search_statistics searched; /* figures of all searches */
    bool broke_off;                    /* the last search, in the middle of a step */
    bool is_probe;                     /* a search ends where a loop goes round too often (--loop-bound) */
    struct search_notes notes;         /* what checkpoints keep of its steps */
    struct suppressions suppressions;
    bool timely;                   /* alarms wait until their tasks are ready */
    bool is_covered_in_time;       /* ... and then, all states were seen, and nothing is wrong */
    bool is_unsafe;                /* the checks are violated */
    bool found_hurried;            /* something was found, in a run in which they do not */
    const struct part *part;       /* that is searched */
    struct paths *paths;           /* NULL: inputs are enumerated */
    struct command_smt2 smt2;      /* what it asks, for --emit-smt2 */
    bool loose;                    /* ... and it forgets what nothing depends on any more */
    bool joins;                    /* ... and goes through both sides of branches at once */
    const struct script *inputs;   /* of the run that is told; NULL: they are tried */
    struct sequential *sequential; /* NULL: the application itself is searched */
};

/* Searches for it, and keeps what it finds in the answer. False: stderr says why not. */
bool app_checking_run_part(struct checking *checking, const struct part *part);
/* All checks; one formula. */
bool app_checking_run_checks(struct checking *checking);
bool app_checking_run_formula(struct checking *checking, size_t number);
/* All states were seen, with all values: what was not reached never is. */
bool app_checking_is_covered(const struct checking *checking, bool complete);
/* Checks and formulas, not one after the other, but each for a part of the time; `covered`: by the checks. */
bool app_checking_shares_its_time(const struct checking *checking);
bool app_checking_run_shares(struct checking *checking, bool *covered);
/* The time that is left, or 0 if there is no limit. False: none is left. */
bool app_checking_time_left(const struct checking *checking, double *left);
/* Of a struct checking: nobody has interrupted it, and there is time. */
bool app_checking_goes_on(void *context);
/* Searches once more, for at most so many seconds or until a loop goes round too often, and keeps nothing. True: it was
 * all of it. */
bool app_checking_goes_through(struct checking *checking, double seconds);
/* Has a search for the checks an answer, all of it or something that goes wrong, in so many seconds? It keeps nothing.
 */
bool app_checking_ends_within(struct checking *checking, double seconds);
/* What cuts runs off, and which --loop-bound would not: the search is made again with larger ones. */
const char *app_checking_with_enough_rounds(struct checking *checking, const char *cut_off);
/* What is searched: the application, its paths, or the sequential program. */
const struct ts *app_checking_ts(const struct checking *checking);
struct result_property app_checking_property(const struct part *part);
void app_checking_keep_violation(struct checking *checking, const struct part *part, const struct violation *violation);
/* It is among the findings that the user knows and accepts. */
bool app_checking_is_suppressed(struct checking *checking, const struct violation *violation);
/* Of a struct checking: it has been found before, and what lies behind it is looked for. */
bool app_checking_is_known(void *context, const struct ts_fault *fault);
/* "a, b": the events of the mask. */
const char *app_checking_awaited_events(const struct checking *checking, uint64_t mask);
/* Where the one of that name has last called a service. */
struct place app_checking_last_call(const struct timeline *timeline, const char *name);

/* May a run have waited for an event; have gone back in its code, as code that never ends does? */
bool app_checking_has_waited(const struct checking *checking);
bool app_checking_has_gone_back(const struct checking *checking);
/* Time may wait in vain for a task that is not ready. */
bool app_checking_may_be_outrun(const struct checking *checking);
bool app_checking_may_starve(const struct checking *checking); /* somebody may be ready, and never run */
/* Says of the checks what the search could not see: it looks at states, not at what can never come any more. True:
 * there is more to see now, since time goes on where it stood still; the search is to be made again. */
bool app_checking_look_for_fate(struct checking *checking);

#endif
