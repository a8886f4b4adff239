#include "base/clock.h"
#include "base/progress.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmocka.h>

/* A terminal, with both of its ends in our hands. */
struct terminal {
    int master;
    FILE *out;
};

static struct terminal terminal_open(unsigned short columns) {
    struct terminal terminal = {.master = posix_openpt(O_RDWR | O_NOCTTY)};
    if (terminal.master < 0) skip(); /* a system without pseudo-terminals */
    assert_int_equal(grantpt(terminal.master), 0);
    assert_int_equal(unlockpt(terminal.master), 0);
    struct winsize size = {.ws_row = 24, .ws_col = columns};
    assert_int_equal(ioctl(terminal.master, TIOCSWINSZ, &size), 0);
    terminal.out = fopen(ptsname(terminal.master), "w");
    assert_non_null(terminal.out);
    return terminal;
}

/* What was written since the last call. */
static const char *terminal_read(struct terminal *terminal) {
    static char buffer[4096];
    ssize_t got = read(terminal->master, buffer, sizeof buffer - 1);
    assert_true(got >= 0);
    buffer[got] = '\0';
    return buffer;
}

static void terminal_close(struct terminal *terminal) {
    fclose(terminal->out);
    close(terminal->master);
}

static const struct progress_report first = {.states = 500000, .depth = 1234, .memory_bytes = 64 << 20, .seconds = 0.5};
static const struct progress_report second = {
    .states = 2500000, .depth = 2345, .memory_bytes = 96 << 20, .seconds = 1.5};

static void one_live_line(void **state) {
    (void)state;
    setenv("TERM", "xterm", 1);
    struct terminal terminal = terminal_open(100);
    struct progress progress;
    progress_begin(&progress, terminal.out);
    progress_show(&progress, &first);
    assert_string_equal(terminal_read(&terminal), "\r\033[K500,000 states  1.00M/s  depth 1,234  64 MiB  500ms");
    progress_show(&progress, &second);
    assert_string_equal(terminal_read(&terminal), "\r\033[K2,500,000 states  2.00M/s  depth 2,345  96 MiB  1.5s");
    progress_wipe(&progress);
    assert_string_equal(terminal_read(&terminal), "\r\033[K");
    progress_wipe(&progress); /* nothing to wipe now */
    progress_show(&progress, &second);
    assert_string_equal(terminal_read(&terminal), "\r\033[K2,500,000 states  0/s  depth 2,345  96 MiB  1.5s");
    terminal_close(&terminal);
}

static void fits_a_narrow_terminal(void **state) {
    (void)state;
    setenv("TERM", "xterm", 1);
    struct terminal terminal = terminal_open(20);
    struct progress progress;
    progress_begin(&progress, terminal.out);
    progress_show(&progress, &first);
    assert_string_equal(terminal_read(&terminal), "\r\033[K500,000 states  1.0");
    terminal_close(&terminal);
}

static void silent_elsewhere(void **state) {
    (void)state;
    setenv("TERM", "xterm", 1);
    FILE *file = tmpfile();
    struct progress progress;
    progress_begin(&progress, file);
    progress_show(&progress, &first);
    progress_wipe(&progress);
    fflush(file);
    assert_int_equal(ftell(file), 0);
    fclose(file);

    setenv("TERM", "dumb", 1);
    struct terminal terminal = terminal_open(100);
    progress_begin(&progress, terminal.out);
    progress_show(&progress, &first);
    progress_wipe(&progress);
    fputs("end", terminal.out);
    fflush(terminal.out);
    assert_string_equal(terminal_read(&terminal), "end");
    terminal_close(&terminal);
}

static void clock_goes_forward(void **state) {
    (void)state;
    double before = clock_seconds();
    usleep(20000);
    double after = clock_seconds();
    assert_true(after - before >= 0.019);
    assert_true(after - before < 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_live_line),
        cmocka_unit_test(fits_a_narrow_terminal),
        cmocka_unit_test(silent_elsewhere),
        cmocka_unit_test(clock_goes_forward),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
