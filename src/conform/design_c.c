/* Invariant: the keeper is alive and waits for a request, except inside ask(). */
#include "conform/design_c.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "conform/channel.h"
#include "conform/design_compile.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { DIMENSIONS = 4 };
/* How much longer than its processor time a call may take by the clock, and than a second until it is loaded. */
enum { SLOWEST = 20 };

struct c_variable {
    char *name;
    size_t offset;
    unsigned size;
    int is_signed;
    unsigned dimension_count;
    unsigned lengths[DIMENSIONS];
    size_t strides[DIMENSIONS];
};
struct c_call {
    char *name;
    unsigned parameters;
};

struct c_design {
    struct design design;
    char *path;
    struct channel *channel;
    pid_t keeper;
    int requests, answers;
    struct compiled_design compiled; /* of the first instance */
    struct design_c_limits limits;
    size_t need_count;
    size_t state_size;
    VEC(struct c_call) calls;
    VEC(struct c_variable) variables;
    unsigned *numbers; /* of the design's calls, by number of the need */
    uint32_t runs;     /* of the present request: results have lower numbers */
};

static struct c_design *of(const struct design *design) {
    return (struct c_design *)((const char *)design - offsetof(struct c_design, design));
}

/* ---- messages ---- */

static bool send_request(struct c_design *c, uint32_t request) {
    return write(c->requests, &request, sizeof request) == (ssize_t)sizeof request;
}

/* Its number stands in memory that the design may write to: only a child of the keeper is killed. */
static void kill_worker(struct c_design *c) {
    int32_t worker = atomic_load(&c->channel->worker);
    char path[40], line[512] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", worker);
    FILE *file = worker > 0 ? fopen(path, "r") : NULL;
    if (file && !fgets(line, sizeof line, file)) line[0] = 0;
    if (file) fclose(file);
    const char *name_end = strrchr(line, ')'); /* the name may hold anything */
    char state;
    int parent = 0;
    bool own = name_end && sscanf(name_end + 1, " %c %d", &state, &parent) == 2 && parent == c->keeper;
    kill(own ? worker : c->keeper, SIGKILL);
}

/* ---- patience ---- */

/* Why a worker was killed. */
enum end { NOT_ENDED, CALL_TOO_LONG, TIME_OVER };

/* Since when the worker has made no progress. */
struct watching {
    uint32_t progress;
    double seconds, processor_seconds;
};

