/* The side of a design in C that runs its code (channel.h). */
#include "conform/channel.h"

#include "conform/fence.h"
#include "conform/globals.h"

#include "../../include/rtcheck_design.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_CHOICES = 10000 };

struct worker {
    struct channel *channel;
    const struct rtcheck_design *design;
    int requests, answers;
    size_t used;           /* of the results */
    unsigned char *states; /* one for each call of a run, and one more */
    size_t room;           /* states that fit */
    struct fenced_state fenced;
    struct globals *globals;
    unsigned char *first; /* the state after the first of two calls that must agree */
    uint64_t made;        /* calls */
};

static void answer(int pipe, uint32_t word) {
    if (write(pipe, &word, sizeof word) != (ssize_t)sizeof word) _exit(0);
}

static uint32_t await(int pipe) {
    uint32_t word;
    if (read(pipe, &word, sizeof word) != (ssize_t)sizeof word) _exit(0); /* the user is gone */
    return word;
}

/* ---- the worker ---- */

static void give_result(struct worker *worker, uint32_t run, const void *state) {
    struct channel *channel = worker->channel;
    size_t size = worker->design->state_size;
    if (worker->used + sizeof run + size > CHANNEL_RESULTS) {
        answer(worker->answers, ANSWER_MORE);
        if (await(worker->requests) != REQUEST_MORE) _exit(0);
        worker->used = 0;
    }
    memcpy(channel->results + worker->used, &run, sizeof run);
    memcpy(channel->results + worker->used + sizeof run, state, size);
    worker->used += sizeof run + size;
    atomic_fetch_add(&channel->result_count, 1);
}

static _Noreturn void say_fault(struct worker *worker, enum channel_fault fault) {
    worker->channel->fault = fault;
    _exit(0);
}

static void check_fence(struct worker *worker) {
    if (!fence_holds(&worker->fenced)) say_fault(worker, FAULT_OVERRUN);
}

static unsigned call_once(struct worker *worker, const int32_t *words, const unsigned char *before, unsigned choice) {
    memcpy(worker->fenced.state, before, worker->fenced.size);
    unsigned ways = worker->design->calls[words[0]].call(worker->fenced.state, words + 2, choice);
    check_fence(worker);
    return ways;
}

/* Some calls are made twice though they leave nothing behind: chance and time are asked elsewhere. */
static bool is_sampled(uint64_t call) { return call < 1000 || call % 16 == 0; }

/* A call must do the same whatever earlier ones have left outside of the state. */
static unsigned make_call(struct worker *worker, const int32_t *words, const unsigned char *before, unsigned choice) {
    struct globals *globals = worker->globals;
    globals_as_loaded(globals);
    unsigned ways = call_once(worker, words, before, choice);
    if (!globals->left && !globals_changed(globals) && !is_sampled(worker->made++)) return ways;
    memcpy(worker->first, worker->fenced.state, worker->fenced.size);
    globals_as_left(globals);
    unsigned again = call_once(worker, words, before, choice);
    if (globals->left || globals_changed(globals)) globals_leave(globals);
    if (again != ways || (ways && memcmp(worker->first, worker->fenced.state, worker->fenced.size) != 0))
        say_fault(worker, FAULT_UNSTEADY);
    return ways;
}

struct calls {
    uint32_t run, count;
    const int32_t **words; /* of each call: number, argument count, arguments */
};

