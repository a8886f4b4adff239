/* --engine all: when engines contradict each other, and how that is told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/app/compare.h"

#include <string.h>

/* An answer with violations of these kinds. */
static void say(struct answer *answer, enum verdict verdict, struct violation *violations, size_t count) {
    *answer = (struct answer){.result = {.verdict = verdict, .store = "exact", .threads = 1}};
    for (size_t i = 0; i < count; i++) {
        struct result_violation kept = {.property = "safety", .violation = &violations[i]};
        vec_push(&answer->result.violations, kept);
        vec_push(&answer->timelines, NULL);
    }
    struct result_property safety = {.name = "safety", .what = "safety", .was_run = true, .verdict = verdict};
    vec_push(&answer->result.properties, safety);
}

static bool contradict(const struct other_engine *other, struct answer *ours, struct answer *theirs, char **story) {
    struct text out = {0};
    bool contradicts = command_contradicts(other, ours, theirs, &out);
    assert_int_equal(contradicts, out.length > 0);
    *story = text_take(&out);
    answer_free(ours);
    answer_free(theirs);
    return contradicts;
}

static struct violation wrong_assertion = {.kind = "assertion", .message = "the assertion does not hold: x == 1"};
static struct violation races = {.kind = "race", .message = "x is accessed by two"};
static struct violation waits = {.kind = "waiting", .message = "t waits for ever"};

static void what_only_one_finds_is_a_disagreement(void **state) {
    (void)state;
    const struct other_engine *const others[] = {&other_paths, &other_sequential};
    for (size_t i = 0; i < 2; i++) {
        struct answer ours, theirs;
        char *story;
        say(&ours, VERDICT_HOLDS, NULL, 0);
        say(&theirs, VERDICT_VIOLATED, &wrong_assertion, 1);
        assert_true(contradict(others[i], &ours, &theirs, &story));
        assert_non_null(strstr(story, "the engines disagree: explicit says holds, "));
        assert_non_null(strstr(story, others[i]->name));
        assert_non_null(strstr(story, "the assertion does not hold: x == 1")); /* its story */
        free(story);
        say(&ours, VERDICT_VIOLATED, &wrong_assertion, 1);
        say(&theirs, VERDICT_HOLDS, NULL, 0);
        assert_true(contradict(others[i], &ours, &theirs, &story));
        assert_non_null(strstr(story, "explicit says violated"));
        free(story);
    }
}

static void who_does_not_know_contradicts_nobody(void **state) {
    (void)state;
    enum verdict verdicts[] = {VERDICT_HOLDS, VERDICT_VIOLATED, VERDICT_UNKNOWN};
    for (size_t i = 0; i < 3; i++) {
        struct answer ours, theirs;
        char *story;
        say(&ours, VERDICT_UNKNOWN, NULL, 0);
        say(&theirs, verdicts[i], &wrong_assertion, verdicts[i] == VERDICT_VIOLATED);
        assert_false(contradict(&other_sequential, &ours, &theirs, &story));
        free(story);
        say(&ours, verdicts[i], &wrong_assertion, verdicts[i] == VERDICT_VIOLATED);
        say(&theirs, VERDICT_UNKNOWN, NULL, 0);
        assert_false(contradict(&other_sequential, &ours, &theirs, &story));
        free(story);
    }
}

static void what_is_not_looked_for_is_not_missed(void **state) {
    (void)state;
    struct answer ours, theirs;
    char *story;
    say(&ours, VERDICT_VIOLATED, &races, 1);
    say(&theirs, VERDICT_HOLDS, NULL, 0);
    assert_false(contradict(&other_sequential, &ours, &theirs, &story));
    free(story);
    say(&ours, VERDICT_VIOLATED, &races, 1); /* paths looks for races */
    say(&theirs, VERDICT_HOLDS, NULL, 0);
    assert_true(contradict(&other_paths, &ours, &theirs, &story));
    free(story);
    say(&ours, VERDICT_VIOLATED, &waits, 1);
    say(&theirs, VERDICT_HOLDS, NULL, 0);
    assert_false(contradict(&other_paths, &ours, &theirs, &story));
    free(story);
    struct violation both[] = {races, wrong_assertion};
    say(&ours, VERDICT_VIOLATED, both, 2); /* what stands behind it counts */
    say(&theirs, VERDICT_HOLDS, NULL, 0);
    assert_true(contradict(&other_sequential, &ours, &theirs, &story));
    free(story);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_only_one_finds_is_a_disagreement),
        cmocka_unit_test(who_does_not_know_contradicts_nobody),
        cmocka_unit_test(what_is_not_looked_for_is_not_missed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
