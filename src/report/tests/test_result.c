#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report/json_read.h"
#include "report/result.h"
#include "tiny.h"

static const struct violation failed = {
    .kind = "assertion", .message = "assertion failed: right < 2", .place = {"dir/tiny.pml", 9, 2}};

static struct result_property property(const char *name, enum verdict verdict, bool complete, uint64_t states) {
    return (struct result_property){.name = name,
                                    .what = name,
                                    .search = "bfs",
                                    .store = "exact",
                                    .was_run = true,
                                    .verdict = verdict,
                                    .complete = complete,
                                    .statistics = {.states = states,
                                                   .transitions = states * 2,
                                                   .depth = states / 10,
                                                   .memory_bytes = states * 16,
                                                   .seconds = 0.5,
                                                   .coverage = 1},
                                    .violation_count = verdict == VERDICT_VIOLATED};
}

static struct result start(void) {
    return (struct result){.source = {.model = "tiny.pml"}, .store = "exact", .reduction = true, .threads = 2};
}

static void the_worst_verdict_is_the_whole(void **state) {
    (void)state;
    struct result result = start();
    result_add_property(&result, property("safety", VERDICT_HOLDS, true, 100));
    assert_int_equal(result.verdict, VERDICT_HOLDS);
    assert_true(result.complete);
    result_add_property(&result, property("p", VERDICT_UNKNOWN, false, 50));
    assert_int_equal(result.verdict, VERDICT_UNKNOWN);
    assert_false(result.complete);
    result_add_property(&result, property("q", VERDICT_VIOLATED, false, 20));
    assert_int_equal(result.verdict, VERDICT_VIOLATED);
    result_add_property(&result, property("r", VERDICT_UNKNOWN, false, 20));
    assert_int_equal(result.verdict, VERDICT_VIOLATED);
    assert_int_equal(result.total.states, 190);
    assert_int_equal(result.total.transitions, 380);
    assert_int_equal(result.total.depth, 10);
    assert_int_equal(result.total.memory_bytes, 1600);
    assert_true(result.total.seconds == 2.0);
    result_free(&result);
}

static void add_violation(struct result *result) {
    struct tiny_run run;
    tiny_run_init(&run);
    struct result_violation kept = {
        .property = "safety", .violation = &failed, .story = story_from_trace(&tiny_ts, &run.trace)};
    vec_push(&result->violations, kept);
}

static char *as_text(const struct result *result, bool quiet) {
    struct text out = {0};
    result_text(&out, style_plain(), result, 0, quiet);
    return text_take(&out);
}

static void the_verdict_comes_first(void **state) {
    (void)state;
    struct result result = start();
    result_add_property(&result, property("safety", VERDICT_VIOLATED, false, 100));
    add_violation(&result);
    static const char first[] = "violated: assertion failed: right < 2, at dir/tiny.pml:9\n";
    char *text = as_text(&result, false);
    assert_int_equal(strncmp(text, first, strlen(first)), 0);
    assert_non_null(strstr(text, "c!left \u2194 c?right"));
    free(text);
    text = as_text(&result, true);
    assert_string_equal(text, first);
    free(text);
    result_free(&result);
}

static void says_why_it_is_incomplete_and_what_to_try(void **state) {
    (void)state;
    struct result result = start();
    struct result_property cut = property("safety", VERDICT_UNKNOWN, false, 100);
    cut.limit = LIMIT_MEMORY;
    result_add_property(&result, cut);
    char *text = as_text(&result, false);
    assert_int_equal(strncmp(text, "unknown: ", 9), 0);
    assert_non_null(strstr(text, "memory limit"));
    assert_non_null(strstr(text, "--store tree"));
    free(text);
    result_free(&result);
}

static void lists_unreached_code_only_if_it_is_known(void **state) {
    (void)state;
    struct result result = start();
    result_add_property(&result, property("safety", VERDICT_HOLDS, true, 100));
    struct result_unreached code = {"proctype left", "left++", {"tiny.pml", 4, 1}};
    vec_push(&result.unreached, code);
    char *text = as_text(&result, false);
    assert_null(strstr(text, "unreached"));
    free(text);
    result.unreached_known = true;
    text = as_text(&result, false);
    assert_non_null(strstr(text, "  proctype left\n    tiny.pml:4            left++\n"));
    free(text);
    result_free(&result);
}

static void says_who_is_blocked(void **state) {
    (void)state;
    static const struct violation stuck = {.kind = "invalid end state", .message = "invalid end state"};
    struct result result = start();
    result_add_property(&result, property("safety", VERDICT_VIOLATED, false, 100));
    struct result_violation kept = {.property = "safety", .violation = &stuck};
    vec_push(&kept.blocked, (struct result_blocked){"a[0]", {"t.pml", 3, 1}, "q?x", false});
    vec_push(&kept.blocked, (struct result_blocked){"b[1]", {"t.pml", 7, 1}, NULL, true});
    vec_push(&result.violations, kept);
    char *text = as_text(&result, false);
    assert_non_null(strstr(text, "1 of them is not at its end"));
    assert_non_null(strstr(text, "  a[0] is blocked on q?x  (t.pml:3)\n  b[1] is at a valid end  (t.pml:7)\n"));
    free(text);
    result_free(&result);
}

static void json_has_what_the_contract_asks(void **state) {
    (void)state;
    struct result result = start();
    result_add_property(&result, property("safety", VERDICT_VIOLATED, false, 100));
    add_violation(&result);
    struct text out = {0}, error = {0};
    struct arena *arena = arena_new();
    result_json(&out, &result);
    const struct json_value *root = json_read(out.chars, out.length, arena, &error);
    assert_non_null(root);
    static const char *const members[] = {"tool",       "version",     "command",  "verdict", "complete",
                                          "states",     "transitions", "depth",    "seconds", "memory_bytes",
                                          "violations", "properties",  "unreached"};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (!json_member(root, members[i])) fail_msg("no member %s", members[i]);
    assert_string_equal(json_text(json_member(root, "verdict")), "violated");
    const struct json_value *violation = json_member(root, "violations")->first;
    assert_string_equal(json_text(json_member(violation, "kind")), "assertion");
    assert_int_equal(json_member(violation, "trace")->count, 3);
    assert_int_equal(json_member(root, "unreached")->kind, JSON_NULL);
    arena_free(arena);
    text_free(&out);
    result_free(&result);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worst_verdict_is_the_whole),
        cmocka_unit_test(the_verdict_comes_first),
        cmocka_unit_test(says_why_it_is_incomplete_and_what_to_try),
        cmocka_unit_test(lists_unreached_code_only_if_it_is_known),
        cmocka_unit_test(says_who_is_blocked),
        cmocka_unit_test(json_has_what_the_contract_asks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
