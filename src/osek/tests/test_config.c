/* Configurations that cannot run, names, profiles, and the size of states. */
#include "world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* One of everything, with nothing wrong. */
struct parts {
    struct osek_task tasks[2];
    struct osek_isr isrs[1];
    struct osek_resource resources[2];
    struct osek_counter counters[2];
    struct osek_alarm alarms[2];
    struct osek_config config;
};

static struct parts parts;

static struct osek_config *good(void) {
    parts = (struct parts){
        .tasks = {{.name = "t1", .priority = 1, .activation = 2, .preemptable = true, .resources = 1},
                  {.name = "t2", .priority = 2, .activation = 1, .extended = true, .events = 3}},
        .isrs = {{.name = "i1", .category = 2, .level = 5, .resources = 2}},
        .resources = {{.name = "r", .ceiling = 1, .root = 0}, {.name = "s", .ceiling = 5, .root = 1}},
        .counters = {{.name = "c", .max = 9}, {.name = "d", .max = 9}},
        .alarms = {{.name = "a", .counter = 0, .action = OSEK_INCREMENT, .increment = 1},
                   {.name = "b", .counter = 1, .action = OSEK_ACTIVATE, .task = 1, .autostart = 1, .start = 9}},
    };
    parts.config = (struct osek_config){
        .tasks = parts.tasks,
        .isrs = parts.isrs,
        .resources = parts.resources,
        .counters = parts.counters,
        .alarms = parts.alarms,
        .task_count = 2,
        .isr_count = 1,
        .resource_count = 2,
        .counter_count = 2,
        .alarm_count = 2,
        .highest_priority = 2,
    };
    return &parts.config;
}

#define assert_fault(change, text)                                                                                     \
    do {                                                                                                               \
        struct osek_config *config = good();                                                                           \
        change;                                                                                                        \
        const char *fault = osek_config_fault(config);                                                                 \
        assert_non_null(fault);                                                                                        \
        assert_non_null(strstr(fault, text));                                                                          \
    } while (0)

static void faults(void **state) {
    (void)state;
    assert_null(osek_config_fault(good()));
    assert_fault(parts.tasks[0].activation = 0, "no activation");
    assert_fault(parts.tasks[0].activation = 256, "255 activations");
    assert_fault(parts.tasks[1].activation = 2, "extended task");
    assert_fault(parts.tasks[0].events = 1, "basic task has events");
    assert_fault(parts.tasks[0].priority = 3, "above the highest");
    assert_fault(parts.tasks[0].internal = 3, "internal resource");
    assert_fault(parts.resources[0].ceiling = 0, "below a task");
    assert_fault(parts.resources[1].ceiling = 4, "below an ISR");
    assert_fault(parts.resources[1].root = 2, "root does not exist");
    assert_fault(parts.isrs[0].category = 3, "category");
    assert_fault(parts.isrs[0].category = 1, "category 1 declares");
    assert_fault(parts.isrs[0].level = 2, "not above all tasks");
    assert_fault(parts.alarms[0].counter = 2, "counter does not exist");
    assert_fault(parts.alarms[0].increment = 2, "increments does not exist");
    assert_fault(parts.alarms[0].increment = 0, "circles");
    assert_fault(parts.alarms[1].task = 2, "task does not exist");
    assert_fault(parts.alarms[1].start = 10, "time is beyond");
    assert_fault(parts.alarms[1].cycle = 10, "cycle is beyond");
    assert_fault(config->resource_count = 65, "64 resources");
    assert_fault(config->task_count = 10001, "10000");
}

/* Ten tasks of equal priority start in 3628800 orders. */
static void too_many_orders(void **state) {
    struct osek_task tasks[10];
    struct osek_config config = {.tasks = tasks, .task_count = 10};
    (void)state;
    for (int i = 0; i < 10; i++) tasks[i] = (struct osek_task){.name = "t", .activation = 1, .autostart = 1};
    assert_non_null(strstr(osek_config_fault(&config), "orders"));
    config.profile.fixed_autostart_order = true;
    assert_null(osek_config_fault(&config));
    config.profile.fixed_autostart_order = false;
    config.task_count = 8;
    assert_null(osek_config_fault(&config));
    unsigned char bytes[200];
    assert_int_equal(osek_start(&config, bytes, 0, 40319), 40320);
    assert_int_equal(osek_running_task(&config, bytes), 7);
}

static void names(void **state) {
    enum osek_service service;
    (void)state;
    for (unsigned i = 0; i < OSEK_SERVICE_COUNT; i++) {
        assert_true(osek_service_by_name(osek_service_name((enum osek_service)i), &service));
        assert_int_equal(service, i);
    }
    assert_false(osek_service_by_name("Sleep", &service));
    assert_string_equal(osek_service_name(OSEK_SERVICE_COUNT), "?");
    assert_true(osek_service_has_status(OSEK_WaitEvent));
    assert_false(osek_service_has_status(OSEK_ShutdownOS));
    assert_false(osek_service_has_status(OSEK_DisableAllInterrupts));
    assert_string_equal(osek_status_name(OSEK_OK), "E_OK");
    assert_string_equal(osek_status_name(OSEK_E_CALLEVEL), "E_OS_CALLEVEL");
    assert_string_equal(osek_status_name(OSEK_E_DISABLEDINT), "E_OS_DISABLEDINT");
    for (int i = OSEK_MISSING_TERMINATE; i <= OSEK_BAD_VALUE; i++)
        assert_true(strlen(osek_misuse_text((enum osek_misuse)i)) > 10);
}

