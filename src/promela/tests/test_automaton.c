/* Automata of proctypes have exactly the locations and moves that Spin's verifier has without statement merging: the
 * tables are from `spin -a -o1 -o2 -o3` and `pan -d`. */
#include "promela/print.h"
#include "promela/program_internal.h"
#include "promela/tests/programs.h"

/* A move is "from>to statement", with `*` if it is atomic; locations are numbered as they are met, breadth first from
 * the initial one, and marked: p(rogress), e(nd), a(ccept). */
struct expectation {
    const char *model, *automaton;
};

static const struct expectation expectations[] = {
    {"byte x; active proctype P() { if :: x = 1 :: x = 2; x = 3 fi; x = 4 }",
     "0>1 x = 1 | 0>2 x = 2 | 1>3 x = 4 | 2>1 x = 3 | 3e -end-"},
    {"byte x; active proctype P() { x = 9; do :: x = 1 :: x == 2 -> break od; x = 4 }",
     "0>1 x = 9 | 1>1 x = 1 | 1>2 x == 2 | 2>3 x = 4 | 3e -end-"},
    {"byte x; active proctype P() { L: x = 1; goto L }", "0>0 x = 1"},
    {"byte x; active proctype P() { goto M; x = 1; M: x = 2 }", "0>1 x = 2 | 1e -end-"},
    {"byte x; active proctype P() { do :: x = 1; do :: x = 2 :: break od :: break od; x = 3 }",
     "0>1 x = 1 | 0>2 goto | 1>1 x = 2 | 1>0 goto | 2>3 x = 3 | 3e -end-"},
    {"byte x; active proctype P() { atomic { x = 1; do :: x = 2 :: break od }; x = 3 }",
     "0>1 x = 1* | 1>1 x = 2* | 1>2 goto* | 2>3 goto | 3>4 x = 3 | 4e -end-"},
    {"byte x; active proctype P() { atomic { x = 1; if :: x = 2 -> goto L :: else fi; x = 5 }; x = 3; L: x = 4 }",
     "0>1 x = 1* | 1>2 x = 2* | 1>3 else* | 2>4 goto | 3>5 goto* | 4>6 x = 4 | 5>7 x = 5 | 6e -end- | 7>4 x = 3"},
    {"byte x, y, z; active proctype P() { { { x = 1; x = 2 } unless { y == 1; x = 3 } } unless { z == 1; x = 4 }; x = "
     "5 }",
     "0>1 z == 1 | 0>2 y == 1 | 0>3 x = 1 | 1>4 x = 4 | 2>1 z == 1 | 2>4 x = 3 | 3>1 z == 1 | 3>2 y == 1 | 3>4 x = 2 | "
     "4>5 x = 5 | 5e -end-"},
    {"byte x, y; active proctype P() { do :: x = 1 :: { x = 2; x = 3 } unless { y == 1 } od unless { y == 2 } }",
     "0>0 y == 1 | 0>1 y == 2 | 0>0 x = 1 | 0>2 x = 2 | 1e -end- | 2>1 y == 2 | 2>0 y == 1 | 2>0 x = 3"},
    {"byte x; active proctype P() { d_step { x = 1; if :: x = 2 :: else fi; x = 3 }; x = 4 }",
     "0>1 d_step | 1>2 x = 4 | 2e -end-"},
    {"byte x; active proctype P() { skip; x = 1; true; x = 2 }",
     "0>1 skip | 1>2 x = 1 | 2>3 skip | 3>4 x = 2 | 4e -end-"},
    {"byte x; active proctype P() { L: goto M; x = 1; M: if :: goto L :: x = 2 -> goto L :: skip fi }",
     "0>0 goto | 0>0 x = 2 | 0>1 skip | 1e -end-"},
    {"byte x; active proctype P() { { x = 1; { x = 2; x = 3 }; x = 4 } }",
     "0>1 x = 1 | 1>2 x = 2 | 2>3 x = 3 | 3>4 x = 4 | 4e -end-"},
    {"byte x; active proctype P() { do :: atomic { x == 0 -> x = 1; break } :: d_step { x == 1; x = 2 } od }",
     "0>1 x == 0* | 0>0 d_step | 1>2 x = 1* | 2>3 goto | 3e -end-"},
    {"byte x; active proctype P() { if :: if :: x = 1 :: x = 2 fi; x = 3 :: do :: x = 4 :: break od fi }",
     "0>1 x = 1 | 0>1 x = 2 | 0>2 x = 4 | 0>3 goto | 1>3 x = 3 | 2>2 x = 4 | 2>3 goto | 3e -end-"},
    {"byte x; active proctype P() { x = 1; end: goto L; x = 2; L: x = 3 }",
     "0>1 x = 1 | 1e>2 skip | 2>3 x = 3 | 3e -end-"},
    {"byte x; active proctype P() { accept: do :: x = 1 :: x = 2; progress: x = 3 od }",
     "0a>0 x = 1 | 0a>1 x = 2 | 1p>0 x = 3"},
    {"byte x; active proctype P() { x = 1; end1: if :: x == 1 -> skip :: else -> goto end1 fi; accept: x = 2 }",
     "0>1 x = 1 | 1e>2 x == 1 | 1e>1 else | 2>3 skip | 3a>4 x = 2 | 4e -end-"},
    {"byte x; active proctype P() { atomic { x = 1; atomic { x = 2; x = 3 }; x = 4 }; x = 5 }",
     "0>1 x = 1* | 1>2 x = 2* | 2>3 x = 3* | 3>4 x = 4 | 4>5 x = 5 | 5e -end-"},
    {"byte x; active proctype P() { atomic { x = 1; { x = 2; x = 3 } unless { x == 5; x = 6 }; x = 4 }; x = 5 }",
     "0>1 x = 1* | 1>2 x == 5* | 1>3 x = 2* | 2>4 x = 6* | 3>2 x == 5* | 3>4 x = 3* | 4>5 goto* | 5>6 x = 4 | 6>7 x = "
     "5 | 7e -end-"},
    {"byte x; active proctype P() { do :: x == 1 -> if :: x = 2 :: else -> break fi; x = 3 :: else -> skip od; "
     "progress_end: x = 4 }",
     "0>1 x == 1 | 0>2 else | 1>3 x = 2 | 1>4 else | 2>0 skip | 3>0 x = 3 | 4p>5 x = 4 | 5e -end-"},
    {"chan c = [0] of { byte }; active proctype P() { byte x; { c!1; c?x } unless { c?2; x = 2 }; x = 1 }",
     "0>1 c?2 | 0>2 c!1 | 1>3 x = 2 | 2>1 c?2 | 2>3 c?x | 3>4 x = 1 | 4e -end-"},
    {"byte x; active proctype P() { for (x : 1 .. 3) { skip }; x = 9 }",
     "0>1 x = 1 | 1>2 x <= 3 | 1>3 else | 2>4 skip | 3>5 x = 9 | 4>1 x = x + 1 | 5e -end-"},
    {"byte x; active proctype P() { select (x : 1 .. 3); x = 9 }",
     "0>1 x = 1 | 0>1 x = 2 | 0>1 x = 3 | 1>2 x = 9 | 2e -end-"},
    {"byte x; active proctype P() { x = 1; if :: x == 0 :: x == 1; do :: break od fi; end: skip }",
     "0>1 x = 1 | 1>2 x == 0 | 1>3 x == 1 | 2e>4 skip | 3>2 goto | 4e -end-"},
};

