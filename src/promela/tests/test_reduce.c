/* Where a process may move alone; and models that tell a wrong answer to that from a right one. */
#include "promela/program_internal.h"
#include "promela/reduce.h"
#include "promela/tests/programs.h"
#include "search/search.h"

/* The flags of every location that one process comes to, alone, from the beginning: the first move each time, until it
 * ends, blocks, does something wrong, or has moved ten times. S: single, s: safe, e: safe but for creations, -: not
 * safe; r: may create. */
static void assert_flags_of(const char *text, unsigned actor, const char *expected, bool lose_messages) {
    struct program_options options = {.compiler = JIT_TCC, .lose_messages = lose_messages};
    struct program *p = loaded_with(text, &options);
    static struct situation now, before;
    program_start(p, now.bytes, &now.size);
    struct text found = {0};
    for (int i = 0; i < 10; i++) {
        size_t automaton;
        unsigned location;
        if (!program_where(p, now.bytes, now.size, actor, &automaton, &location)) break;
        unsigned flags = p->reduction[automaton][location];
        text_add_char(&found, flags & LOCATION_CALM     ? 'e'
                              : flags & LOCATION_SINGLE ? 'S'
                              : flags & LOCATION_SAFE   ? 's'
                                                        : '-');
        if (flags & LOCATION_RUNS) text_add_char(&found, 'r');
        before = now;
        now.count = now.wanted = 0;
        program_ts(p)->next(program_ts(p), before.bytes, before.size, actor, keep_situation, &now);
        if (!now.count || now.step.fault) break;
    }
    if (strcmp(text_chars(&found), expected)) fail_msg("%s\nexpected %s, found %s", text, expected, text_chars(&found));
    text_free(&found);
    program_free(p);
}

static void assert_flags(const char *text, unsigned actor, const char *expected) {
    assert_flags_of(text, actor, expected, false);
}

static void test_variables(void **state) {
    (void)state;
    assert_flags("active proctype P() { byte x; x = 1; x == 1; x = 2 }", 0, "SsSe");
    assert_flags("byte g; active proctype P() { g = 1; g = 2 }", 0, "SSe");
    assert_flags("byte g; active [2] proctype P() { byte x; g = 1; x = g }", 0, "--e");
    assert_flags("byte g; active proctype P() { g = 1 } active proctype Q() { byte x; x = g; g == 1 }", 0, "-e");
    assert_flags("byte g; active proctype P() { g = 1 } active proctype Q() { byte x; x = g; x = 2 }", 1, "-Se");
    /* read by all, written by nobody */
    assert_flags("byte g = 3; active [2] proctype P() { byte x; x = g }", 0, "Se");
    assert_flags("byte a[2]; active [2] proctype P() { a[_pid] = 1; a[_pid] = 2 }", 0, "SSe");
    assert_flags("byte a[2]; active [2] proctype P() { a[_pid] = 1; a[1 - _pid] = 2 }", 0, "--e");
    assert_flags("byte x; active proctype P() { if :: x == 1 :: else fi; if :: x == 0 :: x == 2 fi }", 0, "Sse");
}

static void test_properties_see(void **state) {
    (void)state;
    assert_flags("byte g; active proctype P() { g = 1; skip } ltl p { [] (g < 2) }", 0, "-Se");
    assert_flags("byte a[2]; active proctype P() { a[_pid] = 1 } ltl p { [] (a[0] < 2) }", 0, "-e");
    assert_flags("active proctype P() { skip; L: skip; skip } ltl p { [] !(P@L) }", 0, "--Se");
    assert_flags("active proctype P() { skip; accept: skip; skip }", 0, "--Se");
    assert_flags("active proctype P() { byte x; x = 1; x = 2 } ltl p { [] (P:x < 2) }", 0, "---");
    assert_flags("active proctype P() { byte x[1]; x[_pid] = 1 } active proctype Q() { P:x[_pid] == 1 }", 0, "--");
    assert_flags("active proctype P() { skip; skip } active proctype Q() { _nr_pr == 1 }", 0, "---");
}

