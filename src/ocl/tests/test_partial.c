/* Partial evaluation must agree with total evaluation of every completion; and with everything known it must be as
 * strong. */
#include "base/tests/rounds.h"
#include "ocl/tests/fixture.h"
#include "ocl/tests/random_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static int partly(struct fixture *fixture, const char *text, unsigned self) {
    struct ocl_expression *expression = fixture_parse(fixture, text);
    if (!expression) fail_msg("not parsed: %s", text);
    return ocl_evaluate_partly(expression, &fixture->world, fixture->known, self, NULL);
}

static void forget(struct fixture *fixture, unsigned task, unsigned member) {
    fixture->known_tasks[task * TASK_MEMBERS + member] = 0;
    fixture->tasks[task * TASK_MEMBERS + member] = 12345; /* must not be looked at */
}

static void usual_patterns(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int answer;
    } examples[] = {
        /* The third task knows nothing but its links; the second does not know its links. */
        {"Task->forAll(t | t <> self implies t.pr <> pr)", -1},
        {"Task->exists(t | t.pr = 2)", 1},
        {"Task->exists(t | t.pr = 9)", 0},
        {"Task->forAll(t | t.pr <= 4)", 1},
        {"Task->forAll(t | t.pr <> 2)", 0},
        {"Task->forAll(t | t.pr < 4)", -1},
        {"Resource->forAll(r | Task->exists(t | t.res->includes(r)))", 1},
        {"Resource->exists(r | Task->forAll(t | t.res->excludes(r)))", 0},
        {"Task->forAll(t | t.res->size() <= 2)", 1},
        {"Task->forAll(t | t.res->size() <= 1)", 0},
        {"Task->exists(t | t.res->isEmpty())", 1},
        {"Task->collectSet(t | t.res) = Resource", 1},
        {"Task->collect(t | t.pr)->sum() >= 4", 1},
        {"Task->collect(t | t.pr)->sum() > 7", 0},
        {"Task->collect(t | t.pr)->max() >= 2", 1},
        {"Task->collect(t | t.pr)->includes(1)", 1},
        {"Task->isUnique(t | t.pr)", -1},
        {"Task->isUnique(t | t.res)", -1},
        {"Task->select(t | t.pr > 1)->size() >= 1", 1},
        {"Task->select(t | t.pr > 1)->size() >= 3", 0},
        {"Task->one(t | t.pr = 1)", -1},
        {"Task->any(t | t.pr = 1) = self", 1},
        {"let x = Task->any(t | t.res->size() = 2) in x.id >= 2", 1},
        {"pr + 1 = 2", 1},
        {"Task->exists(t | t.pr * 2 > 9)", 0},
    };
    struct fixture *fixture = fixture_new();
    forget(fixture, 2, PR);
    forget(fixture, 1, RES);
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        int answer = partly(fixture, examples[i].text, 0);
        if (answer != examples[i].answer) fail_msg("%s: %d", examples[i].text, answer);
    }
    fixture_free(fixture);
}

static void multiplicities_help(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new();
    for (unsigned task = 0; task < TASKS; task++) forget(fixture, task, RES);
    assert_int_equal(partly(fixture, "Task->exists(t | t.res->includes(Resource->any()))", 0), -1);
    struct ocl_member *res = &fixture->schema.classes.items[0].members.items[RES];
    res->low = 2; /* both */
    assert_int_equal(partly(fixture, "Task->exists(t | t.res->includes(Resource->any()))", 0), 1);
    assert_int_equal(partly(fixture, "res = Resource", 0), 1);
    res->low = 1;
    assert_int_equal(partly(fixture, "res->exists(r | r.pr >= 3)", 0), 1); /* whichever it is */
    assert_int_equal(partly(fixture, "res->exists(r | r.pr >= 4)", 0), -1);
    assert_int_equal(partly(fixture, "res->forAll(r | r.pr < 3)", 0), 0);
    assert_int_equal(partly(fixture, "res->notEmpty()", 0), 1);
    fixture_free(fixture);
}