struct numbering {
    unsigned *number;       /* by location; UINT32_MAX: not met yet */
    VEC(unsigned) in_order; /* locations */
};

static unsigned number_of(struct numbering *numbering, unsigned location) {
    if (numbering->number[location] == UINT32_MAX) {
        numbering->number[location] = (unsigned)numbering->in_order.count;
        vec_push(&numbering->in_order, location);
    }
    return numbering->number[location];
}

static void print_move(struct numbering *numbering, const struct move *move, struct text *out) {
    if (move->kind == MOVE_END) {
        text_add(out, " -end-");
        return;
    }
    text_printf(out, ">%u ", number_of(numbering, move->target));
    switch (move->kind) {
    case MOVE_STATEMENT: print_statement(move->statement, out); break;
    case MOVE_ELSE: text_add(out, "else"); break;
    case MOVE_D_STEP: text_add(out, "d_step"); break;
    default: text_add(out, "goto"); break;
    }
    if (move->atomic) text_add(out, "*");
}

static void print_automaton(const struct automaton *automaton, struct text *out) {
    struct numbering numbering = {.number = memory_new(automaton->locations.count * sizeof(unsigned))};
    for (size_t i = 0; i < automaton->locations.count; i++) numbering.number[i] = UINT32_MAX;
    number_of(&numbering, automaton->initial);
    for (size_t i = 0; i < numbering.in_order.count; i++) {
        const struct location *location = &automaton->locations.items[numbering.in_order.items[i]];
        assert_true(location->reachable);
        for (size_t m = 0; m < location->moves.count; m++) {
            text_printf(out, "%s%zu%s%s%s", out->length ? " | " : "", i, location->is_progress ? "p" : "",
                        location->is_end ? "e" : "", location->is_accept ? "a" : "");
            print_move(&numbering, &location->moves.items[m], out);
        }
    }
    free(numbering.number);
    vec_free(&numbering.in_order);
}

