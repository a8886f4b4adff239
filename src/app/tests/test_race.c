/* Data races: the same code with and without what keeps accesses apart. */
#include "scenario.h"

#define RESOURCE_(n)     "RESOURCE " n " { RESOURCEPROPERTY = STANDARD; };\n"
#define INTERNAL_(n)     "RESOURCE " n " { RESOURCEPROPERTY = INTERNAL; };\n"
#define NON_(n, p, more) "TASK " n " { PRIORITY = " p "; ACTIVATION = 1; SCHEDULE = NON; " more " };\n"
#define ISR2R(n, r)      "ISR " n " { CATEGORY = 2; RESOURCE = " r "; };\n"
#define ISR1(n)          "ISR " n " { CATEGORY = 1; };\n"
#define ISR2P(n, p)      "ISR " n " { CATEGORY = 2; PRIORITY = " p "; };\n"
#define COUNTER          "COUNTER sys { MAXALLOWEDVALUE = 100; TICKSPERBASE = 1; MINCYCLE = 1; };\n"
#define ALARM_(action)                                                                                                 \
    "ALARM al { COUNTER = sys; ACTION = " action "; AUTOSTART = TRUE { APPMODE = std; ALARMTIME = 10; "                \
    "CYCLETIME = 10; }; };\n"

/* Every interrupt comes twice at most, so that what they count stays small; lost activations are another matter. */
static struct scenario run_on(const char *target, const char *oil, const char *source, bool looked_for) {
    struct app_options options = app_options_default();
    options.other_isrs.times = options.other_counters.times = 2;
    options.disabled[APP_CHECK_ACTIVATION] = true;
    options.disabled[APP_CHECK_UNCHECKED] = options.disabled[APP_CHECK_EVENT] = true;
    options.disabled[APP_CHECK_RACE] = !looked_for;
    const char *const arguments[] = {"-target", target};
    if (target) options.cfront.arguments = arguments, options.cfront.argument_count = 2;
    return scenario_run(oil, source, &options);
}

static void expect_race_on(const char *target, const char *oil, const char *source, const char *message) {
    struct scenario scenario = run_on(target, oil, source, true);
    if (strcmp(scenario.kind, "race")) print_error("'%s': %s\n%s\n", scenario.kind, scenario.message, source);
    assert_string_equal(scenario.kind, "race");
    if (!strstr(scenario.message, message)) print_error("%s\n", scenario.message);
    assert_non_null(strstr(scenario.message, message));
    scenario_free(&scenario);
    scenario = run_on(target, oil, source, false);
    assert_string_equal(scenario.kind, "");
    scenario_free(&scenario);
}

/* No race, and no state more than without looking. */
static void expect_none_on(const char *target, const char *oil, const char *source) {
    struct scenario looked = run_on(target, oil, source, true), blind = run_on(target, oil, source, false);
    if (*looked.kind) print_error("'%s': %s\n%s\n", looked.kind, looked.message, source);
    assert_string_equal(looked.kind, "");
    assert_true(looked.result->complete);
    assert_string_equal(blind.kind, "");
    assert_int_equal(looked.result->statistics.states, blind.result->statistics.states);
    scenario_free(&looked);
    scenario_free(&blind);
}

static void expect_race(const char *oil, const char *source, const char *message) {
    expect_race_on(NULL, oil, source, message);
}
static void expect_none(const char *oil, const char *source) { expect_none_on(NULL, oil, source); }

/* ---- a task and an interrupt ---- */

#define TASK_AND_ISR STANDARD TASK_("t", "1", AUTO) ISR2("i") END

