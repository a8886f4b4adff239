/* A check of an Event-B machine under way: what eventb.c, eventb_inquiry.c and eventb_answer.c share. */
#ifndef CLI_EVENTB_H
#define CLI_EVENTB_H

#include "base/progress.h"
#include "cli/common/options.h"
#include "cli/common/searching.h"
#include "cli/eventb_proof.h"
#include "eventb/machine.h"
#include "eventb/temporal.h"
#include "report/result.h"

#include <signal.h>

struct eventb_options {
    const char *component, *lts;
    struct text_list bounds, events, formulas;
    uint64_t setups;
    bool no_symmetry;
    bool check, print, ascii, deadlock, strict, all_violations, no_refinement, no_solver, no_beyond;
    struct searching how;
    uint64_t trace_limit;
    bool json, quiet;
};

struct property {
    const char *name, *what, *formula;
    const struct ts_observer *observer; /* NULL: the machine alone */
    struct eb_machine *machine;         /* that is searched; NULL: there is nothing to search */
    enum search_goal goal;
};

/* A property, and what its searches have come to. */
struct inquiry {
    struct property property;
    struct eb_temporal *temporal; /* of a formula */
    struct ts *product;           /* with its observer */
    struct search_result *found;  /* the last search, as long as nothing was kept of it */
    struct search_options options;
    bool broke_off;     /* its time was over in the middle of a step */
    uint64_t cut_steps; /* in it */
    bool is_kept;
    struct result_property kept;
};

/* A check with wider bounds: a range of integers, larger carrier sets, or larger values of data types. */
struct eventb_look {
    int64_t low, high;
    unsigned set_size, levels; /* both 0: the range is wider, or ... */
    bool has_more_elements;    /* ... carrier sets have more elements than the axioms need */
    uint64_t states;
    bool was_made; /* there was a machine to be searched, and time */
    bool is_empty; /* no constants satisfy the axioms there */
    bool complete; /* it saw everything that there is within them */
    bool found;    /* a violation */
};

struct eventb_run {
    const struct eventb_options *options;
    const char *path;
    struct eb_development *development;
    struct eb_machine *machine;
    struct result result;
    struct arena *arena;
    VEC(struct inquiry *) inquiries;
    VEC(struct search_result *) searches;
    struct eb_machine *refinement; /* the machine with its abstractions */
    bool takes_all_along;          /* all of them */
    uint64_t joint_states;         /* then, of the machine with them; 0: not known */
    struct proofs proofs;
    unsigned char *taken; /* per event */
    bool taken_known;
    uint64_t cut_steps;
    const char *stopped;         /* why nothing is known: what could not be evaluated */
    const char *doubt;           /* the first thing that the last search did not decide */
    struct eb_machine *searched; /* just now */
    double deadline;             /* of that search; 0: none of its own */
    bool broke_off;              /* it was over in the middle of a step */
    VEC(const char *) doubts;    /* formulas that the bounds do not decide */
    VEC(struct eventb_look) looks;
    struct eventb_run *beyond; /* the look that found a violation; NULL: none did */
    bool is_look;              /* this is one */
    const char *widened;       /* that the answer is about wider bounds than the default, and why; NULL: it is not */
    const char *open;          /* why it is not known whether there are constants; NULL: it is */
    const volatile sig_atomic_t *interrupted;
    struct progress progress;
    double started;
};

/* ---- the whole of it (eventb_check.c) ---- */

/* Everything that is asked of the machine; `bounds` get the width that this takes. */
int eventb_check(struct eventb_run *run, struct eb_bounds *bounds);
void eventb_free(struct eventb_run *run);

/* ---- wider bounds (eventb_beyond.c) ---- */

/* Where no constants satisfy the axioms within the default bounds: the machine within the first wider ones in which
 * some do, and these bounds; else NULL, and notes say what was tried. */
struct eb_machine *eventb_find_constants(struct eventb_run *run, struct eb_bounds *bounds,
                                         struct diagnostics *diagnostics);
/* "carrier sets of 3". */
void eventb_look_name(const struct eventb_look *look, struct text *out);
/* After a check that found no violation: one that is found within wider bounds becomes part of the result. */
void eventb_look_beyond(struct eventb_run *run, const struct eb_bounds *bounds);

/* ---- searches (eventb_inquiry.c) ---- */

/* One more property to be searched for. */
struct inquiry *eventb_inquire(struct eventb_run *run, struct property property);
/* All of them, which share the time, and then are in the result. */
int eventb_search_for_all(struct eventb_run *run);
void eventb_forget_inquiries(struct eventb_run *run);
/* As one begins of which nothing is known. */
struct result_property eventb_property(const struct property *property);
/* Of a struct eventb_run: there is time, and nobody has interrupted it. */
bool eventb_goes_on(void *context);

/* ---- the answer (eventb_answer.c) ---- */

/* Also of a run that has no machine: the time was over before. */
void eventb_print_answer(struct eventb_run *run);

#endif
