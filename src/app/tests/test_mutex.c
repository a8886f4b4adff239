/* Code in which at most one context may be at a time. */
#include "scenario.h"

#define R     "RESOURCE r { RESOURCEPROPERTY = STANDARD; };\n"
#define TASKS TASK_("low", "2", AUTO " RESOURCE = r;") TASK_("high", "5", LATER " RESOURCE = r;")
#define OIL   STANDARD R TASKS ISR2("i") END

static struct app_options with(const struct app_mutex *mutexes, size_t count) {
    struct app_options options = app_options_default();
    options.mutexes = mutexes;
    options.mutex_count = count;
    options.other_isrs.times = 1;
    options.disabled[APP_CHECK_RACE] = true;
    return options;
}

/* Whatever is left out of the search, the answer is the same. */
static void judge(const char *source, const char *regions, const char *kind) {
    char text[1024];
    snprintf(text, sizeof text, "%s%s", HEAD "int n; StatusType s;\n", source);
    source = text;
    struct app_mutex mutex = {.text = regions};
    struct app_options options = with(&mutex, 1);
    expect_with(OIL, source, &options, kind);
    options.no_reduction = true;
    expect_with(OIL, source, &options, kind);
}

#define LOW(c)  "TASK(low) {\n" c "\nTerminateTask(); }\n"
#define HIGH(c) "TASK(high) { " c " TerminateTask(); }\nISR(i) { ActivateTask(high); }\n"
#define F       "void f(void) { int x = 0; x++; }\n"
#define G       "void g(void) { int x = 0; x++; }\n"

/* Nothing that others could notice happens in f: it is where the interrupt comes that counts. */
static void test_functions(void **state) {
    (void)state;
    judge(F G LOW("f();") HIGH("g();"), "f,g", "mutex");
    judge(F G LOW("f();") HIGH("g();"), "f", "");
    judge(F G LOW("f();") HIGH("g();"), "g", "");
    judge(F LOW("f();") HIGH("f();"), "f", "mutex");
    judge(F LOW("f(); f();") HIGH(""), "f", "");
    judge(F LOW("f(); ActivateTask(high);") HIGH("f();"), " low , high ", "mutex");
    judge(F LOW("GetResource(r); f(); ReleaseResource(r);") HIGH("GetResource(r); f(); ReleaseResource(r);"), "f", "");
    judge(F LOW("GetResource(r); f(); ReleaseResource(r);") HIGH("f();"), "f", ""); /* its ceiling keeps high out */
    judge(F LOW("SuspendAllInterrupts(); f(); ResumeAllInterrupts();") HIGH("f();"), "f", "");
    judge(F LOW("n = 1;") "TASK(high) { TerminateTask(); }\nISR(i) { n++; }", "i,low", "mutex");
}

static void test_calls(void **state) {
    (void)state;
    /* whoever called from there is still there */
    judge(F "void outer(void) { f(); }\n" LOW("outer();") HIGH("outer();"), "outer", "mutex");
    judge(F "void outer(void) { f(); }\n" LOW("outer();") HIGH("f();"), "outer", "");
    judge("void f(void) { ActivateTask(high); }\n" LOW("f();") HIGH("n = 1;"), "f,high", "mutex");
    /* who may come changes inside, and nobody could notice what follows */
    judge("void f(void) { SuspendOSInterrupts(); ResumeOSInterrupts(); int x = 1; x++; }\n" LOW("f();") HIGH("f();"),
          "f", "mutex");
    judge("void f(int k) { if (k) f(k - 1); }\n" LOW("f(2);") HIGH("f(1);"), "f", "mutex");
    judge("void f(int k) { if (k) f(k - 1); }\n" LOW("f(2);") HIGH(""), "f", "");
}

