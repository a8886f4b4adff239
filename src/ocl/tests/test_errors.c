/* What is wrong with an expression is said at its place. */
#include "ocl/tests/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

struct example {
    const char *text;
    unsigned column;
    const char *message;
};

static void check_all(const struct ocl_scope *scope, const struct example *examples, size_t count) {
    for (size_t i = 0; i < count; i++) {
        struct fixture *fixture = fixture_new();
        fixture_define(fixture, "Running", 0, (struct ocl_type){OCL_OBJECT, 0}, "Task->any(t | t@Run)");
        fixture_define(fixture, "Higher", 2, (struct ocl_type){OCL_BOOLEAN, 0}, "a.pr > b.pr");
        fixture_define(fixture, "Raised", 1, (struct ocl_type){OCL_BOOLEAN, 0}, "a.pr <> a.dpr");
        assert_null(ocl_parse(&fixture->schema, scope, examples[i].text, strlen(examples[i].text),
                              (struct place){"test", 1, 1}, NULL, NULL, &fixture->diagnostics));
        assert_int_equal(fixture->diagnostics.errors, 1);
        const struct diagnostic *found = &fixture->diagnostics.list.items[0];
        if (strcmp(found->message, examples[i].message) || found->place.column != examples[i].column)
            fail_msg("%s: %u: %s", examples[i].text, found->place.column, found->message);
        fixture_free(fixture);
    }
}

static void everywhere(void **state) {
    (void)state;
    static const struct example examples[] = {
        {"1 +", 4, "expected an expression, not the end"},
        {"1 + )", 5, "expected an expression, not ')'"},
        {"(1", 3, "expected ')', not the end"},
        {"1 + #", 5, "this character means nothing here"},
        {"(4 / 2)", 4, "'/' is not an operator here: whole numbers are divided by 'div'"},
        {"99999999999999999999", 1, "this number is too large"},
        {"3x", 1, "a name cannot start with a digit"},
        {"(1 /* x", 4, "this comment does not end"},
        {"if on then 1 else 2", 20, "expected 'endif', not the end"},
        {"let id = 3 in id", 5, "'id' is a word of the language, not a variable's name"},
        {"then", 1, "expected an expression, not 'then'"},
        {"Tsk->size()", 1, "unknown name 'Tsk': no variable, member, constant or class; did you mean 'Task'?"},
        {"prr + 1", 1, "unknown name 'prr': no variable, member, constant or class; did you mean 'pr'?"},
        {"Running", 1,
         "unknown name 'Running': no variable, member, constant or class; a function is called with '()'"},
        {"next.dqr", 6, "unknown member 'dqr' of class Task; did you mean 'dpr'?"},
        {"self@Runn", 6, "unknown state 'Runn' of class Task; did you mean 'Run'?"},
        {"res->any()@Run", 12, "unknown state 'Run': class Resource has no states"},
        {"Runing()", 1, "unknown function 'Runing'; did you mean 'Running'?"},
        {"Higher(self)", 1, "Higher() has 1 argument, expected 2"},
        {"Higher(self, 3)", 14, "argument 'b' of Higher() is Integer, expected Task"},
        {"Task->exist(t | t.on)", 7, "unknown operation '->exist' on a set; did you mean 'exists'?"},
        {"Task->sum()", 7, "unknown operation '->sum' on a set: it needs numbers, as from collect(x | ...)"},
        {"Task.pr->select(x | true)", 10, "unknown operation '->select' on a Bag(Integer)"},
        {"Task->size(3)", 7, "'->size' is not used so, expected ->size()"},
        {"Task->exists(self)", 7, "'->exists' is not used so, expected ->exists(x | condition)"},
        {"Task->select(t, u | true)", 7, "'->select' is not used so, expected ->select(x | condition)"},
        {"Task->exists(t | t.pr)", 18, "the condition of ->exists() is Integer, expected Boolean"},
        {"Task->exists(t : Resource | true)", 18, "'t' runs through objects of Task"},
        {"Task->collect(t | t.next)", 19,
         "the value in ->collect() is Task, expected Integer (objects are gathered with collectSet)"},
        {"Task->collectSet(t | t.pr)", 22,
         "the value in ->collectSet() is Integer, expected an object or a set of objects"},
        {"Task->exists(K | true)", 14, "'K' is already a class or a constant"},
        {"Task->includes(3)", 16, "the argument of ->includes() is Integer, expected Task"},
        {"Task->union(res)", 13, "the argument of ->union() is Set(Resource), expected Set(Task)"},
        {"Task->includes(res->any())", 16, "the argument of ->includes() is Resource, expected Task"},
        {"1 + on", 5, "the right operand of '+' is Boolean, expected Integer"},
        {"on + 1", 1, "the left operand of '+' is Boolean, expected Integer"},
        {"pr and on", 1, "the left operand of 'and' is Integer, expected Boolean"},
        {"on - 1", 1, "the left operand of '-' is Boolean, expected Integer"},
        {"Task - res", 8, "the right operand of '-' is Set(Resource), expected Set(Task)"},
        {"not pr", 5, "the operand of 'not' is Integer, expected Boolean"},
        {"-on", 2, "the operand of '-' is Boolean, expected Integer"},
        {"pr = on", 1, "'=' compares Integer with Boolean, expected two of the same type"},
        {"self = res->any()", 1, "'=' compares Task with Resource, expected two of the same type"},
        {"null = null", 1, "'=' compares some class with some class, expected two of the same type"},
        {"next < 3", 1, "the left operand of '<' is Task, expected Integer"},
        {"if pr then 1 else 2 endif", 4, "the condition of 'if' is Integer, expected Boolean"},
        {"if on then 1 else true endif", 19, "'else' gives Boolean, expected Integer as after 'then'"},
        {"let x : Boolean = 3 in x", 19, "the value is Integer, expected Boolean"},
        {"let x : Tusk = null in x", 9, "unknown class 'Tusk'; did you mean 'Task'?"},
        {"null", 1, "of which class is this?"},
        {"Set{}->size()", 1, "of which class is this set?"},
        {"Set{self, res->any()}", 11, "an element of Set{} is of another class than the earlier ones: Resource"},
        {"Set{3}", 5, "an element of Set{} is Integer, expected an object"},
        {"pr.dpr", 1, "'.dpr' needs an object, not Integer"},
        {"Task.next", 6, "'.next' of a set works for Integer members only; use ->collectSet, ->select or ->any"},
        {"pr@Run", 1, "'@Run' needs an object, not Integer"},
        {"pr->size()", 1, "'->size' needs a set, not Integer"},
        {"pr.maxx(3)", 4,
         "unknown function '.maxx()' of a number; did you mean 'max'? (operations on sets are written with '->')"},
        {"pr.max()", 4, ".max() has 0 arguments, expected 1"},
    };
    struct ocl_scope scope = {.allow_states = true, .allow_variables = true, .allow_references = true};
    check_all(&scope, examples, sizeof examples / sizeof *examples);
}

