/* Random graphs under random guides: component by component against a plain search, the number of interactions that is
 * enough against brute force, and what several guides share. */
#include "toys.h"

#include "search/component.h"
#include "search/components.h"
#include "ts/guided.h"

enum { MOST_NODES = 10, MOST_PLACES = 4, LETTERS = 3, MOST_EDGES = 64, NOWHERE = TS_GUIDE_NOWHERE };

/* Places with a level, or without. */
struct guiding {
    struct ts_guide guide;
    uint32_t places;
    bool levelled;
    const uint32_t *component_of; /* by place, where it is known */
    uint32_t after[MOST_PLACES][LETTERS];
    int32_t letter[MOST_EDGES]; /* by edge; -1: none */
    const int32_t *letters;     /* in their place, of larger graphs; or NULL */
};

static int32_t interaction(const struct ts_guide *guide, const struct ts_step *step) {
    const struct guiding *guiding = guide->self;
    if (step->action == TS_NO_ACTION) return TS_NO_INTERACTION;
    return (guiding->letters ? guiding->letters : guiding->letter)[step->action];
}

static uint32_t after(const struct ts_guide *guide, uint32_t place, int32_t letter) {
    const struct guiding *guiding = guide->self;
    uint32_t to = guiding->after[place % guiding->places][letter];
    if (to == NOWHERE || !guiding->levelled) return to;
    return (place / guiding->places + 1) * guiding->places + to;
}

