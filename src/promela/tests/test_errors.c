/* What is wrong with a model, in plain words and at the right place. Spin rejects all of these too. */
#include "promela/tests/models.h"

struct wrong {
    const char *text, *expected;
};

static const struct wrong names[] = {
    {"init { int count; coutn = 1 }", "1:19: `coutn` is not declared; did you mean `count`?\n"},
    {"init { x }", "1:8: `x` is not declared\n"},
    {"int x; int x; init { skip }", "1:12: `x` is declared already, as a variable\n1:5: `x` was declared here\n"},
    {"int g; init { int g; skip }", "1:19: `g` is declared already, as a variable\n1:5: `g` was declared here\n"},
    {"init { int i; i = 1; { int i; i = 2 } }",
     "1:28: `i` is declared already, as a variable\n1:12: `i` was declared here\n"},
    {"mtype = {a, a}; init { skip }",
     "1:13: `a` is declared already, as an mtype constant\n1:10: `a` was declared here\n"},
    {"mtype = {a}; init { a = 1 }", "1:21: `a` is an mtype constant: it cannot be assigned to\n"},
    {"proctype P() { skip } proctype P() { skip } init { skip }", "1:32: `P` is declared already, as a proctype\n"},
    {"init { run Task() } proctype Tsk() { skip }", "1:8: there is no proctype `Task`; did you mean `Tsk`?\n"},
    {"init { _pid = 3 }", "1:8: `_pid` cannot be assigned to\n"},
    {"init { int x; x = _ }", "1:19: `_` can only be written to\n"},
    {"init { skip } init { skip }", "1:15: a second init\n"},
    {"init { foo(3) } inline fo(x) { skip }", "1:8: there is no inline `foo`\n"},
};

static const struct wrong types[] = {
    {"typedef T { int x }; init { T t; t = 1 }",
     "1:34: `t` is a structure of type `T`: expected one of its fields, `t.x`\n"},
    {"typedef T { int xyz }; init { T t; t.xz = 1 }", "1:38: the typedef `T` has no field `xz`; did you mean `xyz`?\n"},
    {"init { int x; x.y = 1 }", "1:16: `x` is not a structure: it has no fields\n"},
    {"init { int a[3]; a = 1 }", "1:18: `a` is an array: expected an index, `a[..]`\n"},
    {"init { int x; x[1] = 2 }", "1:15: `x` is not an array: it cannot have an index\n"},
    {"int x[0]; init { skip }", "1:7: the array `x` has 0 elements: expected 1 to 1048576\n"},
    {"int x[2000000000]; init { skip }", "1:7: the array `x` has 2000000000 elements: expected 1 to 1048576\n"},
    {"int x[65536*65536]; init { skip }", "1:12: a constant that does not fit into an int\n"},
    {"unsigned x; init { skip }", "1:10: `x` needs a width: `unsigned x : 5`\n"},
    {"int x : 3; init { skip }", "1:7: only an unsigned can have a width\n"},
    {"hidden bit x; init { skip }", "1:12: `x` cannot be hidden: it is a bit (use byte)\n"},
    {"chan q = [1] of {int}; init { int x; x = q + 1 }", "1:42: `q` is a channel: it cannot be calculated with\n"},
    {"chan q = [1] of {int}; init { q = 3 }", "1:35: the channel `q` cannot be assigned a number\n"},
    {"byte b; init { b!1 }", "1:16: `b` is not a channel\n"},
    {"chan q = [1] of {int}; init { !full(q) }",
     "1:32: full(), nfull(), empty() and nempty() can only be joined by && and ||: use the opposite one instead of a "
     "negation, or len()\n"},
    {"mtype:f = {apple}; mtype = {one}; mtype:f v; init { v = one }", "1:57: `one` is not one of mtype:f\n"},
    {"typedef T { int a[2] }; proctype P(T t) { skip } init { skip }", "1:38: the parameter `t` has an array inside\n"},
    {"proctype P(int a = 3) { skip } init { skip }", "1:20: a parameter cannot have an initial value\n"},
};

static const struct wrong counts[] = {
    {"chan q = [1] of {int, int}; init { q!1 }", "1:37: this message has 1 field, but the messages of `q` have 2\n"},
    {"chan q = [1] of {int}; init { int x, y; q?x,y }",
     "1:43: this receive has 2 fields, but the messages of `q` have 1\n"},
    {"chan q = [1] of {int, int}; init { int x; q?x,x }", "1:47: `x` cannot receive two fields of one message\n"},
    {"proctype P(int a) { skip } init { run P(1, 2) }", "1:35: `P` has 1 parameter, but 2 arguments are given\n"},
    {"inline f(a, b) { skip } init { f(1) }", "1:32: the inline `f` has 2 parameters, but 1 argument is given\n"},
    {"active [300] proctype P() { skip }", "1:9: 300 processes: expected at most 255\n"},
};

