/* Locals that are read before they have a value. */
#include "app/parts.h"
#include "scenario.h"

#define ONE     STANDARD TASK_("t", "5", AUTO) END
#define BODY(c) HEAD "#include <string.h>\nTASK(t) { " c " TerminateTask(); }"
#define REST    "#include <string.h>\nvolatile int sink;\nvoid use(int n) { sink = n; }\n"

static void good(const char *source) { expect(ONE, source, ""); }
static void bad(const char *source) { expect(ONE, source, "uninitialised"); }

static uint32_t block_of(const char *source) {
    struct scenario scenario = scenario_load(ONE, source, NULL);
    assert_non_null(scenario.app);
    uint32_t most = 0;
    for (uint32_t f = 0; f < app_program(scenario.app)->function_count; f++) {
        uint32_t size = beside_room(&scenario.app->analysis, app_program(scenario.app)->functions[f]);
        if (size > most) most = size;
    }
    scenario_free(&scenario);
    return most;
}

static void test_numbers(void **state) {
    (void)state;
    bad(BODY("int x; assert(x == 0);"));
    bad(BODY("int x; x++;"));
    bad(BODY("int x; x += 1;"));
    bad(BODY("int x, y = x + 1; (void)y;"));
    bad(BODY("float x; assert(x == 0);"));
    bad(BODY("int *x; assert(!x);"));
    bad(BODY("_Bool x; if (x) {}"));
    good(BODY("int x = 3; assert(x == 3);"));
    good(BODY("int x; x = 3; assert(x == 3);"));
    good(BODY("int x; (void)x; (void)sizeof x; (void)&x;"));
    good(BODY("static int x; assert(x == 0);"));
    good(BODY("int x = random(0, 2); assert(x < 3);"));
    good(HEAD "int n; TASK(t) { assert(n == 0); TerminateTask(); }");
}

static void test_message(void **state) {
    (void)state;
    struct scenario scenario =
        scenario_run(ONE, BODY("struct { int a, b[3]; } s; s.b[1] = 7; assert(s.b[1] == 7);\nif (s.b[2]) {}"), NULL);
    assert_string_equal(scenario.kind, "uninitialised");
    assert_string_equal(scenario.message, "t reads 's.b[2]', which has no value yet");
    assert_int_equal(scenario.result->violations.items[0].place.line, 5);
    scenario_free(&scenario);
}

static void test_ways(void **state) {
    (void)state;
    bad(BODY("int x; if (random(0, 1)) x = 1; assert(x == 1);"));
    good(BODY("int x; if (random(0, 1)) x = 1; else x = 2; assert(x);"));
    good(BODY("int x, c = random(0, 1); if (c) x = 1; if (c) assert(x == 1);"));
    bad(BODY("int x, c = random(0, 1); if (c) x = 1; if (!c) assert(x == 0);"));
    bad(BODY("int x, i; for (i = 0; i < random(0, 2); i++) x = i; assert(x < 3);"));
    good(BODY("int x, i; for (i = 0; i < 2; i++) x = i; assert(x == 1);"));
    good(BODY("int x; do x = random(0, 1); while (x); assert(!x);"));
    good(BODY("int x; assert((x = 4) == 4);"));
    good(BODY("int x; if (random(0, 1) && (x = 1)) assert(x == 1);"));
    bad(BODY("int x; if (random(0, 1) && (x = 1)) {} assert(x == 1);"));
    good(BODY("int x, y = random(0, 1); if (y) x = 2; assert(!y || x == 2);"));
}

/* Each time a declaration is passed, and where one is jumped over. */
static void test_scopes(void **state) {
    (void)state;
    bad(BODY("for (int i = 0; i < 2; i++) { int x; if (i == 0) x = 1; assert(x == 1); }"));
    good(BODY("for (int i = 0; i < 2; i++) { int x; x = i; assert(x == i); }"));
    bad(BODY("int i = 0; again: ; int x; if (i == 0) x = 1; assert(x == 1); if (i++ == 0) goto again;"));
    good(BODY("int i = 0; again: ; int x = i; assert(x == i); if (i++ == 0) goto again; assert(x == 1);"));
    good(BODY("int i = 0; again: if (i == 1) goto over; int x = 5; over: if (i++ < 1) goto again; assert(x == 5);"));
    bad(BODY("switch (random(1, 2)) { int x; case 1: x = 5; break; case 2: assert(x == 5); }"));
    bad(BODY("switch (1) { int x = 5; case 1: assert(x == 5); }"));
    good(BODY("switch (1) { int x; case 1: x = 5; assert(x == 5); }"));
    bad(BODY("goto over; int x = 1; over: assert(x == 1);"));
    bad(BODY("int i = 0; while (i < 2) { int x; if (i++) { assert(x == 1); continue; } x = 1; }"));
}

