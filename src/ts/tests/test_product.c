/* Products of random graphs and random observers, against a product computed by brute force; and how the observer
 * takes atomic sequences, passages and ends. */
#include "../../search/tests/toys.h"

enum { MOST_NODES = 12, MOST_LOCATIONS = 4, LABELS = 3 };

/* An observer that moves from `location` to each `to` whose mask holds the system's node; or, if it sees steps, LABELS
 * times the node plus the label of the step that led there. */
struct toy_observer {
    struct ts_observer observer;
    uint32_t locations;
    uint32_t mask[MOST_LOCATIONS][MOST_LOCATIONS];
    uint32_t fault[MOST_LOCATIONS][MOST_LOCATIONS];
    unsigned marks[MOST_LOCATIONS];
};

static void observer_next(const struct ts_observer *observer, const struct ts_view *view, uint32_t location,
                          observer_emit emit, void *context) {
    const struct toy_observer *toy = observer->self;
    uint32_t node;
    assert_int_equal(view->size, 4);
    assert_in_range(location, 0, toy->locations - 1);
    memcpy(&node, view->state, 4);
    if (observer->label) node = node * LABELS + view->label;
    for (uint32_t to = 0; to < toy->locations; to++)
        if (toy->mask[location][to] >> node & 1) emit(context, to, TS_NO_ACTION, toy->fault[location][to]);
}

static unsigned observer_marks(const struct ts_observer *observer, uint32_t location) {
    return ((const struct toy_observer *)observer->self)->marks[location];
}

static void observer_init(struct toy_observer *toy, uint32_t locations) {
    *toy = (struct toy_observer){.locations = locations};
    toy->observer = (struct ts_observer){
        .self = toy, .name = "toy", .stutter_invariant = true, .next = observer_next, .marks = observer_marks};
}

static const struct search_options all = {.threads = 1, .violations = 0};

/* ---- against brute force ---- */

static bool edge_in_product(const struct toy_graph *graph, const struct toy_observer *toy, uint32_t from, uint32_t to) {
    uint32_t node = from / MOST_LOCATIONS, location = from % MOST_LOCATIONS;
    uint32_t next = to / MOST_LOCATIONS, next_location = to % MOST_LOCATIONS;
    if (location >= toy->locations || next_location >= toy->locations) return false;
    if (!(toy->mask[location][next_location] >> node & 1)) return false;
    if (toy->marks[next_location] & TS_VIOLATING) return next == node; /* has seen enough */
    bool any = false;
    for (size_t i = 0; i < graph->edges.count; i++) {
        if (graph->edges.items[i].from != node) continue;
        any = true;
        if (graph->edges.items[i].to == next) return true;
    }
    return !any && next == node; /* stutters at its end */
}

struct brute {
    uint64_t states;
    bool accepting_cycle;
    bool violating;
};

static struct brute brute_force(const struct toy_graph *graph, const struct toy_observer *toy) {
    static bool reach[MOST_NODES * MOST_LOCATIONS][MOST_NODES * MOST_LOCATIONS];
    struct brute brute = {0};
    uint32_t count = graph->nodes * MOST_LOCATIONS;
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = 0; b < count; b++) reach[a][b] = edge_in_product(graph, toy, a, b);
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t a = 0; a < count; a++)
            for (uint32_t b = 0; reach[a][k] && b < count; b++) reach[a][b] |= reach[k][b];
    for (uint32_t a = 0; a < count; a++) {
        if (a != 0 && !reach[0][a]) continue;
        brute.states++;
        brute.accepting_cycle |= reach[a][a] && toy->marks[a % MOST_LOCATIONS] & TS_ACCEPTING;
        brute.violating |= (toy->marks[a % MOST_LOCATIONS] & TS_VIOLATING) != 0;
    }
    return brute;
}

