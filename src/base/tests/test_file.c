#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char directory[64];

static int enter(void **state) {
    (void)state;
    strcpy(directory, "/tmp/test-file-XXXXXX");
    return mkdtemp(directory) && chdir(directory) == 0 ? 0 : -1;
}

/* Removes what the tests name; anything they do not know of makes the teardown, and with it the test, fail. */
static int leave(void **state) {
    (void)state;
    static const char *const known[] = {"file", "link", "pipe"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) unlink(known[i]);
    int left = rmdir(directory);
    return chdir("/") || left;
}

static void holds(const char *path, const char *expected, size_t size) {
    struct text text = {0};
    assert_true(file_read(path, &text));
    assert_int_equal(text.length, size);
    assert_memory_equal(text_chars(&text), expected, size);
    text_free(&text);
}

static void written_can_be_read(void **state) {
    (void)state;
    static char big[300000];
    for (size_t i = 0; i < sizeof big; i++) big[i] = (char)(i * 31 >> 3);
    assert_true(file_write("file", big, sizeof big));
    holds("file", big, sizeof big);
    assert_true(file_write("file", "a\0b", 3));
    holds("file", "a\0b", 3);
    assert_true(file_write("file", "", 0));
    holds("file", "", 0);
}

static void obeys_the_umask(void **state) {
    (void)state;
    mode_t before = umask(027);
    assert_true(file_write("file", "x", 1));
    umask(before);
    struct stat status;
    assert_int_equal(stat("file", &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
}

static void keeps_links(void **state) {
    (void)state;
    assert_true(file_write("file", "old", 3));
    assert_int_equal(symlink("file", "link"), 0);
    assert_true(file_write("link", "new", 3));
    struct stat status;
    assert_int_equal(lstat("link", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    holds("file", "new", 3);
}

static void writes_into_a_pipe(void **state) {
    (void)state;
    assert_int_equal(mkfifo("pipe", 0600), 0);
    int reader = open("pipe", O_RDONLY | O_NONBLOCK);
    assert_true(file_write("pipe", "words", 5));
    char buffer[8];
    assert_int_equal(read(reader, buffer, sizeof buffer), 5);
    assert_memory_equal(buffer, "words", 5);
    close(reader);
    struct stat status;
    assert_int_equal(lstat("pipe", &status), 0);
    assert_true(S_ISFIFO(status.st_mode));
}

static void failures_say_why(void **state) {
    (void)state;
    struct text text = {0};
    assert_false(file_read("missing", &text));
    assert_int_equal(errno, ENOENT);
    assert_false(file_read(directory, &text));
    assert_int_equal(errno, EISDIR);
    assert_false(file_write("no/such/place", "x", 1));
    assert_int_equal(errno, ENOENT);
    assert_false(file_write(directory, "x", 1));
    assert_int_equal(errno, EISDIR);
    assert_null(text.chars);
    if (access("/dev/full", W_OK) == 0) {
        assert_false(file_write("/dev/full", "x", 1));
        assert_int_equal(errno, ENOSPC);
    }
}

static void expect_plain(const char *path, const char *plain) {
    char copy[100];
    strcpy(copy, path);
    assert_string_equal(file_plain_path(copy), plain);
}

static void paths_are_plain(void **state) {
    (void)state;
    expect_plain("a/../../none_of_this", "../none_of_this"); /* nothing of it is there */
    expect_plain("./a//b/./c", "a/b/c");
    expect_plain("../../a/..", "../../a/..");
    expect_plain("/./../x", "/../x");
    expect_plain("", "");
    assert_int_equal(mkdir("here", 0700), 0);
    assert_int_equal(mkdir("here/in", 0700), 0);
    assert_true(file_write("here/x", "", 0));
    assert_true(file_write("x", "", 0));
    assert_int_equal(symlink("here/in", "link"), 0);
    expect_plain("here/in/../x", "here/x");
    expect_plain("here/in/../../x", "x");
    expect_plain("link/../x", "link/../x");
    expect_plain("link/../in/../../x", "link/../in/../../x");
    unlink("here/x");
    rmdir("here/in");
    rmdir("here");
    unlink("x");
}

static void expect_from_here(const char *under, const char *expected) {
    char path[4096];
    snprintf(path, sizeof path, "%s%s", directory, under);
    assert_string_equal(file_from_here(path), expected ? expected : path);
}

static void paths_are_from_here(void **state) {
    (void)state;
    expect_from_here("/a/b.c", "a/b.c");
    expect_from_here("//b.c", "b.c");
    expect_from_here("/", ".");
    expect_from_here("", ".");
    expect_from_here("2/b.c", NULL);
    assert_string_equal(file_from_here("a/b.c"), "a/b.c");
    assert_string_equal(file_from_here("/b.c"), "/b.c");
    assert_string_equal(file_from_here(""), "");
    assert_int_equal(chdir("/"), 0);
    assert_string_equal(file_from_here("/b.c"), "/b.c");
    assert_int_equal(chdir(directory), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(paths_are_from_here, enter, leave),
        cmocka_unit_test_setup_teardown(paths_are_plain, enter, leave),
        cmocka_unit_test_setup_teardown(written_can_be_read, enter, leave),
        cmocka_unit_test_setup_teardown(obeys_the_umask, enter, leave),
        cmocka_unit_test_setup_teardown(keeps_links, enter, leave),
        cmocka_unit_test_setup_teardown(writes_into_a_pipe, enter, leave),
        cmocka_unit_test_setup_teardown(failures_say_why, enter, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
