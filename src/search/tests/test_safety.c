/* Breadth-first and depth-first search on systems whose numbers are known. */
#include "toys.h"

static const struct search_options bfs = {.order = SEARCH_BFS, .violations = 1, .threads = 1};
static const struct search_options dfs = {.order = SEARCH_DFS, .violations = 1, .threads = 1};

static struct search_result *check_numbers(const struct ts *ts, const struct search_options *options, uint64_t states,
                                           uint64_t transitions, uint64_t passed) {
    struct search_result *result = search_run(ts, options);
    assert_null(result->error);
    assert_int_equal(result->statistics.states, states);
    assert_int_equal(result->statistics.transitions, transitions);
    assert_int_equal(result->statistics.passed, passed);
    return result;
}

static void check_holds(const struct ts *ts, uint64_t states, uint64_t transitions, uint64_t passed) {
    for (unsigned order = 0; order < 2; order++)
        for (unsigned threads = 1; threads <= 3; threads++) {
            struct search_options options = order ? dfs : bfs;
            options.threads = threads;
            struct search_result *result = check_numbers(ts, &options, states, transitions, passed);
            assert_int_equal(result->verdict, VERDICT_HOLDS);
            assert_true(result->complete);
            assert_int_equal(result->limit, LIMIT_NONE);
            search_result_free(result);
        }
}

static void grid_has_all_its_states(void **state) {
    (void)state;
    struct toy_grid grid = {.axes = 4, .top = 9};
    check_holds(toy_grid_ts(&grid), 10000, 4 * 9 * 1000, 0);
}

static void depth_of_a_grid_is_its_diagonal(void **state) {
    (void)state;
    struct toy_grid grid = {.axes = 2, .top = 5};
    struct search_result *result = search_run(toy_grid_ts(&grid), &bfs);
    assert_int_equal(result->statistics.depth, 10);
    search_result_free(result);
    result = search_run(toy_grid_ts(&grid), &dfs);
    assert_int_equal(result->statistics.depth, 10);
    search_result_free(result);
}

/* 0 -> 1 (held by actor 0) -> 2 (held) -> 3; actor 1 could move in 1 but must not. */
static void atomic_sequence_is_passed(void **state) {
    (void)state;
    struct toy_graph *graph = toy_graph_new(5, 2);
    toy_edge(graph, 0, 1, 0);
    toy_edge(graph, 1, 2, 0);
    toy_edge(graph, 2, 3, 0);
    graph->edges.items[0].holder = graph->edges.items[1].holder = 0;
    toy_edge(graph, 1, 4, 1);
    check_holds(toy_graph_ts(graph), 2, 1, 2);
    toy_graph_free(graph);
}

/* As above, but the holder is stuck in 1: others move, and 1 is stored. */
static void stuck_holder_lets_others_move(void **state) {
    (void)state;
    struct toy_graph *graph = toy_graph_new(3, 2);
    toy_edge(graph, 0, 1, 0);
    graph->edges.items[0].holder = 0;
    toy_edge(graph, 1, 2, 1);
    check_holds(toy_graph_ts(graph), 3, 2, 0);
    toy_graph_free(graph);
}

/* A loop of 100 states inside an atomic sequence, with one way out. */
static void loop_in_atomic_ends(void **state) {
    (void)state;
    struct toy_graph *graph = toy_graph_new(102, 1);
    for (uint32_t i = 0; i < 100; i++) toy_edge(graph, i, (i + 1) % 100 == 0 ? 1 : i + 1, 0);
    for (size_t i = 0; i < graph->edges.count; i++) graph->edges.items[i].holder = 0;
    toy_edge(graph, 50, 101, 0);
    const struct ts *ts = toy_graph_ts(graph);
    for (unsigned order = 0; order < 2; order++) {
        struct search_result *result = search_run(ts, order ? &dfs : &bfs);
        assert_int_equal(result->verdict, VERDICT_HOLDS);
        assert_int_equal(result->statistics.states, 2);
        search_result_free(result);
    }
    toy_graph_free(graph);
}

