/* A run of an application told in sentences: who ran, which service was called with which result, what changed. */
#ifndef REPORT_APP_STORY_H
#define REPORT_APP_STORY_H

#include "app/timeline.h"
#include "report/style.h"

struct app_line {
    const struct timeline_event *event;
    const char *who;  /* a context's name; NULL: the environment */
    const char *what; /* "ActivateTask(t2) = E_OK", "speed: 3 -> 4", "goes on" */
};

/* The lines of the whole run, in order; strings belong to the arena. What needs no words has no line (a task that is
 * activated and starts at once only starts), and a variable that changes again and again in a loop has one. */
struct app_lines {
    VEC(struct app_line) list;
};
void app_story_lines(struct app_lines *lines, const struct timeline *timeline, struct arena *arena);

/* Of a story with more lines than anybody reads: those from `from` up to `to` are left out; equal: none. */
struct app_cut {
    size_t from, to;
};
struct app_cut app_story_cut(size_t count, size_t first, size_t last);

/* For people: a line each, in columns, with the place and the source line. `limit` not 0: only the last ones; 0: all,
 * or how it begins and how it ends. */
void app_story_text(struct text *out, const struct style *style, const struct timeline *timeline, size_t limit);
/* Service calls and marks alone, one a line: `t1 ActivateTask(t2) = E_OK`. The sequence that a test expects. */
void app_story_sequence(struct text *out, const struct timeline *timeline);

#endif
