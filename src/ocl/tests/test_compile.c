/* Compiled expressions against the interpreter: the same values, failures and choices. */
#include "ocl/compile.h"
#include "ocl/memo.h"
#include "ocl/tests/random_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { WORLDS = 12 };

struct answer {
    bool known;
    struct ocl_value value;
    const char *error;
    unsigned char choices[2];
};

struct expressions {
    VEC(struct ocl_expression *) list;
    VEC(char *) texts;
};

static void add(struct fixture *fixture, struct expressions *all, const char *text) {
    struct ocl_expression *expression = fixture_parse(fixture, text);
    if (!expression) {
        diag_print(&fixture->diagnostics, stderr);
        fail_msg("not parsed: %s", text);
    }
    vec_push(&all->list, expression);
    vec_push(&all->texts, memory_copy_text(text));
}

static void random_world(struct fixture *fixture, struct dice *dice) {
    for (unsigned i = 0; i < TASKS; i++) {
        int64_t *task = fixture->tasks + i * TASK_MEMBERS;
        task[PR] = 1 + roll(dice, 4);
        task[ON] = roll(dice, 2);
        task[RES] = roll(dice, 4);
        task[DPR] = roll(dice, 8) ? (int64_t)roll(dice, 9) - 2 : roll(dice, 2) ? INT64_MAX : INT64_MIN;
        task[NEXT] = (int64_t)roll(dice, TASKS + 1) - 1;
        task[FRIENDS] = roll(dice, 8);
        fixture->states[i] = (unsigned char)roll(dice, 3);
    }
    for (unsigned i = 0; i < RESOURCES; i++) fixture->resources[i] = 1 + roll(dice, 4);
}

static void ask_all(struct fixture *fixture, const struct expressions *all, uint64_t seed, struct answer *answers) {
    struct dice dice = {.state = seed};
    for (unsigned world = 0; world < WORLDS; world++) {
        random_world(fixture, &dice);
        if (fixture->world.memo) ocl_memo_forget(fixture->world.memo);
        unsigned self = roll(&dice, TASKS);
        for (size_t i = 0; i < all->list.count; i++) {
            struct answer *answer = &answers[world * all->list.count + i];
            memset(answer, 0, sizeof *answer);
            fixture->world.choices = answer->choices;
            answer->known =
                ocl_evaluate(all->list.items[i], &fixture->world, self, NULL, &answer->value, &answer->error);
        }
    }
}

static void assert_same(const struct expressions *all, const struct answer *expected, const struct answer *found) {
    unsigned known = 0, failed = 0, chose = 0;
    for (size_t i = 0; i < WORLDS * all->list.count; i++) {
        const struct answer *a = &expected[i], *b = &found[i];
        const char *text = all->texts.items[i % all->list.count];
        if (a->known != b->known) fail_msg("known %d, then %d: %s", a->known, b->known, text);
        if (a->known && (a->value.number != b->value.number || a->value.set != b->value.set))
            fail_msg("%lld, then %lld: %s", (long long)a->value.number, (long long)b->value.number, text);
        if (!a->known && strcmp(a->error, b->error) != 0) fail_msg("%s, then %s: %s", a->error, b->error, text);
        if (memcmp(a->choices, b->choices, sizeof a->choices) != 0) fail_msg("other choices: %s", text);
        known += a->known, failed += !a->known, chose += a->choices[0];
    }
    assert_true(known > 0 && failed > 0 && chose > 0); /* the test does test something */
}

static void compare(struct fixture *fixture, const struct expressions *all, enum jit_compiler compiler) {
    size_t count = WORLDS * all->list.count;
    struct answer *expected = memory_new(count * sizeof *expected), *found = memory_new(count * sizeof *found);
    for (unsigned memo = 0; memo < 2; memo++) {
        fixture->world.memo = memo ? ocl_memo_new(&fixture->schema) : NULL;
        ask_all(fixture, all, 17 + memo, expected);
        struct ocl_code *code = ocl_compile(&fixture->schema, all->list.items, all->list.count, compiler);
        assert_non_null(code);
        ask_all(fixture, all, 17 + memo, found);
        assert_same(all, expected, found);
        ocl_code_free(code);
        ask_all(fixture, all, 17 + memo, found);
        assert_same(all, expected, found);
        ocl_memo_free(fixture->world.memo);
    }
    free(expected);
    free(found);
}

static void release(struct fixture *fixture, struct expressions *all) {
    for (size_t i = 0; i < all->texts.count; i++) free(all->texts.items[i]);
    vec_free(&all->texts);
    vec_free(&all->list);
    fixture_free(fixture);
}

