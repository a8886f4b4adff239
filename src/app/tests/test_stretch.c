/* Stretches are passed through: what is promised of passed states holds, and nothing gets lost. */
#include "random_app.h"

#include "search/nodeset.h"

/* ---- what is promised ---- */

/* All states that TS_ENOUGH leads to, and the passing steps between them. */
struct passages {
    const struct app *app;
    struct nodeset states;
    uint32_t from;
    VEC(uint32_t) tails, heads; /* of the passing steps, by number */
    VEC(uint32_t) passed;       /* per state: passing steps that lead there */
};

static uint64_t hash_of(const void *bytes, uint32_t size) {
    uint64_t hash = 1469598103934665603u;
    for (uint32_t i = 0; i < size; i++) hash = (hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
    return hash;
}

static void meet(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct passages *passages = context;
    uint32_t number;
    if (step->fault) {
        assert_false(step->passing);
        return;
    }
    if (nodeset_add(&passages->states, state, size, hash_of(state, size), &number)) vec_push(&passages->passed, 0);
    if (!step->passing) return;
    vec_push(&passages->tails, passages->from);
    vec_push(&passages->heads, number);
    passages->passed.items[number]++;
}

static void count(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    (void)state, (void)size, (void)step;
    ++*(unsigned *)context;
}

static void expand(struct passages *passages, uint32_t number) {
    const struct ts *ts = app_ts(passages->app);
    uint32_t size;
    const void *bytes = nodeset_get(&passages->states, number, &size);
    unsigned char *state = memory_new(size);
    memcpy(state, bytes, size);
    passages->from = number;
    ts->next(ts, state, size, TS_ENOUGH, meet, passages);
    free(state);
}

/* Takes away, again and again, the steps out of states into which none leads that is left. */
static bool is_acyclic(struct passages *passages) {
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < passages->tails.count;) {
            if (passages->passed.items[passages->tails.items[i]]) {
                i++;
                continue;
            }
            passages->passed.items[passages->heads.items[i]]--;
            passages->tails.items[i] = vec_last(&passages->tails);
            passages->heads.items[i] = vec_last(&passages->heads);
            passages->tails.count--;
            passages->heads.count--;
            more = true;
        }
    }
    return passages->tails.count == 0;
}

/* Exactly one way on from each passed state, and no cycle of them. Returns how many passing steps there are; `most`
 * states are looked at. */
static size_t check_promises(const struct app *app, uint32_t most) {
    const struct ts *ts = app_ts(app);
    struct passages passages = {.app = app};
    ts->initial(ts, meet, &passages);
    for (uint32_t i = 0; i < passages.states.nodes.count && i < most; i++) expand(&passages, i);
    size_t steps = passages.heads.count;
    for (size_t i = 0; i < steps; i++) {
        unsigned ways = 0;
        uint32_t size;
        const void *state = nodeset_get(&passages.states, passages.heads.items[i], &size);
        ts->next(ts, state, size, TS_EVERYBODY, count, &ways);
        assert_int_equal(ways, 1);
    }
    assert_true(is_acyclic(&passages));
    nodeset_free(&passages.states);
    vec_free(&passages.tails);
    vec_free(&passages.heads);
    vec_free(&passages.passed);
    return steps;
}

/* ---- applications to which nothing comes ---- */

static struct scenario load(const char *oil, const char *source, const char *formula) {
    struct app_options options = app_options_default();
    struct app_property property = {NULL, formula, {0}};
    options.properties = &property;
    options.property_count = formula != NULL;
    options.other_isrs.times = 0;
    options.other_counters.times = 0;
    struct scenario scenario = scenario_load(oil, source, &options);
    if (!scenario.app) diag_print(&scenario.diagnostics, stderr);
    assert_non_null(scenario.app);
    return scenario;
}

/* So many states are stored; `passing` steps into others. Every search comes to an end. */
static void expect_stretches(const char *oil, const char *source, const char *kind, uint64_t states, size_t passing) {
    struct scenario scenario = load(oil, source, NULL);
    assert_int_equal(check_promises(scenario.app, UINT32_MAX), passing);
    for (unsigned order = 0; order < 2; order++) {
        struct search_options options = {.order = (enum search_order)order, .threads = 2, .violations = 1};
        struct search_result *result = search_run(app_ts(scenario.app), &options);
        assert_int_equal(result->verdict, *kind ? VERDICT_VIOLATED : VERDICT_HOLDS);
        if (*kind) assert_string_equal(result->violations.items[0].kind, kind);
        if (!*kind || order == SEARCH_BFS) assert_int_equal(result->statistics.states, states);
        search_result_free(result);
    }
    scenario_free(&scenario);
}

