/* Designs in Promela and in C behave alike behind the interface; what goes wrong in C stays in its process. */
#include "base/clock.h"
#include "base/file.h"
#include "conform/design_c.h"
#include "conform/design_promela.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char promela_text[] = "byte turn; typedef T { byte s }; T task[3];\n"
                                   "inline Set(i, v) { task[i].s = v; turn = i }\n"
                                   "inline Choose(i) { if :: turn = i :: turn = i + 1 fi }\n"
                                   "inline Wait(v) { turn == v }\n"
                                   "inline Check(v) { assert(turn == v) }\n";

static const char c_text[] =
    "#include \"rtcheck_design.h\"\n"
    "#include <stdlib.h>\n"
    "struct state { uint8_t turn; struct { uint8_t s; } task[3]; int16_t below; };\n"
    "static unsigned set(void *p, const int32_t *a, unsigned c) { struct state *s = p;\n"
    "  s->task[a[0]].s = a[1]; s->turn = a[0]; s->below = -a[1]; return 1; }\n"
    "static unsigned choose(void *p, const int32_t *a, unsigned c) { ((struct state *)p)->turn = a[0] + c; return 2; "
    "}\n"
    "static unsigned wait(void *p, const int32_t *a, unsigned c) { return ((struct state *)p)->turn == a[0]; }\n"
    "static unsigned crash(void *p, const int32_t *a, unsigned c) { *(volatile int *)8 = 1; return 1; }\n"
    "static unsigned hang(void *p, const int32_t *a, unsigned c) { for (volatile int i = 0;; i++); return 1; }\n"
    "static unsigned leave(void *p, const int32_t *a, unsigned c) { exit(0); }\n"
    "static unsigned many(void *p, const int32_t *a, unsigned c) { return 1000000; }\n"
    "static unsigned several(void *p, const int32_t *a, unsigned c) { ((struct state *)p)->below = c; return a[0]; }\n"
    "static const struct rtcheck_call calls[] = {{\"Set\", 2, set}, {\"Choose\", 1, choose}, {\"Wait\", 1, wait},\n"
    "  {\"Crash\", 0, crash}, {\"Hang\", 0, hang}, {\"Leave\", 0, leave}, {\"Many\", 0, many}, {\"Several\", 1, "
    "several}, {0}};\n"
    "static const struct rtcheck_variable variables[] = {RTCHECK_VARIABLE(struct state, turn),\n"
    "  RTCHECK_ARRAY(struct state, task, s), RTCHECK_VARIABLE(struct state, below), {0}};\n"
    "const struct rtcheck_design rtcheck_design = {RTCHECK_DESIGN_VERSION, sizeof(struct state), 0, calls, "
    "variables};\n";

enum { SET, CHOOSE, WAIT, CRASH, CHECK = CRASH, HANG, LEAVE, MANY, SEVERAL };
static const struct design_need needs[] = {{.name = "Set", .argument_count = 2},
                                           {.name = "Choose", .argument_count = 1},
                                           {.name = "Wait", .argument_count = 1},
                                           {.name = "Crash"},
                                           {.name = "Hang"},
                                           {.name = "Leave"},
                                           {.name = "Many"},
                                           {.name = "Several", .argument_count = 1}};
static const struct design_need promela_needs[] = {{.name = "Set", .argument_count = 2},
                                                   {.name = "Choose", .argument_count = 1},
                                                   {.name = "Wait", .argument_count = 1},
                                                   {.name = "Check", .argument_count = 1}};

struct seen {
    unsigned count, faults;
    unsigned run[64];
    int64_t turn[64], task_2[64];
    char kind[64];
    unsigned char state[256];
    uint32_t size;
    struct design *design;
    unsigned handles[2];
};

static void see(void *context, unsigned run, const void *state, uint32_t size, const struct design_fault *fault) {
    struct seen *seen = context;
    int64_t two = 2;
    assert_true(size <= sizeof seen->state);
    if (fault) {
        seen->faults++;
        snprintf(seen->kind, sizeof seen->kind, "%s", fault->kind);
        return;
    }
    memcpy(seen->state, state, size);
    seen->size = size;
    if (seen->count == 64 || !seen->design) return;
    seen->run[seen->count] = run;
    assert_int_equal(seen->design->read(seen->design, seen->handles[0], NULL, state, size, &seen->turn[seen->count]),
                     DESIGN_READ);
    assert_int_equal(seen->design->read(seen->design, seen->handles[1], &two, state, size, &seen->task_2[seen->count]),
                     DESIGN_READ);
    seen->count++;
}

static char *write_file(const char *name, const char *text) {
    struct text path = {0};
    text_printf(&path, "/tmp/rtcheck-test-%d-%s", (int)getpid(), name);
    assert_true(file_write(text_chars(&path), text, strlen(text)));
    return text_take(&path);
}

