/* Loaded programs: what can be asked of them, and inlines called from outside. */
#include "promela/program_internal.h"
#include "promela/tests/programs.h"

#include <stdlib.h>
#include <time.h>

/* ---- loading ---- */

static void assert_not_loaded(const char *text, struct program_options options, const char *message) {
    struct diagnostics diagnostics = {0};
    assert_null(try_to_load(text, &options, &diagnostics));
    assert_true(diagnostics.errors >= 1);
    for (size_t i = 0; i < diagnostics.list.count; i++)
        if (strstr(diagnostics.list.items[i].message, message)) {
            diag_free(&diagnostics);
            return;
        }
    diag_print(&diagnostics, stderr);
    fail_msg("expected: %s", message);
}

static void test_what_cannot_be_loaded(void **state) {
    (void)state;
    struct program_options plain = {.compiler = JIT_TCC};
    struct program_options missing = {.compiler = JIT_TCC, .parse.callable = (const char *const[]){"g", NULL}};
    assert_not_loaded("proctype P() { skip }", plain, "no process to run");
    assert_not_loaded("init { c_code { int x; } }", plain, "C code");
    assert_not_loaded("init { int x; y = 1 }", plain, "`y` is not declared");
    assert_not_loaded("init { goto L; d_step { skip; L: skip } }", plain, "d_step");
    assert_not_loaded("int big[20000]; init { big[1] = 1 }", plain, "a state takes");
    assert_not_loaded("inline f() { skip } init { skip }", missing, "there is no inline `g`");
    struct diagnostics diagnostics = {0};
    assert_null(program_load("/nowhere/at/all.pml", &plain, &diagnostics));
    assert_int_equal(diagnostics.errors, 1);
    diag_free(&diagnostics);
}

/* ---- calls ---- */

static const char kernel[] =
    "mtype = { SUSPENDED, READY, RUNNING };\n"
    "typedef Task { mtype state = SUSPENDED; byte level; bit events[3] };\n"
    "Task task[3]; byte queue[4]; byte queued; short total = -5; unsigned small : 3;\n"
    "chan mail = [2] of { byte };\n"
    "inline activate(t) { if :: task[t].state == SUSPENDED -> task[t].state = READY;\n"
    "    queue[queued] = t; queued++ :: else fi }\n"
    "inline add(a, b) { total = a * 10 + b }\n"
    "inline choose() { if :: total = 1 :: total = 2 :: total = 3; total = 4 fi }\n"
    "inline wait() { total = 9; queued > 0 }\n"
    "inline check(v) { total++; assert(v == 1); total++ }\n"
    "inline fill(i) { queue[i] = 1 }\n"
    "inline nothing() { skip }\n"
    "inline forever() { do :: total = 1 - total od }\n"
    "inline create() { run worker(1) }\n"
    "inline post(m) { mail!m }\n"
    "inline sum(n) { byte i; i = 0; total = 0; do :: i < n -> i++; total = total + i :: else -> break od }\n"
    "proctype worker(byte n) { byte x = 3; x = n; x == 7 }\n"
    "active [2] proctype idle() { byte y; y = 4; y == 9 }\n";

static const char *const callable[] = {"activate", "add",     "choose", "wait", "check", "fill",
                                       "nothing",  "forever", "create", "post", "sum",   NULL};

struct calls {
    struct program *program;
    struct situation now, result;
};

static int load_kernel(void **state) {
    struct calls *c = memory_new(sizeof *c);
    struct program_options options = {.compiler = JIT_TCC, .parse.callable = callable};
    c->program = loaded_with(kernel, &options);
    program_start(c->program, c->now.bytes, &c->now.size);
    *state = c;
    return 0;
}

static int free_kernel(void **state) {
    struct calls *c = *state;
    program_free(c->program);
    free(c);
    return 0;
}