/* Makes call number `at` and all after it, every way. */
static void make_calls(struct worker *worker, const struct calls *calls, uint32_t at) {
    size_t size = worker->design->state_size;
    unsigned char *before = worker->states + at * size, *after = before + size;
    if (at == calls->count) {
        give_result(worker, calls->run, before);
        return;
    }
    const int32_t *words = calls->words[at];
    unsigned choices = 1;
    for (unsigned choice = 0; choice < choices; choice++) {
        atomic_store(&worker->channel->call, at);
        atomic_fetch_add(&worker->channel->progress, 1);
        unsigned ways = make_call(worker, words, before, choice);
        memcpy(after, worker->fenced.state, size);
        if (choice == 0) choices = ways;
        if (choices > MOST_CHOICES) say_fault(worker, FAULT_TOO_MANY);
        if (ways == 0)
            give_result(worker, calls->run | CHANNEL_REFUSED, before);
        else if (ways != choices)
            say_fault(worker, FAULT_OTHER_COUNT);
        else
            make_calls(worker, calls, at + 1);
    }
}

static const int32_t *make_run(struct worker *worker, const int32_t *words) {
    struct calls calls = {.run = (uint32_t)words[0], .count = (uint32_t)words[1]};
    size_t size = worker->design->state_size;
    words += 2;
    calls.words = calloc(calls.count + 1, sizeof *calls.words);
    if (worker->room < calls.count + 1) {
        free(worker->states);
        worker->room = calls.count + 1;
        worker->states = malloc(worker->room * size);
    }
    if (!calls.words || !worker->states) abort();
    for (uint32_t i = 0; i < calls.count; i++) {
        calls.words[i] = words;
        words += 2 + words[1];
    }
    memcpy(worker->states, worker->channel->state, size);
    atomic_store(&worker->channel->run, calls.run);
    atomic_store(&worker->channel->call, 0);
    make_calls(worker, &calls, 0);
    free(calls.words);
    return words;
}

static void start_design(struct worker *worker) {
    memset(worker->fenced.state, 0, worker->fenced.size);
    globals_as_loaded(worker->globals);
    if (worker->design->init) worker->design->init(worker->fenced.state);
    check_fence(worker);
    give_result(worker, 0, worker->fenced.state);
}

static _Noreturn void work(struct worker *worker) {
    struct channel *channel = worker->channel;
    for (;;) {
        uint32_t request = await(worker->requests);
        worker->used = 0;
        if (request == REQUEST_START) start_design(worker);
        if (request == REQUEST_RUNS)
            for (const int32_t *words = channel->words; words < channel->words + channel->word_count;)
                words = make_run(worker, words);
        answer(worker->answers, ANSWER_DONE);
    }
}

/* ---- the keeper ---- */

static void add_limit(int resource, rlim_t limit) {
    struct rlimit value = {limit, limit};
    setrlimit(resource, &value);
}

static void limit_memory(uint64_t bytes) {
#if defined __SANITIZE_ADDRESS__
    (void)bytes; /* the sanitizer itself needs terabytes of addresses */
#else
    unsigned long pages = 0; /* addresses in use already: those of this program */
    FILE *file = fopen("/proc/self/statm", "r");
    if (file) {
        if (fscanf(file, "%lu", &pages) != 1) pages = 0;
        fclose(file);
    }
    add_limit(RLIMIT_AS, (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + bytes);
#endif
}

/* What it prints is no part of the answer. */
static void be_silent(void) {
    int nowhere = open("/dev/null", O_RDWR);
    if (nowhere < 0) return;
    for (int file = 0; file <= 2; file++) dup2(nowhere, file);
    close(nowhere);
}

/* The description as text: a line for each thing. */
static size_t describe(const struct rtcheck_design *design, char *out, size_t size) {
    size_t length = (size_t)snprintf(out, size, "state %zu\n", design->state_size);
    for (const struct rtcheck_call *call = design->calls; call && call->name && length < size; call++)
        length += (size_t)snprintf(out + length, size - length, "call %s %u\n", call->name, call->parameters);
    for (const struct rtcheck_variable *v = design->variables; v && v->name && length < size; v++) {
        length += (size_t)snprintf(out + length, size - length, "variable %s %zu %u %d", v->name, v->offset, v->size,
                                   v->is_signed != 0);
        for (int d = 0; d < RTCHECK_DIMENSIONS && v->dimensions[d].length && length < size; d++)
            length += (size_t)snprintf(out + length, size - length, " %u %zu", v->dimensions[d].length,
                                       v->dimensions[d].stride);
        if (length < size) length += (size_t)snprintf(out + length, size - length, "\n");
    }
    return length;
}

/* They are for the user of the design, who decides when it is over. */
static void ignore_requests_to_end(void) {
    static const int requests[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2};
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) signal(requests[i], SIG_IGN);
}

