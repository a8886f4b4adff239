/* Resources that are taken by who does not list them, and resources that nobody takes. */
#include "scenario.h"

#define R               "RESOURCE r { RESOURCEPROPERTY = STANDARD; };\n"
#define TWO(own, other) TASK_("low", "2", AUTO own) TASK_("high", "5", LATER other)
#define LISTED          " RESOURCE = r;"
#define TAKE            "GetResource(r); ReleaseResource(r); "
#define LOW(c)          "TASK(low) { " c " ActivateTask(high); TerminateTask(); }\n"
#define HIGH(c)         "TASK(high) { " c " TerminateTask(); }\n"

static unsigned count_messages(const struct scenario *scenario, enum severity severity, const char *text) {
    unsigned count = 0;
    for (size_t i = 0; i < scenario->diagnostics.list.count; i++) {
        const struct diagnostic *diagnostic = &scenario->diagnostics.list.items[i];
        count += diagnostic->severity == severity && strstr(diagnostic->message, text) != NULL;
    }
    return count;
}

static void expect_message(const char *oil, const char *source, const char *message) {
    struct scenario scenario = scenario_run(oil, source, NULL);
    assert_string_equal(scenario.kind, *message ? "ceiling" : "");
    if (*message) assert_string_equal(scenario.message, message);
    assert_int_equal(count_messages(&scenario, SEVERITY_WARNING, "the configuration does not list r"), *message != 0);
    scenario_free(&scenario);
}

static void test_undeclared(void **state) {
    (void)state;
    const char *both = HEAD LOW(TAKE) HIGH(TAKE);
    const char *too_low = "high calls GetResource(r): the configuration does not list r for high (priority 5): its "
                          "ceiling, 2, is too low";
    const char *by_chance = "low calls GetResource(r): the configuration does not list r for low (priority 2): its "
                            "ceiling, 5, is high enough by chance only";
    expect_message(STANDARD R TWO(LISTED, LISTED) END, both, "");
    expect_message(STANDARD R TWO(LISTED, "") END, both, too_low);
    expect_message(EXTENDED R TWO(LISTED, "") END, both, too_low);
    expect_message(STANDARD R TWO("", LISTED) END, both, by_chance);
    expect_message(EXTENDED R TWO("", LISTED) END, both, by_chance);
    expect_message(STANDARD R TWO("", "") END, HEAD LOW(TAKE) HIGH(""),
                   "low calls GetResource(r): the configuration does not list r for low (priority 2), nor for anybody: "
                   "it has no ceiling");
}

/* In a function that both call, and through a variable, which only the run shows. */
static void test_indirect(void **state) {
    (void)state;
    const char *oil = STANDARD R TWO(LISTED, "") END;
    expect_message(
        oil, HEAD "static void lock(void) { " TAKE "}\n" LOW("lock();") HIGH("lock();"),
        "high calls GetResource(r): the configuration does not list r for high (priority 5): its ceiling, 2, "
        "is too low");
    expect(oil,
           HEAD "static void lock(ResourceType x) { GetResource(x); ReleaseResource(x); }\n" LOW("lock(r);")
               HIGH("lock(r);"),
           "ceiling");
}

static void test_interrupts(void **state) {
    (void)state;
    const char *oil = STANDARD R TASK_("low", "2", AUTO LISTED) ISR2("i") END;
    struct scenario scenario =
        scenario_run(oil, HEAD "TASK(low) { " TAKE "TerminateTask(); }\nISR(i) { " TAKE " }", NULL);
    assert_string_equal(scenario.kind, "ceiling");
    assert_non_null(strstr(scenario.message, "does not list r for i (level 3): its ceiling, 2, is too low"));
    scenario_free(&scenario);
}

static void test_switch(void **state) {
    (void)state;
    struct app_options options = app_options_default();
    options.disabled[APP_CHECK_CEILING] = true;
    struct scenario scenario = scenario_run(STANDARD R TWO(LISTED, "") END, HEAD LOW(TAKE) HIGH(TAKE), &options);
    assert_string_equal(scenario.kind, "");
    assert_int_equal(count_messages(&scenario, SEVERITY_WARNING, "list"), 0);
    scenario_free(&scenario);
    /* who looks at the answer knows better */
    expect(EXTENDED R TWO(LISTED, "") END, HEAD LOW(TAKE) HIGH("if (GetResource(r) == E_OK) ReleaseResource(r);"), "");
}

static void test_unused(void **state) {
    (void)state;
    struct scenario scenario = scenario_run(STANDARD R TWO(LISTED, LISTED) END, HEAD LOW("") HIGH(""), NULL);
    assert_int_equal(count_messages(&scenario, SEVERITY_NOTE, "no code takes RESOURCE 'r'"), 1);
    assert_int_equal(count_messages(&scenario, SEVERITY_NOTE, "but does not take it"), 0);
    scenario_free(&scenario);
    scenario = scenario_run(STANDARD R TWO(LISTED, LISTED) END, HEAD LOW(TAKE) HIGH(""), NULL);
    assert_int_equal(count_messages(&scenario, SEVERITY_NOTE, "no code takes"), 0);
    assert_int_equal(count_messages(&scenario, SEVERITY_NOTE, "TASK 'high' lists RESOURCE 'r', but does not take it"),
                     1);
    assert_int_equal(count_messages(&scenario, SEVERITY_NOTE, "TASK 'low'"), 0);
    scenario_free(&scenario);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_undeclared), cmocka_unit_test(test_indirect), cmocka_unit_test(test_interrupts),
        cmocka_unit_test(test_switch),     cmocka_unit_test(test_unused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