static void test_channels(void **state) {
    (void)state;
    const char *one_each = "chan q = [1] of { byte }; active proctype A() { byte x; q?x; q?x }"
                           "active proctype B() { q!1; q!2 }";
    assert_flags(one_each, 0, "s");
    assert_flags(one_each, 1, "ss");
    assert_flags_of(one_each, 1, "--e", true); /* messages can be lost: it matters who comes first */
    assert_flags("chan q = [1] of { byte }; active proctype A() { q!1 } active [2] proctype B() { q?_ }", 1, "-");
    assert_flags("chan q = [1] of { byte }; active proctype A() { q!1 } active proctype B() { len(q) == 1 }", 0, "-e");
    assert_flags("chan q = [1] of { byte }; active proctype A() { q!1 } ltl p { [] (len(q) < 2) }", 0, "-e");
    assert_flags("chan q = [2] of { byte }; active proctype A() { q!!1 } active proctype B() { q?_ }", 0, "-e");
    assert_flags("chan q = [0] of { byte }; active proctype A() { q!1 } active proctype B() { q?_ }", 0, "-e");
    /* a channel that is known by another name too */
    assert_flags("chan q = [1] of { byte }; proctype B(chan c) { c?_ } init { q!1; run B(q) }", 0, "-r-re");
    /* what is done if the operation is not possible asks for it */
    const char *asks[] = {"if :: q?y :: else fi", "{ y = 1 } unless { q?y }", "atomic { y = 1; q?y }",
                          "d_step { q?y; y = 2 }", "atomic { q??1; y = 1 }"};
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "chan q = [1] of { byte }; active proctype A() { q!1 } active proctype B() { byte y; %s }", asks[i]);
        assert_flags(text, 0, "-e");
    }
    assert_flags("chan q = [1] of { byte }; active proctype A() { q!1 } active proctype B() { atomic { q?_; skip } }",
                 0, "se");
}

static void test_second_names(void **state) {
    (void)state;
    assert_flags("chan q = [1] of { byte }; chan r = q; active proctype A() { q!1 }", 0, "-e");
    assert_flags("chan q = [1] of { byte }; chan r[2] = q; active proctype A() { q!1 }", 0, "-e");
    /* numbers that no channel gave */
    const char *numbers[] = {"run B(1)", "c = b", "t.c = 1", "n!1; n?c", "n!1; n?t.c", "h!1", "h!b", "c!b", "c?c"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct text text = {0};
        text_printf(&text,
                    "chan q = [1] of { byte }; chan n = [1] of { byte }; chan h = [1] of { chan };"
                    "typedef T { chan c }; proctype B(chan z) { skip } active proctype A() { q!1 }"
                    "init { byte b; chan c; T t; %s }",
                    numbers[i]);
        assert_flags(text_chars(&text), 0, "-e");
        text_free(&text);
    }
    assert_flags("chan q = [1] of { byte }; chan h = [1] of { chan }; proctype B(chan z) { h!z }"
                 "active proctype A() { q!1 } init { chan c; c = h; h?c; run B(c); c = (1 -> c : 0) }",
                 0, "se");
    /* a number that outlives its process */
    const char *kept = "chan g; proctype P() { chan l = [1] of { byte }; g = l }"
                       "active proctype Q() { chan m = [1] of { byte }; m!1 } init { run P() }";
    assert_flags(kept, 0, "--");
    assert_flags("proctype P() { chan l = [1] of { byte }; l!1 } active proctype Q() { chan m = [1] of { byte }; m!1 }"
                 "init { run P() }",
                 0, "s-");
}

static void test_promises(void **state) {
    (void)state;
    assert_flags("chan q = [2] of { byte }; active [2] proctype A() { xs q; q!1 }", 0, "s");
    /* the death of a promiser ends its promise: it is seen */
    assert_flags("chan q = [2] of { byte }; active proctype A() { xs q; q!1 } active proctype B() { q!2 }", 0, "--");
    assert_flags("chan q = [2] of { byte }; active proctype A() { xs q; q!1 } active proctype B() { xs q; q!2 }", 0,
                 "s");
    assert_flags("chan q = [2] of { byte }; active [2] proctype A() { xs q; q!1 } active proctype B() { full(q) }", 0,
                 "-");
}