static void passing_states_are_not_stored(void **state) {
    (void)state;
    struct toy_graph *graph = toy_graph_new(4, 2);
    toy_edge(graph, 0, 1, 0);
    toy_edge(graph, 1, 2, 0);
    toy_edge(graph, 0, 3, 1);
    graph->edges.items[0].enough = graph->edges.items[0].passing = true;
    const struct ts *ts = toy_graph_ts(graph);
    check_holds(ts, 2, 1, 1);
    struct search_options full = bfs;
    full.no_reduction = true;
    search_result_free(check_numbers(ts, &full, 4, 3, 0));
    toy_graph_free(graph);
}

static void passing_state_without_successor_is_an_end(void **state) {
    (void)state;
    struct toy_graph *graph = toy_graph_new(2, 1);
    toy_edge(graph, 0, 1, 0);
    graph->edges.items[0].enough = graph->edges.items[0].passing = true;
    graph->marks[1] = 0;
    const struct ts *ts = toy_graph_ts(graph);
    struct search_result *result = check_numbers(ts, &bfs, 2, 1, 0);
    assert_int_equal(result->verdict, VERDICT_VIOLATED);
    assert_string_equal(result->violations.items[0].kind, "invalid end state");
    search_result_free(result);
    toy_graph_free(graph);
}

static void fault_in_atomic_is_found(void **state) {
    (void)state;
    struct toy_graph *graph = toy_graph_new(4, 1);
    for (uint32_t i = 0; i < 3; i++) toy_edge(graph, i, i + 1, 0);
    graph->edges.items[0].holder = graph->edges.items[1].holder = 0;
    graph->edges.items[1].fault = 2;
    const struct ts *ts = toy_graph_ts(graph);
    for (unsigned order = 0; order < 2; order++) {
        struct search_result *result = search_run(ts, order ? &dfs : &bfs);
        assert_int_equal(result->violation_count, 1);
        const struct violation *violation = &result->violations.items[0];
        assert_string_equal(violation->kind, "index");
        assert_int_equal(violation->place.line, 2);
        assert_int_equal(violation->trace->states.count, 3);
        assert_true(ts_trace_replays(ts, violation->trace));
        search_result_free(result);
    }
    struct search_options ignoring = bfs;
    ignoring.ignore_faults = true;
    struct search_result *result = search_run(ts, &ignoring);
    assert_int_equal(result->verdict, VERDICT_HOLDS);
    search_result_free(result);
    toy_graph_free(graph);
}

static void all_faults_are_counted(void **state) {
    (void)state;
    struct toy_grid grid = {.axes = 2, .top = 9, .fault_sum = 5};
    const struct ts *ts = toy_grid_ts(&grid);
    for (unsigned order = 0; order < 2; order++) {
        struct search_options options = order ? dfs : bfs;
        options.violations = 0;
        struct search_result *result = check_numbers(ts, &options, 100, 180, 0);
        assert_int_equal(result->violation_count, 10); /* five states with sum 4, two steps each */
        assert_true(result->complete);
        for (size_t i = 0; i < result->violations.count; i++) {
            if (result->violations.items[i].trace) assert_true(ts_trace_replays(ts, result->violations.items[i].trace));
        }
        assert_non_null(result->violations.items[0].trace);
        search_result_free(result);
        options.violations = 3;
        result = search_run(ts, &options);
        assert_int_equal(result->violation_count, 3);
        assert_int_equal(result->violations.count, 3);
        assert_false(result->complete);
        search_result_free(result);
    }
}

static void interrupt_at_finding(void *context, const struct violation *violation) {
    (void)violation;
    *(volatile sig_atomic_t *)context = 1;
}

/* Where a second search makes the traces, and is interrupted. */
static void no_place_is_lost_with_its_trace(void **state) {
    (void)state;
    struct toy_graph *graph = toy_graph_new(4, 1);
    toy_edge(graph, 0, 1, 0);
    toy_edge(graph, 0, 2, 0);
    toy_edge(graph, 2, 3, 0);
    graph->edges.items[0].fault = 1;
    graph->edges.items[2].fault = 2;
    volatile sig_atomic_t interrupted = 0;
    struct search_options options = bfs;
    options.violations = 0;
    options.one_per_place = true;
    options.store = STORE_TREE;
    options.interrupted = &interrupted;
    struct search_result *result = search_run(toy_graph_ts(graph), &options);
    assert_int_equal(result->violations.count, 2);
    assert_non_null(result->violations.items[1].trace);
    search_result_free(result);
    options.found = interrupt_at_finding;
    options.found_context = (void *)&interrupted;
    result = search_run(toy_graph_ts(graph), &options);
    assert_int_equal(result->violation_count, 2);
    assert_int_equal(result->violations.count, 2);
    search_result_free(result);
    toy_graph_free(graph);
}