static void test_counter(void **state) {
    (void)state;
    expect_race(TASK_AND_ISR, HEAD "int n;\nISR(i) { n++; }\nTASK(t) { n++; TerminateTask(); }",
                "'n' is read and written by ISR i (a.c:4) while task t reads and writes it (a.c:5): nothing keeps them "
                "apart");
    expect_race(TASK_AND_ISR, HEAD "int n;\nISR(i) { n = 1; }\nTASK(t) { int l = n; (void)l; TerminateTask(); }",
                "'n' is written by ISR i (a.c:4) while task t reads it (a.c:5)");
    expect_race(TASK_AND_ISR, HEAD "int n, m;\nISR(i) { m = n; }\nTASK(t) { n = 1; TerminateTask(); }",
                "'n' is read by ISR i (a.c:4) while task t writes it (a.c:5)");
    /* It is written elsewhere, and both read it while one of them writes a flag. */
    expect_none(TASK_AND_ISR, HEAD "int n, m; volatile int f; ISR(i) { m = f; m = n; }\n"
                                   "TASK(t) { SuspendAllInterrupts(); n = 1; ResumeAllInterrupts(); f = n; "
                                   "TerminateTask(); }");
    /* Both only read; one only uses it. */
    expect_none(TASK_AND_ISR, HEAD "int n = 3, a, b; ISR(i) { a = n; } TASK(t) { b = n; TerminateTask(); }");
    expect_none(TASK_AND_ISR, HEAD "const int n = 3; int a, b; ISR(i) { a = n; } TASK(t) { b = n; TerminateTask(); }");
    expect_none(TASK_AND_ISR, HEAD "int n, m; ISR(i) { m = (m + 1) & 1; } TASK(t) { n++; TerminateTask(); }");
}

/* What runs first stands at its first access before any step of its own. */
static void test_first_access(void **state) {
    (void)state;
    struct app_options options = app_options_default();
    options.other_isrs.times = 1;
    const char *source = HEAD "int n; ISR(i) { n = 1; } TASK(t) { int l = 3; n = l; TerminateTask(); }";
    expect_with(TASK_AND_ISR, source, &options, "race");
    options.disabled[APP_CHECK_RACE] = true;
    expect_with(TASK_AND_ISR, source, &options, "");
}

static void test_interrupts_held_off(void **state) {
    (void)state;
    static const char *const pairs[][2] = {{"SuspendOSInterrupts();", "ResumeOSInterrupts();"},
                                           {"SuspendAllInterrupts();", "ResumeAllInterrupts();"},
                                           {"DisableAllInterrupts();", "EnableAllInterrupts();"}};
    char source[400];
    for (unsigned i = 0; i < 3; i++) {
        snprintf(source, sizeof source, HEAD "int n; ISR(i) { n++; } TASK(t) { %s n++; %s TerminateTask(); }",
                 pairs[i][0], pairs[i][1]);
        expect_none(TASK_AND_ISR, source);
        /* What comes after is not covered. */
        snprintf(source, sizeof source, HEAD "int n; ISR(i) { n++; } TASK(t) { %s n++; %s n = 0; TerminateTask(); }",
                 pairs[i][0], pairs[i][1]);
        expect_race(TASK_AND_ISR, source, "while task t writes it");
    }
    /* An interrupt of category 1 is not held off with those of category 2. */
    const char *oil = STANDARD TASK_("t", "1", AUTO) ISR1("i") END;
    expect_race(oil,
                HEAD "int n; ISR(i) { n++; } "
                     "TASK(t) { SuspendOSInterrupts(); n++; ResumeOSInterrupts(); TerminateTask(); }",
                "by ISR i");
    expect_none(oil, HEAD "int n; ISR(i) { n++; } "
                          "TASK(t) { SuspendAllInterrupts(); n++; ResumeAllInterrupts(); TerminateTask(); }");
}

static void test_resource_with_interrupt(void **state) {
    (void)state;
    const char *shared = STANDARD RESOURCE_("r") TASK_("t", "1", AUTO " RESOURCE = r;") ISR2R("i", "r") END;
    const char *own = STANDARD RESOURCE_("r") TASK_("t", "1", AUTO " RESOURCE = r;") ISR2("i") END;
    const char *source = HEAD "int n; ISR(i) { n++; } "
                              "TASK(t) { GetResource(r); n++; ReleaseResource(r); TerminateTask(); }";
    expect_none(shared, source);
    expect_race(own, source, "by ISR i");
}