static void test_handshakes_that_are_tried(void **state) {
    (void)state;
    const char *form = "chan c = [0] of { byte }; active proctype A() { byte x; x = 1; c?x }"
                       "active proctype B() { %s }";
    const char *tries[] = {"if :: c!1 :: else fi", "{ true } unless { c!1 }", "atomic { skip; c!1 }"};
    char text[300];
    for (size_t i = 0; i < 3; i++) {
        snprintf(text, sizeof text, form, tries[i]);
        assert_flags(text, 0, "--");
    }
    snprintf(text, sizeof text, form, "c!1");
    assert_flags(text, 0, "S-");
}

static void test_sequences_and_loops(void **state) {
    (void)state;
    assert_flags("byte g; active proctype P() { byte x; atomic { x = 1; x = 2 }; x = 3 }", 0, "S-Se");
    assert_flags("byte g; active [2] proctype P() { byte x; atomic { x = 1; g = 2 }; x = 3 }", 0, "--Se");
    assert_flags("active proctype P() { byte x; d_step { x = 1; x = 2 } }", 0, "se");
    assert_flags("active proctype P() { byte x; L: x = 1; x = 2; x = 3; goto L }", 0, "-SS-SS-SS-");
    assert_flags("active proctype P() { byte x; do :: x = 1 :: x = 2; x = 3 od }", 0, "----------");
}

static void test_creation_and_death(void **state) {
    (void)state;
    assert_flags("proctype P() { skip } init { byte x; x = 1; run P(); x = 2 }", 0, "Sr-rSe");
    assert_flags("proctype P() { skip } init { byte x; x = 1; if :: x == 2; run P() :: else fi; x = 2 }", 0, "SrSrSe");
    /* somebody may still hold its channel */
    assert_flags("chan q = [1] of { chan }; active proctype P() { chan m = [1] of { byte }; q!m }", 0, "s-");
}

/* ---- what a wrong reduction would miss ---- */

/* A search of the model, or of its product with the one claim that it has. */
static bool is_violated_without(const char *text, bool reduce, bool ignore_faults) {
    struct program *p = loaded(text);
    const struct ts *ts = program_ts(p);
    struct ts *product = program_claim_count(p) ? ts_product_new(ts, program_claim(p, 0)) : NULL;
    struct search_options options = {.order = product ? SEARCH_DFS : SEARCH_BFS,
                                     .goal = product ? SEARCH_ACCEPTANCE : SEARCH_SAFETY,
                                     .no_reduction = !reduce,
                                     .ignore_faults = ignore_faults,
                                     .violations = 1,
                                     .threads = 1};
    struct search_result *result = search_run(product ? product : ts, &options);
    assert_null(result->error);
    bool violated = result->verdict == VERDICT_VIOLATED;
    search_result_free(result);
    ts_product_free(product);
    program_free(p);
    return violated;
}

static bool is_violated(const char *text, bool reduce) { return is_violated_without(text, reduce, false); }

