/* A run of an application told in sentences: who ran, which service was called with which result, what changed. */
#ifndef REPORT_TIMELINE_STORY_H
#define REPORT_TIMELINE_STORY_H

#include "app/exec/timeline.h"
#include "report/style.h"

struct timeline_story_line {
    const struct timeline_event *event;
    const char *who;  /* a context's name; NULL: the environment */
    const char *what; /* "ActivateTask(t2) = E_OK", "speed: 3 -> 4", "goes on" */
};

/* The lines of the whole run, in order; strings belong to the arena. What needs no words has no line (a task that is
 * activated and starts at once only starts), and a variable that changes again and again in a loop has one. */
struct timeline_story_lines {
    VEC(struct timeline_story_line) list;
};
void timeline_story_lines(struct timeline_story_lines *lines, const struct timeline *timeline, struct arena *arena);

/* Of a story with more lines than anybody reads: those from `from` up to `to` are left out; equal: none. */
struct timeline_story_cut {
    size_t from, to;
};
struct timeline_story_cut timeline_story_cut(size_t count, size_t first, size_t last);

/* For people: a line each, in columns, with the place and the source line. `limit` not 0: only the last ones; 0: all,
 * or how it begins and how it ends. */
void timeline_story_text(struct text *out, const struct style *style, const struct timeline *timeline, size_t limit);
/* Service calls and marks alone, one a line: `t1 ActivateTask(t2) = E_OK`. The sequence that a test expects. */
void timeline_story_sequence(struct text *out, const struct timeline *timeline);

#endif
