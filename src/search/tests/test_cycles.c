/* Cycles of every sort, and safety with atomic sequences, on small random graphs, against brute force. */
#include "toys.h"

enum { MOST = 24, ACTORS = 3, MOST_VERTICES = MOST * (ACTORS + 1) };

/* The graph as it is meant: a vertex is a node together with who holds it (ACTORS: nobody). */
struct meaning {
    const struct toy_graph *graph;
    unsigned count;
    bool edge[MOST_VERTICES][MOST_VERTICES];
    unsigned movers[MOST_VERTICES][MOST_VERTICES]; /* bit set of actors that make this edge */
    bool reach[MOST_VERTICES][MOST_VERTICES];      /* by one or more edges */
    bool allowed[MOST_VERTICES];
    bool reachable[MOST_VERTICES];
};

static uint32_t node_of(unsigned vertex) { return vertex / (ACTORS + 1); }
static unsigned holder_of(unsigned vertex) { return vertex % (ACTORS + 1); }

static bool has_step(const struct toy_graph *graph, uint32_t node, unsigned actor) {
    for (size_t i = 0; i < graph->edges.count; i++)
        if (graph->edges.items[i].from == node && graph->edges.items[i].actor == actor) return true;
    return false;
}

static bool is_held(const struct meaning *meaning, unsigned vertex) {
    return holder_of(vertex) < ACTORS && has_step(meaning->graph, node_of(vertex), holder_of(vertex));
}

static void close_transitively(struct meaning *meaning) {
    for (unsigned a = 0; a < meaning->count; a++)
        for (unsigned b = 0; b < meaning->count; b++)
            meaning->reach[a][b] = meaning->edge[a][b] && meaning->allowed[a] && meaning->allowed[b];
    for (unsigned k = 0; k < meaning->count; k++)
        for (unsigned a = 0; a < meaning->count; a++)
            for (unsigned b = 0; meaning->reach[a][k] && b < meaning->count; b++)
                meaning->reach[a][b] |= meaning->reach[k][b];
}

static void find_meaning(struct meaning *meaning, const struct toy_graph *graph) {
    memset(meaning, 0, sizeof *meaning);
    meaning->graph = graph;
    meaning->count = graph->nodes * (ACTORS + 1);
    for (unsigned vertex = 0; vertex < meaning->count; vertex++) {
        meaning->allowed[vertex] = true;
        for (size_t i = 0; i < graph->edges.count; i++) {
            const struct toy_edge *edge = &graph->edges.items[i];
            if (edge->from != node_of(vertex)) continue;
            if (is_held(meaning, vertex) && edge->actor != holder_of(vertex)) continue;
            unsigned to = edge->to * (ACTORS + 1) + (edge->holder < ACTORS ? edge->holder : ACTORS);
            meaning->edge[vertex][to] = true;
            meaning->movers[vertex][to] |= 1u << edge->actor;
        }
    }
    close_transitively(meaning);
    for (unsigned vertex = 0; vertex < meaning->count; vertex++)
        meaning->reachable[vertex] = vertex == ACTORS || meaning->reach[ACTORS][vertex];
}

static bool is_kept_waiting(const struct toy_graph *graph, uint32_t node, unsigned actor) {
    return graph->waiting && graph->waiting[node] >> actor & 1;
}

static bool is_fair(const struct meaning *meaning, unsigned vertex, unsigned shut_out) {
    for (unsigned actor = 0; actor < ACTORS; actor++) {
        bool served = shut_out >> actor & 1;
        for (unsigned a = 0; a < meaning->count; a++) {
            if (!meaning->reach[vertex][a] || !meaning->reach[a][vertex]) continue;
            served |= !is_held(meaning, a) && !has_step(meaning->graph, node_of(a), actor) &&
                      !is_kept_waiting(meaning->graph, node_of(a), actor);
            for (unsigned b = 0; b < meaning->count; b++)
                if (meaning->reach[vertex][b] && meaning->reach[b][vertex] && meaning->edge[a][b])
                    served |= (meaning->movers[a][b] >> actor) & 1;
        }
        if (!served) return false;
    }
    return true;
}

