/* Random graphs under random guides: component by component against a plain search, the number of interactions that is
 * enough against brute force, and what several guides share. */
#include "toys.h"

#include "search/components.h"
#include "ts/guided.h"

enum { MOST_NODES = 10, MOST_PLACES = 4, LETTERS = 3, MOST_EDGES = 64, NOWHERE = TS_GUIDE_NOWHERE };

/* Places with a level, or without. */
struct guiding {
    struct ts_guide guide;
    uint32_t places;
    bool levelled;
    uint32_t after[MOST_PLACES][LETTERS];
    int32_t letter[MOST_EDGES]; /* by edge; -1: none */
};

static int32_t interaction(const struct ts_guide *guide, const struct ts_step *step) {
    return step->action == TS_NO_ACTION ? TS_NO_INTERACTION
                                        : ((const struct guiding *)guide->self)->letter[step->action];
}

static uint32_t after(const struct ts_guide *guide, uint32_t place, int32_t letter) {
    const struct guiding *guiding = guide->self;
    uint32_t to = guiding->after[place % guiding->places][letter];
    if (to == NOWHERE || !guiding->levelled) return to;
    return (place / guiding->places + 1) * guiding->places + to;
}

static void print(const struct ts_guide *guide, uint32_t place, struct text *out) {
    (void)guide;
    text_printf(out, "%u", place);
}

static const char *name(const struct ts_guide *guide, int32_t letter) {
    static const char *const names[LETTERS] = {"a", "b", "c"};
    (void)guide;
    return names[letter];
}

static void random_guide(struct guiding *guiding, size_t edges, uint64_t *seed) {
    *guiding = (struct guiding){.places = 1 + toy_random(seed, MOST_PLACES)};
    guiding->guide = (struct ts_guide){.self = guiding,
                                       .name = "guide",
                                       .interaction = interaction,
                                       .after = after,
                                       .print = print,
                                       .interaction_name = name};
    for (uint32_t place = 0; place < guiding->places; place++)
        for (uint32_t letter = 0; letter < LETTERS; letter++)
            guiding->after[place][letter] = toy_random(seed, 3) ? toy_random(seed, guiding->places) : (uint32_t)NOWHERE;
    for (size_t i = 0; i < edges; i++) guiding->letter[i] = (int32_t)toy_random(seed, LETTERS + 2) - 2;
    for (size_t i = 0; i < edges; i++)
        if (guiding->letter[i] < 0) guiding->letter[i] = TS_NO_INTERACTION;
}

static struct toy_graph *random_graph(uint64_t *seed, bool faulty) {
    uint32_t nodes = 3 + toy_random(seed, MOST_NODES - 3);
    struct toy_graph *graph = toy_graph_new(nodes, 2);
    for (uint32_t i = 0; i < 2 * nodes; i++) {
        toy_edge(graph, toy_random(seed, nodes), toy_random(seed, nodes), toy_random(seed, 2));
        if (faulty && toy_random(seed, 30) == 0) vec_last(&graph->edges).fault = 1;
    }
    for (uint32_t i = 0; i < nodes; i++) graph->marks[i] = !faulty || toy_random(seed, 3) ? TS_VALID_END : 0;
    return graph;
}

/* ---- components by brute force ---- */

struct shape {
    struct component_shape list[MOST_PLACES];
    uint32_t places[MOST_PLACES][MOST_PLACES], sources[MOST_PLACES][MOST_PLACES];
    uint32_t component_of[MOST_PLACES], inner_of[MOST_PLACES];
    struct components_shape all;
};

