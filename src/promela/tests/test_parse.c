/* Models and the trees they become. */
#include "promela/tests/models.h"

static const struct proctype *first_proctype(const struct model *model) { return model->proctypes.items[0]; }

static const struct statement *step(const struct model *model, size_t index) {
    const struct sequence *body = first_proctype(model)->body;
    assert_true(index < body->statements.count);
    return body->statements.items[index];
}

static void test_types_and_initial_values(void **state) {
    (void)state;
    struct model *model = parsed("bit a; bool b = true; byte c[3] = 7; short d; int e = c[1] + 2; pid f;\n"
                                 "unsigned g : 5; mtype:fruit = {apple, pear}; mtype:fruit h = pear; hidden byte i;\n"
                                 "int l[4] = {1, 2}; show int s; local int t; init { skip }");
    struct variable **globals = model->globals.items;
    static const enum type_kind kinds[] = {TYPE_BIT, TYPE_BOOL,     TYPE_BYTE,  TYPE_SHORT, TYPE_INT,
                                           TYPE_PID, TYPE_UNSIGNED, TYPE_MTYPE, TYPE_BYTE,  TYPE_INT};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        assert_int_equal(globals[i]->type.kind, kinds[i]);
        assert_int_equal(globals[i]->index, i);
    }
    assert_int_equal(globals[1]->initial->value, 1);
    assert_int_equal(globals[2]->length, 3);
    assert_int_equal(globals[2]->initial->value, 7);
    assert_int_equal(globals[4]->initial->kind, EXPR_BINARY);
    assert_int_equal(globals[6]->type.width, 5);
    assert_string_equal(globals[7]->type.mtype_set, "fruit");
    assert_int_equal(globals[7]->initial->value, 1);
    assert_string_equal(globals[7]->initial->mtype_name, "pear");
    assert_true(globals[8]->hidden);
    assert_int_equal(globals[9]->initial_list.count, 2);
    assert_true(globals[10]->shown);
    assert_true(globals[11]->local_hint);
    model_free(model);
}

static void test_mtype_numbers(void **state) {
    (void)state;
    struct model *model = parsed("mtype = {one, two, three}; mtype = {four, five}; mtype:s = {a b c}; init { skip }");
    static const int values[] = {3, 2, 1, 5, 4, 3, 2, 1};
    assert_int_equal(model->mtypes.count, 8);
    for (size_t i = 0; i < 8; i++) assert_int_equal(model->mtypes.items[i].value, values[i]);
    assert_string_equal(model->mtypes.items[5].set, "s");
    model_free(model);
}

static void test_structures_and_messages(void **state) {
    (void)state;
    struct model *model =
        parsed("typedef In { byte x; bit y[2] } typedef Out { In in; int z = 4; chan c = [1] of {byte} }\n"
               "chan q = [2] of { In, byte }; init { Out o; q!o.in,3; q?o.in(_) }");
    const struct structure *out = model->structures.items[1];
    assert_string_equal(out->name, "Out");
    assert_ptr_equal(out->fields.items[0]->type.structure, model->structures.items[0]);
    assert_int_equal(out->fields.items[1]->initial->value, 4);
    assert_int_equal(out->fields.items[2]->channel->capacity, 1);
    assert_int_equal(model->globals.items[0]->channel->fields.count, 2);
    const struct statement *send = step(model, 0), *receive = step(model, 1);
    assert_int_equal(send->kind, STATEMENT_SEND);
    assert_int_equal(send->arguments.count, 4); /* o.in.x, o.in.y[0], o.in.y[1], 3 */
    assert_string_equal(send->arguments.items[2]->reference->field->field->variable->name, "y");
    assert_int_equal(send->arguments.items[2]->reference->field->field->index->value, 1);
    assert_int_equal(receive->receive->fields.count, 4);
    assert_int_equal(receive->receive->fields.items[1].kind, RECEIVE_STORE);
    assert_int_equal(receive->receive->fields.items[3].kind, RECEIVE_DROP);
    model_free(model);
}

