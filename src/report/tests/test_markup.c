#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report/markup.h"
#include "report/style.h"

static void assert_xml(const char *text, size_t most, const char *expected) {
    struct text out = {0};
    markup_xml(&out, text, most);
    assert_string_equal(text_chars(&out), expected);
    text_free(&out);
}

static void escapes_xml(void **state) {
    (void)state;
    assert_xml("a<b && c>\"d\"", SIZE_MAX, "a&lt;b &amp;&amp; c&gt;&quot;d&quot;");
    assert_xml("two\nlines", SIZE_MAX, "two lines");
}

static void cuts_whole_characters(void **state) {
    (void)state;
    assert_xml("abcdef", 6, "abcdef");
    assert_xml("abcdef", 4, "abc\u2026");
    assert_xml("\u00e9\u00e9\u00e9\u00e9", 3, "\u00e9\u00e9\u2026");
    assert_xml("<<<<", 3, "&lt;&lt;\u2026");
}

static void replaces_what_xml_cannot_hold(void **state) {
    (void)state;
    assert_xml("a\x01z", SIZE_MAX, "a\ufffdz");
    assert_xml("a\xff\x80z", SIZE_MAX, "a\ufffd\ufffdz");
    assert_xml("a\xe2\x82", SIZE_MAX, "a\ufffd\ufffd");
    assert_xml("\xed\xa0\x80", SIZE_MAX, "\ufffd\ufffd\ufffd"); /* a surrogate */
}

static void escapes_dot(void **state) {
    (void)state;
    struct text out = {0};
    markup_dot(&out, "printf(\"a\\n\")\n", SIZE_MAX);
    assert_string_equal(text_chars(&out), "printf(\\\"a\\\\n\\\")\\n");
    text_free(&out);
}

static void measures_and_pads(void **state) {
    (void)state;
    assert_int_equal(style_width("a\u2192b"), 3);
    struct text out = {0};
    style_pad(&out, "\u2192", 3);
    assert_string_equal(text_chars(&out), "\u2192  ");
    text_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes_xml),       cmocka_unit_test(cuts_whole_characters),
        cmocka_unit_test(escapes_dot),       cmocka_unit_test(replaces_what_xml_cannot_hold),
        cmocka_unit_test(measures_and_pads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
