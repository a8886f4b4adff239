/* Each test runs in a child: limits are the process's. */
#include "base/limits.h"

#include "base/clock.h"
#include "base/folder.h"
#include "base/process.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CUT_OFF = 3, WENT_ON = 77 };

static const struct limits_answer answer = {.out = {NULL, "interrupted\n", "time\n", "memory\n"},
                                            .status = {0, CUT_OFF, CUT_OFF, CUT_OFF, CUT_OFF, CUT_OFF}};

struct outcome {
    int status;
    double seconds;
    char said[64];
};

/* Runs `body` in a child whose standard output is read. */
static struct outcome run(void (*body)(void)) {
    struct outcome outcome = {0};
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    double began = clock_seconds();
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        body();
        _exit(WENT_ON);
    }
    close(ends[1]);
    ssize_t length = read(ends[0], outcome.said, sizeof outcome.said - 1);
    if (length > 0) outcome.said[length] = '\0';
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    outcome.seconds = clock_seconds() - began;
    return outcome;
}

static void nap(double seconds) {
    struct timespec time = {.tv_sec = (time_t)seconds, .tv_nsec = (long)((seconds - floor(seconds)) * 1e9)};
    while (nanosleep(&time, &time) != 0) continue;
}

static void begin(double seconds, uint64_t bytes) {
    struct limits_plan plan = {.seconds = seconds, .bytes = bytes};
    limits_begin(&plan, &answer);
}

static void deaf(void) {
    begin(0.1, 0);
    nap(20);
}

static void nobody_listens(void **state) {
    (void)state;
    struct outcome outcome = run(deaf);
    assert_int_equal(outcome.status, CUT_OFF);
    assert_string_equal(outcome.said, "time\n");
    assert_true(outcome.seconds >= 0.1 + LIMITS_GRACE && outcome.seconds < 30);
}

static void deaf_with_nothing_to_tell(void) {
    limits_nothing_to_tell(true);
    deaf();
}

/* Nobody waits for an end in good order, on however crowded a machine. */
static void who_has_nothing_to_tell_gets_no_grace(void **state) {
    (void)state;
    double with_grace = run(deaf).seconds;
    struct outcome outcome = run(deaf_with_nothing_to_tell);
    assert_int_equal(outcome.status, CUT_OFF);
    assert_string_equal(outcome.said, "time\n");
    assert_true(outcome.seconds < with_grace);
}

static void deaf_to_a_late_limit(void) {
    begin(0, 0);
    limits_end_after(0.1);
    nap(20);
}

static void a_limit_that_is_known_later(void **state) {
    (void)state;
    struct outcome outcome = run(deaf_to_a_late_limit);
    assert_int_equal(outcome.status, CUT_OFF);
    assert_string_equal(outcome.said, "time\n");
}

static void polite(void) {
    begin(0.1, 0);
    while (limits_reached() == LIMITS_NONE) nap(0.01);
    _exit(limits_reached() == LIMITS_TIME ? WENT_ON : 1);
}

static void whoever_asks_ends_by_itself(void **state) {
    (void)state;
    struct outcome outcome = run(polite);
    assert_int_equal(outcome.status, WENT_ON);
    assert_string_equal(outcome.said, "");
}

static void checks(void) {
    begin(0.1, 0);
    for (;;) limits_check();
}

static void nothing_to_tell(void **state) {
    (void)state;
    struct outcome outcome = run(checks);
    assert_int_equal(outcome.status, CUT_OFF);
    assert_string_equal(outcome.said, "time\n");
}

static void told(void) {
    begin(0, 0);
    kill(getpid(), SIGTERM);
    if (limits_reached() != LIMITS_INTERRUPTED || !*limits_signal()) _exit(1);
    nap(20);
}

static void a_signal_is_a_limit(void **state) {
    (void)state;
    struct outcome outcome = run(told);
    assert_int_equal(outcome.status, CUT_OFF);
    assert_string_equal(outcome.said, "interrupted\n");
}

static void told_twice(void) {
    begin(0, 0);
    kill(getpid(), SIGTERM);
    nap(0.4);
    kill(getpid(), SIGTERM);
    nap(20);
}

static void a_second_signal_ends_at_once(void **state) {
    (void)state;
    struct outcome outcome = run(told_twice);
    assert_int_equal(outcome.status, -1);
}

static void told_at_once_twice(void) {
    begin(0, 0);
    kill(getpid(), SIGTERM);
    kill(getpid(), SIGTERM);
    nap(20);
}

/* As timeout(1) does it. */
static void two_signals_at_once_are_one(void **state) {
    (void)state;
    struct outcome outcome = run(told_at_once_twice);
    assert_int_equal(outcome.status, CUT_OFF);
    assert_string_equal(outcome.said, "interrupted\n");
}

static void greedy(void) {
    enum { BLOCK = 1024 * 1024 };
    begin(0, (uint64_t)LIMITS_SMALLEST);
    for (size_t i = 0; i < 4096; i++) {
        char *block = malloc(BLOCK);
        for (volatile char *at = block; at < block + BLOCK; at += 512) *at = 1;
        nap(0.0005);
    }
}

static void memory_runs_away(void **state) {
    (void)state;
#if defined(__SANITIZE_ADDRESS__)
    skip();
#endif
    struct outcome outcome = run(greedy);
    assert_int_equal(outcome.status, CUT_OFF);
    assert_string_equal(outcome.said, "memory\n");
}