static const struct wrong control[] = {
    {"init { goto nowhere }", "1:8: there is no label `nowhere` in `init`\n"},
    {"init { L: skip; goto l }", "1:17: there is no label `l` in `init`; did you mean `L`?\n"},
    {"init { skip; again: skip; goto agian }", "1:27: there is no label `agian` in `init`; did you mean `again`?\n"},
    {"init { L: skip; L: skip }", "1:17: the label `L` is there already\n"},
    {"init { break }", "1:8: `break` outside of a loop\n"},
    {"init { do :: d_step { skip; break } od }", "1:29: `break` out of a d_step\n"},
    {"init { int x; d_step { x = 1; goto L }; L: skip }", "1:31: a jump out of a d_step\n"},
    {"init { int x; goto L; d_step { x = 1; L: x = 2 } }", "1:15: a jump into a d_step\n"},
    {"init { skip; L: goto M; M: goto L }", "1:17: an endless chain of jumps\n1:28: an endless chain of jumps\n"},
    {"init { if :: else :: else fi }", "1:22: a second `else` in one selection\n"},
    {"init { atomic { L: skip }; goto L }",
     "1:17: the label `L` stands on the first statement of an atomic sequence: put it before the whole\n"},
    {"init { int x; L: x = 1 unless { skip } }", "1:15: write `L: { .. unless .. }`: a label belongs to the whole\n"},
    {"init { L: int y; skip }", "1:8: a label cannot stand before a declaration\n"},
    {"init { int L; L: skip }", "1:15: `L` is a variable: it cannot be a label\n"},
    {"proctype P() { skip } init { d_step { run P() } }", "1:39: `run` is not possible inside d_step: use atomic\n"},
    {"proctype P() { skip } init { (run P()) && (run P()) }", "1:31: more than one `run` in an expression\n"},
    {"proctype P() { skip } init { run P() + 1 }",
     "1:30: `run` must stand alone or be assigned: it cannot be part of a condition\n"},
    {"int x = run P(); proctype P() { skip } init { skip }",
     "1:9: `run` is only possible inside a proctype or init\n1:5: `run` cannot initialise a variable\n"},
    {"inline f() { g() } inline g() { f() } init { f() }", "1:33: the inline `f` calls itself\n"},
    {"init { return 3 }", "1:8: `return` is only possible in an inline\n"},
    {"init { skip; chan c = [1] of {int}; c!1 }",
     "1:19: the channel `c` must be declared before the first statement of its proctype\n"},
    {"init { skip; int a[2] = {1, 2} }",
     "1:25: a list of initial values is only possible before the first statement\n"},
    {"init { int i; for (i : 3 .. 1) { skip } }", "1:24: the range from 3 to 1 is empty\n"},
    {"chan q = [1] of {int}; init { skip } never { q!1 }", "1:46: a never claim cannot send or receive\n"},
    {"init { skip } never { int x; skip }", "1:27: a never claim cannot have variables of its own\n"},
    {"init { skip } trace { skip }", "1:23: this is not an event: a trace has sends and receives only\n"},
    {"init { np_ }", "1:8: np_ can only be used in a never claim or an ltl formula\n"},
    {"byte n; proctype P() provided (x) { int x; skip } init { skip }", "1:32: `x` is not declared\n"},
    {"active proctype P() { skip } ltl p { P@L }", "1:40: there is no label `L` in `P`\n"},
    {"active proctype P() { skip } ltl p { P:x == 1 }", "1:40: there is no variable `x` in `P`\n"},
};

