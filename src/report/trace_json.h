/* Traces as JSON: written for tools, read back for replaying.
 *
 * A trace file holds no states, only who did what; whoever replays it finds the successor that fits. So a trace stays
 * valid for as long as the model's statements do, whatever the states look like inside. */
#ifndef REPORT_TRACE_JSON_H
#define REPORT_TRACE_JSON_H

#include "base/json.h"
#include "report/story.h"

/* How the model was read: a replay must read it the same way. */
struct trace_source {
    const char *model; /* path */
    const char *const *defines, *const *includes;
    size_t define_count, include_count;
    const char *ltl; /* or NULL */
    bool lose_messages, reverse_escapes;
};

/* What the trace shows; `kind` NULL: it is just a run. */
struct trace_finding {
    const char *kind, *property, *message;
    struct place place;
};

/* The first members of every file of this kind: "tool", "version", "format". */
void trace_json_head(struct json *json, const char *format);
/* "kind", "property", "message", "location". */
void trace_json_finding(struct json *json, const struct trace_finding *finding);
/* The member "changes" of a step. */
void trace_json_changes(struct json *json, const struct story_step *step);
/* The member "options": how the model was read. */
void trace_json_options(struct json *json, const struct trace_source *source);
/* The member "initial": the variables where the run begins, without what watches it. */
void trace_json_initial(struct json *json, const struct story *story);
/* The array of steps alone, as in the `trace` of a violation. */
void trace_json_steps(struct json *json, const struct story *story);
/* The whole file. */
void trace_json_write(struct text *out, const struct story *story, const struct trace_source *source,
                      const struct trace_finding *finding);

struct trace_read_step {
    struct ts_step step;   /* only action, reply, actor and partner are set */
    const char *statement; /* as it was described; NULL if the file does not say */
};

struct trace_read {
    struct arena *arena;
    struct trace_source source; /* its strings and lists belong to the arena */
    VEC(struct trace_read_step) steps;
    size_t cycle_start; /* SIZE_MAX: none */
};

/* Reads a trace file, or the first trace in a result of `rtcheck model --json`. False: `error` says why. */
bool trace_json_read(const char *text, size_t length, struct trace_read *out, struct text *error);
void trace_read_free(struct trace_read *trace);

#endif