static void compare_random(unsigned count, uint64_t seed, enum jit_compiler compiler) {
    struct fixture *fixture = fixture_new();
    struct expressions all = {0};
    struct dice dice = {.state = seed};
    random_functions(fixture);
    for (unsigned i = 0; i < count; i++) {
        struct text text = {0};
        dice.dynamic = i % 4 != 0;
        random_boolean(&dice, 1 + i % 5, &text);
        add(fixture, &all, text_chars(&text));
        text_free(&text);
    }
    compare(fixture, &all, compiler);
    release(fixture, &all);
}

static void random_expressions(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) compare_random(400, seed, JIT_TCC);
}

static void random_expressions_optimised(void **state) {
    (void)state;
    compare_random(40, 99, JIT_CC);
}

/* What random expressions seldom meet: the ends of the integers, what is null, locals that share a place. */
static void corner_cases(void **state) {
    (void)state;
    static const char *const texts[] = {
        "dpr + 1",
        "dpr - 1",
        "-1 - dpr",
        "1 - dpr",
        "dpr + dpr",
        "dpr - -1",
        "-dpr",
        "dpr.abs()",
        "dpr * 2",
        "dpr div -1",
        "dpr mod -1",
        "dpr div (pr - 2)",
        "-9223372036854775807 - 1",
        "dpr < -9223372036854775807 - 1",
        "next.pr",
        "next.next.pr",
        "next@Run",
        "next.id",
        "next = null",
        "next.pr > 1 or true",
        "true or next.pr > 1",
        "next.pr > 1 and false",
        "false and next.pr > 1",
        "next.pr > 1 implies true",
        "next.pr > 1 and 1 div 0 = 1",
        "1 div 0 = 1 or next.pr > 1",
        "Task->exists(t | t.next.pr > 2)",
        "Task->forAll(t | t.next.pr > 2)",
        "Task->select(t | t.next.pr > 2)",
        "Task->reject(t | t.on)",
        "Task->one(t | t.on)",
        "friends->including(next)",
        "friends->excluding(next)",
        "next->asSet()",
        "friends->size()",
        "Task->collectSet(t | t.next)",
        "Task->collectSet(t | t.friends)",
        "Task->any(t | t.on)",
        "friends->any()",
        "(let x = 2 in x + pr) + (let x = 5 in x + pr)",
        "(let x = pr in x) - (let x = dpr in x)",
        "(let x = next in x) = (let x = self in x)",
        "(let a = 1 in a) + Task->select(t | t.on)->size() + (let b = 3 in b)",
        "let x = next in x.pr",
        "Ask(4) + Ask(pr)",
        "Ask(next.pr)",
        "Ask(1 div 0)",
        "if on then dpr else next.pr endif",
        "if next.on then 1 else 2 endif",
        "Task->collect(t | t.dpr)->sum()",
        "friends->collect(t | t.pr)->max()",
        "let bag = friends->collect(t | t.pr) in bag->min() + 1",
        "Task->isUnique(t | t.pr)",
        "Task->forAll(a | Task->forAll(b | a <> b implies a.pr <> b.pr))",
        "Task->exists(a | Task->exists(b | a.next = b and b.next = a))",
        "Task->select(a | Task->exists(b | b.friends->includes(a) and b.next.pr > a.pr))",
        "Task->symmetricDifference(friends)",
        "Task - friends",
        "friends->includesAll(Task)",
        "friends->excludesAll(Task)",
    };
    struct fixture *fixture = fixture_new();
    struct expressions all = {0};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) add(fixture, &all, texts[i]);
    compare(fixture, &all, JIT_TCC);
    fixture->world.reference = NULL;
    compare(fixture, &all, JIT_TCC);
    fixture->world.states = NULL;
    compare(fixture, &all, JIT_TCC);
    release(fixture, &all);
}

/* An expression that would need too much of the stack is left to the interpreter. */
static void a_large_expression(void **state) {
    (void)state;
    struct fixture *fixture = fixture_new();
    struct expressions all = {0};
    struct text text = {0};
    text_add(&text, "pr");
    for (unsigned i = 0; i < 100; i++)
        text_printf(&text, " + (if Task->exists(t | t.pr > %u) then 1 else dpr endif)", i % 5);
    add(fixture, &all, text_chars(&text));
    add(fixture, &all, "Task->any(t | t.on).pr");
    compare(fixture, &all, JIT_TCC);
    text_free(&text);
    release(fixture, &all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_expressions),
        cmocka_unit_test(random_expressions_optimised),
        cmocka_unit_test(corner_cases),
        cmocka_unit_test(a_large_expression),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
