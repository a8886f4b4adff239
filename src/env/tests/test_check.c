/* Environments against designs: verdicts, shortest counterexamples and what is said about them. */
#include "base/tests/rounds.h"
#include "env/tests/environments.h"

#include <pthread.h>

static const char counter[] = "target Counter {\n"
                              "  fun Up(n: 1..2); fun Down();\n"
                              "  ref Level();\n"
                              "  configure Start(c.start) for c in Cell;\n"
                              "}\n"
                              "class Cell[1] {\n"
                              "  attr start: 0..1; var v: Integer = start;\n"
                              "  assert Same: Level() = v;\n"
                              "  states Low, High;\n"
                              "  Low -> Low : Up(n) [v + n < 3] { v = v + n; };\n"
                              "  Low -> High : Up(n) [v + n >= 3] { v = v + n; };\n"
                              "  High -> High : Down() [v > 3] { v = v - 1; };\n"
                              "  High -> Low : Down() [v = 3] { v = v - 1; };\n"
                              "}\n";

#define DESIGN(up, down)                                                                                               \
    "byte level; byte table[3];\n"                                                                                     \
    "inline Start(n) { level = n }\n"                                                                                  \
    "inline Up(n) { " up " }\n"                                                                                        \
    "inline Down() { " down " }\n"                                                                                     \
    "inline Level(ret) { ret = level }\n"

struct expectation {
    const char *design;
    enum verdict verdict;
    const char *kind;
    size_t steps;
    const char *message; /* a part of it */
};

static struct env_outcome *check_with(const char *model_text, const char *design_text) {
    char path[64];
    struct env_model *model = model_of(model_text);
    struct env_graph *graph = plain_graph(model);
    design_write(path, design_text);
    struct env_design *design = design_load(model, path);
    struct env_outcome *outcome = env_check(model, graph, design, 100000, NULL);
    env_design_free(design);
    unlink(path);
    env_graph_free(model, graph);
    env_model_free(model);
    return outcome;
}

static void assert_outcome(const char *model_text, const struct expectation *expected) {
    struct env_outcome *outcome = check_with(model_text, expected->design);
    assert_int_equal(outcome->verdict, expected->verdict);
    assert_int_equal(outcome->steps.count, expected->steps);
    if (expected->kind) assert_string_equal(outcome->kind, expected->kind);
    if (expected->message && !strstr(outcome->message, expected->message))
        fail_msg("`%s` does not say `%s`", outcome->message, expected->message);
    assert_true((outcome->story != NULL) == (outcome->verdict == VERDICT_VIOLATED));
    env_outcome_free(outcome);
}

/* A variable that only the environment reads is part of the state, hidden or not. */
static void test_hidden_variables(void **state) {
    (void)state;
    static const char model[] = "target Lamp { fun Press(); ref On() = on; }\n"
                                "class User { var lit: 0..1; states S; assert On() = lit;\n"
                                "  S -> S : Press() { lit = 1 - lit; }; }\n";
    assert_outcome(model, &(struct expectation){"hidden byte on; byte n; inline Press() { on++; on-- }",
                                                VERDICT_VIOLATED, "assertion", 1, "On() is 0, expected 1"});
    assert_outcome(model, &(struct expectation){"hidden byte on; byte n; inline Press() { n = 1 - n; if :: n -> on = 1 "
                                                ":: else -> on = 0 fi }",
                                                VERDICT_HOLDS, NULL, 0, NULL});
    assert_outcome(model, &(struct expectation){"hidden byte on; byte n; inline Press() { n = 1 - n; if :: n -> on = 1 "
                                                ":: else -> on = 0 :: n -> on = 0 fi }",
                                                VERDICT_VIOLATED, "assertion", 1, "On() is 0, expected 1"});
}

