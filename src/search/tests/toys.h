/* Transition systems for tests: graphs given by their edges, and a grid of counters. */
#ifndef SEARCH_TESTS_TOYS_H
#define SEARCH_TESTS_TOYS_H

#include "base/vec.h"
#include "search/search.h"
#include "ts/product.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define TOY_UNUSED __attribute__((unused))

/* ---- graphs ---- */

struct toy_edge {
    uint32_t from, to;
    uint16_t actor;
    uint16_t holder;
    bool enough;  /* TS_ENOUGH emits only these, where there are some */
    bool passing; /* together with `enough` */
    uint32_t fault;
};

struct toy_graph {
    struct ts ts;
    uint32_t nodes;
    unsigned actors;
    unsigned *marks;
    unsigned *waiting; /* by node: the set of actors that are kept waiting, if they have no step there. Or NULL */
    unsigned *owed;    /* by node: who is owed a step. Or NULL */
    bool *may_stay;    /* by node. Or NULL */
    VEC(struct toy_edge) edges;
    VEC(uint32_t) initial;
    const int32_t
        *letters;  /* by edge, for who does not want all of them: its interaction; negative: it is none. Or NULL */
    size_t *first; /* of the edges, which are sorted by `from`; nodes + 1 of them */
};

static const struct toy_graph *toy_of(const struct ts *ts) { return ts->self; }

static void toy_initial(const struct ts *ts, ts_emit emit, void *context) {
    const struct ts_step step = {TS_NO_ACTION, TS_NO_ACTION, TS_NOBODY, TS_NOBODY, TS_NOBODY, false, 0, false, 0};
    const struct toy_graph *graph = toy_of(ts);
    for (size_t i = 0; i < graph->initial.count; i++) emit(context, &graph->initial.items[i], 4, &step);
}

/* With a sink, successors are built in its room. */
static void toy_steps(const struct ts *ts, const void *state, uint32_t size, unsigned actor, struct ts_sink *sink,
                      ts_emit emit, void *context) {
    const struct toy_graph *graph = toy_of(ts);
    uint32_t node;
    assert_int_equal(size, 4);
    memcpy(&node, state, 4);
    bool some_enough = false;
    for (size_t i = graph->first[node]; i < graph->first[node + 1]; i++) some_enough |= graph->edges.items[i].enough;
    for (size_t i = graph->first[node]; i < graph->first[node + 1]; i++) {
        const struct toy_edge *edge = &graph->edges.items[i];
        if (actor < TS_ENOUGH && edge->actor != actor) continue;
        if (actor == TS_ENOUGH && some_enough && !edge->enough) continue;
        bool known = sink && graph->letters && !some_enough;
        if (known && sink->unwanted >> (graph->letters[i] < 0 ? TS_MOST_WANTED : graph->letters[i]) & 1) continue;
        struct ts_step step = {.action = (uint32_t)i,
                               .reply = TS_NO_ACTION,
                               .actor = edge->actor,
                               .partner = TS_NOBODY,
                               .holder = edge->holder,
                               .passing = actor == TS_ENOUGH && edge->passing,
                               .fault = edge->fault};
        if (sink) memcpy(sink->room, &edge->to, 4);
        emit(context, sink ? (const void *)sink->room : &edge->to, 4, &step);
    }
}

static void toy_next(const struct ts *ts, const void *state, uint32_t size, unsigned actor, ts_emit emit,
                     void *context) {
    toy_steps(ts, state, size, actor, NULL, emit, context);
}

static void toy_next_in_place(const struct ts *ts, const void *state, uint32_t size, unsigned actor,
                              struct ts_sink *sink) {
    toy_steps(ts, state, size, actor, sink, sink->emit, sink->context);
}

static unsigned toy_marks(const struct ts *ts, const void *state, uint32_t size) {
    uint32_t node;
    assert_int_equal(size, 4);
    memcpy(&node, state, 4);
    return toy_of(ts)->marks[node];
}

static unsigned toy_actors(const struct ts *ts, const void *state, uint32_t size) {
    (void)state, (void)size;
    return toy_of(ts)->actors;
}

static bool toy_is_kept_waiting(const struct ts *ts, const void *state, uint32_t size, unsigned actor) {
    uint32_t node;
    assert_int_equal(size, 4);
    memcpy(&node, state, 4);
    return toy_of(ts)->waiting[node] >> actor & 1;
}

static unsigned toy_owed(const struct ts *ts, const void *state) {
    uint32_t node;
    memcpy(&node, state, 4);
    return toy_of(ts)->owed[node];
}

static bool toy_may_stay(const struct ts *ts, const void *state, uint32_t size) {
    uint32_t node;
    assert_int_equal(size, 4);
    memcpy(&node, state, 4);
    return toy_of(ts)->may_stay[node];
}

static const struct ts_fault *toy_fault(const struct ts *ts, uint32_t fault) {
    (void)ts;
    static const struct ts_fault faults[] = {{0},
                                             {.kind = "assertion", .message = "one", .place = {"toy", 1, 1}},
                                             {.kind = "index", .message = "two", .place = {"toy", 2, 1}}};
    return &faults[fault];
}

