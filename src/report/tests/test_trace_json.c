#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report/trace_json.h"
#include "tiny.h"

static const char *const defines[] = {"N=3", "QUOTE=\"x\"", NULL};

static void write_tiny(struct text *out, size_t cycle_start) {
    struct tiny_run run;
    tiny_run_init(&run);
    run.trace.cycle_start = cycle_start;
    struct story *story = story_from_trace(&tiny_ts, &run.trace);
    struct trace_source source = {.model = "tiny.pml",
                                  .defines = defines,
                                  .define_count = 2,
                                  .ltl = "[] p",
                                  .lose_messages = true,
                                  .reverse_escapes = true};
    struct trace_finding finding = {"assertion", "safety", "assertion failed: right < 2", {"dir/tiny.pml", 9, 2}};
    trace_json_write(out, story, &source, &finding);
    story_free(story);
}

static void comes_back_as_it_was_written(void **state) {
    (void)state;
    struct text out = {0}, error = {0};
    struct trace_read read;
    write_tiny(&out, SIZE_MAX);
    assert_true(trace_json_read(out.chars, out.length, &read, &error));
    assert_int_equal(read.steps.count, 3);
    assert_int_equal(read.cycle_start, SIZE_MAX);
    assert_int_equal(read.steps.items[0].step.action, 0);
    assert_int_equal(read.steps.items[0].step.actor, 0);
    assert_int_equal(read.steps.items[0].step.partner, TS_NOBODY);
    assert_int_equal(read.steps.items[0].step.reply, TS_NO_ACTION);
    assert_int_equal(read.steps.items[2].step.action, 1);
    assert_int_equal(read.steps.items[2].step.partner, 1);
    assert_int_equal(read.steps.items[2].step.reply, 2);
    assert_string_equal(read.steps.items[2].statement, "c!left");
    assert_string_equal(read.source.model, "tiny.pml");
    assert_int_equal(read.source.define_count, 2);
    assert_string_equal(read.source.defines[1], "QUOTE=\"x\"");
    assert_string_equal(read.source.ltl, "[] p");
    assert_true(read.source.lose_messages);
    assert_true(read.source.reverse_escapes);
    trace_read_free(&read);
    text_free(&out);
}

static void keeps_the_start_of_the_cycle(void **state) {
    (void)state;
    struct text out = {0}, error = {0};
    struct trace_read read;
    write_tiny(&out, 1);
    assert_true(trace_json_read(out.chars, out.length, &read, &error));
    assert_int_equal(read.cycle_start, 1);
    trace_read_free(&read);
    text_free(&out);
}

static void finds_the_trace_in_a_result(void **state) {
    (void)state;
    static const char result[] = "{\"violations\": [{\"trace\": null}, {\"trace\": [{\"replay\": {\"actor\": 3, "
                                 "\"action\": 8, \"partner\": null, \"reply\": null}}]}]}";
    struct text error = {0};
    struct trace_read read;
    assert_true(trace_json_read(result, strlen(result), &read, &error));
    assert_int_equal(read.steps.count, 1);
    assert_int_equal(read.steps.items[0].step.actor, 3);
    assert_int_equal(read.steps.items[0].step.action, 8);
    assert_null(read.steps.items[0].statement);
    trace_read_free(&read);
}

static void refuses_what_is_no_trace(void **state) {
    (void)state;
    static const struct {
        const char *text, *reason;
    } bad[] = {
        {"hello", "line 1: not a number"},
        {"[]", "there is no trace in it"},
        {"{}", "there is no trace in it"},
        {"{\"trace\": 3}", "there is no trace in it"},
        {"{\"violations\": []}", "there is no trace in it"},
        {"{\"trace\": [3]}", "step 1 does not say who did what"},
        {"{\"trace\": [{\"replay\": 1}]}", "step 1 does not say who did what"},
        {"{\"trace\": [{\"replay\": {\"actor\": -1}}]}", "step 1 does not say who did what"},
        {"{\"trace\": [{\"replay\": {\"actor\": 70000}}]}", "step 1 does not say who did what"},
        {"{\"trace\": [{\"replay\": {\"action\": \"x\"}}]}", "step 1 does not say who did what"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct text error = {0};
        struct trace_read read;
        assert_false(trace_json_read(bad[i].text, strlen(bad[i].text), &read, &error));
        assert_string_equal(text_chars(&error), bad[i].reason);
        trace_read_free(&read);
        text_free(&error);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comes_back_as_it_was_written),
        cmocka_unit_test(keeps_the_start_of_the_cycle),
        cmocka_unit_test(finds_the_trace_in_a_result),
        cmocka_unit_test(refuses_what_is_no_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
