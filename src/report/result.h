/* The outcome of a search as data: filled in by the command, printed by report/. Strings are borrowed. */
#ifndef REPORT_RESULT_H
#define REPORT_RESULT_H

#include "report/story.h"
#include "report/style.h"
#include "report/trace_json.h"
#include "search/search.h"

/* A process that cannot go on, and the statements it waits at. */
struct result_blocked {
    const char *process;
    struct place place;
    const char *waits_for; /* "q?x", or several joined by " or " */
    bool at_valid_end;
};

struct result_violation {
    const char *property;
    const struct violation *violation;
    const char *doubt;                  /* why it may not be one, as half a sentence; NULL: it is sure */
    struct story *story;                /* NULL if the trace was not kept */
    VEC(struct result_blocked) blocked; /* invalid end states */
};

/* One property that was checked, or that was not reached any more. */
struct result_property {
    const char *name;
    const char *formula;        /* of ltl properties; else NULL */
    const char *what;           /* "safety", "never", "ltl", "acceptance cycles", "non-progress cycles" */
    const char *search, *store; /* "bfs", "exact" ... */
    bool was_run;
    enum verdict verdict;
    bool complete;
    enum search_limit limit;
    const char *why; /* nothing is known, if no limit was the reason; what was done, if it was not run; else NULL */
    struct search_statistics statistics;
    uint64_t violation_count;
};

struct result_unreached {
    const char *proctype, *statement;
    struct place place;
};

struct json;
struct result {
    const char *command; /* NULL: "model" */
    bool within_bounds;  /* of what is infinite only a part was looked at: the answer is about that part */
    bool no_checkpoints; /* the command cannot go on where an earlier run ended */
    const char *but;     /* nothing was violated, but that is not enough: why; or NULL */
    const char *except;  /* it holds, of all but these, which are not part of the verdict; or NULL */
    struct trace_source source;
    enum verdict verdict;
    bool complete;
    VEC(struct result_property) properties;
    VEC(struct result_violation) violations;
    uint64_t violation_count;
    struct search_statistics total; /* sums; depth and memory: the largest */
    bool unreached_known;           /* only a complete search without claim can tell */
    VEC(struct result_unreached) unreached;
    /* Members of the JSON object that only this command has, in place of "options"; NULL: none. */
    void (*members)(struct json *json, const void *context);
    const void *members_context;
    bool tells_initial; /* JSON says where runs begin, as that is chosen */
    const char *store;  /* as the option spells it */
    bool reduction;
    unsigned threads;
};

/* Of one search more; all but its coverage. */
void result_add_figures(struct search_statistics *total, const struct search_statistics *more);
/* Adds a property's figures to the whole. */
void result_add_property(struct result *result, struct result_property property);
void result_free(struct result *result);
const char *result_verdict_name(enum verdict verdict); /* holds, violated, unknown */

/* "ltl p does not hold", where it is a claim that is violated; else false. */
bool result_claim_title(struct text *out, const struct result *result, const struct result_violation *violation);
/* "assertion failed: x < 2, at a.pml:7", "ltl p does not hold (acceptance cycle)" */
void result_violation_title(struct text *out, const struct result *result, const struct result_violation *violation);
const struct result_property *result_find_property(const struct result *result, const char *name);

/* ---- Parts, for commands that have more to say ---- */

void result_text_word(struct text *out, const struct style *style, enum verdict verdict); /* "holds: ", in its colour */
void result_text_verdict(struct text *out, const struct style *style, const struct result *result);
void result_text_properties(struct text *out, const struct style *style, const struct result *result);
void result_text_figures(struct text *out, const struct result *result);
void result_text_limits(struct text *out, const struct style *style, const struct result *result);
void result_text_blocked(struct text *out, const struct style *style, const struct result_violation *violation);
/* A title and what belongs to it, each word after a blank, in lines; nothing if that is empty. */
void result_text_row(struct text *out, const char *title, const struct text *words);
void result_text_wrap(struct text *out, size_t from); /* breaks the paragraph that starts there into lines */
struct trace_finding result_finding(const struct result_violation *violation);
/* "tool", "version", "command", "model": how every command's object begins. */
void result_json_head(struct json *json, const char *command, const char *model);
/* "states", "transitions", "passed", "depth", "seconds", "memory_bytes", "coverage". */
void result_json_statistics(struct json *json, const struct search_statistics *statistics);
/* The members that every command's object has, but for "violations". */
void result_json_common(struct json *json, const char *command, const struct result *result);
/* These, and no violations, of what needs no search; the object stays open for more. */
void result_json_unsearched(struct json *json, struct text *out, const char *command, const char *path,
                            enum verdict verdict);
/* "store", "reduction", "threads", "properties", "violation_count". */
void result_json_search(struct json *json, const struct result *result);
void result_json_blocked(struct json *json, const struct result_violation *violation);
void result_json_diagnostics(struct json *json, const struct diagnostics *diagnostics);

/* ---- Whole answers ---- */

/* Exactly one object (docs/json.md). */
void result_json(struct text *out, const struct result *result);
/* The same for a model that could not be read at all. */
void result_json_error(struct text *out, const char *command, const char *model, const struct diagnostics *diagnostics);
/* The same where a limit of the run came first: `limit` is its name, `message` says so. `finding`: what had been
 * found by then; NULL: nothing. */
void result_json_cut_off(struct text *out, const char *command, const char *model, const char *limit,
                         const char *message, const struct trace_finding *finding);
/* One run, as `rtcheck simulate` makes it. */
struct result_run {
    struct trace_source source;
    const struct story *story;
    struct trace_finding finding; /* kind NULL: nothing went wrong */
    bool random;
    uint64_t seed;
    const char *ended; /* "steps", "end", "stuck", "fault", "trace", "quit", "interrupted" */
    double seconds;
};
void result_json_run(struct text *out, const struct result_run *run);
/* For people: the verdict first. `trace_limit` 0: whole traces. `quiet`: the verdict's line alone. */
void result_text(struct text *out, const struct style *style, const struct result *result, size_t trace_limit,
                 bool quiet);

#endif