static bool is_end(const struct toy_graph *graph, uint32_t node) {
    return graph->first[node] == graph->first[node + 1];
}

/* Is there a cycle of the kind that the options ask for, along which these actors never have a step? */
static bool expected_without(const struct toy_graph *graph, const struct search_options *options, unsigned shut_out) {
    static struct meaning meaning;
    find_meaning(&meaning, graph);
    for (unsigned vertex = 0; vertex < meaning.count; vertex++) {
        if (options->goal == SEARCH_NON_PROGRESS)
            meaning.allowed[vertex] = !(graph->marks[node_of(vertex)] & TS_PROGRESS) || is_held(&meaning, vertex);
        for (unsigned actor = 0; actor < ACTORS; actor++)
            if (shut_out >> actor & 1) meaning.allowed[vertex] &= !has_step(graph, node_of(vertex), actor);
    }
    close_transitively(&meaning);
    for (unsigned vertex = 0; vertex < meaning.count; vertex++) {
        if (!meaning.reachable[vertex]) continue;
        bool accepting = graph->marks[node_of(vertex)] & TS_ACCEPTING;
        if (options->goal == SEARCH_ACCEPTANCE && accepting && is_end(graph, node_of(vertex))) return true;
        if (!meaning.reach[vertex][vertex]) continue;
        bool wanted = options->goal == SEARCH_NON_PROGRESS;
        for (unsigned other = 0; other < meaning.count; other++)
            wanted |= meaning.reach[vertex][other] && meaning.reach[other][vertex] &&
                      graph->marks[node_of(other)] & TS_ACCEPTING;
        if (wanted && (!options->fair || is_fair(&meaning, vertex, shut_out))) return true;
    }
    return false;
}

static bool expected(const struct toy_graph *graph, const struct search_options *options) {
    unsigned sets = graph->waiting && options->fair ? 1u << ACTORS : 1;
    for (unsigned shut_out = 0; shut_out < sets; shut_out++)
        if (expected_without(graph, options, shut_out)) return true;
    return false;
}

static unsigned marks_at(const struct ts *ts, const struct ts_trace_state *state) {
    return ts->marks(ts, state->bytes, state->size);
}

struct enabled {
    unsigned actors;
};

static void note_enabled(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    (void)state, (void)size;
    ((struct enabled *)context)->actors |= 1u << step->actor;
}

static struct enabled enabled_in(const struct ts *ts, const struct ts_trace_state *state) {
    struct enabled enabled = {0};
    ts->next(ts, state->bytes, state->size, TS_EVERYBODY, note_enabled, &enabled);
    return enabled;
}

static bool is_inside_atomic(const struct ts *ts, const struct ts_trace *trace, size_t index) {
    const struct ts_trace_state *state = &trace->states.items[index];
    /* In the first state of the cycle it is the last step that says who holds. */
    uint16_t holder = index == trace->cycle_start ? vec_last(&trace->states).step.holder : state->step.holder;
    return holder != TS_NOBODY && (enabled_in(ts, state).actors >> holder & 1);
}

static void check_fair_cycle(const struct ts *ts, const struct ts_trace *trace) {
    const struct toy_graph *graph = ts->self;
    unsigned served = 0, enabled = 0;
    for (size_t i = trace->cycle_start; i + 1 < trace->states.count; i++) {
        unsigned here = enabled_in(ts, &trace->states.items[i]).actors;
        uint32_t node;
        memcpy(&node, trace->states.items[i].bytes, 4);
        if (!is_inside_atomic(ts, trace, i)) served |= ~here & ~(graph->waiting ? graph->waiting[node] : 0);
        served |= 1u << trace->states.items[i + 1].step.actor;
        enabled |= here;
    }
    if (graph->waiting) served |= ~enabled;
    for (unsigned actor = 0; actor < ACTORS; actor++) assert_true(served >> actor & 1);
}

