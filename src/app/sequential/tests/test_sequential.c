/* The graph of computation, and the program that is made of it. */
#include "app/tests/scenario.h"

#include "app/exec/executor.h"
#include "app/sequential/sequential.h"

#define TWO STANDARD TASK_("t", "1", AUTO) TASK_("u", "2", LATER) END

struct made {
    struct scenario scenario;
    struct diagnostics diagnostics;
    struct sequential *sequential;
    double orders; /* of services, as they were estimated */
};

static void foresee(void *context, const struct sequential_estimate *estimate) {
    *(double *)context = estimate->orders;
}

static struct made make(const char *oil, const char *source, const struct app_options *options, uint32_t most) {
    struct made made = {.scenario = scenario_load(oil, source, options)};
    if (!made.scenario.app) diag_print(&made.scenario.diagnostics, stderr);
    assert_non_null(made.scenario.app);
    made.sequential = sequential_new(app_executor(made.scenario.app), most, foresee, &made.orders, &made.diagnostics);
    return made;
}

static void made_free(struct made *made) {
    sequential_free(made->sequential);
    diag_free(&made->diagnostics);
    scenario_free(&made->scenario);
}

/* Both engines find this kind, or nothing (""). */
static void agree_with(const char *oil, const char *source, const struct app_options *options, const char *kind) {
    struct made made = make(oil, source, options, 100000);
    diag_print(&made.diagnostics, stderr);
    assert_non_null(made.sequential);
    assert_true(sequential_size(made.sequential).complete);
    const struct ts *ts = sequential_ts(made.sequential, &made.diagnostics);
    assert_non_null(ts);
    scenario_search_ts(&made.scenario, ts, SEARCH_SAFETY);
    assert_string_equal(made.scenario.kind, kind);
    scenario_search_ts(&made.scenario, app_ts(made.scenario.app), SEARCH_SAFETY);
    assert_string_equal(made.scenario.kind, kind);
    made_free(&made);
}

static void agree(const char *source, const char *kind) { agree_with(TWO, source, NULL, kind); }

static void refused(const char *source, const char *words, unsigned line) {
    struct made made = make(TWO, source, NULL, 1000);
    assert_null(made.sequential);
    assert_int_equal(made.diagnostics.errors, 1);
    assert_non_null(strstr(made.diagnostics.list.items[0].message, words));
    assert_int_equal(made.diagnostics.list.items[0].place.line, line);
    made_free(&made);
}

static const char FIGURE[] = HEAD "int x, y;\n"
                                  "TASK(t) { while (x < 2) { ActivateTask(u); x++; } TerminateTask(); }\n"
                                  "TASK(u) { y++; TerminateTask(); }\n";

/* ---- the graph ---- */

static void test_a_loop_around_a_service_is_a_cycle(void **state) {
    (void)state;
    struct made made = make(TWO, FIGURE, NULL, 100000);
    struct sequential_size size = sequential_size(made.sequential);
    assert_true(size.complete);
    assert_int_equal(size.nodes, 4);         /* the start, u begins, t goes on, the end */
    assert_int_equal(size.kernel_states, 3); /* t runs, u runs, nothing runs */
    made_free(&made);
}

static double orders_in(const char *source) {
    struct made made = make(TWO, source, NULL, 100000);
    assert_non_null(made.sequential);
    double orders = made.orders;
    made_free(&made);
    return orders;
}

static void test_orders_of_services_are_counted_beforehand(void **state) {
    (void)state;
#define THREE(body) HEAD "int x;\nTASK(u) { TerminateTask(); }\nTASK(t) { " body " TerminateTask(); }\n"
    assert_int_equal(orders_in(THREE("x = 1;")), 1);
    assert_int_equal(orders_in(THREE("if (x) x = 2; else x = 3;")), 1); /* no service in it */
    assert_int_equal(orders_in(THREE("if (x) ActivateTask(u);")), 2);
    assert_int_equal(orders_in(THREE("if (x) ActivateTask(u); else TerminateTask();")), 2);
    assert_int_equal(orders_in(THREE("if (x) ActivateTask(u); if (x > 1) x = 0; if (x) ActivateTask(u);")), 4);
    assert_int_equal(orders_in(THREE("while (x < 3) { if (x) ActivateTask(u); x++; }")), 2);
    assert_int_equal(orders_in(HEAD "int x;\nstatic void f(void) { if (x) ActivateTask(u); if (!x) ActivateTask(u); }\n"
                                    "TASK(u) { TerminateTask(); }\nTASK(t) { f(); f(); TerminateTask(); }\n"),
                     16);
}

