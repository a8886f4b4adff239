#include "base/apart.h"

#include "base/clock.h"
#include "base/limits.h"
#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NAP_MS = 5, PIECE = 1 << 16 };

/* ---- the copy ---- */

static void be_silent(void) {
    int nowhere = open("/dev/null", O_RDWR);
    if (nowhere < 0) _exit(1);
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) dup2(nowhere, file);
}

/* Where the machine has no memory left, this is the one to go. */
static void offer_itself(void) {
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    ssize_t unused = write(file, "1000", 4);
    (void)unused;
    close(file);
}

static void take_defaults(void) {
    sigset_t none;
    sigemptyset(&none);
    for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
}

/* All of it, and a NUL: who ends before that, with whatever status, has said nothing. */
static _Noreturn void be_copy(apart_work work, void *context, int to, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    setpgid(0, 0);
    limits_leave_to_parent();
    take_defaults();
    be_silent();
    offer_itself();
    struct text said = {0};
    work(context, &said);
    text_add_char(&said, '\0');
    for (size_t at = 0; at < said.length;) {
        ssize_t written = write(to, said.chars + at, said.length - at);
        if (written < 0 && errno != EINTR) _exit(1);
        if (written > 0) at += (size_t)written;
    }
    _exit(0);
}

/* ---- who waits for it ---- */

/* True: there may be more to come. */
static bool read_piece(int from, struct text *said) {
    char piece[PIECE];
    struct pollfd file = {.fd = from, .events = POLLIN};
    if (poll(&file, 1, NAP_MS) <= 0) return true;
    ssize_t length = read(from, piece, sizeof piece);
    if (length > 0) text_add_n(said, piece, (size_t)length);
    return length > 0 || (length < 0 && errno == EINTR);
}

/* APART_DONE: it may go on. */
static enum apart_end reason_to_stop(pid_t copy, double until, struct text *why) {
    enum limits_reason reason = limits_reached();
    if (reason == LIMITS_INTERRUPTED) {
        text_add(why, "was interrupted");
        return APART_STOPPED;
    }
    if (reason == LIMITS_MEMORY || limits_is_too_large(copy)) {
        text_add(why, "has used up the memory");
        return APART_DIED;
    }
    if (reason == LIMITS_NONE && clock_seconds() < until) return APART_DONE;
    text_add(why, "had no more time");
    return APART_LATE;
}

static enum apart_end hear(pid_t copy, int from, double seconds, struct text *said, struct text *why) {
    double until = clock_seconds() + seconds;
    enum apart_end end = APART_DONE;
    while (end == APART_DONE && read_piece(from, said)) end = reason_to_stop(copy, until, why);
    if (end != APART_DONE) kill(copy, SIGKILL);
    int status = 0;
    while (waitpid(copy, &status, 0) < 0 && errno == EINTR) {
    }
    if (end != APART_DONE) return end;
    if (said->length && !said->chars[said->length - 1]) {
        said->length--;
        return APART_DONE;
    }
    if (WIFSIGNALED(status))
        text_printf(why, "crashed, or was killed (%s)", strsignal(WTERMSIG(status)));
    else
        text_printf(why, "ended its process with status %d", WEXITSTATUS(status));
    return APART_DIED;
}

/* Asked to end more than once, as some who start programs do, it is to answer all the same: the guard hears it. */
static void hear_signals(void *unused) { (void)unused; }

enum apart_end apart_run(apart_work work, void *context, double seconds, struct text *said, struct text *why) {
    int ends[2];
    text_clear(said);
    text_clear(why);
    pid_t parent = getpid(), copy = -1;
    bool has_pipe = pipe2(ends, O_CLOEXEC) == 0;
    if (has_pipe) copy = fork();
    if (copy == 0) {
        close(ends[0]);
        be_copy(work, context, ends[1], parent);
    }
    if (has_pipe) close(ends[1]);
    enum apart_end end = APART_DIED;
    if (copy > 0) {
        setpgid(copy, copy);
        process_note(copy);
        limits_stop_with(hear_signals, NULL, 0);
        end = hear(copy, ends[0], seconds, said, why);
        limits_stop_with(NULL, NULL, 0);
        process_forget(copy);
    } else {
        text_printf(why, "could not be started in a process of its own (%s)", strerror(errno));
    }
    if (has_pipe) close(ends[0]);
    if (end != APART_DONE) text_clear(said);
    return end;
}