static void check_lasso(const struct ts *ts, const struct search_options *options, const struct ts_trace *trace) {
    assert_non_null(trace);
    assert_true(ts_trace_replays(ts, trace));
    bool accepting = false;
    if (trace->cycle_start + 1 == trace->states.count) { /* stands still */
        uint32_t node;
        memcpy(&node, vec_last(&trace->states).bytes, 4);
        assert_true(is_end(ts->self, node));
        assert_int_equal(options->goal, SEARCH_ACCEPTANCE);
        assert_true(marks_at(ts, &vec_last(&trace->states)) & TS_ACCEPTING);
        return;
    }
    for (size_t i = trace->cycle_start; i + 1 < trace->states.count; i++) {
        unsigned marks = marks_at(ts, &trace->states.items[i]);
        accepting |= (marks & TS_ACCEPTING) != 0;
        if (options->goal == SEARCH_NON_PROGRESS) assert_false(marks & TS_PROGRESS && !is_inside_atomic(ts, trace, i));
    }
    if (options->goal == SEARCH_ACCEPTANCE) assert_true(accepting);
    if (options->fair) check_fair_cycle(ts, trace);
}

/* Returns whether a cycle was found. */
static bool check_graph(struct toy_graph *graph, enum search_goal goal, bool fair, enum store_kind store) {
    const struct search_options options = {.goal = goal, .fair = fair, .violations = 1, .store = store};
    const struct ts *ts = &graph->ts;
    bool wanted = expected(graph, &options);
    struct search_result *result = search_run(ts, &options);
    assert_null(result->error);
    assert_int_equal(result->verdict, wanted ? VERDICT_VIOLATED : VERDICT_HOLDS);
    if (wanted) {
        const char *kind = goal == SEARCH_ACCEPTANCE ? "acceptance cycle" : "non-progress cycle";
        assert_string_equal(result->violations.items[0].kind, kind);
        check_lasso(ts, &options, result->violations.items[0].trace);
    }
    search_result_free(result);
    return wanted;
}

static struct toy_graph *random_graph(uint64_t *seed, bool with_atomic) {
    uint32_t nodes = 2 + toy_random(seed, MOST - 2);
    struct toy_graph *graph = toy_graph_new(nodes, ACTORS);
    unsigned edges = nodes + toy_random(seed, nodes);
    for (unsigned i = 0; i < edges; i++) {
        toy_edge(graph, toy_random(seed, nodes), toy_random(seed, nodes), toy_random(seed, ACTORS));
        if (with_atomic && toy_random(seed, 3) == 0)
            vec_last(&graph->edges).holder = (uint16_t)toy_random(seed, ACTORS);
    }
    unsigned accepting = toy_random(seed, 4), progress = toy_random(seed, nodes);
    for (unsigned i = 0; i < accepting; i++) graph->marks[toy_random(seed, nodes)] |= TS_ACCEPTING;
    for (unsigned i = 0; i < progress; i++) graph->marks[toy_random(seed, nodes)] |= TS_PROGRESS;
    toy_graph_ts(graph);
    return graph;
}

static void random_graphs_agree_with_brute_force(void **state) {
    (void)state;
    uint64_t seed = 123456789;
    unsigned found[2][2] = {{0}}, rounds = 1500;
    for (unsigned round = 0; round < rounds; round++) {
        struct toy_graph *graph = random_graph(&seed, round % 2);
        enum store_kind store = round % 3 ? STORE_EXACT : STORE_TREE;
        for (unsigned fair = 0; fair < 2; fair++) {
            found[0][fair] += check_graph(graph, SEARCH_ACCEPTANCE, fair, store);
            found[1][fair] += check_graph(graph, SEARCH_NON_PROGRESS, fair, store);
        }
        toy_graph_free(graph);
    }
    for (unsigned goal = 0; goal < 2; goal++) { /* the graphs are a fair mixture, and fairness matters */
        assert_in_range(found[goal][0], rounds / 10, rounds * 9 / 10);
        assert_in_range(found[goal][1], rounds / 20, found[goal][0] - rounds / 100);
    }
}