static struct sequential_tree tree_of(const char *source, uint32_t bound, bool joined) {
    struct made made = make(TWO, source, NULL, 100000);
    struct sequential_tree tree = sequential_tree(made.sequential, bound, joined);
    made_free(&made);
    return tree;
}

static void test_the_execution_tree_is_counted(void **state) {
    (void)state;
    for (uint32_t bound = 1; bound <= 4; bound++) { /* rounds of five statements, and so many ends of two */
        struct sequential_tree tree = tree_of(FIGURE, bound, false);
        assert_true(tree.complete && !tree.endless);
        assert_true(tree.paths == bound + 1 && tree.states == 5 * bound + 2 * (bound + 1));
    }
    const char *nested =
        HEAD "int x, y;\nTASK(u) { TerminateTask(); }\nTASK(t) { while (x < 2) { y = 0; while (y < 2) y++; "
             "x++; } TerminateTask(); }\n";
    assert_true(tree_of(nested, 2, false).paths == 1 + 3 + 9); /* each round has an inner loop of 0, 1 or 2 */
    assert_true(tree_of(nested, 2, true).paths == 1);
    const char *chain = HEAD "TASK(t) { ChainTask(u); }\nTASK(u) { ChainTask(t); }\n";
    assert_true(tree_of(chain, 2, false).endless);
}

static void test_requests_are_in_the_kernels_state(void **state) {
    (void)state;
    const char *oil =
        STANDARD TASK_("t", "2", AUTO) "TASK u { PRIORITY = 1; ACTIVATION = 3; SCHEDULE = FULL; " LATER " };\n" END;
    agree_with(oil,
               HEAD "int x, y; TASK(t) { while (x < 3) { ActivateTask(u); x++; } TerminateTask(); }\n"
                    "TASK(u) { y++; if (y == 3) assert(x == 3); assert(y < 4); TerminateTask(); }\n",
               NULL, "");
}

static void test_a_graph_that_is_too_large_is_given_up(void **state) {
    (void)state;
    struct made made = make(TWO, FIGURE, NULL, 5);
    assert_non_null(made.sequential);
    assert_false(sequential_size(made.sequential).complete);
    made_free(&made);
}

/* ---- what it finds ---- */

static void test_data(void **state) {
    (void)state;
    agree(FIGURE, "");
    agree(HEAD "int x; TASK(t) { ActivateTask(u); assert(x == 2); TerminateTask(); }\n"
               "TASK(u) { x = 1; TerminateTask(); }\n",
          "assertion");
    agree(HEAD "int x = 2147483647; TASK(t) { x++; TerminateTask(); } TASK(u) { TerminateTask(); }\n", "overflow");
    agree(HEAD "int x, y; TASK(t) { x = 5 / y; TerminateTask(); } TASK(u) { TerminateTask(); }\n", "division");
    agree(HEAD "int a[3], i; TASK(t) { for (i = 0; i <= 3; i++) a[i] = i; TerminateTask(); }\n"
               "TASK(u) { TerminateTask(); }\n",
          "memory");
    agree(HEAD "extern unsigned char in(void); int g;\n"
               "TASK(t) { int x; if (in()) x = 1; g = x; TerminateTask(); } TASK(u) { TerminateTask(); }\n",
          "uninitialised");
}

static void test_services(void **state) {
    (void)state;
    agree(HEAD "TASK(t) { } TASK(u) { TerminateTask(); }\n", "terminate");
    agree(HEAD "extern _Bool in(void); TASK(t) { if (in()) ActivateTask(t); TerminateTask(); }\n"
               "TASK(u) { TerminateTask(); }\n",
          "activation");
}