static void test_receive_forms(void **state) {
    (void)state;
    struct model *model = parsed("mtype = {m}; chan q = [2] of {mtype, int}; init { int x;\n"
                                 "q?m(x); q?eval(x),-3; q??m,x; q?<m,x>; q?\?<m,x>; q?[m] -> q!!m(x); q??[m,2] && x }");
    assert_int_equal(step(model, 0)->receive->fields.items[0].match->value, 1);
    assert_false(step(model, 0)->receive->fields.items[0].is_eval);
    assert_true(step(model, 1)->receive->fields.items[0].is_eval);
    assert_int_equal(step(model, 1)->receive->fields.items[1].match->value, -3);
    assert_true(step(model, 2)->receive->random);
    assert_true(step(model, 3)->receive->peek && !step(model, 3)->receive->random);
    assert_true(step(model, 4)->receive->peek && step(model, 4)->receive->random);
    assert_int_equal(step(model, 5)->expression->kind, EXPR_POLL);
    assert_int_equal(step(model, 5)->expression->receive->fields.count, 2); /* completed */
    assert_true(step(model, 6)->sorted);
    assert_int_equal(step(model, 7)->expression->left->kind, EXPR_POLL);
    assert_true(step(model, 7)->expression->left->receive->random);
    model_free(model);
}

/* Before the first statement no step; after it one, also without an initial value (Spin 6.5.2, pan -d). */
static void test_declarations_as_steps(void **state) {
    (void)state;
    struct model *model = parsed("typedef T { int x } init { int k = 5; skip; T t; int a[3]; int v = k; }");
    const struct proctype *init = first_proctype(model);
    assert_int_equal(init->variables.count, 4);
    assert_int_equal(init->variables.items[0]->initial->value, 5);
    assert_null(init->variables.items[3]->initial);
    assert_int_equal(init->body->statements.count, 4);
    assert_false(step(model, 0)->from_declaration);
    assert_true(step(model, 1)->from_declaration);
    assert_int_equal(step(model, 1)->kind, STATEMENT_EXPRESSION);
    assert_true(step(model, 2)->from_declaration);
    assert_int_equal(step(model, 2)->target->index->value, 0);
    assert_int_equal(step(model, 2)->expression->value, 0);
    assert_int_equal(step(model, 3)->expression->kind, EXPR_REFERENCE);
    model_free(model);
}

static void test_unique_names(void **state) {
    (void)state;
    struct model *model = parsed("init { { int x; x = 1 } { int x; x = 2 } { int x_2; x_2 = 3 } skip } int x;");
    const struct proctype *init = first_proctype(model);
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(init->variables.items[i]->unique_name, init->variables.items[j]->unique_name);
    assert_string_equal(init->variables.items[1]->name, "x");
    assert_string_not_equal(init->variables.items[0]->unique_name, "x"); /* a global is called that */
    assert_ptr_equal(step(model, 1)->body->statements.items[1]->target->variable, init->variables.items[1]);
    model_free(model);
}

static void test_labels_and_jumps(void **state) {
    (void)state;
    struct model *model = parsed("init { A: B: skip; goto B; end: goto A; if :: skip; C: skip fi; goto C; D: }");
    const struct proctype *init = first_proctype(model);
    assert_int_equal(init->labels.count, 5);
    assert_int_equal(step(model, 0)->labels.count, 2);
    assert_ptr_equal(step(model, 1)->target_label->statement, step(model, 0));
    /* a marked jump gets a step of its own */
    assert_int_equal(step(model, 2)->kind, STATEMENT_EXPRESSION);
    assert_string_equal(step(model, 2)->labels.items[0]->name, "end");
    assert_int_equal(step(model, 3)->kind, STATEMENT_GOTO);
    assert_int_equal(step(model, 3)->labels.count, 0);
    assert_ptr_equal(step(model, 5)->target_label->statement, step(model, 4)->options.items[0]->statements.items[1]);
    assert_int_equal(step(model, 6)->expression->value, 1); /* the skip under D */
    model_free(model);
}

