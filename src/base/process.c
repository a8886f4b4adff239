#include "base/process.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

#define OUTPUT ".said"

#define GRACE 1.0 /* seconds between the request to stop and the end */

static pid_t start(const char *folder, const char *const *arguments) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    pid_t child = -1;
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGINT);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addchdir_np(&files, folder);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, OUTPUT, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    if (posix_spawnp(&child, arguments[0], &files, &attributes, (char *const *)arguments, environ) != 0) child = -1;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return child;
}

/* PROCESS_LATE, PROCESS_STOPPED, or 0: it may go on. */
static int reason_to_stop(const struct process_limits *limits, double began) {
    if (limits && limits->interrupted && *limits->interrupted) return PROCESS_STOPPED;
    if (limits && limits->seconds > 0 && clock_seconds() - began > limits->seconds) return PROCESS_LATE;
    return 0;
}

/* Its status, or why it was stopped. */
static int wait_for(pid_t child, const struct process_limits *limits, int *status) {
    double began = clock_seconds(), asked = 0;
    int reason = 0;
    bool watched = limits && (limits->seconds > 0 || limits->interrupted);
    for (;;) {
        pid_t ended = waitpid(child, status, watched ? WNOHANG : 0);
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
    if (limits && limits->interrupted && *limits->interrupted) return PROCESS_STOPPED;
    pid_t child = start(folder, arguments);
    int status = 0;
    if (child < 0) return PROCESS_FAILED;
    int reason = wait_for(child, limits, &status);
    char *words = folder_path(folder, OUTPUT);
    file_read(words, said);
    unlink(words);
    free(words);
    return reason ? reason : WIFEXITED(status) ? WEXITSTATUS(status) : PROCESS_FAILED;
}
