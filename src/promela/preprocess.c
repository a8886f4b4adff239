#include "promela/preprocess.h"

#include "base/limits.h"
#include "base/process.h"
#include "base/within.h"
#include "base/word.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { OUTPUT_LIMIT = 16 * 1024 * 1024, TIME_LIMIT_SECONDS = 10 };

struct child {
    pid_t pid;
    int input, output, errors; /* our ends of its pipes; -1 once closed */
};

static char *absolute(struct arena *arena, const char *directory) {
    if (directory[0] == '/') return arena_text(arena, directory);
    char here[4096];
    if (!getcwd(here, sizeof here)) return arena_text(arena, directory);
    return arena_printf(arena, "%s/%s", here, directory);
}

/* All that the child needs, made before it exists: after a fork little may be called. */
struct command {
    const char *directory; /* to work in, or NULL */
    VEC(char *) arguments;
    VEC(char *) environment;
};

static void add_arguments(struct command *command, struct arena *arena, const char *const *defines,
                          const char *const *include_paths, bool system_headers) {
    static const char *const fixed[] = {"cc", "-E", "-x", "c", "-std=gnu99", "-w"};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        vec_push(&command->arguments, arena_text(arena, fixed[i]));
    if (!system_headers) vec_push(&command->arguments, arena_text(arena, "-nostdinc"));
    for (; defines && *defines; defines++) vec_push(&command->arguments, arena_printf(arena, "-D%s", *defines));
    for (; include_paths && *include_paths; include_paths++)
        vec_push(&command->arguments, arena_printf(arena, "-I%s", absolute(arena, *include_paths)));
    vec_push(&command->arguments, arena_text(arena, "-"));
    vec_push(&command->arguments, NULL);
}

/* Messages in English: they are read by this program. */
static void add_environment(struct command *command, struct arena *arena) {
    for (char **entry = environ; *entry; entry++)
        if (!begins_with(*entry, "LC_") && !begins_with(*entry, "LANG")) vec_push(&command->environment, *entry);
    vec_push(&command->environment, arena_text(arena, "LC_ALL=C"));
    vec_push(&command->environment, NULL);
}

static void add_directory(struct command *command, struct arena *arena, const char *path) {
    const char *slash = strrchr(path, '/');
    if (slash) command->directory = arena_text_n(arena, path, (size_t)(slash - path) + 1);
}

static void limit(int resource, rlim_t value) {
    struct rlimit limits = {value, value};
    setrlimit(resource, &limits);
}

/* In the child: never returns. */
static void become_preprocessor(const int pipes[3][2], const struct command *command) {
    static const char *const names[] = {"cc", "gcc", "clang"};
    dup2(pipes[0][0], 0);
    dup2(pipes[1][1], 1);
    dup2(pipes[2][1], 2);
    for (int i = 0; i < 3; i++) {
        close(pipes[i][0]);
        close(pipes[i][1]);
    }
    setpgid(0, 0);
    limit(RLIMIT_CPU, TIME_LIMIT_SECONDS);
    limit(RLIMIT_AS, (rlim_t)2 * 1024 * 1024 * 1024);
    limit(RLIMIT_CORE, 0);
    if (command->directory && chdir(command->directory) != 0) _exit(126);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        execvpe(names[i], command->arguments.items, command->environment.items);
    _exit(127);
}

static bool start_child(struct child *child, const struct command *command) {
    int pipes[3][2];
    for (int i = 0; i < 3; i++) {
        if (pipe2(pipes[i], O_CLOEXEC) == 0) continue;
        while (i-- > 0) close(pipes[i][0]), close(pipes[i][1]);
        return false;
    }
    child->pid = fork();
    if (child->pid == 0) become_preprocessor((const int(*)[2])pipes, command);
    close(pipes[0][0]);
    close(pipes[1][1]);
    close(pipes[2][1]);
    child->input = pipes[0][1];
    child->output = pipes[1][0];
    child->errors = pipes[2][0];
    if (child->pid > 0) {
        process_note(child->pid);
        return true;
    }
    close(child->input), close(child->output), close(child->errors);
    return false;
}

static void close_end(int *descriptor) {
    if (*descriptor >= 0) close(*descriptor);
    *descriptor = -1;
}

static void drain(int *descriptor, struct text *into) {
    char buffer[65536];
    ssize_t got = read(*descriptor, buffer, sizeof buffer);
    if (got > 0)
        text_add_n(into, buffer, (size_t)got);
    else if (got == 0 || (errno != EINTR && errno != EAGAIN))
        close_end(descriptor);
}

static void feed(struct child *child, const char *text, size_t length, size_t *sent) {
    ssize_t put = *sent < length ? write(child->input, text + *sent, length - *sent) : 0;
    if (put > 0) *sent += (size_t)put;
    if (*sent == length || (put < 0 && errno != EINTR && errno != EAGAIN)) close_end(&child->input);
}

