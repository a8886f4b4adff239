/* Without a scheduler: every task runs from the start, and any of them at any moment; and what keeps them apart then.
 */
#include "scenario.h"

#define RESOURCE_(n) "RESOURCE " n " { RESOURCEPROPERTY = STANDARD; };\n"
#define TWO(more)    TASK_("t", "1", AUTO more) TASK_("u", "2", LATER more)
/* A round of each at most, so that what they count is small. */
#define COUNT(task, before, after) "TASK(" task ") { " before " n = n + 1; " after " TerminateTask(); }\n"

static struct app_options only(enum app_check check, bool free) {
    struct app_options options = app_options_default();
    for (unsigned i = 0; i < APP_CHECK_COUNT; i++) options.disabled[i] = i != check;
    options.no_scheduler = free;
    return options;
}

/* With a scheduler nothing is wrong; without one, what `kind` says ("": nothing), however it is searched. */
static void expect_free(const char *oil, const char *source, const char *kind) {
    struct app_options options = only(strcmp(kind, "race") ? APP_CHECK_ASSERTION : APP_CHECK_RACE, false);
    expect_with(oil, source, &options, "");
    options.no_scheduler = true;
    expect_with(oil, source, &options, kind);
    options.no_reduction = true;
    expect_with(oil, source, &options, kind);
}

static void test_everybody_runs(void **state) {
    (void)state;
    expect_free(STANDARD TWO("") END, HEAD "TASK(t) { TerminateTask(); } TASK(u) { assert(0); TerminateTask(); }",
                "assertion");
    expect_free(STANDARD TASK_("t", "0", AUTO) TASK_("u", "0", LATER) END,
                HEAD
                "int n; TASK(t) { int a = n; assert(a == n); TerminateTask(); } TASK(u) { n = 1; TerminateTask(); }",
                "assertion");
}

/* An update is lost only where somebody comes between its load and its store. */
static void test_lost_update(void **state) {
    (void)state;
#define LAST "int n, ended; void end(void) { ended++; assert(ended < 2 || n == 2); }\n"
    const char *oil = STANDARD RESOURCE_("r") TWO("RESOURCE = r;") END;
    expect_free(oil,
                HEAD LAST COUNT("t", "ActivateTask(u);", "SuspendAllInterrupts(); end(); ResumeAllInterrupts();")
                    COUNT("u", "", "SuspendAllInterrupts(); end(); ResumeAllInterrupts();"),
                "assertion");
    expect_free(oil,
                HEAD LAST COUNT("t", "GetResource(r);", "end(); ReleaseResource(r);")
                    COUNT("u", "GetResource(r);", "end(); ReleaseResource(r);"),
                "");
    expect_free(oil,
                HEAD LAST COUNT("t", "SuspendAllInterrupts();", "end(); ResumeAllInterrupts();")
                    COUNT("u", "SuspendAllInterrupts();", "end(); ResumeAllInterrupts();"),
                "");
#undef LAST
}

static void test_race(void **state) {
    (void)state;
    expect_free(STANDARD TWO("") END, HEAD "int n;\n" COUNT("t", "", "") COUNT("u", "", ""), "race");
    expect_free(STANDARD RESOURCE_("r") TWO("RESOURCE = r;") END,
                HEAD "int n;\n" COUNT("t", "GetResource(r);", "ReleaseResource(r);")
                    COUNT("u", "GetResource(r);", "ReleaseResource(r);"),
                "");
}

/* The priority of who holds a resource is of no use when somebody else runs: the routine that shares it stays out. */
static void test_routines_stay_out(void **state) {
    (void)state;
    struct app_options options = only(APP_CHECK_RESOURCE, true);
    options.other_isrs.times = 1;
    expect_with(STANDARD RESOURCE_("r") TASK_("t", "1", AUTO "RESOURCE = r;")
                    TASK_("u", "2", LATER) "ISR i { CATEGORY = 2; RESOURCE = r; };\n" END,
                HEAD "int n; TASK(t) { GetResource(r); n++; ReleaseResource(r); TerminateTask(); }\n"
                     "TASK(u) { n = 5; TerminateTask(); } ISR(i) { GetResource(r); n = 0; ReleaseResource(r); }",
                &options, "");
}

/* What is activated again while it is there is no further one; what has ended begins anew. */
static void test_requests(void **state) {
    (void)state;
    struct app_options options = only(APP_CHECK_ACTIVATION, true);
    const char *oil = EXTENDED TWO("") END;
    const char *source = HEAD "int n; TASK(t) { ActivateTask(u); ActivateTask(u); ChainTask(u); }\n"
                              "TASK(u) { n = n < 3 ? n + 1 : 3; assert(n < 3); TerminateTask(); }";
    expect_with(oil, source, &options, "");
    options = only(APP_CHECK_ASSERTION, true);
    expect_with(oil, source, &options, "assertion");
}

static void test_waiting(void **state) {
    (void)state;
    const char *oil =
        EXTENDED "EVENT e { MASK = AUTO; };\n" TASK_("t", "1", AUTO "EVENT = e;") TASK_("u", "2", AUTO) END;
    const char *source = HEAD "TASK(t) { WaitEvent(e); ClearEvent(e); assert(0); TerminateTask(); }\n"
                              "TASK(u) { SetEvent(t, e); TerminateTask(); }";
    struct app_options options = only(APP_CHECK_ASSERTION, true);
    expect_with(oil, source, &options, "assertion");
    options = only(APP_CHECK_DEADLOCK, true);
    expect_with(oil, HEAD "TASK(t) { WaitEvent(e); TerminateTask(); } TASK(u) { TerminateTask(); }", &options,
                "deadlock");
    /* Code that looks for ever is left alone by nobody. */
    options = only(APP_CHECK_ENDLESS, true);
    expect_with(EXTENDED TWO("") END,
                HEAD "volatile int f; TASK(t) { while (!f) { } TerminateTask(); } TASK(u) { f = 1; TerminateTask(); }",
                &options, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everybody_runs),    cmocka_unit_test(test_lost_update), cmocka_unit_test(test_race),
        cmocka_unit_test(test_routines_stay_out), cmocka_unit_test(test_requests),    cmocka_unit_test(test_waiting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