static void products_agree_with_brute_force(void **state) {
    (void)state;
    uint64_t seed = 987654321;
    unsigned cycles = 0, violating = 0, rounds = 600;
    for (unsigned round = 0; round < rounds; round++) {
        uint32_t nodes = 2 + toy_random(&seed, MOST_NODES - 2);
        struct toy_graph *graph = toy_graph_new(nodes, 1);
        for (uint32_t i = 0; i < nodes + nodes / 2; i++)
            toy_edge(graph, toy_random(&seed, nodes), toy_random(&seed, nodes), 0);
        struct toy_observer toy;
        observer_init(&toy, 2 + toy_random(&seed, MOST_LOCATIONS - 1));
        for (uint32_t i = 0; i < toy.locations; i++)
            for (uint32_t j = 0; j < toy.locations; j++)
                toy.mask[i][j] = toy_random(&seed, 1u << MOST_NODES) & toy_random(&seed, 1u << MOST_NODES);
        toy.marks[1] = TS_ACCEPTING;
        if (toy.locations > 2 && toy_random(&seed, 2)) toy.marks[2] = TS_VIOLATING;
        struct brute brute = brute_force((toy_graph_ts(graph), graph), &toy);
        struct ts *product = ts_product_new(&graph->ts, &toy.observer);
        struct search_result *result = search_run(product, &all);
        assert_int_equal(result->statistics.states, brute.states);
        assert_int_equal(result->verdict, brute.violating ? VERDICT_VIOLATED : VERDICT_HOLDS);
        search_result_free(result);
        struct search_options acceptance = {.goal = SEARCH_ACCEPTANCE, .violations = 0};
        result = search_run(product, &acceptance);
        bool found = false;
        for (size_t i = 0; i < result->violations.count; i++) {
            found |= strcmp(result->violations.items[i].kind, "acceptance cycle") == 0;
            if (result->violations.items[i].trace)
                assert_true(ts_trace_replays(product, result->violations.items[i].trace));
        }
        assert_int_equal(found, brute.accepting_cycle);
        search_result_free(result);
        cycles += brute.accepting_cycle;
        violating += brute.violating;
        ts_product_free(product);
        toy_graph_free(graph);
    }
    assert_in_range(cycles, rounds / 10, rounds * 9 / 10);
    assert_in_range(violating, rounds / 20, rounds * 9 / 10);
}

/* ---- observers that see steps ---- */

static uint32_t label_of_action(uint32_t action) { return action % LABELS; }

static uint32_t label(const struct ts_observer *observer, const struct ts_step *step) {
    (void)observer;
    return label_of_action(step->action);
}

/* The graph whose nodes know which label led to them. */
static struct toy_graph *with_labels(const struct toy_graph *graph) {
    struct toy_graph *knowing = toy_graph_new(graph->nodes * LABELS, 1);
    for (size_t i = 0; i < graph->edges.count; i++)
        for (uint32_t came = 0; came < LABELS; came++)
            toy_edge(knowing, graph->edges.items[i].from * LABELS + came,
                     graph->edges.items[i].to * LABELS + label_of_action((uint32_t)i), 0);
    return knowing;
}

static struct search_result *searched(struct toy_graph *graph, const struct toy_observer *toy, enum search_goal goal) {
    struct ts *product = ts_product_new(toy_graph_ts(graph), &toy->observer);
    struct search_options options = {.threads = 1, .violations = 0, .goal = goal};
    struct search_result *result = search_run(product, &options);
    for (size_t i = 0; i < result->violations.count; i++)
        if (result->violations.items[i].trace)
            assert_true(ts_trace_replays(product, result->violations.items[i].trace));
    ts_product_free(product);
    return result;
}

static void labels_are_as_good_as_a_memory(void **state) {
    (void)state;
    uint64_t seed = 20261115;
    unsigned rounds = 400, violated = 0;
    for (unsigned round = 0; round < rounds; round++) {
        uint32_t nodes = 2 + toy_random(&seed, 8);
        struct toy_graph *graph = toy_graph_new(nodes, 1);
        for (uint32_t i = 0; i < nodes + nodes / 2; i++)
            toy_edge(graph, toy_random(&seed, nodes), toy_random(&seed, nodes), 0);
        toy_graph_ts(graph); /* numbers the edges */
        struct toy_graph *knowing = with_labels(graph);
        struct toy_observer sees, reads;
        observer_init(&sees, 2 + toy_random(&seed, MOST_LOCATIONS - 1));
        for (uint32_t i = 0; i < sees.locations; i++)
            for (uint32_t j = 0; j < sees.locations; j++)
                sees.mask[i][j] = toy_random(&seed, UINT32_MAX) & toy_random(&seed, UINT32_MAX);
        sees.marks[1] = TS_ACCEPTING;
        if (sees.locations > 2) sees.marks[2] = TS_VIOLATING;
        reads = sees;
        reads.observer.self = &reads;
        sees.observer.label = label;
        for (enum search_goal goal = SEARCH_SAFETY; goal <= SEARCH_ACCEPTANCE; goal++) {
            struct search_result *one = searched(graph, &sees, goal), *other = searched(knowing, &reads, goal);
            assert_int_equal(one->verdict, other->verdict);
            assert_int_equal(one->statistics.states, other->statistics.states);
            violated += one->verdict == VERDICT_VIOLATED;
            search_result_free(one);
            search_result_free(other);
        }
        toy_graph_free(graph);
        toy_graph_free(knowing);
    }
    assert_in_range(violated, rounds / 5, rounds * 9 / 5);
}

