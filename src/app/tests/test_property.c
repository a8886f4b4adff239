/* Properties over time, and what traces tell. */
#include "scenario.h"

#define OIL                                                                                                            \
    EXTENDED "EVENT e { MASK = AUTO; }; RESOURCE r { RESOURCEPROPERTY = STANDARD; };\n"                                \
             "COUNTER sys { MAXALLOWEDVALUE = 100; TICKSPERBASE = 1; MINCYCLE = 1; };\n"                               \
             "ALARM al { COUNTER = sys; ACTION = SETEVENT { TASK = t; EVENT = e; };\n"                                 \
             "AUTOSTART = TRUE { APPMODE = std; ALARMTIME = 10; CYCLETIME = 10; }; };\n" TASK_(                        \
                 "t", "5", AUTO " EVENT = e; RESOURCE = r;") TASK_("u", "3", LATER " RESOURCE = r;") END
#define SOURCE                                                                                                         \
    HEAD "int n; struct { int a[3]; enum { OFF, ON } on; } s; static int hidden; unsigned long long big = -1ull;\n"    \
         "TASK(t) {\n"                                                                                                 \
         "  for (;;) {\n"                                                                                              \
         "    WaitEvent(e);\n"                                                                                         \
         "    ClearEvent(e);\n"                                                                                        \
         "    n = (n + 1) % 3;\n"                                                                                      \
         "    s.a[1] = n; s.on = ON; s.on = OFF; hidden = n;\n"                                                        \
         "    ActivateTask(u);\n"                                                                                      \
         "  }\n"                                                                                                       \
         "}\n"                                                                                                         \
         "TASK(u) { GetResource(r); n = n; ReleaseResource(r); TerminateTask(); }\n"

static struct scenario load(const char *formula) {
    struct app_property property = {NULL, formula, {0}};
    struct app_options options = app_options_default();
    options.other_counters.idle_only = true;
    options.properties = &property;
    options.property_count = 1;
    return scenario_load(OIL, SOURCE, &options);
}

static void check(const char *formula, bool holds) {
    struct scenario scenario = load(formula);
    if (!scenario.app) diag_print(&scenario.diagnostics, stderr);
    assert_non_null(scenario.app);
    struct ts *product = ts_product_new(app_ts(scenario.app), app_property_observer(scenario.app, 0));
    scenario_search_ts(&scenario, product, SEARCH_ACCEPTANCE);
    if (holds != (scenario.result->verdict == VERDICT_HOLDS)) print_error("%s\n", formula);
    assert_int_equal(scenario.result->verdict, holds ? VERDICT_HOLDS : VERDICT_VIOLATED);
    ts_product_free(product);
    scenario_free(&scenario);
}

static void test_variables(void **state) {
    (void)state;
    check("[] (n == 1 -> <> n == 2)", true);
    check("[] n < 2", false);
    check("[] (n >= 0 && n <= 2)", true);
    check("<> n == 3", false);
    check("[] (s.a[1] == 2 -> n == 2)", false); /* n is 0 before s.a[1] is */
    check("[] (s.a[1] == n || s.a[1] == (n + 2) % 3)", true);
    check("[]<> s.on == ON", true); /* for a moment, each time */
    check("[] s.on == OFF", false);
    check("[] (hidden == n || hidden + 1 == n || n == 0)", true);
    check("[] a.c::hidden < 2", false);
    check("[] big > 9223372036854775807", true);
    check("[] big + 1 == 0", true); /* as C has it: */
    check("[] big == -1", true);
    check("[] !(n - 1 < 0u)", true);
    check("[] (n - 3) / 1u > 4294967000", true);
    check("n == 0 U n == 1", true);
    check("n == 0 U n == 2", false);
    check("X n == 0", true);
    check("always eventually (n == 2)", true);
    check("(n == 0 U n == 1) U n == 2", true);
    check("n == 0 -> (n == 1 -> n == 3)", true);
    check("(n == 1 -> n == 0) -> n == 3", false);
    check("n == 0 && n < 1 || n == 3 -> n == 0 U n == 1", true);
    check("[] !(n == 5)", true);
    check("[] (!n) == (n == 0)", true);
    check("[] !n == !n", true);
}