/* How many ways there are; `result` is the one numbered `way`. */
static unsigned call(struct calls *c, const char *name, const int *arguments, size_t count, unsigned way) {
    c->result.count = 0;
    c->result.wanted = way;
    int inline_number = program_callable(c->program, name);
    assert_true(program_call(c->program, inline_number, arguments, count, c->now.bytes, c->now.size, keep_situation,
                             &c->result));
    assert_true(c->result.count > way);
    return c->result.count;
}

static void accept_result(struct calls *c) {
    memcpy(c->now.bytes, c->result.bytes, c->result.size);
    c->now.size = c->result.size;
}

static void assert_fault(const struct calls *c, const char *kind) {
    const struct ts *ts = program_ts(c->program);
    assert_true(c->result.step.fault > 0);
    assert_string_equal(ts->fault(ts, c->result.step.fault)->kind, kind);
}

static void test_call_changes_only_what_it_assigns(void **state) {
    struct calls *c = *state;
    assert_int_equal(call(c, "activate", (int[]){2}, 1, 0), 1);
    assert_int_equal(c->result.step.fault, 0);
    assert_int_equal(c->result.size, c->now.size);
    assert_int_equal(c->result.bytes[0], 2);
    assert_int_equal(value_of(c->program, &c->result, "task[2].state"), 2);
    assert_int_equal(value_of(c->program, &c->result, "queue[0]"), 2);
    assert_int_equal(value_of(c->program, &c->result, "queued"), 1);
    assert_true(program_write(c->program, c->result.bytes, c->result.size, "task[2].state", 3));
    assert_true(program_write(c->program, c->result.bytes, c->result.size, "queue[0]", 0));
    assert_true(program_write(c->program, c->result.bytes, c->result.size, "queued", 0));
    assert_memory_equal(c->result.bytes, c->now.bytes, c->now.size);
}

static void test_calls_follow_each_other(void **state) {
    struct calls *c = *state;
    assert_true(program_write(c->program, c->now.bytes, c->now.size, "task[1].state", 1));
    for (int t = 0; t < 3; t++) { /* task 1 is not suspended */
        call(c, "activate", &t, 1, 0);
        accept_result(c);
    }
    assert_int_equal(value_of(c->program, &c->now, "queued"), 2);
    assert_int_equal(value_of(c->program, &c->now, "task[1].state"), 1);
}

static void test_parameters_and_locals(void **state) {
    struct calls *c = *state;
    call(c, "add", (int[]){7, -1}, 2, 0);
    assert_int_equal(value_of(c->program, &c->result, "total"), 69);
    call(c, "sum", (int[]){10}, 1, 0);
    assert_int_equal(value_of(c->program, &c->result, "total"), 55);
    assert_int_equal(c->result.size, c->now.size);
    call(c, "nothing", NULL, 0, 0);
    assert_memory_equal(c->result.bytes, c->now.bytes, c->now.size);
}

static void test_every_way_is_taken(void **state) {
    struct calls *c = *state;
    bool seen[5] = {0};
    for (unsigned way = 0; way < 3; way++) {
        assert_int_equal(call(c, "choose", NULL, 0, way), 3);
        int value = value_of(c->program, &c->result, "total");
        assert_in_range(value, 1, 4);
        seen[value] = true;
    }
    assert_true(seen[1] && seen[2] && !seen[3] && seen[4]);
}

static void test_calls_that_go_wrong(void **state) {
    struct calls *c = *state;
    assert_int_equal(call(c, "wait", NULL, 0, 0), 1);
    assert_fault(c, "blocked");
    assert_int_equal(value_of(c->program, &c->result, "total"), 9);
    assert_int_equal(call(c, "check", (int[]){0}, 1, 0), 1);
    assert_fault(c, "assertion");
    assert_int_equal(value_of(c->program, &c->result, "total"), -4);
    assert_int_equal(call(c, "fill", (int[]){4}, 1, 0), 1);
    assert_fault(c, "index");
    assert_memory_equal(c->result.bytes, c->now.bytes, c->now.size);
    assert_int_equal(call(c, "forever", NULL, 0, 0), 1);
    assert_fault(c, "endless");
    assert_int_equal(call(c, "create", NULL, 0, 0), 1);
    assert_fault(c, "creates");
    assert_int_equal(c->result.size, c->now.size);
    assert_int_equal(c->result.bytes[0], 2);
}

