/* Counts, numbers, slices and samples of object graphs. */
#include "base/tests/rounds.h"
#include "env/tests/graph_models.h"

/* Yatake 2010, table 1: by resources, then tasks. */
static const uint64_t TABLE[5][4] = {
    {4, 6, 4, 1}, {10, 40, 55, 26}, {10, 95, 245, 196}, {5, 100, 425, 486}, {1, 39, 231, 315}};

static bool is_valid(const struct env_model *model, const struct env_graph *graph) {
    struct ocl_world world = {
        .schema = &model->schema, .sizes = graph->sizes, .values = (const int64_t *const *)graph->values};
    for (size_t c = 0; c < model->classes.count; c++)
        for (unsigned object = 0; object < graph->sizes[c]; object++)
            for (size_t i = 0; i < model->classes.items[c].invariants.count; i++) {
                struct ocl_value value;
                const char *error;
                if (!ocl_evaluate(model->classes.items[c].invariants.items[i], &world, object, NULL, &value, &error) ||
                    !value.number)
                    return false;
            }
    return true;
}

struct visited {
    const struct env_model *model;
    uint64_t next, last;
    struct text text;
};

static bool visit(void *context, uint64_t number, const struct env_graph *graph) {
    struct visited *visited = context;
    assert_true(number == visited->next++);
    assert_true(is_valid(visited->model, graph));
    env_graph_print(visited->model, graph, &visited->text);
    text_add_char(&visited->text, '\n');
    return number != visited->last;
}

static void table_of_the_seed(void **state) {
    (void)state;
    uint64_t sum = 0;
    for (int resources = 0; resources <= 4; resources++)
        for (int tasks = 1; tasks <= 4; tasks++) {
            struct env_model *model = osek(tasks, resources, 4);
            uint64_t count = count_of(model);
            assert_int_equal(count, TABLE[resources][tasks - 1]);
            struct env_graphs *graphs = graphs_of(model);
            struct visited visited = {.model = model, .last = UINT64_MAX};
            env_graphs_visit(graphs, 0, visit, &visited);
            assert_int_equal(visited.next, count);
            text_free(&visited.text);
            env_graphs_free(graphs);
            env_model_free(model);
            sum += count;
        }
    assert_int_equal(sum, 2294);
}

static void eight_priorities(void **state) {
    (void)state;
    struct env_model *model = osek(4, 4, 8);
    assert_int_equal(count_of(model), 5123727);
    env_model_free(model);
    model = osek(8, 8, 8);
    assert_int_equal(count_of(model), 19923090075);
    env_model_free(model);
}

static void sample_of_a_large_set(void **state) {
    (void)state;
    struct env_model *model = osek(8, 8, 8);
    struct env_graphs *graphs = graphs_of(model);
    struct env_graph *graph = env_graph_new(model, (unsigned[]){8, 8}),
                     *again = env_graph_new(model, (unsigned[]){8, 8});
    uint64_t seed = 7, number, halves = 0;
    for (int i = 0; i < 1000; i++) {
        assert_true(env_graphs_sample(graphs, test_random, &seed, graph, &number));
        assert_true(number < 19923090075);
        assert_true(is_valid(model, graph));
        assert_true(env_graphs_at(graphs, number, again));
        assert_memory_equal(graph->values[0], again->values[0], 16 * sizeof(int64_t));
        halves += number < 19923090075 / 2;
    }
    assert_in_range(halves, 420, 580);
    assert_false(env_graphs_at(graphs, 19923090075, graph));
    assert_null(env_graphs_problem(graphs));
    assert_true(env_graphs_at(graphs, 19923090074, graph));
    env_graph_free(model, graph);
    env_graph_free(model, again);
    env_graphs_free(graphs);
    env_model_free(model);
}

