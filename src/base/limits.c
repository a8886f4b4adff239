#include "base/limits.h"

#include "base/clock.h"
#include "base/folder.h"
#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define NAP          0.01  /* seconds between two looks of the guard */
#define SHORT_NAP    0.002 /* when memory is getting short */
#define SCARCE       0.5   /* of the memory limit: it is getting short */
#define MEMORY_SOFT  1.03  /* of the limit: whoever asks is told to end */
#define MEMORY_HURRY 1.08  /* of the limit: nothing more that could be left out */
#define MEMORY_HARD  1.14  /* of the limit: cut off */
#define HEAD_START   0.25  /* of the time, at most, by which a run is told to end earlier on a crowded machine */
#define LAST_WORDS   0.5   /* seconds that a run has with nothing to tell but where it was */
#define STUBBORN     2     /* seconds that a library has, and its time once more, that passes over its time */
#define ONE_WISH     0.3   /* seconds in which two signals are one: timeout(1) sends its own twice */

/* Who gives the answer: decided once. */
enum speaker { NOBODY, THE_RUN, THE_GUARD };

static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
enum { FAULTS = sizeof faults / sizeof *faults, SPARE_STACK = 64 * 1024 };

/* This thread is in a library, so deep (limits_enter_library), and has a stack for the handler of a fault there. */
static _Thread_local int abroad_here;
static _Thread_local void *abroad_stack;

/* The one place where a global cannot be avoided: signal handlers and the guard have no other way to be heard, and what
 * they speak of is the process's own. `begun` is set last. */
static struct {
    volatile sig_atomic_t signal;
    _Atomic double signalled;            /* when the first one came */
    _Atomic int reached;                 /* enum limits_reason */
    _Atomic int holders, abroad, guests; /* abroad: see limits_enter_library(); guests: limits_enter_code() */
    atomic_bool done, has_guard;
    atomic_bool watches_faults;
    struct sigaction before_us[FAULTS];    /* who was told of faults */
    void *spare_stack;                     /* for the handler of a fault, which may be that the stack is full */
    atomic_bool begun, streaming, crowded; /* crowded: see limits_hurry() */
    _Atomic int speaker;                   /* enum speaker */
    _Atomic(const struct limits_answer *) answer;
    _Atomic bool has_nothing_to_tell;
    _Atomic double deadline;    /* by the clock; HUGE_VAL: none */
    _Atomic double granted;     /* so many seconds before that the time began */
    _Atomic double hurry, late; /* when limits_hurry() begins, and the run is cut off; HUGE_VAL: no limit is reached */
    double bytes;               /* 0: none */
    long page, processors;
    pthread_mutex_t stop_lock; /* of: */
    void (*stop)(void *);      /* see limits_stop_with() */
    void *stop_context;
    _Atomic double promised, promise; /* by the clock: when the library should be back; HUGE_VAL: whenever it likes.
                                         And in how many seconds that was */
    _Atomic int kept_output; /* standard output, while what code prints goes to standard error; 0: it is where it was */
} limits = {.stop_lock = PTHREAD_MUTEX_INITIALIZER};

static bool speak(enum speaker who) {
    int nobody = NOBODY;
    return atomic_compare_exchange_strong(&limits.speaker, &nobody, (int)who);
}

static void note(int signal) {
    if (!limits.signal) atomic_store(&limits.signalled, clock_seconds());
    limits.signal = signal;
}

static bool is_second_wish(void) {
    return limits.signal && clock_seconds() - atomic_load(&limits.signalled) > ONE_WISH;
}

