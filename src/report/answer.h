/* The outcome of `rtcheck app` as data: filled in by the command, printed by report/. Strings are borrowed. */
#ifndef REPORT_ANSWER_H
#define REPORT_ANSWER_H

#include "app/exec/timeline.h"
#include "report/result.h"

struct answer_idle {
    const char *name;
    const char *kind; /* "task", "isr", "function" */
    struct place place;
};

struct answer_line {
    const char *function;
    struct place place;
};

struct answer_stack {
    const char *name;
    uint32_t bytes, calls;
    bool recursive;
};

/* The graph of computation that was searched; no nodes: there was none. */
struct answer_graph {
    uint32_t nodes, points, kernel_states, computed;
    double orders; /* in which the code of a task calls services, at most */
};

/* The execution tree, with loops unfolded so many times; 0: it was not counted. */
struct answer_tree {
    uint32_t loop_bound;
    double paths, states;
    double joined_paths, joined_states; /* where code without services is joined */
    bool endless, complete;
};

struct answer {
    struct result result;             /* its violations have no stories: their timelines are below */
    VEC(struct timeline *) timelines; /* one for each violation; NULL if the trace was not kept. Owned */
    const char *const *configurations, *const *sources;
    size_t configuration_count, source_count;
    const char *profile, *mode; /* mode NULL: the default */
    VEC(const char *) checks;   /* those that were on */
    bool reached_known;         /* only a complete search can tell */
    VEC(struct answer_idle) never_run;
    VEC(struct answer_line) endless;   /* loops that are never left */
    VEC(struct answer_line) unreached; /* statements, outside of what never runs */
    VEC(struct answer_stack) stacks;   /* what each context needs at most */
    bool show_stacks;                  /* in the text; the JSON object always has them */
    const char *assumption;            /* what is taken for granted; NULL: nothing */
    const char *const *undefined;      /* ... names that conditions of the preprocessor ask for are defined nowhere */
    size_t undefined_count;
    const char *in_time;      /* what is so if code is fast enough: half a sentence */
    const char *vacuous;      /* nothing was found, but nothing could be: why; NULL: otherwise */
    const char *hurried;      /* what is wrong in a run in which time outruns the code; NULL: otherwise */
    size_t hurried_property;  /* ... which property that is */
    bool hurry_decides;       /* ... and only in such runs (`hurried` says how); false: that is not known */
    bool hurry_is_slight;     /* ... though every task is ready in time: not if code takes no time */
    const char *slow;         /* how much time passes while code could run, in the run that is violated; NULL:
                                 none, or not known */
    const char *most_steps;   /* the time was over: what makes runs many, if that is known; or NULL */
    const char *large;        /* what is wrong in a run with large inputs; NULL: otherwise */
    bool large_decides;       /* ... and only in such runs; false: that is not known */
    bool large_is_cut;        /* ... since the time was over */
    bool is_of_constants;     /* ... with such constants of missing headers, not inputs */
    const char *reading;      /* ... if a missing header says otherwise: what, as half a sentence; or NULL */
    const char *remedy;       /* ... who can say it, and how; NULL: whoever knows the header */
    const char *sampled;      /* nothing, or not all, was found: some values of inputs were tried; NULL: all */
    bool is_blind_to_fate;    /* what may go on for ever was not looked at, and there is something that may */
    const char *inconclusive; /* rtcheck gave up somewhere: where and why; NULL: it did not */
    bool lacks_proof;         /* ... only a proof was given up: no run was */
    bool only_limits;         /* ... nowhere but where runs are longer, or deeper, than it follows them */
    const struct diagnostics *diagnostics;
    const char *engine;           /* "explicit", "spin", "paths", "all", "auto"; NULL: the first */
    const char *chosen;           /* "auto": which one answers; otherwise NULL */
    const char *chosen_because;   /* ... and why */
    bool is_fate;                 /* what is wrong is that something never comes: no single run shows it */
    bool is_neglect;              /* ... that nobody looks at an error, in this run: some engines have no such runs */
    bool fairness_decides;        /* a formula holds because steps are owed (counters go on) */
    const char *spin_not_asked;   /* "all": why not, at all or about formulas; NULL: it was */
    const struct result *by_spin; /* "all": what Spin says; NULL: it was not asked */
    struct answer_graph graph;    /* "sequential" */
    struct answer_tree tree;      /* ... on request */
    const char *paths_not_asked;  /* the same for paths */
    const struct result *by_paths;
    const char *sequential_not_asked; /* ... and for the sequential program */
    const struct result *by_sequential;
    const char *widened; /* "auto": what was taken to be any number ("`ms`"); NULL: all numbers are those that come */
    const char *open_numbers; /* ... and why nothing is known even so; NULL: it was not asked, or is known */
    const char *proof;        /* "sequential": how it was proved, "induction" or "invariants"; NULL: it was not */
};
void answer_free(struct answer *answer);

/* Numbers leave their types in runs with large inputs (CFRONT_SMALL), and nothing else is wrong. */
bool answer_has_large_inputs(const struct answer *answer);
/* All that is wrong is about numbers that cannot be what they are used for: indices, divisors, times ... */
bool answer_is_about_numbers(const struct answer *answer);
/* ... about numbers that services do not take. */
bool answer_is_about_arguments(const struct answer *answer);
/* ... about tasks, events, resources and alarms that there are, but that are not the right ones. */
bool answer_is_about_names(const struct answer *answer);
/* ... about tasks that wait for ever, which need not be where something wrong is named. */
bool answer_is_about_waiting(const struct answer *answer);
bool answer_is_about_what_lasts(const struct answer *answer);
/* ... about what services do, and not about what code computes. */
bool answer_is_about_races(const struct answer *answer);
bool answer_is_about_services(const struct answer *answer);
/* ... about pointers that are null, and what has no value. */
bool answer_is_about_pointers(const struct answer *answer);
/* Something that is wrong is said by the program itself, or by a formula. */
bool answer_is_about_assertions(const struct answer *answer);

/* For people: the verdict first. `story_limit` 0: whole stories. `quiet`: the verdict's line alone. */
void answer_text(struct text *out, const struct style *style, const struct answer *answer, size_t story_limit,
                 bool quiet);
/* Exactly one object (docs/json.md). */
void answer_json(struct text *out, const struct answer *answer);
/* The same as a page. */
void answer_html(struct text *out, const struct answer *answer);
/* The file of --trace: the violation's run as JSON. */
void answer_trace(struct text *out, const struct answer *answer, size_t violation);

/* A sentence or two on what a violation of this kind means. */
const char *answer_explanation(const char *kind);

#endif
