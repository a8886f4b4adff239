#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report/gantt.h"
#include "report/lanes.h"
#include "timelines.h"

#include <stdio.h>

static unsigned count(const char *text, const char *what) {
    unsigned found = 0;
    for (const char *at = strstr(text, what); at; at = strstr(at + 1, what)) found++;
    return found;
}

static char *draw(const struct timeline *timeline, const struct gantt_options *options) {
    struct text out = {0};
    gantt_svg(&out, timeline, options);
    return text_take(&out);
}

static void lanes_follow_the_states(void **state) {
    (void)state;
    struct timeline t;
    struct lanes lanes;
    window_race(&t, "window.c");
    lanes_build(&lanes, &t);
    assert_int_equal(lanes.width, 11); /* things that have a column */
    assert_int_equal(lanes.list.items[MOVE].spans.count, 4);
    static const enum lane_state moves[] = {LANE_RUNNING, LANE_INTERRUPTED, LANE_RUNNING, LANE_WAITING};
    uint32_t end = 0;
    for (size_t i = 0; i < 4; i++) {
        const struct lane_span *span = &lanes.list.items[MOVE].spans.items[i];
        assert_int_equal(span->state, moves[i]);
        assert_true(span->from < span->to && span->from >= end);
        end = span->to;
    }
    assert_int_equal(lanes.list.items[3].spans.count, 0);
    assert_int_equal(lanes.hold.count, 2);
    assert_true(lanes.hold.items[0].is_open);
    assert_false(lanes.hold.items[1].is_open);
    assert_true(lanes.hold.items[1].from < lanes.hold.items[1].to);
    lanes_free(&lanes);
    timeline_end(&t);
}

static void chart_shows_everything(void **state) {
    (void)state;
    struct timeline t;
    window_race(&t, "window.c");
    char *svg = draw(&t, &(struct gantt_options){.finding = "assertion failed: position == 12 && \"<moved>\""});
    assert_non_null(strstr(svg, ">move</text>"));
    assert_null(strstr(svg, ">never</text>")); /* nothing happens to it */
    assert_non_null(strstr(svg, "ActivateTask(move) = E_OS_LIMIT"));
    assert_null(strstr(svg, "= E_OK"));
    assert_non_null(strstr(svg, ">motor</text>"));
    assert_non_null(strstr(svg, "&quot;&lt;moved&gt;&quot;"));
    assert_null(strstr(svg, "<moved>"));
    assert_int_equal(count(svg, "<text"), count(svg, "</text>"));
    free(svg);
    timeline_end(&t);
}

static void long_runs_are_cut(void **state) {
    (void)state;
    struct timeline t;
    timeline_begin(&t);
    add_context(&t, "t1", TIMELINE_TASK, 1);
    add(&t, 0, TIMELINE_STATE, 0, "running", NULL);
    for (uint32_t i = 0; i < 5000; i++)
        add(&t, i, TIMELINE_ACCESS, 0, "x", i == 4999 ? "last" : i ? "between" : "first");
    char *svg = draw(&t, &(struct gantt_options){.title = "long"});
    assert_non_null(strstr(svg, "x = first"));
    assert_non_null(strstr(svg, "x = last"));
    assert_non_null(strstr(svg, "columns left out"));
    assert_true(strlen(svg) < 200000);
    double width;
    assert_int_equal(sscanf(strstr(svg, "width=\""), "width=\"%lf", &width), 1);
    assert_true(width < 6000);
    free(svg);
    timeline_end(&t);
}

static void cycles_are_marked(void **state) {
    (void)state;
    struct timeline t;
    timeline_begin(&t);
    char *svg = draw(&t, &(struct gantt_options){0}); /* nothing at all */
    assert_null(strstr(svg, "for ever"));
    free(svg);
    add_context(&t, "t1", TIMELINE_TASK, 1);
    add(&t, 0, TIMELINE_ACCESS, 0, "x", "1");
    add(&t, 1, TIMELINE_ACCESS, 0, "x", "0");
    t.cycle_start = 1;
    svg = draw(&t, &(struct gantt_options){0});
    assert_non_null(strstr(svg, "for ever"));
    free(svg);
    timeline_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_follow_the_states),
        cmocka_unit_test(chart_shows_everything),
        cmocka_unit_test(long_runs_are_cut),
        cmocka_unit_test(cycles_are_marked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
