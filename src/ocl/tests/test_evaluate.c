#include "ocl/tests/fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct fixture *set_up(void) {
    struct fixture *fixture = fixture_new();
    fixture_define(fixture, "Running", 0, (struct ocl_type){OCL_OBJECT, 0}, "Task->any(t | t@Run)");
    fixture_define(fixture, "Higher", 2, (struct ocl_type){OCL_BOOLEAN, 0}, "a.pr > b.pr");
    fixture_define(fixture, "Top", 0, (struct ocl_type){OCL_OBJECT, 0},
                   "Task->any(t | Task->forAll(u | t = u or Higher(t, u)))");
    return fixture;
}

/* For `self` the first task. Sets as their bits, null as -1. */
static int64_t value_of(struct fixture *fixture, const char *text) {
    struct ocl_expression *expression = fixture_parse(fixture, text);
    if (!expression) {
        diag_print(&fixture->diagnostics, stderr);
        fail_msg("not parsed: %s", text);
    }
    struct ocl_value value;
    const char *error = NULL;
    if (!ocl_evaluate(expression, &fixture->world, 0, NULL, &value, &error)) fail_msg("%s: %s", text, error);
    return value.type.kind == OCL_SET ? (int64_t)value.set : value.number;
}

struct example {
    const char *text;
    int64_t value;
};

static void check_all(const struct example *examples, size_t count) {
    struct fixture *fixture = set_up();
    for (size_t i = 0; i < count; i++) {
        int64_t value = value_of(fixture, examples[i].text);
        if (value != examples[i].value)
            fail_msg("%s is %lld, not %lld", examples[i].text, (long long)value, (long long)examples[i].value);
    }
    fixture_free(fixture);
}

static void numbers_and_precedence(void **state) {
    (void)state;
    static const struct example examples[] = {
        {"1 + 2 * 3", 7},
        {"(1 + 2) * 3", 9},
        {"10 - 3 - 2", 5},
        {"7 div 2", 3},
        {"-7 div 2", -3},
        {"-7 mod 3", -1},
        {"7 mod 3 * 2", 2},
        {"- - 3", 3},
        {"2 - -3", 5},
        {"3.max(5)", 5},
        {"3.min(5)", 3},
        {"(-3).abs()", 3},
        {"7.div(2) + 7.mod(2)", 4},
        {"K", 7},
        {"K * 2 + pr", 15},
        {"1 < 2 = 3 < 4", 1},                     /* relations bind tighter than equality */
        {"true or true and false", 1},            /* and before or */
        {"true xor true or true", 0},             /* or before xor */
        {"false implies false implies false", 0}, /* left-associative */
        {"not false and false", 0},
        {"not (false and false)", 1},
        {"not true = false", 1}, /* (not true) = false */
        {"1 + 1 = 2 and 2 <> 3", 1},
        {"if pr = 1 then 10 else 20 endif + 1", 11},
        {"let x = 2 in x * x + 1", 5},
        {"let x = 2, y = x + 1 in x * y", 6},
        {"(let x = 2 in x) + 1", 3},
        {"let x = 1 in let x = x + 1 in x", 2},
        {"Ask(4) + Ask(1)", 50},
        {"-9223372036854775807 - 1 < 0", 1},
    };
    check_all(examples, sizeof examples / sizeof *examples);
}

static void truth_tables(void **state) {
    (void)state;
    static const struct example examples[] = {
        {"true and true", 1},     {"true and false", 0},      {"false and true", 0},
        {"false or true", 1},     {"false or false", 0},      {"true xor false", 1},
        {"true xor true", 0},     {"false implies false", 1}, {"true implies false", 0},
        {"true implies true", 1}, {"1 <= 1 and 1 >= 1", 1},   {"1 > 1 or 1 < 1", 0},
        {"true <> false", 1},     {"null = next", 0},         {"Task->any(t|t.pr=3).next = null", 1},
    };
    check_all(examples, sizeof examples / sizeof *examples);
}

static void objects(void **state) {
    (void)state;
    static const struct example examples[] = {
        {"self", 0},
        {"id", 1},
        {"self.pr", 1},
        {"next.pr", 2},
        {"next.next.id", 3},
        {"next.next.next", -1},
        {"self@Run", 1},
        {"next@Run", 0},
        {"next@Rdy and next.next@Sus", 1},
        {"Running() = self", 1},
        {"Running().dpr", 5},
        {"Top().id", 3},
        {"Higher(next, self)", 1},
        {"self = next", 0},
        {"on", 0},
        {"next.on", 1},
        {"if on then self else null endif", -1},
    };
    check_all(examples, sizeof examples / sizeof *examples);
}

