#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report/timeline_json.h"
#include "timelines.h"

static char *write_timeline(const struct timeline *timeline) {
    struct text out = {0};
    struct json json;
    json_begin(&json, &out);
    json_open(&json, '{');
    timeline_json(&json, timeline);
    json_close(&json, '}');
    return text_take(&out);
}

static void every_kind_has_its_name(void **state) {
    (void)state;
    static const char *const names[] = {"state", "service", "access", "input", "interrupt", "tick", "expiry",
                                        "take",  "release", "set",    "clear", "mark",      "fault"};
    for (int kind = TIMELINE_STATE; kind <= TIMELINE_FAULT; kind++) {
        struct timeline t;
        struct text wanted = {0};
        timeline_begin(&t);
        add_context(&t, "t1", TIMELINE_TASK, 1);
        add(&t, 4, (enum timeline_kind)kind, 0, "what", NULL);
        char *json = write_timeline(&t);
        text_printf(&wanted, "\"kind\": \"%s\"", names[kind]);
        assert_non_null(strstr(json, text_chars(&wanted)));
        assert_non_null(strstr(json, "\"step\": 5"));
        assert_non_null(strstr(json, "\"context\": \"t1\""));
        free(json);
        text_free(&wanted);
        timeline_end(&t);
    }
}

static void nobody_and_nothing_are_null(void **state) {
    (void)state;
    struct timeline t;
    timeline_begin(&t);
    add(&t, 0, TIMELINE_TICK, UINT32_MAX, "clock", "1");
    char *json = write_timeline(&t);
    assert_non_null(strstr(json, "\"context\": null"));
    assert_non_null(strstr(json, "\"before\": null"));
    assert_non_null(strstr(json, "\"location\": null"));
    assert_non_null(strstr(json, "\"cycle_start\": null"));
    free(json);
    t.cycle_start = 2;
    json = write_timeline(&t);
    assert_non_null(strstr(json, "\"cycle_start\": 3"));
    free(json);
    timeline_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_has_its_name),
        cmocka_unit_test(nobody_and_nothing_are_null),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
