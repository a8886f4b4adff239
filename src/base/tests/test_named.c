#include "base/named.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct row {
    const char *name;
    int value;
};

static void first_of_several(void **state) {
    (void)state;
    const struct row rows[] = {{"a", 1}, {"b", 2}, {"b", 3}, {"d", 4}};
    assert_int_equal(named_first(rows, 4, sizeof *rows, "b"), 1);
    assert_int_equal(named_first(rows, 4, sizeof *rows, "d"), 3);
    assert_int_equal(named_first(rows, 4, sizeof *rows, "c"), 3);
    assert_int_equal(named_first(rows, 4, sizeof *rows, ""), 0);
    assert_int_equal(named_first(rows, 4, sizeof *rows, "e"), 4);
    assert_int_equal(named_first(rows, 0, sizeof *rows, "a"), 0);
}

static void names_alone(void **state) {
    (void)state;
    const char *const names[] = {"one", "three", "two"};
    assert_int_equal(named_first(names, 3, sizeof *names, "three"), 1);
    assert_int_equal(named_first(names, 3, sizeof *names, "two"), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(first_of_several), cmocka_unit_test(names_alone)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
