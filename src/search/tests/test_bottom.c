/* Random graphs: bottom components, and what is left out, against the words of the definition, tried on every set of
 * nodes. */
#include "search/bottom.h"
#include "search/tests/toys.h"

enum { MOST_NODES = 6, ACTORS = 3, GRAPHS = 20000 };

/* ---- the definition ---- */

struct judge {
    const struct toy_graph *graph;
    unsigned owed_from;
    bool reaches[MOST_NODES][MOST_NODES];
};

static bool has(unsigned set, uint32_t node) { return set >> node & 1; }

static void find_ways(const struct toy_graph *graph, unsigned set, bool reaches[MOST_NODES][MOST_NODES]) {
    memset(reaches, 0, sizeof(bool[MOST_NODES][MOST_NODES]));
    for (size_t i = 0; i < graph->edges.count; i++) {
        const struct toy_edge *edge = &graph->edges.items[i];
        if (has(set, edge->from) && has(set, edge->to)) reaches[edge->from][edge->to] = true;
    }
    for (uint32_t over = 0; over < graph->nodes; over++)
        for (uint32_t from = 0; from < graph->nodes; from++)
            for (uint32_t to = 0; to < graph->nodes; to++)
                reaches[from][to] |= reaches[from][over] && reaches[over][to];
}

static bool is_connected(const struct toy_graph *graph, unsigned set) {
    bool reaches[MOST_NODES][MOST_NODES];
    find_ways(graph, set, reaches);
    for (uint32_t from = 0; from < graph->nodes; from++)
        for (uint32_t to = 0; to < graph->nodes; to++)
            if (has(set, from) && has(set, to) && !reaches[from][to]) return false;
    return set != 0;
}

static bool comes_in(const struct toy_graph *graph, unsigned set, unsigned actor) {
    for (size_t i = 0; i < graph->edges.count; i++) {
        const struct toy_edge *edge = &graph->edges.items[i];
        if (edge->actor == actor && has(set, edge->from) && has(set, edge->to)) return true;
    }
    return false;
}

static bool may_come_from(const struct toy_graph *graph, uint32_t node, unsigned actor) {
    for (size_t i = 0; i < graph->edges.count; i++)
        if (graph->edges.items[i].actor == actor && graph->edges.items[i].from == node) return true;
    return false;
}

static bool need_not_come(const struct toy_graph *graph, unsigned set, unsigned actor) {
    bool may_come = false;
    for (uint32_t node = 0; node < graph->nodes; node++) {
        if (!has(set, node)) continue;
        if (may_come_from(graph, node, actor))
            may_come = true;
        else if (!(graph->waiting[node] >> actor & 1))
            return true;
    }
    return !may_come;
}

/* May a run come back to these nodes, and no others, for ever? */
static bool lasts(const struct judge *judge, unsigned set) {
    const struct toy_graph *graph = judge->graph;
    if (!is_connected(graph, set)) return false;
    for (uint32_t node = 0; node < graph->nodes; node++)
        if (has(set, node) && graph->owed[node] < ACTORS && !comes_in(graph, set, graph->owed[node])) return false;
    for (unsigned actor = judge->owed_from; actor < ACTORS; actor++)
        if (!comes_in(graph, set, actor) && !need_not_come(graph, set, actor)) return false;
    return true;
}

static bool is_faulty(const struct toy_graph *graph, uint32_t node) {
    for (size_t i = graph->first[node]; i < graph->first[node + 1]; i++)
        if (graph->edges.items[i].fault) return true;
    return false;
}

static bool rests(const struct judge *judge, uint32_t node) {
    const struct toy_graph *graph = judge->graph;
    bool has_way = graph->first[node] < graph->first[node + 1];
    if (is_faulty(graph, node) || graph->may_stay[node] || (!has_way && !ts_is_owed(graph->owed[node]))) return true;
    for (unsigned set = 1; set < 1u << graph->nodes; set++)
        if (has(set, node) && lasts(judge, set)) return true;
    return false;
}

static bool counts(const struct judge *judge, uint32_t node) {
    for (uint32_t to = 0; to < judge->graph->nodes; to++)
        if ((to == node || judge->reaches[node][to]) && rests(judge, to)) return true;
    return false;
}

/* Does no run that counts leave what the node is in, and does none go wrong there? */
static bool is_bottom(const struct judge *judge, uint32_t node) {
    for (uint32_t to = 0; to < judge->graph->nodes; to++) {
        if (to != node && !judge->reaches[node][to]) continue;
        bool comes_back = to == node || judge->reaches[to][node];
        if (comes_back ? is_faulty(judge->graph, to) : counts(judge, to)) return false;
    }
    return counts(judge, node);
}

/* ---- against it ---- */

struct told {
    unsigned bottoms, left_out;
};

static bool note(void *context, const void *state, uint32_t size, enum bottom_kind kind) {
    struct told *told = context;
    uint32_t node;
    if (!state) return true;
    assert_int_equal(size, 4);
    memcpy(&node, state, 4);
    assert_true(kind != BOTTOM_BEFORE_OVER && kind != BOTTOM_WRONG);
    *(kind == BOTTOM_LEFT_OUT ? &told->left_out : &told->bottoms) |= 1u << node;
    return true;
}