static bool is_one(void *context, const struct ts_fault *fault) {
    (void)context;
    return strcmp(fault->message, "one") == 0;
}

/* What is known counts for nothing: neither does the search end there, nor is it told. */
static void search_goes_on_behind_what_is_known(void **state) {
    (void)state;
    struct toy_graph *graph = toy_graph_new(5, 1);
    for (uint32_t i = 0; i < 4; i++) toy_edge(graph, i, i + 1, 0);
    graph->edges.items[0].fault = graph->edges.items[1].fault = 1;
    for (unsigned with_another = 0; with_another < 2; with_another++) {
        graph->edges.items[3].fault = with_another ? 2 : 0;
        for (unsigned tree = 0; tree < 2; tree++)
            for (unsigned order = 0; order < 2; order++) {
                struct search_options options = order ? dfs : bfs;
                options.is_known = is_one;
                options.store = tree ? STORE_TREE : STORE_EXACT;
                struct search_result *result = search_run(toy_graph_ts(graph), &options);
                assert_int_equal(result->verdict, with_another ? VERDICT_VIOLATED : VERDICT_HOLDS);
                assert_int_equal(result->violation_count, with_another);
                if (with_another) assert_string_equal(result->violations.items[0].message, "two");
                if (with_another) assert_int_equal(result->violations.items[0].trace->states.count, 5);
                search_result_free(result);
            }
    }
    toy_graph_free(graph);
}

static void violating_state_is_a_claim(void **state) {
    (void)state;
    for (unsigned held = 0; held < 2; held++) { /* in a stored state, and in a transient one */
        struct toy_graph *graph = toy_graph_new(4, 1);
        for (uint32_t i = 0; i < 3; i++) toy_edge(graph, i, i + 1, 0);
        if (held) graph->edges.items[0].holder = graph->edges.items[1].holder = 0;
        graph->marks[2] |= TS_VIOLATING;
        const struct ts *ts = toy_graph_ts(graph);
        for (unsigned order = 0; order < 2; order++) {
            struct search_result *result = search_run(ts, order ? &dfs : &bfs);
            assert_int_equal(result->violation_count, 1);
            assert_string_equal(result->violations.items[0].kind, "claim");
            assert_int_equal(result->violations.items[0].trace->states.count, 3);
            search_result_free(result);
        }
        toy_graph_free(graph);
    }
}

/* How far from node 0 is each node? */
static void distances(const struct toy_graph *graph, uint32_t *distance) {
    for (uint32_t i = 0; i < graph->nodes; i++) distance[i] = i ? UINT32_MAX : 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < graph->edges.count; i++) {
            const struct toy_edge *edge = &graph->edges.items[i];
            if (distance[edge->from] == UINT32_MAX || distance[edge->to] <= distance[edge->from] + 1) continue;
            distance[edge->to] = distance[edge->from] + 1;
            changed = true;
        }
    }
}

static void bfs_finds_shortest_paths(void **state) {
    (void)state;
    uint64_t seed = 88172645463325252u;
    for (unsigned round = 0; round < 300; round++) {
        uint32_t nodes = 5 + toy_random(&seed, 60), distance[65];
        struct toy_graph *graph = toy_graph_new(nodes, 1);
        for (uint32_t i = 0; i < nodes * 3 / 2; i++)
            toy_edge(graph, toy_random(&seed, nodes), toy_random(&seed, nodes), 0);
        uint32_t target = 1 + toy_random(&seed, nodes - 1);
        graph->marks[target] |= TS_VIOLATING;
        const struct ts *ts = toy_graph_ts(graph);
        distances(graph, distance);
        uint64_t reachable = 0;
        for (uint32_t i = 0; i < nodes; i++) reachable += distance[i] != UINT32_MAX;
        for (unsigned order = 0; order < 2; order++) {
            struct search_result *result = search_run(ts, order ? &dfs : &bfs);
            if (distance[target] == UINT32_MAX) {
                assert_int_equal(result->verdict, VERDICT_HOLDS);
                assert_int_equal(result->statistics.states, reachable);
            } else {
                assert_int_equal(result->verdict, VERDICT_VIOLATED);
                const struct ts_trace *trace = result->violations.items[0].trace;
                assert_true(ts_trace_replays(ts, trace));
                if (!order) assert_int_equal(trace->states.count, distance[target] + 1);
            }
            search_result_free(result);
        }
        toy_graph_free(graph);
    }
}