/* Any access, in any order, tells the same as visiting one after the other. */
static void numbers_and_slices(void **state) {
    (void)state;
    struct env_model *model = osek(3, 3, 4);
    struct env_graphs *graphs = graphs_of(model), *other = graphs_of(model);
    struct env_graph *graph = env_graph_new(model, (unsigned[]){3, 3});
    struct visited all = {.model = model, .last = UINT64_MAX};
    struct text by_number = {0};
    env_graphs_visit(graphs, 0, visit, &all);
    for (uint64_t i = 0; env_graphs_at(other, i, graph); i++) {
        env_graph_print(model, graph, &by_number);
        text_add_char(&by_number, '\n');
    }
    assert_string_equal(text_chars(&all.text), text_chars(&by_number));

    struct visited slice = {.model = model, .next = 100, .last = 199};
    env_graphs_visit(graphs, 100, visit, &slice);
    assert_int_equal(slice.next, 200);
    assert_non_null(strstr(text_chars(&all.text), text_chars(&slice.text)));

    for (uint64_t k = 0; k < 425; k++) { /* all over the place: 425 and 58 have no common factor */
        struct text one = {0};
        uint64_t number = k * 58 % 425;
        assert_true(env_graphs_at(graphs, number, graph));
        env_graph_print(model, graph, &one);
        const char *line = text_chars(&all.text);
        for (uint64_t i = 0; i < number; i++) line = strchr(line, '\n') + 1;
        assert_memory_equal(line, text_chars(&one), one.length);
        text_free(&one);
    }
    struct visited beyond = {.model = model, .next = 425, .last = UINT64_MAX};
    env_graphs_visit(graphs, 425, visit, &beyond);
    assert_int_equal(beyond.next, 425);
    text_free(&all.text);
    text_free(&by_number);
    text_free(&slice.text);
    env_graph_free(model, graph);
    env_graphs_free(graphs);
    env_graphs_free(other);
    env_model_free(model);
}

/* Chi-square of 39 cells with 38 degrees of freedom: above 84 with probability 0.00003. */
static void samples_are_uniform(void **state) {
    (void)state;
    struct env_model *model = osek(2, 4, 4);
    struct env_graphs *graphs = graphs_of(model);
    struct env_graph *graph = env_graph_new(model, (unsigned[]){2, 4});
    uint64_t seed = 1, number, hits[39] = {0};
    for (int i = 0; i < 39 * 200; i++) {
        assert_true(env_graphs_sample(graphs, test_random, &seed, graph, &number));
        hits[number]++;
    }
    double chi = 0;
    for (int i = 0; i < 39; i++) chi += ((double)hits[i] - 200) * ((double)hits[i] - 200) / 200;
    assert_true(chi < 84);
    env_graph_free(model, graph);
    env_graphs_free(graphs);
    env_model_free(model);
}

static uint64_t count_text(const char *text) {
    struct env_model *model = model_of(text, NULL, 0);
    uint64_t count = count_of(model);
    env_model_free(model);
    return count;
}

static void multiplicities(void **state) {
    (void)state;
    /* One A, which tells nothing of the Bs apart: only the number of links matters. */
    assert_int_equal(count_text("class A[1] { assoc b: B[0..5]; } class B[5] { }"), 6);
    assert_int_equal(count_text("class A[1] { assoc b: B[1..1]; } class B[5] { }"), 1);
    assert_int_equal(count_text("class A[1] { assoc b: B[2..3]; } class B[5] { }"), 2);
    /* Told apart by an attribute: binomials. */
    const char *distinct = " class B[5] { attr v: 1..5; inv B->forAll(b | b <> self implies b.v <> v); }";
    char text[300];
    const struct {
        const char *range;
        uint64_t count;
    } cases[] = {{"0..5", 32}, {"1..1", 5}, {"2..3", 20}, {"0..1", 6}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(text, sizeof text, "class A[1] { assoc b: B[%s]; }%s", cases[i].range, distinct);
        assert_int_equal(count_text(text), cases[i].count);
    }
}

enum { MOST_NODES = 5 + WHOLE }; /* sanitizers make the largest groups take minutes */