static struct toy_graph *random_graph(uint64_t *seed, uint32_t least, unsigned faulty) {
    static const unsigned others[] = {TS_NOBODY, TS_EVERYBODY, TS_ENOUGH};
    uint32_t nodes = least + toy_random(seed, MOST_NODES + 1 - least);
    struct toy_graph *graph = toy_graph_new(nodes, ACTORS);
    uint32_t edges = toy_random(seed, 2 * nodes + 2);
    for (uint32_t i = 0; i < edges; i++) {
        toy_edge(graph, toy_random(seed, nodes), toy_random(seed, nodes), toy_random(seed, ACTORS));
        vec_last(&graph->edges).fault = !toy_random(seed, faulty);
    }
    graph->waiting = memory_new(nodes * sizeof *graph->waiting);
    graph->owed = memory_new(nodes * sizeof *graph->owed);
    graph->may_stay = memory_new(nodes);
    for (uint32_t i = 0; i < nodes; i++) {
        graph->owed[i] = toy_random(seed, 4) ? toy_random(seed, ACTORS) : others[toy_random(seed, 3)];
        graph->waiting[i] = toy_random(seed, 1u << ACTORS);
        graph->may_stay[i] = !ts_is_owed(graph->owed[i]) && toy_random(seed, 2);
    }
    return graph;
}

static void judge_graph(uint64_t *seed, struct told *in_all) {
    struct toy_graph *graph = random_graph(seed, 1, 30);
    toy_graph_ts(graph);
    graph->ts.owed_from = ACTORS - toy_random(seed, 3);
    struct judge judge = {.graph = graph, .owed_from = graph->ts.owed_from};
    find_ways(graph, ~0u, judge.reaches);
    struct told told = {0}, expected = {0};
    for (uint32_t i = 0; i < graph->nodes; i++) {
        if (i != 0 && !judge.reaches[0][i]) continue;
        if (!counts(&judge, i)) expected.left_out |= 1u << i;
        if (is_bottom(&judge, i)) expected.bottoms |= 1u << i;
    }
    bottom_components(&graph->ts, &(struct search_options){0}, NULL,
                      &(struct bottom_visitor){.visit = note, .context = &told});
    assert_int_equal(told.left_out, expected.left_out);
    assert_int_equal(told.bottoms, expected.bottoms);
    in_all->left_out += told.left_out != 0;
    in_all->bottoms += told.bottoms != 0 && told.left_out != 0;
    toy_graph_free(graph);
}

static void random_graphs(void **state) {
    uint64_t seed = 1;
    struct told in_all = {0};
    (void)state;
    for (int i = 0; i < GRAPHS; i++) judge_graph(&seed, &in_all);
    assert_true(in_all.left_out > GRAPHS / 10 && in_all.bottoms > GRAPHS / 100);
}

/* ---- what goes wrong ends the run, and all come that have to ---- */

static bool is_always(void *context, uint32_t fault) {
    (void)context;
    return fault != 0;
}

static bool note_round(void *context, const void *state, uint32_t size, enum bottom_kind kind) {
    (void)size;
    assert_true(kind != BOTTOM_WRONG);
    *(bool *)context |= state && kind != BOTTOM_LEFT_OUT;
    return true;
}

/* Edges that go wrong, and no others, lead to the end. */
static void divert(struct toy_graph *graph, uint32_t end) {
    for (size_t i = 0; i < graph->edges.count; i++) {
        struct toy_edge *edge = &graph->edges.items[i];
        edge->from %= end;
        edge->to = edge->fault ? end : edge->to % end;
    }
}

static bool stays(const struct toy_graph *graph, uint32_t node) {
    bool has_way = false;
    for (size_t i = graph->first[node]; i < graph->first[node + 1]; i++) has_way |= !graph->edges.items[i].fault;
    bool waits = (has_way || graph->owed[node] == TS_ENOUGH) && graph->may_stay[node];
    return waits || (graph->first[node] == graph->first[node + 1] && !ts_is_owed(graph->owed[node]));
}

static bool some_run_goes_on(const struct judge *judge, uint32_t end) {
    for (uint32_t node = 0; node < end; node++) {
        if (node != 0 && !judge->reaches[0][node]) continue;
        if (stays(judge->graph, node)) return true;
        for (unsigned set = 1; set < 1u << end; set++)
            if (has(set, node) && lasts(judge, set)) return true;
    }
    return false;
}

static bool goes_on(struct toy_graph *graph) {
    bool any = false;
    struct bottom_visitor visitor = {.visit = note_round, .is_end = is_always, .all_come = true, .context = &any};
    bottom_components(&graph->ts, &(struct search_options){0}, NULL, &visitor);
    return any;
}

static void runs_that_end(void **state) {
    uint64_t seed = 7;
    unsigned ended = 0;
    (void)state;
    for (int i = 0; i < GRAPHS; i++) {
        struct toy_graph *graph = random_graph(&seed, 2, 3);
        uint32_t end = graph->nodes - 1;
        divert(graph, end);
        toy_graph_ts(graph);
        graph->ts.owed_from = ACTORS - toy_random(&seed, 3);
        struct judge judge = {.graph = graph, .owed_from = graph->ts.owed_from};
        find_ways(graph, (1u << end) - 1, judge.reaches);
        bool expected = some_run_goes_on(&judge, end);
        assert_int_equal(goes_on(graph), expected);
        ended += !expected;
        toy_graph_free(graph);
    }
    assert_true(ended > GRAPHS / 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_graphs), cmocka_unit_test(runs_that_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
