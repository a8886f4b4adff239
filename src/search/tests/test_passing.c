/* Searches that count steps into states which are passed through (ts->counts_passing): they find what a search of all
 * states finds, on ways as short, and store fewer. */
#include "toys.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- ways and crossings ---- */

/* 0 leads to 9 by a passage of three states, and by two crossings: one step less. */
static struct toy_graph *two_ways(uint32_t fault) {
    struct toy_graph *graph = toy_graph_new(10, 1);
    const uint32_t steps[][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 9}, {0, 4}, {4, 5}, {5, 9}, {4, 6}, {5, 6}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) toy_edge(graph, steps[i][0], steps[i][1], 0);
    for (size_t i = 0; i < graph->edges.count; i++) {
        struct toy_edge *edge = &graph->edges.items[i];
        edge->enough = true;
        edge->passing = edge->to >= 1 && edge->to <= 3;
        if (edge->to == 9) edge->fault = fault;
    }
    return graph;
}

static const struct ts *counting(struct toy_graph *graph) {
    toy_graph_ts(graph);
    graph->ts.counts_passing = true;
    return &graph->ts;
}

static void fewer_crossings_are_no_shorter_way(void **state) {
    (void)state;
    struct toy_graph *graph = two_ways(1);
    const struct ts *ts = counting(graph);
    struct search_options options = {.threads = 1, .violations = 1};
    struct search_result *result = search_run(ts, &options);
    assert_int_equal(result->verdict, VERDICT_VIOLATED);
    assert_int_equal(result->violations.items[0].trace->states.count, 4);
    assert_true(ts_trace_replays(ts, result->violations.items[0].trace));
    search_result_free(result);
    toy_graph_free(graph);
}

static void crossings_are_stored(void **state) {
    (void)state;
    struct toy_graph *graph = two_ways(0);
    const struct ts *ts = counting(graph);
    for (unsigned order = 0; order < 2; order++) {
        struct search_options options = {.order = (enum search_order)order, .threads = 1, .violations = 1};
        struct search_result *result = search_run(ts, &options);
        assert_int_equal(result->verdict, VERDICT_HOLDS);
        assert_int_equal(result->statistics.states, 5);
        assert_int_equal(result->statistics.passed, 3);
        assert_int_equal(result->statistics.transitions, 6);
        if (order == SEARCH_BFS) assert_int_equal(result->statistics.depth, 3);
        search_result_free(result);
    }
    toy_graph_free(graph);
}

/* Within three steps there is nothing but the way by the crossings; within two, not even that. */
static void depth_limits_count_every_step(void **state) {
    (void)state;
    struct toy_graph *graph = two_ways(1);
    graph->edges.items[6].fault = 0;
    const struct ts *ts = counting(graph);
    for (uint64_t limit = 1; limit <= 4; limit++) {
        struct search_options options = {.threads = 1, .violations = 1, .depth_limit = limit};
        struct search_result *result = search_run(ts, &options);
        assert_int_equal(result->verdict, limit < 4 ? VERDICT_UNKNOWN : VERDICT_VIOLATED);
        if (limit < 4) assert_int_equal(result->limit, LIMIT_DEPTH);
        search_result_free(result);
    }
    toy_graph_free(graph);
}

/* ---- at random ---- */

enum { CROSSINGS = 30, LONGEST = 6, WAYS = 2 * CROSSINGS, NODES = CROSSINGS + WAYS * LONGEST };

static void add_step(struct toy_graph *graph, uint64_t *seed, uint32_t from, uint32_t to, bool faults) {
    toy_edge(graph, from, to, 0);
    struct toy_edge *edge = &vec_last(&graph->edges);
    edge->enough = true;
    edge->fault = faults && toy_random(seed, 40) == 0 ? 1 + toy_random(seed, 2) : 0;
    /* Where a passed state is met by a step that is not passing, it is stored. */
    edge->passing = to >= CROSSINGS && !edge->fault && toy_random(seed, 12) != 0;
}

/* Ways lead from crossing to crossing; some run into a way that was there before. */
static struct toy_graph *random_graph(uint64_t seed, bool faults) {
    struct toy_graph *graph = toy_graph_new(NODES, 1);
    for (uint32_t way = 0; way < WAYS; way++) {
        uint32_t at = toy_random(&seed, CROSSINGS), length = toy_random(&seed, LONGEST + 1);
        for (uint32_t i = 0; i < length; i++) {
            uint32_t next = CROSSINGS + way * LONGEST + i;
            add_step(graph, &seed, at, next, faults);
            at = next;
        }
        bool joins = way && length && toy_random(&seed, 2);
        uint32_t other = CROSSINGS + (joins ? toy_random(&seed, way * LONGEST) : 0);
        add_step(graph, &seed, at, joins ? other : toy_random(&seed, CROSSINGS), faults);
    }
    /* What no way led through ends somewhere, too. */
    for (uint32_t node = CROSSINGS; node < NODES; node++) {
        bool leads_on = false;
        for (size_t i = 0; i < graph->edges.count; i++) leads_on |= graph->edges.items[i].from == node;
        if (!leads_on) add_step(graph, &seed, node, toy_random(&seed, CROSSINGS), faults);
    }
    return graph;
}

