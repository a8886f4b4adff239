/* Steps: what is found, and that nothing else is. */
#include "scenario.h"

/* What comes of races is looked at here, not that they are there. */
static struct app_options step_options(void) {
    struct app_options options = app_options_default();
    options.disabled[APP_CHECK_RACE] = true;
    return options;
}

/* The same, with an interrupt of which only so many come. */
static struct app_options budget_options(const struct app_budget *budget) {
    struct app_options options = step_options();
    options.isrs = budget;
    options.isr_count = 1;
    return options;
}

static uint64_t expect_step(const char *oil, const char *source, const char *kind) {
    struct app_options options = step_options();
    return expect_with(oil, source, &options, kind);
}

#define ONE        STANDARD TASK_("t", "1", AUTO) END
#define BODY(code) HEAD "TASK(t) { " code " TerminateTask(); }\n"
#define WITH_ISR   STANDARD TASK_("t", "1", AUTO) ISR2("tick") END

static void test_assertions(void **state) {
    (void)state;
    expect_step(ONE, BODY("int x = 3; assert(x == 3);"), "");
    expect_step(ONE, BODY("int x = 3; assert(x == 4);"), "assertion");
    struct app_options options = step_options();
    options.disabled[APP_CHECK_ASSERTION] = true;
    expect_with(ONE, BODY("int x = 3; assert(x == 4);"), &options, "");
}

static void test_memory(void **state) {
    (void)state;
    expect_step(ONE, HEAD "int a[4]; TASK(t) { int i; for (i = 0; i <= 3; i++) a[i] = i; TerminateTask(); }", "");
    expect_step(ONE, HEAD "int a[4]; TASK(t) { int i; for (i = 0; i <= 4; i++) a[i] = i; TerminateTask(); }", "memory");
    expect_step(ONE, BODY("int *p = 0; *p = 1;"), "memory");
    expect_step(ONE, HEAD "int x; TASK(t) { int *p = &x + 1; *p = 1; TerminateTask(); }", "memory");
    expect_step(ONE, HEAD "int x; TASK(t) { int *p = &x + 1; assert(p - &x == 1); TerminateTask(); }", "");
    expect_step(ONE, HEAD "int x; TASK(t) { int *p = &x; p = p + 2; TerminateTask(); }", "memory");
    expect_step(ONE, HEAD "int *p; void f(void) { int l = 1; p = &l; } TASK(t) { f(); *p = 2; TerminateTask(); }",
                "memory");
    expect_step(ONE, HEAD "const int k = 3; TASK(t) { *(int *)&k = 2; TerminateTask(); }", "memory");
    expect_step(ONE, HEAD "char *s = \"abc\"; TASK(t) { assert(s[1] == 'b'); TerminateTask(); }", "");
    expect_step(ONE, HEAD "char *s = \"abc\"; TASK(t) { s[1] = 'x'; TerminateTask(); }", "memory");
    expect_step(ONE, HEAD "void (*f)(void); TASK(t) { f(); TerminateTask(); }", "memory");
    expect_step(
        ONE, HEAD "int n; void g(void) { n++; } void (*f)(void) = g; TASK(t) { f(); assert(n == 1); TerminateTask(); }",
        "");
}

static void test_arithmetic(void **state) {
    (void)state;
    expect_step(ONE, BODY("int x = 2147483647; x = x + 1;"), "overflow");
    expect_step(ONE, BODY("unsigned x = 4294967295u; x = x + 1; assert(x == 0);"), "");
    expect_step(ONE, BODY("int x = 0; x = 1 / x;"), "division");
    expect_step(ONE, BODY("int x = -2147483647 - 1, y = -1; x = x / y;"), "overflow");
    expect_step(ONE, BODY("int s = 32; s = 1 << s;"), "overflow");
    expect_step(ONE, BODY("signed char c = 127; c++; assert(c == -128);"), ""); /* conversion, not overflow */
    expect_step(ONE, BODY("unsigned char c = 255; c++; assert(c == 0);"), "");
    expect_step(ONE, BODY("float f = 1.5f; int i = f * 2; assert(i == 3); double d = 0.1 + 0.2; assert(d != 0.3);"),
                "");
    expect_step(ONE, BODY("double d = 1e10; int i = d;"), "overflow");
    expect_step(ONE,
                HEAD "struct { signed a : 3; unsigned b : 5; } s; TASK(t) { s.a = -1; s.b = 33; assert(s.a == -1); "
                     "assert(s.b == 1); TerminateTask(); }",
                "");
    struct app_options options = step_options();
    options.disabled[APP_CHECK_OVERFLOW] = true;
    expect_with(ONE, BODY("int x = 2147483647; x = x + 1; assert(x < 0);"), &options, "");
}

