/* The reachable states of a small model as a graph, to be drawn. */
#ifndef REPORT_STATE_GRAPH_H
#define REPORT_STATE_GRAPH_H

#include "base/arena.h"
#include "base/limits.h"
#include "base/vec.h"
#include "ts/ts.h"

struct graph_node {
    const unsigned char *state;
    uint32_t size;
    uint16_t holder;     /* inside an atomic sequence of this process; else TS_NOBODY */
    unsigned marks;      /* of the ts */
    bool initial, stuck; /* stuck: no step leads on */
    bool expanded;       /* false: beyond the limit */
};

struct graph_edge {
    size_t from, to;
    struct ts_step step;
};

struct state_graph {
    struct arena *arena;
    VEC(struct graph_node) nodes;
    VEC(struct graph_edge) edges;
    bool complete;            /* false: the limit cut it off, or */
    enum limits_reason limit; /* a limit of the run did */
};

/* Breadth first, at most `limit` nodes. */
struct state_graph *state_graph_new(const struct ts *ts, size_t limit);
void state_graph_free(struct state_graph *graph);

#endif
