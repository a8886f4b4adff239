/* Composition: which states and edges the statecharts of all objects have together (Yatake 2010, appendix A.3). */
#include "env/tests/environments.h"

struct composed {
    struct env_model *model;
    struct env_graph *graph;
    struct env_lts *lts;
};

static struct composed compose(const char *text) {
    struct composed composed = {.model = model_of(text)};
    struct diagnostics diagnostics = {0};
    composed.graph = plain_graph(composed.model);
    composed.lts = env_compose(composed.model, composed.graph, 10000, &diagnostics);
    if (!composed.lts) {
        diag_print(&diagnostics, stderr);
        fail_msg("not composed: %s", text);
    }
    diag_free(&diagnostics);
    return composed;
}

static void release(struct composed *composed) {
    env_lts_free(composed->lts);
    env_graph_free(composed->model, composed->graph);
    env_model_free(composed->model);
}

static void assert_aut(const char *text, const char *expected) {
    struct composed composed = compose(text);
    struct text out = {0};
    env_lts_print_aut(composed.model, composed.lts, &out);
    assert_string_equal(text_chars(&out), expected);
    text_free(&out);
    release(&composed);
}

static void assert_fails(const char *text, uint32_t max_states, const char *message) {
    struct env_model *model = model_of(text);
    struct env_graph *graph = plain_graph(model);
    struct diagnostics diagnostics = {0};
    assert_null(env_compose(model, graph, max_states, &diagnostics));
    assert_true(mentions(&diagnostics, message));
    diag_free(&diagnostics);
    env_graph_free(model, graph);
    env_model_free(model);
}

static void test_interleaving(void **state) {
    (void)state;
    assert_aut("target S { fun Press(n: 1..2); }\n"
               "class Lamp[2] { states Off, On; Off -> On : Press(n) [n = id]; On -> Off : Press(n) [n = id]; }",
               "des (0, 8, 4)\n"
               "(0, \"Press(1)\", 1)\n(0, \"Press(2)\", 2)\n(1, \"Press(1)\", 0)\n(1, \"Press(2)\", 3)\n"
               "(2, \"Press(1)\", 3)\n(2, \"Press(2)\", 0)\n(3, \"Press(1)\", 2)\n(3, \"Press(2)\", 1)\n");
}

static void test_no_objects(void **state) {
    (void)state;
    assert_aut("target S { fun F(); } class C[0] { states A; A -> A : F(); }", "des (0, 0, 1)\n");
}

/* Two objects that make the same call with the same effect make one edge. */
static void test_edges_are_a_set(void **state) {
    (void)state;
    assert_aut("target S { fun F(n: 0..1); } class C[2] { states A; A -> A : F(n); A -> A : F(n) [n = 1]; }",
               "des (0, 2, 1)\n(0, \"F(0)\", 0)\n(0, \"F(1)\", 0)\n");
}

static void test_asynchronous_step(void **state) {
    (void)state;
    assert_aut("target S { fun F(); } class C[1] { states A, B; A -> B : async; B -> A : F(); }",
               "des (0, 2, 2)\n(0, \"C1: A -> B\", 1)\n(1, \"F()\", 0)\n");
}

/* All objects of the set move that are in the state; self moves by its own transition; the first one that fits wins. */
static void test_synchronous_transitions(void **state) {
    (void)state;
    assert_aut("target S { fun F(n: 1..1); fun G(n: 2..2); }\n"
               "class C[3] { states A, B, X;\n"
               "  A -> B : G(n) [n = id];\n"
               "  A -> X : F(n) [n = id and C->exists(c | c@B)] sync { C: A -> B; C: A -> X; C: B -> A }; }",
               "des (0, 3, 4)\n(0, \"G(2)\", 1)\n(1, \"F(1)\", 2)\n(2, \"G(2)\", 3)\n");
    struct composed composed =
        compose("target S { fun F(n: 1..1); fun G(n: 2..2); }\n"
                "class C[3] { states A, B, X;\n"
                "  A -> B : G(n) [n = id];\n"
                "  A -> X : F(n) [n = id and C->exists(c | c@B)] sync { C: A -> B; C: A -> X; C: B -> A }; }");
    assert_memory_equal(composed.lts->states.items[2].bytes, "\2\0\1", 3);
    release(&composed);
}

static int64_t variable(const struct composed *composed, uint32_t state, unsigned object, unsigned member) {
    void *room = malloc(env_lts_world_room(composed->model, composed->graph));
    struct ocl_world world;
    env_lts_world(composed->model, composed->graph, composed->lts, state, &world, room);
    int64_t value = world.values[0][object * composed->model->schema.classes.items[0].members.count + member];
    free(room);
    return value;
}