static void sets(void **state) {
    (void)state;
    static const struct example examples[] = {
        {"Task", 7},
        {"Resource", 3},
        {"friends", 6},
        {"res", 0},
        {"Task->exists(t | t@Run)", 1},
        {"Task->exists(t | t.pr > 3)", 0},
        {"Task->forAll(t | t.pr < 4)", 1},
        {"Task->forAll(t | t.on)", 0},
        {"res->exists(r | true)", 0},
        {"res->forAll(r | false)", 1},
        {"Task->forAll(t, u | t <> u implies t.pr <> u.pr)", 1},
        {"Task->exists(t, u | t.pr = u.pr + 2)", 1},
        {"Task->exists(t : Task | t.pr = 2)", 1},
        {"Task->one(t | t.pr = 2)", 1},
        {"Task->one(t | t.on)", 0},
        {"Task->one(t | t.pr > 9)", 0},
        {"Task->any(t | t.on)", 1},
        {"Task->any()", 0},
        {"Task->select(t | t.on)", 6},
        {"Task->reject(t | t.on)", 1},
        {"Task->isUnique(t | t.pr)", 1},
        {"Task->isUnique(t | t.on)", 0},
        {"Task->isUnique(t | t.res)", 1},
        {"Task->size()", 3},
        {"friends->size()", 2},
        {"res->isEmpty()", 1},
        {"friends->isEmpty()", 0},
        {"friends->notEmpty()", 1},
        {"friends->includes(next)", 1},
        {"friends->contains(self)", 0},
        {"friends->excludes(self)", 1},
        {"friends->includes(null)", 0},
        {"Task->includesAll(friends)", 1},
        {"friends->includesAll(Task)", 0},
        {"friends->excludesAll(Task)", 0},
        {"friends->excludesAll(Set{self})", 1},
        {"friends->union(Set{self})", 7},
        {"friends->intersection(Set{self, next})", 2},
        {"friends->symmetricDifference(Set{self, next})", 5},
        {"Task - friends", 1},
        {"friends->including(self)", 7},
        {"friends->excluding(next)", 4},
        {"friends->excluding(null)", 6},
        {"Set{}->union(friends)", 6},
        {"Set{self, self}->size()", 1},
        {"friends = Task->select(t | t.on)", 1},
        {"friends <> Set{}", 1},
        {"res = Set{}", 1},
        {"self->size()", 1},
        {"next.next.next->isEmpty()", 1},
        {"self->asSet()", 1},
        {"Task->collectSet(t | t.res)", 3},
        {"Task->select(t | t.next <> null)->collectSet(t | t.next)", 6},
        {"if on then friends else Set{} endif->size()", 0},
    };
    check_all(examples, sizeof examples / sizeof *examples);
}

static void bags(void **state) {
    (void)state;
    static const struct example examples[] = {
        {"Task->collect(t | t.pr)->sum()", 6},
        {"Task->collect(t | t.dpr)->max()", 9},
        {"Task->collect(t | t.dpr)->min()", 2},
        {"Task->collect(t | 1)->size()", 3},
        {"Task->collect(t | 1)->sum()", 3},
        {"Task->collect(t | t.pr div 2)->count(1)", 2},
        {"Task->collect(t | t.pr)->includes(3)", 1},
        {"Task->collect(t | t.pr)->contains(9)", 0},
        {"Task->collect(t | t.pr)->excludes(9)", 1},
        {"res->collect(r | r.pr)->isEmpty()", 1},
        {"res->collect(r | r.pr)->sum()", 0},
        {"Task->collect(t | 1)->notEmpty()", 1},
        {"Task.pr->sum()", 6},
        {"Task.id->max()", 3},
        {"Task.pr = Task->collect(t | 4 - t.pr)", 1}, /* a bag has no order */
        {"Task.pr <> Task->collect(t | 1)", 1},
        {"let b = Task.pr in b->sum() + b->size()", 9},
        {"let b : Bag(Integer) = Task.pr in Task->exists(t | b->includes(t.dpr))", 1},
        {"(if on then Task.pr else friends.pr endif)->sum()", 5},
        {"(let k = 2 in Task->collect(t | t.pr * k))->sum()", 12},
        {"(let b = Task.pr in let c = friends.pr in b)->sum()", 6},
    };
    check_all(examples, sizeof examples / sizeof *examples);
}

