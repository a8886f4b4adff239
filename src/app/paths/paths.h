/* An application as a transition system in which inputs are not enumerated: a state stands for all values that the
 * inputs can have there (form.h), and a step for a way through the code that several of them take.
 *
 * It has a step for each way that some values take, and every state that the application can reach is one of those that
 * some reachable state here stands for, and the other way round: what holds in all states of one holds in all of the
 * other. The kernel's part of a state is known, and stands where it stands in the application's own states. */
#ifndef APP_PATHS_PATHS_H
#define APP_PATHS_PATHS_H

#include "app/exec/steered.h"
#include "app/paths/form.h"
#include "app/paths/smt2.h"
#include "app/watch/watch.h"
#include "base/text.h"
#include "ts/product.h"
#include "ts/trace.h"

struct paths;
struct widened;

/* NULL if there is no solver: `why` says so. The executor outlives it. */
struct paths *paths_new(const struct executor *executor, struct text *why);
/* What formulas ask of a state is the same for all that it stands for, from now on. */
void paths_watch(struct paths *paths, const struct watch *watch);
void paths_free(struct paths *paths); /* NULL is allowed */

const struct ts *paths_ts(const struct paths *paths);

/* An observer of the application that reads states of these paths: `inner` does not notice. Both outlive it. */
struct paths_observer {
    struct ts_observer observer; /* its self is this */
    const struct ts_observer *inner;
    struct paths *paths;
};
void paths_observe(struct paths *paths, const struct ts_observer *inner, struct paths_observer *outer);
/* The solver did not know something, ever: what was not found may be there. */
bool paths_were_unsure(const struct paths *paths);
/* What was not known before does not count any more: a search begins anew. */
void paths_forget_doubts(struct paths *paths);

/* Tells somebody each question that is put to the solver (smt2.h). */
void paths_tell_questions(struct paths *paths, smt2_visitor visit, void *context);

/* Not all: what is known of inputs that nothing depends on any more is forgotten, also where others were compared with
 * them, and more (form.h). There may be more states than the application has, and fewer here: what holds in all of them
 * holds, but what goes wrong need not (paths_run() tells). Not to be changed during a search. */
void paths_set_keeps(struct paths *paths, enum form_keeps keeps);

/* What is written to some places is any number (widened.h; NULL: nowhere): more runs than there are. It outlives the
 * paths. Not to be changed during a search. Steps that cannot lead to the same state for ever have PATHS_COUNTS among
 * their labels then. */
enum { PATHS_COUNTS = 1u << 31 };
void paths_set_widened(struct paths *paths, struct widened *widened);

/* Branches whose sides only compute are gone through at once (join.h): fewer ways, and larger terms, with which fewer
 * states are the same. What was not known before is forgotten. Not to be changed during a search. */
void paths_set_joins(struct paths *paths, bool joins);
/* Steps have had more ways than are looked at, ever. */
bool paths_had_too_many_ways(const struct paths *paths);

/* Each way of each step from a state, also where several lead to the same. False: perhaps there are more. */
struct paths_way {
    const void *form;
    uint32_t size;
    const struct ts_step *step;
    const struct notes *notes; /* what it executes */
};
typedef void (*paths_visit)(void *context, const struct paths_way *way);
bool paths_ways(struct paths *paths, const void *state, uint32_t size, paths_visit visit, void *context);

/* Do the notes say more than what is executed (notes.wants_events)? Then && and || are decided where they are looked
 * at. Not to be changed during a search. */
void paths_set_events(struct paths *paths, bool wants_events);

/* A run of the application along this trace: values of its inputs that take exactly this way, and its steps. Where
 * several ways lead to the same, `is_wanted` says whether this is one (NULL: any is). False if there is none, or it
 * cannot be found out. */
typedef bool (*paths_is_wanted)(void *context, size_t step, const struct notes *notes);
struct paths_run {
    int64_t *inputs; /* in the order in which they come */
    size_t input_count;
    size_t again; /* so many of them come before the trace's cycle; input_count where there is none */
    struct steered_step *steps;
    size_t step_count;
    unsigned char *start; /* the application's first state */
    uint32_t start_size;
};
bool paths_run(struct paths *paths, const struct ts_trace *trace, paths_is_wanted is_wanted, void *context,
               struct paths_run *run);
/* The same for a trace of a product with an observer, whose states are longer by `tail` bytes. */
bool paths_run_observed(struct paths *paths, const struct ts_trace *trace, uint32_t tail, struct paths_run *run);
void paths_run_free(struct paths_run *run); /* what it points at */

#endif