static void test_nested_interrupts(void **state) {
    (void)state;
    const char *source = HEAD "int n; ISR(i) { n++; } ISR(j) { n++; } TASK(t) { TerminateTask(); }";
    expect_race(STANDARD TASK_("t", "1", AUTO) ISR2P("i", "1") ISR2P("j", "2") END, source,
                "by ISR j (a.c:3) while ISR i");
    expect_none(STANDARD TASK_("t", "1", AUTO) ISR2P("i", "1") ISR2P("j", "1") END, source);
}

/* ---- tasks ---- */

#define HIGH_BY_ISR "ISR(i) { ActivateTask(h); }\nTASK(h) { n++; TerminateTask(); }\n"

static void test_tasks(void **state) {
    (void)state;
    const char *oil = STANDARD TASK_("l", "1", AUTO) TASK_("h", "2", LATER) ISR2("i") END;
    const char *source = HEAD "int n;\n" HIGH_BY_ISR "TASK(l) { n++; TerminateTask(); }";
    expect_race(oil, source, "'n' is read and written by task h (a.c:5) while task l reads and writes it (a.c:6)");
    /* The less urgent one comes when the other has ended; equal priorities do not preempt; nor can `l` be preempted. */
    expect_none(STANDARD TASK_("l", "2", AUTO) TASK_("h", "1", LATER) ISR2("i") END, source);
    expect_none(STANDARD TASK_("l", "1", AUTO) TASK_("h", "1", LATER) ISR2("i") END, source);
    expect_none(STANDARD NON_("l", "1", AUTO) TASK_("h", "2", LATER) ISR2("i") END, source);
    expect_none(STANDARD INTERNAL_("g") TASK_("l", "1", AUTO " RESOURCE = g;") TASK_("h", "2", LATER " RESOURCE = g;")
                    ISR2("i") END,
                source);
    /* The group is of others. */
    expect_race(STANDARD INTERNAL_("g") TASK_("l", "1", AUTO " RESOURCE = g;") TASK_("h", "2", LATER) ISR2("i") END,
                source, "by task h");
}

static void test_resource(void **state) {
    (void)state;
    const char *source = HEAD "int n;\n" HIGH_BY_ISR "TASK(l) { GetResource(r); n++; ReleaseResource(r); "
                              "TerminateTask(); }";
    expect_none(STANDARD RESOURCE_("r") TASK_("l", "1", AUTO " RESOURCE = r;") TASK_("h", "2", LATER " RESOURCE = r;")
                    ISR2("i") END,
                source);
    expect_race(STANDARD RESOURCE_("r") TASK_("l", "1", AUTO " RESOURCE = r;") TASK_("h", "2", LATER) ISR2("i") END,
                source, "by task h");
    /* The other one's resource does not help either. */
    expect_race(STANDARD RESOURCE_("r") RESOURCE_("q") TASK_("l", "1", AUTO " RESOURCE = r;")
                    TASK_("h", "2", LATER " RESOURCE = q;") ISR2("i") END,
                HEAD "int n; ISR(i) { ActivateTask(h); }\n"
                     "TASK(h) { GetResource(q); n++; ReleaseResource(q); TerminateTask(); }\n"
                     "TASK(l) { GetResource(r); n++; ReleaseResource(r); TerminateTask(); }",
                "by task h");
}

