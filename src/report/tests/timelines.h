/* Timelines built by hand, for the tests of what is drawn from them. */
#ifndef REPORT_TESTS_TIMELINES_H
#define REPORT_TESTS_TIMELINES_H

#include "app/exec/timeline.h"

#include <string.h>

static inline void timeline_begin(struct timeline *timeline) {
    *timeline = (struct timeline){.arena = arena_new(), .application = "window.c", .cycle_start = UINT32_MAX};
}

static inline void timeline_end(struct timeline *timeline) {
    vec_free(&timeline->contexts);
    vec_free(&timeline->resources);
    vec_free(&timeline->events);
    arena_free(timeline->arena);
}

static inline uint32_t add_context(struct timeline *timeline, const char *name, enum timeline_context_kind kind,
                                   uint32_t priority) {
    vec_push(&timeline->contexts, (struct timeline_context){.name = name, .kind = kind, .priority = priority});
    return (uint32_t)timeline->contexts.count - 1;
}

static inline struct timeline_event *add(struct timeline *timeline, uint32_t time, enum timeline_kind kind,
                                         uint32_t context, const char *text, const char *result) {
    struct timeline_event event = {.kind = kind, .time = time, .context = context, .text = text, .result = result};
    vec_push(&timeline->events, event);
    if (timeline->end < time + 1) timeline->end = time + 1;
    return &vec_last(&timeline->events);
}

static inline void at_line(struct timeline_event *event, const char *file, unsigned line) {
    event->place = (struct place){file, line, 5};
}

/* The position is lost: `move` reads it, an interrupt changes it, `move` writes back what it read. */
enum { PULSE, MOVE, SHOW };
static inline void window_race(struct timeline *t, const char *file) {
    timeline_begin(t);
    add_context(t, "pulse", TIMELINE_ISR, 7);
    add_context(t, "move", TIMELINE_TASK, 5);
    add_context(t, "show", TIMELINE_TASK, 2);
    add_context(t, "never", TIMELINE_TASK, 1);
    vec_push(&t->resources, "motor");
    vec_push(&t->resources, "panel");
    add(t, 0, TIMELINE_STATE, 3, "suspended", NULL);
    add(t, 0, TIMELINE_STATE, SHOW, "ready", NULL);
    add(t, 0, TIMELINE_STATE, SHOW, "running", NULL);
    at_line(add(t, 1, TIMELINE_SERVICE, SHOW, "GetResource(panel)", "E_OK"), file, 3);
    add(t, 1, TIMELINE_TAKE, SHOW, "panel", NULL);
    at_line(add(t, 2, TIMELINE_SERVICE, SHOW, "ActivateTask(move)", "E_OK"), file, 4);
    add(t, 2, TIMELINE_STATE, SHOW, "ready", NULL);
    add(t, 2, TIMELINE_STATE, MOVE, "ready", NULL);
    add(t, 2, TIMELINE_STATE, MOVE, "running", NULL);
    at_line(add(t, 3, TIMELINE_SERVICE, MOVE, "GetResource(motor)", "E_OK"), file, 8);
    add(t, 3, TIMELINE_TAKE, MOVE, "motor", NULL);
    struct timeline_event *event = add(t, 4, TIMELINE_ACCESS, MOVE, "read_position", "10");
    event->before = "0";
    at_line(event, file, 9);
    add(t, 5, TIMELINE_INTERRUPT, PULSE, NULL, NULL);
    add(t, 5, TIMELINE_STATE, MOVE, "interrupted", NULL);
    add(t, 5, TIMELINE_STATE, PULSE, "running", NULL);
    event = add(t, 6, TIMELINE_ACCESS, PULSE, "position", "11");
    event->before = "10";
    at_line(event, file, 15);
    add(t, 7, TIMELINE_STATE, PULSE, "suspended", NULL);
    add(t, 7, TIMELINE_STATE, MOVE, "running", NULL);
    event = add(t, 8, TIMELINE_ACCESS, MOVE, "position", "11");
    event->before = "11";
    at_line(event, file, 10);
    at_line(add(t, 9, TIMELINE_SERVICE, MOVE, "ActivateTask(move)", "E_OS_LIMIT"), file, 11);
    at_line(add(t, 10, TIMELINE_SERVICE, MOVE, "ReleaseResource(motor)", "E_OK"), file, 12);
    add(t, 10, TIMELINE_RELEASE, MOVE, "motor", NULL);
    at_line(add(t, 11, TIMELINE_SERVICE, MOVE, "WaitEvent(stop)", "E_OK"), file, 13);
    add(t, 11, TIMELINE_STATE, MOVE, "waiting", NULL);
    add(t, 11, TIMELINE_STATE, SHOW, "running", NULL);
    at_line(add(t, 12, TIMELINE_FAULT, SHOW, "assertion failed: position == 12 && \"<moved>\"", NULL), file, 5);
}

#endif
