/* The outcome of `rtcheck app` as data: filled in by the command, printed by report/. Strings are borrowed. */
#ifndef REPORT_APP_ANSWER_H
#define REPORT_APP_ANSWER_H

#include "app/timeline.h"
#include "report/result.h"

struct app_answer_idle {
    const char *name;
    const char *kind; /* "task", "isr", "function" */
    struct place place;
};

struct app_answer_line {
    const char *function;
    struct place place;
};

struct app_answer_stack {
    const char *name;
    uint32_t bytes, calls;
    bool recursive;
};

struct app_answer {
    struct result result;             /* its violations have no stories: their timelines are below */
    VEC(struct timeline *) timelines; /* one for each violation; NULL if the trace was not kept. Owned */
    const char *const *configurations, *const *sources;
    size_t configuration_count, source_count;
    const char *profile, *mode; /* mode NULL: the default */
    VEC(const char *) checks;   /* those that were on */
    bool reached_known;         /* only a complete search can tell */
    VEC(struct app_answer_idle) never_run;
    VEC(struct app_answer_line) endless;   /* loops that are never left */
    VEC(struct app_answer_line) unreached; /* lines, outside of what never runs */
    VEC(struct app_answer_stack) stacks;   /* what each context needs at most */
    bool show_stacks;                      /* in the text; the JSON object always has them */
    const char *inconclusive;              /* rtcheck gave up somewhere: where and why; NULL: it did not */
    const struct diagnostics *diagnostics;
    const char *engine;           /* "explicit", "spin", "all"; NULL: the first */
    const struct result *by_spin; /* "all": what Spin says; NULL: it was not asked */
};
void app_answer_free(struct app_answer *answer);

/* For people: the verdict first. `story_limit` 0: whole stories. `quiet`: the verdict's line alone. */
void app_answer_text(struct text *out, const struct style *style, const struct app_answer *answer, size_t story_limit,
                     bool quiet);
/* Exactly one object (docs/json.md). */
void app_answer_json(struct text *out, const struct app_answer *answer);
/* The same as a page. */
void app_answer_html(struct text *out, const struct app_answer *answer);
/* The file of --trace: the violation's run as JSON. */
void app_answer_trace(struct text *out, const struct app_answer *answer, size_t violation);

/* A sentence or two on what a violation of this kind means. */
const char *app_answer_explanation(const char *kind);

#endif