/* Moves bytes until the child closes its ends. NULL, or why it had to be given up. */
static const char *converse(struct child *child, const char *text, size_t length, struct text *output,
                            struct text *errors) {
    struct timespec begin, now;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    fcntl(child->input, F_SETFL, O_NONBLOCK);
    size_t sent = 0;
    while (child->output >= 0 || child->errors >= 0) {
        struct pollfd watched[3] = {{child->input, POLLOUT, 0}, {child->output, POLLIN, 0}, {child->errors, POLLIN, 0}};
        poll(watched, 3, 100);
        limits_check();
        if (watched[0].revents) feed(child, text, length, &sent);
        if (watched[1].revents) drain(&child->output, output);
        if (watched[2].revents) drain(&child->errors, errors);
        if (output->length > OUTPUT_LIMIT || errors->length > OUTPUT_LIMIT)
            return "the text is too large after preprocessing (more than 16 MiB)";
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (now.tv_sec - begin.tv_sec > TIME_LIMIT_SECONDS) return "the C preprocessor takes too long";
    }
    return NULL;
}

/* `file:line:column: error: message` of the child becomes one of our own. */
static void report_line(char *line, const char *path, const struct parse_options *options, struct arena *arena,
                        struct diagnostics *diagnostics) {
    char *mark = strstr(line, " error: ");
    if (!mark) return;
    char *message = mark + strlen(" error: ");
    unsigned number = 0, column = 1;
    *mark = '\0';
    char *fatal = strstr(line, ": fatal");
    if (fatal) *fatal = '\0';
    char *colon = strchr(line, ':');
    struct place place = {path, 0, 0};
    if (colon && sscanf(colon, ":%u:%u", &number, &column) >= 1) {
        *colon = '\0';
        place.file = arena_text(arena, line);
        const char *slash = strrchr(path, '/');
        if (strcmp(line, path) != 0 && line[0] != '/' && slash)
            place.file = arena_printf(arena, "%.*s/%s", (int)(slash - path), path, line);
        place.line = number;
        place.column = column;
    }
    if (strcmp(place.file, path) == 0 || preprocess_allows(place.file, path, options))
        diag_error(diagnostics, place, "%s", message);
    else
        diag_error(diagnostics, (struct place){path, 0, 0}, PREPROCESS_OUTSIDE, place.file);
}

static void report(struct text *errors, const char *path, const struct parse_options *options, struct arena *arena,
                   struct diagnostics *diagnostics) {
    char *rest = errors->chars, *line;
    while (rest && (line = strsep(&rest, "\n"))) report_line(line, path, options, arena, diagnostics);
}

bool preprocess_allows(const char *file, const char *path, const struct parse_options *options) {
    return (options && options->include_anything) || within_sources(file) ||
           within_reach(file, path, options ? options->include_paths : NULL);
}

/* `# 1 "path"` makes the preprocessor name the text by its path. */
static void add_name(struct text *input, const char *path) {
    text_add(input, "# 1 \"");
    for (; *path; path++) {
        if (*path == '"' || *path == '\\') text_add_char(input, '\\');
        text_add_char(input, *path == '\n' ? ' ' : *path);
    }
    text_add(input, "\"\n");
}

static bool run_child(const struct command *command, const struct text *input, struct text *output, struct text *errors,
                      const char **failure) {
    struct child child;
    if (!start_child(&child, command)) {
        *failure = "the C preprocessor cannot be started";
        return false;
    }
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    sigaction(SIGPIPE, &ignore, &before);
    *failure = converse(&child, input->chars, input->length, output, errors);
    sigaction(SIGPIPE, &before, NULL);
    close_end(&child.input), close_end(&child.output), close_end(&child.errors);
    if (*failure) kill(-child.pid, SIGKILL), kill(child.pid, SIGKILL);
    int status = 0;
    while (waitpid(child.pid, &status, 0) < 0 && errno == EINTR) {
    }
    process_forget(child.pid);
    if (!*failure && WIFEXITED(status) && WEXITSTATUS(status) == 127)
        *failure = "no C preprocessor was found: install cc, gcc or clang";
    return !*failure && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool preprocess(const char *text, size_t length, const char *path, const struct parse_options *options,
                struct arena *arena, struct text *output, struct diagnostics *diagnostics) {
    struct text input = {0}, errors = {0};
    add_name(&input, path);
    text_add_n(&input, text, length);
    struct command command = {0};
    add_directory(&command, arena, path);
    add_arguments(&command, arena, options ? options->defines : NULL, options ? options->include_paths : NULL,
                  options && options->include_anything);
    add_environment(&command, arena);
    const char *failure = NULL;
    unsigned errors_before = diagnostics->errors;
    bool ok = run_child(&command, &input, output, &errors, &failure);
    struct place place = {path, 0, 0};
    if (failure)
        diag_error(diagnostics, place, "%s", failure);
    else if (!ok)
        report(&errors, path, options, arena, diagnostics);
    if (!ok && diagnostics->errors == errors_before) diag_error(diagnostics, place, "the C preprocessor failed");
    vec_free(&command.arguments);
    vec_free(&command.environment);
    text_free(&errors);
    text_free(&input);
    return ok;
}