/* Whoever gives way by a service is not in the middle of what comes after it. */
static void test_own_services(void **state) {
    (void)state;
    const char *alone = STANDARD TASK_("l", "1", AUTO) TASK_("h", "2", LATER) ISR2("i") END;
    const char *tail = "TASK(h) { n++; TerminateTask(); } ISR(i) { m = (m + 1) & 1; }\n";
    char source[600];
    snprintf(source, sizeof source, HEAD "int n, m; TASK(l) { ActivateTask(h); n++; TerminateTask(); } %s", tail);
    expect_none(alone, source);
    snprintf(source, sizeof source, HEAD "int n, m; TASK(l) { n++; ActivateTask(h); n = 0; TerminateTask(); } %s",
             tail);
    expect_none(alone, source);
    /* ... but it is, when the other one may come by itself, too. */
    expect_race(alone,
                HEAD "int n; TASK(l) { ActivateTask(h); n++; TerminateTask(); } TASK(h) { n++; TerminateTask(); }\n"
                     "ISR(i) { ActivateTask(h); }",
                "by task h");
    const char *events =
        STANDARD "EVENT e { MASK = AUTO; };\n" TASK_("l", "1", AUTO) TASK_("h", "2", AUTO " EVENT = e;") ISR2("i") END;
    expect_none(events, HEAD "int n, m; TASK(l) { n++; SetEvent(h, e); n++; TerminateTask(); }\n"
                             "TASK(h) { WaitEvent(e); n++; TerminateTask(); } ISR(i) { m = (m + 1) & 1; }");
    expect_race(events,
                HEAD "int n; TASK(l) { n++; n++; TerminateTask(); }\n"
                     "TASK(h) { WaitEvent(e); n++; TerminateTask(); } ISR(i) { (void)SetEvent(h, e); }",
                "by task h");
}

/* The result of a service is written after it: after GetResource the lock is there, after ReleaseResource it is not. */
static void test_results(void **state) {
    (void)state;
    const char *oil = STANDARD RESOURCE_("r") TASK_("l", "1", AUTO " RESOURCE = r;") ISR2R("i", "r") END;
    expect_none(oil, HEAD "StatusType s; ISR(i) { s = 7; } "
                          "TASK(l) { s = GetResource(r); ReleaseResource(r); TerminateTask(); }");
    expect_race(oil,
                HEAD "StatusType s; ISR(i) { s = 7; } "
                     "TASK(l) { GetResource(r); s = ReleaseResource(r); TerminateTask(); }",
                "'s' is written by ISR i (a.c:3) while task l writes it (a.c:3)");
    const char *plain = STANDARD TASK_("l", "1", AUTO) ISR2("i") END;
    expect_race(plain, HEAD "TaskType who; ISR(i) { who = 0; } TASK(l) { GetTaskID(&who); TerminateTask(); }", "'who'");
    expect_race(plain,
                HEAD "TaskType who; TaskType l2; ISR(i) { GetTaskID(&who); } TASK(l) { l2 = who; "
                     "TerminateTask(); }",
                "'who' is written by ISR i");
}

/* ---- flags ---- */

/* A task with this statement, and a routine that does this with the flag `f`; good until the next call. */
static const char *with_statements(const char *statement, const char *interrupting) {
    static char source[400];
    snprintf(source, sizeof source,
             HEAD "volatile int f, g; int n[2], m; int o(void) { return 1; } int d(int x) { return x; }\n"
                  "ISR(i) { %s; } TASK(t) { int l = 0; g = 1; %s; if (l > 99) f = 2; TerminateTask(); }",
             interrupting, statement);
    return source;
}

static const char *with_statement(const char *statement) { return with_statements(statement, "f = 1"); }

