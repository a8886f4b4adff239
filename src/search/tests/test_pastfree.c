/* Random graphs under random guides that are unrolled: cluster by cluster against a plain search, and what is said of
 * completeness against brute force. */
#include "toys.h"

#include "search/pastfree.h"
#include "ts/guided.h"

enum { MOST_NODES = 10, MOST_PLACES = 3, LETTERS = 2, MOST_EDGES = 64, LEVELS = 400 };

struct unrolled {
    struct ts_guide guide;
    uint32_t places, bound;
    uint32_t after[MOST_PLACES][LETTERS];
    int32_t letter[MOST_EDGES]; /* by edge; -1: none */
    bool cut;
};

static int32_t interaction(const struct ts_guide *guide, const struct ts_step *step) {
    return step->action == TS_NO_ACTION ? TS_NO_INTERACTION
                                        : ((const struct unrolled *)guide->self)->letter[step->action];
}

static uint32_t after(const struct ts_guide *guide, uint32_t place, int32_t letter) {
    struct unrolled *unrolled = (struct unrolled *)guide->self;
    uint32_t level = place / unrolled->places, to = unrolled->after[place % unrolled->places][letter];
    if (to == TS_GUIDE_NOWHERE) return TS_GUIDE_NOWHERE;
    if (level < unrolled->bound) return (level + 1) * unrolled->places + to;
    unrolled->cut = true;
    return TS_GUIDE_NOWHERE;
}

static void print(const struct ts_guide *guide, uint32_t place, struct text *out) {
    (void)guide;
    text_printf(out, "%u", place);
}

static const char *name(const struct ts_guide *guide, int32_t letter) {
    (void)guide;
    return letter ? "b" : "a";
}

static void random_guide(struct unrolled *unrolled, size_t edges, uint32_t bound, uint64_t *seed) {
    *unrolled = (struct unrolled){.places = 1 + toy_random(seed, MOST_PLACES - 1), .bound = bound};
    unrolled->guide = (struct ts_guide){.self = unrolled,
                                        .name = "guide",
                                        .inside = true,
                                        .interaction = interaction,
                                        .after = after,
                                        .print = print,
                                        .interaction_name = name};
    for (uint32_t place = 0; place < unrolled->places; place++)
        for (uint32_t letter = 0; letter < LETTERS; letter++)
            unrolled->after[place][letter] =
                toy_random(seed, 4) ? toy_random(seed, unrolled->places) : (uint32_t)TS_GUIDE_NOWHERE;
    for (size_t i = 0; i < edges; i++) unrolled->letter[i] = (int32_t)toy_random(seed, LETTERS + 1) - 1;
}

static struct toy_graph *random_graph(uint64_t *seed, bool held) {
    uint32_t nodes = 3 + toy_random(seed, MOST_NODES - 3);
    struct toy_graph *graph = toy_graph_new(nodes, 2);
    for (uint32_t i = 0; i < 2 * nodes; i++) {
        toy_edge(graph, toy_random(seed, nodes), toy_random(seed, nodes), toy_random(seed, 2));
        struct toy_edge *edge = &vec_last(&graph->edges);
        if (held && toy_random(seed, 3) == 0) edge->holder = edge->actor;
        if (held && toy_random(seed, 40) == 0) edge->fault = 1;
    }
    for (uint32_t i = 0; i < nodes; i++) graph->marks[i] = toy_random(seed, 3) ? TS_VALID_END : 0;
    return graph;
}

static void clusters_agree_with_a_plain_search(void **state) {
    (void)state;
    uint64_t seed = 26071;
    unsigned violated = 0, rounds = 400;
    for (unsigned round = 0; round < rounds; round++) {
        struct toy_graph *graph = random_graph(&seed, true);
        const struct ts *system = toy_graph_ts(graph);
        struct unrolled unrolled;
        random_guide(&unrolled, graph->edges.count, 3, &seed);
        struct ts *guided = ts_guided_new(system, &unrolled.guide);
        struct search_options options = {.threads = 1 + round % 2, .store = round % 3 ? STORE_EXACT : STORE_TREE};
        struct pastfree_result levels;
        struct search_result *plain = search_run(guided, &options);
        struct search_result *freed = pastfree_run(guided, &options, unrolled.places, true, &levels);
        assert_null(freed->error);
        assert_int_equal(freed->verdict, plain->verdict);
        if (!levels.repeats) {
            assert_int_equal(freed->statistics.states, plain->statistics.states);
            assert_int_equal(freed->violation_count, plain->violation_count);
            assert_memory_equal(freed->taken, plain->taken, graph->edges.count);
        }
        for (size_t i = 0; i < freed->violations.count; i++)
            if (i < 8) assert_true(ts_trace_replays(guided, freed->violations.items[i].trace));
        violated += plain->verdict == VERDICT_VIOLATED;
        pastfree_result_free(&levels);
        search_result_free(plain);
        search_result_free(freed);
        ts_guided_free(guided);
        toy_graph_free(graph);
    }
    assert_in_range(violated, rounds / 10, rounds - rounds / 10);
}