static void grows_and_shrinks(void) {
    enum { MUCH = LIMITS_SMALLEST / 100 * 108 };
    begin(0, (uint64_t)LIMITS_SMALLEST);
    char *block = malloc(MUCH);
    for (volatile char *at = block; at < block + MUCH; at += 512) *at = 1;
    nap(0.1);
    if (limits_reached() != LIMITS_MEMORY) _exit(1);
    free(block);
    nap(0.1);
    if (limits_reached() != LIMITS_NONE) _exit(2);
}

static void shrinks_and_begins_anew(void) {
    enum { MUCH = LIMITS_SMALLEST / 100 * 108 };
    begin(0, (uint64_t)LIMITS_SMALLEST);
    char *block = malloc(MUCH);
    for (volatile char *at = block; at < block + MUCH; at += 512) *at = 1;
    while (limits_reached() != LIMITS_MEMORY) nap(0.001);
    free(block);
    limits_begin_anew();
    if (limits_reached() != LIMITS_NONE) _exit(2);
}

static void memory_that_is_given_back(void **state) {
    (void)state;
#if defined(__SANITIZE_ADDRESS__)
    skip();
#endif
    assert_int_equal(run(grows_and_shrinks).status, WENT_ON);
    for (unsigned i = 0; i < 10; i++) assert_int_equal(run(shrinks_and_begins_anew).status, WENT_ON);
}

static void holds(void) {
    begin(0.05, 0);
    limits_hold();
    nap(0.1 + LIMITS_GRACE);
    write(STDOUT_FILENO, "whole\n", 6);
    limits_release();
    nap(20);
}

static void what_must_be_whole_is(void **state) {
    (void)state;
    struct outcome outcome = run(holds);
    assert_int_equal(outcome.status, CUT_OFF);
    assert_int_equal(strncmp(outcome.said, "whole\n", 6), 0);
}

static void answers(void) {
    begin(0.05, 0);
    limits_answering();
    nap(0.2 + LIMITS_GRACE);
}

static void a_slow_reader_is_waited_for(void **state) {
    (void)state;
    struct outcome outcome = run(answers);
    assert_int_equal(outcome.status, WENT_ON);
    assert_string_equal(outcome.said, "");
}

static void without_threads(void) {
    struct rlimit none = {1, 1};
    setrlimit(RLIMIT_NPROC, &none); /* holds for everybody but root */
    begin(0.1, 0);
    for (;;) continue;
}

static void no_thread_can_be_made(void **state) {
    (void)state;
    struct outcome outcome = run(without_threads);
    assert_int_equal(outcome.status, CUT_OFF);
    assert_string_equal(outcome.said, "time\n");
}

/* "FOLDER CHILD", then for ever. */
static void with_others(void) {
    begin(0.1, 0);
    char *folder = folder_new("limits");
    const char *arguments[] = {"sleep", "60", NULL};
    pid_t child = 0;
    if (!folder || process_start(&child, folder, arguments, NULL, "said") != 0) _exit(1);
    dprintf(STDOUT_FILENO, "%d %s\n", (int)child, folder);
    nap(20);
}

/* What nobody has reaped is over all the same. */
static bool runs(int process) {
    char path[64], state = 'Z';
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    FILE *in = fopen(path, "r");
    if (!in) return false;
    if (fscanf(in, "%*d (%*[^)]) %c", &state) != 1) state = 'Z';
    fclose(in);
    return state != 'Z' && state != 'X';
}

static void nothing_stays_behind(void **state) {
    (void)state;
    struct outcome outcome = run(with_others);
    assert_int_equal(outcome.status, CUT_OFF);
    char folder[64] = "";
    int child = 0;
    assert_int_equal(sscanf(outcome.said, "%d %63s", &child, folder), 2);
    assert_int_not_equal(access(folder, F_OK), 0);
    for (int i = 0; i < 100 && runs(child); i++) nap(0.05);
    assert_false(runs(child));
}

static void ask_to_stop(void *context) { ++*(volatile int *)context; }

static void stubborn(void) {
    static volatile int asked;
    begin(0, 0);
    limits_stop_with(ask_to_stop, (void *)&asked, 0.1);
    while (!asked) nap(0.01);
    printf("asked\n");
    fflush(stdout);
    nap(100);
}

static void a_library_that_passes_over_its_time(void **state) {
    (void)state;
    struct outcome outcome = run(stubborn);
    assert_int_equal(outcome.status, CUT_OFF);
    assert_string_equal(outcome.said, "asked\n"); /* the rest comes later than is read here */
    assert_true(outcome.seconds < 60);
}

static void before_they_begin(void **state) {
    (void)state;
    assert_int_equal(limits_reached(), LIMITS_NONE);
    assert_false(limits_end(LIMITS_TIME));
    limits_check();
    limits_answering();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_library_that_passes_over_its_time),
        cmocka_unit_test(before_they_begin),
        cmocka_unit_test(nobody_listens),
        cmocka_unit_test(who_has_nothing_to_tell_gets_no_grace),
        cmocka_unit_test(a_limit_that_is_known_later),
        cmocka_unit_test(whoever_asks_ends_by_itself),
        cmocka_unit_test(nothing_to_tell),
        cmocka_unit_test(a_signal_is_a_limit),
        cmocka_unit_test(a_second_signal_ends_at_once),
        cmocka_unit_test(two_signals_at_once_are_one),
        cmocka_unit_test(memory_runs_away),
        cmocka_unit_test(memory_that_is_given_back),
        cmocka_unit_test(what_must_be_whole_is),
        cmocka_unit_test(a_slow_reader_is_waited_for),
        cmocka_unit_test(no_thread_can_be_made),
        cmocka_unit_test(nothing_stays_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