static struct search_result *search(const struct ts *ts, enum search_order order, enum store_kind store,
                                    unsigned threads, unsigned violations, bool all) {
    struct search_options options = {.order = order,
                                     .store = store,
                                     .bitstate_log2 = 20,
                                     .threads = threads,
                                     .violations = violations,
                                     .no_reduction = all};
    return search_run(ts, &options);
}

static void same_shortest_ways(void **state) {
    (void)state;
    unsigned violated = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct toy_graph *graph = random_graph(seed, true);
        const struct ts *ts = counting(graph);
        struct search_result *full = search(ts, SEARCH_BFS, STORE_EXACT, 1, 1, true);
        violated += full->verdict == VERDICT_VIOLATED;
        for (unsigned store = STORE_EXACT; store <= STORE_HASH; store++)
            for (unsigned threads = 1; threads <= 2; threads++) {
                struct search_result *result = search(ts, SEARCH_BFS, (enum store_kind)store, threads, 1, false);
                assert_int_equal(result->violation_count, full->violation_count);
                if (result->violation_count) {
                    const struct ts_trace *trace = result->violations.items[0].trace;
                    assert_true(ts_trace_replays(ts, trace));
                    assert_int_equal(trace->states.count, full->violations.items[0].trace->states.count);
                    assert_true(vec_last(&trace->states).step.fault);
                }
                search_result_free(result);
            }
        search_result_free(full);
        toy_graph_free(graph);
    }
    assert_in_range(violated, 100, 299);
}

static void same_faults(void **state) {
    (void)state;
    uint64_t all = 0, stored = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct toy_graph *graph = random_graph(seed, true);
        const struct ts *ts = counting(graph);
        struct search_result *full = search(ts, SEARCH_BFS, STORE_EXACT, 1, 0, true);
        struct search_result *breadth = search(ts, SEARCH_BFS, STORE_EXACT, 2, 0, false);
        struct search_result *depth = search(ts, SEARCH_DFS, STORE_EXACT, 2, 0, false);
        assert_int_equal(breadth->violation_count, full->violation_count);
        assert_int_equal(depth->violation_count, full->violation_count);
        assert_int_equal(breadth->statistics.states, depth->statistics.states);
        assert_memory_equal(breadth->taken, full->taken, ts->action_count);
        assert_memory_equal(depth->taken, full->taken, ts->action_count);
        assert_true(breadth->complete && depth->complete);
        all += full->statistics.states;
        stored += breadth->statistics.states;
        search_result_free(full);
        search_result_free(breadth);
        search_result_free(depth);
        toy_graph_free(graph);
    }
    assert_true(2 * stored < all);
}

/* ---- checkpoints ---- */

/* Interrupted again and again, in the middle of passages, too. */
static void pieces_make_the_whole(void **state) {
    (void)state;
    char path[] = "/tmp/rtcheck-test-passing-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    volatile sig_atomic_t interrupted = 1;
    unsigned most = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        /* A long way of passages, so that there is something to interrupt. */
        struct toy_graph *graph = toy_graph_new(4000, 1);
        for (uint32_t i = 0; i + 1 < graph->nodes; i++) {
            toy_edge(graph, i, i + 1, 0);
            struct toy_edge *edge = &vec_last(&graph->edges);
            edge->enough = true;
            edge->passing = (i + 1) % 50 != seed;
            edge->fault = !edge->passing && (i + 1) % 500 == seed;
        }
        const struct ts *ts = counting(graph);
        struct search_result *whole = search(ts, SEARCH_BFS, STORE_EXACT, 1, 0, false), *piece = NULL;
        struct search_options options = {.threads = 1, .interrupted = &interrupted, .checkpoint = path};
        for (unsigned pieces = 1;; pieces++) {
            piece = search_run(ts, &options);
            assert_null(piece->error);
            most = pieces > most ? pieces : most;
            if (piece->limit != LIMIT_INTERRUPTED) break;
            search_result_free(piece);
            options.resume = path;
        }
        assert_int_equal(piece->violation_count, 8);
        assert_int_equal(piece->violation_count, whole->violation_count);
        assert_int_equal(piece->statistics.states, whole->statistics.states);
        assert_int_equal(piece->statistics.transitions, whole->statistics.transitions);
        assert_int_equal(piece->statistics.passed, whole->statistics.passed);
        assert_int_equal(piece->violations.items[0].trace->states.count,
                         whole->violations.items[0].trace->states.count);
        assert_true(ts_trace_replays(ts, piece->violations.items[1].trace));
        search_result_free(whole);
        search_result_free(piece);
        toy_graph_free(graph);
    }
    assert_true(most > 5);
    remove(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fewer_crossings_are_no_shorter_way),
        cmocka_unit_test(crossings_are_stored),
        cmocka_unit_test(depth_limits_count_every_step),
        cmocka_unit_test(same_shortest_ways),
        cmocka_unit_test(same_faults),
        cmocka_unit_test(pieces_make_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
