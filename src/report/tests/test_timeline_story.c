#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "report/timeline_story.h"
#include "timelines.h"

#include <stdio.h>

static void lines_tell_who_and_what(void **state) {
    (void)state;
    static const char *const wanted[][2] = {
        {"show", "starts"},
        {"show", "GetResource(panel) = E_OK"},
        {"show", "ActivateTask(move) = E_OK"},
        {"show", "is preempted"},
        {"move", "starts"},
        {"move", "GetResource(motor) = E_OK"},
        {"move", "read_position: 0 -> 10"},
        {"pulse", "an interrupt comes"},
        {"move", "is interrupted"},
        {"pulse", "starts"},
        {"pulse", "position: 10 -> 11"},
        {"pulse", "returns"},
        {"move", "goes on"},
        {"move", "position: 11 -> 11"},
        {"move", "ActivateTask(move) = E_OS_LIMIT"},
        {"move", "ReleaseResource(motor) = E_OK"},
        {"move", "WaitEvent(stop) = E_OK"},
        {"move", "waits"},
        {"show", "goes on"},
        {"show", "assertion failed: position == 12 && \"<moved>\""},
    };
    struct timeline t;
    struct timeline_story_lines lines = {0};
    window_race(&t, "window.c");
    timeline_story_lines(&lines, &t, t.arena);
    assert_int_equal(lines.list.count, sizeof wanted / sizeof *wanted);
    for (size_t i = 0; i < lines.list.count; i++) {
        assert_string_equal(lines.list.items[i].who, wanted[i][0]);
        assert_string_equal(lines.list.items[i].what, wanted[i][1]);
    }
    vec_free(&lines.list);
    timeline_end(&t);
}

static void events_outside_calls_are_told(void **state) {
    (void)state;
    struct timeline t;
    struct timeline_story_lines lines = {0};
    timeline_begin(&t);
    add_context(&t, "t1", TIMELINE_TASK, 1);
    add(&t, 0, TIMELINE_TICK, UINT32_MAX, "clock", "20");
    add(&t, 0, TIMELINE_EXPIRY, UINT32_MAX, "every_20", "sets event period of t1");
    add(&t, 0, TIMELINE_EVENT_SET, 0, "period", NULL);
    add(&t, 1, TIMELINE_INPUT, 0, "sensor", "3");
    timeline_story_lines(&lines, &t, t.arena);
    assert_int_equal(lines.list.count, 4);
    assert_null(lines.list.items[0].who);
    assert_string_equal(lines.list.items[0].what, "counter clock: + 20");
    assert_string_equal(lines.list.items[1].what, "alarm every_20 expires: sets event period of t1");
    assert_string_equal(lines.list.items[2].what, "event period is set");
    assert_string_equal(lines.list.items[3].what, "sensor gives 3");
    vec_free(&lines.list);
    timeline_end(&t);
}

static void ticks_are_told_together(void **state) {
    (void)state;
    struct timeline t;
    struct timeline_story_lines lines = {0};
    timeline_begin(&t);
    for (uint32_t i = 0; i < 3; i++) add(&t, i, TIMELINE_TICK, UINT32_MAX, "clock", "1");
    add(&t, 3, TIMELINE_TICK, UINT32_MAX, "other", "5");
    add(&t, 4, TIMELINE_TICK, UINT32_MAX, "clock", "1");
    add(&t, 4, TIMELINE_EXPIRY, UINT32_MAX, "a", "");
    add(&t, 5, TIMELINE_TICK, UINT32_MAX, "clock", "2");
    add(&t, 6, TIMELINE_TICK, UINT32_MAX, "clock", "3");
    t.cycle_start = 6;
    timeline_story_lines(&lines, &t, t.arena);
    static const char *const wanted[] = {"counter clock: + 3", "counter other: + 5", "counter clock: + 1",
                                         "alarm a expires",    "counter clock: + 2", "counter clock: + 3"};
    assert_int_equal(lines.list.count, 6);
    for (size_t i = 0; i < 6; i++) assert_string_equal(lines.list.items[i].what, wanted[i]);
    assert_int_equal(lines.list.items[0].event->time, 2);
    vec_free(&lines.list);
    timeline_end(&t);
}