static void profiles(void **state) {
    struct osek_profile profile, standard = {0};
    (void)state;
    assert_true(osek_profile_by_name("trampoline", &profile));
    assert_true(profile.hooks_for_isr && profile.fixed_errors && !profile.services_in_callbacks);
    assert_true(osek_profile_by_name("standard", &profile));
    assert_memory_equal(&profile, &standard, sizeof profile);
    assert_false(osek_profile_by_name("nobody's", &profile));
}

/* Contexts: tasks, ISRs, five hooks, callbacks, main(). */
static void contexts(void **state) {
    const struct osek_config *config = good();
    uint32_t index;
    (void)state;
    assert_int_equal(osek_context_count(config), 2 + 1 + 5 + 2 + 1);
    for (uint32_t i = 0; i < osek_context_count(config); i++) {
        enum osek_context_kind kind = osek_context_kind(config, i, &index);
        assert_int_equal(osek_context(config, kind, index), i);
    }
    assert_int_equal(osek_context_kind(config, 0, &index), OSEK_TASK);
    assert_int_equal(osek_context_kind(config, 2, &index), OSEK_ISR);
    assert_int_equal(osek_context_kind(config, 3, &index), OSEK_STARTUP_HOOK);
    assert_int_equal(osek_context_kind(config, 7, &index), OSEK_POST_TASK_HOOK);
    assert_int_equal(osek_context_kind(config, 9, &index), OSEK_ALARM_CALLBACK);
    assert_int_equal(index, 1);
}

/* Millions of states are stored: two tasks of one activation each take 8 bytes of header, 2 + 2 more. */
static void states_are_small(void **state) {
    struct osek_task tasks[2] = {{.name = "a", .activation = 1}, {.name = "b", .activation = 1}};
    struct osek_config config = {.tasks = tasks, .task_count = 2};
    (void)state;
    assert_int_equal(osek_state_size(&config), 12);
    osek_prepare(&config);
    assert_int_equal(osek_state_size(&config), 12);
    assert_true(osek_state_size(good()) <= 40);
}

/* More contexts than a byte can number. */
static void many_tasks(void **state) {
    static struct osek_task tasks[300];
    struct osek_config config = {.tasks = tasks, .task_count = 300, .highest_priority = 299, .extended_status = true};
    static unsigned char bytes[4000];
    struct osek_result result;
    (void)state;
    for (uint32_t i = 0; i < 300; i++)
        tasks[i] = (struct osek_task){.name = "t", .priority = i, .activation = 1, .preemptable = true, .autostart = 1};
    assert_null(osek_config_fault(&config));
    assert_true(osek_state_size(&config) <= sizeof bytes);
    assert_int_equal(osek_start(&config, bytes, 0, 0), 1);
    for (uint32_t i = 300; i > 0; i--) {
        assert_int_equal(osek_current(&config, bytes), i - 1);
        osek_call(&config, bytes, &(struct osek_call){.service = OSEK_TerminateTask}, 0, &result);
    }
    assert_int_equal(osek_current(&config, bytes), OSEK_NONE);
}

/* A loop that suspends for ever does not overrun the count. */
static void suspended_too_often(void **state) {
    struct osek_task task = {.name = "t", .activation = 1, .preemptable = true, .autostart = 1};
    struct osek_config config = {.tasks = &task, .task_count = 1};
    unsigned char bytes[40];
    struct osek_result result;
    (void)state;
    osek_start(&config, bytes, 0, 0);
    for (int i = 0; i < 300; i++) {
        osek_call(&config, bytes, &(struct osek_call){.service = OSEK_SuspendAllInterrupts}, 0, &result);
        assert_int_equal(result.misused.misuse, i < 255 ? OSEK_NO_MISUSE : OSEK_INTERRUPTS_UNBALANCED);
    }
    assert_true(osek_interrupts_masked(&config, bytes, 1));
}

/* Nobody runs: nobody calls. */
static void calls_of_nobody(void **state) {
    struct osek_config config = {0};
    unsigned char bytes[40];
    struct osek_result result;
    (void)state;
    assert_null(osek_config_fault(&config));
    assert_int_equal(osek_start(&config, bytes, 0, 0), 1);
    assert_int_equal(osek_current(&config, bytes), OSEK_NONE);
    osek_call(&config, bytes, &(struct osek_call){.service = OSEK_ActivateTask}, 0, &result);
    assert_int_equal(result.misused.misuse, OSEK_WRONG_LEVEL);
    assert_int_equal(osek_end(&config, bytes, 0, &result), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults),          cmocka_unit_test(too_many_orders),
        cmocka_unit_test(names),           cmocka_unit_test(profiles),
        cmocka_unit_test(contexts),        cmocka_unit_test(states_are_small),
        cmocka_unit_test(many_tasks),      cmocka_unit_test(suspended_too_often),
        cmocka_unit_test(calls_of_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