/* Each has one violation that takes an order of steps which a careless reduction leaves out. */
static const char *const violated[] = {
    /* an else beside a rendezvous, and beside channels with one reader or writer */
    "chan c = [0] of { byte }; bool lost; active proctype A() { byte x; x = 1; c?x }\n"
    "active proctype B() { if :: c!1 :: else -> lost = true; c!2 fi; assert(!lost) }",
    "chan q = [1] of { byte }; bool lost; active proctype A() { byte x; q?x; q?x }\n"
    "active proctype B() { q!1; if :: q!2 :: else -> lost = true; q!2 fi; assert(!lost) }",
    "chan q = [1] of { byte }; bool lost; active proctype A() { byte x; q!1; x = 2 }\n"
    "active proctype B() { byte y; if :: q?y :: else -> lost = true fi; assert(!lost) }",
    /* an atomic sequence that blocks in the middle */
    "chan q = [1] of { byte }; byte x, y; active proctype A() { byte l; l = 2; q?l; q?l }\n"
    "active proctype B() { q!1; atomic { x = 1; q!2; y = 1 } }\n"
    "active proctype C() { (x == 1) -> assert(y == 1) }",
    "chan c = [0] of { byte }; byte x, y; active proctype A() { byte l; l = 2; l = 3; c?l }\n"
    "active proctype B() { atomic { x = 1; c!2; y = 1 } } active proctype C() { (x == 1) -> assert(y == 1) }",
    /* an escape that becomes possible */
    "chan c = [0] of { byte }; bool lost; active proctype A() { byte x; x = 1; c?x }\n"
    "active proctype B() { { lost = true; skip } unless { c!1 }; end: c!2 } active proctype C() { assert(!lost) }",
    "chan q = [1] of { byte }; bool lost; active proctype A() { byte x; q!1; x = 2 }\n"
    "active proctype B() { byte y; { lost = true; skip; skip } unless { q?y } } active proctype C() { assert(!lost) }",
    /* a d_step that blocks */
    "chan q = [1] of { byte }; byte g; active proctype A() { byte x; q?x; q?x }\n"
    "active proctype B() { q!1; d_step { g = 1; q!2 } }",
    /* remote references to the living and the dead */
    "active proctype A() { byte a[2]; a[_pid] = 1; a[_pid] = 2; a[_pid] = 0 }\n"
    "active proctype B() { skip; assert(A:a[0] != 1) }",
    "byte g; active proctype Q() { g = 1; g = 2; end: false } active proctype P() { byte x = 5; skip }\n"
    "ltl p { [] !(g == 2 && P:x == 5) }",
    "byte a[3]; active proctype A() { a[_pid] = 1; a[_pid] = 0 } active proctype B() { do :: skip od }\n"
    "ltl p { [] (a[0] != 1) }",
    /* nobody is put off for ever */
    "byte g; active proctype A() { byte x; do :: x = 1 - x od } active proctype B() { g = 1; assert(g == 0) }",
    "byte g; active proctype A() { byte x; do :: atomic { x = 1 - x; x = x } od }\n"
    "active proctype B() { g = 1 } ltl p { [] (g == 0) }",
    "byte g; active proctype A() { byte x; do :: x = 1 - x od } active proctype B() { g = 1 } ltl p { <> (g == 1) }",
    "active proctype A() { byte x; atomic { x = 1; do :: x = 1 - x od } } active proctype B() { assert(false) }",
    "byte g; active proctype A() { byte x; x = 1; atomic { x = 2; do :: x = 1 - x od } }\n"
    "active proctype B() { g = 1 } ltl p { [] (g == 0) }",
    /* a process that is created while another could die */
    "byte last; proctype P(byte n) { last = _pid } init { run P(1); run P(2); (last == 1); assert(false) }",
    "byte n; proctype P() { skip } active proctype A() { n = 1 }\n"
    "active proctype B() { byte p; p = run P(); p = run P(); assert(p != 3) }",
    /* a condition and its timeout */
    "byte g; active proctype A() { byte x; x = 1; g = 1 } active proctype B() { timeout; assert(g == 0) }",
    /* run again and again */
    "byte g; proctype P() { byte x; x = g; g = x + 1; assert(g == x + 1) } init { do :: run P() od }",
};

/* A step that goes wrong leads nowhere: where nobody asks for faults, the others must still be followed. */
static void test_faults_hide_nothing(void **state) {
    (void)state;
    const char *text = "byte h; byte a[1]; active proctype P() { h = 1 }\n"
                       "active proctype Q() { byte x; x = 1; x = a[x]; x = 2 } ltl p { [] (h == 0) }";
    assert_true(is_violated_without(text, false, true));
    assert_true(is_violated_without(text, true, true));
}

static void test_nothing_is_missed(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof violated / sizeof *violated; i++)
        for (int reduce = 0; reduce < 2; reduce++)
            if (!is_violated(violated[i], reduce)) fail_msg("%s: holds, reduction %d", violated[i], reduce);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variables),
        cmocka_unit_test(test_properties_see),
        cmocka_unit_test(test_channels),
        cmocka_unit_test(test_second_names),
        cmocka_unit_test(test_promises),
        cmocka_unit_test(test_handshakes_that_are_tried),
        cmocka_unit_test(test_sequences_and_loops),
        cmocka_unit_test(test_creation_and_death),
        cmocka_unit_test(test_nothing_is_missed),
        cmocka_unit_test(test_faults_hide_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
