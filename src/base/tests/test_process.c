#include "base/process.h"

#include "base/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static int run(const char *script, double seconds, struct text *said) {
    char *folder = folder_new("test");
    const char *const arguments[] = {"sh", "-c", script, NULL};
    int status = process_run(folder, arguments, seconds, said);
    folder_free(folder);
    return status;
}

static void words_and_status(void **state) {
    (void)state;
    struct text said = {0};
    text_add(&said, "old");
    assert_int_equal(run("echo one; echo two >&2; exit 3", 0, &said), 3);
    assert_string_equal(text_chars(&said), "one\ntwo\n");
    assert_int_equal(run("kill -9 $$", 0, &said), PROCESS_FAILED);
    assert_string_equal(text_chars(&said), "");
    text_free(&said);
}

/* The program's children go with it. */
static void time_is_over(void **state) {
    (void)state;
    struct text said = {0};
    assert_int_equal(run("echo begun; sleep 60 & sleep 60", 0.2, &said), PROCESS_LATE);
    assert_string_equal(text_chars(&said), "begun\n");
    text_free(&said);
}

static void a_missing_program(void **state) {
    (void)state;
    const char *const arguments[] = {"no-such-program-anywhere", NULL};
    struct text said = {0};
    int status = process_run("/tmp", arguments, 0, &said);
    assert_true(status == PROCESS_FAILED || status == 127);
    text_free(&said);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_and_status), cmocka_unit_test(time_is_over),
                                       cmocka_unit_test(a_missing_program)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
