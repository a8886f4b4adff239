#include "cli/common/tool.h"

#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

bool tool_find(const char *name, struct text *path) {
    const char *directories = getenv("PATH");
    for (const char *at = directories; at && *at;) {
        size_t length = strcspn(at, ":");
        struct stat status;
        text_clear(path);
        text_printf(path, "%.*s/%s", (int)length, length ? at : ".", name);
        if (length == 0) {
            text_clear(path);
            text_printf(path, "./%s", name);
        }
        if (stat(path->chars, &status) == 0 && S_ISREG(status.st_mode) && access(path->chars, X_OK) == 0) return true;
        at += length;
        at += *at == ':';
    }
    text_clear(path);
    return false;
}

/* The input goes through a file: a pipe could fill up while the other end is full too. */
static int input_file(const struct text *input) {
    FILE *file = tmpfile();
    if (!file) return -1;
    if (input && input->length) fwrite(input->chars, 1, input->length, file);
    if (fflush(file) != 0 || lseek(fileno(file), 0, SEEK_SET) != 0) {
        fclose(file);
        return -1;
    }
    int descriptor = fcntl(fileno(file), F_DUPFD_CLOEXEC, 0);
    fclose(file);
    return descriptor;
}

static void read_all(int descriptor, struct text *output) {
    char buffer[65536];
    ssize_t got;
    while ((got = read(descriptor, buffer, sizeof buffer)) > 0 || (got < 0 && errno == EINTR))
        if (got > 0) text_add_n(output, buffer, (size_t)got);
}

/* In a group of its own, so that it ends with all that it starts when this program is cut off. */
static int start(pid_t *child, const char *const *arguments, int from, int to) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, from, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, to, STDOUT_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    int failure = posix_spawnp(child, arguments[0], &files, &attributes, (char *const *)arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    if (!failure) process_note(*child);
    return failure;
}

int tool_run(const char *const *arguments, const struct text *input, struct text *output) {
    int from = input_file(input), ends[2];
    if (from < 0) return -1;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        close(from);
        return -1;
    }
    pid_t child;
    int failed = start(&child, arguments, from, ends[1]);
    close(from);
    close(ends[1]);
    if (!failed) read_all(ends[0], output);
    close(ends[0]);
    if (failed) return -1;
    int status = -1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    process_forget(child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