static void test_volatile(void **state) {
    (void)state;
    expect_none(TASK_AND_ISR, HEAD "volatile int f; ISR(i) { f = 1; } TASK(t) { if (f) f = 0; TerminateTask(); }");
    expect_race(TASK_AND_ISR, HEAD "int f; ISR(i) { f = 1; } TASK(t) { if (f) f = 0; TerminateTask(); }", "'f'");
    expect_race(TASK_AND_ISR, HEAD "volatile int f; ISR(i) { f = 1; } TASK(t) { f++; TerminateTask(); }",
                "task t reads and writes it");
    /* Whoever interrupts is done before the other goes on: its own access need not be plain. */
    expect_none(TASK_AND_ISR, HEAD "volatile int f; ISR(i) { f++; } TASK(t) { f = 1; TerminateTask(); }");
    expect_none(TASK_AND_ISR, HEAD "volatile int f; ISR(i) { f++; } TASK(t) { if (f) {} TerminateTask(); }");
    /* Two instructions, but one operator. */
    static const char *const operators[] = {"l = f++",          "l = ++f",           "l = --f + 1",    "l = f += 2",
                                            "l = (f |= 4)",     "l = (f += o())",    "f = f + o()",    "f = d(f)",
                                            "f = 1 + d(2 * f)", "l = 1, f += g + l", "l = f + o() + f"};
    for (unsigned i = 0; i < sizeof operators / sizeof *operators; i++)
        expect_race(TASK_AND_ISR, with_statement(operators[i]), "'f' is written by ISR i");
    /* Nothing is lost where the other one only reads; to read and then write is no such thing. */
    for (unsigned i = 0; i < sizeof operators / sizeof *operators; i++) {
        expect_none(TASK_AND_ISR, with_statements(operators[i], "m = f"));
        expect_race(TASK_AND_ISR, with_statements(operators[i], "m = f, f = 1"), "'f' is written by ISR i");
    }
    static const char *const plain[] = {"l += f",       "l = l + f",        "l <<= f & 1",    "l += d(f) - o()",
                                        "n[f & 1]++",   "n[f] += o()",      "g += f",         "l = n[f]++",
                                        "f = d(g) + g", "l = f, f = l + 1", "l = d(f) + d(f)"};
    for (unsigned i = 0; i < sizeof plain / sizeof *plain; i++) expect_none(TASK_AND_ISR, with_statement(plain[i]));
    /* Twice in one expression: the two reads need not agree. */
    expect_race(TASK_AND_ISR, HEAD "volatile int f; int l; ISR(i) { f = 1; } TASK(t) { l = f + f; TerminateTask(); }",
                "'f'");
    /* Volatile on one side only. */
    expect_race(TASK_AND_ISR, HEAD "int f; ISR(i) { *(volatile int *)&f = 1; } TASK(t) { if (f) {} TerminateTask(); }",
                "'f'");
    expect_none(TASK_AND_ISR, HEAD "int f; ISR(i) { *(volatile int *)&f = 1; } "
                                   "TASK(t) { if (*(volatile int *)&f) {} TerminateTask(); }");
    expect_none(TASK_AND_ISR, HEAD "volatile struct { int a, b; } s; ISR(i) { s.a = 1; } "
                                   "TASK(t) { if (s.a) {} TerminateTask(); }");
    expect_race(TASK_AND_ISR,
                HEAD "volatile struct { unsigned a : 4, b : 4; } s; ISR(i) { s.a = 1; } "
                     "TASK(t) { s.b = 1; TerminateTask(); }",
                "'s.a'");
}

/* What the target does not move at once is torn. */
static void test_wide(void **state) {
    (void)state;
    const char *source =
        HEAD "volatile long long w; long long c; ISR(i) { w = 1; } TASK(t) { c = w; TerminateTask(); }";
    expect_race_on("armv7-none-eabi", TASK_AND_ISR, source, "'w' is written by ISR i");
    expect_none_on("x86_64-linux-gnu", TASK_AND_ISR, source);
    source = HEAD "volatile long long w; long long c; ISR(i) { c = w; } TASK(t) { w = 1; TerminateTask(); }";
    expect_race_on("armv7-none-eabi", TASK_AND_ISR, source, "'w' is read by ISR i");
    expect_none_on("x86_64-linux-gnu", TASK_AND_ISR, source);
}