/* Processor time of the worker, which a busy machine does not lengthen; 0 if it cannot be told. */
static double worker_seconds(const struct c_design *c) {
    int32_t worker = atomic_load(&c->channel->worker);
    clockid_t clock;
    struct timespec time;
    if (worker <= 0 || clock_getcpuclockid(worker, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static struct watching look(const struct c_design *c) {
    return (struct watching){atomic_load(&c->channel->progress), clock_seconds(), worker_seconds(c)};
}

/* A call that only sleeps takes no processor time: for that there is the clock. */
static enum end worker_is_to_end(const struct c_design *c, struct watching *since) {
    struct watching now = look(c);
    double most = c->limits.call_seconds;
    if (now.progress != since->progress) *since = now;
    if (now.processor_seconds - since->processor_seconds > most || now.seconds - since->seconds > SLOWEST * most)
        return CALL_TOO_LONG;
    bool over = c->limits.goes_on && !c->limits.goes_on(c->limits.goes_on_context);
    return over && now.seconds - since->seconds > 0.2 ? TIME_OVER : NOT_ENDED;
}

/* The next answer; 0 if the keeper is gone. A worker that makes no progress for too long is killed: `end` says why. */
static uint32_t await_answer(struct c_design *c, enum end *end) {
    uint32_t answer = 0;
    struct watching since = look(c);
    struct pollfd waiting = {.fd = c->answers, .events = POLLIN};
    double begun = since.seconds, slice = c->limits.call_seconds / 4;
    for (;;) {
        int ready = poll(&waiting, 1, slice < 0.05 ? 1 + (int)(slice * 1000) : 50);
        if (ready > 0) break;
        if (atomic_load(&c->channel->worker) == 0) { /* it is being loaded */
            double most = c->limits.call_seconds > 1 ? c->limits.call_seconds : 1;
            if (clock_seconds() - begun > SLOWEST * most) kill(c->keeper, SIGKILL);
        } else if (!*end && (*end = worker_is_to_end(c, &since)) != NOT_ENDED) {
            kill_worker(c);
        }
    }
    return read(c->answers, &answer, sizeof answer) == (ssize_t)sizeof answer ? answer : 0;
}

/* ---- faults ---- */

static const char *signal_text(int number) {
    switch (number) {
    case SIGSEGV: return "crashes: an invalid memory access (SIGSEGV)";
    case SIGBUS: return "crashes: an invalid memory access (SIGBUS)";
    case SIGFPE: return "crashes: an arithmetic error, such as a division by zero (SIGFPE)";
    case SIGABRT: return "aborts: an assertion failed, or abort() was called (SIGABRT)";
    case SIGILL: return "crashes: an illegal instruction (SIGILL)";
    case SIGSYS:
        return "is stopped: it makes a system call, such as one that starts a process or opens a file or a socket "
               "(SIGSYS)";
    case SIGTRAP: return "crashes: a trap (SIGTRAP)";
    case SIGXCPU:
    case SIGXFSZ: return "is stopped: it goes beyond a limit of the system";
    case SIGKILL: return NULL;
    default: return "ends its process: it sends itself a signal"; /* those from outside are passed over */
    }
}

static void tell_own_end(struct design_fault *fault, uint32_t why) {
    switch (why) {
    case FAULT_TOO_MANY:
        fault->kind = "choices";
        fault->message = "claims to have more than 10000 ways to go on";
        break;
    case FAULT_OTHER_COUNT:
        fault->kind = "choices";
        fault->message = "does not always say how many ways there are to go on";
        break;
    case FAULT_OVERRUN: fault->message = "writes beside its state"; break;
    case FAULT_UNSTEADY:
        fault->kind = "limit";
        fault->message = "does something else when it is called again in the same state: it keeps something outside of "
                         "it, leaves bytes of it as they happen to be, or depends on time or chance";
        break;
    default: fault->message = "ends the process"; break;
    }
}

static struct design_fault fault_of_death(const struct c_design *c, enum end end) {
    int status = c->channel->death;
    struct design_fault fault = {.kind = "crash", .call = atomic_load(&c->channel->call)};
    if (end == CALL_TOO_LONG)
        fault = (struct design_fault){"endless", "does not return in time", {0}, fault.call};
    else if (end == TIME_OVER)
        fault = (struct design_fault){"limit", "has not returned when the search ends", {0}, fault.call};
    else if (WIFSIGNALED(status) && !signal_text(WTERMSIG(status)))
        fault = (struct design_fault){"limit", "its process was ended from outside, by a signal", {0}, fault.call};
    else if (WIFSIGNALED(status))
        fault.message = signal_text(WTERMSIG(status));
    else
        tell_own_end(&fault, c->channel->fault);
    c->channel->fault = FAULT_NONE;
    return fault;
}

/* ---- requests ---- */

/* False if that is nothing that a worker sends: the design has written over it. */
static bool deliver(struct c_design *c, design_result result, void *context) {
    uint32_t count = atomic_exchange(&c->channel->result_count, 0);
    bool good = count <= CHANNEL_RESULTS / (sizeof(uint32_t) + c->state_size);
    unsigned char *state = memory_new(c->design.max_state_size);
    for (uint32_t i = 0; good && i < count; i++) {
        const unsigned char *at = c->channel->results + i * (sizeof(uint32_t) + c->state_size);
        uint32_t run;
        memcpy(&run, at, sizeof run);
        good = (run & ~CHANNEL_REFUSED) < c->runs;
        if (!good) break;
        memcpy(state, at + sizeof run, c->state_size);
        bool refused = run & CHANNEL_REFUSED;
        struct design_fault blocked = {.kind = "blocked", .message = "the call is refused"};
        result(context, run & ~CHANNEL_REFUSED, state, c->design.max_state_size, refused ? &blocked : NULL);
    }
    free(state);
    return good;
}

/* Sends a request and hands on the results. False if the worker died of it: `fault` says how. */
static bool ask(struct c_design *c, uint32_t request, design_result result, void *context, struct design_fault *fault) {
    bool damaged = false;
    enum end end = NOT_ENDED;
    atomic_store(&c->channel->result_count, 0);
    if (!send_request(c, request)) {
        *fault = (struct design_fault){.kind = "crash", .message = "its process is gone"};
        return false;
    }
    for (;;) {
        uint32_t answer = await_answer(c, &end);
        if (!damaged && !deliver(c, result, context)) {
            damaged = true;
            kill_worker(c);
        }
        if (damaged && (answer == ANSWER_DONE || answer == ANSWER_MORE))
            continue; /* the keeper will say that it died */
        if (answer == ANSWER_DONE && !end) return true;
        if (answer == ANSWER_MORE && send_request(c, REQUEST_MORE)) continue;
        if (answer == ANSWER_DONE) continue; /* it made it after all, but was killed: the keeper will say so */
        if (answer == ANSWER_DIED && damaged)
            *fault = (struct design_fault){.kind = "crash", .message = "writes over what is sent about it"};
        else if (answer == ANSWER_DIED)
            *fault = fault_of_death(c, end);
        else
            *fault = (struct design_fault){.kind = "crash", .message = "its process is gone"};
        return false;
    }
}

static bool c_start(struct design *design, design_result result, void *context) {
    struct c_design *c = of(design);
    struct design_fault fault;
    c->runs = 1;
    if (ask(c, REQUEST_START, result, context, &fault)) return true;
    unsigned char *nothing = memory_new(design->max_state_size);
    result(context, 0, nothing, design->max_state_size, &fault);
    free(nothing);
    return false;
}

static size_t words_of(const struct design_run *run) {
    size_t words = 2;
    for (unsigned i = 0; i < run->count; i++) words += 2 + run->calls[i].argument_count;
    return words;
}

static void write_run(struct c_design *c, const struct design_run *run, unsigned number) {
    int32_t *words = c->channel->words + c->channel->word_count;
    *words++ = (int32_t)number;
    *words++ = (int32_t)run->count;
    for (unsigned i = 0; i < run->count; i++) {
        const struct design_invocation *call = &run->calls[i];
        *words++ = (int32_t)c->numbers[call->call];
        *words++ = (int32_t)call->argument_count;
        for (unsigned k = 0; k < call->argument_count; k++) *words++ = call->arguments[k];
    }
    c->channel->word_count = (uint32_t)(words - c->channel->words);
}

static void c_run(struct design *design, const void *state, uint32_t size, const struct design_run *runs,
                  unsigned count, design_result result, void *context) {
    struct c_design *c = of(design);
    unsigned next = 0;
    (void)size;
    while (next < count) {
        unsigned first = next;
        struct design_fault fault;
        c->channel->word_count = 0;
        memcpy(c->channel->state, state, c->state_size);
        while (next < count && c->channel->word_count + words_of(&runs[next]) <= CHANNEL_WORDS) {
            write_run(c, &runs[next], next);
            next++;
        }
        if (next == first) { /* longer than all that fits */
            fault = (struct design_fault){.kind = "crash", .message = "the sequence of calls is too long"};
            result(context, next++, state, size, &fault);
            continue;
        }
        c->runs = next;
        if (ask(c, REQUEST_RUNS, result, context, &fault)) continue;
        next = atomic_load(&c->channel->run);
        if (next < first || next >= count) next = first;
        if (fault.call >= runs[next].count) fault.call = 0;
        result(context, next++, state, size, &fault);
    }
}

/* ---- variables ---- */

static enum design_find c_find(struct design *design, const char *pattern, unsigned *handle, unsigned *index_count) {
    struct c_design *c = of(design);
    size_t base = strcspn(pattern, "[.");
    bool known = false;
    for (unsigned i = 0; i < c->variables.count; i++) {
        const struct c_variable *variable = &c->variables.items[i];
        if (strcmp(variable->name, pattern) == 0) {
            *handle = i;
            *index_count = variable->dimension_count;
            return DESIGN_FOUND;
        }
        known = known || (strncmp(variable->name, pattern, base) == 0 && strcspn(variable->name, "[.") == base);
    }
    return known ? DESIGN_SHAPE : DESIGN_UNKNOWN;
}

static enum design_read read_number(const unsigned char *at, unsigned size, bool is_signed, int64_t *value) {
    int8_t b;
    int16_t h;
    int32_t w;
    switch (size) {
    case 1:
        memcpy(&b, at, 1);
        *value = is_signed ? b : (uint8_t)b;
        return DESIGN_READ;
    case 2:
        memcpy(&h, at, 2);
        *value = is_signed ? h : (uint16_t)h;
        return DESIGN_READ;
    case 4:
        memcpy(&w, at, 4);
        *value = is_signed ? w : (int64_t)(uint32_t)w;
        return DESIGN_READ;
    default: memcpy(value, at, 8); return is_signed || *value >= 0 ? DESIGN_READ : DESIGN_BEYOND;
    }
}

static enum design_read c_read(const struct design *design, unsigned handle, const int64_t *indices, const void *state,
                               uint32_t size, int64_t *value) {
    const struct c_variable *variable = &of(design)->variables.items[handle];
    size_t offset = variable->offset;
    (void)size;
    for (unsigned i = 0; i < variable->dimension_count; i++) {
        if (indices[i] < 0 || indices[i] >= variable->lengths[i]) return DESIGN_NOTHING;
        offset += (size_t)indices[i] * variable->strides[i];
    }
    return read_number((const unsigned char *)state + offset, variable->size, variable->is_signed, value);
}

struct showing {
    const struct design *design;
    const void *state;
    void (*visit)(void *context, const char *name, const char *value);
    void *context;
    unsigned handle;
    int64_t indices[DIMENSIONS];
};

static void show_element(const struct showing *showing) {
    struct text name = {0}, value = {0};
    unsigned index = 0;
    int64_t number = 0;
    for (const char *c = of(showing->design)->variables.items[showing->handle].name; *c; c++) {
        text_add_char(&name, *c);
        if (*c == '[') text_printf(&name, "%lld", (long long)showing->indices[index++]);
    }
    if (c_read(showing->design, showing->handle, showing->indices, showing->state, 0, &number) == DESIGN_BEYOND)
        text_printf(&value, "%llu", (unsigned long long)number);
    else
        text_printf(&value, "%lld", (long long)number);
    showing->visit(showing->context, text_chars(&name), text_chars(&value));
    text_free(&name);
    text_free(&value);
}

static void show_all(struct showing *showing, unsigned dimension) {
    const struct c_variable *variable = &of(showing->design)->variables.items[showing->handle];
    if (dimension == variable->dimension_count) {
        show_element(showing);
        return;
    }
    for (unsigned i = 0; i < variable->lengths[dimension]; i++) {
        showing->indices[dimension] = i;
        show_all(showing, dimension + 1);
    }
}

static void c_variables(const struct design *design, const void *state, uint32_t size,
                        void (*visit)(void *context, const char *name, const char *value), void *context) {
    struct showing showing = {.design = design, .state = state, .visit = visit, .context = context};
    (void)size;
    for (; showing.handle < of(design)->variables.count; showing.handle++) show_all(&showing, 0);
}

/* ---- its description ---- */

/* `variable task[].state 4 1 0 9 11`; false if it does not lie within the state. */
static bool read_variable(struct c_design *c, char *line) {
    struct c_variable variable = {0};
    char *rest = NULL, *name = strtok_r(line, " ", &rest);
    char *numbers[3 + 2 * DIMENSIONS] = {0};
    unsigned count = 0;
    for (char *word = strtok_r(NULL, " ", &rest); word && count < 3 + 2 * DIMENSIONS; word = strtok_r(NULL, " ", &rest))
        numbers[count++] = word;
    if (!name || count < 3 || count % 2 == 0) return false;
    variable.offset = strtoul(numbers[0], NULL, 10);
    variable.size = (unsigned)strtoul(numbers[1], NULL, 10);
    variable.is_signed = numbers[2][0] == '1';
    size_t last = variable.offset;
    unsigned brackets = 0;
    for (const char *at = name; *at; at++) brackets += *at == '[';
    for (unsigned i = 3; i < count; i += 2) {
        unsigned d = variable.dimension_count++;
        variable.lengths[d] = (unsigned)strtoul(numbers[i], NULL, 10);
        variable.strides[d] = strtoul(numbers[i + 1], NULL, 10);
        if (variable.strides[d] > c->state_size || variable.lengths[d] > c->state_size) return false;
        last += (variable.lengths[d] - 1) * variable.strides[d];
    }
    bool sized = variable.size == 1 || variable.size == 2 || variable.size == 4 || variable.size == 8;
    if (!sized || brackets != variable.dimension_count || last > c->state_size || variable.size > c->state_size - last)
        return false;
    variable.name = memory_copy_text(name);
    vec_push(&c->variables, variable);
    return true;
}

/* Which of two is meant would depend on their order. */
static bool has_each_once(const struct c_design *c, struct diagnostics *diagnostics) {
    const char *twice = NULL;
    for (size_t i = 0; i < c->calls.count; i++)
        for (size_t k = 0; k < i; k++)
            if (!strcmp(c->calls.items[i].name, c->calls.items[k].name)) twice = c->calls.items[i].name;
    for (size_t i = 0; i < c->variables.count; i++)
        for (size_t k = 0; k < i; k++)
            if (!strcmp(c->variables.items[i].name, c->variables.items[k].name)) twice = c->variables.items[i].name;
    if (twice) diag_error(diagnostics, (struct place){c->path, 0, 0}, "`%s` is described twice", twice);
    return !twice;
}

static bool read_description(struct c_design *c, struct diagnostics *diagnostics) {
    c->channel->results[CHANNEL_RESULTS - 1] = 0;
    char *text = memory_copy_text((const char *)c->channel->results), *rest = NULL;
    bool good = true;
    for (char *line = strtok_r(text, "\n", &rest); line && good; line = strtok_r(NULL, "\n", &rest)) {
        char *words = strchr(line, ' ');
        if (!words) break;
        *words++ = '\0';
        char *copy = memory_copy_text(words);
        if (strcmp(line, "state") == 0) {
            c->state_size = strtoul(words, NULL, 10);
        } else if (strcmp(line, "call") == 0) {
            char *number = strrchr(words, ' ');
            unsigned parameters = number ? (unsigned)strtoul(number, NULL, 10) : 0;
            if (number) *number = '\0';
            vec_push(&c->calls, (struct c_call){memory_copy_text(words), parameters});
        } else if (!(good = read_variable(c, words))) {
            diag_error(
                diagnostics, (struct place){c->path, 0, 0},
                "the variable `%s` has a size other than 1, 2, 4 or 8, does not lie within the state, or its name "
                "does not have `[]` for each dimension",
                copy);
        }
        free(copy);
    }
    free(text);
    if (good && !has_each_once(c, diagnostics)) return false;
    if (good && c->state_size && c->state_size <= CHANNEL_LARGEST_STATE) return true;
    if (good) diag_error(diagnostics, (struct place){c->path, 0, 0}, "its description makes no sense");
    return false;
}

static void match_needs(struct c_design *c, const struct design_need *needs, size_t need_count,
                        struct diagnostics *diagnostics) {
    c->numbers = memory_new((need_count + 1) * sizeof *c->numbers);
    c->need_count = need_count;
    for (size_t i = 0; i < need_count; i++) {
        unsigned number = 0;
        while (number < c->calls.count && strcmp(c->calls.items[number].name, needs[i].name) != 0) number++;
        c->numbers[i] = number;
        if (number == c->calls.count)
            diag_error(diagnostics, needs[i].place, "the design %s has no call `%s`", c->path, needs[i].name);
        else if (c->calls.items[number].parameters != needs[i].argument_count)
            diag_error(diagnostics, needs[i].place, "this call has %u argument%s, but the design's `%s` has %u",
                       needs[i].argument_count, needs[i].argument_count == 1 ? "" : "s", needs[i].name,
                       c->calls.items[number].parameters);
    }
}

/* ---- the keeper ---- */

static bool start_keeper(struct c_design *c, const char *library, struct diagnostics *diagnostics) {
    struct place place = {c->path, 0, 0};
    int requests[2], answers[2];
    c->channel =
        mmap(NULL, sizeof *c->channel, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (c->channel == MAP_FAILED) c->channel = NULL;
    if (!c->channel || pipe2(requests, O_CLOEXEC) != 0) {
        diag_error(diagnostics, place, "cannot be run: %s", strerror(errno));
        return false;
    }
    if (pipe2(answers, O_CLOEXEC) != 0) {
        diag_error(diagnostics, place, "cannot be run: %s", strerror(errno));
        close(requests[0]);
        close(requests[1]);
        return false;
    }
    fflush(NULL);
    c->keeper = fork();
    if (c->keeper == 0) {
        close(requests[1]);
        close(answers[0]);
        child_keep(c->channel, library, requests[0], answers[1], c->limits.memory);
    }
    close(requests[0]);
    close(answers[1]);
    c->requests = requests[1];
    c->answers = answers[0];
    enum end end = NOT_ENDED;
    uint32_t answer = c->keeper > 0 ? await_answer(c, &end) : 0;
    if (answer == ANSWER_LOADED) return true;
    diag_error(diagnostics, place, "cannot be loaded: %s",
               answer == ANSWER_FAILED ? (const char *)c->channel->results : "its process ended at once");
    return false;
}

static void c_release(struct design *design) {
    struct c_design *c = of(design);
    if (c->keeper > 0) {
        kill(c->keeper, SIGKILL); /* the worker dies with it */
        while (waitpid(c->keeper, NULL, 0) < 0 && errno == EINTR)
            ;
        close(c->requests);
        close(c->answers);
    }
    if (c->channel) munmap(c->channel, sizeof *c->channel);
    for (size_t i = 0; i < c->calls.count; i++) free(c->calls.items[i].name);
    for (size_t i = 0; i < c->variables.count; i++) free(c->variables.items[i].name);
    vec_free(&c->calls);
    vec_free(&c->variables);
    free(c->numbers);
    free(c->path);
    design_compiled_free(&c->compiled);
    free(c);
}

static struct c_design *new_design(const char *path, const struct design_c_limits *limits) {
    struct c_design *c = memory_new(sizeof *c);
    c->path = memory_copy_text(path);
    c->limits = *limits;
    c->design = (struct design){.path = c->path,
                                .foreign = true,
                                .start = c_start,
                                .run = c_run,
                                .find = c_find,
                                .read = c_read,
                                .variables = c_variables,
                                .release = c_release};
    return c;
}

/* The same library in a process of its own. */
static struct design *c_another(struct design *design) {
    const struct c_design *first = of(design);
    struct c_design *c = new_design(first->path, &first->limits);
    struct diagnostics unsaid = {0};
    c->state_size = first->state_size;
    c->design.max_state_size = design->max_state_size;
    c->numbers = memory_new((first->need_count + 1) * sizeof *c->numbers);
    memcpy(c->numbers, first->numbers, first->need_count * sizeof *c->numbers);
    bool good = start_keeper(c, first->compiled.library, &unsaid);
    diag_free(&unsaid);
    if (good) return &c->design;
    c_release(&c->design);
    return NULL;
}

struct design *design_c_load(const char *path, const struct design_c_limits *limits, const struct design_need *needs,
                             size_t need_count, struct diagnostics *diagnostics) {
    struct compiled_design compiled;
    if (!design_compile(path, &compiled, diagnostics)) return NULL;
    struct c_design *c = new_design(path, limits);
    unsigned errors = diagnostics->errors;
    if (!(c->limits.call_seconds > 0)) c->limits.call_seconds = 1;
    if (!c->limits.memory) c->limits.memory = UINT64_C(1) << 30;
    c->compiled = compiled;
    c->design.another = c_another;
    if (start_keeper(c, compiled.library, diagnostics) && read_description(c, diagnostics))
        match_needs(c, needs, need_count, diagnostics);
    c->design.max_state_size = (uint32_t)((c->state_size + 3) / 4 * 4);
    if (diagnostics->errors == errors) return &c->design;
    c_release(&c->design);
    return NULL;
}
