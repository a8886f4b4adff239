/* A trace in words: what every printer of traces (text, JSON, charts) works from.
 *
 * Invariant: step i leads from state i of the trace to state i + 1; all strings belong to the story's arena, and are
 * NULL where there is nothing to say. A story needs neither the trace nor the transition system once it is built. */
#ifndef REPORT_STORY_H
#define REPORT_STORY_H

#include "base/arena.h"
#include "ts/trace.h"

struct story_change {
    const char *name;
    const char *before; /* NULL: the variable was not there */
    const char *after;  /* NULL: it is gone                 */
};

struct story_step {
    struct ts_step step; /* its numbers, for replaying */
    const char *actor, *action, *partner, *reply, *channel, *message, *output, *interaction;
    struct place place, reply_place;
    enum ts_event event;
    const char *fault; /* what went wrong in this step */
    VEC(struct story_change) changes;
};

/* Variables of a state, in the order of the ts, as changes from nothing. */
struct story_variables {
    VEC(struct story_change) list;
};

struct story {
    struct arena *arena;
    VEC(struct story_change) initial; /* the variables at the start, as changes from nothing */
    VEC(struct story_step) steps;
    size_t cycle_start; /* index of the first step of the cycle; SIZE_MAX where there is none */
    size_t left_out;    /* steps before the first one here */
    /* The state it has come to, and its variables: the next step begins there. */
    const struct ts *ts; /* NULL: nothing is known */
    VEC(unsigned char) state;
    struct story_variables variables;
};

struct story *story_new(void);
void story_free(struct story *story); /* NULL is allowed */
struct story *story_from_trace(const struct ts *ts, const struct ts_trace *trace);
/* The same without the first steps where there are more than `most`; a cycle stays whole. Nobody reads a million lines,
 * and they take more memory than the search did. */
struct story *story_from_end(const struct ts *ts, const struct ts_trace *trace, size_t most);
enum { STORY_STEPS_TOLD = 10000 }; /* of a run, unless all of it is asked for */

/* For runs that are told as they happen. The first state comes first. */
void story_begin(struct story *story, const struct ts *ts, const void *state, uint32_t size);
const struct story_step *story_add(struct story *story, const struct ts *ts, const void *before, uint32_t before_size,
                                   const void *after, uint32_t after_size, const struct ts_step *step);
void story_drop_last(struct story *story);

/* Leaves out what happens to a variable that is none of the reader's business (an observer's location). */
void story_hide(struct story *story, const char *name);

/* A step in which nobody does anything: the run has ended, time goes on. */
bool story_step_is_stutter(const struct story_step *step);

/* Adds the variables of a state; their texts belong to the arena. */
void story_variables(const struct ts *ts, const void *state, uint32_t size, struct arena *arena,
                     struct story_variables *out);

#endif
