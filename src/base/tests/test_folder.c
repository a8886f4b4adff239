#include "base/folder.h"

#include "base/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void folders_go_with_their_files(void **state) {
    (void)state;
    char *folder = folder_new("test"), *other = folder_new("test");
    assert_non_null(folder);
    assert_non_null(strstr(folder, "/rtcheck-test-"));
    assert_string_not_equal(folder, other);
    char *file = folder_path(folder, "file"), *hidden = folder_path(folder, ".hidden"), *kept = strdup(folder);
    assert_true(file_write(file, "x", 1));
    assert_true(file_write(hidden, "x", 1));
    folder_free(folder);
    folder_free(other);
    folder_free(NULL);
    assert_int_not_equal(access(kept, F_OK), 0);
    free(file);
    free(hidden);
    free(kept);
}

static void a_missing_parent_is_an_error(void **state) {
    (void)state;
    setenv("TMPDIR", "/nowhere/at/all", 1);
    assert_null(folder_new("test"));
    unsetenv("TMPDIR");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(folders_go_with_their_files),
                                       cmocka_unit_test(a_missing_parent_is_an_error)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
