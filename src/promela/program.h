/* A Promela model, ready to be searched: parsed, compiled, with its claims. What commands and other methods use. */
#ifndef PROMELA_PROGRAM_H
#define PROMELA_PROGRAM_H

#include "jit/jit.h"
#include "promela/interactions.h"
#include "promela/parse.h"
#include "ts/product.h"
#include "ts/ts.h"

struct program_options {
    struct parse_options parse;
    bool allow_code; /* c_code and its kin may run */
    enum jit_compiler compiler;
    bool lose_messages;                           /* a send to a full channel succeeds and is lost (Spin's -m) */
    bool reverse_escapes;                         /* inner escapes before outer ones (Spin's -J) */
    const struct interaction_names *interactions; /* of a guide: reduction must not hide them; or NULL */
};

struct program;

/* NULL with errors in `diagnostics` if the model cannot be loaded. */
struct program *program_load(const char *path, const struct program_options *options, struct diagnostics *diagnostics);
/* The same for a text in memory; `path` is for messages and relative includes. */
struct program *program_load_text(const char *text, size_t length, const char *path,
                                  const struct program_options *options, struct diagnostics *diagnostics);
void program_free(struct program *program);

const struct model *program_model(const struct program *program); /* the tree, callables included */
const struct ts *program_ts(const struct program *program);
/* Those that were asked for, or NULL. */
const struct interactions *program_interactions(const struct program *program);
/* The search may be long: have the code optimised in the background. */
void program_optimise(struct program *program);
const char *program_code(const struct program *program); /* the generated C text */
/* A number for the files that embedded C includes; 0: there is none. False where they cannot be looked at: then the
 * number is never the same again, and what was found with such code is not taken for what would be found now. */
bool program_included(const struct program *program, uint64_t *number);

/* Never claims first, then ltl properties, in order of declaration. An ltl claim accepts the runs that violate it. */
size_t program_claim_count(const struct program *program);
const struct ts_observer *program_claim(const struct program *program, size_t claim);
bool program_claim_is_ltl(const struct program *program, size_t claim);
/* Can be violated only by a finite run: no search for cycles is needed. */
bool program_claim_is_safety(const struct program *program, size_t claim);
struct place program_claim_place(const struct program *program, size_t claim);
const char *program_claim_text(const struct program *program, size_t claim); /* the formula; NULL for never claims */

bool program_has_accept_labels(const struct program *program); /* in processes, not in claims */
bool program_has_progress_labels(const struct program *program);

/* The state in which the model starts: one, always. Of size program_ts(program)->max_state_size at most. */
void program_start(const struct program *program, void *state, uint32_t *size);

/* An inline that was named in options.parse.callable: a number for program_call(), or -1 if there is none of that name.
 */
int program_callable(const struct program *program, const char *name);
size_t program_callable_parameters(const struct program *program, int callable);

/* Calls it: runs it to its end from `state`, alone, every way it can go. emit() gets each state that it can end in,
 * once per way at most, with the last step taken. A way that goes wrong ends with a fault: its step's own; "blocked" if
 * it blocks before its end; "endless" if it comes back to where it was, and so need not reach it; "creates" if it
 * creates a process; "limit" if there are too many states to follow them all: then nothing is known of the rest. False
 * if `count` is not the number of its parameters or there is no such inline, or no room for another process. */
bool program_call(const struct program *program, int callable, const int *arguments, size_t count, const void *state,
                  uint32_t size, ts_emit emit, void *context);

/* A model variable's value in a state: "x", "task[2].state", a process's "client[1].x" ("client.x": the first one's).
 * False if there is none of that name. */
bool program_read(const struct program *program, const void *state, uint32_t size, const char *name, int *value);
/* Changes it, as an assignment would. Not possible for channels. */
bool program_write(const struct program *program, void *state, uint32_t size, const char *name, int value);

/* Process automata, for drawing. */
struct program_edge {
    unsigned from, to;
    const char *text;
    struct place place;
    uint32_t action;
    bool atomic; /* whoever takes it goes on without interruption */
};
struct program_automaton {
    const char *name;
    unsigned location_count, initial, end;
    const struct program_edge *edges;
    size_t edge_count;
    /* Labels of a location, joined by commas; NULL if it has none. */
    const char *const *labels;
};
size_t program_automaton_count(const struct program *program);
const struct program_automaton *program_automaton(const struct program *program, size_t index);
/* Where a process is: its automaton and location. False if there is no such actor in the state. */
bool program_where(const struct program *program, const void *state, uint32_t size, unsigned actor, size_t *automaton,
                   unsigned *location);
/* Adds the name that steps of this actor carry: "client[2]". */
void program_process_name(const struct program *program, const void *state, uint32_t size, unsigned actor,
                          struct text *out);

#endif