static void test_calls(void **state) {
    (void)state;
    expect_step(ONE,
                HEAD "struct p { int x, y; }; struct p f(struct p a) { a.x++; return a; }\n"
                     "TASK(t) { struct p a = {1, 2}, b; b = f(a); assert(a.x == 1 && b.x == 2 && b.y == 2); "
                     "TerminateTask(); }",
                "");
    expect_step(
        ONE, HEAD "int f(int n) { return n < 2 ? 1 : n * f(n - 1); } TASK(t) { assert(f(5) == 120); TerminateTask(); }",
        "");
    expect_step(ONE, HEAD "void f(void) { TerminateTask(); } TASK(t) { f(); assert(0); }", "");
}

/* A loop that changes nothing is endless, unless somebody can come. */
static void test_endless(void **state) {
    (void)state;
    expect_step(ONE, BODY("for (;;) ;"), "endless");
    expect_step(ONE, BODY("unsigned char c = 0; for (;;) c++;"), "endless");
    expect_step(ONE, BODY("int i; for (i = 0; i < 100000; i++) ;"), "");
    expect_step(WITH_ISR, HEAD "ISR(tick) { } TASK(t) { for (;;) ; }", "");
    expect_step(WITH_ISR, HEAD "volatile int go; ISR(tick) { go = 1; } TASK(t) { while (!go) ; TerminateTask(); }", "");
    expect_step(WITH_ISR, HEAD "int n; ISR(tick) { assert(n == 0); } TASK(t) { n = 1; for (;;) ; }", "assertion");
    struct app_options options = step_options();
    options.step_limit = 1000;
    expect_with(ONE, BODY("int i, n = 0; for (i = 0; i < 100000; i++) n ^= i;"), &options, "limit");
    assert_true(app_fault_is_inconclusive("limit"));
    assert_false(app_fault_is_inconclusive("endless"));
}

static bool no_patience(void *asked) {
    ++*(unsigned *)asked;
    return false;
}

/* A search that nobody waits for any more ends, and does not say that it has seen everything. */
static void test_patience(void **state) {
    (void)state;
    const char *slow = BODY("int i, n = 0; for (i = 0; i < 100000; i++) n ^= i;");
    const char *quick = BODY("int i, n = 0; for (i = 0; i < 9; i++) n ^= i;");
    for (unsigned is_slow = 0; is_slow < 2; is_slow++) {
        unsigned asked = 0;
        struct scenario scenario = scenario_load(ONE, is_slow ? slow : quick, NULL);
        app_set_patience(scenario.app, no_patience, &asked);
        scenario_search_ts(&scenario, app_ts(scenario.app), SEARCH_SAFETY);
        assert_string_equal(scenario.kind, "");
        assert_int_equal(asked > 0, is_slow); /* builds for tests ask once more whether there is really no step */
        assert_int_equal(app_lost_patience(scenario.app), is_slow);
        assert_int_equal(scenario.result->statistics.states, is_slow ? 1 : 2);
        app_set_patience(scenario.app, NULL, NULL);
        assert_false(app_lost_patience(scenario.app));
        scenario_free(&scenario);
    }
}

static bool all_patience(void *asked) {
    ++*(unsigned *)asked;
    return true;
}