static void a_failure_is_never_a_decision(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new();
    forget(fixture, 1, PR);
    assert_int_equal(partly(fixture, "1 div 0 = 1", 0), -1);
    assert_int_equal(partly(fixture, "Task->exists(t | t.pr = 1 and 1 div 0 = 1)", 0), -1);
    assert_int_equal(partly(fixture, "let x = 1 div 0 in true", 0), -1);
    assert_int_equal(partly(fixture, "let x = 4 div (Task->any(t | t.id = 2).pr - 1) in true", 0), -1);
    assert_int_equal(partly(fixture, "1 div 0 = 1 and false", 0), 0);
    assert_int_equal(partly(fixture, "Task->any(t | t.pr = 2).id = 2", 0), -1);
    fixture_free(fixture);
}

/* ---- random expressions and worlds ---- */

static int64_t random_value(struct dice *dice, unsigned member) {
    switch (member) {
    case PR: return 1 + roll(dice, 4);
    case ON: return roll(dice, 2);
    case RES: return roll(dice, 4);
    case DPR: return (int64_t)roll(dice, 9) - 2;
    case NEXT: return (int64_t)roll(dice, TASKS + 1) - 1;
    default: return roll(dice, 8);
    }
}

static void complete(struct fixture *fixture, struct dice *dice) {
    for (unsigned i = 0; i < TASKS * TASK_MEMBERS; i++) {
        if (!fixture->known_tasks[i]) fixture->tasks[i] = random_value(dice, i % TASK_MEMBERS);
    }
    for (unsigned i = 0; i < RESOURCES; i++) {
        if (!fixture->known_resources[i]) fixture->resources[i] = 1 + roll(dice, 4);
    }
}

static void new_world(struct fixture *fixture, struct dice *dice, unsigned known_in_ten) {
    memset(fixture->known_tasks, 0, sizeof fixture->known_tasks);
    memset(fixture->known_resources, 0, sizeof fixture->known_resources);
    complete(fixture, dice);
    for (unsigned i = 0; i < TASKS; i++) fixture->states[i] = (unsigned char)roll(dice, 3);
    for (unsigned i = 0; i < TASKS * TASK_MEMBERS; i++) fixture->known_tasks[i] = roll(dice, 10) < known_in_ten;
    for (unsigned i = 0; i < RESOURCES; i++) fixture->known_resources[i] = roll(dice, 10) < known_in_ten;
}

/* 1, 0, or -1 for a failure. */
static int totally(struct fixture *fixture, const struct ocl_expression *expression, unsigned self) {
    struct ocl_value value;
    const char *error;
    return ocl_evaluate(expression, &fixture->world, self, NULL, &value, &error) ? (int)value.number : -1;
}

struct tally {
    unsigned decided, refuted;
};

static void compare(struct fixture *fixture, struct dice *dice, const char *text, struct tally *tally) {
    struct ocl_expression *expression = fixture_parse(fixture, text);
    if (!expression) {
        diag_print(&fixture->diagnostics, stderr);
        fail_msg("not parsed: %s", text);
    }
    for (unsigned trial = 0; trial < 8; trial++) {
        unsigned known_in_ten = trial == 0 ? 10 : roll(dice, 10), self = roll(dice, TASKS);
        new_world(fixture, dice, known_in_ten);
        int answer = ocl_evaluate_partly(expression, &fixture->world, fixture->known, self, NULL);
        if (trial == 0 && answer != totally(fixture, expression, self)) fail_msg("not as strong: %s", text);
        if (answer < 0) continue;
        (answer ? &tally->decided : &tally->refuted)[0]++;
        for (unsigned completion = 0; completion < 30; completion++) {
            complete(fixture, dice);
            if (totally(fixture, expression, self) != answer) fail_msg("%d is unsound: %s", answer, text);
        }
    }
}

static void agrees_with_every_completion(void **state) {
    (void)state;
    struct dice dice = {.state = 1};
    struct tally tally = {0};
    for (unsigned i = 0; i < ROUNDS(20000); i++) {
        struct fixture *fixture = fixture_new();
        random_functions(fixture);
        struct text text = {0};
        dice.dynamic = i % 2;
        random_boolean(&dice, 1 + i % 4, &text);
        compare(fixture, &dice, text_chars(&text), &tally);
        text_free(&text);
        fixture_free(fixture);
    }
    assert_true(tally.decided > 10000 && tally.refuted > 10000); /* the test does test something */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(usual_patterns),
        cmocka_unit_test(multiplicities_help),
        cmocka_unit_test(a_failure_is_never_a_decision),
        cmocka_unit_test(agrees_with_every_completion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