static void begin(struct design *design, struct seen *seen) {
    unsigned indices;
    *seen = (struct seen){.design = design};
    assert_int_equal(design->find(design, "turn", &seen->handles[0], &indices), DESIGN_FOUND);
    assert_int_equal(indices, 0);
    assert_int_equal(design->find(design, "task[].s", &seen->handles[1], &indices), DESIGN_FOUND);
    assert_int_equal(indices, 1);
    assert_true(design->start(design, see, seen));
    assert_int_equal(seen->count, 1);
    seen->count = 0;
}

static void run_all(struct seen *seen, const struct design_run *runs, unsigned count) {
    unsigned char state[256];
    memcpy(state, seen->state, seen->size);
    seen->count = seen->faults = 0;
    seen->design->run(seen->design, state, seen->size, runs, count, see, seen);
}

/* What both must do. */
static void check_calls(struct design *design) {
    struct seen seen;
    unsigned handle, indices;
    int64_t three = 3, value;
    begin(design, &seen);
    assert_int_equal(design->find(design, "task[].nothing", &handle, &indices) == DESIGN_FOUND, false);
    assert_int_equal(design->find(design, "nothing", &handle, &indices), DESIGN_UNKNOWN);
    assert_int_equal(design->find(design, "task", &handle, &indices), DESIGN_SHAPE);
    assert_int_equal(design->read(design, seen.handles[1], &three, seen.state, seen.size, &value), DESIGN_NOTHING);
    const int32_t two_five[] = {2, 5}, one[] = {1}, two[] = {2};
    const struct design_invocation set = {SET, 2, two_five}, choose = {CHOOSE, 1, one}, wait = {WAIT, 1, two};
    const struct design_invocation set_choose[] = {set, choose}, choose_wait[] = {choose, wait},
                                   set_choose_wait_wait[] = {set, choose, wait, wait};
    const struct design_run runs[] = {
        {set_choose, 2}, {choose_wait, 2}, {&wait, 1}, {NULL, 0}, {set_choose_wait_wait, 4}};
    run_all(&seen, runs, 5);
    assert_int_equal(seen.faults, 3); /* a way each of the second, the third and the last leads nowhere */
    assert_string_equal(seen.kind, "blocked");
    assert_int_equal(seen.count, 5); /* 2, 1, refused, unchanged, 1 */
    unsigned per_run[5] = {0};
    for (unsigned i = 0; i < seen.count; i++) {
        per_run[seen.run[i]]++;
        if (seen.run[i] == 0) assert_int_equal(seen.task_2[i], 5);
        if (seen.run[i] == 1) assert_int_equal(seen.turn[i], 2);
        if (seen.run[i] == 3) assert_int_equal(seen.turn[i], 0);
        if (seen.run[i] == 4) assert_int_equal(seen.turn[i] * 10 + seen.task_2[i], 25);
    }
    const unsigned expected[] = {2, 1, 0, 1, 1};
    assert_memory_equal(per_run, expected, sizeof expected);
}

static void promela_design(void **state) {
    (void)state;
    char *path = write_file("design.pml", promela_text);
    struct diagnostics diagnostics = {0};
    struct program_options options = {0};
    struct design *design = design_promela_load(path, &options, promela_needs, 4, &diagnostics);
    assert_non_null(design);
    check_calls(design);
    struct seen seen;
    begin(design, &seen);
    const int32_t seven[] = {7};
    const struct design_invocation check = {CHECK, 1, seven};
    run_all(&seen, &(struct design_run){&check, 1}, 1);
    assert_int_equal(seen.faults, 1);
    assert_string_equal(seen.kind, "assertion");
    design_release(design);
    unlink(path);
    free(path);
    diag_free(&diagnostics);
}

static struct design *load_c(const char *path) {
    struct diagnostics diagnostics = {0};
    struct design_c_limits limits = {.call_seconds = 0.3};
    struct design *design = design_c_load(path, &limits, needs, 8, &diagnostics);
    diag_print(&diagnostics, stderr);
    assert_non_null(design);
    diag_free(&diagnostics);
    return design;
}

static void c_design(void **state) {
    (void)state;
    char *path = write_file("design.c", c_text);
    struct design *design = load_c(path);
    check_calls(design);
    struct seen seen;
    unsigned handle, indices;
    int64_t value;
    begin(design, &seen);
    const int32_t two_five[] = {2, 5};
    const struct design_invocation set = {SET, 2, two_five};
    run_all(&seen, &(struct design_run){&set, 1}, 1);
    assert_int_equal(design->find(design, "below", &handle, &indices), DESIGN_FOUND);
    assert_int_equal(design->read(design, handle, NULL, seen.state, seen.size, &value), DESIGN_READ);
    assert_int_equal(value, -5);
    design_release(design);
    unlink(path);
    free(path);
}

