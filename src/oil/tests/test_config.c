#include "oil/config.h"
#include "oil/oil.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

struct loaded {
    struct arena *arena;
    struct diagnostics diagnostics;
    const struct oil_config *config;
};

static struct loaded load(const char *text) {
    static const struct oil_options options = {.no_files = true};
    struct loaded loaded = {.arena = arena_new()};
    loaded.config = oil_load_text(text, strlen(text), "test.oil", &options, loaded.arena, &loaded.diagnostics);
    if (!loaded.config) diag_print(&loaded.diagnostics, stderr);
    return loaded;
}

static void unload(struct loaded *loaded) {
    diag_free(&loaded->diagnostics);
    arena_free(loaded->arena);
}

static void references_are_resolved(void **state) {
    (void)state;
    struct loaded loaded = load("CPU c { OS os {}; APPMODE a; APPMODE b;"
                                "TASK t { PRIORITY = 3; AUTOSTART = TRUE { APPMODE = b; }; EVENT = e; RESOURCE = r; };"
                                "EVENT e; RESOURCE r; COUNTER n {};"
                                "ALARM w { COUNTER = n; ACTION = SETEVENT { TASK = t; EVENT = e; }; }; };");
    const struct oil_config *config = loaded.config;
    assert_non_null(config);
    const struct oil_task *task = oil_find_task(config, "t");
    const struct oil_alarm *alarm = oil_find_alarm(config, "w");
    assert_non_null(task);
    assert_int_equal(task->autostart.mode_count, 1);
    assert_ptr_equal(task->autostart.modes[0], oil_find_appmode(config, "b"));
    assert_ptr_equal(task->events[0], oil_find_event(config, "e"));
    assert_ptr_equal(task->resources[0], oil_find_resource(config, "r"));
    assert_ptr_equal(alarm->action.task, task);
    assert_ptr_equal(alarm->action.event, task->events[0]);
    assert_ptr_equal(alarm->counter, oil_find_counter(config, "n"));
    assert_ptr_equal(task->events[0]->tasks[0], task);
    assert_true(task->extended);
    assert_null(oil_find_task(config, "e"));
    unload(&loaded);
}

static void linked_resources_have_one_root(void **state) {
    (void)state;
    struct loaded loaded = load("CPU c { OS os {}; TASK t { PRIORITY = 1; RESOURCE = z; };"
                                "RESOURCE x; RESOURCE y { RESOURCEPROPERTY = LINKED { LINKEDRESOURCE = x; }; };"
                                "RESOURCE z { RESOURCEPROPERTY = LINKED { LINKEDRESOURCE = y; }; }; };");
    const struct oil_resource *x = oil_find_resource(loaded.config, "x"), *z = oil_find_resource(loaded.config, "z");
    assert_ptr_equal(z->root, x);
    assert_ptr_equal(x->root, x);
    assert_ptr_equal(z->linked, oil_find_resource(loaded.config, "y"));
    assert_int_equal(x->ceiling, 1);
    assert_int_equal(x->task_count, 0);
    unload(&loaded);
}

static void interrupts_are_above_all_tasks(void **state) {
    (void)state;
    struct loaded loaded = load("CPU c { OS os {}; TASK t { PRIORITY = 40; }; ISR a { CATEGORY = 2; PRIORITY = 9; };"
                                "ISR b { CATEGORY = 2; PRIORITY = 3; }; ISR d { CATEGORY = 2; PRIORITY = 3; };"
                                "ISR e { CATEGORY = 2; }; };");
    assert_int_equal(oil_find_isr(loaded.config, "e")->level, 41);
    assert_int_equal(oil_find_isr(loaded.config, "b")->level, 42);
    assert_int_equal(oil_find_isr(loaded.config, "d")->level, 42);
    assert_int_equal(oil_find_isr(loaded.config, "a")->level, 43);
    assert_false(oil_find_isr(loaded.config, "e")->has_priority);
    unload(&loaded);
}

static void masks_may_be_shared_only_when_bits_run_out(void **state) {
    (void)state;
    struct text text = {0};
    text_add(&text, "CPU c { OS os {};");
    for (int i = 0; i < 80; i++)
        text_printf(&text, "EVENT e%d; TASK t%d { PRIORITY = %d; EVENT = e%d; EVENT = e%d; };", i, i, i, i,
                    (i + 1) % 80);
    text_add(&text, "};");
    struct loaded loaded = load(text_chars(&text));
    assert_non_null(loaded.config);
    assert_true(loaded.config->events[63].mask == UINT64_C(1) << 63);
    for (size_t i = 0; i < loaded.config->task_count; i++) {
        const struct oil_task *task = &loaded.config->tasks[i];
        assert_true((task->events[0]->mask & task->events[1]->mask) == 0);
        assert_true(task->event_mask == (task->events[0]->mask | task->events[1]->mask));
    }
    text_free(&text);
    unload(&loaded);
}

/* Every class, from the smallest system that needs it. */
static void classes(void **state) {
    (void)state;
    static const struct {
        const char *tasks;
        enum oil_class conformance;
    } cases[] = {
        {"TASK t { PRIORITY = 1; }; TASK u { PRIORITY = 2; };", CLASS_BCC1},
        {"TASK t { PRIORITY = 1; }; TASK u { PRIORITY = 1; };", CLASS_BCC2},
        {"TASK t { PRIORITY = 1; ACTIVATION = 2; };", CLASS_BCC2},
        {"EVENT e; TASK t { PRIORITY = 1; EVENT = e; };", CLASS_ECC1},
        {"EVENT e; TASK t { PRIORITY = 1; EVENT = e; }; TASK u { PRIORITY = 1; };", CLASS_ECC2},
        {"EVENT e; TASK t { PRIORITY = 1; EVENT = e; }; TASK u { PRIORITY = 2; ACTIVATION = 2; };", CLASS_ECC2},
        {"TASK t { PRIORITY = 1; TYPE = EXTENDED; };", CLASS_ECC1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text text = {0};
        text_printf(&text, "CPU c { OS os {}; %s };", cases[i].tasks);
        struct loaded loaded = load(text_chars(&text));
        assert_non_null(loaded.config);
        assert_int_equal(loaded.config->conformance, cases[i].conformance);
        text_free(&text);
        unload(&loaded);
    }
}

static void nothing_is_half_loaded(void **state) {
    (void)state;
    struct loaded loaded = load("CPU c { OS os {}; TASK t { PRIORITY = 1; RESOURCE = x; }; };");
    assert_null(loaded.config);
    assert_int_equal(loaded.diagnostics.errors, 1);
    assert_int_equal(loaded.diagnostics.list.items[0].place.column, 53);
    unload(&loaded);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(references_are_resolved),
        cmocka_unit_test(linked_resources_have_one_root),
        cmocka_unit_test(interrupts_are_above_all_tasks),
        cmocka_unit_test(masks_may_be_shared_only_when_bits_run_out),
        cmocka_unit_test(classes),
        cmocka_unit_test(nothing_is_half_loaded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
