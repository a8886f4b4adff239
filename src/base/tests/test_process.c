#include "base/process.h"

#include "base/clock.h"
#include "base/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static int run(const char *script, double seconds, struct text *said) {
    char *folder = folder_new("test");
    const char *const arguments[] = {"sh", "-c", script, NULL};
    int status = process_run(folder, arguments, &(struct process_limits){.seconds = seconds}, said);
    folder_free(folder);
    return status;
}

/* It is late, and has said that. A crowded machine may need more time to begin at all. */
static void is_late(const char *script, const char *words, struct text *said) {
    for (double seconds = 0.2; seconds < 30; seconds *= 10) {
        assert_int_equal(run(script, seconds, said), PROCESS_LATE);
        if (strcmp(text_chars(said), words) == 0) return;
    }
    assert_string_equal(text_chars(said), words);
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
    is_late("echo begun; sleep 60 & sleep 60", "begun\n", &said);
    text_free(&said);
}

/* It has a moment for its last words, and not more than that. */
static void last_words(void **state) {
    (void)state;
    struct text said = {0};
    is_late("trap 'echo known; exit 0' INT; while :; do sleep 0.05; done", "known\n", &said);
    double began = clock_seconds();
    is_late("trap '' INT; echo stubborn; sleep 60; sleep 60", "stubborn\n", &said);
    assert_true(clock_seconds() - began < 50);
    text_free(&said);
}

static volatile sig_atomic_t interrupted;

static void on_alarm(int signal) { interrupted = signal; }

static void somebody_interrupts(void **state) {
    (void)state;
    struct text said = {0};
    const char *const arguments[] = {"sh", "-c", "echo begun; sleep 60", NULL};
    struct process_limits limits = {.interrupted = &interrupted};
    char *folder = folder_new("test");
    signal(SIGALRM, on_alarm);
    for (unsigned seconds = 1; seconds < 50 && strcmp(text_chars(&said), "begun\n") != 0; seconds *= 6) {
        interrupted = 0;
        alarm(seconds);
        assert_int_equal(process_run(folder, arguments, &limits, &said), PROCESS_STOPPED);
    }
    assert_string_equal(text_chars(&said), "begun\n");
    /* From then on nothing is begun. */
    assert_int_equal(process_run(folder, arguments, &limits, &said), PROCESS_STOPPED);
    assert_string_equal(text_chars(&said), "");
    folder_free(folder);
    text_free(&said);
}

static void a_missing_program(void **state) {
    (void)state;
    const char *const arguments[] = {"no-such-program-anywhere", NULL};
    struct text said = {0};
    int status = process_run("/tmp", arguments, NULL, &said);
    assert_true(status == PROCESS_FAILED || status == 127);
    text_free(&said);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_and_status), cmocka_unit_test(time_is_over),
                                       cmocka_unit_test(last_words), cmocka_unit_test(somebody_interrupts),
                                       cmocka_unit_test(a_missing_program)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