static void test_interrupts_come_between_reading_and_writing(void **state) {
    (void)state;
    const char *oil = STANDARD TASK_("t", "1", AUTO) ISR2("i") END;
    struct app_options options = app_options_default();
    options.other_isrs.times = 1;
    options.disabled[APP_CHECK_RACE] = true;
    agree_with(oil,
               HEAD "volatile int x; int done; ISR(i) { x++; done = 1; }\n"
                    "TASK(t) { x = x + 1; if (done) assert(x == 2); TerminateTask(); }\n",
               &options, "assertion");
    agree_with(oil,
               HEAD "volatile int x; int done; ISR(i) { x++; done = 1; }\n"
                    "TASK(t) { SuspendAllInterrupts(); x = x + 1; ResumeAllInterrupts();\n"
                    "          SuspendAllInterrupts(); if (done) assert(x == 2); ResumeAllInterrupts();\n"
                    "          TerminateTask(); }\n",
               &options, "");
    /* Both sides of && are read at different times. */
    agree_with(oil,
               HEAD "volatile int a, b = 1; ISR(i) { a = 1; b = 0; }\n"
                    "TASK(t) { if (a == 0 && b == 0) assert(0); TerminateTask(); }\n",
               &options, "assertion");
}

static void test_pointers_that_stand_for_a_variable(void **state) {
    (void)state;
    agree(HEAD "int x, y; static void add(int *to, int n) { *to += n; }\n"
               "TASK(t) { int mine = 1; add(&x, 2); add(&y, 3); add(&mine, 4); assert(x == 2 && y == 3 && mine == 5);\n"
               "  TerminateTask(); }\n"
               "TASK(u) { TerminateTask(); }\n",
          "");
}

static void test_values_of_a_run(void **state) {
    (void)state;
    struct made made = make(TWO,
                            HEAD "extern unsigned char in(void);\n"
                                 "TASK(t) { int a = in(); ActivateTask(u); int b = in(); assert(a != 7 || b != 9);\n"
                                 "  TerminateTask(); }\n"
                                 "TASK(u) { TerminateTask(); }\n",
                            NULL, 100000);
    int64_t *values;
    size_t count;
    scenario_search_ts(&made.scenario, sequential_ts(made.sequential, &made.diagnostics), SEARCH_SAFETY);
    assert_string_equal(made.scenario.kind, "assertion");
    sequential_inputs(made.sequential, made.scenario.result->violations.items[0].trace, &values, &count);
    assert_int_equal(count, 2);
    assert_int_equal(values[0], 7);
    assert_int_equal(values[1], 9);
    free(values);
    made_free(&made);
}

/* ---- what it refuses ---- */

static void test_refusals(void **state) {
    (void)state;
    refused(HEAD
            "int a, b, *p;\nTASK(t) { p = a ? &a : &b;\n *p = 1; TerminateTask(); }\nTASK(u) { TerminateTask(); }\n",
            "a pointer", 4);
    refused(HEAD "static void f(int n) { if (n) f(n - 1); }\nTASK(t) { f(3); TerminateTask(); }\n"
                 "TASK(u) { TerminateTask(); }\n",
            "recursion", 3);
    refused(HEAD "float x;\nTASK(t) {\n x = 1; TerminateTask(); }\nTASK(u) { TerminateTask(); }\n", "a floating number",
            5);
    refused(HEAD "static void f(void) { }\nvoid (*g)(void) = f;\nTASK(t) { g(); TerminateTask(); }\n"
                 "TASK(u) { TerminateTask(); }\n",
            "a call through a pointer", 5);
}

/* ---- the program ---- */

static void test_a_node_says_what_led_there(void **state) {
    (void)state;
    struct made made = make(TWO, FIGURE, NULL, 100000);
    struct text program = {0};
    sequential_write(made.sequential, "a.oil", NULL, NULL, &program);
    assert_non_null(
        strstr(text_chars(&program), "u begins, after t ActivateTask(u) = E_OK, a.c:4; t is ready at a.c:4"));
    assert_non_null(strstr(text_chars(&program), "int main(void)"));
    text_free(&program);
    made_free(&made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_loop_around_a_service_is_a_cycle),
        cmocka_unit_test(test_orders_of_services_are_counted_beforehand),
        cmocka_unit_test(test_the_execution_tree_is_counted),
        cmocka_unit_test(test_requests_are_in_the_kernels_state),
        cmocka_unit_test(test_a_graph_that_is_too_large_is_given_up),
        cmocka_unit_test(test_data),
        cmocka_unit_test(test_services),
        cmocka_unit_test(test_interrupts_come_between_reading_and_writing),
        cmocka_unit_test(test_pointers_that_stand_for_a_variable),
        cmocka_unit_test(test_values_of_a_run),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_a_node_says_what_led_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