struct ends {
    const struct program *program;
    unsigned good, cut, others;
};

static void count_end(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct ends *ends = context;
    const struct ts *ts = program_ts(ends->program);
    (void)state;
    (void)size;
    if (!step->fault)
        ends->good++;
    else if (strcmp(ts->fault(ts, step->fault)->kind, "limit") == 0)
        ends->cut++;
    else
        ends->others++;
}

/* Wherever a call is given up, the way that is not followed to its end is told, though another one has ended. */
static void test_long_ways_are_not_dropped(void **state) {
    static const char *const names[] = {"climb", NULL};
    struct program_options options = {.compiler = JIT_TCC, .parse.callable = names};
    struct program *program = loaded_with("inline climb(n) { int i; if :: skip :: i = 1; do :: i < n -> i++ :: else -> "
                                          "break od; assert(false) fi }",
                                          &options);
    static struct situation now;
    (void)state;
    program_start(program, now.bytes, &now.size);
    for (program->longest_call = 1; program->longest_call < 300; program->longest_call++) {
        struct ends ends = {.program = program};
        assert_true(program_call(program, program_callable(program, "climb"), (int[]){100000}, 1, now.bytes, now.size,
                                 count_end, &ends));
        assert_int_equal(ends.good, 1);
        assert_int_equal(ends.cut, 1);
        assert_int_equal(ends.others, 0);
    }
    program_free(program);
}

static void test_channels_in_calls(void **state) {
    struct calls *c = *state;
    for (int i = 0; i < 2; i++) {
        call(c, "post", &i, 1, 0);
        assert_int_equal(c->result.step.fault, 0);
        accept_result(c);
    }
    call(c, "post", (int[]){5}, 1, 0);
    assert_fault(c, "blocked");
}

static void test_what_cannot_be_called(void **state) {
    struct calls *c = *state;
    const struct program *p = c->program;
    assert_int_equal(program_callable(p, "activat"), -1);
    assert_int_equal(program_callable(p, "idle"), -1);
    int add = program_callable(p, "add");
    assert_int_equal(program_callable_parameters(p, add), 2);
    for (int number = -1; number < 40; number++) {
        size_t wrong = number == add ? 1 : 77;
        assert_false(program_call(p, number, NULL, wrong, c->now.bytes, c->now.size, keep_situation, &c->result));
    }
}

static void test_call_after_processes_moved(void **state) {
    struct calls *c = *state;
    go(c->program, &c->now, 1, 0);
    assert_int_equal(value_of(c->program, &c->now, "idle[1].y"), 4);
    call(c, "activate", (int[]){0}, 1, 0);
    assert_int_equal(value_of(c->program, &c->result, "idle[1].y"), 4);
    assert_int_equal(value_of(c->program, &c->result, "idle[0].y"), 0);
    assert_int_equal(value_of(c->program, &c->result, "task[0].state"), 2);
}

/* Measured: about a million calls a second; the test only guards against a loss of orders of magnitude. */
static void test_calls_are_fast(void **state) {
    struct calls *c = *state;
    enum { CALLS = 20000 };
    int activate = program_callable(c->program, "activate");
    clock_t start = clock(); /* of the processor: others may want it, too */
    c->result.wanted = UINT32_MAX;
    for (int i = 0; i < CALLS; i++)
        program_call(c->program, activate, (int[]){i % 3}, 1, c->now.bytes, c->now.size, keep_situation, &c->result);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    print_message("%.0f calls a second\n", CALLS / seconds);
    assert_true(seconds < 2);
}

/* ---- variables ---- */