/* The runs before and after one that kills the process are made all the same. */
static void expect_death(struct design *design, unsigned call, const char *kind) {
    struct seen seen;
    begin(design, &seen);
    const int32_t two_five[] = {2, 5};
    const struct design_invocation set = {SET, 2, two_five}, bad[] = {set, {call, 0, NULL}};
    const struct design_run runs[] = {{&set, 1}, {bad, 2}, {&set, 1}};
    run_all(&seen, runs, 3);
    assert_int_equal(seen.faults, 1);
    assert_string_equal(seen.kind, kind);
    assert_int_equal(seen.count, 2);
    assert_int_equal(seen.run[0], 0);
    assert_int_equal(seen.run[1], 2);
}

static void deaths_are_results(void **state) {
    (void)state;
    char *path = write_file("dies.c", c_text);
    struct design *design = load_c(path);
    expect_death(design, CRASH, "crash");
    expect_death(design, LEAVE, "crash");
    expect_death(design, MANY, "choices");
    expect_death(design, HANG, "endless");
    expect_death(design, CRASH, "crash");
    design_release(design);
    unlink(path);
    free(path);
}

/* More results than fit at once. */
static void many_results_all_arrive(void **state) {
    (void)state;
    char *path = write_file("many.c", c_text);
    struct design *design = load_c(path);
    struct seen seen;
    begin(design, &seen);
    const int32_t thousand[] = {1000};
    const struct design_invocation several = {SEVERAL, 1, thousand};
    const struct design_invocation twice[] = {several, several};
    struct seen all = {.design = NULL};
    design->run(design, seen.state, seen.size, &(struct design_run){twice, 2}, 1, see, &all);
    int64_t value;
    unsigned handle, indices;
    design->find(design, "below", &handle, &indices);
    design->read(design, handle, NULL, all.state, all.size, &value);
    assert_int_equal(value, 999); /* the last of a million */
    design_release(design);
    unlink(path);
    free(path);
}

static void calls_are_fast_enough(void **state) {
    (void)state;
    char *path = write_file("fast.c", c_text);
    struct design *design = load_c(path);
    struct seen seen;
    enum { BATCH = 20, ROUNDS = 2500 };
    struct design_run runs[BATCH];
    const int32_t two_five[] = {2, 5};
    const struct design_invocation set = {SET, 2, two_five};
    begin(design, &seen);
    for (unsigned i = 0; i < BATCH; i++) runs[i] = (struct design_run){&set, 1};
    double start = clock_seconds();
    for (unsigned i = 0; i < ROUNDS; i++) run_all(&seen, runs, BATCH);
    double seconds = clock_seconds() - start;
    print_message("%.0f calls/s\n", BATCH * ROUNDS / seconds);
    assert_true(seconds < 30); /* a machine under load; 100,000 calls/s would be 0.5 s */
    design_release(design);
    unlink(path);
    free(path);
}

static void expect_refusal(const char *name, const char *text, const char *message) {
    char *path = write_file(name, text);
    struct diagnostics diagnostics = {0};
    struct design_c_limits limits = {0};
    assert_null(design_c_load(path, &limits, needs, 1, &diagnostics));
    assert_true(diagnostics.errors >= 1);
    if (!strstr(diagnostics.list.items[0].message, message)) fail_msg("%s", diagnostics.list.items[0].message);
    unlink(path);
    free(path);
    diag_free(&diagnostics);
}

static void bad_designs_are_refused(void **state) {
    (void)state;
    expect_refusal("a.c", "int x = ;", "cc does not compile it");
    expect_refusal("b.c", "int x;", "does not export");
    expect_refusal("c.c", "#include \"rtcheck_design.h\"\nconst struct rtcheck_design rtcheck_design = {7};",
                   "another version");
    expect_refusal("d.c",
                   "#include \"rtcheck_design.h\"\nstatic const struct rtcheck_call c[] = {{0}};\n"
                   "static const struct rtcheck_variable v[] = {{\"x\", 4, 4}, {0}};\n"
                   "const struct rtcheck_design rtcheck_design = {1, 4, 0, c, v};",
                   "does not lie within the state");
    expect_refusal("e.c",
                   "#include \"rtcheck_design.h\"\nstatic const struct rtcheck_call c[] = {{0}};\n"
                   "static const struct rtcheck_variable v[] = {{\"x\", 0, 4}, {0}};\n"
                   "const struct rtcheck_design rtcheck_design = {1, 4, 0, c, v};",
                   "has no call `Set`");
    expect_refusal("f.c", "__attribute__((constructor)) static void f(void) { __builtin_trap(); }", "ended at once");
    expect_refusal("g.so", "this is no shared object", "cannot be loaded");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(promela_design),        cmocka_unit_test(c_design),
        cmocka_unit_test(deaths_are_results),    cmocka_unit_test(many_results_all_arrive),
        cmocka_unit_test(calls_are_fast_enough), cmocka_unit_test(bad_designs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