static void find_shape(struct shape *shape, const struct guiding *guiding, uint64_t first_identity) {
    bool way[MOST_PLACES][MOST_PLACES] = {{false}}, placed[MOST_PLACES] = {false};
    uint32_t n = guiding->places;
    *shape = (struct shape){0};
    for (uint32_t i = 0; i < n; i++) way[i][i] = true;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t a = 0; a < LETTERS; a++)
            if (guiding->after[i][a] != NOWHERE) way[i][guiding->after[i][a]] = true;
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < n; j++) way[i][j] |= way[i][k] && way[k][j];
    uint32_t count = 0;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < n; i++) {
            bool ready = way[0][i] && !placed[i];
            for (uint32_t j = 0; j < n; j++) ready &= !(way[0][j] && way[j][i] && !way[i][j]) || placed[j];
            if (!ready) continue;
            struct component_shape *component = &shape->list[count];
            for (uint32_t j = 0; j < n; j++) {
                if (!way[i][j] || !way[j][i]) continue;
                placed[j] = true;
                shape->component_of[j] = count;
                shape->inner_of[j] = component->place_count;
                shape->places[count][component->place_count++] = j;
            }
            component->places = shape->places[count];
            component->sources = shape->sources[count];
            component->identity = first_identity + count;
            count++;
            more = true;
        }
    }
    for (uint32_t to = 0; to < count; to++)
        for (uint32_t from = 0; from < to; from++) {
            bool direct = false;
            for (uint32_t i = 0; i < n; i++)
                for (uint32_t a = 0; a < LETTERS && way[0][i]; a++)
                    direct |= shape->component_of[i] == from && guiding->after[i][a] != NOWHERE &&
                              shape->component_of[guiding->after[i][a]] == to;
            if (direct) shape->sources[to][shape->list[to].source_count++] = from;
        }
    shape->all = (struct components_shape){shape->list, count, n, shape->component_of, shape->inner_of};
}

static void components_agree_with_a_plain_search(void **state) {
    (void)state;
    uint64_t seed = 7717;
    unsigned violated = 0, several = 0, rounds = 600;
    for (unsigned round = 0; round < rounds; round++) {
        struct toy_graph *graph = random_graph(&seed, true);
        const struct ts *system = toy_graph_ts(graph);
        struct guiding cyclic;
        random_guide(&cyclic, graph->edges.count, &seed);
        struct guiding levelled = cyclic;
        levelled.levelled = true;
        levelled.guide.self = &levelled;
        struct shape shape;
        find_shape(&shape, &cyclic, 0);
        struct ts *plain_ts = ts_guided_new(system, &cyclic.guide), *ts = ts_guided_new(system, &levelled.guide);
        struct search_options options = {
            .threads = 1, .store = round % 3 ? STORE_EXACT : STORE_TREE, .violations = round % 2};
        struct components_result told;
        struct search_result *plain = search_run(plain_ts, &options);
        struct search_result *found = components_run(ts, &options, &shape.all, NULL, &told);
        assert_null(found->error);
        assert_int_equal(found->verdict, plain->verdict);
        assert_int_equal(found->complete, plain->complete);
        if (plain->complete) {
            assert_int_equal(found->statistics.states, plain->statistics.states);
            assert_int_equal(told.states, plain->statistics.states);
            assert_int_equal(found->statistics.transitions, plain->statistics.transitions);
            assert_int_equal(found->violation_count, plain->violation_count);
            assert_memory_equal(found->taken, plain->taken, graph->edges.count);
        }
        violated += plain->verdict == VERDICT_VIOLATED;
        several += shape.all.count > 1;
        components_result_free(&told);
        search_result_free(plain);
        search_result_free(found);
        ts_guided_free(plain_ts);
        ts_guided_free(ts);
        toy_graph_free(graph);
    }
    assert_in_range(violated, rounds / 10, rounds - rounds / 10);
    assert_true(several > rounds / 5);
}

/* ---- how many interactions are enough ---- */

