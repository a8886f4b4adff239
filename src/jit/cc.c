/* Invariant: `compiler` is the id of a child that has not been reaped, or 0; it changes only under `lock`. So a
 * cancellation never signals a process that is not ours. The private directory lives only inside cc_job_run(). */
#include "jit/cc.h"

#include "base/file.h"
#include "base/folder.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/text.h"
#include "base/word.h"
#include "jit/jit.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

struct cc_job {
    const char *source, *entry;
    bool with_headers;
    pthread_mutex_t lock;
    pid_t compiler;
    bool cancelled;
    bool found_compiler;
    void *library;
    struct text messages;
};

struct cc_job *cc_job_new(const char *source, const char *entry, bool with_headers) {
    struct cc_job *job = memory_new(sizeof *job);
    *job = (struct cc_job){.source = source, .entry = entry, .with_headers = with_headers, .found_compiler = true};
    pthread_mutex_init(&job->lock, NULL);
    return job;
}

void cc_job_cancel(struct cc_job *job) {
    pthread_mutex_lock(&job->lock);
    job->cancelled = true;
    /* The whole group: cc, cc1, as, ld. It may not be a group yet where posix_spawn() does not wait for that. */
    if (job->compiler > 0 && kill(-job->compiler, SIGKILL) != 0) kill(job->compiler, SIGKILL);
    pthread_mutex_unlock(&job->lock);
}

const char *cc_job_messages(const struct cc_job *job) { return job->cancelled ? "" : text_chars(&job->messages); }

bool cc_job_found_compiler(const struct cc_job *job) { return job->found_compiler; }

void cc_job_free(struct cc_job *job) {
    if (!job) return;
    if (job->library) dlclose(job->library);
    pthread_mutex_destroy(&job->lock);
    text_free(&job->messages);
    free(job);
}

/* ---- the compiler ---- */

/* The environment with TMPDIR set to the directory: what a killed compiler leaves behind is removed with it. Only the
 * array and its first string are new. */
static char **environment_new(const char *directory) {
    size_t count = 0;
    while (environ[count]) count++;
    char **variables = memory_new((count + 3) * sizeof *variables);
    struct text temporary = {0};
    text_printf(&temporary, "TMPDIR=%s", directory);
    size_t used = 0;
    variables[used++] = text_take(&temporary);
    variables[used++] = "LC_ALL=C"; /* messages in one language, plain quotes */
    for (size_t i = 0; i < count; i++)
        if (!begins_with(environ[i], "TMPDIR=") && !begins_with(environ[i], "LC_ALL=")) variables[used++] = environ[i];
    return variables;
}

static void environment_free(char **variables) {
    free(variables[0]);
    free(variables);
}

/* What a child exits with that could not become cc, where posix_spawn() cannot tell (POSIX allows either). */
enum { NOT_STARTED = 127 };

static void say_not_found(struct cc_job *job, int reason) {
    job->found_compiler = false;
    text_printf(&job->messages, "cannot run cc: %s\n", strerror(reason));
}

/* Holds the lock while it starts, so that a cancellation comes either before (nothing starts) or after (it is killed).
 */
static bool start(struct cc_job *job, const char *const *arguments, const char *directory) {
    char **variables = environment_new(directory);
    pid_t child = 0;
    pthread_mutex_lock(&job->lock);
    int failure = job->cancelled ? ECANCELED : process_start(&child, directory, arguments, variables, "messages");
    job->compiler = failure ? 0 : child;
    pthread_mutex_unlock(&job->lock);
    environment_free(variables);
    if (failure && failure != ECANCELED) say_not_found(job, failure);
    return !failure;
}

/* True if the compiler ended well. It is reaped under the lock: until then its id is ours to signal. */
static bool finish(struct cc_job *job) {
    siginfo_t information;
    while (waitid(P_PID, (id_t)job->compiler, &information, WEXITED | WNOWAIT) < 0 && errno == EINTR) continue;
    pthread_mutex_lock(&job->lock);
    int status = -1;
    pid_t reaped = waitpid(job->compiler, &status, 0);
    bool exited = reaped == job->compiler && WIFEXITED(status);
    bool ok = exited && WEXITSTATUS(status) == 0 && !job->cancelled;
    process_forget(job->compiler);
    job->compiler = 0;
    pthread_mutex_unlock(&job->lock);
    if (exited && WEXITSTATUS(status) == NOT_STARTED) say_not_found(job, ENOENT);
    return ok;
}

/* Relative: messages name no directory that will be gone. */
static const char *const unit_names[JIT_UNITS] = {"model.c", "model2.c", "model3.c", "model4.c"};

/* The number of units; 0 with errno set. */
static size_t write_units(const char *source, const char *directory) {
    size_t count = 0;
    for (const char *next; source; source = next) {
        next = strstr(source, JIT_NEXT_UNIT);
        size_t length = next ? (size_t)(next - source) : strlen(source);
        if (next) next += strlen(JIT_NEXT_UNIT);
        char *path = folder_path(directory, unit_names[count++]);
        bool good = file_write(path, source, length);
        free(path);
        if (!good) return 0;
        if (count == JIT_UNITS) break;
    }
    return count;
}

static bool compile(struct cc_job *job, const char *directory, size_t units) {
    const char *arguments[32];
    size_t count = 0;
    /* One meaning for both compilers: signed char, wrapping arithmetic, no aliasing rules; and what the text defines
     * is what it uses, even where the program or a library has something of the same name. */
    static const char *const flags[] = {"cc",
                                        "-std=gnu11",
                                        "-O2",
                                        "-fwrapv",
                                        "-fno-strict-aliasing",
                                        "-fsigned-char",
                                        "-fno-semantic-interposition",
                                        "-shared",
                                        "-Wl,-Bsymbolic",
                                        "-fPIC",
                                        "-pipe",
                                        "-w"};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) arguments[count++] = flags[i];
    if (!job->with_headers) arguments[count++] = "-nostdinc";
    arguments[count++] = "-o";
    arguments[count++] = "model.so";
    for (size_t i = 0; i < units; i++) arguments[count++] = unit_names[i];
    if (job->with_headers) arguments[count++] = "-lm";
    arguments[count] = NULL;
    return start(job, arguments, directory) && finish(job);
}

static void *load(struct cc_job *job, const char *library) {
    job->library = dlopen(library, RTLD_LOCAL | RTLD_NOW);
    void *address = job->library ? dlsym(job->library, job->entry) : NULL;
    if (address) return address;
    const char *reason = dlerror();
    if (!reason) reason = "its entry is at no address";
    size_t length = strlen(library); /* reasons begin with a path that will be gone */
    if (strncmp(reason, library, length) == 0) reason += length + strspn(reason + length, ": ");
    text_printf(&job->messages, "cannot load what cc made: %s\n", reason);
    return NULL;
}

void *cc_job_run(struct cc_job *job) {
    char *directory = folder_new("code");
    if (!directory) {
        text_printf(&job->messages, "cannot make a temporary directory: %s\n", strerror(errno));
        return NULL;
    }
    char *library = folder_path(directory, "model.so");
    char *messages = folder_path(directory, "messages");
    void *address = NULL;
    size_t units = write_units(job->source, directory);
    if (!units)
        text_printf(&job->messages, "cannot write into %s: %s\n", directory, strerror(errno));
    else if (compile(job, directory, units))
        address = load(job, library);
    else
        file_read(messages, &job->messages);
    free(messages);
    free(library);
    folder_free(directory);
    return address;
}