/* Each action sees the earlier ones; all see the objects' states from before. */
static void test_actions(void **state) {
    (void)state;
    struct composed composed =
        compose("target S { fun F(n: 5..5); }\n"
                "class C[1] { var x: Integer = 2; var y: Integer = id + 2; var was: Boolean = false;\n"
                "  states A, B;\n"
                "  A -> B : F(n) { x = x + n; y = x * 2; was = self@A; }; }");
    assert_int_equal(composed.lts->states.count, 2);
    assert_int_equal(variable(&composed, 0, 0, 0), 2);
    assert_int_equal(variable(&composed, 0, 0, 1), 3);
    assert_int_equal(variable(&composed, 1, 0, 0), 7);
    assert_int_equal(variable(&composed, 1, 0, 1), 14);
    assert_int_equal(variable(&composed, 1, 0, 2), 1);
    release(&composed);
}

/* Synchronised objects are found before the actions take effect. */
static void test_synchronous_before_actions(void **state) {
    (void)state;
    struct composed composed =
        compose("target S { fun F(); }\n"
                "class C[2] { var on: Boolean = id = 2; states A, B;\n"
                "  A -> B : F() [id = 1] sync { C->select(c | c.on): A -> B } { C->any(c | c.id = 2).on = false; }; }");
    assert_memory_equal(composed.lts->states.items[1].bytes, "\1\1", 2);
    assert_int_equal(variable(&composed, 1, 1, 0), 0);
    release(&composed);
}

static void test_objects_and_sets_as_variables(void **state) {
    (void)state;
    struct composed composed = compose("target S { fun F(); }\n"
                                       "class C[2] { var first: C = null; var seen: Set(C) = Set{}; states A, B;\n"
                                       "  A -> B : F() [id = 2] { first = self; seen = seen->including(self); }; }");
    assert_int_equal(variable(&composed, 0, 1, 0), -1);
    assert_int_equal(variable(&composed, 1, 1, 0), 1);
    assert_int_equal(variable(&composed, 1, 1, 1), 2);
    struct text out = {0};
    env_lts_print_dot(composed.model, composed.graph, composed.lts, &out);
    assert_non_null(strstr(text_chars(&out), "C2 B first=C2 seen={C2}"));
    assert_non_null(strstr(text_chars(&out), "s0 -> s1 [label=\"F()\"]"));
    text_free(&out);
    release(&composed);
}

/* A range of arguments may be empty, and a binding may lie outside of it. */
static void test_arguments(void **state) {
    (void)state;
    assert_aut("const R = 0; target S { fun F(n: 1..R); } class C[1] { states A; A -> A : F(n); }", "des (0, 0, 1)\n");
    assert_aut("target S { fun F(n: 1..2); } class C[4] { states A; A -> A : F(n) [n = id]; }",
               "des (0, 2, 1)\n(0, \"F(1)\", 0)\n(0, \"F(2)\", 0)\n");
    assert_aut("target S { fun F(n: -1..1, m: 1..2); } class C[1] { states A; A -> A : F(n, m) [n < 0 or m > n + 1]; }",
               "des (0, 3, 1)\n(0, \"F(-1,1)\", 0)\n(0, \"F(-1,2)\", 0)\n(0, \"F(0,2)\", 0)\n");
}

static void test_what_cannot_be_composed(void **state) {
    (void)state;
    assert_fails("target S { fun F(); } class C[1] { var n: Integer = 0; states A; A -> A : F() { n = n + 1; }; }", 50,
                 "more than 50 states");
    assert_fails("target S { fun F(); } class C[1] { var n: Integer = 0; states A; A -> A : F() [1 div n = 1]; }", 50,
                 "a guard of C1 cannot be evaluated");
    assert_fails("target S { fun F(); } class C[1] { states A, B; A -> B : F() sync { C->any(c | c@B): B -> A }; }", 50,
                 "a synchronous transition of C1 cannot be evaluated");
    assert_fails("target S { fun F(); } class C[1] { var o: C = null; var n: Integer = 0; states A;"
                 " A -> A : F() { o.n = 1; }; }",
                 50, "an action of C1 cannot be evaluated");
    assert_fails("target S { fun F(); } class C[1] { var n: Integer = 1 div (id - 1); states A; A -> A : F(); }", 50,
                 "a default of C1 cannot be evaluated");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_interleaving),
        cmocka_unit_test(test_no_objects),
        cmocka_unit_test(test_edges_are_a_set),
        cmocka_unit_test(test_asynchronous_step),
        cmocka_unit_test(test_synchronous_transitions),
        cmocka_unit_test(test_actions),
        cmocka_unit_test(test_synchronous_before_actions),
        cmocka_unit_test(test_objects_and_sets_as_variables),
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_what_cannot_be_composed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