TOY_UNUSED static struct toy_graph *toy_graph_new(uint32_t nodes, unsigned actors) {
    struct toy_graph *graph = memory_new(sizeof *graph);
    graph->nodes = nodes;
    graph->actors = actors;
    graph->marks = memory_new(nodes * sizeof *graph->marks);
    for (uint32_t i = 0; i < nodes; i++) graph->marks[i] = TS_VALID_END;
    return graph;
}

TOY_UNUSED static void toy_edge(struct toy_graph *graph, uint32_t from, uint32_t to, unsigned actor) {
    vec_push(&graph->edges, (struct toy_edge){.from = from, .to = to, .actor = (uint16_t)actor, .holder = TS_NOBODY});
}

static int toy_edge_order(const void *a, const void *b) {
    const struct toy_edge *x = a, *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return x->to < y->to ? -1 : x->to > y->to;
}

/* After the last edge. */
TOY_UNUSED static const struct ts *toy_graph_ts(struct toy_graph *graph) {
    if (graph->initial.count == 0) vec_push(&graph->initial, 0);
    if (graph->edges.count) qsort(graph->edges.items, graph->edges.count, sizeof *graph->edges.items, toy_edge_order);
    free(graph->first); /* it may have been asked for before */
    graph->first = memory_new((graph->nodes + 1) * sizeof *graph->first);
    for (uint32_t node = 0, i = 0; node <= graph->nodes; node++) {
        while (i < graph->edges.count && graph->edges.items[i].from < node) i++;
        graph->first[node] = i;
    }
    graph->ts = (struct ts){.self = graph,
                            .max_state_size = 4,
                            .action_count = (uint32_t)graph->edges.count,
                            .initial = toy_initial,
                            .next = toy_next,
                            .next_in_place = graph->edges.count % 2 ? toy_next_in_place : NULL, /* both ways count */
                            .marks = toy_marks,
                            .actors = toy_actors,
                            .is_kept_waiting = graph->waiting ? toy_is_kept_waiting : NULL,
                            .owed = graph->owed ? toy_owed : NULL,
                            .leaves_runs_out = graph->owed != NULL,
                            .may_stay = graph->may_stay ? toy_may_stay : NULL,
                            .fault = toy_fault};
    return &graph->ts;
}

TOY_UNUSED static void toy_graph_free(struct toy_graph *graph) {
    free(graph->marks);
    free(graph->waiting);
    free(graph->owed);
    free(graph->may_stay);
    free(graph->first);
    vec_free(&graph->edges);
    vec_free(&graph->initial);
    free(graph);
}

/* ---- a grid: `axes` counters from 0 to `top`; each step adds 1 to one of them ---- */

struct toy_grid {
    struct ts ts;
    unsigned axes;
    uint32_t top;
    uint32_t fault_sum; /* a step to a state with this sum is faulty; 0: none */
};

static void grid_initial(const struct ts *ts, ts_emit emit, void *context) {
    const struct ts_step step = {TS_NO_ACTION, TS_NO_ACTION, TS_NOBODY, TS_NOBODY, TS_NOBODY, false, 0, false, 0};
    uint32_t state[8] = {0};
    emit(context, state, ts->max_state_size, &step);
}

static void grid_next(const struct ts *ts, const void *state, uint32_t size, unsigned actor, ts_emit emit,
                      void *context) {
    const struct toy_grid *grid = ts->self;
    uint32_t at[8], sum = 1;
    memcpy(at, state, size);
    for (unsigned i = 0; i < grid->axes; i++) sum += at[i];
    for (unsigned i = 0; i < grid->axes; i++) {
        if ((actor < TS_ENOUGH && actor != i) || at[i] == grid->top) continue;
        at[i]++;
        uint32_t fault = grid->fault_sum && sum == grid->fault_sum;
        struct ts_step step = {i, TS_NO_ACTION, (uint16_t)i, TS_NOBODY, TS_NOBODY, false, fault, false, 0};
        emit(context, at, size, &step);
        at[i]--;
    }
}

static unsigned grid_marks(const struct ts *ts, const void *state, uint32_t size) {
    (void)ts, (void)state, (void)size;
    return TS_VALID_END;
}

static unsigned grid_actors(const struct ts *ts, const void *state, uint32_t size) {
    (void)state, (void)size;
    return ((const struct toy_grid *)ts->self)->axes;
}

TOY_UNUSED static const struct ts *toy_grid_ts(struct toy_grid *grid) {
    grid->ts = (struct ts){.self = grid,
                           .max_state_size = grid->axes * 4,
                           .action_count = grid->axes,
                           .initial = grid_initial,
                           .next = grid_next,
                           .marks = grid_marks,
                           .actors = grid_actors,
                           .fault = toy_fault};
    return &grid->ts;
}

/* ---- chance, the same on every machine ---- */

TOY_UNUSED static uint32_t toy_random(uint64_t *seed, uint32_t below) {
    *seed ^= *seed << 13, *seed ^= *seed >> 7, *seed ^= *seed << 17;
    return (uint32_t)((*seed >> 11) % below);
}

#endif
