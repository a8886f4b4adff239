/* A trace replays only if every bit of it is right. */
#include "../../search/tests/toys.h"

/* 0 -> 1 (held by 0) -> 2 -> 1; in 1 actor 1 could go to 3, but must not while it is held. */
static struct toy_graph *graph_new(void) {
    struct toy_graph *graph = toy_graph_new(4, 2);
    toy_edge(graph, 0, 1, 0);
    graph->edges.items[0].holder = 0;
    toy_edge(graph, 1, 2, 0);
    toy_edge(graph, 1, 3, 1);
    toy_edge(graph, 2, 1, 0);
    toy_graph_ts(graph);
    return graph;
}

static void add(struct ts_trace *trace, const struct toy_graph *graph, uint32_t node, uint32_t action) {
    struct ts_step step = {action, TS_NO_ACTION, TS_NOBODY, TS_NOBODY, TS_NOBODY, false, 0, false, 0};
    if (action != TS_NO_ACTION) {
        step.actor = graph->edges.items[action].actor;
        step.holder = graph->edges.items[action].holder;
    }
    ts_trace_add(trace, &node, 4, &step);
}

/* The trace 0 1 2 1. */
static struct ts_trace *good_trace(const struct toy_graph *graph) {
    struct ts_trace *trace = ts_trace_new();
    add(trace, graph, 0, TS_NO_ACTION);
    add(trace, graph, 1, 0);
    add(trace, graph, 2, 1);
    add(trace, graph, 1, 3);
    return trace;
}

static void good_traces_replay(void **state) {
    (void)state;
    struct toy_graph *graph = graph_new();
    struct ts_trace *trace = good_trace(graph);
    assert_true(ts_trace_replays(&graph->ts, trace));
    trace->cycle_start = 1;
    assert_true(ts_trace_replays(&graph->ts, trace));
    ts_trace_free(trace);
    ts_trace_free(NULL);
    toy_graph_free(graph);
}

static void spoil(struct ts_trace *trace, unsigned how) {
    switch (how) {
    case 0: trace->states.items[0].bytes[0] = 1; break;
    case 1: trace->states.items[1].bytes[0] = 2; break;
    case 2: trace->states.items[3].bytes[0] = 0; break;
    case 3: trace->states.items[2].step.action = 2; break;
    case 4: trace->states.items[2].step.actor = 1; break;
    case 5: trace->states.items[2].step.partner = 1; break;
    case 6: trace->states.items[2].step.reply = 0; break;
    case 7: trace->states.items[1].step.holder = TS_NOBODY; break;
    case 8: trace->states.items[3].step.fault = 1; break;
    case 9: trace->cycle_start = 0; break;
    case 10: trace->cycle_start = 2; break;
    case 11: trace->cycle_start = 4; break;
    default: fail();
    }
}

static void spoilt_traces_do_not(void **state) {
    (void)state;
    struct toy_graph *graph = graph_new();
    for (unsigned how = 0; how <= 11; how++) {
        struct ts_trace *trace = good_trace(graph);
        spoil(trace, how);
        assert_false(ts_trace_replays(&graph->ts, trace));
        ts_trace_free(trace);
    }
    struct ts_trace *empty = ts_trace_new();
    assert_false(ts_trace_replays(&graph->ts, empty));
    ts_trace_free(empty);
    toy_graph_free(graph);
}

static void nobody_moves_inside_an_atomic_sequence(void **state) {
    (void)state;
    struct toy_graph *graph = graph_new();
    struct ts_trace *trace = ts_trace_new();
    add(trace, graph, 0, TS_NO_ACTION);
    add(trace, graph, 1, 0);
    add(trace, graph, 3, 2);
    assert_false(ts_trace_replays(&graph->ts, trace));
    ts_trace_free(trace);
    trace = good_trace(graph); /* the second time nobody holds */
    add(trace, graph, 3, 2);
    assert_true(ts_trace_replays(&graph->ts, trace));
    ts_trace_free(trace);
    toy_graph_free(graph);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_traces_replay),
        cmocka_unit_test(spoilt_traces_do_not),
        cmocka_unit_test(nobody_moves_inside_an_atomic_sequence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
