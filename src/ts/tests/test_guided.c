/* Random graphs under random guides, against their composition computed by brute force: which steps can be taken, and
 * where runs end. */
#include "../../search/tests/toys.h"

#include "ts/guided.h"

enum { MOST_NODES = 10, MOST_PLACES = 4, LETTERS = 3, ACTORS = 2, MOST_EDGES = 64, NOBODY = ACTORS };

struct toy_guide {
    struct ts_guide guide;
    uint32_t places;
    uint32_t after[MOST_PLACES][LETTERS];
    int32_t letter[MOST_EDGES]; /* by edge; -1: none */
};

static int32_t toy_interaction(const struct ts_guide *guide, const struct ts_step *step) {
    return step->action == TS_NO_ACTION ? TS_NO_INTERACTION
                                        : ((const struct toy_guide *)guide->self)->letter[step->action];
}

static uint32_t toy_after(const struct ts_guide *guide, uint32_t place, int32_t interaction) {
    return ((const struct toy_guide *)guide->self)->after[place][interaction];
}

static void toy_print(const struct ts_guide *guide, uint32_t place, struct text *out) {
    (void)guide;
    text_printf(out, "%u", place);
}

static const char *toy_name(const struct ts_guide *guide, int32_t interaction) {
    (void)guide;
    return interaction == 0 ? "a" : interaction == 1 ? "b" : "c";
}

static void random_guide(struct toy_guide *toy, size_t edges, uint64_t *seed) {
    *toy = (struct toy_guide){.places = 1 + toy_random(seed, MOST_PLACES - 1)};
    toy->guide = (struct ts_guide){.self = toy,
                                   .name = "guide",
                                   .inside = true,
                                   .interaction = toy_interaction,
                                   .after = toy_after,
                                   .print = toy_print,
                                   .interaction_name = toy_name};
    for (uint32_t place = 0; place < toy->places; place++)
        for (uint32_t letter = 0; letter < LETTERS; letter++)
            toy->after[place][letter] =
                toy_random(seed, 3) ? toy_random(seed, toy->places) : (uint32_t)TS_GUIDE_NOWHERE;
    for (size_t i = 0; i < edges; i++) toy->letter[i] = (int32_t)toy_random(seed, LETTERS + 2) - 2;
    for (size_t i = 0; i < edges; i++)
        if (toy->letter[i] < 0) toy->letter[i] = TS_NO_INTERACTION;
}

/* ---- by brute force ---- */

struct brute {
    bool seen[MOST_NODES][MOST_PLACES][ACTORS + 1];
    bool taken[MOST_EDGES];
    bool deadlock; /* the system itself has no step */
};

static bool holder_can_move(const struct toy_graph *graph, uint32_t node, uint32_t holder) {
    for (size_t i = 0; i < graph->edges.count; i++)
        if (graph->edges.items[i].from == node && graph->edges.items[i].actor == holder) return true;
    return false;
}

/* Whoever holds the system moves alone as long as the system lets it. */
static void visit(struct brute *brute, const struct toy_graph *graph, const struct toy_guide *toy, uint32_t node,
                  uint32_t place, uint32_t holder) {
    if (brute->seen[node][place][holder]) return;
    brute->seen[node][place][holder] = true;
    bool held = holder != NOBODY && holder_can_move(graph, node, holder), any = false;
    for (size_t i = 0; i < graph->edges.count; i++) {
        const struct toy_edge *edge = &graph->edges.items[i];
        if (edge->from != node || (held && edge->actor != holder)) continue;
        any = true;
        uint32_t then = toy->letter[i] < 0 ? place : toy->after[place][toy->letter[i]];
        if (then == TS_GUIDE_NOWHERE) continue;
        brute->taken[i] = true;
        visit(brute, graph, toy, edge->to, then, edge->holder == TS_NOBODY ? (uint32_t)NOBODY : edge->holder);
    }
    if (!any && !(graph->marks[node] & TS_VALID_END)) brute->deadlock = true;
}

static struct toy_graph *random_graph(uint64_t *seed) {
    uint32_t nodes = 3 + toy_random(seed, MOST_NODES - 3);
    struct toy_graph *graph = toy_graph_new(nodes, ACTORS);
    vec_push(&graph->initial, 0);
    for (uint32_t i = 0; i < 2 * nodes; i++) {
        toy_edge(graph, toy_random(seed, nodes), toy_random(seed, nodes), toy_random(seed, ACTORS));
        if (toy_random(seed, 3) == 0) vec_last(&graph->edges).holder = (uint16_t)vec_last(&graph->edges).actor;
    }
    for (uint32_t i = 0; i < nodes; i++) graph->marks[i] = toy_random(seed, 2) ? TS_VALID_END : 0;
    return graph;
}

static void compositions_agree_with_brute_force(void **state) {
    (void)state;
    uint64_t seed = 20191;
    unsigned deadlocks = 0, stopped = 0, rounds = 3000;
    for (unsigned round = 0; round < rounds; round++) {
        struct toy_graph *graph = random_graph(&seed);
        const struct ts *system = toy_graph_ts(graph);
        struct toy_guide toy;
        random_guide(&toy, graph->edges.count, &seed);
        struct brute brute = {0};
        visit(&brute, graph, &toy, 0, 0, NOBODY);
        struct ts *guided = ts_guided_new(system, &toy.guide);
        struct search_options options = {.threads = 1, .order = round % 2 ? SEARCH_BFS : SEARCH_DFS};
        struct search_result *found = search_run(guided, &options);
        assert_null(found->error);
        for (size_t i = 0; i < graph->edges.count; i++) assert_int_equal(found->taken[i], brute.taken[i]);
        assert_int_equal(found->violation_count > 0, brute.deadlock);
        deadlocks += brute.deadlock;
        for (size_t i = 0; i < graph->edges.count; i++) stopped += !brute.taken[i];
        search_result_free(found);
        ts_guided_free(guided);
        toy_graph_free(graph);
    }
    assert_in_range(deadlocks, rounds / 20, rounds - rounds / 20);
    assert_true(stopped > rounds);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(compositions_agree_with_brute_force)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
