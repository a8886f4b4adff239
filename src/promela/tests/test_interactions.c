/* What names of a guide stand for, and what they must not. */
#include "base/memory.h"
#include "promela/interactions.h"
#include "promela/parse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

struct loaded {
    struct model *model;
    struct automaton **automata;
    uint32_t actions;
    struct diagnostics diagnostics;
};

static struct loaded load(const char *text) {
    struct loaded loaded = {0};
    loaded.model = promela_parse_text(text, strlen(text), "test.pml", NULL, &loaded.diagnostics);
    assert_non_null(loaded.model);
    loaded.automata = memory_new((loaded.model->proctypes.count + 1) * sizeof *loaded.automata);
    for (size_t i = 0; i < loaded.model->proctypes.count; i++)
        loaded.automata[i] = process_automaton_new(loaded.model->proctypes.items[i], loaded.actions, &loaded.actions,
                                                   false, &loaded.diagnostics);
    return loaded;
}

static void unload(struct loaded *loaded) {
    for (size_t i = 0; i < loaded->model->proctypes.count; i++) process_automaton_free(loaded->automata[i]);
    free(loaded->automata);
    model_free(loaded->model);
    diag_free(&loaded->diagnostics);
}

static struct interactions *find(struct loaded *loaded, const char *const *names, size_t count, bool closed) {
    struct interaction_name list[8];
    for (size_t i = 0; i < count; i++) list[i] = (struct interaction_name){names[i], {"g.xgdl", 1, 1}};
    struct interaction_names wanted = {list, count, closed};
    return interactions_new(loaded->model, loaded->automata, loaded->actions, &wanted, &loaded->diagnostics);
}

/* The columns of the labelled moves of process 0, as text: "5 12". */
static void expect(const char *text, const char *name, const char *columns) {
    struct loaded loaded = load(text);
    struct interactions *found = find(&loaded, &name, 1, true);
    if (!found) diag_print(&loaded.diagnostics, stderr);
    assert_non_null(found);
    struct text got = {0};
    for (uint32_t action = 0; action < loaded.actions; action++) {
        bool told = false;
        const struct automaton *automaton = loaded.automata[0];
        for (size_t i = 0; i < automaton->locations.count; i++)
            for (size_t m = 0; m < automaton->locations.items[i].moves.count && !told; m++) {
                const struct move *move = &automaton->locations.items[i].moves.items[m];
                if (move->action != action || found->of_action[action] != 0) continue;
                text_printf(&got, "%s%u", got.length ? " " : "", move->place.column);
                told = true;
            }
    }
    assert_string_equal(text_chars(&got), columns);
    text_free(&got);
    interactions_free(found);
    unload(&loaded);
}

static void refuse(const char *text, const char *name, const char *message) {
    struct loaded loaded = load(text);
    assert_null(find(&loaded, &name, 1, true));
    bool said = false;
    for (size_t i = 0; i < loaded.diagnostics.list.count; i++)
        said |= strstr(loaded.diagnostics.list.items[i].message, message) != NULL;
    if (!said) diag_print(&loaded.diagnostics, stderr);
    assert_true(said);
    unload(&loaded);
}

static void annotations(void **state) {
    (void)state;
    expect("active proctype p() { byte x; x = 1; /*@a*/ x = 2; x = 3 }", "a", "45");
    expect("active proctype p() { byte x; /*@ a */ x = 1; /*@a*/ x = 3 }", "a", "40 54");
    expect("active proctype p() { byte x; /*@a*/ atomic { x = 1; x = 2 } }", "a", "47");
    expect("active proctype p() { byte x; /*@a*/ d_step { x = 1; x = 2 } }", "a", "38");
    expect("active proctype p() { byte x; do :: /*@a*/ x = 1 :: x = 2 od }", "a", "44");
    expect("active proctype p() { byte x; /*@a*/ if :: x = 1 :: x = 2 fi }", "a", "44 53");
    expect("active proctype p() { byte x; /*@a*/ { x = 1 } unless { x == 2 } }", "a", "40");
    expect("active proctype p() { byte x; if :: x == 1 :: /*@a*/ else fi }", "a", "54");
    expect("#define M x = 1; x = 2\nactive proctype p() { byte x; /*@a*/ M }", "a", "38");
    /* preprocessed lines, from which comments are gone */
    const char *line = "#define N 3\nactive proctype p() { byte x; if :: /*@a*/ x = 1 :: x = 2 :: /*@b*/ x = 3 fi }";
    expect(line, "a", "44");
    expect(line, "b", "69");
    expect("#define N 3\nactive proctype p() { byte x; if :: /*@a*/ x = 1 :: /*@b*/ x = 2 :: /*@c*/ x = 3 fi }", "b",
           "60");
    expect("#define N 3\nactive proctype p() { byte x; printf(\"/*@b*/\"); /*@a*/ x = 2; // /*@a*/ x\n}", "a", "56");
    refuse("#define INC x++\nactive proctype p() { byte x; do :: /*@a*/ INC :: x-- :: INC od }", "a",
           "not clear which");
    expect("#define INC x++\nactive proctype p() { byte x; do\n:: /*@a*/ INC\n:: x-- :: INC od }", "a", "11");
    /* what the preprocessor left out, of which it leaves empty lines */
    const char *left_out = "#define N 3\nactive proctype p() { byte x; do\n#ifdef ALL\n:: /*@a*/ x = 1\n#endif\n"
                           ":: /*@b*/ x = N od }";
    expect(left_out, "b", "11");
    refuse(left_out, "a", "no interaction `a`");
    refuse("active proctype p() { byte x; x = 1 /*@a*/\n}", "a", "no statement of a process begins behind");
    refuse("active proctype p() { byte x; d_step { x = 1; /*@a*/ x = 2 } }", "a", "stands inside a d_step");
    refuse("active proctype p() { byte x; // /*@a*/\nx = 1 }", "a", "no interaction `a`");
    refuse("active proctype p() { printf(\"/*@a*/\"); skip }", "a", "no interaction `a`");
    refuse("active proctype p() { /*@a b*/ skip }", "a", "no interaction `a`");
}

