#include "base/json.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void layout(void **state) {
    (void)state;
    struct text out = {0};
    struct json json;
    json_begin(&json, &out);
    json_open(&json, '{');
    json_key(&json, "states");
    json_number(&json, UINT64_MAX);
    json_key(&json, "list");
    json_open(&json, '[');
    json_integer(&json, INT64_MIN);
    json_bool(&json, true);
    json_null(&json);
    json_open(&json, '{');
    json_close(&json, '}');
    json_close(&json, ']');
    json_key(&json, "empty");
    json_open(&json, '[');
    json_close(&json, ']');
    json_key(&json, "none");
    json_string(&json, NULL);
    json_key(&json, "seconds");
    json_real(&json, 0.25);
    json_key(&json, "endless");
    json_real(&json, INFINITY);
    json_close(&json, '}');
    assert_string_equal(text_chars(&out), "{\n"
                                          "  \"states\": 18446744073709551615,\n"
                                          "  \"list\": [\n"
                                          "    -9223372036854775808,\n"
                                          "    true,\n"
                                          "    null,\n"
                                          "    {}\n"
                                          "  ],\n"
                                          "  \"empty\": [],\n"
                                          "  \"none\": null,\n"
                                          "  \"seconds\": 0.25,\n"
                                          "  \"endless\": null\n"
                                          "}\n");
    text_free(&out);
}

static void string_is(const char *value, const char *expected) {
    struct text out = {0};
    struct json json;
    json_begin(&json, &out);
    json_string(&json, value);
    assert_string_equal(text_chars(&out), expected);
    text_free(&out);
}

static void strings(void **state) {
    (void)state;
    string_is("", "\"\"");
    string_is("a\"b\\c\n\t\x01/", "\"a\\\"b\\\\c\\n\\t\\u0001/\"");
    string_is("Büchi ≤ 😀", "\"Büchi ≤ 😀\"");
    string_is("\xff", "\"\xef\xbf\xbd\"");                 /* no byte of UTF-8 */
    string_is("a\xc3", "\"a\xef\xbf\xbd\"");               /* cut short */
    string_is("\xc0\xaf", "\"\xef\xbf\xbd\xef\xbf\xbd\""); /* overlong */
    string_is("\xe0\x80\x80x", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdx\"");
    string_is("\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""); /* a surrogate */
    string_is("\xf4\x90\x80\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
}

static void members(void **state) {
    (void)state;
    static const char *const names[] = {"a", NULL};
    struct text out = {0};
    struct json json;
    json_begin(&json, &out);
    json_open(&json, '{');
    json_member_string(&json, "string", "x");
    json_member_string(&json, "nobody", NULL);
    json_member_number(&json, "number", UINT64_MAX);
    json_member_integer(&json, "integer", -1);
    json_member_real(&json, "real", 0.5);
    json_member_bool(&json, "bool", true);
    json_member_null(&json, "null");
    json_member_strings(&json, "strings", names, 2);
    json_member_strings(&json, "none", NULL, 0);
    json_member_open(&json, "object", '{');
    json_member_bool(&json, "inside", false);
    json_close(&json, '}');
    json_close(&json, '}');
    assert_string_equal(text_chars(&out), "{\n"
                                          "  \"string\": \"x\",\n"
                                          "  \"nobody\": null,\n"
                                          "  \"number\": 18446744073709551615,\n"
                                          "  \"integer\": -1,\n"
                                          "  \"real\": 0.5,\n"
                                          "  \"bool\": true,\n"
                                          "  \"null\": null,\n"
                                          "  \"strings\": [\n"
                                          "    \"a\",\n"
                                          "    null\n"
                                          "  ],\n"
                                          "  \"none\": [],\n"
                                          "  \"object\": {\n"
                                          "    \"inside\": false\n"
                                          "  }\n"
                                          "}\n");
    text_free(&out);
}

static void lines_are(const char *lines, const char *expected) {
    struct text out = {0};
    struct json json;
    json_begin(&json, &out);
    json_open(&json, '{');
    json_member_lines(&json, "lines", lines);
    json_close(&json, '}');
    assert_string_equal(text_chars(&out), expected);
    text_free(&out);
}

static void lines(void **state) {
    (void)state;
    lines_are(NULL, "{\n  \"lines\": []\n}\n");
    lines_are("", "{\n  \"lines\": []\n}\n");
    lines_are("a\nbc", "{\n  \"lines\": [\n    \"a\",\n    \"bc\"\n  ]\n}\n");
    lines_are("bc\n\na\n", "{\n  \"lines\": [\n    \"bc\",\n    \"\",\n    \"a\"\n  ]\n}\n");
}

static void place_is(struct place place, const char *expected) {
    struct text out = {0};
    struct json json;
    json_begin(&json, &out);
    json_open(&json, '{');
    json_member_place(&json, "at", place);
    json_close(&json, '}');
    assert_string_equal(text_chars(&out), expected);
    text_free(&out);
}

static void places(void **state) {
    (void)state;
    place_is((struct place){0}, "{\n  \"at\": null\n}\n");
    place_is((struct place){"a.c", 3, 7},
             "{\n  \"at\": {\n    \"file\": \"a.c\",\n    \"line\": 3,\n    \"column\": 7\n  }\n}\n");
    place_is((struct place){"a.c", 0, 0},
             "{\n  \"at\": {\n    \"file\": \"a.c\",\n    \"line\": 0,\n    \"column\": 0\n  }\n}\n");
    place_is((struct place){NULL, 3, 7},
             "{\n  \"at\": {\n    \"file\": null,\n    \"line\": 3,\n    \"column\": 7\n  }\n}\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(layout), cmocka_unit_test(strings), cmocka_unit_test(members),
                                       cmocka_unit_test(lines), cmocka_unit_test(places)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