static void test_inlines(void **state) {
    (void)state;
    struct model *model = parsed("inline swap(a, b) { int t; t = a; a = b; b = t }\n"
                                 "inline twice(b, a) { swap(a, b); swap(b, a) }\n"
                                 "inline next(i) { return i + 1 }\n"
                                 "init { int x, y; twice(x, y); x = next(y + 2) }");
    assert_int_equal(model->inlines.count, 3);
    assert_string_equal(model->inlines.items[1].parameters.items[1], "a");
    const struct statement *swap = step(model, 0)->body->statements.items[0];
    assert_int_equal(swap->kind, STATEMENT_BLOCK);
    assert_string_equal(swap->body->statements.items[1]->expression->reference->variable->name, "y");
    assert_int_equal(swap->body->statements.items[1]->place.line, 1);
    const struct statement *returned = step(model, 1)->body->statements.items[0];
    assert_string_equal(returned->target->variable->name, "x");
    assert_int_equal(first_proctype(model)->variables.count, 4); /* x, y, two t */
    model_free(model);
}

static void test_callable_inlines(void **state) {
    (void)state;
    const char *text = "int x; inline set(x, v) { x = v; if :: v > 1 :: else fi } init { skip }";
    const char *names[] = {"set", NULL}, *unknown[] = {"get", NULL};
    struct parse_options options = {.callable = names};
    struct diagnostics diagnostics = {0};
    struct model *model = promela_parse_text(text, strlen(text), "m.pml", &options, &diagnostics);
    assert_non_null(model);
    const struct proctype *call = model->proctypes.items[1];
    assert_string_equal(call->name, "call set");
    assert_int_equal(call->active, 0);
    assert_int_equal(call->parameters.count, 2);
    assert_int_equal(call->body->statements.count, 1);
    assert_int_equal(call->body->statements.items[0]->kind, STATEMENT_ATOMIC);
    const struct statement *set = call->body->statements.items[0]->body->statements.items[0]->body->statements.items[0];
    assert_ptr_equal(set->target->variable, call->parameters.items[0]); /* and not the global x */
    model_free(model);
    options.callable = unknown;
    assert_null(promela_parse_text(text, strlen(text), "m.pml", &options, &diagnostics));
    assert_string_equal(diagnostics.list.items[0].message, "there is no inline `get`");
    diag_free(&diagnostics);
}

static void test_separators(void **state) {
    (void)state;
    struct model *model =
        parsed("init {\n int x\n x = 1\n { x = 2 } x = 3\n if\n :: x == 1\n -> x = 2\n :: else x = 4 fi\n"
               " x = 5;; x = 6 -> x = 7;\n}");
    assert_int_equal(first_proctype(model)->body->statements.count, 7);
    assert_int_equal(step(model, 3)->options.items[1]->statements.count, 2);
    model_free(model);
}

static void test_precedence(void **state) {
    (void)state;
    struct model *model = parsed("int a, b; init { a = 1 + 2 * 3 << 1; a | b & 1 == 2 && b || !a == 1; a = -a - -b }");
    struct text text = {0};
    for (size_t i = 0; i < 3; i++) {
        print_statement(step(model, i), &text);
        text_add_char(&text, '\n');
    }
    assert_string_equal(text_chars(&text), "a = 1 + 2 * 3 << 1\na | b & 1 == 2 && b || !a == 1\na = -a - -b\n");
    text_free(&text);
    const struct expression *shift = step(model, 0)->expression, *either = step(model, 1)->expression;
    assert_int_equal(shift->op, OP_SHIFT_LEFT);
    assert_int_equal(shift->left->op, OP_ADD);
    assert_int_equal(shift->left->right->op, OP_MULTIPLY);
    assert_int_equal(either->op, OP_OR);
    assert_int_equal(either->left->op, OP_AND);
    assert_int_equal(either->left->left->op, OP_BIT_OR);
    assert_int_equal(either->left->left->right->op, OP_BIT_AND);
    assert_int_equal(either->left->left->right->right->op, OP_EQUAL);
    assert_int_equal(either->right->op, OP_EQUAL);
    model_free(model);
}

