/* What must be true of the program is looked at, and ends it where it is not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/invariant.h"
#include "base/tests/child.h"

#include <string.h>

/* The status of a process that looks, and what it says on stderr. */
static int status_of(int value, int dear, char *said, size_t room) {
    struct child child = child_begin();
    if (child.process == 0) {
        if (dear)
            invariant_dear(value == 1);
        else
            invariant(value == 1);
        _exit(17);
    }
    return child_status(&child, said, room);
}

static void broken_ones_end_the_program(void **state) {
    (void)state;
    char said[400];
    assert_int_equal(status_of(1, 0, said, sizeof said), 17);
    assert_string_equal(said, "");
    assert_int_equal(status_of(2, 0, said, sizeof said), 4);
    assert_non_null(strstr(said, "internal error"));
    assert_non_null(strstr(said, "test_invariant.c"));
    assert_non_null(strstr(said, "value == 1"));
}

static void dear_ones_do_so_in_builds_for_tests(void **state) {
    (void)state;
    char said[400];
    assert_int_equal(status_of(1, 1, said, sizeof said), 17);
#ifdef RTCHECK_CHECKED
    assert_int_equal(status_of(2, 1, said, sizeof said), 4);
#else
    assert_int_equal(status_of(2, 1, said, sizeof said), 17);
#endif
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(broken_ones_end_the_program),
                                       cmocka_unit_test(dear_ones_do_so_in_builds_for_tests)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