/* A step that was given up after very long is not made again when its run is told. */
static void test_long_step(void **state) {
    (void)state;
    enum { LIMIT = 1 << 21, ASKED_EVERY = 4096 };
    unsigned asked = 0;
    struct app_options options = step_options();
    options.step_limit = LIMIT;
    struct scenario scenario =
        scenario_load(ONE, BODY("int i, n = 0; for (i = 0; i < 1 << 20; i++) n ^= i;"), &options);
    app_set_patience(scenario.app, all_patience, &asked);
    scenario_search_ts(&scenario, app_ts(scenario.app), SEARCH_SAFETY);
    assert_string_equal(scenario.kind, "limit");
    assert_in_range(asked, LIMIT / ASKED_EVERY - 1, LIMIT / ASKED_EVERY + 1);
    scenario_free(&scenario);
}

static unsigned search_long_choice(struct scenario *scenario, unsigned *asked) {
    app_set_patience(scenario->app, all_patience, asked);
    scenario_search_ts(scenario, app_ts(scenario->app), SEARCH_SAFETY);
    assert_true(app_met_long_steps(scenario->app));
    return *asked;
}

/* ... nor are the others that its choice could have come to, nor it itself, but once to be told. */
static void test_long_choice(void **state) {
    (void)state;
    enum { WAYS = 6 };
    struct app_options options = step_options();
    options.no_reduction = true;
    for (unsigned is_wrong = 0, of_all = 0; is_wrong < 2; is_wrong++) {
        const char *const bodies[] = {
            BODY("int i, n = 0, x = rtcheck_range(1, 6); for (i = 0; i < 1 << 16; i++) n ^= x; assert(x != 7);"),
            BODY("int i, n = 0, x = rtcheck_range(1, 6); for (i = 0; i < 1 << 16; i++) n ^= x; assert(x != 6);")};
        unsigned asked = 0;
        struct scenario scenario = scenario_load(ONE, bodies[is_wrong], &options);
        unsigned searched = search_long_choice(&scenario, &asked);
        assert_string_equal(scenario.kind, is_wrong ? "assertion" : "");
        if (!is_wrong) of_all = searched;
        assert_in_range(searched, of_all - 1, of_all + 1);
        if (is_wrong) timeline_free(app_timeline(scenario.app, scenario.result->violations.items[0].trace, NULL));
        if (is_wrong) assert_in_range(asked, searched, searched + of_all / WAYS + 1);
        scenario_free(&scenario);
    }
}

static void test_choices(void **state) {
    (void)state;
    expect_step(ONE,
                HEAD "TASK(t) { int x = rtcheck_range(2, 5); assert(x > 1 && x < 6); "
                     "TerminateTask(); }",
                "");
    expect_step(ONE, HEAD "TASK(t) { int x = rtcheck_range(2, 5); assert(x != 5); TerminateTask(); }", "assertion");
    expect_step(ONE,
                HEAD "TASK(t) { int x = rtcheck_range(2, 5); "
                     "rtcheck_assume(x < 5); assert(x != 5); TerminateTask(); }",
                "");
}

/* Between a read and a write of the same statement, an interrupt is lost. */
static void test_lost_update(void **state) {
    (void)state;
    const char *racy = HEAD "int n, ticks; ISR(tick) { n++; ticks++; }\n"
                            "TASK(t) { n++; SuspendAllInterrupts(); assert(n == ticks + 1); ResumeAllInterrupts(); "
                            "TerminateTask(); }";
    const char *safe = HEAD "int n, ticks; ISR(tick) { n++; ticks++; }\n"
                            "TASK(t) { SuspendAllInterrupts(); n++; assert(n == ticks + 1); ResumeAllInterrupts(); "
                            "TerminateTask(); }";
    struct app_budget budget = {.name = "tick", .times = 2};
    struct app_options options = budget_options(&budget);
    expect_with(WITH_ISR, racy, &options, "assertion");
    expect_with(WITH_ISR, safe, &options, "");
    budget.times = 0;
    expect_with(WITH_ISR, racy, &options, "");
}