static void assert_formula(const char *formula, const char *expected) {
    struct parse_options options = {.extra_ltl = formula};
    const char *model_text = "int a, b, c; active proctype P() { int x; L: skip }";
    struct diagnostics diagnostics = {0};
    struct model *model = promela_parse_text(model_text, strlen(model_text), "m.pml", &options, &diagnostics);
    if (!model) diag_print(&diagnostics, stderr);
    assert_non_null(model);
    assert_string_equal(model->ltl.items[0].name, "command line");
    struct text text = {0};
    print_expression(model->ltl.items[0].formula, &text);
    assert_string_equal(text_chars(&text), expected);
    text_free(&text);
    model_free(model);
    diag_free(&diagnostics);
}

/* What is pasted into braces must not leave them. */
static void assert_no_formula(const char *formula) {
    struct parse_options options = {.extra_ltl = formula};
    const char *model_text = "int a, b, c; active proctype P() { int x; L: skip }";
    struct diagnostics diagnostics = {0};
    assert_null(promela_parse_text(model_text, strlen(model_text), "m.pml", &options, &diagnostics));
    assert_true(diagnostics.errors > 0);
    assert_string_equal(diagnostics.list.items[0].place.file, "<command line>");
    diag_free(&diagnostics);
}

static void test_formulas_that_go_on(void **state) {
    (void)state;
    assert_no_formula("[] (a == 0) } ltl q { (a == 0)");
    assert_no_formula("[] (a == 0) } ltl command_line_ { (a == 0)");
    assert_no_formula("[] (a == 0) } never { do :: true od");
    assert_no_formula("[] (a == 0) } byte y; ltl { true");
    assert_no_formula("[] (a == 0) }");
    assert_no_formula("[] (a == 0) } active proctype R() { skip");
}

static void test_formulas(void **state) {
    (void)state;
    assert_formula("[] a -> <> b", "([] (a) -> <> (b))");
    assert_formula("a U b U c", "((a U b) U c)");
    assert_formula("a -> b -> c", "((a -> b) -> c)");
    assert_formula("a || b U c && a", "a || (b U c) && a");
    assert_formula("!a U X b W c", "((!a U X (b)) W c)");
    assert_formula("a V b", "(a V b)");
    assert_formula("a R b", "(a V b)");
    assert_formula("always (a > 1 implies eventually (b == 2)) <-> c", "([] (((a > 1) -> <> (b == 2))) <-> c)");
    assert_formula("(a == 1) until b weakuntil c release a", "((((a == 1) U b) W c) V a)");
    assert_formula("[] (P[0]@L /\\ P:x == 1 \\/ a)", "[] (P[0]@L && P:x == 1 || a)");
}

static void test_formula_of_the_command_line_is_diagnosed_there(void **state) {
    (void)state;
    struct parse_options options = {.extra_ltl = "[] nothere"};
    struct diagnostics diagnostics = {0};
    assert_null(promela_parse_text("init { skip }\n", 14, "m.pml", &options, &diagnostics));
    assert_string_equal(diagnostics.list.items[0].place.file, "<command line>");
    assert_int_equal(diagnostics.list.items[0].place.line, 1);
    assert_int_equal(diagnostics.list.items[0].place.column, 4);
    diag_free(&diagnostics);
}

static void test_formulas_are_read_last(void **state) {
    (void)state;
    struct model *model = parsed("ltl { [] x } ltl named { <> P@L } int x; active proctype P() { L: x = 1 } ltl { x }");
    assert_int_equal(model->ltl.count, 3);
    assert_string_equal(model->ltl.items[0].name, "ltl_0");
    assert_string_equal(model->ltl.items[1].name, "named");
    assert_string_equal(model->ltl.items[1].text, "<> P @ L");
    assert_string_equal(model->ltl.items[2].name, "ltl_1");
    assert_ptr_equal(model->ltl.items[1].formula->left->proctype, model->proctypes.items[0]);
    model_free(model);
}