static void test_idiom(void **state) {
    (void)state;
    good(BODY("int x = x; x = 3; assert(x == 3);"));
    bad(BODY("int x = x; assert(x == 0);"));
    bad(BODY("int x; x = x; "));
}

static void test_frames(void **state) {
    (void)state;
    bad(HEAD REST "int f(int set) { int x; if (set) x = 7; return x; }\n"
                  "TASK(t) { use(f(1)); use(f(0)); TerminateTask(); }");
    good(HEAD REST "int f(int set) { int x; if (set) x = 7; return set ? x : 0; }\n"
                   "TASK(t) { use(f(1)); use(f(0)); TerminateTask(); }");
    /* the outer call's x has a value, the inner one's has not */
    bad(HEAD REST "int f(int n) { int x; if (n) { x = n; return f(n - 1) + x; } return x; }\n"
                  "TASK(t) { use(f(2)); TerminateTask(); }");
    good(HEAD REST "int f(int n) { int x; if (n) { x = n; return f(n - 1) + x; } return 0; }\n"
                   "TASK(t) { use(f(2)); TerminateTask(); }");
    /* a task that is activated again begins anew */
    bad(HEAD "int n; TASK(t) { int x; if (n == 0) x = 1; n++; if (x != 1) {} if (n == 2) TerminateTask(); "
             "ChainTask(t); }");
}

static void test_results(void **state) {
    (void)state;
    bad(HEAD REST "int f(int n) { if (n) return 1; }\nTASK(t) { use(f(1)); use(f(0)); TerminateTask(); }");
    good(HEAD REST "int f(int n) { if (n) return 1; }\nTASK(t) { use(f(1)); (void)f(0); TerminateTask(); }");
    bad(HEAD "struct s { int a; }; struct s f(void) { }\nTASK(t) { struct s s = f(); (void)s; TerminateTask(); }");
}

/* A service that fails writes nothing. */
static void test_services(void **state) {
    (void)state;
    const char *oil =
        EXTENDED "EVENT e { MASK = AUTO; };\n" TASK_("t", "5", AUTO) TASK_("u", "6", LATER " EVENT = e;") END;
    const char *rest = "TASK(u) { TerminateTask(); }";
    char text[512];
    snprintf(text, sizeof text,
             HEAD "TASK(t) { EventMaskType m; if (GetEvent(u, &m)) {} if (m) {} TerminateTask(); }%s", rest);
    expect(oil, text, "uninitialised");
    snprintf(text, sizeof text,
             HEAD "TASK(t) { EventMaskType m; if (GetEvent(u, &m) == E_OK) assert(!m); TerminateTask(); }%s", rest);
    expect(oil, text, "");
    snprintf(text, sizeof text,
             HEAD "TASK(t) { TaskStateType s; TaskType i; (void)GetTaskState(u, &s); assert(s == SUSPENDED);\n"
                  "(void)GetTaskID(&i); assert(i == t); TerminateTask(); }%s",
             rest);
    expect(oil, text, "");
}