static void those_who_are_kept_waiting_come_if_they_may(void **state) {
    (void)state;
    uint64_t seed = 987654321;
    unsigned found = 0, without = 0, rounds = 3000;
    for (unsigned round = 0; round < rounds; round++) {
        struct toy_graph *graph = random_graph(&seed, false);
        without += expected(graph, &(struct search_options){.goal = SEARCH_ACCEPTANCE, .fair = true});
        graph->waiting = memory_new(graph->nodes * sizeof *graph->waiting);
        for (uint32_t node = 0; node < graph->nodes; node++)
            graph->waiting[node] = toy_random(&seed, 4) ? (1u << ACTORS) - 1 : toy_random(&seed, 1u << ACTORS);
        toy_graph_ts(graph);
        found += check_graph(graph, SEARCH_ACCEPTANCE, true, round % 3 ? STORE_EXACT : STORE_TREE);
        check_graph(graph, SEARCH_NON_PROGRESS, true, STORE_EXACT);
        toy_graph_free(graph);
    }
    assert_in_range(found, rounds / 20, without - rounds / 150); /* it matters */
}

/* ---- safety, with atomic sequences ---- */

/* Nodes in which everybody may move: these are stored. */
static uint64_t stored_nodes(const struct meaning *meaning) {
    uint64_t count = 0;
    for (uint32_t node = 0; node < meaning->graph->nodes; node++) {
        bool stored = false;
        for (unsigned vertex = node * (ACTORS + 1); vertex < (node + 1) * (ACTORS + 1); vertex++)
            stored |= meaning->reachable[vertex] && !is_held(meaning, vertex);
        count += stored;
    }
    return count;
}

static bool can_happen(const struct meaning *meaning, const struct toy_edge *edge) {
    for (unsigned holder = 0; holder <= ACTORS; holder++) {
        unsigned vertex = edge->from * (ACTORS + 1) + holder;
        if (meaning->reachable[vertex] && (!is_held(meaning, vertex) || holder == edge->actor)) return true;
    }
    return false;
}

static void safety_of_random_graphs_agrees_with_brute_force(void **state) {
    (void)state;
    static struct meaning meaning;
    uint64_t seed = 55555;
    unsigned faults = 0, rounds = 500;
    for (unsigned round = 0; round < rounds; round++) {
        struct toy_graph *graph = random_graph(&seed, true);
        struct toy_edge *wrong = &graph->edges.items[toy_random(&seed, (uint32_t)graph->edges.count)];
        wrong->fault = 1;
        find_meaning(&meaning, graph);
        bool expected_fault = can_happen(&meaning, wrong);
        faults += expected_fault;
        for (unsigned order = 0; order < 2; order++) {
            struct search_options options = {.order = (enum search_order)order, .threads = 1 + round % 2};
            struct search_result *result = search_run(&graph->ts, &options);
            assert_int_equal(result->statistics.states, stored_nodes(&meaning));
            assert_int_equal(result->verdict, expected_fault ? VERDICT_VIOLATED : VERDICT_HOLDS);
            if (expected_fault) {
                assert_true(ts_trace_replays(&graph->ts, result->violations.items[0].trace));
                assert_int_equal(vec_last(&result->violations.items[0].trace->states).step.fault, 1);
            }
            for (size_t i = 0; i < graph->edges.count; i++)
                assert_int_equal(result->taken[i], can_happen(&meaning, &graph->edges.items[i]));
            search_result_free(result);
        }
        toy_graph_free(graph);
    }
    assert_in_range(faults, rounds / 10, rounds * 9 / 10);
}