static const struct wrong syntax[] = {
    {"init { }", "1:8: unexpected `}`: expected a statement\n"},
    {"init { int x; x = 1\n + 2 }", "2:2: unexpected `+`: expected an expression\n"},
    {"init { int x; x = 1 x = 2 }", "1:21: unexpected `x`: expected `;` or `->` or the end of the sequence\n"},
    {"init { skip unless skip unless skip }",
     "1:25: unexpected `unless`: expected `;` or `->` or the end of the sequence\n"},
    {"init { skip", "1:12: unexpected end of the file: expected `}` after the body\n"},
    {"proctype () { skip }", "1:10: unexpected `(`: expected the name of a proctype\n"},
    {"int x = ; init { skip }", "1:9: unexpected `;`: expected an expression\n"},
    {"chan q = [1] {int}; init { skip }", "1:14: unexpected `{`: expected `of` after the capacity of a channel\n"},
    {"int x; init { x = 1 } ltl p { <> x > 3 }",
     "1:31: a temporal formula is no number here: temporal operators bind tighter than comparisons, write `[] (x > 1)` "
     "and not `[] x > 1`\n"},
    /* several, each found once */
    {"init { int x; x = ; x = 2; y = 3; if :: x == ) -> skip fi; z = 1 }",
     "1:19: unexpected `;`: expected an expression\n1:28: `y` is not declared\n"
     "1:46: unexpected `)`: expected an expression\n1:60: `z` is not declared\n"},
    {"proctype P( { skip } init { y = 1 }",
     "1:13: unexpected `{`: expected `)` after the parameters of a proctype\n1:29: `y` is not declared\n"},
    {"inline f() { y = 1 } init { f(); f() }", "1:14: `y` is not declared\n"},
};

static void check(const struct wrong *cases, size_t count) {
    for (size_t i = 0; i < count; i++) assert_diagnosed(cases[i].text, false, cases[i].expected);
}

#define CHECK(cases)                                                                                                   \
    static void test_##cases(void **state) {                                                                           \
        (void)state;                                                                                                   \
        check(cases, sizeof cases / sizeof *cases);                                                                    \
    }
CHECK(names)
CHECK(types)
CHECK(counts)
CHECK(control)
CHECK(syntax)

static void test_warnings_do_not_reject(void **state) {
    (void)state;
    assert_diagnosed("init { int a[3]; a[5] = 1 }", true, "1:18: index 5 is outside of `a[3]`\n");
    assert_diagnosed("int n = 3; int x[n]; init { skip }", true,
                     "1:18: `n` is a variable: as the length of an array it counts as 3\n");
    assert_diagnosed("chan q = [1] of {int}; init { if :: q?1 :: else fi }", true,
                     "1:44: a dubious combination of `else` and channels\n");
    assert_diagnosed("init { printf(\"%d\\n\") }", true, "1:8: printf's format asks for 1 value, but there are 0\n");
}

static void test_place_numbers(void **state) {
    (void)state;
#define TOLD ": the numbers of places are not Spin's: compare pc_value() with another, or use a label (P@label)\n"
    assert_diagnosed("init { skip } never { pc_value(0) == 3 }", false, "1:23" TOLD);
    assert_diagnosed("init { skip } ltl p { [] (3 > pc_value(0)) }", false, "1:31" TOLD);
}

/* Observers look from outside, and change nothing. */
static void test_what_observers_may_not(void **state) {
    (void)state;
    assert_diagnosed("int x; init { skip } never { x = 1 }", false, "1:30: a never claim cannot assign\n");
    assert_diagnosed("int x; init { skip } never { atomic { 1 -> x++ } }", false,
                     "1:44: a never claim cannot assign\n");
    assert_diagnosed("init { skip } never { set_priority(0, 2) }", false,
                     "1:23: a never claim cannot set a priority\n");
    assert_diagnosed("init { skip } never { c_code { ; } }", false,
                     "1:23: a never claim cannot run C statements (c_expr is allowed)\n");
    assert_diagnosed("chan q = [1] of { int }; init { skip } never { xr q; 1 }", false,
                     "1:48: a never claim cannot own a channel\n");
    assert_diagnosed("proctype P() { skip } init { skip } never { run P() }", false,
                     "1:45: `run` has no meaning in a never claim\n");
    assert_diagnosed("init { skip } never { _pid == 0 }", false, "1:23: `_pid` has no meaning in a never claim\n");
    assert_diagnosed("init { skip } never { _priority == 1 }", false,
                     "1:23: `_priority` has no meaning in a never claim\n");
    assert_diagnosed("init { skip } never { timeout }", false, "1:23: `timeout` has no meaning in a never claim\n");
    assert_diagnosed("init { skip } ltl p { [] (timeout) }", false, "1:27: `timeout` has no meaning in a formula\n");
    assert_diagnosed("init { skip } ltl p { [] (_pid == 0) }", false, "1:27: `_pid` has no meaning in a formula\n");
    assert_diagnosed("init { skip } ltl p { [] (_priority == 0) }", false,
                     "1:27: `_priority` has no meaning in a formula\n");
}