static void jumps(void **state) {
    (void)state;
    expect("active proctype p() { byte x; do :: x = 1 :: /*@a*/ break od }", "a", "53");
    expect("active proctype p() { byte x; l: if :: x = 1 :: /*@a*/ goto l fi }", "a", "56");
    refuse("active proctype p() { byte x; do :: x = 1; /*@a*/ break od }", "a", "no step of its own");
    refuse("active proctype p() { byte x; l: x = 1; /*@a*/ goto l }", "a", "no step of its own");
    refuse("active proctype p() { byte x; l: x = 1; a: goto l }", "a", "no step of its own");
    refuse("active proctype p() { byte x; do :: x = 1; /*@a*/ break :: /*@a*/ x = 2 od }", "a", "no step of its own");
    refuse("chan q = [1] of {bit}; active proctype p() { /*@a*/ xr q; q?_ }", "a", "no step of its own");
    expect("active proctype p() { byte x; l: x = 1; goto l; /*@a*/ x = 2 }", "a", ""); /* nobody gets there */
}

static void loops(void **state) {
    (void)state;
    expect("active proctype p() { byte i; /*@a*/ for (i : 1 .. 3) { skip } }", "a", "38");
    expect("active proctype p() { byte i, v[3]; /*@a*/ for (i in v) { skip } }", "a", "44");
    expect("active proctype p() { byte i, n; /*@a*/ select (i : 1 .. n) }", "a", "41");
    expect("active proctype p() { byte i; /*@a*/ select (i : 1 .. 99) }", "a", "38");
    expect("active proctype p() { byte i; for (i : 1 .. 3) { /*@a*/ skip } }", "a", "57");
    struct loaded loaded = load("active proctype p() { byte i; /*@a*/ for (i : 1 .. 3) { skip } }");
    const char *a[] = {"a"};
    struct interactions *found = find(&loaded, a, 1, true);
    assert_non_null(found);
    size_t steps = 0; /* it begins once, however often it goes round */
    for (uint32_t i = 0; i < loaded.actions; i++) steps += found->of_action[i] == 0;
    assert_int_equal(steps, 1);
    interactions_free(found);
    unload(&loaded);
}

static void macros(void **state) {
    (void)state;
    refuse("#define M /*@a*/ x = 1\nactive proctype p() { byte x; M; /*@a*/ x = 2 }", "a", "definition of a macro");
    refuse(" # define M \\\n  x = 0; \\\n  /*@a*/ x = 1\nactive proctype p() { byte x; M; /*@a*/ x = 2 }", "a",
           "definition of a macro");
    expect("#define M x = 1 // /*@a*/\nactive proctype p() { byte x; M; /*@a*/ x = 2 }", "a", "41");
    expect("#define M /*@b*/ x = 1\nactive proctype p() { byte x; M; /*@a*/ x = 2 }", "a", "41");
    expect("#define M x = 1\nactive proctype p() { byte x; /*@a*/ M }", "a", "38");
}

static void labels_and_proctypes(void **state) {
    (void)state;
    expect("active proctype p() { byte x; x = 1; a: x = 2; x = 3 }", "a", "41");
    expect("active proctype p() { byte x; x = 1; a: x = 2; x = 3 }", "p.a", "41");
    expect("active proctype p() { byte x; x = 1; atomic { x = 2; x = 3 } }", "p", "31 47");
    refuse("active proctype p() { byte x; x = 1; a: x = 2 }", "q.a", "no interaction `q.a`");
    refuse("active proctype p() { byte x; d_step { x = 1; a: x = 2 } }", "a", "stands inside a d_step");
    refuse("active proctype p() { byte x; x = 1; /*@p*/ x = 2 }", "p", "is an annotation and a proctype");
    refuse("active proctype pilot() { skip }", "pilto", "did you mean `pilot`?");
}