/* A ring between a task and an interrupt routine: each writes its own index, and reads the other's. */
static void test_single_writer(void **state) {
    (void)state;
    expect_none(TASK_AND_ISR,
                HEAD "volatile unsigned char h, t_; volatile int b[4], s;\n"
                     "TASK(t) { while (t_ != h) { s = b[t_ & 3]; t_ = (t_ + 1) & 7; } TerminateTask(); }\n"
                     "ISR(i) { if (((h - t_) & 7) < 4) { b[h & 3] = h; h = (h + 1) & 7; } }");
    /* Whatever it is a part of, and whatever leads there. */
    static const char *const places[] = {"s.b", "a[1]", "a[one]", "*to_f", "to_s->b", "s.c"};
    const char *form = HEAD "volatile struct pair { unsigned char a, b; unsigned c : 3, d : 5; } s, *const to_s = &s;\n"
                            "volatile int f, a[2], *const to_f = &f; int m, one = 1;\n"
                            "ISR(i) { m = (%s)%s; } TASK(t) { %s |= 2; TerminateTask(); }";
    char source[500];
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(source, sizeof source, form, places[i], "", places[i]);
        expect_none(TASK_AND_ISR, source);
        snprintf(source, sizeof source, form, places[i], "++", places[i]);
        expect_race(TASK_AND_ISR, source, "by ISR i");
    }
    /* A neighbour in the same unit is written back as it was; a structure is copied number by number. */
    expect_none(TASK_AND_ISR, HEAD "volatile struct { unsigned a : 4, b : 4; } s; int m; ISR(i) { m = s.b; m = s.a; } "
                                   "TASK(t) { s.a = 1; s.a++; TerminateTask(); }");
    expect_race(TASK_AND_ISR,
                HEAD "volatile struct { int a, b; } s, o; int m; ISR(i) { m = s.b; } "
                     "TASK(t) { s = o; TerminateTask(); }",
                "'s.b' is read by ISR i");
    /* What the target does not move at once is torn, whoever writes it. */
    const char *wide = HEAD "volatile long long w; long long c; ISR(i) { c = w; } TASK(t) { w++; TerminateTask(); }";
    expect_race_on("armv7-none-eabi", TASK_AND_ISR, wide, "'w' is read by ISR i");
    expect_none_on("x86_64-linux-gnu", TASK_AND_ISR, wide);
    /* The one who reads is not alone. */
    expect_race(STANDARD TASK_("t", "1", AUTO) ISR2("i") ISR2("j") END,
                HEAD "volatile int f; int m; ISR(i) { m = f; } ISR(j) { f = 0; } TASK(t) { f++; TerminateTask(); }",
                "'f' is written by ISR j");
}

/* ---- parts of objects ---- */

