#include "base/process.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

#define OUTPUT ".said"

static pid_t start(const char *folder, const char *const *arguments) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    pid_t child = -1;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addchdir_np(&files, folder);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, OUTPUT, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    if (posix_spawnp(&child, arguments[0], &files, &attributes, (char *const *)arguments, environ) != 0) child = -1;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return child;
}

int process_run(const char *folder, const char *const *arguments, double seconds, struct text *said) {
    pid_t child = start(folder, arguments);
    double began = clock_seconds();
    int status = 0;
    bool late = false;
    if (child < 0) return PROCESS_FAILED;
    for (;;) {
        pid_t ended = waitpid(child, &status, seconds > 0 && !late ? WNOHANG : 0);
        if (ended == child || (ended < 0 && errno != EINTR)) break;
        if (ended == 0 && clock_seconds() - began > seconds) {
            late = true;
            kill(-child, SIGKILL);
        } else if (ended == 0) {
            nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
        }
    }
    text_clear(said);
    char *words = folder_path(folder, OUTPUT);
    file_read(words, said);
    unlink(words);
    free(words);
    return late ? PROCESS_LATE : WIFEXITED(status) ? WEXITSTATUS(status) : PROCESS_FAILED;
}