static void failures(void **state) {
    (void)state;
    static const char *const examples[][2] = {
        {"1 div 0", "division by zero (line 1, column 1)"},
        {"pr + 1 mod (pr - 1)", "division by zero (line 1, column 6)"},
        {"next.next.next.pr", "a member of null (line 1, column 16)"},
        {"next.next.next.id", "a member of null (line 1, column 16)"},
        {"next.next.next@Run", "the state of null (line 1, column 1)"},
        {"Task->any(t | t.pr > 9)", "any() of nothing (line 1, column 1)"},
        {"res->any()", "any() of nothing (line 1, column 1)"},
        {"res.pr->min()", "min() of nothing (line 1, column 1)"},
        {"res.pr->max()", "max() of nothing (line 1, column 1)"},
        {"9223372036854775807 + 1", "a number beyond 64 bits (line 1, column 1)"},
        {"-9223372036854775807 - 2", "a number beyond 64 bits (line 1, column 1)"},
        {"9223372036854775807 * 2", "a number beyond 64 bits (line 1, column 1)"},
        {"(-9223372036854775807 - 1) div -1", "a quotient beyond 64 bits"},
        {"-(-9223372036854775807 - 1)", "a number beyond 64 bits (line 1, column 1)"},
        {"friends->including(next.next.next)", "null in a set (line 1, column 1)"},
        {"true and 1 div 0 = 1", NULL},
        {"false or 1 div 0 = 1", NULL},
        {"true implies 1 div 0 = 1", NULL},
        {"1 div 0 = 1 xor true", NULL},
        {"Task->exists(t | 1 div (t.pr - 1) = 7)", NULL},
        {"Task->forAll(t | 1 div (t.pr - 1) < 7)", NULL},
        {"Task->select(t | 1 div (t.pr - 1) > 0)->size()", NULL},
        {"let x = 1 div 0 in 3", NULL},
        {"if 1 div 0 = 1 then 1 else 1 endif", NULL},
    };
    struct fixture *fixture = set_up();
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        struct ocl_expression *expression = fixture_parse(fixture, examples[i][0]);
        assert_non_null(expression);
        struct ocl_value value;
        const char *error = NULL;
        if (ocl_evaluate(expression, &fixture->world, 0, NULL, &value, &error))
            fail_msg("%s has a value", examples[i][0]);
        assert_non_null(error);
        if (examples[i][1]) assert_string_equal(error, examples[i][1]);
    }
    fixture_free(fixture);
}

static void a_failure_does_not_spoil_what_is_decided(void **state) {
    (void)state;
    static const struct example examples[] = {
        {"false and 1 div 0 = 1", 0},
        {"1 div 0 = 1 and false", 0},
        {"1 div 0 = 1 or true", 1},
        {"true or 1 div 0 = 1", 1},
        {"1 div 0 = 1 implies true", 1},
        {"false implies 1 div 0 = 1", 1},
        {"Task->exists(t | 1 div (t.pr - 1) = 1)", 1}, /* fails for the first */
        {"Task->forAll(t | 1 div (t.pr - 1) = 1)", 0},
        {"if true then 1 else 1 div 0 endif", 1},
    };
    check_all(examples, sizeof examples / sizeof *examples);
}

static void arguments_and_self(void **state) {
    (void)state;
    struct fixture *fixture = set_up();
    struct ocl_parameter parameters[] = {{"n", {OCL_INTEGER, 0}}, {"who", {OCL_OBJECT, 0}}, {"s", {OCL_SET, 0}}};
    struct ocl_scope scope = {.self_class = 0, .parameters = parameters, .parameter_count = 3, .allow_variables = true};
    const char *text = "s->exists(t | t = who and t.dpr + n = self.dpr) and pr = n] rest";
    size_t used;
    struct ocl_expression *expression =
        ocl_parse(&fixture->schema, &scope, text, strlen(text), (struct place){0}, NULL, &used, &fixture->diagnostics);
    assert_non_null(expression);
    assert_int_equal(used, strchr(text, ']') - text);
    struct ocl_value value;
    const char *error;
    int64_t arguments[] = {3, 1, 2};
    assert_true(ocl_evaluate(expression, &fixture->world, 0, arguments, &value, &error));
    assert_int_equal(value.number, 0); /* pr is 1, not 3 */
    fixture->tasks[PR] = 3;
    assert_true(ocl_evaluate(expression, &fixture->world, 0, arguments, &value, &error));
    assert_int_equal(value.number, 1);
    assert_true(ocl_evaluate(expression, &fixture->world, 2, arguments, &value, &error));
    assert_int_equal(value.number, 0);
    fixture_free(fixture);
}

static void note(void *context, unsigned class_index, unsigned member) {
    ((unsigned *)context)[class_index] |= member == OCL_MEMBER_ID ? 1u << 31 : 1u << member;
}

static void members_used(void **state) {
    (void)state;
    struct fixture *fixture = set_up();
    unsigned used[2] = {0};
    ocl_members_used(fixture_parse(fixture, "Higher(self, next) and res->exists(r | r.id = 1)"), note, used);
    assert_int_equal(used[0], 1u << PR | 1u << NEXT | 1u << RES);
    assert_int_equal(used[1], 1u << 31);
    memset(used, 0, sizeof used);
    ocl_members_used(fixture_parse(fixture, "Top() = self"), note, used); /* any() depends on the numbering */
    assert_int_equal(used[0], 1u << PR | 1u << 31);
    fixture_free(fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_and_precedence),
        cmocka_unit_test(truth_tables),
        cmocka_unit_test(objects),
        cmocka_unit_test(sets),
        cmocka_unit_test(bags),
        cmocka_unit_test(failures),
        cmocka_unit_test(a_failure_does_not_spoil_what_is_decided),
        cmocka_unit_test(arguments_and_self),
        cmocka_unit_test(members_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
