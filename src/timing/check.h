/* A verdict for every constraint and every task: by search, and by analysis where search cannot tell. */
#ifndef TIMING_CHECK_H
#define TIMING_CHECK_H

#include "search/search.h"
#include "timing/analysis.h"
#include "timing/build.h"

enum tm_property_kind {
    TM_LIMIT,      /* a requirement of the model */
    TM_CONSTRAINT, /* a timing constraint: of a chain, a delay ... */
    TM_ACTIVATION, /* no activation is lost, no backlog without end */
    TM_STARVATION, /* every instance gets done */
    TM_UNCHECKED,  /* a constraint that is not checked */
    TM_FORMULA     /* --ltl */
};

struct tm_property {
    enum tm_property_kind kind;
    const char *name; /* the requirement's, or "activations of T" */
    const char *text; /* what must be */
    struct place place;
    int part, task;           /* -1: none */
    struct tm_system *system; /* in which it was looked for, and has its `task`; NULL: none */
    const struct am_requirement *requirement;
    const struct tm_formula *formula; /* of a TM_FORMULA */
    struct tm_target target;
    enum verdict verdict;
    const char *by;         /* "search", "analysis"; NULL: nothing is known */
    const char *found;      /* what can happen: "14.52 ms", if it is violated */
    const char *why;        /* it is unknown; NULL */
    bool is_possible;       /* violated only in an approximation: counted as unknown */
    struct ts_trace *trace; /* how; NULL: none */
    enum tm_times times;    /* of the durations in that run */
};

/* A search in dense time. */
struct tm_dense {
    struct tm_system *system;
    struct search_result *search;
    const char *why_not; /* what cannot happen there may still happen; NULL: it cannot */
};

enum { TM_SINGLE = 3 }; /* behaviours that are looked at apart: those of TM_LONGEST, TM_TUNED and TM_DRAWN_OUT */

struct tm_part_result {
    struct search_result *search; /* NULL: not begun */
    struct tm_bound *bounds;
    bool is_complete; /* every behaviour was covered */
    const char *why_not;
    struct tm_seen *seen;              /* by task, of the search over everything */
    struct tm_seen *single[TM_SINGLE]; /* NULL: not looked at apart */
    VEC(struct tm_dense) dense;        /* one for each unit that was tried */
};

struct tm_answer {
    struct tm_parts *parts;
    const struct am_model *model;
    struct arena *arena;
    VEC(struct tm_part_result) results; /* as parts */
    VEC(struct tm_property) properties;
    struct tm_property worst; /* the run with the worst response time of the task that is to be shown; no trace: none */
    enum verdict verdict;
    bool complete;
    bool is_guided;
    struct search_statistics total;
    VEC(const char *) doubts; /* of the whole model: what is not modelled and not safe to leave out */
};

/* `options`: how to search; its time limit is for everything together. */
struct tm_answer *tm_check(struct am_model *model, struct tm_parts *parts, const struct tm_options *build,
                           const struct search_options *options);
void tm_answer_free(struct tm_answer *answer); /* not the parts */

#endif