static void an_end_beats_a_fault_one_step_further(void **state) {
    (void)state;
    struct toy_graph *graph = toy_graph_new(4, 1);
    toy_edge(graph, 0, 1, 0);
    toy_edge(graph, 0, 2, 0);
    toy_edge(graph, 1, 3, 0);
    graph->edges.items[2].fault = 1;
    graph->marks[2] = 0;
    struct search_result *result = search_run(toy_graph_ts(graph), &bfs);
    assert_string_equal(result->violations.items[0].kind, "invalid end state");
    assert_int_equal(result->violations.items[0].trace->states.count, 2);
    search_result_free(result);
    toy_graph_free(graph);
}

static void taken_actions_are_known(void **state) {
    (void)state;
    struct toy_graph *graph = toy_graph_new(4, 1);
    toy_edge(graph, 0, 1, 0);
    toy_edge(graph, 2, 3, 0); /* 2 is unreachable */
    struct search_result *result = search_run(toy_graph_ts(graph), &bfs);
    assert_int_equal(result->taken[0], 1);
    assert_int_equal(result->taken[1], 0);
    search_result_free(result);
    toy_graph_free(graph);
}

static void deep_chains_need_no_recursion(void **state) {
    (void)state;
    enum { LENGTH = 300000 };
    for (unsigned held = 0; held < 2; held++) {
        struct toy_graph *graph = toy_graph_new(LENGTH + 1, 1);
        for (uint32_t i = 0; i < LENGTH; i++) {
            toy_edge(graph, i, i + 1, 0);
            if (held && i + 1 < LENGTH) graph->edges.items[i].holder = 0;
        }
        check_holds(toy_graph_ts(graph), held ? 2 : LENGTH + 1, held ? 1 : LENGTH, held ? LENGTH - 1 : 0);
        toy_graph_free(graph);
    }
}

/* ---- philosophers: 0 thinks, 1 has the fork on the left, 2 has both ---- */

enum { PHILOSOPHERS = 8 };

static bool fork_is_free(const uint32_t *phase, unsigned fork) {
    return phase[fork] == 0 && phase[(fork + PHILOSOPHERS - 1) % PHILOSOPHERS] != 2;
}

static void dinner_initial(const struct ts *ts, ts_emit emit, void *context) {
    const struct ts_step step = {TS_NO_ACTION, TS_NO_ACTION, TS_NOBODY, TS_NOBODY, TS_NOBODY, false, 0, false, 0};
    uint32_t phase[PHILOSOPHERS] = {0};
    emit(context, phase, ts->max_state_size, &step);
}

static void dinner_next(const struct ts *ts, const void *state, uint32_t size, unsigned actor, ts_emit emit,
                        void *context) {
    (void)ts;
    uint32_t phase[PHILOSOPHERS];
    memcpy(phase, state, size);
    for (unsigned i = 0; i < PHILOSOPHERS; i++) {
        if (actor < TS_ENOUGH && actor != i) continue;
        uint32_t before = phase[i];
        if (before == 0 && !fork_is_free(phase, i)) continue;
        if (before == 1 && !fork_is_free(phase, (i + 1) % PHILOSOPHERS)) continue;
        phase[i] = (before + 1) % 3;
        struct ts_step step = {before, TS_NO_ACTION, (uint16_t)i, TS_NOBODY, TS_NOBODY, false, 0, false, 0};
        emit(context, phase, size, &step);
        phase[i] = before;
    }
}

static unsigned no_marks(const struct ts *ts, const void *state, uint32_t size) {
    (void)ts, (void)state, (void)size;
    return 0;
}

