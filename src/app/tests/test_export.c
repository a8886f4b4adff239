/* The combination model: what its text says of an application, and what is refused. */
#include "app/promela/export.h"
#include "scenario.h"

#include <string.h>

#define TWO      STANDARD TASK_("t1", "1", AUTO) TASK_("t2", "2", LATER) END
#define WITH_ISR STANDARD TASK_("t1", "1", AUTO) ISR2("tick") END
#define ACTIVATES                                                                                                      \
    HEAD "int x = 7;\nTASK(t1) { ActivateTask(t2); TerminateTask(); }\nTASK(t2) { x = x + 1; TerminateTask(); }\n"

static bool export_of(const char *oil, const char *source, const struct app_options *options, struct app_export *out) {
    struct scenario scenario = scenario_load(oil, source, options);
    struct diagnostics diagnostics = {0};
    assert_non_null(scenario.app);
    bool good = app_export(app_watch(scenario.app), &(struct export_options){.title = "test"}, out, &diagnostics);
    assert_int_equal(good, diagnostics.errors == 0);
    diag_free(&diagnostics);
    scenario_free(&scenario);
    return good;
}

static bool says(const struct app_export *model, const char *words) { return strstr(text_chars(&model->model), words); }

static void test_services(void **state) {
    (void)state;
    struct app_options options = app_options_default();
    struct app_export model;
    assert_true(export_of(TWO, ACTIVATES, &options, &model));
    assert_true(says(&model, "int x = 7;"));
    assert_true(says(&model, "taskAPI(t1, svcActivateTask, t2, 0, 0, 4);\n    assert(result == E_OK);"));
    assert_true(says(&model, "x = (x + 1);"));
    assert_false(says(&model, "#define INTERRUPTS"));
    for (const char *c = text_chars(&model.model); *c; c++) assert_true(*c == '\n' || *c >= ' ');
    app_export_free(&model);
}

static void test_checks_that_are_off(void **state) {
    (void)state;
    struct app_options options = app_options_default();
    struct app_export model;
    options.disabled[APP_CHECK_UNCHECKED] = options.disabled[APP_CHECK_ACTIVATION] = true;
    assert_true(export_of(TWO, ACTIVATES, &options, &model));
    assert_false(says(&model, "svcActivateTask, t2, 0, 0, 4);\n    assert("));
    app_export_free(&model);
}

static void test_findings_know_their_lines(void **state) {
    (void)state;
    struct app_options options = app_options_default();
    struct app_export model;
    assert_true(export_of(TWO, ACTIVATES, &options, &model));
    assert_true(model.findings.count > 0);
    for (size_t i = 0; i < model.findings.count; i++) {
        const char *line = text_chars(&model.model);
        for (unsigned n = 1; n < model.findings.items[i].line; n++) line = strchr(line, '\n') + 1;
        const char *found = strstr(line, "assert(");
        assert_true(found && found < strchr(line, '\n'));
    }
    app_export_free(&model);
}

static void test_shared_variables(void **state) {
    (void)state;
    struct app_options options = app_options_default();
    struct app_export model;
    assert_true(export_of(WITH_ISR,
                          HEAD "int x, y; TASK(t1) { y = 1; x = x + 1; TerminateTask(); } ISR(tick) { x = 2; }",
                          &options, &model));
    assert_true(says(&model, "atomic { RUNS(t1) -> load1 = x };"));
    assert_true(says(&model, "atomic { RUNS(t1) -> x = (load1 + 1); load1 = 0 };"));
    assert_true(says(&model, "    y = 1;\n"));
    app_export_free(&model);
}

static void test_requests(void **state) {
    (void)state;
    struct app_options options = app_options_default();
    struct app_export model;
    options.other_isrs.times = 0;
    assert_true(export_of(WITH_ISR, HEAD "TASK(t1) { rtcheck_interrupt(tick); TerminateTask(); } ISR(tick) { }",
                          &options, &model));
    assert_true(says(&model, "#define ARRIVED (REQUESTED(1, "));
    assert_true(says(&model, "atomic { RUNS(t1) -> requested[1] = 1 };"));
    assert_true(says(&model, "-> requested[1] = 0; enterISR(1, "));
    assert_false(says(&model, "COMES(")); /* nothing comes from outside */
    app_export_free(&model);
}

static void test_what_is_printed(void **state) {
    (void)state;
    struct app_options options = app_options_default();
    struct app_export model;
    assert_true(export_of(TWO,
                          HEAD "#include <stdio.h>\nint x; TASK(t1) { printf(\"x is %d\", x + 1); printf(\"%p\", &x); "
                               "TerminateTask(); }\nTASK(t2) { TerminateTask(); }\n",
                          &options, &model));
    assert_true(says(&model, "printf(\"@mark 1 0 %d\\n\", (x + 1));"));
    assert_int_equal(model.marks.count, 1); /* pointers are left out */
    app_export_free(&model);
}

