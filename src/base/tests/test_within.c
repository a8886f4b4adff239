#include "base/within.h"

#include "base/file.h"
#include "base/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char *put(const char *folder, const char *name) {
    char *path = folder_path(folder, name);
    assert_true(file_write(path, "x", 1));
    return path;
}

static void links_are_followed(void **state) {
    (void)state;
    char *own = folder_new("test"), *other = folder_new("test");
    char *model = put(own, "model.pml"), *beside = put(own, "beside.h"), *secret = put(other, "secret");
    char *link = folder_path(own, "link.h"), *dots = folder_path(own, "../");
    assert_int_equal(symlink(secret, link), 0);
    const char *const folders[] = {other, NULL};
    assert_true(within_folder(beside, own));
    assert_true(within_reach(beside, model, NULL));
    assert_false(within_reach(secret, model, NULL));
    assert_false(within_reach(link, model, NULL));
    assert_true(within_reach(link, model, folders));
    assert_false(within_reach("/nowhere/at/all", model, folders));
    assert_false(within_folder(dots, own));
    assert_true(within_folder(own, "/"));
    assert_true(within_sources(model));
    assert_false(within_sources(link));
    assert_false(within_sources("/nowhere/model.pml"));
    free(model), free(beside), free(secret), free(link), free(dots);
    folder_free(own);
    folder_free(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(links_are_followed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