#define COUNTER_(name, task)                                                                                           \
    "COUNTER " name " { MAXALLOWEDVALUE = 9; TICKSPERBASE = 1; MINCYCLE = 1; };\n"                                     \
    "ALARM of_" name " { COUNTER = " name "; ACTION = ACTIVATETASK { TASK = " task "; }; "                             \
    "AUTOSTART = TRUE { APPMODE = std; ALARMTIME = 1; CYCLETIME = 1; }; };\n"
#define TWO TASK_("t", "1", AUTO) TASK_("u", "2", LATER)

static void test_straight(void **state) {
    (void)state;
    expect_stretches(STANDARD TWO END,
                     HEAD "TASK(t) { ActivateTask(u); ActivateTask(u); TerminateTask(); } TASK(u) { TerminateTask(); }",
                     "", 2, 4);
    /* A loop is stored where it begins anew. */
    expect_stretches(STANDARD TWO END,
                     HEAD "TASK(t) { int i; for (i = 0; i < 3; i++) { ActivateTask(u); ActivateTask(u); } "
                          "TerminateTask(); } TASK(u) { TerminateTask(); }",
                     "", 4, 10);
    /* What goes wrong, goes wrong in the middle of a stretch, too. */
    expect_stretches(
        STANDARD TWO END,
        HEAD "int n; TASK(t) { ActivateTask(u); assert(n == 1); ActivateTask(u); assert(n == 1); TerminateTask(); } "
             "TASK(u) { n++; TerminateTask(); }",
        "assertion", 2, 3);
}

/* Where an input is read there are several ways on: the state before is stored, those behind it are not. */
static void test_choices(void **state) {
    (void)state;
    expect_stretches(
        STANDARD TWO END,
        HEAD
        "int n, m; TASK(t) { ActivateTask(u); n = random(1, 3); ActivateTask(u); m = n * n; n = 0; if (m == 9) m = 1; "
        "m = 0; ActivateTask(u); "
        "TerminateTask(); } TASK(u) { TerminateTask(); }",
        "", 3, 12);
}

/* They run for ever, and each in its own way. */
static void test_endless(void **state) {
    (void)state;
    expect_stretches(STANDARD TWO END, HEAD "TASK(t) { ChainTask(u); } TASK(u) { ChainTask(t); }", "", 3, 0);
    expect_stretches(STANDARD TASK_("t", "1", AUTO) END, HEAD "TASK(t) { ChainTask(t); }", "", 2, 0);
    expect_stretches(STANDARD TWO END, HEAD "TASK(t) { for (;;) { ActivateTask(u); } } TASK(u) { TerminateTask(); }",
                     "", 2, 2);
    /* The step comes back to where it began. */
    expect_stretches(STANDARD TASK_("t", "1", AUTO) END, HEAD "TASK(t) { for (;;) Schedule(); }", "", 2, 1);
    /* By a number that is computed. */
    expect_stretches(
        STANDARD TWO END,
        HEAD "TaskType next; TASK(t) { next = u; ChainTask(next); } TASK(u) { next = t; ChainTask(next); }", "", 3, 0);
    /* In another function. */
    expect_stretches(STANDARD TWO END,
                     HEAD "static void go_on(void) { ChainTask(t); } TASK(t) { ChainTask(u); } TASK(u) { go_on(); }",
                     "", 3, 0);
}