/* Two lines are includes, one has variables; `TASK(low) {` is the fourth. */
static void test_lines(void **state) {
    (void)state;
    judge(LOW("n = 1;\nn = 2;\nn = 3;") HIGH("n = 4;"), "a.c:5-7,high", "mutex");
    judge(LOW("n = 1;\nn = 2;\nn = 3;") HIGH("n = 4;"), "a.c:6,a.c:9", "mutex");
    judge(LOW("n = 1;\nn = 2;\nn = 3;") HIGH("n = 4;"), "a.c:6", "");
    /* a service that was carried out lies behind */
    judge(LOW("GetResource(r);\nn = 1;\nReleaseResource(r);") HIGH("n = 2;"), "a.c:6-7,high", "");
    judge(LOW("GetResource(r);\nn = 1;\ns = ReleaseResource(r);") HIGH("n = 2;"), "a.c:6-7,high", "");
    judge(LOW("GetResource(r);\nn = 1;\nn = 2 + ReleaseResource(r);") HIGH("n = 2;"), "a.c:6-7,high", "mutex");
    judge(LOW("GetResource(r);\nn = 1;\nReleaseResource(r);\nn = 3;") HIGH("n = 2;"), "a.c:6-8,high", "mutex");
    judge(LOW("n = 1;\nGetResource(r);\nReleaseResource(r);") HIGH("n = 2;"), "a.c:6-7,high", "mutex"); /* before it */
    /* a call that returns behind the lines */
    judge("void f(void);\n" LOW("SuspendAllInterrupts();\nf();\nn = 1;")
              HIGH("n = 2;") "void f(void) { ResumeAllInterrupts(); int x = 1; x++; }\n",
          "a.c:7,high", "mutex");
}

static void test_message(void **state) {
    (void)state;
    struct app_mutex mutexes[] = {{.text = "g"}, {.text = "a.c:6, high"}};
    struct app_options options = with(mutexes, 2);
    struct scenario scenario = scenario_run(OIL, HEAD G "int n;\n" LOW("n = 1;\ng();") HIGH("n = 2;"), &options);
    assert_string_equal(scenario.kind, "mutex");
    assert_string_equal(scenario.message,
                        "no mutual exclusion of a.c:6, high: high is in high (a.c:9) while low is in low (a.c:6)");
    scenario_free(&scenario);
}

static void refuse(const char *regions, const char *message) {
    struct app_mutex mutex = {.text = regions};
    struct app_options options = with(&mutex, 1);
    struct scenario scenario = scenario_load(OIL, HEAD F LOW("f();") HIGH("f();"), &options);
    assert_null(scenario.app);
    struct text text = {0};
    for (size_t i = 0; i < scenario.diagnostics.list.count; i++)
        text_printf(&text, "%s\n", scenario.diagnostics.list.items[i].message);
    if (!strstr(text_chars(&text), message)) print_error("'%s' instead of '%s'\n", text_chars(&text), message);
    assert_non_null(strstr(text_chars(&text), message));
    text_free(&text);
    scenario_free(&scenario);
}

static void test_refused(void **state) {
    (void)state;
    refuse("", "a function or lines are expected");
    refuse("f,", "a function or lines are expected");
    refuse("nobody", "no function that is called");
    refuse("b.c::f", "no function that is called");
    refuse("a.c:1000", "no code on this line");
    refuse("b.c:1-9", "no code on these lines");
    refuse("a.c:9-1", "lines are expected");
    refuse("a.c:x", "lines are expected");
    refuse("a.c:0-4", "lines are expected");
    refuse("a.c:1-", "lines are expected");
    refuse("a.c:1-4x", "lines are expected");
    refuse(":3", "lines are expected");
    struct app_mutex many[33];
    for (int i = 0; i < 33; i++) many[i] = (struct app_mutex){.text = "f"};
    struct app_options options = with(many, 33);
    struct scenario scenario = scenario_load(OIL, HEAD F LOW("f();") HIGH("f();"), &options);
    assert_null(scenario.app);
    scenario_free(&scenario);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions), cmocka_unit_test(test_calls),   cmocka_unit_test(test_lines),
        cmocka_unit_test(test_message),   cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