static void test_same_as_spin(void **state) {
    (void)state;
    bool different = false;
    for (size_t i = 0; i < sizeof expectations / sizeof *expectations; i++) {
        struct program *program = loaded(expectations[i].model);
        struct text found = {0};
        print_automaton(program->automata[0], &found);
        if (strcmp(text_chars(&found), expectations[i].automaton)) {
            print_error("%s\n  expected %s\n  found    %s\n", expectations[i].model, expectations[i].automaton,
                        text_chars(&found));
            different = true;
        }
        text_free(&found);
        program_free(program);
    }
    assert_false(different);
}

/* The other order of nested escapes, as with `spin -J`. */
static void test_inner_escapes_first(void **state) {
    (void)state;
    struct program_options options = {.compiler = JIT_TCC, .reverse_escapes = true};
    struct program *program =
        loaded_with("byte x, y, z; init { { { x = 1 } unless { y == 1 } } unless { z == 1 } }", &options);
    struct text found = {0};
    print_automaton(program->automata[0], &found);
    assert_string_equal(text_chars(&found), "0>1 y == 1 | 0>1 z == 1 | 0>1 x = 1 | 1e -end-");
    text_free(&found);
    program_free(program);
}

static void test_labels(void **state) {
    (void)state;
    struct program *program = loaded("byte x; init { A: B: x = 1; C: do :: x = 2 od; D: x = 3 }");
    const struct automaton *a = program->automata[0];
    assert_int_equal(automaton_label(a, "A"), a->initial);
    assert_int_equal(automaton_label(a, "B"), a->initial);
    assert_int_equal(automaton_label(a, "C"), a->locations.items[a->initial].moves.items[0].target);
    assert_int_equal(automaton_label(a, "E"), -1);
    struct text names = {0};
    automaton_labels(a, a->initial, &names);
    assert_true(strcmp(text_chars(&names), "A, B") == 0 || strcmp(text_chars(&names), "B, A") == 0);
    text_free(&names);
    int unreachable = automaton_label(a, "D");
    if (unreachable >= 0) assert_false(a->locations.items[unreachable].reachable);
    program_free(program);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_as_spin),
        cmocka_unit_test(test_inner_escapes_first),
        cmocka_unit_test(test_labels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
