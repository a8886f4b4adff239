#include "base/process.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/limits.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

#define OUTPUT ".said"

#define GRACE 0.4 /* seconds between the request to stop and the end */

int process_start(pid_t *child, const char *folder, const char *const *arguments, char *const *environment,
                  const char *output) {
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addchdir_np(&files, folder);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600);
    posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    int failure = posix_spawnp(child, arguments[0], &files, &attributes, (char *const *)arguments,
                               environment ? environment : environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    if (!failure) process_note(*child);
    return failure;
}

/* ---- programs under way ---- */

/* Global for the sake of base/limits.h. Free places are 0. Who finds none has a program that outlives this one if that
 * is cut off, no more. */
enum { PLACES = 256 };
static _Atomic pid_t under_way[PLACES];

static bool change(pid_t from, pid_t to) {
    for (size_t i = 0; i < PLACES; i++) {
        pid_t expected = from;
        if (atomic_compare_exchange_strong(&under_way[i], &expected, to)) return true;
    }
    return false;
}

void process_note(pid_t child) { change(0, child); }

void process_forget(pid_t child) { change(child, 0); }

void process_kill_all(void) {
    for (size_t i = 0; i < PLACES; i++) {
        pid_t child = atomic_exchange(&under_way[i], 0);
        if (child > 0 && kill(-child, SIGKILL) != 0) kill(child, SIGKILL);
    }
}

/* ---- to the end ---- */

/* PROCESS_LATE, PROCESS_STOPPED, or 0: it may go on. */
static int reason_to_stop(const struct process_limits *limits, double began) {
    enum limits_reason reason = limits_reached();
    if (reason == LIMITS_INTERRUPTED) return PROCESS_STOPPED;
    if (reason == LIMITS_TIME) return PROCESS_LATE;
    if (limits && limits->interrupted && *limits->interrupted) return PROCESS_STOPPED;
    if (limits && limits->seconds > 0 && clock_seconds() - began > limits->seconds) return PROCESS_LATE;
    return 0;
}

/* Its status, or why it was stopped. */
static int wait_for(pid_t child, const struct process_limits *limits, int *status) {
    double began = clock_seconds(), asked = 0;
    int reason = 0;
    for (;;) {
        pid_t ended = waitpid(child, status, WNOHANG);
        if (ended == child || (ended < 0 && errno != EINTR)) break;
        if (ended != 0) continue;
        if (!reason && (reason = reason_to_stop(limits, began))) {
            asked = clock_seconds();
            kill(-child, SIGINT);
        }
        if (reason && clock_seconds() - asked > GRACE) kill(-child, SIGKILL);
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    if (reason) kill(-child, SIGKILL); /* those that it left behind */
    return reason;
}

int process_run(const char *folder, const char *const *arguments, const struct process_limits *limits,
                struct text *said) {
    text_clear(said);
    int too_late = reason_to_stop(limits, clock_seconds());
    if (too_late) return too_late;
    pid_t child;
    int status = 0;
    if (process_start(&child, folder, arguments, NULL, OUTPUT) != 0) return PROCESS_FAILED;
    int reason = wait_for(child, limits, &status);
    process_forget(child);
    char *words = folder_path(folder, OUTPUT);
    file_read(words, said);
    unlink(words);
    free(words);
    return reason ? reason : WIFEXITED(status) ? WEXITSTATUS(status) : PROCESS_FAILED;
}