static void test_kernel(void **state) {
    (void)state;
    check("[] !(holds(t, r) && holds(u, r))", true);
    check("[] !holds(u, r)", false);
    check("[] (call(ActivateTask, u) -> <> running(u))", true);
    check("[] (call(ActivateTask) <-> call(ActivateTask, u))", true);
    check("[] !call(ClearEvent, e)", false);
    check("[] !call(ReleaseResource, r)", false);
    check("[] !call(TerminateTask)", false);
    check("[] (running(t) -> !running(u))", true);
    check("[] (waiting(t) || running(t))", true);
    check("[]<> (waiting(t) && running(u))", true);
    check("[] !ready(u)", false);
    check("[] (set(t, e) -> running(t))", true);
    check("[]<> idle", true);
    check("[] !idle()", false);
    check("<> shut_down()", false);
    check("[] !call(ShutdownOS, E_OK)", true);
    check("[] alarm(al)", true);
    check("<> shut_down", false);
    check("[] (active(u) -> under_way(u))", true);
}

static void test_lines(void **state) {
    (void)state;
    check("[]<> line(\"a.c:10\")", true);
    check("[] !line(\"a.c:13\")", false);
    check("[] (line(\"a.c:10\") -> active(t))", true);
    check("[] (line(\"a.c:8\") -> !set(t, e))", true);
}

static void test_errors(void **state) {
    (void)state;
    static const char *const wrong[] = {"",
                                        "[]",
                                        "[] n ==",
                                        "nobody == 1",
                                        "running(v)",
                                        "holds(t, x)",
                                        "set(t, x)",
                                        "call(Activate)",
                                        "s == 1",
                                        "s.b == 1",
                                        "s.a[3] == 1",
                                        "s.a == 1",
                                        "n[0] == 1",
                                        "n == 1)",
                                        "(n == 1",
                                        "n == ([] n)",
                                        "line(\"a.c:1\")",
                                        "line(\"a.c\")",
                                        "line(3)",
                                        "flies(t)",
                                        "99999999999999999999 == n",
                                        "n == 1 n == 2",
                                        "n == @",
                                        "b.c::n == 1",
                                        "call(SetEvent, t, e, 1, 2)",
                                        "call(SetEvent, t, e, e)", /* more than the service has */
                                        "call(ActivateTask, u, 0)",
                                        "call(GetEvent, t, 0)",
                                        "call(TerminateTask, 0)",
                                        "call(ShutdownOS, E_NONE)",
                                        "n == 0 -> n == 1 -> n == 2", /* two meanings */
                                        "n == 0 <-> n == 1 -> n == 2",
                                        "n == 0 <-> n == 1 <-> n == 2",
                                        "n == 0 -> n == 1 <-> n == 2",
                                        "n == 0 U n == 1 U n == 2",
                                        "n == 0 W n == 1 V n == 2",
                                        "[] (n == 0 U n == 1 R n == 2)",
                                        "[] ! n == 5",
                                        "! n & 4",
                                        "idle(t)",
                                        "call(idle)"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct scenario scenario = load(wrong[i]);
        if (scenario.app) print_error("accepted: %s\n", wrong[i]);
        assert_null(scenario.app);
        assert_int_equal(scenario.diagnostics.errors, 1);
        scenario_free(&scenario);
    }
    struct text deep = {0};
    for (int i = 0; i < 100000; i++) text_add_char(&deep, '(');
    struct scenario scenario = load(text_chars(&deep));
    assert_null(scenario.app);
    scenario_free(&scenario);
    text_free(&deep);
}

static size_t count(const struct timeline *timeline, enum timeline_kind kind, const char *text) {
    size_t found = 0;
    for (size_t i = 0; i < timeline->events.count; i++)
        found += timeline->events.items[i].kind == kind && !strcmp(timeline->events.items[i].text, text);
    return found;
}