static void text_has_source_lines(void **state) {
    (void)state;
    char path[] = "/tmp/test_timeline_story_XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    static const char source[] = "/* 1 */\n/* 2 */\n\tGetResource(panel); \r\n    ActivateTask(move);\n";
    assert_true(file_write(path, source, sizeof source - 1));
    struct timeline t;
    struct text out = {0};
    window_race(&t, path);
    timeline_story_text(&out, style_plain(), &t, 0);
    assert_non_null(strstr(text_chars(&out), ":3   GetResource(panel);\n"));
    assert_non_null(strstr(text_chars(&out), ":4   ActivateTask(move);\n"));
    assert_non_null(strstr(text_chars(&out), "   2  show"));
    text_clear(&out);
    timeline_story_text(&out, style_plain(), &t, 3);
    assert_null(strstr(text_chars(&out), "GetResource(panel)"));
    assert_non_null(strstr(text_chars(&out), "... 17 lines are left out (--story-limit)\n"));
    text_free(&out);
    timeline_end(&t);
    remove(path);
}

static void loops_have_one_line(void **state) {
    (void)state;
    struct timeline t;
    struct timeline_story_lines lines = {0};
    timeline_begin(&t);
    add_context(&t, "t1", TIMELINE_TASK, 1);
    static const char *const values[] = {"0", "1", "2", "3"};
    for (int i = 0; i < 3; i++) {
        struct timeline_event *event = add(&t, 0, TIMELINE_ACCESS, 0, "x", values[i + 1]);
        event->before = values[i];
        at_line(event, "a.c", 7);
    }
    at_line(add(&t, 0, TIMELINE_ACCESS, 0, "x", "9"), "a.c", 8);
    at_line(add(&t, 1, TIMELINE_ACCESS, 0, "x", "9"), "a.c", 8);
    timeline_story_lines(&lines, &t, t.arena);
    assert_int_equal(lines.list.count, 3);
    assert_string_equal(lines.list.items[0].what, "x: 0 -> 1 ... -> 3 (3 times)");
    assert_string_equal(lines.list.items[1].what, "x = 9");
    vec_free(&lines.list);
    timeline_end(&t);
}

static void long_stories_are_cut(void **state) {
    (void)state;
    struct timeline t;
    struct text out = {0};
    timeline_begin(&t);
    add_context(&t, "t1", TIMELINE_TASK, 1);
    for (uint32_t i = 0; i < 100000; i++)
        add(&t, i, TIMELINE_ACCESS, 0, "x", i == 99999 ? "last" : i ? "between" : "first");
    timeline_story_text(&out, style_plain(), &t, 0);
    assert_non_null(strstr(text_chars(&out), "x = first"));
    assert_non_null(strstr(text_chars(&out), "x = last"));
    assert_non_null(strstr(text_chars(&out), "... 99800 lines are left out"));
    assert_true(out.length < 20000);
    text_free(&out);
    timeline_end(&t);
}

static void sequence_is_calls_alone(void **state) {
    (void)state;
    struct timeline t;
    struct text out = {0};
    timeline_begin(&t);
    add_context(&t, "t1", TIMELINE_TASK, 1);
    add(&t, 0, TIMELINE_STATE, 0, "running", NULL);
    add(&t, 0, TIMELINE_SERVICE, 0, "DisableAllInterrupts()", "");
    add(&t, 1, TIMELINE_ACCESS, 0, "x", "1");
    add(&t, 2, TIMELINE_SERVICE, 0, "ActivateTask(t1)", "E_OS_LIMIT");
    add(&t, 3, TIMELINE_MARK, 0, "here", NULL);
    timeline_story_sequence(&out, &t);
    assert_string_equal(text_chars(&out),
                        "t1 DisableAllInterrupts()\nt1 ActivateTask(t1) = E_OS_LIMIT\nt1 prints here\n");
    text_free(&out);
    timeline_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_tell_who_and_what),       cmocka_unit_test(ticks_are_told_together),
        cmocka_unit_test(events_outside_calls_are_told), cmocka_unit_test(text_has_source_lines),
        cmocka_unit_test(loops_have_one_line),           cmocka_unit_test(long_stories_are_cut),
        cmocka_unit_test(sequence_is_calls_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