/* 0 -> 1 -> 2 -> … -> 99 -> 1, all inside an atomic sequence. */
static void cycle_inside_an_atomic_sequence(void **state) {
    (void)state;
    for (unsigned length = 2; length <= 200; length += 33)
        for (unsigned marked = 0; marked < 2; marked++) {
            struct toy_graph *graph = toy_graph_new(length + 1, 1);
            for (uint32_t i = 0; i < length + 1; i++) toy_edge(graph, i, i == length ? 1 : i + 1, 0);
            for (size_t i = 0; i < graph->edges.count; i++) graph->edges.items[i].holder = 0;
            if (marked) graph->marks[length / 2 + 1] |= TS_ACCEPTING | TS_PROGRESS;
            const struct ts *ts = toy_graph_ts(graph);
            struct search_options options = {.goal = SEARCH_ACCEPTANCE, .violations = 1};
            struct search_result *result = search_run(ts, &options);
            assert_int_equal(result->verdict, marked ? VERDICT_VIOLATED : VERDICT_HOLDS);
            if (marked) check_lasso(ts, &options, result->violations.items[0].trace);
            search_result_free(result);
            options.goal = SEARCH_NON_PROGRESS;
            result = search_run(ts, &options);
            assert_int_equal(result->verdict, VERDICT_VIOLATED); /* progress inside is not seen */
            check_lasso(ts, &options, result->violations.items[0].trace);
            search_result_free(result);
            toy_graph_free(graph);
        }
}

/* Faults and bad ends are violations in a search for cycles, too. */
static void other_violations_are_found(void **state) {
    (void)state;
    for (unsigned what = 0; what < 3; what++)
        for (unsigned goal = SEARCH_ACCEPTANCE; goal <= SEARCH_NON_PROGRESS; goal++)
            for (unsigned fair = 0; fair < 2; fair++) {
                static const char *const kinds[] = {"assertion", "invalid end state", "claim"};
                struct toy_graph *graph = toy_graph_new(4, 1);
                for (uint32_t i = 0; i < 3; i++) toy_edge(graph, i, i + 1, 0);
                if (what == 0) graph->edges.items[1].fault = 1;
                if (what == 1) graph->marks[3] = 0;
                if (what == 2) graph->marks[2] |= TS_VIOLATING;
                struct search_options options = {.goal = (enum search_goal)goal, .fair = fair, .violations = 0};
                const struct ts *ts = toy_graph_ts(graph);
                struct search_result *result = search_run(ts, &options);
                assert_int_equal(result->violation_count, 1);
                assert_int_equal(result->statistics.states, 4);
                assert_int_equal(result->statistics.transitions, 3);
                assert_true(result->complete);
                assert_string_equal(result->violations.items[0].kind, kinds[what]);
                assert_int_equal(result->violations.items[0].trace->states.count, what == 1 ? 4 : 3);
                assert_int_equal(result->violations.items[0].trace->cycle_start, SIZE_MAX);
                search_result_free(result);
                toy_graph_free(graph);
            }
}

static void lassos_are_short(void **state) {
    (void)state;
    /* A long way round, found first, and a short cut to a cycle of two. */
    struct toy_graph *graph = toy_graph_new(52, 1);
    for (uint32_t i = 0; i < 50; i++) toy_edge(graph, i, i + 1, 0);
    toy_edge(graph, 0, 50, 0);
    toy_edge(graph, 50, 51, 0);
    toy_edge(graph, 51, 50, 0);
    graph->marks[51] |= TS_ACCEPTING;
    struct search_options options = {.goal = SEARCH_ACCEPTANCE, .violations = 1};
    struct search_result *result = search_run(toy_graph_ts(graph), &options);
    const struct ts_trace *trace = result->violations.items[0].trace;
    assert_int_equal(trace->cycle_start, 2);
    assert_int_equal(trace->states.count, 5);
    search_result_free(result);
    toy_graph_free(graph);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs_agree_with_brute_force),
        cmocka_unit_test(those_who_are_kept_waiting_come_if_they_may),
        cmocka_unit_test(safety_of_random_graphs_agrees_with_brute_force),
        cmocka_unit_test(cycle_inside_an_atomic_sequence),
        cmocka_unit_test(other_violations_are_found),
        cmocka_unit_test(lassos_are_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
