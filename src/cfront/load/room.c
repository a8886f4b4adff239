#include "cfront/load/room.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#define MEBIBYTE ((size_t)1 << 20)

struct work {
    void (*work)(void *context);
    void *context;
    enum room_result result;
    sigjmp_buf way_out;
    uintptr_t stack;            /* its lowest address */
    struct sigaction before[2]; /* who handled SIGSEGV and SIGBUS */
};

/* ---- the end of the stack ---- */

static const int fault_signals[2] = {SIGSEGV, SIGBUS};

/* The work of this thread, for the sake of the handler, which gets no argument. */
static _Thread_local struct work *at_work;

/* Frames that are larger than this would step over the guard. */
#define GUARD (4 * MEBIBYTE)

static bool is_at_end_of_stack(const struct work *work, const void *address) {
    uintptr_t at = (uintptr_t)address;
    return at + GUARD >= work->stack && at < work->stack + MEBIBYTE;
}

static void handle_fault(int number, siginfo_t *information, void *context) {
    struct work *work = at_work;
    if (work && is_at_end_of_stack(work, information->si_addr)) siglongjmp(work->way_out, 1);
    if (!work) {
        signal(number, SIG_DFL); /* another thread's fault: again, and to its end */
        return;
    }
    const struct sigaction *before = &work->before[number == SIGBUS];
    if (before->sa_flags & SA_SIGINFO)
        before->sa_sigaction(number, information, context);
    else if (before->sa_handler != SIG_DFL && before->sa_handler != SIG_IGN)
        before->sa_handler(number);
    else
        signal(number, SIG_DFL);
}

static void find_stack(struct work *work) {
    pthread_attr_t attributes;
    void *lowest = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    pthread_attr_getstack(&attributes, &lowest, &size);
    pthread_attr_destroy(&attributes);
    work->stack = (uintptr_t)lowest;
}

static void do_work(struct work *work) {
    work->result = ROOM_EXHAUSTED;
    if (sigsetjmp(work->way_out, 1) != 0) return;
    work->work(work->context);
    work->result = ROOM_DONE;
}

/* A handler needs a stack of its own where this one has ended. */
static void *start(void *data) {
    enum { HANDLER_STACK = 64 * 1024 };
    struct work *work = data;
    stack_t other = {.ss_sp = malloc(HANDLER_STACK), .ss_size = HANDLER_STACK}, none = {.ss_flags = SS_DISABLE};
    struct sigaction action = {.sa_sigaction = handle_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    find_stack(work);
    bool guarded = other.ss_sp && work->stack && sigaltstack(&other, NULL) == 0;
    at_work = work;
    for (size_t i = 0; guarded && i < 2; i++) sigaction(fault_signals[i], &action, &work->before[i]);
    do_work(work);
    for (size_t i = 0; guarded && i < 2; i++) sigaction(fault_signals[i], &work->before[i], NULL);
    at_work = NULL;
    sigaltstack(&none, NULL);
    free(other.ss_sp);
    return NULL;
}

/* Address sanitizers reserve more addresses than any limit allows. */
#if defined(__SANITIZE_ADDRESS__)
enum { IS_SANITIZED = 1 };
#else
enum { IS_SANITIZED = 0 };
#endif

static rlim_t address_space_used(void) {
    unsigned long long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return 0;
    if (fscanf(file, "%llu", &pages) != 1) pages = 0;
    fclose(file);
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

static bool limit_growth(struct rlimit *before) {
    rlim_t used = address_space_used();
    if (IS_SANITIZED || !used || getrlimit(RLIMIT_AS, before)) return false;
    struct rlimit limit = *before;
    rlim_t most = used + (rlim_t)4096 * MEBIBYTE;
    if (before->rlim_cur != RLIM_INFINITY && before->rlim_cur <= most) return false;
    limit.rlim_cur = most;
    return setrlimit(RLIMIT_AS, &limit) == 0;
}

enum room_result room_for(void (*work)(void *context), void *context) {
    static const size_t sizes[] = {512 * MEBIBYTE, 128 * MEBIBYTE, 32 * MEBIBYTE, 16 * MEBIBYTE};
    struct work data = {.work = work, .context = context};
    struct rlimit before;
    pthread_t thread;
    pthread_attr_t attributes;
    bool started = false, limited = limit_growth(&before);
    for (size_t i = 0; !started && i < sizeof sizes / sizeof *sizes; i++) {
        pthread_attr_init(&attributes);
        started = !pthread_attr_setstacksize(&attributes, sizes[i]) && !pthread_attr_setguardsize(&attributes, GUARD) &&
                  !pthread_create(&thread, &attributes, start, &data);
        pthread_attr_destroy(&attributes);
    }
    if (started) pthread_join(thread, NULL);
    if (limited) setrlimit(RLIMIT_AS, &before);
    return started ? data.result : ROOM_NONE;
}