static void test_verdicts(void **state) {
    (void)state;
    static const struct expectation expectations[] = {
        {DESIGN("level = level + n", "level > 0; level--"), VERDICT_HOLDS, NULL, 0, NULL},
        {DESIGN("level = level + 1", "level > 0; level--"), VERDICT_VIOLATED, "assertion", 1,
         "assertion Same of Cell1, which is in Low, fails: Level() is 1, expected 2 (test.env:8)"},
        {DESIGN("level = level + n", "level > 3; level--"), VERDICT_VIOLATED, "blocked", 3, "Down() fails"},
        {DESIGN("level = level + n; assert(level < 4)", "level--"), VERDICT_VIOLATED, "assertion", 2, "Up(2) fails"},
        {DESIGN("level = level + n; table[level] = 0", "level--"), VERDICT_VIOLATED, "index", 2,
         "fails: index of table out of range"},
        {DESIGN("if :: level = level + n :: n == 2 -> level = level + 1 fi", "level--"), VERDICT_VIOLATED, "assertion",
         1, "Level() is 1, expected 2"},
        {DESIGN("if :: level = level + n :: level = level + n + 0 fi", "level--"), VERDICT_HOLDS, NULL, 0, NULL},
        /* many ways, few states; long, but it ends; ways that need not end; one way that blocks */
        {DESIGN("byte i = 0; do :: i < 60 -> if :: table[0] = 0 :: table[0] = 1 fi; i++ :: else -> break od; table[0] "
                "= 0; "
                "level = level + n",
                "level--"),
         VERDICT_HOLDS, NULL, 0, NULL},
        {DESIGN("int i = 0; do :: i < 20000 -> i++ :: else -> break od; level = level + n", "level--"), VERDICT_HOLDS,
         NULL, 0, NULL},
        {DESIGN("do :: table[0] = 0 :: break od; level = level + n", "level--"), VERDICT_VIOLATED, "endless", 1,
         "can come back to where it was"},
        {DESIGN("int i = 0; do :: i = (i + 1) % 5000 od", "level--"), VERDICT_VIOLATED, "endless", 1, "Up("},
        {DESIGN("do :: table[0]++ :: table[0] == 7 -> break od; table[0] = 0; level = level + n", "level--"),
         VERDICT_VIOLATED, "endless", 1, "Up("},
        {DESIGN("if :: level = level + n :: true -> level > 99 fi", "level--"), VERDICT_VIOLATED, "blocked", 1, "Up("},
        {"byte level; inline Start(n) { assert(n == 7) } inline Up(n) { skip } inline Down() { skip }"
         "inline Level(ret) { ret = level }",
         VERDICT_VIOLATED, "assertion", 0, "the configuration Start fails"},
        {"byte level = 3; inline Start(n) { skip } inline Up(n) { skip } inline Down() { skip }"
         "inline Level(ret) { ret = level }",
         VERDICT_VIOLATED, "assertion", 0, "Level() is 3, expected 0"},
        {"byte level; inline Start(n) { level = n } inline Up(n) { level = level + n } inline Down() { level-- }"
         "inline Level(ret) { level < 2; ret = level }",
         VERDICT_VIOLATED, "blocked", 1, "an assertion of Cell1 cannot be compared"},
    };
    for (size_t i = 0; i < sizeof expectations / sizeof *expectations; i++) assert_outcome(counter, &expectations[i]);
}

static void test_story(void **state) {
    (void)state;
    struct env_outcome *outcome = check_with(counter, DESIGN("level = level + n", "level = 0"));
    assert_int_equal(outcome->verdict, VERDICT_VIOLATED);
    assert_int_equal(outcome->steps.count, 3);
    assert_non_null(strstr(outcome->steps.items[0], "Up("));
    assert_string_equal(outcome->steps.items[2], "Down()                   Cell1: High → Low; Cell1.v 3 → 2");
    assert_non_null(strstr(outcome->story, "  3  Down()"));
    assert_non_null(strstr(outcome->story, "Level() is 0, expected 2"));
    env_outcome_free(outcome);
}