static void messages(void **state) {
    (void)state;
    const char *both =
        "mtype = {up, down}; chan q = [1] of {mtype, byte};\nactive proctype p() { q!up,1; q!down,2; q?up,1 }";
    expect(both, "q!", "23 31");
    expect(both, "q!up,1", "23");
    expect(both, "q ! down, _", "31");
    expect(both, "q?", "41");
    refuse(both, "q!up,3", "no interaction");
    refuse(both, "r!", "no interaction");
    refuse("chan q = [1] of {byte};\nactive proctype p() { byte x; q!x }", "q!1", "depends on the run");
    refuse("chan q = [1] of {byte};\nactive proctype p() { byte x; q?x }", "q?1", "depends on the run");
    refuse("chan q = [1] of {byte};\nactive proctype p() { d_step { skip; q!1 } }", "q!1", "stands inside a d_step");
    refuse("chan q = [1] of {byte};\nactive proctype p() { q!1; q?<1> }", "q?", "no interaction");
}

/* Which channel it is may depend on the run. */
static void channels(void **state) {
    (void)state;
    const char *array = "chan q[2] = [1] of {byte};\nactive proctype p() { byte i; q[0]!1; q[1]!1; q[i]!1 }";
    refuse(array, "q[0]!", "depends on the run");
    expect(array, "q[i]!", "47");
    expect("chan q[2] = [1] of {byte};\nactive proctype p() { q[0]!1; q[1]!1 }", "q[1]!", "31");
    const char *passed = "chan q = [1] of {byte}; chan r = [1] of {byte};\nproctype p(chan c) { c!1; r!1; q!1 }";
    refuse(passed, "q!", "depends on the run");
    refuse(passed, "q!1", "depends on the run");
    expect(passed, "c!", "22");
    refuse("chan q = [1] of {byte}; chan c;\nactive proctype p() { c = q; c!1; q!1 }", "q!", "depends on the run");
    refuse("chan q = [1] of {byte}; chan c = [1] of {byte};\nactive proctype p() { c = q; c!1; q!1 }", "q!",
           "depends on the run");
    expect("chan q = [1] of {byte}; chan c = [1] of {byte};\nactive proctype p() { c!1; q!1 }", "q!", "28");
}

static void one_at_most(void **state) {
    (void)state;
    struct loaded loaded = load("active proctype p() { /*@a*/ skip }");
    const char *names[] = {"p"};
    assert_null(find(&loaded, names, 1, false)); /* open: the annotation is one, too */
    assert_non_null(strstr(loaded.diagnostics.list.items[0].message, "both `p` and `a`"));
    struct interactions *found = find(&loaded, names, 1, true);
    assert_non_null(found);
    interactions_free(found);
    unload(&loaded);

    loaded = load("active proctype p() { byte x; /*@a*/ x = 1; /*@b*/ x = 2 }");
    const char *a[] = {"a"};
    found = find(&loaded, a, 1, false);
    assert_int_equal(found->list.count, 2);
    assert_string_equal(found->list.items[1].name, "b");
    assert_false(found->inside);
    interactions_free(found);
    unload(&loaded);

    loaded = load("active proctype p() { byte x; atomic { x = 1; a: x = 2 } }");
    found = find(&loaded, a, 1, true);
    assert_true(found->inside);
    interactions_free(found);
    unload(&loaded);
}

static void handshakes(void **state) {
    (void)state;
    struct loaded loaded = load("chan r = [0] of {bit}; active proctype p() { r!1 } active proctype q() { r?_ }");
    const char *names[] = {"r!", "r?"};
    struct interactions *found = find(&loaded, names, 2, true);
    assert_non_null(found);
    uint32_t send = UINT32_MAX, receive = UINT32_MAX;
    for (uint32_t i = 0; i < loaded.actions; i++) {
        if (found->of_action[i] == 0) send = i;
        if (found->of_action[i] == 1) receive = i;
    }
    int32_t both[2];
    struct ts_step step = {.action = send, .reply = receive, .partner = 1};
    assert_int_equal(interactions_of_step(found, &step, both), INTERACTION_TWO);
    assert_int_equal(both[0], 0);
    assert_int_equal(both[1], 1);
    step.partner = TS_NOBODY;
    step.reply = TS_NO_ACTION;
    assert_int_equal(interactions_of_step(found, &step, NULL), 0);
    interactions_free(found);
    unload(&loaded);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(annotations),
                                       cmocka_unit_test(jumps),
                                       cmocka_unit_test(loops),
                                       cmocka_unit_test(macros),
                                       cmocka_unit_test(labels_and_proctypes),
                                       cmocka_unit_test(channels),
                                       cmocka_unit_test(messages),
                                       cmocka_unit_test(one_at_most),
                                       cmocka_unit_test(handshakes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
