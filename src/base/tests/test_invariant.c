/* What must be true of the program is looked at, and ends it where it is not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/invariant.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The status of a process that looks, and what it says on stderr. */
static int status_of(int value, int dear, char *said, size_t room) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        if (dear)
            invariant_dear(value == 1);
        else
            invariant(value == 1);
        _exit(17);
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t more; (more = read(ends[0], said + length, room - 1 - length)) > 0;) length += (size_t)more;
    said[length] = '\0';
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
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