static void test_proctypes(void **state) {
    (void)state;
    struct model *model =
        parsed("byte n; active [3] proctype A() priority 4 provided (n < 2) { skip }\n"
               "D_proctype B(int x, y; chan c) { skip } init priority 2 { run B(1, 2, n) priority 7 }\n"
               "never { skip } never other { skip } chan q = [1] of {byte}; trace { do :: q!1 :: q?1 od }");
    struct proctype **proctypes = model->proctypes.items;
    assert_int_equal(proctypes[0]->active, 3);
    assert_int_equal(proctypes[0]->priority, 4);
    assert_non_null(proctypes[0]->provided);
    assert_true(proctypes[1]->deterministic);
    assert_int_equal(proctypes[1]->parameters.count, 3);
    assert_true(proctypes[1]->variables.items[1]->is_parameter);
    assert_int_equal(proctypes[2]->kind, PROCTYPE_INIT);
    assert_ptr_equal(proctypes[2]->body->statements.items[0]->expression->proctype, proctypes[1]);
    assert_int_equal(proctypes[2]->body->statements.items[0]->expression->left->value, 7);
    assert_int_equal(proctypes[3]->kind, PROCTYPE_NEVER);
    assert_string_equal(proctypes[3]->name, "never");
    assert_string_equal(proctypes[4]->name, "other");
    assert_int_equal(proctypes[5]->kind, PROCTYPE_TRACE);
    assert_int_equal(proctypes[5]->end_place.line, 3);
    assert_true(model->uses_priority && model->uses_provided && !model->uses_last && !model->uses_code);
    model_free(model);
}

static void test_embedded_c(void **state) {
    (void)state;
    struct model *model =
        parsed("c_decl { int z; } c_state \"int y\" \"Global\" \"0\"; c_track \"&z\" \"sizeof(int)\";\n"
               "init { c_code [z > 0] { z--; }; c_expr { z == 1 } -> skip }");
    assert_int_equal(model->c_declarations.count, 3);
    assert_string_equal(model->c_declarations.items[1].extra, "0");
    assert_string_equal(step(model, 0)->c_assertion, "z > 0");
    assert_string_equal(step(model, 1)->expression->text, " z == 1 ");
    assert_true(model->uses_code);
    model_free(model);
}

static void test_printf_is_decoded(void **state) {
    (void)state;
    struct model *model = parsed("init { printf(\"a\\t\\\"%d\\\"\\n\", 3); printm(1) }");
    assert_string_equal(step(model, 0)->text, "a\t\"%d\"\n");
    assert_int_equal(step(model, 0)->arguments.count, 1);
    model_free(model);
}

/* A label that is looked at from outside stands on a step, even where a jump was. */
static void test_remote_label_on_a_jump(void **state) {
    (void)state;
    struct model *model = parsed("active proctype P() { L: goto M; M: skip } ltl { P@L }");
    const struct statement *labelled = step(model, 0);
    assert_int_equal(labelled->kind, STATEMENT_BLOCK);
    assert_ptr_equal(labelled->labels.items[0]->statement, labelled);
    assert_int_equal(labelled->body->statements.items[0]->kind, STATEMENT_EXPRESSION);
    assert_int_equal(labelled->body->statements.items[1]->kind, STATEMENT_GOTO);
    model_free(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_types_and_initial_values),
        cmocka_unit_test(test_mtype_numbers),
        cmocka_unit_test(test_structures_and_messages),
        cmocka_unit_test(test_receive_forms),
        cmocka_unit_test(test_declarations_as_steps),
        cmocka_unit_test(test_unique_names),
        cmocka_unit_test(test_labels_and_jumps),
        cmocka_unit_test(test_inlines),
        cmocka_unit_test(test_callable_inlines),
        cmocka_unit_test(test_separators),
        cmocka_unit_test(test_precedence),
        cmocka_unit_test(test_formulas),
        cmocka_unit_test(test_formulas_that_go_on),
        cmocka_unit_test(test_formula_of_the_command_line_is_diagnosed_there),
        cmocka_unit_test(test_formulas_are_read_last),
        cmocka_unit_test(test_proctypes),
        cmocka_unit_test(test_embedded_c),
        cmocka_unit_test(test_printf_is_decoded),
        cmocka_unit_test(test_remote_label_on_a_jump),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
