/* What is looked for without being asked: misuse of the kernel, lost activations, deadlocks. */
#include "scenario.h"

#define WAITER  "EVENT e { MASK = AUTO; };\n" TASK_("t", "5", AUTO " EVENT = e;")
#define COUNTER "COUNTER sys { MAXALLOWEDVALUE = 100; TICKSPERBASE = 1; MINCYCLE = 1; };\n"
#define ALARM_(action)                                                                                                 \
    "ALARM al { COUNTER = sys; ACTION = " action "; AUTOSTART = TRUE { APPMODE = std; ALARMTIME = 10; "                \
    "CYCLETIME = 10; }; };\n"
#define WAIT_FOREVER HEAD "TASK(t) { for (;;) { WaitEvent(e); ClearEvent(e); } TerminateTask(); }\n"

static void test_deadlock(void **state) {
    (void)state;
    struct scenario scenario = scenario_run(STANDARD WAITER END, WAIT_FOREVER, NULL);
    assert_string_equal(scenario.kind, "deadlock");
    assert_non_null(strstr(scenario.message, "t"));
    scenario_free(&scenario);
    /* Somebody may still come, or could if it were not for the budget. */
    expect(STANDARD WAITER ISR2("tick") END, WAIT_FOREVER "ISR(tick) { SetEvent(t, e); }", "");
    struct app_options options = app_options_default();
    options.other_isrs.times = 2;
    expect_with(STANDARD WAITER ISR2("tick") END, WAIT_FOREVER "ISR(tick) { SetEvent(t, e); }", &options, "");
    options.other_isrs.times = 0;
    expect_with(STANDARD WAITER ISR2("tick") END, WAIT_FOREVER "ISR(tick) { SetEvent(t, e); }", &options, "deadlock");
    options.disabled[APP_CHECK_DEADLOCK] = true;
    expect_with(STANDARD WAITER ISR2("tick") END, WAIT_FOREVER "ISR(tick) { SetEvent(t, e); }", &options, "");
    expect(STANDARD COUNTER WAITER ALARM_("SETEVENT { TASK = t; EVENT = e; }") END, WAIT_FOREVER, "");
}

/* What a fault says is whole, however much it is: here the names of all who wait. */
static void test_long_message(void **state) {
    (void)state;
    struct text oil = {0}, code = {0};
    text_add(&oil, STANDARD "EVENT e { MASK = AUTO; };\n");
    text_add(&code, HEAD);
    for (unsigned i = 0; i < 12; i++) {
        text_printf(&oil, TASK_("a_task_whose_name_is_longer_than_most_of_them_%u", "%u", AUTO " EVENT = e;"), i,
                    i + 1);
        text_printf(&code,
                    "TASK(a_task_whose_name_is_longer_than_most_of_them_%u) { WaitEvent(e); TerminateTask(); }\n", i);
    }
    text_add(&oil, END);
    struct scenario scenario = scenario_run(text_chars(&oil), text_chars(&code), NULL);
    assert_string_equal(scenario.kind, "deadlock");
    assert_non_null(strstr(scenario.message, "most_of_them_0, "));
    assert_non_null(strstr(scenario.message, "most_of_them_11"));
    scenario_free(&scenario);
    text_free(&oil);
    text_free(&code);
}

static void test_activation(void **state) {
    (void)state;
    const char *oil = STANDARD TASK_("t", "5", AUTO) TASK_("u", "1", LATER) END;
    expect(oil, HEAD "TASK(t) { ActivateTask(u); TerminateTask(); } TASK(u) { TerminateTask(); }", "");
    expect(oil, HEAD "TASK(t) { ActivateTask(u); ActivateTask(u); TerminateTask(); } TASK(u) { TerminateTask(); }",
           "activation");
    /* The application looks at the result: its own affair. */
    expect(
        oil,
        HEAD
        "TASK(t) { ActivateTask(u); if (ActivateTask(u) != E_OK) { } TerminateTask(); } TASK(u) { TerminateTask(); }",
        "");
    expect(oil,
           HEAD
           "TASK(t) { StatusType s; ActivateTask(u); s = ActivateTask(u); assert(s == E_OS_LIMIT); TerminateTask(); }\n"
           "TASK(u) { TerminateTask(); }",
           "");
}

/* Time that passes while a task runs can make its alarm expire again; not if the application is fast enough. */
static void test_alarms(void **state) {
    (void)state;
    const char *oil =
        STANDARD COUNTER TASK_("t", "5", LATER) TASK_("i", "1", AUTO) ALARM_("ACTIVATETASK { TASK = t; }") END;
    const char *source = HEAD "int n; TASK(t) { n = (n + 1) % 3; TerminateTask(); } TASK(i) { TerminateTask(); }";
    struct app_options options = app_options_default();
    expect_with(oil, source, &options, "activation");
    options.other_counters.idle_only = true;
    expect_with(oil, source, &options, "");
    options.other_counters = (struct app_budget){.times = 1};
    expect_with(oil, source, &options, "");
    options.other_counters = (struct app_budget){.times = 0};
    expect_with(oil, HEAD "TASK(t) { assert(0); } TASK(i) { TerminateTask(); }", &options, "");
}