/* A signal that the design sends itself ends it, as it would elsewhere; one from outside is for its user. */
static void end_by_own_signal(int number, siginfo_t *information, void *context) {
    (void)context;
    if (information->si_pid != getpid()) return;
    if (number == SIGTSTP || number == SIGTTIN || number == SIGTTOU) _exit(0); /* it would never go on */
    signal(number, SIG_DFL);
    raise(number);
}

static bool ends_process(int number) {
    static const int others[] = {SIGKILL, SIGSTOP, SIGSEGV, SIGBUS,  SIGFPE,  SIGABRT, SIGILL,  SIGTRAP,
                                 SIGSYS,  SIGXCPU, SIGXFSZ, SIGCHLD, SIGCONT, SIGURG,  SIGWINCH};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (number == others[i]) return false;
    return true;
}

static void take_signals(void) {
    struct sigaction action = {.sa_sigaction = end_by_own_signal, .sa_flags = SA_SIGINFO | SA_RESTART};
    for (int number = 1; number <= SIGRTMAX; number++)
        if (ends_process(number)) sigaction(number, &action, NULL);
}

static _Noreturn void fail(struct channel *channel, int answers, const char *why) {
    snprintf((char *)channel->results, CHANNEL_RESULTS, "%s", why);
    answer(answers, ANSWER_FAILED);
    _exit(0);
}

/* NULL, or what is wrong with it. */
static const char *flaw_of(const struct rtcheck_design *design) {
    if (!design) return "it does not export `rtcheck_design`";
    if (design->version != RTCHECK_DESIGN_VERSION) return "it is for another version of rtcheck_design.h";
    if (!design->state_size || design->state_size > CHANNEL_LARGEST_STATE)
        return "its state has no bytes, or more than a MiB";
    if (!design->calls || !design->variables) return "it has no calls, or no variables";
    return NULL;
}

static const struct rtcheck_design *load(struct channel *channel, const char *library, int answers) {
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    const struct rtcheck_design *design = handle ? dlsym(handle, "rtcheck_design") : NULL;
    const char *flaw = handle ? flaw_of(design) : dlerror();
    if (flaw) fail(channel, answers, flaw);
    if (describe(design, (char *)channel->results, CHANNEL_RESULTS) >= CHANNEL_RESULTS)
        fail(channel, answers, "its description is too long");
    return design;
}

_Noreturn void child_keep(struct channel *channel, const char *library, int requests, int answers, uint64_t memory) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    ignore_requests_to_end();
    be_silent();
    limit_memory(memory);
    add_limit(RLIMIT_CORE, 0);
    struct globals globals = {0};
    globals_begin(&globals);
    const struct rtcheck_design *design = load(channel, library, answers);
    globals_keep(&globals);
    answer(answers, ANSWER_LOADED);
    for (;;) {
        int status = 0;
        pid_t worker = fork();
        if (worker == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            /* The program's handlers are not for the design's faults. */
            for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
            take_signals();
            struct worker self = {
                .channel = channel, .design = design, .requests = requests, .answers = answers, .globals = &globals};
            self.first = malloc(design->state_size);
            if (!self.first || !fence_state(&self.fenced, design->state_size)) _exit(1);
            fence_close(requests, answers);
            work(&self);
        }
        if (worker < 0) _exit(1);
        atomic_store(&channel->worker, worker);
        while (waitpid(worker, &status, 0) < 0)
            ;
        channel->death = status;
        answer(answers, ANSWER_DIED);
    }
}