static void test_timeline(void **state) {
    (void)state;
    struct scenario scenario = load("[] !call(ReleaseResource, r)");
    assert_non_null(scenario.app);
    struct ts *product = ts_product_new(app_ts(scenario.app), app_property_observer(scenario.app, 0));
    scenario_search_ts(&scenario, product, SEARCH_ACCEPTANCE);
    const struct ts_trace *trace = scenario.result->violations.items[0].trace;
    struct timeline *timeline = app_timeline(scenario.app, trace, NULL);
    assert_int_equal(count(timeline, TIMELINE_SERVICE, "WaitEvent(e)"), 2);
    assert_int_equal(count(timeline, TIMELINE_SERVICE, "ActivateTask(u)"), 1);
    assert_int_equal(count(timeline, TIMELINE_TAKE, "r"), 1);
    assert_int_equal(count(timeline, TIMELINE_RELEASE, "r"), 1);
    assert_int_equal(count(timeline, TIMELINE_EVENT_SET, "e"), 1);
    assert_int_equal(count(timeline, TIMELINE_EVENT_CLEAR, "e"), 1);
    assert_int_equal(count(timeline, TIMELINE_EXPIRY, "al"), 1);
    assert_int_equal(count(timeline, TIMELINE_TICK, "sys"), 1);
    assert_int_equal(count(timeline, TIMELINE_STATE, "waiting"), 2);
    assert_int_equal(count(timeline, TIMELINE_ACCESS, "s.a[1]"), 1);
    assert_int_equal(timeline->contexts.count, 2);
    assert_string_equal(timeline->contexts.items[0].name, "t");
    assert_int_equal(timeline->cycle_start, UINT32_MAX);
    timeline_free(timeline);
    ts_product_free(product);
    scenario_free(&scenario);
}

static void see(void *context, const char *name, const char *value) {
    struct text *seen = context;
    text_printf(seen, "%s=%s;", name, value);
}

static void test_stories(void **state) {
    (void)state;
    struct scenario scenario = load("[] n == 0");
    const struct ts *ts = app_ts(scenario.app);
    struct ts *product = ts_product_new(ts, app_property_observer(scenario.app, 0));
    scenario_search_ts(&scenario, product, SEARCH_ACCEPTANCE);
    const struct ts_trace *trace = scenario.result->violations.items[0].trace;
    struct text told = {0}, seen = {0};
    for (size_t i = 1; i < trace->states.count; i++) {
        const struct ts_trace_state *from = &trace->states.items[i - 1], *to = &trace->states.items[i];
        struct ts_description description = {0};
        ts->describe(ts, from->bytes, from->size - 4, to->bytes, to->size - 4, &to->step, &description);
        text_printf(&told, "%s: %s\n", text_chars(&description.actor), text_chars(&description.action));
        ts_description_free(&description);
    }
    assert_non_null(strstr(text_chars(&told), "t: WaitEvent(e) = E_OK, t waits\n"));
    assert_non_null(strstr(text_chars(&told), "environment: sys advances by 10, alarm al expires"));
    assert_non_null(strstr(text_chars(&told), "t: n = 1, s.a[1] = 1"));
    const struct ts_trace_state *last = &vec_last(&trace->states);
    ts->variables(ts, last->bytes, last->size - 4, see, &seen);
    assert_non_null(strstr(text_chars(&seen), "n=1;"));
    assert_non_null(strstr(text_chars(&seen), "t=running;"));
    assert_non_null(strstr(text_chars(&seen), "s.a[1]=1;"));
    text_free(&told);
    text_free(&seen);
    ts_product_free(product);
    scenario_free(&scenario);
}

static void note(void *context, const struct c_function *function, struct place place, bool whole) {
    struct text *seen = context;
    text_printf(seen, "%s %u%s;", function->name, place.line, whole ? " whole" : "");
}

static void test_unreached(void **state) {
    (void)state;
    struct scenario scenario =
        scenario_run(STANDARD TASK_("t", "1", AUTO) TASK_("u", "2", LATER) END,
                     HEAD "int n;\nTASK(t) {\n if (n)\n  ActivateTask(u);\n TerminateTask();\n}\n"
                          "TASK(u) {\n TerminateTask();\n}\n",
                     NULL);
    struct text seen = {0};
    app_visit_unreached(scenario.app, note, &seen);
    assert_string_equal(text_chars(&seen), "t 6;u 9 whole;");
    text_free(&seen);
    scenario_free(&scenario);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variables), cmocka_unit_test(test_kernel),   cmocka_unit_test(test_lines),
        cmocka_unit_test(test_errors),    cmocka_unit_test(test_timeline), cmocka_unit_test(test_stories),
        cmocka_unit_test(test_unreached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
