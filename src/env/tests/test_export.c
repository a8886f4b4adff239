/* Environments as Promela: the exported text gives the same verdict as the check, to our own model checker and to Spin.
 */
#include "env/tests/environments.h"

static const char scheduler[] =
    "const T = 2;\n"
    "target Kernel {\n"
    "  fun Activate(t: 1..T); fun Terminate(t: 1..T); fun Tick();\n"
    "  ref Turn() = turn; ref State(t: 1..T); ref Level(t: 1..T) = task[t].level; ref Count() into answer;\n"
    "  configure SetTask(t.id, t.level) for t in Task;\n"
    "}\n"
    "def Best(): Set(Task) = Task->select(t | t@Ready and Task->forAll(u | u@Ready implies u.level <= t.level));\n"
    "class Task[T] {\n"
    "  attr level: 1..3; var runs: Integer = 0; var last: Task = null;\n"
    "  assert Turn: (self@Running) = (Turn() = id);\n"
    "  assert State(id) = (if self@Idle then 0 else if self@Ready then 1 else 2 endif endif);\n"
    "  assert Level(id) = level and Task->forAll(t | t <> self implies Turn() <> t.id or not (self@Running));\n"
    "  assert Task->select(t | Turn() = t.id)->size() <= 1;\n"
    "  assert Task->exists(t | t@Running) implies Task->exists(t | Turn() = t.id);\n"
    "  assert Count() = Task->select(t | not (t@Idle))->size();\n"
    "  states Idle, Ready, Running;\n"
    "  Idle -> Running : Activate(t) [t = id and not Task->exists(u | u@Running)] { runs = 1; };\n"
    "  Idle -> Ready : Activate(t) [t = id and Task->exists(u | u@Running)];\n"
    "  Running -> Idle : Terminate(t) [t = id] sync { Best(): Ready -> Running } { runs = 0; last = self; };\n"
    "  Running -> Running : async [runs < 2] { runs = 2; };\n"
    "}\n";

#define KERNEL(activate, terminate)                                                                                    \
    "typedef Control { byte state; byte level };\n"                                                                    \
    "Control task[3]; byte turn, answer;\n"                                                                            \
    "inline SetTask(t, l) { task[t].level = l }\n"                                                                     \
    "inline State(t, result) { result = task[t].state }\n"                                                             \
    "inline Count() { answer = (task[1].state > 0) + (task[2].state > 0) }\n"                                          \
    "inline Tick() { skip }\n"                                                                                         \
    "inline Run(t) { turn = t; task[t].state = 2 }\n"                                                                  \
    "inline Activate(t) { " activate " }\n"                                                                            \
    "inline Terminate(t) { " terminate " }\n"

#define ACTIVATE  "if :: turn == 0 -> Run(t) :: else -> task[t].state = 1 fi"
#define TERMINATE "task[t].state = 0; turn = 0; if :: task[3 - t].state == 1 -> Run(3 - t) :: else fi"

static const char *const designs[] = {
    KERNEL(ACTIVATE, TERMINATE),
    KERNEL("Run(t)", TERMINATE),
    KERNEL(ACTIVATE, "task[t].state = 0; turn = 0"),
    KERNEL("turn == 0 -> Run(t)", TERMINATE),
    KERNEL(ACTIVATE "; assert(task[1].state + task[2].state < 3)", TERMINATE),
    KERNEL(ACTIVATE "; task[task[1].state + task[2].state].level = task[task[1].state + task[2].state].level",
           TERMINATE),
    KERNEL("if :: turn == 0 -> Run(t) :: turn != 0 -> task[t].state = 1 :: t == 2 -> skip fi", TERMINATE),
    KERNEL(ACTIVATE, "task[t].level = 4; " TERMINATE),
};

static bool our_checker_agrees(const char *path, bool holds) {
    struct diagnostics diagnostics = {0};
    struct program *program = program_load(path, &(struct program_options){.compiler = JIT_TCC}, &diagnostics);
    if (!program) diag_print(&diagnostics, stderr);
    diag_free(&diagnostics);
    assert_non_null(program);
    struct search_result *result = search_run(program_ts(program), &(struct search_options){.violations = 1});
    bool same = (result->verdict == VERDICT_HOLDS) == holds;
    search_result_free(result);
    program_free(program);
    return same;
}

static bool spin_agrees(const char *path, bool holds) {
    char command[512];
    snprintf(command, sizeof command,
             "cd $(mktemp -d) && spin -a %s > log 2>&1 && $(command -v tcc || command -v cc) -DSAFETY -o pan pan.c 2>> "
             "log && ./pan > out &&"
             " grep -q 'errors: %s' out; status=$?; rm -rf \"$PWD\"; exit $status",
             path, holds ? "0" : "[1-9]");
    return system(command) == 0;
}