static void test_reading_and_writing(void **state) {
    struct calls *c = *state;
    const struct program *p = c->program;
    assert_int_equal(value_of(p, &c->now, "total"), -5);
    assert_int_equal(value_of(p, &c->now, "idle.y"), 0);
    static const struct {
        const char *name;
        int written, read;
    } cases[] = {{"total", -30000, -30000},   {"total", 70000, 4464}, {"small", 9, 1},
                 {"task[1].events[2]", 1, 1}, {"queue[3]", 300, 44},  {"idle[1].y", 8, 8},
                 {"task[0].level", 255, 255}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(program_write(p, c->now.bytes, c->now.size, cases[i].name, cases[i].written));
        assert_int_equal(value_of(p, &c->now, cases[i].name), cases[i].read);
    }
    static const char *const nowhere[] = {"",        "tota",      "total[0]", "queue",        "queue[4]",  "queue[x]",
                                          "queue[1", "task[1]",   "task[1].", "task[1].stat", "idle[2].y", "worker.n",
                                          "total.x", "queue[1]x", "idle[0]",  ".y",           "queue[-1]"};
    for (size_t i = 0; i < sizeof nowhere / sizeof *nowhere; i++) {
        int value = 77;
        assert_false(program_read(p, c->now.bytes, c->now.size, nowhere[i], &value));
        assert_false(program_write(p, c->now.bytes, c->now.size, nowhere[i], 1));
    }
    assert_false(program_write(p, c->now.bytes, c->now.size, "mail", 1));
}

static void list_variable(void *context, const char *name, const char *value) {
    text_printf(context, "%s=%s ", name, value);
}

static void test_variables_are_listed(void **state) {
    (void)state;
    struct program *p = loaded("mtype = {a, b}; mtype m = b; byte x[2] = 3; chan q = [2] of { mtype, byte };\n"
                               "typedef T { bit y }; T t; active proctype P() { short z = -1; q!a,5; q!b,6 }");
    static struct situation now;
    program_start(p, now.bytes, &now.size);
    go(p, &now, 0, 0);
    go(p, &now, 0, 0);
    struct text text = {0};
    program_ts(p)->variables(program_ts(p), now.bytes, now.size, list_variable, &text);
    assert_non_null(strstr(text_chars(&text), "m=b x[0]=3 x[1]=3 "));
    assert_non_null(strstr(text_chars(&text), "t.y=0 "));
    assert_non_null(strstr(text_chars(&text), "P.z=-1 "));
    assert_non_null(strstr(text_chars(&text), "a,5"));
    assert_non_null(strstr(text_chars(&text), "b,6"));
    text_free(&text);
    program_free(p);
}

/* ---- steps in words ---- */

/* Makes a step of the actor and compares its description. */
static void assert_described(struct program *p, struct situation *now, unsigned actor, const char *expected) {
    static struct situation before;
    before = *now;
    go(p, now, actor, 0);
    struct ts_description d = {0};
    program_ts(p)->describe(program_ts(p), before.bytes, before.size, now->bytes, now->size, &now->step, &d);
    static const char *const events[] = {"none", "send", "receive", "handshake"};
    struct text found = {0};
    text_printf(&found, "%s %s:%u | %s %s | %s %s %s | %s", text_chars(&d.actor), text_chars(&d.action), d.place.line,
                text_chars(&d.partner), text_chars(&d.reply), events[d.event], text_chars(&d.channel),
                text_chars(&d.message), text_chars(&d.output));
    assert_string_equal(text_chars(&found), expected);
    text_free(&found);
    ts_description_free(&d);
}

static void test_descriptions(void **state) {
    (void)state;
    struct program *p = loaded("mtype = {one, two}; chan c[2] = [0] of { mtype, byte }; chan q = [2] of { byte };\n"
                               "active proctype A() { byte x = 4;\n"
                               "c[1]!two,x+1;\n"
                               "q!x;\n"
                               "printf(\"%d is %e\\n\", x, two) }\n"
                               "active proctype B() { mtype m; byte y;\n"
                               "c[1]?m,y;\n"
                               "q?y }\n");
    static struct situation now;
    program_start(p, now.bytes, &now.size);
    assert_described(p, &now, 0, "A c[1]!two,x + 1:3 | B c[1]?m,y | handshake c[1] two,5 | ");
    assert_described(p, &now, 0, "A q!x:4 |   | send q 4 | ");
    assert_described(p, &now, 1, "B q?y:8 |   | receive q 4 | ");
    assert_described(p, &now, 0, "A printf(\"%d is %e\\n\",x,two):5 |   | none   | 4 is two\n");
    program_free(p);
}

