/* What is done apart, and how it ends. */
#include "base/apart.h"

#include "base/clock.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void say_much(void *context, struct text *said) {
    for (int i = 0; i < 300000; i++) text_printf(said, "%s", (const char *)context);
}

static void exit_early(void *context, struct text *said) {
    (void)context;
    text_add(said, "half");
    exit(0);
}

static void crash(void *context, struct text *said) {
    (void)context;
    text_add(said, "half");
    raise(SIGSEGV);
}

static void be_killed(void *context, struct text *said) {
    (void)context, (void)said;
    kill(getpid(), SIGKILL);
}

static void hang(void *context, struct text *said) {
    (void)context, (void)said;
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    for (;;) pause();
}

static void print(void *context, struct text *said) {
    puts("this is nobody's");
    fflush(stdout);
    *(int *)context = 7; /* in the copy */
    text_add(said, "said");
}

static void expect(apart_work work, void *context, enum apart_end expected, const char *words) {
    struct text said = {0}, why = {0};
    text_add(&said, "before");
    assert_int_equal(apart_run(work, context, 0.3, &said, &why), expected);
    if (expected != APART_DONE) assert_int_equal(said.length, 0);
    if (!strstr(text_chars(expected == APART_DONE ? &said : &why), words)) fail_msg("%s: %s", words, text_chars(&why));
    text_free(&said);
    text_free(&why);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* nobody is left behind */
    assert_int_equal(errno, ECHILD);
}

static void test_what_is_said_comes_back(void **state) {
    (void)state;
    int number = 3;
    struct text said = {0}, why = {0};
    expect(print, &number, APART_DONE, "said");
    assert_int_equal(number, 3);
    assert_int_equal(apart_run(say_much, "word", 60, &said, &why), APART_DONE);
    assert_int_equal(said.length, 1200000);
    text_free(&said);
    text_free(&why);
}

static void test_who_ends_early_has_said_nothing(void **state) {
    (void)state;
    expect(exit_early, NULL, APART_DIED, "status 0");
    expect(crash, NULL, APART_DIED, "crashed, or was killed (Segmentation fault)");
    expect(be_killed, NULL, APART_DIED, "(Killed)");
}

static void test_who_does_not_end_is_late(void **state) {
    (void)state;
    double began = clock_seconds();
    expect(hang, NULL, APART_LATE, "had no more time");
    assert_true(clock_seconds() - began < 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_said_comes_back),
        cmocka_unit_test(test_who_ends_early_has_said_nothing),
        cmocka_unit_test(test_who_does_not_end_is_late),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