static void long_names_are_whole(void **state) {
    (void)state;
#define FORTY "a_name_of_forty_characters_that_goes_on_"
    static const struct example examples[] = {
        {"(3 " FORTY FORTY FORTY, 4, "expected ')', not '" FORTY FORTY FORTY "'"},
    };
    struct ocl_scope scope = {.self_class = 0};
    check_all(&scope, examples, sizeof examples / sizeof *examples);
}

static void in_an_invariant(void **state) {
    (void)state;
    static const struct example examples[] = {
        {"self@Run", 1, "'@Run' is a test of a state, but there are no states here, only attributes and associations"},
        {"pr = dpr", 6, "'dpr' is a variable: it changes, so only attributes and associations can be used here"},
        {"Ask(1) = 3", 1, "Ask() asks the target system, only assertions may"},
        {"Running() = self", 1, "Running() looks at states, which do not exist here"},
        {"pr = 3 or Raised(self)", 11,
         "Raised() looks at variables, which change: only attributes and associations can be used here"},
    };
    struct ocl_scope scope = {.self_class = 0};
    check_all(&scope, examples, sizeof examples / sizeof *examples);
}

static void without_self(void **state) {
    (void)state;
    static const struct example examples[] = {
        {"self.pr", 1, "there is no 'self' here, only in a class"},
        {"id", 1, "'id' of which object? There is no 'self' here"},
        {"pr", 1, "unknown name 'pr': no variable, member, constant or class"},
    };
    struct ocl_scope scope = {.self_class = -1};
    check_all(&scope, examples, sizeof examples / sizeof *examples);
}

static void both_operands_are_reported(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new();
    assert_null(fixture_parse(fixture, "on + next"));
    assert_int_equal(fixture->diagnostics.errors, 2);
    fixture_free(fixture);
}

static void deep_nesting_is_refused(void **state) {
    (void)state;
    static const char *const pieces[][3] = {{"(", "1", ")"},
                                            {"-", "1", ""},
                                            {"not ", "true", ""},
                                            {"", "1", " + 1"},
                                            {"", "self", ".next"},
                                            {"let x = ", "1", " in x"},
                                            {"if true then ", "1", " else 1 endif"},
                                            {"Set{", "self", "}->any()"}};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        struct fixture *fixture = fixture_new();
        struct text text = {0};
        for (unsigned k = 0; k < 100000; k++) text_add(&text, pieces[i][0]);
        text_add(&text, pieces[i][1]);
        for (unsigned k = 0; k < 100000; k++) text_add(&text, pieces[i][2]);
        assert_null(fixture_parse(fixture, text_chars(&text)));
        assert_int_equal(fixture->diagnostics.errors, 1);
        assert_non_null(strstr(fixture->diagnostics.list.items[0].message, "nested too deeply"));
        text_free(&text);
        fixture_free(fixture);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everywhere),
        cmocka_unit_test(long_names_are_whole),
        cmocka_unit_test(in_an_invariant),
        cmocka_unit_test(without_self),
        cmocka_unit_test(both_operands_are_reported),
        cmocka_unit_test(deep_nesting_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