static void test_resources(void **state) {
    (void)state;
    const char *oil =
        STANDARD "RESOURCE r { RESOURCEPROPERTY = STANDARD; };\n" TASK_("t", "5", AUTO " RESOURCE = r;") END;
    expect(oil, HEAD "TASK(t) { GetResource(r); ReleaseResource(r); TerminateTask(); }", "");
    expect(oil, HEAD "TASK(t) { GetResource(r); TerminateTask(); }", "resource");
    expect(oil, HEAD "TASK(t) { ReleaseResource(r); TerminateTask(); }", "resource");
    expect(oil, HEAD "TASK(t) { GetResource(r); GetResource(r); TerminateTask(); }", "resource");
}

static void test_ends(void **state) {
    (void)state;
    const char *oil = STANDARD TASK_("t", "5", AUTO) END;
    expect(oil, HEAD "TASK(t) { }", "terminate");
    struct app_options options = app_options_default();
    options.profile = "trampoline";
    expect_with(oil, HEAD "TASK(t) { }", &options, "");
    expect(oil, HEAD "TASK(t) { ShutdownOS(E_OK); assert(0); }", "");
}

static void test_unchecked(void **state) {
    (void)state;
    const char *oil = EXTENDED COUNTER TASK_(
        "t", "5", AUTO) "ALARM al { COUNTER = sys; ACTION = ACTIVATETASK { TASK = t; }; AUTOSTART = FALSE; };\n" END;
    expect(oil, HEAD "TASK(t) { CancelAlarm(al); TerminateTask(); }", "unchecked");
    expect(oil, HEAD "TASK(t) { (void)CancelAlarm(al); TerminateTask(); }", "");
    expect(oil, HEAD "TASK(t) { if (CancelAlarm(al) == E_OS_NOFUNC) { TerminateTask(); } assert(0); }", "");
    struct app_options options = app_options_default();
    options.disabled[APP_CHECK_UNCHECKED] = true;
    expect_with(oil, HEAD "TASK(t) { CancelAlarm(al); TerminateTask(); }", &options, "");
    expect(oil, HEAD "TASK(t) { ActivateTask(7); TerminateTask(); }", "argument");
    expect(oil, HEAD "TASK(t) { DisableAllInterrupts(); TerminateTask(); }", "interrupts");
}

static void test_hooks(void **state) {
    (void)state;
    const char *oil = OS("EXTENDED", "ERRORHOOK = TRUE; PRETASKHOOK = TRUE; POSTTASKHOOK = TRUE;") TASK_("t", "5", AUTO)
        TASK_("u", "1", LATER) END;
    const char *source = HEAD
        "int errors, pre, post; StatusType last;\n"
        "void ErrorHook(StatusType s) { errors++; last = s; }\n"
        "void PreTaskHook(void) { pre++; } void PostTaskHook(void) { post++; }\n"
        "TASK(t) { ActivateTask(u); if (!ActivateTask(u)) return; assert(errors == 1); assert(last == E_OS_LIMIT);\n"
        "assert(pre == 1 && post == 0); TerminateTask(); }\n"
        "TASK(u) { assert(pre == 2 && post == 1); TerminateTask(); }";
    expect(oil, source, "");
}

/* A result reaches a shared variable when the caller goes on, not when the service was called. */
static void test_late_result(void **state) {
    (void)state;
    const char *oil = STANDARD TASK_("t", "1", AUTO) TASK_("u", "2", LATER) END;
    expect(oil,
           HEAD "StatusType s = 77; TASK(t) { s = ActivateTask(u); assert(s == E_OK); TerminateTask(); }\n"
                "TASK(u) { assert(s == 77); s = 5; TerminateTask(); }",
           "");
}

/* Autostarted tasks of equal priority start in any order. */
static void test_choices_of_the_kernel(void **state) {
    (void)state;
    const char *oil = STANDARD TASK_("t", "1", AUTO) TASK_("u", "1", AUTO) END;
    const char *source =
        HEAD "int n; TASK(t) { n = 1; TerminateTask(); } TASK(u) { assert(n == %d); TerminateTask(); }";
    char first[256], second[256];
    snprintf(first, sizeof first, source, 0);
    snprintf(second, sizeof second, source, 1);
    expect(oil, first, "assertion");
    expect(oil, second, "assertion");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_deadlock),    cmocka_unit_test(test_long_message),
        cmocka_unit_test(test_activation),  cmocka_unit_test(test_alarms),
        cmocka_unit_test(test_resources),   cmocka_unit_test(test_ends),
        cmocka_unit_test(test_unchecked),   cmocka_unit_test(test_hooks),
        cmocka_unit_test(test_late_result), cmocka_unit_test(test_choices_of_the_kernel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
