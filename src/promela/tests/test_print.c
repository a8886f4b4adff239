/* Loops written out, and printed models that mean the same when they are read again. */
#include "promela/tests/models.h"

static void test_for_over_a_range(void **state) {
    (void)state;
    assert_prints("init { int i; L: for (i : 1 .. 3) { skip; skip } }", "\ninit {\n"
                                                                        "    int i;\n"
                                                                        "    i = 1;\n"
                                                                        "    L: do\n"
                                                                        "    ::\n"
                                                                        "        i <= 3;\n"
                                                                        "        skip;\n"
                                                                        "        {\n"
                                                                        "            skip\n"
                                                                        "        };\n"
                                                                        "        i = i + 1\n"
                                                                        "    ::\n"
                                                                        "        else;\n"
                                                                        "        break\n"
                                                                        "    od\n"
                                                                        "}\n");
}

static void test_for_over_an_array(void **state) {
    (void)state;
    assert_prints("int a[5]; init { int i; for (i in a) { a[i] = i } }", "int a[5];\n\ninit {\n"
                                                                         "    int i;\n"
                                                                         "    i = 0;\n"
                                                                         "    do\n"
                                                                         "    ::\n"
                                                                         "        i <= 4;\n"
                                                                         "        a[i] = i;\n"
                                                                         "        i = i + 1\n"
                                                                         "    ::\n"
                                                                         "        else;\n"
                                                                         "        break\n"
                                                                         "    od\n"
                                                                         "}\n");
}

static void test_for_over_a_channel(void **state) {
    (void)state;
    assert_prints("typedef T { byte x; byte y } chan q = [2] of {T}; init { T t; for (t in q) { skip } }",
                  "typedef T {\n    byte x;\n    byte y;\n}\nchan q = [2] of {T};\n\ninit {\n"
                  "    T t;\n"
                  "    byte _for_count;\n"
                  "    _for_count = 0;\n"
                  "    do\n"
                  "    ::\n"
                  "        _for_count < len(q);\n"
                  "        q?t.x,t.y;\n"
                  "        q!t.x,t.y;\n"
                  "        skip;\n"
                  "        _for_count = _for_count + 1\n"
                  "    ::\n"
                  "        else;\n"
                  "        break\n"
                  "    od\n"
                  "}\n");
}

/* Spin's lexer makes an `if` of it, but not in an inline and not for a name with an underscore. */
static void test_select(void **state) {
    (void)state;
    assert_prints("init { int i; select(i : 1 .. 2) }",
                  "\ninit {\n    int i;\n    if\n    ::\n        i = 1\n    ::\n        i = 2\n    fi\n}\n");
    assert_prints("init { int i_j; select(i_j : 1 .. 2) }",
                  "\ninit {\n    int i_j;\n    i_j = 1;\n    do\n    ::\n        break\n    ::\n        i_j < 2;\n"
                  "        i_j = i_j + 1\n    od\n}\n");
    assert_prints("init { int i; select(i : 1 .. 40) }",
                  "\ninit {\n    int i;\n    {\n        i = 1;\n        do\n        ::\n            i < 40;\n"
                  "            i = i + 1\n        ::\n            break\n        od\n    }\n}\n");
}

static void test_else_goes_last_and_skips_are_pruned(void **state) {
    (void)state;
    assert_prints("init { int x; if :: else -> x = 1 :: x -> skip; skip; skip; x = 2 fi }",
                  "\ninit {\n    int x;\n    if\n    ::\n        x;\n        skip;\n        x = 2\n    ::\n"
                  "        else;\n        x = 1\n    fi\n}\n");
}

static void test_statements_on_one_line(void **state) {
    (void)state;
    struct model *model =
        parsed("mtype = {first}; chan out = [1] of {mtype, int}; init { int x; out!first,x+1; out?_,eval(x);\n"
               "out?\?<first,x>; x++; x -> skip; run P(x, 3); assert(x != -2); printf(\"a\\n\", x); timeout;\n"
               "do :: break od; atomic { skip } } proctype P(int a, b) { skip }");
    static const char *const expected[] = {
        "out!first,x + 1", "out?_,eval(x)",   "out?\?<first,x>",    "x = x + 1", "x",  "skip",
        "run P(x,3)",      "assert(x != -2)", "printf(\"a\\n\",x)", "timeout",   "do", "atomic",
    };
    const struct sequence *body = model->proctypes.items[0]->body;
    assert_int_equal(body->statements.count, sizeof expected / sizeof *expected);
    for (size_t i = 0; i < body->statements.count; i++) {
        struct text text = {0};
        print_statement(body->statements.items[i], &text);
        assert_string_equal(text_chars(&text), expected[i]);
        text_free(&text);
    }
    model_free(model);
}

static const char *const models[] = {
    "mtype = {a, b}; mtype:s = {c, d}; mtype = {e}; mtype:s v = d; chan q[2] = [3] of {mtype, mtype:s, byte};\n"
    "init { chan q2 = q[1]; xr q2; q[0]!e,c,1; skip }",
    "byte x; active [2] proctype P() { do :: x < 5 -> x++ od unless { x == 3 -> x = 7 };\n"
    "L: { x = 2; x = 3 } unless { x > 2 }; M: atomic { x = 5; x = 6 } unless { x == 5 }; goto L; goto M }",
    "init { { int x; L: x = 1 }; { int x; L: x = 2; goto L } goto L }",
    "chan q = [2] of {chan}; init { chan c = [1] of {byte}; q!c; chan d; q?d; { chan e = q; e!d } chan a[2]; a[1] = q "
    "}",
    "inline f(a) { int t; skip; L: t = a; if :: t -> goto L :: else fi } init { f(1); f(2) }",
    "init { int x; x = - - x; x = -(-3); x = (x -> -1 : (x -> 2 : 3)); x = ~!x; x = x - -1; _ = x }",
    "active proctype P() { L: goto M; int z; M: z = 1 } ltl p { [] (P@L -> <> (P:z == 1)) } never { do :: skip od }",
};

static void test_printed_models_are_read_again(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        struct model *model = parsed(models[i]);
        struct text first = {0};
        print_model(model, &first);
        assert_prints(first.chars, first.chars);
        text_free(&first);
        model_free(model);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_for_over_a_range),
        cmocka_unit_test(test_for_over_an_array),
        cmocka_unit_test(test_for_over_a_channel),
        cmocka_unit_test(test_select),
        cmocka_unit_test(test_else_goes_last_and_skips_are_pruned),
        cmocka_unit_test(test_statements_on_one_line),
        cmocka_unit_test(test_printed_models_are_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