static void known_numbers_of_graphs(void **state) {
    (void)state;
    /* Directed graphs with loops on n unlabelled nodes: OEIS A000595. */
    assert_int_equal(count_text("class N[1] { assoc to: N[0..1]; }"), 2);
    assert_int_equal(count_text("class N[2] { assoc to: N[0..2]; }"), 10);
    assert_int_equal(count_text("class N[3] { assoc to: N[0..3]; }"), 104);
    assert_int_equal(count_text("class N[4] { assoc to: N[0..4]; }"), 3044);
    /* Undirected graphs without loops: A000088. */
    const char *graphs = "class N[%d] { assoc to: N[0..%d]; inv not to->includes(self);"
                         " inv N->forAll(n | n.to->includes(self) = to->includes(n)); }";
    const uint64_t simple[] = {1, 1, 2, 4, 11, 34, 156};
    char text[300];
    for (int n = 1; n <= MOST_NODES; n++) {
        snprintf(text, sizeof text, graphs, n, n);
        assert_int_equal(count_text(text), simple[n]);
    }
    /* Functions from a set of n to itself, up to renaming: A001372. */
    assert_int_equal(count_text("class N[3] { assoc to: N[1..1]; }"), 7);
    assert_int_equal(count_text("class N[4] { assoc to: N[1..1]; }"), 19);
    assert_int_equal(count_text("class N[6] { assoc to: N[1..1]; }"), 130);
    /* Binary matrices up to permutations of rows and columns: A002724. */
    assert_int_equal(count_text("class A[3] { assoc b: B[0..3]; } class B[3] { }"), 36);
    assert_int_equal(count_text("class A[4] { assoc b: B[0..4]; } class B[4] { }"), 317);
    /* Multisets: five of four. */
    assert_int_equal(count_text("class A[5] { attr v: 1..4; }"), 56);
}

/* A group too large for diagrams: graphs are tested one by one. */
static void assert_tested_one_by_one(const char *text, unsigned count, unsigned from, unsigned last) {
    struct env_model *model = model_of(text, NULL, 0);
    struct env_graphs *graphs = graphs_of(model);
    struct visited visited = {.model = model, .last = UINT64_MAX};
    uint64_t counted = 0;
    assert_true(env_graphs_count(graphs, 0, &counted));
    assert_int_equal(counted, count);
    env_graphs_visit(graphs, 0, visit, &visited);
    assert_int_equal(visited.next, count);
    struct visited again = {.model = model, .next = from, .last = last};
    env_graphs_visit(graphs, from, visit, &again);
    assert_int_equal(again.next, last + 1);
    assert_non_null(strstr(text_chars(&visited.text), text_chars(&again.text)));
    text_free(&again.text);
    text_free(&visited.text);
    env_graphs_free(graphs);
    env_model_free(model);
}

/* Functions from four to five, up to renaming both, are partitions of four; permutations of seven are those of seven.
 */
static void large_groups(void **state) {
    (void)state;
    assert_tested_one_by_one("class A[4] { assoc b: B[1..1]; } class B[5] { }", 5, 1, 3);
    if (MOST_NODES < 6) return;
    assert_tested_one_by_one("class N[7] { assoc to: N[1..1]; inv N->select(n | n.to->includes(self))->size() = 1; }",
                             15, 4, 9);
}

/* More patterns of equal attributes than are remembered. Graphs are multisets of ten out of 6 * 2 kinds of objects: by
 * value, linked or not. */
static void many_patterns(void **state) {
    (void)state;
    assert_int_equal(count_text("class A[10] { attr v: 1..6; assoc b: B[0..1]; } class B[1] { }"), 352716);
}

static void id_tells_objects_apart(void **state) {
    (void)state;
    assert_int_equal(count_text("class A[3] { attr v: 1..2; }"), 4);
    assert_int_equal(count_text("class A[3] { attr v: 1..2; inv id >= 1; }"), 8);
    assert_int_equal(count_text("class A[2] { assoc b: B[1..1]; } class B[2] { inv id >= 1; }"), 3);
}