/* ---- one thing at a time ---- */

/* An observer that counts its moves, up to 3. */
static void counting_observer(struct toy_observer *toy) {
    observer_init(toy, 4);
    for (uint32_t i = 0; i < 4; i++) toy->mask[i][i < 3 ? i + 1 : 3] = UINT32_MAX;
    toy->marks[3] = TS_VIOLATING;
}

static enum verdict verdict_with(struct toy_graph *graph, const struct toy_observer *toy, bool reduce) {
    struct ts *product = ts_product_new(&graph->ts, &toy->observer);
    struct search_options options = {.threads = 1, .violations = 1, .no_reduction = !reduce};
    struct search_result *result = search_run(product, &options);
    enum verdict verdict = result->verdict;
    search_result_free(result);
    ts_product_free(product);
    return verdict;
}

/* 0 -> 1 -> 2 -> 3 -> 0, so that nothing stutters; 0 -> … -> 3 may be one atomic sequence. */
static void atomic_sequence_is_one_move(void **state) {
    (void)state;
    for (unsigned held = 0; held < 2; held++) {
        struct toy_graph *graph = toy_graph_new(4, 1);
        for (uint32_t i = 0; i < 4; i++) toy_edge(graph, i, (i + 1) % 4, 0);
        if (held) graph->edges.items[0].holder = graph->edges.items[1].holder = 0;
        toy_graph_ts(graph);
        struct toy_observer toy;
        counting_observer(&toy);
        for (uint32_t i = 0; i < 4; i++) toy.mask[i][i < 3 ? i + 1 : 3] = held ? 1u << 0 | 1u << 3 : UINT32_MAX;
        /* It sees 0 and 3 only, and never gets stuck at 1 or 2. */
        assert_int_equal(verdict_with(graph, &toy, false), VERDICT_VIOLATED);
        toy.mask[1][2] = 1u << 1; /* wants to see 1, where nobody stops if it is held */
        assert_int_equal(verdict_with(graph, &toy, false), held ? VERDICT_HOLDS : VERDICT_VIOLATED);
        toy_graph_free(graph);
    }
}

static void passage_is_one_move(void **state) {
    (void)state;
    struct toy_graph *graph = toy_graph_new(3, 1);
    for (uint32_t i = 0; i < 3; i++) toy_edge(graph, i, i < 2 ? i + 1 : 2, 0);
    graph->edges.items[0].enough = graph->edges.items[0].passing = true;
    toy_graph_ts(graph);
    struct toy_observer toy;
    observer_init(&toy, 3);
    toy.mask[0][1] = 1u << 0;
    toy.mask[1][2] = 1u << 1; /* only if it looks at node 1 */
    toy.marks[2] = TS_VIOLATING;
    assert_int_equal(verdict_with(graph, &toy, false), VERDICT_VIOLATED);
    assert_int_equal(verdict_with(graph, &toy, true), VERDICT_HOLDS);
    toy.observer.stutter_invariant = false; /* then there is no passage */
    assert_int_equal(verdict_with(graph, &toy, true), VERDICT_VIOLATED);
    toy_graph_free(graph);
}

/* 0 -> 1 -> 2 and round: who wants to know of the step to 1 sees 1, although it could be passed through. */
static void steps_that_are_seen_are_not_passed(void **state) {
    (void)state;
    struct toy_graph *graph = toy_graph_new(3, 1);
    for (uint32_t i = 0; i < 3; i++) toy_edge(graph, i, (i + 1) % 3, 0); /* labels 0, 1, 2 */
    graph->edges.items[1].enough = graph->edges.items[1].passing = true;
    toy_graph_ts(graph);
    struct toy_observer toy;
    observer_init(&toy, 2);
    toy.mask[0][0] = UINT32_MAX;
    toy.mask[0][1] = 1u << (2 * LABELS + 1); /* in 2, after the step of label 1 */
    toy.marks[1] = TS_VIOLATING;
    toy.observer.label = label;
    assert_int_equal(verdict_with(graph, &toy, false), VERDICT_VIOLATED);
    assert_int_equal(verdict_with(graph, &toy, true), VERDICT_VIOLATED);
    toy_graph_free(graph);
}

