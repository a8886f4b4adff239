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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(layout), cmocka_unit_test(strings)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