/* ---- claims ---- */

static void test_claims(void **state) {
    (void)state;
    struct program *p = loaded("byte x; init { x = 1; accept: skip; progress: skip }\n"
                               "ltl live { <> (x == 1) }\n"
                               "never { do :: x < 2 :: else -> break od }\n"
                               "ltl safe { [] (x < 2) }\n"
                               "ltl next { X (x == 0) }\n");
    assert_int_equal(program_claim_count(p), 4);
    static const char *const names[] = {NULL, "live", "safe", "next"};
    static const bool safety[] = {false, false, true, true};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(program_claim_is_ltl(p, i), i > 0);
        if (names[i]) assert_string_equal(program_claim(p, i)->name, names[i]);
        if (i) assert_int_equal(program_claim_is_safety(p, i), safety[i]);
        assert_int_equal(program_claim_text(p, i) != NULL, i > 0);
    }
    assert_true(program_claim(p, 1)->stutter_invariant);
    assert_false(program_claim(p, 0)->stutter_invariant);
    assert_false(program_claim(p, 3)->stutter_invariant);
    assert_int_equal(program_claim_place(p, 2).line, 4);
    assert_true(program_has_accept_labels(p));
    assert_true(program_has_progress_labels(p));
    program_free(p);
    p = loaded("init { skip } never { accept: do :: true od }");
    assert_false(program_has_accept_labels(p));
    assert_false(program_has_progress_labels(p));
    program_free(p);
}

/* ---- drawings ---- */

static void test_drawings(void **state) {
    (void)state;
    struct program *p = loaded("active proctype P() { byte x; start: x = 1; atomic { x = 2; x = 3 } }");
    assert_int_equal(program_automaton_count(p), 1);
    const struct program_automaton *a = program_automaton(p, 0);
    assert_string_equal(a->name, "P");
    assert_int_equal(a->edge_count, 4);
    assert_string_equal(a->labels[a->initial], "start");
    static struct situation now;
    program_start(p, now.bytes, &now.size);
    static const char *const texts[] = {"x = 1", "x = 2", "x = 3"};
    for (size_t i = 0; i < 3; i++) {
        size_t automaton;
        unsigned location;
        assert_true(program_where(p, now.bytes, now.size, 0, &automaton, &location));
        const struct program_edge *edge = a->edges;
        while (edge->from != location) edge++;
        assert_string_equal(edge->text, texts[i]);
        assert_int_equal(edge->atomic, i == 1);
        go(p, &now, 0, 0);
        assert_int_equal(now.step.action, edge->action);
    }
    size_t automaton;
    unsigned location;
    assert_true(program_where(p, now.bytes, now.size, 0, &automaton, &location));
    assert_int_equal(location, a->end);
    assert_false(program_where(p, now.bytes, now.size, 1, &automaton, &location));
    program_free(p);
}

/* ---- successors built in place ---- */

struct successor {
    unsigned char bytes[2048];
    uint32_t size;
    struct ts_step step;
};

struct successors {
    struct successor list[32], *next;
    struct ts_sink sink;
    unsigned in_place;
};

static void keep_successor(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct successors *all = context;
    assert_true(all->next < all->list + 31);
    if (state == all->next->bytes)
        all->in_place++;
    else
        memcpy(all->next->bytes, state, size);
    all->next->size = size;
    all->next->step = *step;
    all->next++;
    all->sink.room = all->next->bytes;
}

static void start_over(struct successors *all) {
    memset(all, 0, sizeof *all);
    all->next = all->list;
    all->sink = (struct ts_sink){.room = all->next->bytes, .emit = keep_successor, .context = all};
}