/* Two reads in one expression can see different moments. */
static void test_torn_read(void **state) {
    (void)state;
    struct app_budget budget = {.name = "tick", .times = 2};
    struct app_options options = budget_options(&budget);
    expect_with(WITH_ISR, HEAD "int a, b; ISR(tick) { a++; b++; } TASK(t) { assert(a == b); TerminateTask(); }",
                &options, "assertion");
    expect_with(WITH_ISR,
                HEAD "int a, b; ISR(tick) { a++; b++; } TASK(t) { SuspendOSInterrupts(); assert(a == b); "
                     "ResumeOSInterrupts(); TerminateTask(); }",
                &options, "");
}

/* Addresses are followed through everything that can hold them: nothing is overlooked, and locals stay private. */
static void test_pointers(void **state) {
    (void)state;
    struct app_budget budget = {.name = "tick", .times = 1};
    struct app_options options = budget_options(&budget);
    static const char *const ways[] = {
        "int *q = &n; ISR(tick) { *q = 1; }",
        "struct { int *q; } s = {&n}; ISR(tick) { *s.q = 1; }",
        "int *q[2]; void f(int **to) { *to = &n; } ISR(tick) { f(&q[1]); *q[1] = 1; }",
        "int *f(void) { return &n; } ISR(tick) { *f() = 1; }",
        "union { int *p; unsigned long u; } u; unsigned long v; ISR(tick) { u.p = &n; v = u.u; *(int *)v = 1; }",
        "void f(int *to) { *to = 1; } void (*g)(int *) = f; ISR(tick) { g(&n); }",
        ("int *q, *r; ISR(tick) { q = &n; char *a = (char *)&q, *b = (char *)&r; int i; "
         "for (i = 0; i < (int)sizeof q; i++) b[i] = a[i]; *r = 1; }"),
        "int **h; void g(int **to) { *h = *to; } ISR(tick) { int *m = &n, *k; h = &k; g(&m); *k = 1; }",
        "long w = (long)&n; ISR(tick) { *(int *)(w + 0) = 1; }",
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char text[1024];
        snprintf(text, sizeof text, HEAD "int n; %s TASK(t) { int l = n; assert(l == n); TerminateTask(); }", ways[i]);
        expect_with(WITH_ISR, text, &options, "assertion");
    }
    expect_with(WITH_ISR,
                HEAD "int *q; ISR(tick) { if (q) *q = 1; } TASK(t) { int l = 0; q = &l; assert(l == 0); q = 0; "
                     "TerminateTask(); }",
                &options, "assertion");
    const char *private = HEAD "int n; void put(int *to, int x) { *to = x; } ISR(tick) { put(&n, 1); }\n"
                               "TASK(t) { int l; put(&l, 2); l++; l++; assert(l == 4); TerminateTask(); }";
    assert_int_equal(expect_with(WITH_ISR, private, &options, ""), 4);
}

/* What is printed is read. */
static void test_printing(void **state) {
    (void)state;
    expect_step(ONE,
                HEAD "int printf(const char *, ...); const char *s = \"abc\"; char b[4] = \"xy\"; int n; TASK(t) { "
                     "n = 1; printf(\"%s %s %d\\n\", s, b, n); TerminateTask(); }",
                "");
}