/* ---- completeness ---- */

typedef bool level_set[MOST_PLACES][MOST_NODES];

static bool add_closure(const struct toy_graph *graph, const struct unrolled *unrolled, const level_set *from,
                        level_set *to, bool interactions) {
    bool added = false;
    for (uint32_t place = 0; place < unrolled->places; place++)
        for (size_t i = 0; i < graph->edges.count; i++) {
            const struct toy_edge *edge = &graph->edges.items[i];
            int32_t letter = unrolled->letter[i];
            if (!(*from)[place][edge->from] || (letter >= 0) != interactions) continue;
            uint32_t then = letter < 0 ? place : unrolled->after[place][letter];
            if (then == TS_GUIDE_NOWHERE || (*to)[then][edge->to]) continue;
            (*to)[then][edge->to] = added = true;
        }
    return added;
}

/* Places and nodes that are reached with `levels` interactions at most. */
static void reach(const struct toy_graph *graph, const struct unrolled *unrolled, uint32_t levels, level_set *all) {
    level_set here = {{false}};
    memset(all, 0, sizeof *all);
    here[0][0] = true;
    for (uint32_t level = 0;; level++) {
        level_set next = {{false}};
        while (add_closure(graph, unrolled, (const level_set *)&here, &here, false)) {
        }
        for (uint32_t p = 0; p < MOST_PLACES; p++)
            for (uint32_t n = 0; n < MOST_NODES; n++) (*all)[p][n] |= here[p][n];
        if (level == levels) return;
        add_closure(graph, unrolled, (const level_set *)&here, &next, true);
        memcpy(here, next, sizeof here);
    }
}

static void what_is_enough_is_enough(void **state) {
    (void)state;
    uint64_t seed = 424242;
    unsigned repeats = 0, ends = 0, rounds = 400;
    for (unsigned round = 0; round < rounds; round++) {
        struct toy_graph *graph = random_graph(&seed, false);
        for (uint32_t i = 0; i < graph->nodes; i++) graph->marks[i] = TS_VALID_END;
        const struct ts *system = toy_graph_ts(graph);
        struct unrolled unrolled;
        random_guide(&unrolled, graph->edges.count, LEVELS, &seed);
        struct ts *guided = ts_guided_new(system, &unrolled.guide);
        struct search_options options = {.threads = 1};
        struct pastfree_result levels;
        struct search_result *found = pastfree_run(guided, &options, unrolled.places, true, &levels);
        assert_int_equal(found->verdict, VERDICT_HOLDS);
        level_set enough, all;
        if (levels.repeats || !unrolled.cut) {
            reach(graph, &unrolled, levels.levels - 1 - (levels.repeats ? levels.reach : 0), &enough);
            reach(graph, &unrolled, LEVELS, &all);
            assert_memory_equal(enough, all, sizeof all);
        }
        repeats += levels.repeats;
        ends += !levels.repeats;
        pastfree_result_free(&levels);
        search_result_free(found);
        ts_guided_free(guided);
        toy_graph_free(graph);
    }
    assert_true(repeats > rounds / 3);
    assert_true(ends > rounds / 20);
}

/* A ring in which every step is an interaction: a level has one state, and repeats after one time round. */
static void long_periods_are_seen(void **state) {
    (void)state;
    for (uint32_t nodes = 2; nodes <= 40; nodes++) {
        struct toy_graph *graph = toy_graph_new(nodes, 1);
        for (uint32_t i = 0; i < nodes; i++) toy_edge(graph, i, (i + 1) % nodes, 0);
        struct unrolled unrolled;
        uint64_t seed = 1;
        random_guide(&unrolled, 0, LEVELS, &seed);
        unrolled.places = 1;
        unrolled.after[0][0] = 0;
        for (size_t i = 0; i < graph->edges.count; i++) unrolled.letter[i] = 0;
        unrolled.guide.inside = false;
        struct ts *guided = ts_guided_new(toy_graph_ts(graph), &unrolled.guide);
        struct search_options options = {.threads = 1};
        struct pastfree_result levels;
        struct search_result *found = pastfree_run(guided, &options, 1, true, &levels);
        assert_int_equal(found->verdict, VERDICT_HOLDS);
        assert_true(levels.repeats);
        assert_int_equal(levels.period, nodes);
        assert_in_range(levels.levels, nodes + 1, 3 * nodes + PASTFREE_LAGS + 2);
        pastfree_result_free(&levels);
        search_result_free(found);
        ts_guided_free(guided);
        toy_graph_free(graph);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(clusters_agree_with_a_plain_search),
                                       cmocka_unit_test(what_is_enough_is_enough),
                                       cmocka_unit_test(long_periods_are_seen)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