static void test_parts(void **state) {
    (void)state;
#define S "struct s { char a; int b; } s; "
    good(BODY(S "s.a = 1; s.b = 2; assert(s.a + s.b == 3);"));
    bad(BODY(S "s.a = 1; assert(s.b == 0);"));
    good(BODY("struct { char a; int b; } s = { 1 }; assert(s.b == 0);"));
    good(BODY("int a[3] = { 0 }; assert(a[2] == 0);"));
    good(BODY("char a[4] = \"x\"; assert(a[3] == 0);"));
    good(BODY("int a[3], i; for (i = 0; i < 3; i++) a[i] = i; assert(a[random(0, 2)] < 3);"));
    bad(BODY("int a[3], i; for (i = 0; i < 2; i++) a[i] = i; assert(a[random(0, 2)] < 3);"));
    bad(BODY("int a[40]; a[39] = 1; assert(a[38] == 0);"));
    good(BODY("int a[40]; a[39] = 1; assert(a[39] == 1);"));
    good(BODY("struct { unsigned a : 3, b : 7; } s; s.a = 5; assert(s.a == 5);"));
    bad(BODY("struct { unsigned a : 3, b : 7; } s; s.a = 5; assert(s.b == 0);"));
    good(BODY("struct { unsigned a : 3, b : 7; } s; s.a = 5; s.b = 9; assert(s.a + s.b == 14);"));
    good(BODY("union { int i; char c[4]; } u; u.i = 5; assert(u.c[0] == 5);"));
    bad(BODY("union { int i; char c[4]; } u; u.c[0] = 5; assert(u.i == 5);"));
    good(BODY("struct { int a; } *p, s; p = &s; p->a = 3; assert(s.a == 3);"));
}

static void test_pointers(void **state) {
    (void)state;
    good(HEAD REST "void set(int *p) { *p = 4; }\nTASK(t) { int x; set(&x); use(x); TerminateTask(); }");
    bad(HEAD REST "void set(int *p, int n) { if (n) *p = 4; }\n"
                  "TASK(t) { int x; set(&x, random(0, 1)); use(x); TerminateTask(); }");
    bad(HEAD REST "void look(int *p) { use(*p); }\nTASK(t) { int x; look(&x); TerminateTask(); }");
    good(BODY("int x[2]; memset(x, 0, sizeof x); assert(x[1] == 0);"));
    bad(BODY("int x[2]; memset(x, 0, sizeof *x); assert(x[1] == 0);"));
    bad(BODY("int x; unsigned char *p = (unsigned char *)&x; p[0] = 1; p[2] = 3; assert(x);"));
    bad(BODY("char s[4]; s[0] = 'a'; assert(strlen(s) == 1);"));
    bad("#include <stdio.h>\n" BODY("char s[4]; s[0] = 'a'; printf(\"%s\", s);"));
}

/* Structures may be copied before all of their members have values, and take that along. */
static void test_copies(void **state) {
    (void)state;
#define FRAME REST "struct frame { char n; int data[2]; } queue[2];\n"
    good(HEAD FRAME "TASK(t) { struct frame f; f.n = 1; f.data[0] = 5; queue[1] = f; use(queue[1].data[0]);\n"
                    "use(queue[0].data[1]); TerminateTask(); }");
    bad(HEAD FRAME "TASK(t) { struct frame f; f.n = 1; f.data[0] = 5; queue[1] = f; use(queue[1].data[1]);\n"
                   "TerminateTask(); }");
    good(HEAD FRAME "TASK(t) { struct frame f; f.n = 1; queue[1] = f; queue[1].data[1] = 2; use(queue[1].data[1]);\n"
                    "TerminateTask(); }");
    bad(HEAD FRAME "void send(struct frame f) { use(f.data[f.n]); }\n"
                   "TASK(t) { struct frame f; f.n = 1; f.data[0] = 5; send(f); TerminateTask(); }");
    good(HEAD FRAME "void send(struct frame f) { use(f.data[f.n]); }\n"
                    "TASK(t) { struct frame f; f.n = 0; f.data[0] = 5; send(f); TerminateTask(); }");
    bad(HEAD FRAME "struct frame make(void) { struct frame f; f.n = 1; return f; }\n"
                   "TASK(t) { struct frame f = make(); use(f.n); use(f.data[0]); TerminateTask(); }");
    good(HEAD FRAME "struct frame make(void) { struct frame f; f.n = 1; return f; }\n"
                    "TASK(t) { struct frame f = make(); use(f.n); TerminateTask(); }");
    bad(HEAD FRAME "TASK(t) { struct frame f, g; f.n = 1; memcpy(&g, &f, sizeof g); use(g.n); use(g.data[1]);\n"
                   "TerminateTask(); }");
    good(HEAD FRAME "TASK(t) { struct frame f, g; f.n = 1; memcpy(&g, &f, sizeof g); use(g.n); TerminateTask(); }");
    /* a whole structure takes the place of half of one */
    good(HEAD FRAME
         "TASK(t) { struct frame f, g = { 1, { 2, 3 } }; f.n = 4; f = g; use(f.data[1]); TerminateTask(); }");
}