/* Records are copied word by word. */
static void test_torn_records(void **state) {
    (void)state;
    struct app_budget budget = {.name = "tick", .times = 2};
    struct app_options options = budget_options(&budget);
    const char *record = "struct r { long a, b, c; } s, k; ";
    char text[1024];
    snprintf(text, sizeof text,
             HEAD "%s ISR(tick) { s.a++; s.b++; s.c++; } TASK(t) { struct r l; l = s; assert(l.a == l.c); "
                  "TerminateTask(); }",
             record);
    expect_with(WITH_ISR, text, &options, "assertion");
    snprintf(text, sizeof text,
             HEAD "%s ISR(tick) { assert(s.a == s.c); } TASK(t) { k.a = k.b = k.c = 1; s = k; TerminateTask(); }",
             record);
    expect_with(WITH_ISR, text, &options, "assertion");
    snprintf(text, sizeof text,
             HEAD "%s struct r f(void) { return k; } ISR(tick) { assert(s.a >= s.b && s.b >= s.c); } TASK(t) { "
                  "k.a = k.b = k.c = 1; s = f(); assert(s.a == 1 && s.b == 1 && s.c == 1); TerminateTask(); }",
             record);
    expect_with(WITH_ISR, text, &options, "");
    snprintf(text, sizeof text,
             HEAD "%s ISR(tick) { assert(s.a == s.c); } TASK(t) { k.a = k.b = k.c = 1; SuspendAllInterrupts(); s = k; "
                  "ResumeAllInterrupts(); TerminateTask(); }",
             record);
    expect_with(WITH_ISR, text, &options, "");
}

/* A bit-field is written by reading and writing its unit: an interrupt between loses what it wrote to a neighbour. */
static void test_bit_fields(void **state) {
    (void)state;
    struct app_budget budget = {.name = "tick", .times = 1};
    struct app_options options = budget_options(&budget);
    expect_with(WITH_ISR,
                HEAD "struct { unsigned a : 1, b : 1; } f; int came; ISR(tick) { f.b = 1; came = 1; }\n"
                     "TASK(t) { f.a = 1; SuspendAllInterrupts(); assert(f.b == came); ResumeAllInterrupts(); "
                     "TerminateTask(); }",
                &options, "assertion");
    expect_with(WITH_ISR,
                HEAD "struct { unsigned char a, b; } f; int came; ISR(tick) { f.b = 1; came = 1; }\n"
                     "TASK(t) { f.a = 1; SuspendAllInterrupts(); assert(f.b == came); ResumeAllInterrupts(); "
                     "TerminateTask(); }",
                &options, "");
}

/* Where nobody can interfere, there are states only where loops begin anew (stretch.h), and at the end. */
static void test_state_counts(void **state) {
    (void)state;
    assert_int_equal(expect_step(ONE, BODY("int i, n = 0; for (i = 0; i < 50; i++) n += i; assert(n == 1225);"), ""),
                     2);
    assert_int_equal(expect_step(STANDARD TASK_("t", "1", AUTO) TASK_("u", "2", LATER) END,
                                 HEAD
                                 "int n; TASK(t) { int i; for (i = 0; i < 10; i++) ActivateTask(u); assert(n == 10); "
                                 "TerminateTask(); } TASK(u) { n++; TerminateTask(); }",
                                 ""),
                     11);
    /* An ISR that touches nothing of the task's comes only where it makes a difference. */
    assert_int_equal(
        expect_step(WITH_ISR, HEAD "int n, k; ISR(tick) { k = 1; } TASK(t) { n = 1; n = 2; n = 3; TerminateTask(); }",
                    ""),
        4);
}

static void test_refusals(void **state) {
    (void)state;
    struct scenario scenario;
    struct app_budget budget = {.name = "tock", .times = 2};
    struct app_options options = budget_options(&budget);
    scenario = scenario_load(ONE, BODY(""), &options);
    assert_null(scenario.app);
    scenario_free(&scenario);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_assertions),  cmocka_unit_test(test_memory),     cmocka_unit_test(test_arithmetic),
        cmocka_unit_test(test_calls),       cmocka_unit_test(test_endless),    cmocka_unit_test(test_choices),
        cmocka_unit_test(test_patience),    cmocka_unit_test(test_long_step),  cmocka_unit_test(test_long_choice),
        cmocka_unit_test(test_lost_update), cmocka_unit_test(test_torn_read),  cmocka_unit_test(test_state_counts),
        cmocka_unit_test(test_refusals),    cmocka_unit_test(test_bit_fields), cmocka_unit_test(test_torn_records),
        cmocka_unit_test(test_pointers),    cmocka_unit_test(test_printing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