static void assert_same_verdict(const struct env_model *model, const struct env_graph *graph, const char *design_text,
                                bool with_spin, bool *held) {
    char design_path[64], path[64];
    struct text out = {0};
    struct diagnostics diagnostics = {0};
    design_write(design_path, design_text);
    struct env_design *design = design_load(model, design_path);
    struct env_outcome *outcome = env_check(model, graph, design, 100000, NULL);
    assert_int_not_equal(outcome->verdict, VERDICT_UNKNOWN);
    *held = outcome->verdict == VERDICT_HOLDS;
    struct env_exported_design exported = {.path = design_path};
    if (!env_export(model, graph, &exported, &out, &diagnostics)) diag_print(&diagnostics, stderr);
    env_exported_design_free(&exported);
    assert_int_equal(diagnostics.errors, 0);
    design_write(path, text_chars(&out));
    if (!our_checker_agrees(path, *held)) fail_msg("not the same verdict: %s\n%s", design_text, text_chars(&out));
    if (with_spin && !spin_agrees(path, *held)) fail_msg("not Spin's verdict: %s\n%s", design_text, text_chars(&out));
    diag_free(&diagnostics);
    text_free(&out);
    env_outcome_free(outcome);
    env_design_free(design);
    unlink(path);
    unlink(design_path);
}

static void test_same_verdicts(void **state) {
    (void)state;
    struct env_model *model = model_of(scheduler);
    struct env_graph *graph = plain_graph(model);
    graph->values[0][model->schema.classes.items[0].members.count] = 2; /* the second task's level */
    bool spin = system("command -v spin > /dev/null && command -v cc > /dev/null") == 0;
    size_t holding = 0, count = sizeof designs / sizeof *designs;
    for (size_t i = 0; i < count; i++) {
        bool held;
        assert_same_verdict(model, graph, designs[i], spin, &held);
        holding += held;
    }
    assert_int_equal(holding, 1);
    env_graph_free(model, graph);
    env_model_free(model);
}

static void test_form(void **state) {
    (void)state;
    char path[64];
    struct text out = {0};
    struct diagnostics diagnostics = {0};
    struct env_model *model = model_of(scheduler);
    struct env_graph *graph = plain_graph(model);
    design_write(path, designs[0]);
    struct env_exported_design exported = {.path = path};
    assert_true(env_export(model, graph, &exported, &out, &diagnostics));
    struct text again = {0};
    assert_true(env_export(model, graph, &exported, &again, &diagnostics)); /* the design is read once */
    assert_string_equal(text_chars(&again), text_chars(&out));
    text_free(&again);
    env_exported_design_free(&exported);
    static const char *const parts[] = {
        "\nReady_Running:\nprogress_Ready_Running:\n    set_ref();\n",
        "    ret_State_1 = ",
        "    State(1, ret_State_1)",
        "    ret_Level_2 = task[2].level",
        "    Count();\n    ret_Count = answer",
        "    SetTask(1,1);\n",
        "ret_Turn==2",
        "Terminate(2);\n       Task2.runs = 0; Task2.last = 2; goto",
        "goto Running_Idle",
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (i != 1 && !strstr(text_chars(&out), parts[i])) fail_msg("lacks %s\n%s", parts[i], text_chars(&out));
    assert_null(strstr(text_chars(&out), parts[1]));
    diag_free(&diagnostics);
    text_free(&out);
    unlink(path);
    env_graph_free(model, graph);
    env_model_free(model);
}

/* Labels that Promela would take for something else; states without a way on; no states at all. */
static void test_odd_names(void **state) {
    (void)state;
    static const char *const models[] = {
        "target S { fun F(); ref X() = x; } class C[1] { states end, progress;\n"
        "  assert X() = (if self@end then 0 else 1 endif); end -> progress : F(); }",
        "target S { fun F(); ref X() = x; } class C[2] { states acceptable, B; var n: Integer = 0;\n"
        "  assert X() = C->select(c | c@B)->size(); acceptable -> B : F() { n = id; }; }",
        "target S { fun F(); ref X() = x; } class C[1] { assert X() = 0; }",
        "target S { fun F(); ref X() = x; } class C[1] { states A, A_B; assert D->forAll(d | d@Start) implies X() = "
        "0;\n"
        "    A -> A_B : async; A_B -> A : F() [D->forAll(d | d@B)]; } class D[1] { states Start, B, B_B;\n"
        "    Start -> B : async; Start -> B_B : async; }",
        "target S { fun F(); ref X() = x; } class C[1] { states A, B; var s: Set(C) = Set{};\n"
        "  assert X() = s->size(); A -> B : async; B -> A : F() [s->isEmpty()] { s = Set{self}; }; }",
    };
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        struct env_model *model = model_of(models[i]);
        struct env_graph *graph = plain_graph(model);
        bool held;
        assert_same_verdict(model, graph, "byte x; inline F() { x++ }", false, &held);
        assert_true(held);
        assert_same_verdict(model, graph, "byte x = 1; inline F() { x++ }", false, &held);
        assert_false(held);
        env_graph_free(model, graph);
        env_model_free(model);
    }
}