/* What is between members has no value, unless something gives all bytes one. */
static void test_padding(void **state) {
    (void)state;
#define PADDED                                                                                                         \
    REST "struct s { char c; int i; } g; struct n { int a, b; }; struct o { char x; struct s s, v; };\n"               \
         "union u { char c; int i; struct s s; }; struct b { unsigned a : 3, b : 7; };\n"                              \
         "void sum(const void *p, int n) { const unsigned char *b = p; while (n--) use(*b++); }\n"                     \
         "struct s made(void) { return (struct s){ 1, 2 }; }\nvoid given(struct s s) { sum(&s, 8); }\n"
#define LOOK(c) HEAD PADDED "TASK(t) { " c " TerminateTask(); }"
    bad(LOOK("struct s a = { 1, 2 }, b = { 1, 2 }; assert(memcmp(&a, &b, sizeof a) == 0);"));
    good(LOOK("struct s a = { 0 }; sum(&a, sizeof a);"));
    good(LOOK("struct o a = { 0 }; sum(&a, sizeof a);"));
    bad(LOOK("struct s a = { 0, 0 }; sum(&a, sizeof a);"));
    bad(LOOK("struct s a = { 1 }; sum(&a, sizeof a);"));
    bad(LOOK("union u a = { 0 }; sum(&a, sizeof a);"));
    bad(LOOK("struct s a = { .i = 1 }; sum(&a, sizeof a);"));
    good(LOOK("struct s a = {}; sum(&a, sizeof a);"));
    good(LOOK("struct n a = { 0 }; sum(&a, sizeof a);"));
    good(LOOK("struct s a = { 1, 2 }; sum(&a, 1); sum(&a.i, sizeof a.i);"));
    good(LOOK("struct s a; memset(&a, 0, sizeof a); a.c = 1; a.i = 2; sum(&a, sizeof a);"));
    good(LOOK("struct s a = { 1, 2 }; memset(&a, 0, sizeof a); sum(&a, sizeof a);"));
    good(LOOK("static struct s a = { 1, 2 }; sum(&a, sizeof a); sum(&g, sizeof g);"));
    /* what an initializer does not mention is zero with its padding */
    good(LOOK("struct o a = { 1 }; sum(&a.s, sizeof a.s);"));
    bad(LOOK("struct o a = { 1 }; sum(&a, sizeof a);"));
    bad(LOOK("struct o a = { 1, { 2 } }; sum(&a.s, sizeof a.s);"));
    good(LOOK("struct o a = { 1, { 2 } }; sum(&a.v, sizeof a.v);"));
    good(LOOK("struct o a = { 1, {} }; sum(&a.s, sizeof a.s);"));
    good(LOOK("struct s a[3] = { { 1, 2 } }; sum(&a[1], 2 * sizeof *a);"));
    bad(LOOK("struct s a[3] = { { 1, 2 } }; sum(a, sizeof *a);"));
    bad(LOOK("struct s a[20] = { [9] = { 1, 2 } }; sum(a, sizeof a);"));
    /* unions and bit-fields */
    bad(LOOK("union u u = { 1 }; assert(u.i == 1);"));
    good(LOOK("union u u = { 1 }; assert(u.c == 1);"));
    good(LOOK("union u u = { .i = 1 }; assert(u.c == 1);"));
    bad(LOOK("union u u = { .s = { 1, 2 } }; assert(u.i == 1);"));
    good(LOOK("union u u = { .s = { 1, 2 } }; assert(u.c == 1);"));
    good(LOOK("union u u = {}; sum(&u, sizeof u);"));
    good(LOOK("struct b b = { 1, 2 }; assert(b.a == 1 && b.b == 2); sum(&b, 1);"));
    bad(LOOK("struct b b = { 1, 2 }; sum(&b, 2);"));
    bad(LOOK("union { struct b b; unsigned raw; } u = { { 1, 2 } }; assert(u.raw == 17);"));
    bad(LOOK("union { char c; int i; char all[80]; } u = { 1 }; assert(u.all[70] == 0);"));
    /* it goes along with copies */
    bad(LOOK("g = (struct s){ 1, 2 }; sum(&g, sizeof g);"));
    bad(LOOK("sum(&(struct s){ 1, 2 }, sizeof g);"));
    bad(LOOK("struct s a = made(); sum(&a, sizeof a);"));
    bad(LOOK("given((struct s){ 1, 2 });"));
    good(LOOK("given(g);"));
    bad(LOOK("struct s a = { 1, 2 }; char b[8]; memcpy(b, &a, 8); assert(b[1] == 0);"));
    good(LOOK("struct s a = { 1, 2 }; char b[8]; memcpy(b, &a, 8); assert(b[0] == 1);"));
    bad(LOOK("struct s a = { 1, 2 }; struct n n; memcpy(&n, &a, 8); assert(n.a == 1);"));
    bad("#include <stdio.h>\n" LOOK("struct s a = { 'x', 2 }; printf(\"%s\", (char *)&a);"));
}