/* What is not allowed, and from outside of a component what does not lead into it. */
static uint64_t unwanted(const struct ts_guide *guide, uint32_t place, uint32_t towards) {
    const struct guiding *guiding = guide->self;
    uint32_t from = place % guiding->places;
    bool outside = towards && guiding->component_of && guiding->component_of[from] != towards - 1;
    uint64_t wanted = outside ? 0 : TS_UNGUIDED;
    for (uint32_t letter = 0; letter < LETTERS; letter++) {
        uint32_t to = guiding->after[from][letter];
        if (to != NOWHERE && (!outside || guiding->component_of[to] == towards - 1)) wanted |= UINT64_C(1) << letter;
    }
    return ~wanted;
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
                                       .unwanted = toy_random(seed, 4) ? unwanted : NULL,
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
    for (uint32_t i = toy_random(seed, 2); i < 2 * nodes; i++) {
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

/* All of the inside in one number. */
static uint64_t inside_of(const struct guiding *guiding, const struct shape *shape, uint32_t number) {
    const struct component_shape *component = &shape->list[number];
    uint64_t inside = component->place_count;
    for (uint32_t i = 0; i < component->place_count; i++)
        for (uint32_t letter = 0; letter < LETTERS; letter++) {
            uint32_t to = guiding->after[component->places[i]][letter];
            bool inner = to != NOWHERE && shape->component_of[to] == number;
            inside = inside * (MOST_PLACES + 1) + (inner ? shape->inner_of[to] : MOST_PLACES);
        }
    return inside;
}

static void find_shape(struct shape *shape, struct guiding *guiding, uint64_t first_identity) {
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
    for (uint32_t i = 0; i < count; i++) shape->list[i].inside = inside_of(guiding, shape, i);
    guiding->component_of = shape->component_of;
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
        find_shape(&shape, &levelled, 0);
        if (round % 5) graph->letters = cyclic.letter;
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

/* From place to place, or round in one. */
static void random_chain(struct guiding *guiding, uint64_t *seed) {
    guiding->places = 2 + toy_random(seed, MOST_PLACES - 1);
    for (uint32_t place = 0; place < guiding->places; place++)
        for (uint32_t letter = 0; letter < LETTERS; letter++) {
            uint32_t chance = toy_random(seed, 6);
            bool on = chance < 3 && place + 1 < guiding->places;
            guiding->after[place][letter] = on ? place + 1 : chance == 3 ? place : (uint32_t)NOWHERE;
        }
}

/* Names that are never the same: only what comes in can tell. */
static void what_is_entered_with_the_same_states_is_not_explored_again(void **state) {
    (void)state;
    uint64_t seed = 60601, reused = 0, shifted = 0;
    for (unsigned round = 0; round < 150; round++) {
        struct toy_graph *graph = random_graph(&seed, round % 2);
        const struct ts *system = toy_graph_ts(graph);
        struct component_cache *cache = component_cache_new();
        struct guiding guiding;
        random_guide(&guiding, graph->edges.count, &seed);
        guiding.levelled = true;
        graph->letters = guiding.letter;
        for (unsigned time = 0; time < 6; time++) { /* of one labelling, several guides */
            random_chain(&guiding, &seed);
            struct shape shape;
            find_shape(&shape, &guiding, time * MOST_PLACES);
            struct ts *ts = ts_guided_new(system, &guiding.guide);
            struct search_options options = {.threads = 1 + time % 2, .store = time % 3 ? STORE_EXACT : STORE_TREE};
            struct components_result told, alone;
            struct search_result *found = components_run(ts, &options, &shape.all, cache, &told);
            struct search_result *wanted = components_run(ts, &options, &shape.all, NULL, &alone);
            assert_int_equal(found->verdict, wanted->verdict);
            assert_int_equal(found->violation_count, wanted->violation_count);
            assert_int_equal(told.states, alone.states);
            assert_int_equal(told.enough, alone.enough);
            for (size_t i = 0; i < alone.list.count && !wanted->violation_count; i++) {
                assert_int_equal(told.list.items[i].states, alone.list.items[i].states);
                assert_int_equal(told.list.items[i].first_level, alone.list.items[i].first_level);
                assert_int_equal(told.list.items[i].last_level, alone.list.items[i].last_level);
                reused += told.list.items[i].reused;
                shifted += told.list.items[i].reused && told.list.items[i].first_level > 1;
            }
            components_result_free(&told);
            components_result_free(&alone);
            search_result_free(found);
            search_result_free(wanted);
            ts_guided_free(ts);
        }
        component_cache_free(cache);
        toy_graph_free(graph);
    }
    assert_true(reused > 100);
    assert_true(shifted > 20);
}

/* A long ring that is gone round in each of three places, with little more room than its states need: some of them are
 * packed on the way. */
static void what_is_packed_on_the_way_is_the_same(void **state) {
    (void)state;
    enum { RING = 120000, PLACES = 3 };
    struct toy_graph *graph = toy_graph_new(RING, 1);
    for (uint32_t i = 0; i < RING; i++) toy_edge(graph, i, (i * 21 + 7) % RING, 0);
    toy_edge(graph, 5, 5, 0); /* the letter */
    const struct ts *system = toy_graph_ts(graph);
    struct guiding guiding = {.places = PLACES, .levelled = true};
    int32_t *letters = memory_new(graph->edges.count * sizeof *letters);
    guiding.letters = letters;
    for (size_t i = 0; i < graph->edges.count; i++)
        letters[i] = graph->edges.items[i].from == graph->edges.items[i].to ? 0 : TS_NO_INTERACTION;
    for (uint32_t place = 0; place < PLACES; place++)
        for (uint32_t a = 0; a < LETTERS; a++) guiding.after[place][a] = !a && place + 1 < PLACES ? place + 1 : NOWHERE;
    guiding.guide = (struct ts_guide){.self = &guiding,
                                      .name = "guide",
                                      .interaction = interaction,
                                      .after = after,
                                      .print = print,
                                      .interaction_name = name};
    struct shape shape;
    find_shape(&shape, &guiding, 0);
    struct ts *ts = ts_guided_new(system, &guiding.guide);
    for (unsigned threads = 1; threads <= 3; threads += 2) {
        struct components_result all, little;
        struct search_options options = {.threads = threads};
        struct search_result *wanted = components_run(ts, &options, &shape.all, NULL, &all);
        struct search_options tight = {.threads = threads, .memory_limit = wanted->statistics.memory_bytes * 6 / 5};
        struct search_result *found = components_run(ts, &tight, &shape.all, NULL, &little);
        assert_true(found->complete);
        assert_int_equal(little.states, all.states);
        assert_int_equal(found->statistics.transitions, wanted->statistics.transitions);
        assert_true(found->statistics.memory_bytes <= tight.memory_limit);
        components_result_free(&all);
        components_result_free(&little);
        search_result_free(wanted);
        search_result_free(found);
    }
    ts_guided_free(ts);
    toy_graph_free(graph);
    free(letters);
}

/* ---- packing ---- */

enum { PACKED_SIZE = 64, PACKED_COUNT = 60000, PACKED_LEVELS = 5 };

static void packed_state(uint32_t number, unsigned char *state) {
    memset(state, 0, PACKED_SIZE);
    memcpy(state + 20, &(uint32_t){number % 100}, 4);
    memcpy(state + PACKED_SIZE - 8, &(uint32_t){number / 100}, 4);
}

static void packed_states_are_the_same_in_less_memory(void **state) {
    (void)state;
    unsigned char bytes[PACKED_SIZE], read[PACKED_SIZE];
    const struct store_options options = {.kind = STORE_EXACT, .max_state_size = PACKED_SIZE, .threads = 2};
    struct component *component = component_new(1, 2, &options, 1);
    for (uint32_t i = 0; i < PACKED_COUNT; i++) {
        uint64_t handle;
        if (i % (PACKED_COUNT / PACKED_LEVELS) == 0)
            component_begin_level(component, i / (PACKED_COUNT / PACKED_LEVELS));
        packed_state(i, bytes);
        store_insert(component->store, 0, bytes, PACKED_SIZE, store_hash(bytes, PACKED_SIZE), &handle);
        vec_push(&component->items, handle);
    }
    store_leave(component->store, 0);
    size_t before = component_memory(component);
    assert_true(component_can_be_packed(component));
    assert_true(component_pack(component, &options));
    assert_false(component_can_be_packed(component));
    assert_in_range(component_memory(component), 1, before * 2 / 3);
    for (uint32_t i = 0; i < PACKED_COUNT; i++) {
        packed_state(i, bytes);
        assert_int_equal(store_read(component->store, component->items.items[i], read), PACKED_SIZE);
        assert_memory_equal(bytes, read, PACKED_SIZE);
        assert_int_equal(store_insert(component->store, 1, bytes, PACKED_SIZE, store_hash(bytes, PACKED_SIZE), NULL),
                         STORE_OLD);
    }
    assert_int_equal(component_last_level(component), PACKED_LEVELS - 1);
    component_free(component);
}

/* Sums can agree where sets do not: then the states decide. */
static void entries_are_compared_one_by_one(void **state) {
    (void)state;
    unsigned char bytes[PACKED_SIZE];
    const struct store_options options = {.kind = STORE_EXACT, .max_state_size = PACKED_SIZE, .threads = 1};
    struct component *list[3];
    for (uint32_t k = 0; k < 3; k++) {
        list[k] = component_new(k, 0, &options, 1);
        for (uint32_t i = 0; i < 10; i++) {
            uint64_t handle;
            packed_state(k == 2 && i == 7 ? 100 : k == 1 ? 9 - i : i, bytes);
            store_insert(list[k]->store, 0, bytes, PACKED_SIZE, store_hash(bytes, PACKED_SIZE), &handle);
            vec_push(&list[k]->items, handle);
        }
        list[k]->entries = 10;
    }
    assert_true(component_same_entries(list[0], list[1], PACKED_SIZE));
    assert_false(component_same_entries(list[0], list[2], PACKED_SIZE));
    assert_false(component_same_entries(list[2], list[1], PACKED_SIZE));
    list[1]->entry_sum++;
    assert_false(component_same_entries(list[0], list[1], PACKED_SIZE));
    list[1]->entry_sum--, list[1]->entries = 9;
    assert_false(component_same_entries(list[0], list[1], PACKED_SIZE));
    list[0]->entries = list[1]->entries = 0;
    assert_false(component_same_entries(list[0], list[1], PACKED_SIZE));
    for (uint32_t k = 0; k < 3; k++) component_free(list[k]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(components_agree_with_a_plain_search),
                                       cmocka_unit_test(enough_is_the_smallest_number),
                                       cmocka_unit_test(what_is_in_the_cache_is_not_explored_again),
                                       cmocka_unit_test(what_is_entered_with_the_same_states_is_not_explored_again),
                                       cmocka_unit_test(what_is_packed_on_the_way_is_the_same),
                                       cmocka_unit_test(packed_states_are_the_same_in_less_memory),
                                       cmocka_unit_test(entries_are_compared_one_by_one)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