/* What is said about an assertion that fails goes down to the part that is wrong. */
static void test_explanations(void **state) {
    (void)state;
    static const struct {
        const char *assertion, *message;
    } cases[] = {
        {"X() = 1", "X() is 5, expected 1"},
        {"1 = X()", "X() is 5, expected 1"},
        {"X() < 3", "X() is 5, expected less than 3"},
        {"7 <= X()", "X() is 5, expected at least 7"},
        {"not (X() = 5)", "X() is 5, expected not 5"},
        {"X() = 5 and X() > 8", "X() is 5, expected more than 8"},
        {"id = 1 implies X() <> 5", "X() is 5, expected not 5"},
        {"(id = 1) = (X() = 2)", "X() is 5, expected 2"},
        {"(id = 2) = (X() = 5)", "X() is 5, expected not 5"},
        {"C->forAll(c | Y(c.id) = c.id)", "for C2: Y(2) is 1, expected 2"},
        {"not C->exists(c | Y(c.id) = 1 and c.id > 1)", "for C2: `"},
        {"let n = X() + 1 in n = 2", "n is 6, expected 2"},
        {"Wrong(3)", "X() is 5, expected 3"},
        {"if id = 1 then X() = 4 else true endif", "X() is 5, expected 4"},
        {"X() + Y(2) = 7", "is 6, expected 7 (X() is 5, Y(2) is 1)"},
        {"X() = 1 or X() = 2", "is false (X() is 5, X() is 5)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char model[512];
        snprintf(model, sizeof model,
                 "target S { fun F(); ref X() = x; ref Y(n: 1..2) = y[n]; }\n"
                 "def Wrong(n: Integer): Boolean = X() = n;\n"
                 "class C[2] { states A; assert %s; A -> A : F(); }",
                 cases[i].assertion);
        assert_outcome(model, &(struct expectation){"byte x = 5; byte y[3] = 1; inline F() { skip }", VERDICT_VIOLATED,
                                                    "assertion", 0, cases[i].message});
    }
}

/* The numbers of a product that is small enough to count: v from 0 to 4, low or high. */
static void test_statistics(void **state) {
    (void)state;
    struct env_outcome *outcome = check_with(counter, DESIGN("level = level + n", "level--"));
    assert_int_equal(outcome->states, 5);
    assert_int_equal(outcome->transitions, 8);
    assert_int_equal(outcome->depth, 2);
    env_outcome_free(outcome);
}

/* What the design keeps to itself makes states differ, too. */
static void test_hidden_difference(void **state) {
    (void)state;
    static const char model[] = "target S { fun F(); fun G(); ref X() = x; }\n"
                                "class C[1] { states A; assert X() = 0; A -> A : F(); A -> A : G(); }";
    static const struct expectation late = {
        "byte calls, x; inline F() { if :: calls < 5 -> calls++ :: else -> x = 1 fi }"
        "inline G() { calls = 0 }",
        VERDICT_VIOLATED, "assertion", 6, "X() is 1, expected 0"};
    assert_outcome(model, &late);
}

static void test_asynchronous_step(void **state) {
    (void)state;
    static const char model[] = "target S { fun F(); ref X() = x; }\n"
                                "class C[1] { states A, B; assert X() = (if self@B then 1 else 0 endif);\n"
                                "  A -> B : async; B -> A : F(); }";
    static const struct expectation wrong = {"byte x; inline F() { x = 1 }", VERDICT_VIOLATED, "assertion", 1,
                                             "X() is 0, expected 1"};
    assert_outcome(model, &wrong);
}

static void test_references(void **state) {
    (void)state;
    static const char model[] =
        "target S { fun F(n: 0..2); ref X(n: 0..2) = cell[n].value; ref Y(n: 0..2); ref Z() into result; }\n"
        "class C[1] { var i: Integer = 0; states A; assert X(i) = i; assert Y(i) = i + 1; assert Z() = 9;\n"
        "  A -> A : F(n) { i = n; }; }";
    static const char start[] = "typedef Cell { byte other; short value }; Cell cell[3]; byte result;\n"
                                "inline Y(n, ret) { ret = cell[n].value + 1 } inline Z() { result = 9 }\n";
    char text[512];
    snprintf(text, sizeof text, "%sinline F(n) { cell[n].value = n }", start);
    assert_outcome(model, &(struct expectation){text, VERDICT_HOLDS, NULL, 0, NULL});
    snprintf(text, sizeof text, "%sinline F(n) { cell[n].value = -n }", start);
    assert_outcome(model, &(struct expectation){text, VERDICT_VIOLATED, "assertion", 1, "X(1) is -1, expected 1"});
    /* Beyond the array's end. */
    static const char outside[] =
        "target S { fun F(n: 0..9); ref X(n: 0..9) = cell[n]; }\n"
        "class C[1] { var i: Integer = 0; states A; assert X(i) = 0; A -> A : F(n) { i = n; }; }";
    assert_outcome(outside, &(struct expectation){"byte cell[3]; inline F(n) { skip }", VERDICT_VIOLATED, "reference",
                                                  1, "reads outside an array"});
}

static void test_unknown(void **state) {
    (void)state;
    static const char endless[] = "target S { fun F(); ref X() = x; }\n"
                                  "class C[1] { states A; assert X() >= 0; A -> A : F(); }";
    assert_outcome(endless, &(struct expectation){"int x; inline F() { x = (x + 1) & 1048575 }", VERDICT_UNKNOWN, NULL,
                                                  0, "more than 100000 states"});
    static const char undefined[] = "target S { fun F(); ref X() = x; }\n"
                                    "class C[1] { states A; assert 1 div X() = 1; A -> A : F(); }";
    assert_outcome(undefined, &(struct expectation){"int x; inline F() { skip }", VERDICT_UNKNOWN, NULL, 0,
                                                    "cannot be evaluated"});
    static const char range[] =
        "target S { fun F(); } class C[1] { var n: 0..1 = 0; states A; A -> A : F() { n = n + 1; }; }";
    assert_outcome(range,
                   &(struct expectation){"inline F() { skip }", VERDICT_UNKNOWN, NULL, 0,
                                         "test.env:1:78: an action of C1 cannot be evaluated: n would be 2, which is "
                                         "outside of 0..1"});
    static const char start[] = "target S { fun F(); } class C[1] { var n: 0..1 = 9; states A; A -> A : F(); }";
    assert_outcome(start, &(struct expectation){"inline F() { skip }", VERDICT_UNKNOWN, NULL, 0, "a default of C1"});
    static const char wide[] = "target S { fun F(); configure G(4294967297); } class C[1] { states A; A -> A : F(); }";
    assert_outcome(wide, &(struct expectation){"inline F() { skip } inline G(n) { skip }", VERDICT_UNKNOWN, NULL, 0,
                                               "the argument 4294967297 of G does not fit the design's integers"});
    static const char guard[] = "target S { fun F(); } class C[1] { states A; A -> A : F() [1 div (id - 1) = 0]; }";
    assert_outcome(guard, &(struct expectation){"inline F() { skip }", VERDICT_UNKNOWN, NULL, 0, "a guard of C1"});
    if (!WHOLE) return; /* ten million steps, twice */
    static const char many[] = "target S { fun F(); } class C[1] { states A; A -> A : F(); }";
    assert_outcome(many,
                   &(struct expectation){"int i, wide[4000]; inline F() { do :: i++ :: i > 0 -> break od; i = 0 }",
                                         VERDICT_UNKNOWN, NULL, 0, "too many states to follow all its ways"});
    /* A way that is too long is not dropped, though others come to their ends. */
    assert_outcome(
        many, &(struct expectation){"int i; inline F() { if :: skip :: i = 1; do :: i < 12000000 -> i++ :: else -> "
                                    "break od; assert(false) fi; i = 0 }",
                                    VERDICT_UNKNOWN, NULL, 0, "too many states to follow all its ways"});
}

/* Each of 40 calls has four ways, which come to one of two states. */
static void test_ways_of_configuration(void **state) {
    (void)state;
    static const char model[] = "target S { fun F(); ref X() = x; configure G(c.id) for c in C; }\n"
                                "class C[40] { states A; assert X() < 2; A -> A : F(); }";
    assert_outcome(model,
                   &(struct expectation){"byte x; inline F() { skip } inline G(n) { if :: x = 0 :: x = 1 fi; if :: "
                                         "x = 0 :: x = 1 fi }",
                                         VERDICT_HOLDS, NULL, 0, NULL});
}

static void assert_not_loaded(const char *model_text, const char *design_text, const char *message) {
    char path[64];
    struct env_model *model = model_of(model_text);
    struct program_options options = {.compiler = JIT_TCC};
    struct diagnostics diagnostics = {0};
    design_write(path, design_text);
    assert_null(design_load_with(model, path, &options, &diagnostics));
    assert_true(mentions(&diagnostics, message));
    diag_free(&diagnostics);
    unlink(path);
    env_model_free(model);
}

static void test_designs_that_do_not_fit(void **state) {
    (void)state;
    static const char model[] = "target S { fun F(n: 0..1); ref X(); configure Setup(1); }\n"
                                "class C[1] { states A; assert X() = 0; A -> A : F(n); }";
    static const char reading[] = "target S { fun F(); ref X(n: 0..1) = cell[n].x; }\n"
                                  "class C[1] { states A; assert X(0) = 0; A -> A : F(); }";
    assert_not_loaded(model, "inline X(r) { skip } inline Setup(n) { skip }", "has no inline `F`");
    assert_not_loaded(model, "inline F() { skip } inline X(r) { r = 0 } inline Setup(n) { skip }",
                      "this trigger function has 1 argument, but the design's inline `F` has 0");
    assert_not_loaded(model, "inline F(n) { skip } inline Setup(n) { skip }", "has no inline `X`");
    assert_not_loaded(model, "inline F(n) { skip } inline X() { skip } inline Setup(n) { skip }",
                      "needs one parameter more");
    assert_not_loaded(model, "inline F(n) { skip } inline X(r) { r = 0 }", "has no inline `Setup`");
    assert_not_loaded(model, "inline F(n) { skip } inline X(r) { r = 0 } inline Setup(n) { skip } init { skip }",
                      "has no process of its own");
    assert_not_loaded(
        model, "byte x; inline F(n) { skip } inline X(r) { r = 0 } inline Setup(n) { skip } ltl p { [] (x == 0) }",
        "the ltl property p in a design is not checked");
    assert_not_loaded(model,
                      "byte x; inline F(n) { skip } inline X(r) { r = 0 } inline Setup(n) { skip } never { x == 0 }",
                      "a never claim in a design is not checked");
    assert_not_loaded(model,
                      "chan q = [1] of { byte }; inline F(n) { skip } inline X(r) { r = 0 } inline Setup(n) { skip } "
                      "trace { q!1 }",
                      "a trace in a design is not checked");
    assert_not_loaded(model,
                      "chan q = [1] of { byte }; inline F(n) { skip } inline X(r) { r = 0 } inline Setup(n) { skip } "
                      "notrace { q!1 }",
                      "a notrace in a design is not checked");
    assert_not_loaded(reading, "inline F() { skip }", "has no variable `cell[].x`");
    assert_not_loaded(reading, "byte cell[2]; inline F() { skip }", "does not fit its declaration");
    assert_not_loaded(reading, "typedef C { byte x[2] }; C cell[2]; inline F() { skip }",
                      "does not fit its declaration");
    assert_not_loaded(reading, "inline F() { skip ", "");
}

/* ---- several at a time ---- */

struct shared {
    const struct env_model *model;
    const struct env_graph *graph;
    const struct env_design *design;
    unsigned violated;
};

static void *check_many(void *context) {
    struct shared *shared = context;
    for (unsigned i = 0; i < 100; i++) {
        struct env_outcome *outcome = env_check(shared->model, shared->graph, shared->design, 100000, NULL);
        if (outcome->verdict == VERDICT_VIOLATED && outcome->steps.count == 3) shared->violated++;
        env_outcome_free(outcome);
    }
    return NULL;
}

static void test_threads(void **state) {
    (void)state;
    char path[64];
    struct env_model *model = model_of(counter);
    struct env_graph *graph = plain_graph(model);
    design_write(path, DESIGN("level = level + n", "level = 0"));
    struct env_design *design = design_load(model, path);
    struct shared shared[4];
    pthread_t threads[4];
    for (unsigned i = 0; i < 4; i++) {
        shared[i] = (struct shared){model, graph, design, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, check_many, &shared[i]), 0);
    }
    for (unsigned i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(shared[i].violated, 100);
    }
    env_design_free(design);
    unlink(path);
    env_graph_free(model, graph);
    env_model_free(model);
}

