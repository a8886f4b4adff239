/* A timeline as a chart sees it: columns from left to right, and in each context's lane the spans of its states.
 * In a timed timeline a column is an instant, and shares it with what happens then; its event is the most telling one.
 *
 * Invariant: an event that a reader looks for (a call, a change, an interrupt ...) has a column of its own, so that
 * marks and labels never overlap; state changes, resources and events happen on the line between two columns. Spans of
 * a lane are in order and do not overlap; positions are column numbers, from 0 to `width`. */
#ifndef REPORT_LANES_H
#define REPORT_LANES_H

#include "app/exec/timeline.h"

#include <stdbool.h>

enum lane_state { LANE_SUSPENDED, LANE_READY, LANE_RUNNING, LANE_WAITING, LANE_INTERRUPTED };

struct lane_span {
    enum lane_state state; /* never LANE_SUSPENDED: nothing is there */
    uint32_t from, to;
};

struct lane_hold {
    uint32_t context, resource;
    uint32_t from, to;
    uint32_t depth; /* how many others the context held when it took this one */
    bool is_open;   /* still held at the end */
};

struct lane {
    VEC(struct lane_span) spans;
};

struct lanes {
    VEC(struct lane) list;      /* one for each context */
    VEC(uint32_t) columns;      /* of each: the index of its event */
    VEC(struct lane_hold) hold; /* in the order of taking */
    VEC(uint64_t) times;        /* of each, if the timeline is timed: a column is an instant then */
    uint32_t width;             /* columns */
    uint32_t cycle;             /* the column with which the cycle begins; UINT32_MAX: none */
};

void lanes_build(struct lanes *lanes, const struct timeline *timeline);
void lanes_free(struct lanes *lanes);

/* The state that TIMELINE_STATE's text names. */
enum lane_state lane_state_named(const char *text);
/* Whether an event of this kind has a column. */
bool lane_has_column(enum timeline_kind kind);

#endif