static void test_globals_and_notes(void **state) {
    (void)state;
    struct app_options options = app_options_default();
    struct app_export model;
    assert_true(export_of(TWO,
                          HEAD
                          "struct { short a; char b[2]; } s[3]; int x = -7;\n"
                          "TASK(t1) { x = s[1].a; s[2].b[1] = 1; TerminateTask(); }\nTASK(t2) { TerminateTask(); }\n",
                          &options, &model));
    assert_int_equal(model.globals.count, 3);
    for (size_t i = 0; i < model.globals.count; i++) {
        const struct export_global *global = &model.globals.items[i];
        bool is_x = strcmp(global->path, "x") == 0, is_a = strcmp(global->path, "s[3].a") == 0;
        assert_true(is_x || is_a || strcmp(global->path, "s[3].b[2]") == 0);
        assert_int_equal(global->length, is_x ? 0 : is_a ? 3 : 6);
        assert_int_equal(global->initial, is_x ? -7 : 0);
    }
    assert_true(model.notes.count >= 2);
    for (size_t i = 1; i < model.notes.count; i++)
        assert_true(model.notes.items[i].line > model.notes.items[i - 1].line);
    app_export_free(&model);
}

static void test_known_pointers(void **state) {
    (void)state;
    static const struct {
        const char *functions, *call, *expected; /* NULL: refused */
    } cases[] = {
        {"static void set(int *p) { *p = 5; }", "set(&x);", "    x = 5;\n"},
        {"static void set(int *p) { *p = 5; }", "int l; set(&l); x = l;", "    t1_l = 5;\n"},
        {"static void set(int *p, int i) { p[i] = 5; }", "set(a, 2);", "    a[set_i] = 5;\n"},
        {"static void set(struct s *p) { p->n = 5; }", "set(&r[1]);", "    r_n[1] = 5;\n"},
        {"static void in(int *q) { *q = 5; } static void set(int *p) { in(p); }", "set(&a[1]);", "    a[1] = 5;\n"},
        {"static int f(void) { return 2; } static void set(int *p) { *p += f(); }", "set(&x);",
         "    x = (value + value_2);\n"},
        {"static void set(int *p) { p++; *p = 5; }", "set(a);", NULL},
        {"static void set(int *p) { int **q = &p; **q = 5; }", "set(a);", NULL},
        {"static void set(void *p) { *(char *)p = 5; }", "set(&x);", NULL},
        {"static void set(unsigned *p) { *p = 5; }", "set((unsigned *)&x);", NULL},
        {"static void set(int *p) { *p = 5; }", "set(&a[x]);", NULL},
    };
    struct app_options options = app_options_default();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app_export model;
        char source[500];
        snprintf(source, sizeof source,
                 HEAD "int x, a[3]; struct s { char c; int n; } r[2];\n%s\nTASK(t1) { %s TerminateTask(); }\n"
                      "TASK(t2) { TerminateTask(); }\n",
                 cases[i].functions, cases[i].call);
        assert_int_equal(export_of(TWO, source, &options, &model), cases[i].expected != NULL);
        if (cases[i].expected) assert_true(says(&model, cases[i].expected));
        app_export_free(&model);
    }
}

#define WITH_EVENTS                                                                                                    \
    EXTENDED TASK_("t1", "1", AUTO "EVENT = e;") TASK_("t2", "2", LATER) "EVENT e { MASK = AUTO; };\n" END

static void test_sets_of_events(void **state) {
    (void)state;
    static const struct {
        const char *code, *expected; /* NULL: refused */
    } cases[] = {
        {"EventMaskType m; GetEvent(t1, &m); if (m & e) x = 1;",
         "if :: task[t1].state == SUSPENDED -> status = E_OS_STATE :: else -> t1_m = task[t1].events fi;"},
        {"EventMaskType m = e; m |= 2; x = (int)(m == e);", "t1_m = (t1_m | 2);"},
        {"EventMaskType m = e; m = m + 1;", NULL},
        {"EventMaskType m = ~(EventMaskType)0; x = (int)(m & e);", NULL},
        {"EventMaskType m = x; x = (int)(m & e);", NULL},
        {"EventMaskType m; GetEvent(t2, &m);", NULL},
    };
    struct app_options options = app_options_default();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app_export model;
        char source[400];
        snprintf(source, sizeof source,
                 HEAD "int x;\nTASK(t1) { %s TerminateTask(); }\nTASK(t2) { TerminateTask(); }\n", cases[i].code);
        assert_int_equal(export_of(WITH_EVENTS, source, &options, &model), cases[i].expected != NULL);
        if (cases[i].expected) assert_true(says(&model, cases[i].expected));
        app_export_free(&model);
    }
}

