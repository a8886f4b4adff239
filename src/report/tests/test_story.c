#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report/story.h"
#include "report/trace_text.h"
#include "tiny.h"

static struct story *tiny_story(size_t cycle_start) {
    struct tiny_run run;
    tiny_run_init(&run);
    run.trace.cycle_start = cycle_start;
    return story_from_trace(&tiny_ts, &run.trace);
}

static void assert_change(const struct story_change *change, const char *name, const char *before, const char *after) {
    assert_string_equal(change->name, name);
    if (before)
        assert_string_equal(change->before, before);
    else
        assert_null(change->before);
    if (after)
        assert_string_equal(change->after, after);
    else
        assert_null(change->after);
}

static void tells_who_did_what(void **state) {
    (void)state;
    struct story *story = tiny_story(SIZE_MAX);
    assert_int_equal(story->steps.count, 3);
    assert_int_equal(story->initial.count, 2);
    const struct story_step *count = &story->steps.items[0], *copy = &story->steps.items[2];
    assert_string_equal(count->actor, "left[0]");
    assert_string_equal(count->action, "left++");
    assert_null(count->partner);
    assert_null(count->fault);
    assert_string_equal(copy->partner, "right[1]");
    assert_string_equal(copy->message, "2");
    assert_string_equal(copy->fault, "assertion failed: right < 2");
    assert_int_equal(copy->event, TS_EVENT_HANDSHAKE);
    story_free(story);
}

static void sees_variables_come_change_and_go(void **state) {
    (void)state;
    struct story *story = tiny_story(SIZE_MAX);
    const struct story_step *first = &story->steps.items[0], *second = &story->steps.items[1];
    assert_int_equal(first->changes.count, 2);
    assert_change(&first->changes.items[0], "left", "0", "1");
    assert_change(&first->changes.items[1], "half", NULL, "yes");
    assert_int_equal(second->changes.count, 2);
    assert_change(&second->changes.items[0], "left", "1", "2");
    assert_change(&second->changes.items[1], "half", "yes", NULL);
    assert_int_equal(story->steps.items[2].changes.count, 1);
    assert_change(&story->steps.items[2].changes.items[0], "right", "0", "2");
    story_free(story);
}

static void hides_a_variable(void **state) {
    (void)state;
    struct story *story = tiny_story(SIZE_MAX);
    story_hide(story, "left");
    assert_int_equal(story->initial.count, 1);
    assert_int_equal(story->steps.items[0].changes.count, 1);
    assert_change(&story->steps.items[0].changes.items[0], "half", NULL, "yes");
    story_free(story);
}

static void drops_the_last_step(void **state) {
    (void)state;
    struct story *story = tiny_story(SIZE_MAX);
    story_drop_last(story);
    assert_int_equal(story->steps.count, 2);
    story_free(story);
}

static void assert_text(const struct story *story, size_t limit, const char *expected) {
    struct text out = {0};
    trace_text(&out, style_plain(), story, limit);
    assert_string_equal(text_chars(&out), expected);
    text_free(&out);
}

static void prints_a_line_a_step(void **state) {
    (void)state;
    struct story *story = tiny_story(SIZE_MAX);
    assert_text(story, 0,
                "    1  left[0]             tiny.pml:4  left++                     left: 0 \u2192 1, half = yes\n"
                "       prints: counted\n"
                "    2  left[0]             tiny.pml:4  left++                     left: 1 \u2192 2\n"
                "       prints: counted\n"
                "    3  left[0] \u2194 right[1]  tiny.pml:5  c!left \u2194 c?right (line 9)  right: 0 \u2192 2\n"
                "       assertion failed: right < 2\n");
    story_free(story);
}

static void marks_the_cycle_and_leaves_out_the_beginning(void **state) {
    (void)state;
    struct story *story = tiny_story(1);
    struct text out = {0};
    trace_text(&out, style_plain(), story, 0);
    const char *mark = strstr(text_chars(&out), "from here it repeats");
    const char *second = strstr(text_chars(&out), "    2  left[0]");
    assert_non_null(mark);
    assert_true(mark < second);
    assert_non_null(strstr(text_chars(&out), "back to the state before step 2"));
    text_clear(&out);
    trace_text(&out, style_plain(), story, 1);
    assert_non_null(strstr(text_chars(&out), "the first 2 steps are left out"));
    assert_null(strstr(text_chars(&out), "left++"));
    text_free(&out);
    story_free(story);
}