/* The smallest number of interactions to each place and node, by going over all edges until nothing changes. */
static uint32_t brute_force_enough(const struct toy_graph *graph, const struct guiding *guiding) {
    uint32_t best[MOST_PLACES][MOST_NODES], most = 0;
    memset(best, 0xff, sizeof best);
    best[0][0] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t place = 0; place < guiding->places; place++)
            for (size_t i = 0; i < graph->edges.count; i++) {
                const struct toy_edge *edge = &graph->edges.items[i];
                int32_t letter = guiding->letter[i];
                uint32_t to = letter < 0 ? place : guiding->after[place][letter];
                if (best[place][edge->from] == UINT32_MAX || to == NOWHERE) continue;
                uint32_t cost = best[place][edge->from] + (letter >= 0);
                if (cost >= best[to][edge->to]) continue;
                best[to][edge->to] = cost;
                changed = true;
            }
    }
    for (uint32_t place = 0; place < guiding->places; place++)
        for (uint32_t node = 0; node < graph->nodes; node++)
            if (best[place][node] != UINT32_MAX && best[place][node] > most) most = best[place][node];
    return most;
}

static void enough_is_the_smallest_number(void **state) {
    (void)state;
    uint64_t seed = 99331;
    uint32_t largest = 0;
    for (unsigned round = 0; round < 600; round++) {
        struct toy_graph *graph = random_graph(&seed, false);
        struct guiding guiding;
        random_guide(&guiding, graph->edges.count, &seed);
        guiding.levelled = true;
        struct shape shape;
        find_shape(&shape, &guiding, 0);
        struct ts *ts = ts_guided_new(toy_graph_ts(graph), &guiding.guide);
        struct search_options options = {.threads = 1, .no_reduction = true};
        struct components_result told;
        struct search_result *found = components_run(ts, &options, &shape.all, NULL, &told);
        assert_int_equal(found->verdict, VERDICT_HOLDS);
        assert_int_equal(told.enough, brute_force_enough(graph, &guiding));
        assert_int_equal(found->statistics.depth, told.enough);
        if (told.enough > largest) largest = told.enough;
        components_result_free(&told);
        search_result_free(found);
        ts_guided_free(ts);
        toy_graph_free(graph);
    }
    assert_true(largest > 4);
}

/* ---- reuse ---- */

static void what_is_in_the_cache_is_not_explored_again(void **state) {
    (void)state;
    uint64_t seed = 5150, reused = 0;
    for (unsigned round = 0; round < 200; round++) {
        struct toy_graph *graph = random_graph(&seed, round % 2);
        struct guiding guiding;
        random_guide(&guiding, graph->edges.count, &seed);
        guiding.levelled = true;
        struct shape shape;
        find_shape(&shape, &guiding, 0);
        struct ts *ts = ts_guided_new(toy_graph_ts(graph), &guiding.guide);
        struct search_options options = {.threads = 1};
        struct component_cache *cache = component_cache_new();
        struct components_result first, again, partly;
        struct search_result *one = components_run(ts, &options, &shape.all, cache, &first);
        struct search_result *two = components_run(ts, &options, &shape.all, cache, &again);
        /* The first component is the same, the others have other names: they are entered from it anew. */
        for (uint32_t i = 1; i < shape.all.count; i++) shape.list[i].identity += 100;
        struct search_result *three = components_run(ts, &options, &shape.all, cache, &partly);
        assert_int_equal(two->verdict, one->verdict);
        assert_int_equal(three->verdict, one->verdict);
        assert_int_equal(two->violation_count, one->violation_count);
        assert_int_equal(three->violation_count, one->violation_count);
        assert_int_equal(again.states, first.states);
        assert_int_equal(partly.states, first.states);
        assert_int_equal(again.enough, first.enough);
        assert_int_equal(partly.enough, first.enough);
        if (!one->violation_count) assert_int_equal(again.reused, again.states);
        assert_memory_equal(two->taken, one->taken, graph->edges.count);
        assert_memory_equal(three->taken, one->taken, graph->edges.count);
        if (shape.all.count > 1) reused += partly.reused;
        components_result_free(&first);
        components_result_free(&again);
        components_result_free(&partly);
        search_result_free(one);
        search_result_free(two);
        search_result_free(three);
        component_cache_free(cache);
        ts_guided_free(ts);
        toy_graph_free(graph);
    }
    assert_true(reused > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(components_agree_with_a_plain_search),
                                       cmocka_unit_test(enough_is_the_smallest_number),
                                       cmocka_unit_test(what_is_in_the_cache_is_not_explored_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