/* Of an atomic sequence all is seen: labels 1 and 2 on the way from 1 to 0. */
static void labels_of_a_sequence_gather(void **state) {
    (void)state;
    struct toy_graph *graph = toy_graph_new(3, 1);
    for (uint32_t i = 0; i < 3; i++) toy_edge(graph, i, (i + 1) % 3, 0);
    graph->edges.items[1].holder = 0;
    toy_graph_ts(graph);
    for (uint32_t label_bits = 1; label_bits <= 3; label_bits++) {
        struct toy_observer toy;
        observer_init(&toy, 2);
        toy.mask[0][0] = UINT32_MAX;
        toy.mask[0][1] = 1u << (0 * LABELS + label_bits);
        toy.marks[1] = TS_VIOLATING;
        toy.observer.label = label;
        assert_int_equal(verdict_with(graph, &toy, false), label_bits == 3 ? VERDICT_VIOLATED : VERDICT_HOLDS);
    }
    toy_graph_free(graph);
}

/* A passage that ends nowhere: the observer still sees that the system stands still. */
static void end_after_a_passage_is_seen(void **state) {
    (void)state;
    struct toy_graph *graph = toy_graph_new(2, 1);
    toy_edge(graph, 0, 1, 0);
    graph->edges.items[0].enough = graph->edges.items[0].passing = true;
    graph->marks[1] = 0;
    toy_graph_ts(graph);
    struct toy_observer toy;
    counting_observer(&toy);
    assert_int_equal(verdict_with(graph, &toy, true), VERDICT_VIOLATED);
    toy.marks[3] = 0; /* and an end of the product is never an invalid one */
    assert_int_equal(verdict_with(graph, &toy, true), VERDICT_HOLDS);
    toy_graph_free(graph);
}

static void faults_of_both_are_reported(void **state) {
    (void)state;
    struct toy_graph *graph = toy_graph_new(2, 1);
    toy_edge(graph, 0, 1, 0);
    graph->edges.items[0].fault = 2;
    toy_graph_ts(graph);
    struct toy_observer toy;
    observer_init(&toy, 2);
    toy.mask[0][0] = 1u << 0;
    toy.mask[0][1] = 1u << 1;
    toy.fault[0][1] = 1; /* when it has seen node 1, in a stuttering step */
    struct ts *product = ts_product_new(&graph->ts, &toy.observer);
    struct search_result *result = search_run(product, &all);
    assert_int_equal(result->violation_count, 2);
    assert_string_equal(result->violations.items[0].kind, "index");
    assert_string_equal(result->violations.items[1].kind, "assertion");
    assert_int_equal(vec_last(&result->violations.items[1].trace->states).step.action, TS_NO_ACTION);
    search_result_free(result);
    ts_product_free(product);
    toy_graph_free(graph);
}

/* More moves than are kept on the stack. */
static void many_next(const struct ts_observer *observer, const struct ts_view *view, uint32_t location,
                      observer_emit emit, void *context) {
    (void)observer, (void)view;
    for (uint32_t to = 0; to < 1000; to++) emit(context, (location + to) % 1000, TS_NO_ACTION, 0);
}

static unsigned many_marks(const struct ts_observer *observer, uint32_t location) {
    (void)observer, (void)location;
    return 0;
}

static void many_moves_at_once(void **state) {
    (void)state;
    struct toy_graph *graph = toy_graph_new(1, 1);
    toy_edge(graph, 0, 0, 0);
    const struct ts_observer observer = {.name = "many", .next = many_next, .marks = many_marks};
    struct ts *product = ts_product_new(toy_graph_ts(graph), &observer);
    struct search_result *result = search_run(product, &all);
    assert_int_equal(result->statistics.states, 1000);
    assert_int_equal(result->statistics.transitions, 1000 * 1000);
    search_result_free(result);
    ts_product_free(product);
    toy_graph_free(graph);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_agree_with_brute_force),
        cmocka_unit_test(labels_are_as_good_as_a_memory),
        cmocka_unit_test(atomic_sequence_is_one_move),
        cmocka_unit_test(steps_that_are_seen_are_not_passed),
        cmocka_unit_test(labels_of_a_sequence_gather),
        cmocka_unit_test(passage_is_one_move),
        cmocka_unit_test(end_after_a_passage_is_seen),
        cmocka_unit_test(faults_of_both_are_reported),
        cmocka_unit_test(many_moves_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
