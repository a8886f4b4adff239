#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "report/html.h"
#include "timelines.h"

#include <stdio.h>

static char *write_page(const struct html_page *page) {
    struct text out = {0};
    html_page(&out, page);
    return text_take(&out);
}

static void names_are_no_markup(void **state) {
    (void)state;
    struct timeline t;
    timeline_begin(&t);
    add_context(&t, "<script>alert(1)</script>", TIMELINE_TASK, 1);
    struct timeline_event *event = add(&t, 0, TIMELINE_ACCESS, 0, "a<b", "\"&\"");
    event->before = "<i>";
    char *html = write_page(&(struct html_page){.title = "</title><script>",
                                                .verdict = "violated",
                                                .message = "x < y && \"z\"",
                                                .facts = &(struct html_fact){"<b>", "<u>"},
                                                .fact_count = 1,
                                                .notes = &(struct html_fact){"<s>", "<em>"},
                                                .note_count = 1,
                                                .timeline = &t});
    static const char *const never[] = {"<script", "<i>&", "a<b", "<u>", "<s>", "<em>", "\"&\"", "x < y"};
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        if (strstr(html, never[i])) fail_msg("not escaped: %s", never[i]);
    assert_non_null(strstr(html, "x &lt; y &amp;&amp; &quot;z&quot;"));
    free(html);
    timeline_end(&t);
}

static void page_has_its_parts(void **state) {
    (void)state;
    char path[] = "/tmp/test_html_XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    static const char source[] = "one\ntwo\nthree\nfour\n    assert(position == 12);\nsix\n";
    assert_true(file_write(path, source, sizeof source - 1));
    struct timeline t;
    window_race(&t, path);
    const struct html_page page = {
        .title = "window", .verdict = "violated", .message = "assertion failed", .place = {path, 5, 5}, .timeline = &t};
    char *html = write_page(&page);
    assert_non_null(strstr(html, "<span class=\"here\"><i>5</i>    assert(position == 12);</span>"));
    assert_non_null(strstr(html, "<svg "));
    assert_null(strstr(html, "<?xml"));
    assert_non_null(strstr(html, "Step by step"));
    assert_non_null(strstr(html, "<tr><td class=\"value\">position</td><td class=\"value\">10</td>"
                                 "<td class=\"value\">11</td><td>2</td><td>move</td></tr>"));
    free(html);
    timeline_end(&t);
    html = write_page(&(struct html_page){.title = "window", .verdict = "holds"});
    assert_null(strstr(html, "<svg "));
    assert_non_null(strstr(html, "every run was looked at"));
    free(html);
    remove(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_no_markup),
        cmocka_unit_test(page_has_its_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