#define WITH_HOOKS                                                                                                     \
    OS("EXTENDED", "ERRORHOOK = TRUE; PRETASKHOOK = TRUE; POSTTASKHOOK = FALSE;")                                      \
    TASK_("t1", "1", AUTO) TASK_("t2", "2", LATER) END

static void test_hooks(void **state) {
    (void)state;
    struct app_options options = app_options_default();
    struct app_export model;
    const char *tasks = "TASK(t1) { ActivateTask(t1); TerminateTask(); }\nTASK(t2) { TerminateTask(); }\n";
    char source[500];
    snprintf(source, sizeof source,
             "%sint x; void ErrorHook(StatusType e) { x = e; } void PreTaskHook(void) { x = 9; }\n%s", HEAD, tasks);
    assert_true(export_of(WITH_HOOKS, source, &options, &model));
    assert_true(says(&model, "#define ERROR_HOOK\n#define PRE_HOOK HOOK_BEFORE\n#define POST_HOOK 0\n"));
    assert_true(says(&model, "ErrorHook_e = result;"));
    assert_true(says(&model, ":: BEFORE_TASK ->"));
    /* That ErrorHook is told of a lost activation excuses nobody. */
    assert_true(says(&model, "svcActivateTask, t1, 0, 0, 4);\n    assert("));
    app_export_free(&model);
    snprintf(source, sizeof source,
             "%svoid ErrorHook(StatusType e) { } void PreTaskHook(void) { ActivateTask(t2); }\n%s", HEAD, tasks);
    assert_false(export_of(WITH_HOOKS, source, &options, &model));
    app_export_free(&model);
}

/* What a formula becomes; NULL: it is refused. */
static const char *formula_of(const char *text, struct app_export *model) {
    struct app_options options = app_options_default();
    struct app_property property = {.text = text};
    options.properties = &property;
    options.property_count = 1;
    bool good =
        export_of(TWO,
                  HEAD "int x; unsigned u; struct { char a, b[3]; } s[2]; long long wide;\n"
                       "TASK(t1) { x = 1; u = 2; s[1].b[2] = 3; TerminateTask(); }\nTASK(t2) { TerminateTask(); }\n",
                  &options, model);
    const char *found = good ? strstr(text_chars(&model->model), "ltl formula1 { ((!stable) U (stable && ") : NULL;
    return found ? found + 39 : NULL;
}

static void test_formulas(void **state) {
    (void)state;
    static const struct {
        const char *text, *expected; /* NULL: refused */
    } formulas[] = {
        {"[] (x < 3)", "([] (!stable || (((x < 3)) != 0)))"},
        {"<> (x == -1)", "(<> (stable && (((x == (0 - 1))) != 0)))"},
        {"running(t1) U waiting(t2)",
         "((!stable || (((task[1].state == RUNNING)) != 0)) U (stable && (((task[2].state == WAITING)) != 0)))"},
        {"u > 4", "((((u ^ (1 << 31)) > (0 - 2147483644))) != 0)"},
        {"u == 4294967295", "((((u) == (0 - 1))) != 0)"},
        {"s[1].b[2] == 3", "(((s_b[5] == 3)) != 0)"},
        {"X (x == 1)", NULL},
        {"<> call(TerminateTask)", NULL},
        {"[] (u + 1 > 0)", NULL},
        {"wide == 1", NULL},
    };
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
        struct app_export model;
        const char *found = formula_of(formulas[i].text, &model), *expected = formulas[i].expected;
        assert_int_equal(found != NULL, expected != NULL);
        if (found && strncmp(found, expected, strlen(expected)) != 0) assert_string_equal(found, expected);
        app_export_free(&model);
    }
}

static void test_refusals(void **state) {
    (void)state;
    static const char *const bodies[] = {"int x; int *p = &x; *p = 1;", "double d = 1; d = d * 2;",
                                         "long long n = 1; n++;"};
    struct app_options options = app_options_default();
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        struct app_export model;
        char source[300];
        snprintf(source, sizeof source, HEAD "TASK(t1) { %s TerminateTask(); }\nTASK(t2) { TerminateTask(); }\n",
                 bodies[i]);
        assert_false(export_of(TWO, source, &options, &model));
        app_export_free(&model);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_services),
        cmocka_unit_test(test_checks_that_are_off),
        cmocka_unit_test(test_shared_variables),
        cmocka_unit_test(test_findings_know_their_lines),
        cmocka_unit_test(test_requests),
        cmocka_unit_test(test_what_is_printed),
        cmocka_unit_test(test_globals_and_notes),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_known_pointers),
        cmocka_unit_test(test_sets_of_events),
        cmocka_unit_test(test_hooks),
        cmocka_unit_test(test_formulas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