static void test_parts(void **state) {
    (void)state;
    const char *fields = HEAD "struct { int a, b; } s; ISR(i) { s.a++; } TASK(t) { s.%s++; TerminateTask(); }";
    const char *elements = HEAD "int a[3]; ISR(i) { int k = 1; a[k]++; } TASK(t) { int k = %s; a[k]++; "
                                "TerminateTask(); }";
    const char *pointers = HEAD "int x, y; int *p = &%s; ISR(i) { (*p)++; } TASK(t) { x++; TerminateTask(); }";
    char source[400];
    snprintf(source, sizeof source, fields, "b");
    expect_none(TASK_AND_ISR, source);
    snprintf(source, sizeof source, fields, "a");
    expect_race(TASK_AND_ISR, source, "'s.a'");
    snprintf(source, sizeof source, elements, "2");
    expect_none(TASK_AND_ISR, source);
    snprintf(source, sizeof source, elements, "1");
    expect_race(TASK_AND_ISR, source, "'a[1]'");
    snprintf(source, sizeof source, pointers, "y");
    expect_none(TASK_AND_ISR, source);
    snprintf(source, sizeof source, pointers, "x");
    expect_race(TASK_AND_ISR, source, "'x'");
    /* A whole record and a part of it: the part is named. */
    expect_race(TASK_AND_ISR, HEAD "struct { int a, b; } s, k; ISR(i) { s.b = 1; } TASK(t) { k = s; TerminateTask(); }",
                "'s.b'");
    expect_race(TASK_AND_ISR, HEAD "struct { int a, b; } s, k; ISR(i) { k = s; } TASK(t) { s.b = 1; TerminateTask(); }",
                "'s.b'");
    /* Somebody else's local variable. */
    expect_race(TASK_AND_ISR,
                HEAD "int *p; ISR(i) { if (p) *p = 1; } TASK(t) { int l = 0; SuspendAllInterrupts(); p = &l; "
                     "ResumeAllInterrupts(); l = 2; SuspendAllInterrupts(); p = 0; ResumeAllInterrupts(); "
                     "TerminateTask(); }",
                "'l' is written by ISR i");
    /* What is not evaluated is not accessed. */
    expect_none(TASK_AND_ISR, HEAD "int f, n, l; ISR(i) { n = 1; } TASK(t) { l = f && n; "
                                   "TerminateTask(); }");
    expect_race(TASK_AND_ISR, HEAD "int f, n, l; ISR(i) { n = 1; } TASK(t) { l = !f && n; TerminateTask(); }", "'n'");
}

/* A value that a function returns is written where its caller wants it, which is where that is told; arguments are read
 * where it is called. */
static void test_calls(void **state) {
    (void)state;
    expect_race(TASK_AND_ISR,
                HEAD "int n, m; static int f(int a) {\nreturn a;\n}\nISR(i) { m = n; } TASK(t) { n = f(3); "
                     "TerminateTask(); }",
                "'n' is read by ISR i (a.c:6) while task t writes it (a.c:6)");
    expect_race(TASK_AND_ISR,
                HEAD "int n; static int f(int a) { return a; }\nISR(i) { n = 1; } TASK(t) { f(n); TerminateTask(); }",
                "'n'");
}

/* ---- time ---- */

static void test_alarms(void **state) {
    (void)state;
    const char *callback =
        STANDARD COUNTER TASK_("t", "1", AUTO) ALARM_("ALARMCALLBACK { ALARMCALLBACKNAME = \"tick\"; }") END;
    expect_race(callback, HEAD "int n; ALARMCALLBACK(tick) { n = 1; } TASK(t) { n = 2; TerminateTask(); }",
                "'n' is written by callback of al (a.c:3) while task t writes it");
    expect_none(callback, HEAD "int n; ALARMCALLBACK(tick) { n = 1; } TASK(t) { SuspendAllInterrupts(); n = 2; "
                               "ResumeAllInterrupts(); TerminateTask(); }");
    const char *activation =
        STANDARD COUNTER TASK_("t", "1", AUTO) TASK_("h", "2", LATER) ALARM_("ACTIVATETASK { TASK = h; }") END;
    expect_race(activation, HEAD "int n; TASK(h) { n = 1; TerminateTask(); } TASK(t) { n = 2; TerminateTask(); }",
                "'n' is written by task h (a.c:3) while task t writes it");
    expect_none(STANDARD COUNTER NON_("t", "1", AUTO) TASK_("h", "2", LATER) ALARM_("ACTIVATETASK { TASK = h; }") END,
                HEAD "int n; TASK(h) { n = 1; TerminateTask(); } TASK(t) { n = 2; TerminateTask(); }");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counter),
        cmocka_unit_test(test_first_access),
        cmocka_unit_test(test_interrupts_held_off),
        cmocka_unit_test(test_resource_with_interrupt),
        cmocka_unit_test(test_nested_interrupts),
        cmocka_unit_test(test_tasks),
        cmocka_unit_test(test_resource),
        cmocka_unit_test(test_own_services),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_volatile),
        cmocka_unit_test(test_single_writer),
        cmocka_unit_test(test_wide),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_alarms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