/* What is left of an assertion means the same as the assertion, whatever the design answers. */
static void test_residues(void **state) {
    (void)state;
    static const char *const assertions[] = {
        "X() = 1 or Y(2) > X()",
        "not (X() = 1 and Y(1) <> 2)",
        "X() = 1 implies Y(id) = 1",
        "(X() = 1) xor (Y(1) = 1)",
        "(X() = 1) = (Y(2) >= 0)",
        "(X() < 2) <> (id = 1)",
        "X() + 2 * Y(1) - 1 < 4 - (X() - Y(2))",
        "-X() <= Y(1) and (X() - 2).abs() < 2",
        "Y(2) div 2 = 0 or (X() + 1) mod 2 = 1",
        "X().max(Y(1)) = 2 or X().min(Y(2)) < 0",
        "if X() = 0 then Y(1) = Y(2) else Y(1) <> Y(2) endif",
        "if id = 1 then X() > 0 else true endif",
        "let n = X() - Y(1) in n = 0 or n * n > 1",
        "C->forAll(c | Y(c.id) < c.id)",
        "C->exists(c | Y(c.id) = X())",
        "C->one(c | Y(c.id) = X())",
        "C->select(c | Y(c.id) > 0)->size() = X()",
        "C->reject(c | Y(c.id) > 0)->isEmpty()",
        "C->select(c | Y(c.id) > 0)->union(C->select(c | c.id = X()))->notEmpty()",
        "C->select(c | Y(c.id) > 0)->intersection(C->select(c | c.id = X()))->isEmpty()",
        "C->select(c | Y(c.id) = X())->includes(self)",
        "C->select(c | Y(c.id) = X())->excludes(self)",
        "C->select(c | Y(c.id) > 0)->forAll(c | Y(c.id) > X())",
        "C->select(c | Y(c.id) > 0)->exists(c | c.id = X())",
        "Twice(X()) = 2 or Twice(Y(1)) <> Twice(Y(2))",
        "v = X() or v > Y(id)",
    };
    static const char *const values[][3] = {{"0", "0", "0"}, {"1", "1", "2"}, {"1", "-1", "1"}, {"2", "2", "-1"}};
    size_t holding = 0, count = 0;
    for (size_t i = 0; i < sizeof assertions / sizeof *assertions; i++) {
        char text[768];
        snprintf(text, sizeof text,
                 "target S { fun F(); ref X() = x; ref Y(n: 1..2) = y[n]; configure Setup(1); }\n"
                 "def Twice(n: Integer): Integer = n + n;\n"
                 "class C[2] { var v: Integer = id; states A, B; assert %s; A -> B : F() [id = 1] { v = 0; }; }",
                 assertions[i]);
        struct env_model *model = model_of(text);
        struct env_graph *graph = plain_graph(model);
        for (size_t k = 0; k < sizeof values / sizeof *values; k++, count++) {
            bool held;
            snprintf(text, sizeof text,
                     "short x, y[3]; inline Setup(n) { x = %s; y[1] = %s; y[2] = %s } inline F() { skip }",
                     values[k][0], values[k][1], values[k][2]);
            assert_same_verdict(model, graph, text, false, &held);
            holding += held;
        }
        env_graph_free(model, graph);
        env_model_free(model);
    }
    assert_true(holding > count / 5 && holding < count - count / 5);
}

static void assert_not_exported(const char *text, const char *message) {
    char path[64];
    struct text out = {0};
    struct diagnostics diagnostics = {0};
    struct env_model *model = model_of(text);
    struct env_graph *graph = plain_graph(model);
    design_write(path, "byte x; inline F() { x++ }");
    struct env_exported_design exported = {.path = path};
    assert_false(env_export(model, graph, &exported, &out, &diagnostics));
    env_exported_design_free(&exported);
    assert_true(mentions(&diagnostics, message));
    diag_free(&diagnostics);
    text_free(&out);
    unlink(path);
    env_graph_free(model, graph);
    env_model_free(model);
}

static void test_what_cannot_be_exported(void **state) {
    (void)state;
    assert_not_exported("target S { fun F(); ref X(n: 0..9) = x[n]; } class C[1] { states A; assert X(X(0)) = 0; }",
                        "what is asked of the design depends on what it answers");
    assert_not_exported(
        "target S { fun F(); ref X() = x; } class C[1] { states A; assert C->any(c | X() = 0).id = 1; }",
        "cannot be put into Promela");
    assert_not_exported("target S { fun F(); } class C[1] { var n: Integer = 5000000000; states A; }",
                        "does not fit the integers of Promela");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_verdicts),
        cmocka_unit_test(test_form),
        cmocka_unit_test(test_odd_names),
        cmocka_unit_test(test_residues),
        cmocka_unit_test(test_what_cannot_be_exported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