static void test_endless_kernel(void **state) {
    (void)state;
    /* Events. */
    expect_stretches(STANDARD "EVENT e { MASK = AUTO; };\n" TASK_("t", "1", AUTO " EVENT = e;")
                         TASK_("u", "2", AUTO " EVENT = e;") END,
                     HEAD "TASK(t) { for (;;) { SetEvent(u, e); WaitEvent(e); ClearEvent(e); } }\n"
                          "TASK(u) { for (;;) { WaitEvent(e); ClearEvent(e); SetEvent(t, e); } }\n",
                     "", 3, 5);
    /* Alarms of counters that the application itself advances. */
    expect_stretches(STANDARD COUNTER_("c", "u")
                         COUNTER_("d", "t") "TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = NON; " AUTO " };\n"
                                            "TASK u { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = NON; " LATER " };\n" END,
                     HEAD "TASK(t) { IncrementCounter(c); TerminateTask(); } TASK(u) { IncrementCounter(d); "
                          "TerminateTask(); }",
                     "", 3, 3);
    /* An ISR. */
    expect_stretches(STANDARD "TASK t { PRIORITY = 1; ACTIVATION = 2; SCHEDULE = FULL; " AUTO " };\n" ISR2("i") END,
                     HEAD "TASK(t) { rtcheck_interrupt(i); TerminateTask(); } ISR(i) { ActivateTask(t); }", "", 3, 0);
    /* Hooks. */
    expect_stretches(OS("STANDARD", "ERRORHOOK = FALSE; PRETASKHOOK = TRUE; POSTTASKHOOK = TRUE;") TWO END,
                     HEAD "int n; void PreTaskHook(void) { n = 1; } void PostTaskHook(void) { n = 0; }\n"
                          "TASK(t) { ChainTask(u); } TASK(u) { ChainTask(t); }",
                     "", 3, 0);
}

static void test_ends(void **state) {
    (void)state;
    expect_stretches(STANDARD "EVENT e { MASK = AUTO; };\n" TASK_("t", "1", AUTO " EVENT = e;") TASK_("u", "2", LATER)
                         END,
                     HEAD "TASK(t) { ActivateTask(u); WaitEvent(e); TerminateTask(); } TASK(u) { TerminateTask(); }",
                     "deadlock", 2, 2);
    expect_stretches(STANDARD TWO END,
                     HEAD "TASK(t) { ActivateTask(u); ActivateTask(u); for (;;) ; } TASK(u) { TerminateTask(); }",
                     "endless", 2, 3);
    expect_stretches(STANDARD TWO END, HEAD "TASK(t) { ActivateTask(u); ShutdownOS(0); } TASK(u) { TerminateTask(); }",
                     "", 2, 2);
}

/* ---- runs as they were ---- */

static void test_story(void **state) {
    (void)state;
    struct scenario scenario =
        load(STANDARD TWO END,
             HEAD "int n; TASK(t) { ActivateTask(u); ActivateTask(u); assert(n == 1); TerminateTask(); }\n"
                  "static void never(void) { n = 9; } TASK(u) { n++; if (n == 9) never(); TerminateTask(); }",
             NULL);
    scenario_search_ts(&scenario, app_ts(scenario.app), SEARCH_SAFETY);
    assert_string_equal(scenario.kind, "assertion");
    const struct ts_trace *trace = scenario.result->violations.items[0].trace;
    assert_int_equal(trace->states.count, 5); /* two activations, two ends */
    struct timeline *timeline = app_timeline(scenario.app, trace, NULL);
    unsigned services = 0;
    for (size_t i = 0; i < timeline->events.count; i++) services += timeline->events.items[i].kind == TIMELINE_SERVICE;
    assert_int_equal(services, 4);
    timeline_free(timeline);
    const struct c_program *program = app_program(scenario.app);
    for (uint32_t i = 0; i < program->function_count; i++)
        assert_int_equal(app_reached(scenario.app, program->functions[i], 0),
                         strcmp(program->functions[i]->name, "never") != 0);
    scenario_free(&scenario);
}

/* ---- properties ---- */

#define SEEN                                                                                                           \
    HEAD "int x; TASK(t) { for (;;) { x = 1; ActivateTask(u); x = 2; ActivateTask(u); ActivateTask(u); x = 0; "        \
         "ActivateTask(u); } } TASK(u) { TerminateTask(); }"

static void check_formula(const char *formula, bool holds) {
    struct scenario scenario = load(STANDARD TWO END, SEEN, formula);
    check_promises(scenario.app, UINT32_MAX);
    struct ts *product = ts_product_new(app_ts(scenario.app), app_property_observer(scenario.app, 0));
    scenario_search_ts(&scenario, product, SEARCH_ACCEPTANCE);
    if (holds != (scenario.result->verdict == VERDICT_HOLDS)) print_error("%s\n", formula);
    assert_int_equal(scenario.result->verdict, holds ? VERDICT_HOLDS : VERDICT_VIOLATED);
    if (app_property_is_safety(scenario.app, 0)) {
        scenario_search_ts(&scenario, product, SEARCH_SAFETY);
        assert_int_equal(scenario.result->verdict, holds ? VERDICT_HOLDS : VERDICT_VIOLATED);
    }
    ts_product_free(product);
    scenario_free(&scenario);
}