static bool same_successor(const struct successor *a, const struct successor *b) {
    return a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0 && a->step.action == b->step.action &&
           a->step.reply == b->step.reply && a->step.actor == b->step.actor && a->step.partner == b->step.partner &&
           a->step.holder == b->step.holder && a->step.passing == b->step.passing && a->step.fault == b->step.fault;
}

/* Walks at random, and asks both ways at every state; returns how many successors were built in place. */
static unsigned compare_ways_of_asking(const char *text, unsigned actor) {
    struct program *p = loaded(text);
    const struct ts *ts = program_ts(p);
    assert_true(ts->max_state_size <= sizeof((struct successor *)0)->bytes);
    static struct situation now;
    static struct successors plain, placed;
    unsigned in_place = 0, random = 1;
    program_start(p, now.bytes, &now.size);
    for (unsigned step = 0; step < 500; step++) {
        start_over(&plain), start_over(&placed);
        ts->next(ts, now.bytes, now.size, actor, keep_successor, &plain);
        ts->next_in_place(ts, now.bytes, now.size, actor, &placed.sink);
        assert_int_equal(plain.next - plain.list, placed.next - placed.list);
        assert_int_equal(plain.in_place, 0);
        for (unsigned i = 0; plain.list + i < plain.next; i++)
            assert_true(same_successor(&plain.list[i], &placed.list[i]));
        in_place += placed.in_place;
        if (plain.next == plain.list) {
            program_start(p, now.bytes, &now.size);
            continue;
        }
        random = random * 1103515245 + 12345;
        const struct successor *chosen = &placed.list[(random >> 16) % (unsigned)(placed.next - placed.list)];
        memcpy(now.bytes, chosen->bytes, now.size = chosen->size);
    }
    program_free(p);
    return in_place;
}

static void test_successors_in_place(void **state) {
    (void)state;
    static const char *const texts[] = {
        "byte a[3]; byte t; active [3] proctype P() { do :: atomic { a[_pid] < 2 -> a[_pid]++; if :: t = 1 :: t = 2 fi "
        "}\n"
        ":: d_step { a[_pid] > 0 -> a[_pid]--; t = t + a[_pid] } :: a[t] > 0 -> t = 5 :: else -> t = 0 od }",
        "chan c = [0] of { byte, byte }; chan q = [2] of { byte }; byte n;\n"
        "active [2] proctype S() { do :: c!1,n :: q!n :: n = (n + 1) % 4 od }\n"
        "active [2] proctype R() { byte x; do :: c?1,x :: c?eval(n),x :: q?x -> x = 0 :: timeout -> skip od }",
        ("byte n; proctype W(byte k) { n = n + k; n = n - k } active proctype M() { byte i;\n"
         "do :: _nr_pr < 4 -> run W(i) :: i = 1 - i :: enabled(1) -> skip od unless { n == 9 } }"),
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_true(compare_ways_of_asking(texts[i], TS_EVERYBODY) > 500);
        assert_true(compare_ways_of_asking(texts[i], TS_ENOUGH) > 300);
        compare_ways_of_asking(texts[i], 0);
    }
}

#define with_kernel(test) cmocka_unit_test_setup_teardown(test, load_kernel, free_kernel)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_cannot_be_loaded),
        with_kernel(test_call_changes_only_what_it_assigns),
        with_kernel(test_calls_follow_each_other),
        with_kernel(test_parameters_and_locals),
        with_kernel(test_every_way_is_taken),
        with_kernel(test_calls_that_go_wrong),
        cmocka_unit_test(test_long_ways_are_not_dropped),
        with_kernel(test_channels_in_calls),
        with_kernel(test_what_cannot_be_called),
        with_kernel(test_call_after_processes_moved),
        with_kernel(test_calls_are_fast),
        with_kernel(test_reading_and_writing),
        cmocka_unit_test(test_variables_are_listed),
        cmocka_unit_test(test_descriptions),
        cmocka_unit_test(test_claims),
        cmocka_unit_test(test_drawings),
        cmocka_unit_test(test_successors_in_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