/* The second one ends the process as it would have been without us. */
static void at_signal(int signal) {
    if (is_second_wish()) {
        sigaction(signal, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
        raise(signal);
    }
    note(signal);
}

/* Anonymous memory that is in use: what was allocated and touched, by what the file is about. Negative: unknown. Only
 * calls that a signal handler may make. */
static double memory_in_use(const char *statm) {
    char words[128];
    int file = open(statm, O_RDONLY | O_CLOEXEC);
    if (file < 0) return -1;
    ssize_t length = read(file, words, sizeof words - 1);
    close(file);
    if (length <= 0) return -1;
    words[length] = '\0';
    double number[3] = {0}; /* size, resident, shared: in pages */
    const char *at = words;
    for (int i = 0; i < 3; i++) {
        while (*at == ' ') at++;
        for (; *at >= '0' && *at <= '9'; at++) number[i] = number[i] * 10 + (*at - '0');
    }
    return (number[1] - number[2]) * (double)limits.page;
}

static void write_all(int file, const char *words) {
    size_t length = words ? strlen(words) : 0;
    while (length) {
        ssize_t written = write(file, words, length);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        words += written;
        length -= (size_t)written;
    }
}

/* What a model's code prints is no part of the answer: until that is printed, it goes to standard error. */
static void keep_output(void) {
    if (atomic_load(&limits.kept_output) || atomic_load(&limits.streaming)) return;
    fflush(stdout);
    int kept = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (kept < 0) return;
    if (dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        close(kept);
    else
        atomic_store(&limits.kept_output, kept);
}

void limits_restore_output(void) {
    int kept = atomic_exchange(&limits.kept_output, 0);
    if (!kept) return;
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
}

static int answer_output(void) {
    int kept = atomic_load(&limits.kept_output);
    return kept ? kept : STDOUT_FILENO;
}

/* Returns only if another has the word. */
static void cut_off(enum limits_reason reason) {
    if (!speak(THE_GUARD)) return;
    const struct limits_answer *answer = atomic_load(&limits.answer);
    process_kill_all();
    write_all(STDERR_FILENO, answer->err[reason]);
    if (!atomic_load(&limits.streaming)) write_all(answer_output(), answer->out[reason]);
    folder_remove_all();
    _exit(answer->status[reason]);
}

/* If the guard has the word, the process is about to end. */
static void await_end(void) {
    while (atomic_load(&limits.speaker) == THE_GUARD) pause();
}

double limits_crowding(void) {
    char words[32] = "";
    int file = open("/proc/loadavg", O_RDONLY | O_CLOEXEC);
    ssize_t length = file >= 0 ? read(file, words, sizeof words - 1) : 0;
    if (file >= 0) close(file);
    double load = 0;
    for (const char *at = words; length > 0 && *at >= '0' && *at <= '9'; at++) load = load * 10 + (*at - '0');
    double each = limits.processors > 0 ? load / (double)limits.processors : load;
    return each < 1 ? 1 : each > 8 ? 8 : each;
}

static void note_reached(enum limits_reason reason, double now) {
    int none = LIMITS_NONE, memory = LIMITS_MEMORY;
    if (!atomic_compare_exchange_strong(&limits.reached, &none, (int)reason))
        atomic_compare_exchange_strong(&limits.reached, &memory, (int)reason);
    if (atomic_load(&limits.late) != HUGE_VAL) return;
    double grace = LIMITS_GRACE * limits_crowding();
    atomic_store(&limits.hurry, now + grace / 2);
    atomic_store(&limits.late, now + grace);
}

/* The memory in use as a part of what is allowed. */
static double look_at_memory(void) {
    if (limits.bytes <= 0) return 0;
    double part = memory_in_use("/proc/self/statm") / limits.bytes;
    int none = LIMITS_NONE, memory = LIMITS_MEMORY;
    atomic_store(&limits.crowded, part > MEMORY_HURRY);
    if (part > MEMORY_SOFT)
        atomic_compare_exchange_strong(&limits.reached, &none, LIMITS_MEMORY);
    else
        atomic_compare_exchange_strong(&limits.reached, &memory, LIMITS_NONE);
    return part;
}

/* On a crowded machine ending takes longer: a run is told of it that much earlier, so that it ends in time. */
static bool is_time_over(double now) {
    double deadline = atomic_load(&limits.deadline), most = atomic_load(&limits.granted) * HEAD_START;
    if (now <= deadline - most) return false;
    double early = LIMITS_GRACE * (limits_crowding() - 1);
    return now > deadline - (early < most ? early : most);
}

/* One look at everything; the time until the next one. */
static double look(void) {
    double now = clock_seconds(), part = look_at_memory();
    if (limits.signal) note_reached(LIMITS_INTERRUPTED, now);
    if (atomic_load(&limits.late) == HUGE_VAL && is_time_over(now)) note_reached(LIMITS_TIME, now);
    if (!atomic_load(&limits.holders)) {
        if (part > MEMORY_HARD) cut_off(LIMITS_MEMORY);
        bool is_silent = atomic_load(&limits.has_nothing_to_tell);
        if (is_silent && now > atomic_load(&limits.deadline) + LAST_WORDS) cut_off(LIMITS_TIME);
        if (now > atomic_load(&limits.late)) cut_off((enum limits_reason)atomic_load(&limits.reached));
    }
    return part > SCARCE ? SHORT_NAP : NAP;
}

static void stop_library(void) {
    pthread_mutex_lock(&limits.stop_lock);
    if (limits.stop) limits.stop(limits.stop_context);
    pthread_mutex_unlock(&limits.stop_lock);
}

static void ending_signals(sigset_t *set) {
    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
}

/* The library may have handlers of its own for them. */
static void hold_signals(bool held) {
    sigset_t set;
    ending_signals(&set);
    if (atomic_load(&limits.has_guard)) pthread_sigmask(held ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

static void fetch_signals(void) {
    sigset_t set;
    ending_signals(&set);
    int signal = sigtimedwait(&set, NULL, &(struct timespec){0});
    if (signal > 0 && is_second_wish() && !atomic_load(&limits.holders)) cut_off(LIMITS_INTERRUPTED);
    if (signal > 0) note(signal);
}

void limits_stop_with(void (*stop)(void *), void *context, double seconds) {
    atomic_store(&limits.promise, seconds);
    atomic_store(&limits.promised, seconds > 0 ? clock_seconds() + seconds : HUGE_VAL);
    pthread_mutex_lock(&limits.stop_lock);
    limits.stop = stop, limits.stop_context = context;
    pthread_mutex_unlock(&limits.stop_lock);
    hold_signals(stop != NULL);
}

/* It was told how long it may take. */
static void hurry_library(void) {
    double late = clock_seconds() - atomic_load(&limits.promised);
    if (late > 0) stop_library();
    if (late < STUBBORN + atomic_load(&limits.promise) || atomic_load(&limits.holders)) return;
    if (late < STUBBORN * limits_crowding()) return;
    write_all(STDERR_FILENO, "rtcheck: a library does not come back\n");
    cut_off(LIMITS_LIBRARY);
}

static void *guard(void *unused) {
    /* Once when a limit is reached, for the answer is to be made in the time that is left, and that may need the
     * library. */
    for (bool stopped = false; atomic_load(&limits.speaker) == NOBODY;) {
        fetch_signals();
        double nap = look();
        bool is_over = atomic_load(&limits.late) != HUGE_VAL;
        if (is_over && (!stopped || limits_hurry())) stop_library();
        stopped = is_over;
        hurry_library();
        nanosleep(&(struct timespec){.tv_nsec = (long)(nap * 1e9)}, NULL);
    }
    return unused;
}

/* Where there can be no thread, a timer does the same; then memory is not looked at quite as often. */
static void look_in_handler(int signal) {
    int before = errno;
    (void)signal;
    look();
    errno = before;
}

static void watch_with_timer(void) {
    struct sigaction action = {.sa_handler = look_in_handler, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    struct itimerval often = {.it_interval = {.tv_usec = (long)(NAP * 1e6)},
                              .it_value = {.tv_usec = (long)(NAP * 1e6)}};
    setitimer(ITIMER_REAL, &often, NULL);
}

/* The guard hears no signals: they are for those who can be interrupted. */
static bool watch_with_thread(void) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, (size_t)256 * 1024);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool made = pthread_create(&thread, &attributes, guard, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return made;
}

/* A library has had enough, or a model's own code. */
static void at_exit(void) {
    if (atomic_load(&limits.abroad) > 0) {
        write_all(STDERR_FILENO, "rtcheck: a library has given up: no memory, or no threads\n");
        cut_off(LIMITS_MEMORY);
    } else if (atomic_load(&limits.guests) > 0 && !atomic_load(&limits.done)) {
        cut_off(LIMITS_CODE);
        _exit(atomic_load(&limits.answer)->status[LIMITS_CODE]); /* half of an answer may have been printed */
    }
}

/* If it is nobody else's, it comes again, and ends the process as it would have. */
static void at_abort(int signal) {
    (void)signal;
    at_exit();
}

/* The same; a fault of our own is for who was there before us. */
static void at_fault(int signal, siginfo_t *about, void *unused) {
    (void)unused;
    if (abroad_here > 0) {
        write_all(STDERR_FILENO, "rtcheck: a library has crashed\n");
        cut_off(LIMITS_LIBRARY);
    } else {
        at_exit();
    }
    for (size_t i = 0; i < FAULTS; i++)
        if (faults[i] == signal) sigaction(signal, &limits.before_us[i], NULL);
    if (about->si_code <= 0) raise(signal); /* somebody has sent it: it does not come again by itself */
}

/* Again and again: libraries put handlers of their own in our place. */
static void watch_faults(void) {
    if (!atomic_load(&limits.begun)) return;
    bool is_first = !atomic_exchange(&limits.watches_faults, true);
    struct sigaction action = {.sa_sigaction = at_fault, .sa_flags = (int)(SA_ONSTACK | SA_SIGINFO)};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < FAULTS; i++) sigaction(faults[i], &action, is_first ? &limits.before_us[i] : NULL);
}

static void watch_signals(void) {
    struct sigaction action = {.sa_handler = at_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    struct sigaction aborting = {.sa_handler = at_abort, .sa_flags = (int)(SA_RESETHAND | SA_ONSTACK)};
    sigemptyset(&aborting.sa_mask);
    sigaction(SIGABRT, &aborting, NULL);
    atexit(at_exit);
}

void limits_begin(const struct limits_plan *plan, const struct limits_answer *answer) {
    limits.page = sysconf(_SC_PAGESIZE);
    limits.processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (limits.processors < 1) limits.processors = 1;
    atomic_store(&limits.hurry, HUGE_VAL);
    atomic_store(&limits.granted, plan->seconds);
    atomic_store(&limits.deadline, plan->seconds > 0 ? clock_seconds() + plan->seconds : HUGE_VAL);
    limits.bytes = plan->bytes == 0 ? 0 : plan->bytes < LIMITS_SMALLEST ? LIMITS_SMALLEST : (double)plan->bytes;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    limits.bytes = 0; /* a sanitizer's own memory is many times what the program uses */
#endif
    atomic_store(&limits.late, HUGE_VAL);
    atomic_store(&limits.promised, HUGE_VAL);
    atomic_store(&limits.answer, answer);
    atomic_store(&limits.begun, true);
    watch_signals();
    atomic_store(&limits.has_guard, watch_with_thread());
    if (!atomic_load(&limits.has_guard)) watch_with_timer();
}

void limits_end_after(double seconds) {
    atomic_store(&limits.granted, seconds > 0 ? seconds : 0);
    atomic_store(&limits.deadline, clock_seconds() + seconds);
}

const struct limits_answer *limits_prepared(void) { return atomic_load(&limits.answer); }

void limits_prepare(const struct limits_answer *answer) { atomic_store(&limits.answer, answer); }

void limits_nothing_to_tell(bool is_so) { atomic_store(&limits.has_nothing_to_tell, is_so); }

void limits_streaming(void) {
    limits_restore_output();
    atomic_store(&limits.streaming, true);
}

void limits_answering(void) {
    limits_restore_output();
    if (!atomic_load(&limits.begun)) return;
    if (!speak(THE_RUN)) await_end();
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
}

enum limits_reason limits_reached(void) {
    int reached = atomic_load_explicit(&limits.reached, memory_order_relaxed);
    if (reached != LIMITS_INTERRUPTED && limits.signal) return LIMITS_INTERRUPTED;
    return (enum limits_reason)reached;
}

void limits_begin_anew(void) {
    if (look_at_memory() <= SCARCE) return;
    malloc_trim(0);
    look_at_memory();
}

const _Atomic int *limits_reached_place(void) { return &limits.reached; }

bool limits_hurry(void) {
    if (!atomic_load_explicit(&limits.begun, memory_order_relaxed)) return false;
    if (atomic_load_explicit(&limits.crowded, memory_order_relaxed)) return true;
    double hurry = atomic_load_explicit(&limits.hurry, memory_order_relaxed);
    return hurry != HUGE_VAL && clock_seconds() > hurry;
}

void limits_check(void) {
    enum limits_reason reason = limits_reached();
    if (reason != LIMITS_NONE) limits_end(reason);
}

bool limits_end(enum limits_reason reason) {
    if (!atomic_load(&limits.begun)) return false;
    cut_off(reason);
    await_end();
    return false;
}

const char *limits_name(enum limits_reason reason) {
    switch (reason) {
    case LIMITS_TIME: return "time limit";
    case LIMITS_MEMORY: return "memory limit";
    case LIMITS_INTERRUPTED: return "interrupted";
    case LIMITS_CODE: return "embedded C";
    case LIMITS_UNSTEADY: return "unsteady code";
    case LIMITS_LIBRARY: return "library";
    default: return "none";
    }
}

const volatile int *limits_signal(void) { return &limits.signal; }

/* Libraries go deep, and a full stack has no room for a handler. */
static void enter_thread(void) {
    stack_t stack;
    if (sigaltstack(NULL, &stack) != 0 || !(stack.ss_flags & SS_DISABLE)) return; /* there is one already */
    abroad_stack = malloc(SPARE_STACK);
    if (abroad_stack) sigaltstack(&(stack_t){.ss_sp = abroad_stack, .ss_size = SPARE_STACK}, NULL);
}

static void leave_thread(void) {
    if (abroad_stack) sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
    free(abroad_stack);
    abroad_stack = NULL;
}

void limits_enter_library(void) {
    watch_faults();
    atomic_fetch_add(&limits.abroad, 1);
    if (!abroad_here++) enter_thread();
}

void limits_leave_library(void) {
    if (!--abroad_here) leave_thread();
    atomic_fetch_sub(&limits.abroad, 1);
}

void limits_enter_code(void) {
    if (atomic_fetch_add(&limits.guests, 1) || !atomic_load(&limits.begun)) return;
    if (!limits.spare_stack) limits.spare_stack = malloc(SPARE_STACK);
    if (limits.spare_stack) sigaltstack(&(stack_t){.ss_sp = limits.spare_stack, .ss_size = SPARE_STACK}, NULL);
    watch_faults();
    keep_output();
}

void limits_leave_code(void) {
    if (atomic_fetch_sub(&limits.guests, 1) == 1) limits_restore_output();
}

void limits_done(void) { atomic_store(&limits.done, true); }

void limits_leave_to_parent(void) {
    atomic_store(&limits.speaker, THE_RUN); /* nobody else says anything */
    atomic_store(&limits.done, true);
    atomic_store(&limits.reached, LIMITS_NONE);
}

bool limits_is_too_large(pid_t copy) {
    char statm[64];
    snprintf(statm, sizeof statm, "/proc/%ld/statm", (long)copy);
    return limits.bytes > 0 && memory_in_use(statm) > limits.bytes;
}

void limits_hold(void) { atomic_fetch_add(&limits.holders, 1); }

void limits_release(void) { atomic_fetch_sub(&limits.holders, 1); }