/* What can be proved costs nothing; a number that cannot, a byte. */
static void test_cost(void **state) {
    (void)state;
    assert_int_equal(block_of(BODY("int x, y; if (random(0, 1)) x = y = 1; else x = y = 2; assert(x == y);")), 0);
    assert_int_equal(block_of(BODY("struct { char a; int b; } s, r; s.a = 1; s.b = 2; r = s; assert(r.b);")), 0);
    assert_int_equal(block_of(BODY("int a[50] = { 1 }; assert(a[random(0, 49)] < 2);")), 0);
    assert_int_equal(block_of(BODY("int x = 1, *p = &x; assert(*p);")), 0);
    assert_int_equal(block_of(HEAD FRAME
                              "int f(struct frame *p) { return p->n + p->data[1]; }\n"
                              "TASK(t) { struct frame a = { 1 }; queue[0] = a; use(f(&a)); TerminateTask(); }"),
                     0);
    assert_int_equal(block_of(BODY("int x; if (random(0, 1)) x = 1; assert(x);")), 1);
    assert_int_equal(block_of(BODY("TaskStateType x; GetTaskState(t, &x); assert(x == RUNNING);")), 1);
    assert_int_equal(block_of(BODY("int x, *p = &x; *p = 1; assert(x);")), 4);
    struct app_options options = app_options_default();
    options.disabled[APP_CHECK_UNINITIALISED] = true;
    expect_with(ONE, BODY("int x; assert(x == 0);"), &options, "");
    expect_with(ONE, HEAD REST "int f(void) { }\nTASK(t) { use(f()); TerminateTask(); }", &options, "");
}

/* An interrupt may come between the test and the use. */
static void test_interrupted(void **state) {
    (void)state;
    const char *oil = STANDARD TASK_("t", "5", AUTO) ISR2("i") END;
    const char *source = HEAD "volatile int ready;\nISR(i) { ready = 1; }\n"
                              "TASK(t) { int x; if (ready) x = 1; if (ready) assert(x == 1); TerminateTask(); }";
    struct app_options options = app_options_default();
    options.other_isrs.times = 1;
    options.disabled[APP_CHECK_RACE] = true;
    expect_with(oil, source, &options, "uninitialised");
    options.other_isrs.times = 0;
    expect_with(oil, source, &options, "");
}

/* Looking for races while a structure is copied changes nothing. */
static void test_wary(void **state) {
    (void)state;
    const char *oil = STANDARD TASK_("t", "5", AUTO) ISR2("i") END;
    const char *source = HEAD "struct pair { int a, b; } queue[2];\nvolatile int n, now;\n"
                              "ISR(i) { struct pair p; p.a = 1; if (now) { queue[1] = p; n = queue[1].b; } }\n"
                              "TASK(t) { now = 1; n = queue[0].a; now = 0; TerminateTask(); }";
    expect(oil, source, "uninitialised");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),     cmocka_unit_test(test_message),  cmocka_unit_test(test_ways),
        cmocka_unit_test(test_scopes),      cmocka_unit_test(test_idiom),    cmocka_unit_test(test_frames),
        cmocka_unit_test(test_results),     cmocka_unit_test(test_services), cmocka_unit_test(test_parts),
        cmocka_unit_test(test_pointers),    cmocka_unit_test(test_copies),   cmocka_unit_test(test_cost),
        cmocka_unit_test(test_interrupted), cmocka_unit_test(test_wary),     cmocka_unit_test(test_padding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