static void test_properties(void **state) {
    (void)state;
    check_formula("[] x != 2", false);
    check_formula("[] x < 3", true);
    check_formula("[] <> x == 2", true);
    check_formula("<> [] x == 2", false);
    check_formula("[] (x == 1 -> (x == 1 U x == 2))", true);
    check_formula("[] (x == 2 -> (x == 2 U x == 1))", false);
    check_formula("[] <> call(TerminateTask)", true);
    check_formula("[] (call(ActivateTask, u) -> running(u))", true);
    check_formula("[] !running(u)", false);
    check_formula("<> [] !running(u)", false);
    check_formula("[] (x == 2 -> X x == 2)", false); /* the last of them */
    check_formula("<> (x == 2 && X (x == 2 && X (x == 2 && X (x == 2 && X x == 2))))", true);
    check_formula("<> idle", false);
}

/* ---- at random ---- */

enum { MOST_STATES = 4000, MOST_SECONDS = 20 };

static struct scenario load_random(const struct application *application, unsigned seed) {
    struct app_options options = app_options_default();
    options.other_isrs.times = seed % 3 ? 1 : 0;
    options.other_counters.times = seed % 2;
    options.disabled[APP_CHECK_ACTIVATION] = seed % 4 < 2;
    options.disabled[APP_CHECK_UNCHECKED] = seed % 4 < 2;
    options.disabled[APP_CHECK_RACE] = seed % 8 < 4;
    struct scenario scenario = scenario_load(text_chars(&application->oil), text_chars(&application->source), &options);
    assert_non_null(scenario.app);
    return scenario;
}

static struct search_result *search(const struct app *app, enum search_order order, unsigned threads, bool all) {
    struct search_options options = {
        .order = order, .threads = threads, .no_reduction = all, .time_limit = MOST_SECONDS};
    return search_run(app_ts(app), &options);
}

/* The same faults, and first of all one that is as near. */
static void compare(const struct search_result *result, const struct search_result *full, bool shortest) {
    assert_int_equal(result->verdict, full->verdict);
    assert_int_equal(result->violation_count, full->violation_count);
    assert_true(result->statistics.states <= full->statistics.states);
    if (!shortest || !full->violations.count) return;
    assert_int_equal(result->violations.items[0].trace->states.count, full->violations.items[0].trace->states.count);
    assert_string_equal(result->violations.items[0].message, full->violations.items[0].message);
}

static void test_random(void **state) {
    (void)state;
    const char *wanted = getenv("RTCHECK_APPLICATIONS");
    unsigned many = wanted ? (unsigned)atoi(wanted) : 48, violated = 0, compared = 0;
    uint64_t stored = 0, all = 0;
    size_t passing = 0;
    for (unsigned seed = 0; seed < many; seed++) {
        struct application application = write_application(seed);
        struct scenario scenario = load_random(&application, seed);
        passing += check_promises(scenario.app, MOST_STATES);
        struct search_result *full = search(scenario.app, SEARCH_BFS, 1, true);
        struct search_result *breadth = search(scenario.app, SEARCH_BFS, 1, false);
        struct search_result *both = search(scenario.app, SEARCH_BFS, 2, false);
        struct search_result *depth = search(scenario.app, SEARCH_DFS, 2, false);
        if (full->complete && breadth->complete && both->complete && depth->complete) {
            compare(breadth, full, true);
            compare(both, full, false);
            compare(depth, full, false);
            assert_int_equal(breadth->statistics.states, both->statistics.states);
            assert_int_equal(breadth->statistics.states, depth->statistics.states);
            violated += full->verdict == VERDICT_VIOLATED;
            stored += breadth->statistics.states;
            all += full->statistics.states;
            compared++;
        }
        search_result_free(full);
        search_result_free(breadth);
        search_result_free(both);
        search_result_free(depth);
        scenario_free(&scenario);
        application_free(&application);
    }
    print_message("%u compared, %u violated: %llu states of %llu\n", compared, violated, (unsigned long long)stored,
                  (unsigned long long)all);
    assert_true(compared > many / 2 && violated && violated < compared && passing && stored < all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_straight),       cmocka_unit_test(test_choices), cmocka_unit_test(test_endless),
        cmocka_unit_test(test_endless_kernel), cmocka_unit_test(test_ends),    cmocka_unit_test(test_story),
        cmocka_unit_test(test_properties),     cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
