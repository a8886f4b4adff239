#include "conform/design_compile.h"

#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const char header[] =
#include "conform/rtcheck_design_text.h"
    ;

static char *join(const char *directory, const char *name) {
    struct text path = {0};
    text_printf(&path, "%s/%s", directory, name);
    return text_take(&path);
}

/* cc's exit status, or -1. Its messages go to a file. */
static int run_compiler(const char *source, const char *directory, const char *library, const char *messages) {
    const char *arguments[] = {"cc", "-std=gnu11", "-O2", "-g",    "-shared", "-fPIC", "-w",
                               "-I", directory,    "-o",  library, source,    NULL};
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, messages, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int error = posix_spawnp(&child, "cc", &actions, NULL, (char *const *)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error) return -1;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool compile_in(const char *source, struct compiled_design *compiled, struct diagnostics *diagnostics) {
    char *include = join(compiled->directory, "rtcheck_design.h");
    char *messages = join(compiled->directory, "messages");
    compiled->library = join(compiled->directory, "design.so");
    char *whole = realpath(source, NULL); /* not to be taken for an option */
    int status = -1;
    if (whole && file_write(include, header, sizeof header - 1))
        status = run_compiler(whole, compiled->directory, compiled->library, messages);
    free(whole);
    if (status != 0) {
        struct text text = {0};
        if (status > 0) file_read(messages, &text);
        while (text.length && text.chars[text.length - 1] == '\n') text.chars[--text.length] = '\0';
        diag_error(diagnostics, (struct place){source, 0, 0}, "%s%s",
                   status < 0 ? "there is no `cc` to compile it with" : "cc does not compile it:\n", text_chars(&text));
        text_free(&text);
    }
    unlink(include);
    unlink(messages);
    free(include);
    free(messages);
    return status == 0;
}

bool design_compile(const char *path, struct compiled_design *compiled, struct diagnostics *diagnostics) {
    *compiled = (struct compiled_design){0};
    size_t length = strlen(path);
    if (access(path, R_OK) != 0) {
        diag_error(diagnostics, (struct place){path, 0, 0}, "cannot be read: %s", strerror(errno));
        return false;
    }
    if (length > 3 && strcmp(path + length - 3, ".so") == 0) {
        compiled->library = realpath(path, NULL); /* not a name to be looked for in system directories */
        if (!compiled->library)
            diag_error(diagnostics, (struct place){path, 0, 0}, "cannot be read: %s", strerror(errno));
        return compiled->library != NULL;
    }
    const char *parent = getenv("TMPDIR");
    compiled->directory = join(parent && *parent ? parent : "/tmp", "rtcheck-design-XXXXXX");
    if (!mkdtemp(compiled->directory)) {
        diag_error(diagnostics, (struct place){compiled->directory, 0, 0}, "cannot be made: %s", strerror(errno));
        free(compiled->directory);
        compiled->directory = NULL;
        return false;
    }
    if (compile_in(path, compiled, diagnostics)) return true;
    design_compiled_free(compiled);
    return false;
}

void design_compiled_free(struct compiled_design *compiled) {
    if (compiled->directory) {
        if (compiled->library) unlink(compiled->library);
        rmdir(compiled->directory);
    }
    free(compiled->library);
    free(compiled->directory);
}
