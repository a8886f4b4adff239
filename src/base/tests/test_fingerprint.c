#include "base/fingerprint.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void texts_differ(void **state) {
    (void)state;
    const uint64_t start = FINGERPRINT_START;
    assert_true(fingerprint_text(start, "a") == fingerprint_text(start, "a"));
    assert_true(fingerprint_text(start, "a") != fingerprint_text(start, "b"));
    assert_true(fingerprint_text(start, "") != start);
    assert_true(fingerprint_text(start, "") != fingerprint_text(start, NULL));
    assert_true(fingerprint_text(start, NULL) != start);
}

static void borders_count(void **state) {
    (void)state;
    uint64_t ab_c = fingerprint_text(fingerprint_text(FINGERPRINT_START, "ab"), "c");
    uint64_t a_bc = fingerprint_text(fingerprint_text(FINGERPRINT_START, "a"), "bc");
    assert_true(ab_c != a_bc);
    assert_true(ab_c != fingerprint_text(FINGERPRINT_START, "abc"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(texts_differ), cmocka_unit_test(borders_count)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
