#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report/msc.h"

#include <stdio.h>
#include <string.h>

static void add(struct story *story, unsigned actor, const char *name, enum ts_event event, const char *channel,
                const char *message) {
    struct story_step step = {.step = {.actor = (uint16_t)actor, .partner = TS_NOBODY},
                              .actor = name,
                              .action = "statement",
                              .event = event,
                              .channel = channel,
                              .message = message};
    vec_push(&story->steps, step);
}

static char *draw(const struct story *story, const struct msc_options *options) {
    struct text out = {0};
    msc_svg(&out, story, options);
    return text_take(&out);
}

static unsigned count(const char *text, const char *what) {
    unsigned found = 0;
    for (const char *at = strstr(text, what); at; at = strstr(at + 1, what)) found++;
    return found;
}

/* The y of both ends of the nth arrow. */
static void arrow_ends(const char *svg, unsigned nth, double *from, double *to) {
    const char *at = svg;
    for (;;) {
        at = strstr(at, "<line");
        assert_non_null(at);
        const char *end = strstr(at, "/>");
        if (memmem(at, (size_t)(end - at), "class=\"message\"", 15) && nth-- == 0) break;
        at = end;
    }
    double x1, x2;
    assert_int_equal(sscanf(at, "<line x1=\"%lf\" y1=\"%lf\" x2=\"%lf\" y2=\"%lf\"", &x1, from, &x2, to), 4);
}

static void joins_messages_first_in_first_out(void **state) {
    (void)state;
    struct story *story = story_new();
    add(story, 0, "a[0]", TS_EVENT_SEND, "q", "1");    /* row 0 */
    add(story, 0, "a[0]", TS_EVENT_SEND, "q", "1");    /* row 1 */
    add(story, 0, "a[0]", TS_EVENT_SEND, "r", "1");    /* row 2 */
    add(story, 1, "b[1]", TS_EVENT_RECEIVE, "r", "1"); /* row 3 */
    add(story, 1, "b[1]", TS_EVENT_RECEIVE, "q", "1"); /* row 4 */
    struct msc_options options = {0};
    char *svg = draw(story, &options);
    double from0, to0, from2, to2;
    arrow_ends(svg, 0, &from0, &to0);
    arrow_ends(svg, 1, &from2, &to2);
    double row = (to0 - from0) / 4; /* row 0 to row 4 */
    assert_true(row > 10);
    assert_true(from2 - from0 > 1.9 * row && from2 - from0 < 2.1 * row); /* the one on r: row 2 ... */
    assert_true(to2 - from2 > 0.9 * row && to2 - from2 < 1.1 * row);     /* ... to row 3          */
    assert_int_equal(count(svg, "class=\"pending\""), 1);                /* the second on q is still under way */
    free(svg);
    story_free(story);
}

static void random_receive_takes_the_message_it_names(void **state) {
    (void)state;
    struct story *story = story_new();
    add(story, 0, "a[0]", TS_EVENT_SEND, "q", "1");
    add(story, 0, "a[0]", TS_EVENT_SEND, "q", "2");
    add(story, 1, "b[1]", TS_EVENT_RECEIVE, "q", "2");
    struct msc_options options = {0};
    char *svg = draw(story, &options);
    double from, to;
    arrow_ends(svg, 0, &from, &to);
    assert_int_equal(count(svg, "class=\"message\""), 1);
    assert_true(to - from < 30); /* from the second row to the third, not from the first */
    free(svg);
    story_free(story);
}

static void shows_local_steps_if_asked_or_alone(void **state) {
    (void)state;
    struct story *story = story_new();
    add(story, 0, "a[0]", TS_EVENT_NONE, NULL, NULL);
    struct msc_options options = {0};
    char *svg = draw(story, &options);
    assert_int_equal(count(svg, "class=\"local\""), 1); /* no messages at all: the steps are what there is */
    free(svg);
    add(story, 0, "a[0]", TS_EVENT_SEND, "q", "1");
    svg = draw(story, &options);
    assert_int_equal(count(svg, "class=\"local\""), 0);
    free(svg);
    options.local_steps = true;
    svg = draw(story, &options);
    assert_int_equal(count(svg, "class=\"local\""), 1);
    free(svg);
    story_free(story);
}

static void escapes_and_marks(void **state) {
    (void)state;
    struct story *story = story_new();
    add(story, 0, "a<b>&[0]", TS_EVENT_SEND, "q\"", "\x01\xff");
    story->cycle_start = 0;
    struct msc_options options = {.title = "<title>", .finding = "it & that"};
    char *svg = draw(story, &options);
    assert_non_null(strstr(svg, "a&lt;b&gt;&amp;[0]"));
    assert_non_null(strstr(svg, "&lt;title&gt;"));
    assert_non_null(strstr(svg, "it &amp; that"));
    assert_non_null(strstr(svg, "from here it repeats"));
    assert_null(strchr(svg, '\x01'));
    assert_null(strchr(svg, '\xff'));
    free(svg);
    story_free(story);
}

static void an_empty_story_is_a_picture_too(void **state) {
    (void)state;
    struct story *story = story_new();
    struct msc_options options = {0};
    char *svg = draw(story, &options);
    assert_non_null(strstr(svg, "</svg>"));
    free(svg);
    story_free(story);
}

static void twenty_processes_and_many_messages(void **state) {
    (void)state;
    struct story *story = story_new();
    for (unsigned i = 0; i < 300; i++) {
        unsigned sender = i % 20, receiver = (i + 7) % 20;
        add(story, sender, arena_printf(story->arena, "p[%u]", sender), TS_EVENT_SEND, "q", "m");
        add(story, receiver, arena_printf(story->arena, "p[%u]", receiver), TS_EVENT_RECEIVE, "q", "m");
    }
    struct msc_options options = {0};
    char *svg = draw(story, &options);
    assert_int_equal(count(svg, "class=\"head\""), 40); /* above and below */
    assert_int_equal(count(svg, "class=\"message\""), 300);
    free(svg);
    story_free(story);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joins_messages_first_in_first_out),
        cmocka_unit_test(random_receive_takes_the_message_it_names),
        cmocka_unit_test(shows_local_steps_if_asked_or_alone),
        cmocka_unit_test(escapes_and_marks),
        cmocka_unit_test(an_empty_story_is_a_picture_too),
        cmocka_unit_test(twenty_processes_and_many_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