/* count times `piece`, between two others */
static char *repeated(const char *before, const char *piece, size_t count, const char *after) {
    struct text text = {0};
    text_add(&text, before);
    for (size_t i = 0; i < count; i++) text_add(&text, piece);
    text_add(&text, after);
    return text_take(&text);
}

static void assert_first_error(char *text, const char *expected) {
    struct diagnostics diagnostics = {0};
    assert_null(promela_parse_text(text, strlen(text), "m.pml", NULL, &diagnostics));
    assert_string_equal(diagnostics.list.items[0].message, expected);
    diag_free(&diagnostics);
    free(text);
}

static void test_limits(void **state) {
    (void)state;
    assert_first_error(repeated("init { ", "(", 100000, ""), "nested too deeply (more than 200 levels)");
    assert_first_error(repeated("init { ", "{", 100000, ""), "nested too deeply (more than 200 levels)");
    assert_first_error(repeated("init { ", "if :: ", 100000, ""), "nested too deeply (more than 200 levels)");
    assert_first_error(repeated("init { int x; x = ", "~", 100000, "x }"), "nested too deeply (more than 200 levels)");
    assert_first_error(repeated("init { int x; x = x", " + x", 100000, " }"),
                       "an expression of more than 2000 operators in a chain");
    assert_first_error(repeated("mtype = {a", ", a", 0, "}; mtype = {b}; int x[-1]; init { skip }"),
                       "the array `x` has -1 elements: expected 1 to 1048576");
}

static void test_structures_that_grow(void **state) {
    (void)state;
    struct text text = {0};
    text_add(&text, "typedef T0 { int x[1000] }\n");
    for (int i = 1; i < 40; i++) text_printf(&text, "typedef T%d { T%d a[4] }\n", i, i - 1);
    text_add(&text, "T39 t; init { skip }");
    assert_first_error(text_take(&text), "`a` holds more than 1048576 numbers");
    text_add(&text, "typedef T0 { int x }\n");
    for (int i = 1; i < 100000; i++) text_printf(&text, "typedef T%d { T%d a }\n", i, i - 1);
    text_add(&text, "T9 t; init { skip }");
    assert_first_error(text_take(&text), "structures nested more than 50 deep");
}

static void test_too_many_mtypes(void **state) {
    (void)state;
    struct text text = {0};
    text_add(&text, "mtype = {");
    for (int i = 0; i < 256; i++) text_printf(&text, "m%d ", i);
    text_add(&text, "}; init { skip }");
    assert_first_error(text_take(&text), "more than 255 mtype names");
}

static void test_at_most_twenty_errors(void **state) {
    (void)state;
    struct text text = {0};
    text_add(&text, "init {\n");
    for (int i = 0; i < 100; i++) text_printf(&text, "x%d = 1;\n", i);
    text_add(&text, "}");
    struct diagnostics diagnostics = {0};
    assert_null(promela_parse_text(text.chars, text.length, "m.pml", NULL, &diagnostics));
    assert_int_equal(diagnostics.errors, 20);
    diag_free(&diagnostics);
    text_free(&text);
}

/* Each of 30 inlines calls the next one twice. */
static void test_inlines_that_grow(void **state) {
    (void)state;
    struct text text = {0};
    text_add(&text, "inline f0() { skip }\n");
    for (int i = 1; i < 30; i++) text_printf(&text, "inline f%d() { f%d(); f%d() }\n", i, i - 1, i - 1);
    text_add(&text, "init { f29() }\n");
    assert_first_error(text_take(&text), "the inlines expand to more than 4000000 tokens");
}

static void test_nul_bytes_are_refused(void **state) {
    (void)state;
    static const char text[] = "byte x;\ninit { c_code { a\0b } }";
    struct diagnostics diagnostics = {0};
    assert_null(promela_parse_text(text, sizeof text - 1, "m.pml", NULL, &diagnostics));
    assert_int_equal(diagnostics.list.count, 1);
    assert_int_equal(diagnostics.list.items[0].place.line, 2);
    assert_int_equal(diagnostics.list.items[0].place.column, 18);
    diag_free(&diagnostics);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nul_bytes_are_refused),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_control),
        cmocka_unit_test(test_syntax),
        cmocka_unit_test(test_warnings_do_not_reject),
        cmocka_unit_test(test_what_observers_may_not),
        cmocka_unit_test(test_place_numbers),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_structures_that_grow),
        cmocka_unit_test(test_too_many_mtypes),
        cmocka_unit_test(test_at_most_twenty_errors),
        cmocka_unit_test(test_inlines_that_grow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