static void empty_sets(void **state) {
    (void)state;
    assert_int_equal(count_text("class A[2] { attr v: 1..3; inv v > 3; }"), 0);
    assert_int_equal(count_text("class A[2] { assoc b: A[0..2]; inv b->size() > 2; }"), 0);
    assert_int_equal(count_text("class A[2] { attr v: 1..2; inv A->exists(a | a.v = 1) and A->forAll(a | a.v = 2); }"),
                     0);
    assert_int_equal(count_text("class A[0] { attr v: 1..3; }"), 1);
    struct env_model *model = model_of("class A[1] { attr v: 1..3; inv v > 3; }", NULL, 0);
    struct env_graphs *graphs = graphs_of(model);
    struct env_graph *graph = env_graph_new(model, (unsigned[]){1});
    uint64_t number, seed = 1;
    assert_false(env_graphs_at(graphs, 0, graph));
    assert_false(env_graphs_sample(graphs, test_random, &seed, graph, &number));
    assert_null(env_graphs_problem(graphs));
    env_graph_free(model, graph);
    env_graphs_free(graphs);
    env_model_free(model);
}

static const char *problem_of(const char *text, uint64_t limit, struct place *place) {
    struct env_model *model = model_of(text, NULL, 0);
    struct env_graphs *graphs = graphs_of(model);
    uint64_t count;
    assert_false(env_graphs_count(graphs, limit, &count));
    const char *problem = env_graphs_problem(graphs);
    *place = env_graphs_problem_place(graphs);
    assert_non_null(problem);
    env_graphs_free(graphs);
    env_model_free(model);
    return problem;
}

static void problems(void **state) {
    (void)state;
    struct place place;
    const char *huge = "class A[8] { attr v: 1..8; assoc b: A[0..8]; inv A->forAll(a | a <> self implies a.v <> v); }"
                       "class B[1] { assoc a: A[0..8]; }";
    assert_non_null(strstr(problem_of(huge, 0, &place), "2^64"));
    assert_int_equal(place.line, 0);
    const char *many = "class A[40] { attr v: 1..40; }";
    assert_non_null(strstr(problem_of(many, 10000, &place), "too long"));
    const char *failing = "class A[2] { attr v: 0..2;\n assoc b: A[0..2];\n inv 2 div (v + b->size()) > 0; }";
    assert_non_null(strstr(problem_of(failing, 0, &place), "no value"));
    assert_int_equal(place.line, 3);
    /* Where another invariant is false, it does not matter that one fails. */
    assert_int_equal(
        count_text(
            "class A[1] { attr v: 0..2; assoc b: A[0..1]; inv 6 div (v + b->size()) > 0; inv v + b->size() > 0; }"),
        5);
}

static void many_cells(void **state) {
    (void)state;
    /* More cells than checkpoints: 7 of 16 values, each cell one graph; C(22, 7) of them. */
    struct env_model *model = model_of("class A[7] { attr v: 1..16; }", NULL, 0);
    struct env_graphs *graphs = graphs_of(model);
    struct env_graph *graph = env_graph_new(model, (unsigned[]){7});
    uint64_t count;
    assert_true(env_graphs_count(graphs, 0, &count));
    assert_int_equal(count, 170544);
    const int64_t last[] = {16, 16, 16, 16, 16, 16, 16};
    assert_true(env_graphs_at(graphs, count - 1, graph));
    assert_memory_equal(graph->values[0], last, sizeof last);
    int64_t before[7] = {0};
    for (uint64_t i = 0; i < count; i += 997) {
        assert_true(env_graphs_at(graphs, i, graph));
        assert_true(is_valid(model, graph));
        size_t k = 0;
        while (k < 7 && graph->values[0][k] == before[k]) k++;
        assert_true(k < 7 && graph->values[0][k] > before[k]);
        memcpy(before, graph->values[0], sizeof before);
    }
    env_graph_free(model, graph);
    env_graphs_free(graphs);
    env_model_free(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_of_the_seed),
        cmocka_unit_test(eight_priorities),
        cmocka_unit_test(sample_of_a_large_set),
        cmocka_unit_test(numbers_and_slices),
        cmocka_unit_test(samples_are_uniform),
        cmocka_unit_test(multiplicities),
        cmocka_unit_test(known_numbers_of_graphs),
        cmocka_unit_test(large_groups),
        cmocka_unit_test(many_patterns),
        cmocka_unit_test(id_tells_objects_apart),
        cmocka_unit_test(empty_sets),
        cmocka_unit_test(problems),
        cmocka_unit_test(many_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