/* Each way to hold forks in which no fork is held twice can be reached. */
static uint64_t ways_to_hold_forks(void) {
    uint64_t ways = 0;
    for (uint32_t code = 0; code < 6561 /* 3^8 */; code++) {
        unsigned held[PHILOSOPHERS] = {0}, twice = 0;
        for (uint32_t i = 0, rest = code; i < PHILOSOPHERS; i++, rest /= 3) {
            if (rest % 3 >= 1) twice += held[i]++ > 0;
            if (rest % 3 == 2) twice += held[(i + 1) % PHILOSOPHERS]++ > 0;
        }
        ways += twice == 0;
    }
    return ways;
}

static void philosophers_starve(void **state) {
    (void)state;
    const struct ts ts = {.max_state_size = PHILOSOPHERS * 4,
                          .action_count = 3,
                          .initial = dinner_initial,
                          .next = dinner_next,
                          .marks = no_marks};
    for (unsigned order = 0; order < 2; order++)
        for (unsigned threads = 1; threads <= 2; threads++) {
            struct search_options options = order ? dfs : bfs;
            options.threads = threads;
            options.violations = 0;
            struct search_result *result = search_run(&ts, &options);
            assert_int_equal(result->statistics.states, ways_to_hold_forks());
            assert_int_equal(result->violation_count, 1);
            const struct ts_trace *trace = result->violations.items[0].trace;
            assert_true(ts_trace_replays(&ts, trace));
            if (!order) assert_int_equal(trace->states.count, PHILOSOPHERS + 1);
            for (unsigned i = 0; i < PHILOSOPHERS; i++) assert_int_equal(vec_last(&trace->states).bytes[i * 4], 1);
            search_result_free(result);
            options.ignore_end_states = true;
            result = search_run(&ts, &options);
            assert_int_equal(result->verdict, VERDICT_HOLDS);
            search_result_free(result);
        }
}

/* ---- an atomic sequence that never comes to an end, nor to a state twice ---- */

static void counting_next(const struct ts *ts, const void *state, uint32_t size, unsigned actor, ts_emit emit,
                          void *context) {
    (void)ts, (void)actor;
    uint64_t number;
    memcpy(&number, state, 8);
    number++;
    emit(context, &number, size, &(struct ts_step){0, TS_NO_ACTION, 0, TS_NOBODY, 0, false, 0, false, 0});
}

static void endless_atomic_sequence_can_be_stopped(void **state) {
    (void)state;
    volatile sig_atomic_t interrupted = 1;
    const struct ts ts = {
        .max_state_size = 8, .action_count = 1, .initial = dinner_initial, .next = counting_next, .marks = no_marks};
    for (unsigned order = 0; order < 2; order++) {
        struct search_options options = order ? dfs : bfs;
        options.interrupted = &interrupted;
        struct search_result *result = search_run(&ts, &options);
        assert_int_equal(result->verdict, VERDICT_UNKNOWN);
        assert_int_equal(result->limit, LIMIT_INTERRUPTED);
        search_result_free(result);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_has_all_its_states),
        cmocka_unit_test(depth_of_a_grid_is_its_diagonal),
        cmocka_unit_test(atomic_sequence_is_passed),
        cmocka_unit_test(stuck_holder_lets_others_move),
        cmocka_unit_test(loop_in_atomic_ends),
        cmocka_unit_test(passing_states_are_not_stored),
        cmocka_unit_test(passing_state_without_successor_is_an_end),
        cmocka_unit_test(fault_in_atomic_is_found),
        cmocka_unit_test(all_faults_are_counted),
        cmocka_unit_test(no_place_is_lost_with_its_trace),
        cmocka_unit_test(search_goes_on_behind_what_is_known),
        cmocka_unit_test(violating_state_is_a_claim),
        cmocka_unit_test(bfs_finds_shortest_paths),
        cmocka_unit_test(an_end_beats_a_fault_one_step_further),
        cmocka_unit_test(taken_actions_are_known),
        cmocka_unit_test(deep_chains_need_no_recursion),
        cmocka_unit_test(philosophers_starve),
        cmocka_unit_test(endless_atomic_sequence_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
