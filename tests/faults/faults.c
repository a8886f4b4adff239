/* Faults on purpose: preloaded into rtcheck, this library makes one call of a kind fail, the N-th.
 *
 *   RTCHECK_FAULT=KIND:N   KIND is malloc, write, open, pthread, fork, sync, rename, mkdir, or count
 *
 * The fault happens once; what comes after works again, as it does on a real machine. `count` makes nothing fail.
 * With RTCHECK_FAULT_COUNTS=FILE the number of calls of each kind is written there at the end. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum kind { MALLOC, WRITE, OPEN, PTHREAD, FORK, SYNC, RENAME, MKDIR, KINDS };
static const char *const names[KINDS] = {"malloc", "write", "open", "pthread", "fork", "sync", "rename", "mkdir"};

static atomic_long calls[KINDS];
static int failing = KINDS;
static long failing_call;
static atomic_bool ready;

/* Only calls of the program itself and its libraries, once they run: not those that make this library work. */
__attribute__((constructor)) static void begin(void) {
    const char *fault = getenv("RTCHECK_FAULT");
    for (int kind = 0; fault && kind < KINDS; kind++) {
        size_t length = strlen(names[kind]);
        if (strncmp(fault, names[kind], length) == 0 && fault[length] == ':') {
            failing = kind;
            failing_call = strtol(fault + length + 1, NULL, 10);
        }
    }
    unsetenv("LD_PRELOAD"); /* the compilers that it starts are not to fail */
    atomic_store(&ready, true);
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("RTCHECK_FAULT_COUNTS");
    atomic_store(&ready, false);
    FILE *out = path ? fopen(path, "w") : NULL;
    if (!out) return;
    for (int kind = 0; kind < KINDS; kind++) fprintf(out, "%s %ld\n", names[kind], atomic_load(&calls[kind]));
    fclose(out);
}

static bool fails(enum kind kind) {
    if (!atomic_load(&ready)) return false;
    long call = atomic_fetch_add(&calls[kind], 1) + 1;
    return (int)kind == failing && call == failing_call;
}

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

/* ---- memory: the C library's own names for these can be called without dlsym(), which allocates itself ---- */

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);

static void *no_memory(void) {
    errno = ENOMEM;
    return NULL;
}

void *malloc(size_t size) { return fails(MALLOC) ? no_memory() : __libc_malloc(size); }

void *calloc(size_t count, size_t size) { return fails(MALLOC) ? no_memory() : __libc_calloc(count, size); }

void *realloc(void *block, size_t size) { return fails(MALLOC) ? no_memory() : __libc_realloc(block, size); }

/* ---- files: a full disk takes a part of what is written, then nothing ---- */

static int fail_with(int reason) {
    errno = reason;
    return -1;
}

ssize_t write(int file, const void *bytes, size_t size) {
    return fails(WRITE) ? fail_with(ENOSPC) : REAL(write)(file, bytes, size);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
    return fails(WRITE) ? fail_with(ENOSPC) : REAL(pwrite)(file, bytes, size, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t offset) {
    return fails(WRITE) ? fail_with(ENOSPC) : REAL(pwrite64)(file, bytes, size, offset);
}

size_t fwrite(const void *bytes, size_t size, size_t count, FILE *file) {
    if (!fails(WRITE)) return REAL(fwrite)(bytes, size, count, file);
    errno = ENOSPC;
    file->_flags |= 0x20; /* _IO_ERR_SEEN: ferror() says so */
    return count / 2;
}

static bool creates(int flags) { return flags & (O_CREAT | O_TMPFILE); }

int open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = creates(flags) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return fails(OPEN) ? fail_with(EMFILE) : REAL(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = creates(flags) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return fails(OPEN) ? fail_with(EMFILE) : REAL(open64)(path, flags, mode);
}

FILE *fopen(const char *path, const char *mode) {
    if (!fails(OPEN)) return REAL(fopen)(path, mode);
    errno = EMFILE;
    return NULL;
}

FILE *fopen64(const char *path, const char *mode) {
    if (!fails(OPEN)) return REAL(fopen64)(path, mode);
    errno = EMFILE;
    return NULL;
}

int fsync(int file) { return fails(SYNC) ? fail_with(EIO) : REAL(fsync)(file); }

int fdatasync(int file) { return fails(SYNC) ? fail_with(EIO) : REAL(fdatasync)(file); }

int rename(const char *from, const char *to) { return fails(RENAME) ? fail_with(EACCES) : REAL(rename)(from, to); }

char *mkdtemp(char *pattern) {
    if (!fails(MKDIR)) return REAL(mkdtemp)(pattern);
    errno = ENOSPC;
    return NULL;
}

/* ---- threads and processes ---- */

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
    return fails(PTHREAD) ? EAGAIN : REAL(pthread_create)(thread, attributes, start, argument);
}

pid_t fork(void) { return fails(FORK) ? fail_with(EAGAIN) : REAL(fork)(); }

int posix_spawnp(pid_t *child, const char *path, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]) {
    return fails(FORK) ? EAGAIN : REAL(posix_spawnp)(child, path, actions, attributes, arguments, environment);
}