/* Embedded C has memory of its own: calls wait for each other. */
static void test_embedded_code(void **state) {
    (void)state;
    char path[64];
    struct env_model *model = model_of(counter);
    struct env_graph *graph = plain_graph(model);
    struct diagnostics diagnostics = {0};
    struct program_options options = {.allow_code = true};
    design_write(path, DESIGN("c_code { now.level++; }; level = level + n - 1", "level = 0"));
    struct env_design *design = design_load_with(model, path, &options, &diagnostics);
    if (!design) diag_print(&diagnostics, stderr);
    assert_non_null(design);
    struct shared shared[2] = {{model, graph, design, 0}, {model, graph, design, 0}};
    pthread_t threads[2];
    for (unsigned i = 0; i < 2; i++) assert_int_equal(pthread_create(&threads[i], NULL, check_many, &shared[i]), 0);
    for (unsigned i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(shared[i].violated, 100);
    }
    diag_free(&diagnostics);
    env_design_free(design);
    unlink(path);
    env_graph_free(model, graph);
    env_model_free(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verdicts),
        cmocka_unit_test(test_hidden_variables),
        cmocka_unit_test(test_story),
        cmocka_unit_test(test_explanations),
        cmocka_unit_test(test_statistics),
        cmocka_unit_test(test_hidden_difference),
        cmocka_unit_test(test_asynchronous_step),
        cmocka_unit_test(test_references),
        cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_ways_of_configuration),
        cmocka_unit_test(test_designs_that_do_not_fit),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_embedded_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