static void tells_a_stutter_step(void **state) {
    (void)state;
    struct story *story = story_new();
    struct tiny end = {2, 1, {0}};
    const struct story_step *step = story_add(story, &tiny_ts, &end, sizeof end, &end, sizeof end, &tiny_start);
    assert_true(story_step_is_stutter(step));
    assert_text(story, 0, "    1  (no process can move; time goes on)\n");
    story_free(story);
}

/* ---- long stories ---- */

struct counting {
    struct ts ts;
    size_t visits; /* of states by variables() */
};

static void count_variables(const struct ts *ts, const void *state, uint32_t size,
                            void (*visit)(void *context, const char *name, const char *value), void *context) {
    ((struct counting *)ts->self)->visits++;
    tiny_variables(ts, state, size, visit, context);
}

/* 0, 1, 2, 0, 1, 2 ...: `left` goes round. */
static struct story *long_story(struct counting *counting, size_t steps) {
    *counting = (struct counting){.ts = tiny_ts};
    counting->ts.self = counting;
    counting->ts.variables = count_variables;
    struct story *story = story_new();
    struct tiny before = {0};
    story_begin(story, &counting->ts, &before, sizeof before);
    for (size_t i = 0; i < steps; i++) {
        struct tiny after = before;
        after.left = (uint8_t)((before.left + 1) % 3);
        story_add(story, &counting->ts, &before, sizeof before, &after, sizeof after, &tiny_count);
        before = after;
    }
    return story;
}

static void looks_at_each_state_once(void **state) {
    (void)state;
    struct counting counting;
    struct story *story = long_story(&counting, 1000);
    assert_int_equal(counting.visits, 1001);
    assert_int_equal(story->steps.count, 1000);
    assert_change(&story->steps.items[999].changes.items[0], "left", "0", "1");
    assert_change(&story->steps.items[999].changes.items[1], "half", NULL, "yes");
    story_free(story);
}

static void keeps_a_name_once(void **state) {
    (void)state;
    struct counting counting;
    struct story *story = long_story(&counting, 1000);
    assert_string_equal(story->initial.items[0].name, "left");
    for (size_t i = 0; i < story->steps.count; i++)
        assert_ptr_equal(story->steps.items[i].changes.items[0].name, story->initial.items[0].name);
    story_free(story);
}

/* Steps need not follow one another: whoever shows what could happen next tells several from the same state. */
static void compares_with_the_state_before(void **state) {
    (void)state;
    struct story *story = story_new();
    struct tiny zero = {0}, one = {1, 0, {0}}, two = {2, 0, {0}};
    for (int i = 0; i < 2; i++) {
        const struct story_step *step = story_add(story, &tiny_ts, &zero, sizeof zero, &two, sizeof two, &tiny_count);
        assert_int_equal(step->changes.count, 1);
        assert_change(&step->changes.items[0], "left", "0", "2");
    }
    story_drop_last(story);
    const struct story_step *step = story_add(story, &tiny_ts, &one, sizeof one, &zero, sizeof zero, &tiny_count);
    assert_int_equal(step->changes.count, 2);
    assert_change(&step->changes.items[0], "left", "1", "0");
    assert_change(&step->changes.items[1], "half", "yes", NULL);
    story_free(story);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_who_did_what),   cmocka_unit_test(sees_variables_come_change_and_go),
        cmocka_unit_test(hides_a_variable),     cmocka_unit_test(drops_the_last_step),
        cmocka_unit_test(prints_a_line_a_step), cmocka_unit_test(marks_the_cycle_and_leaves_out_the_beginning),
        cmocka_unit_test(tells_a_stutter_step), cmocka_unit_test(looks_at_each_state_once),
        cmocka_unit_test(keeps_a_name_once),    cmocka_unit_test(compares_with_the_state_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
