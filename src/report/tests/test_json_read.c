#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report/json_read.h"

#include <string.h>

static struct arena *arena;

static int set_up(void **state) {
    (void)state;
    arena = arena_new();
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    arena_free(arena);
    return 0;
}

static const struct json_value *good(const char *text) {
    struct text error = {0};
    const struct json_value *value = json_read(text, strlen(text), arena, &error);
    if (!value) fail_msg("%s: %s", text, text_chars(&error));
    text_free(&error);
    return value;
}

static void reads_every_kind(void **state) {
    (void)state;
    const struct json_value *root = good(" {\"a\": [1, -2.5e1, true, false, null], \"b\": \"x\", \"c\": {}} ");
    const struct json_value *list = json_member(root, "a");
    assert_int_equal(list->count, 5);
    assert_true(list->first->number == 1);
    assert_true(list->first->next->number == -25);
    assert_true(json_is_true(list->first->next->next));
    assert_false(json_is_true(list->first->next->next->next));
    assert_int_equal(list->first->next->next->next->next->kind, JSON_NULL);
    assert_string_equal(json_text(json_member(root, "b")), "x");
    assert_int_equal(json_member(root, "c")->count, 0);
    assert_null(json_member(root, "d"));
    assert_null(json_member(list, "a"));
    assert_null(json_member(NULL, "a"));
    assert_null(json_text(list));
}

static void decodes_strings(void **state) {
    (void)state;
    assert_string_equal(good("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"")->string, "\"\\/\b\f\n\r\t");
    assert_string_equal(good("\"\\u0041\\u00e9\\u20AC\\ud83d\\ude00\"")->string, "A\u00e9\u20ac\U0001f600");
    assert_string_equal(good("\"a\\u0000b\"")->string, "a\ufffdb");
    assert_string_equal(good("\"\\ud83dx\"")->string, "\ufffdx");
    assert_string_equal(good("\"\"")->string, "");
}

static void knows_whole_numbers(void **state) {
    (void)state;
    uint64_t whole = 99;
    assert_true(json_whole(good("7"), 10, &whole));
    assert_int_equal(whole, 7);
    assert_false(json_whole(good("11"), 10, &whole));
    assert_false(json_whole(good("-1"), 10, &whole));
    assert_false(json_whole(good("1.5"), 10, &whole));
    assert_false(json_whole(good("1e300"), UINT64_MAX, &whole));
    assert_false(json_whole(good("\"7\""), 10, &whole));
    assert_int_equal(whole, 7);
}

static void refuses_what_is_not_json(void **state) {
    (void)state;
    static const char *const bad[] = {
        "",          " ",        "{",          "}",     "[",        "[1",        "[1,",  "[1,]",     "{\"a\"}",
        "{\"a\":}",  "{a:1}",    "{\"a\":1,}", "\"abc", "\"a\\q\"", "\"\\u12\"", "\"\\", "\"a\nb\"", "tru",
        "nul",       "01",       "-",          "1.2.3", "+1",       ".5",        "1 2",  "[1 2]",    "'a'",
        "{\"a\" 1}", "\xff\xfe", "[]]",        "NaN",   "0x10",     "--1",       "1e",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct text error = {0};
        if (json_read(bad[i], strlen(bad[i]), arena, &error)) fail_msg("accepted: %s", bad[i]);
        assert_true(error.length > 0);
        text_free(&error);
    }
}

static void says_where(void **state) {
    (void)state;
    struct text error = {0};
    const char *text = "{\n\"a\": 1,\n\"b\": ?\n}";
    assert_null(json_read(text, strlen(text), arena, &error));
    assert_string_equal(text_chars(&error), "line 3: not a number");
    text_free(&error);
}

static void survives_deep_nesting(void **state) {
    (void)state;
    struct text deep = {0}, error = {0};
    for (int i = 0; i < 100000; i++) text_add_char(&deep, '[');
    assert_null(json_read(deep.chars, deep.length, arena, &error));
    assert_non_null(strstr(text_chars(&error), "nested too deeply"));
    text_free(&deep);
    text_free(&error);
}

/* Every prefix and every single-byte corruption of a good text is answered, one way or the other. */
static void survives_corruption(void **state) {
    (void)state;
    static const char text[] = "{\"k\": [{\"x\": \"\\u00e9\\n\", \"y\": -1.5e-3}, true, null, \"z\"]}";
    char copy[sizeof text];
    for (size_t i = 0; i < sizeof text - 1; i++) {
        struct text error = {0};
        assert_null(json_read(text, i, arena, &error));
        text_free(&error);
        for (int c = 0; c < 256; c += 7) {
            memcpy(copy, text, sizeof text);
            copy[i] = (char)c;
            struct text reason = {0};
            const struct json_value *value = json_read(copy, sizeof text - 1, arena, &reason);
            assert_true((value == NULL) == (reason.length > 0));
            text_free(&reason);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(reads_every_kind, set_up, tear_down),
        cmocka_unit_test_setup_teardown(decodes_strings, set_up, tear_down),
        cmocka_unit_test_setup_teardown(knows_whole_numbers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_what_is_not_json, set_up, tear_down),
        cmocka_unit_test_setup_teardown(says_where, set_up, tear_down),
        cmocka_unit_test_setup_teardown(survives_deep_nesting, set_up, tear_down),
        cmocka_unit_test_setup_teardown(survives_corruption, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
