/* Every context is a coroutine, every service a call of the kernel, every test a process of its own. */
#include "driver.h"

#define random random_of_the_library /* os.h has one of its own */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>
#undef random

#include "os.h"

enum { STACK_BYTES = 256 * 1024, MOST_CONTEXTS = 512 };

static unsigned char *kernel;
static ucontext_t dispatcher, coroutines[MOST_CONTEXTS];
static void *stacks[MOST_CONTEXTS];
static bool begun[MOST_CONTEXTS];
static uint32_t running = OSEK_NONE;

static const struct driver_test *test;
static size_t next_input, next_arrival, next_call;
static uint32_t passed; /* chances */

/* ---- going wrong, and going right ---- */

__attribute__((noreturn, format(printf, 1, 2))) static void differ(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "test %u: ", test->number);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

void driver_assertion(const char *condition, const char *file, unsigned line) {
    differ("%s:%u: the assertion does not hold: %s", file, line, condition);
}

static uint64_t value_of(const struct driver_variable *variable) {
    const volatile unsigned char *at = variable->at + variable->offset;
    uint64_t value = variable->size == 1   ? *at
                     : variable->size == 2 ? *(const volatile uint16_t *)at
                     : variable->size == 4 ? *(const volatile uint32_t *)at
                                           : *(const volatile uint64_t *)at;
    return variable->bits ? value >> variable->bit & (((uint64_t)1 << variable->bits) - 1) : value;
}

/* Numbers of other sizes than those that the application was checked with lie elsewhere. */
static void compare_variables(void) {
    if (sizeof(int) != driver_int_size || sizeof(void *) != driver_pointer_size) return;
    for (size_t i = 0; driver_variables[i].name; i++)
        if (driver_variables[i].at && value_of(&driver_variables[i]) != test->values[i])
            differ("%s is 0x%llx in the end, not 0x%llx", driver_variables[i].name,
                   (unsigned long long)value_of(&driver_variables[i]), (unsigned long long)test->values[i]);
}

__attribute__((noreturn)) static void finish(void) {
    if (next_call != test->call_count) differ("it ends after %zu of %zu calls", next_call, test->call_count);
    if (next_input != test->input_count) differ("it reads %zu of %zu inputs", next_input, test->input_count);
    if (next_arrival != test->arrival_count) differ("only %zu of %zu came", next_arrival, test->arrival_count);
    if (!test->is_cut) compare_variables();
    exit(0);
}

/* ---- contexts ---- */

/* The kernel has decided: go on here only when it is this context's turn. */
static void give_way(uint32_t self, bool ended) {
    if (ended) begun[self] = false;
    if (ended || osek_current(&driver_config, kernel) != self) swapcontext(&coroutines[self], &dispatcher);
    running = self;
}

static void come(const struct driver_arrival *arrival) {
    struct osek_result result = {0};
    if (arrival->is_tick) {
        if (arrival->ticks > 1) osek_pass_ticks(&driver_config, kernel, arrival->number, arrival->ticks - 1);
        osek_tick(&driver_config, kernel, arrival->number, 0, &result);
    } else if (!osek_interrupt_allowed(&driver_config, kernel, arrival->number)) {
        differ("%s cannot come", driver_config.isrs[arrival->number].name);
    } else {
        osek_interrupt(&driver_config, kernel, arrival->number);
    }
}

static void chance(uint32_t self) {
    for (;;) {
        if (test->is_cut && passed >= test->chances) finish();
        if (next_arrival == test->arrival_count || test->arrivals[next_arrival].chance != passed) break;
        come(&test->arrivals[next_arrival++]);
        give_way(self, false);
    }
    passed++;
}

static void run_context(void) {
    uint32_t self = running;
    struct osek_result result = {0};
    if (driver_code[self]) {
        chance(self);
        driver_code[self]();
    }
    chance(self);
    osek_end(&driver_config, kernel, 0, &result);
    give_way(self, true);
}

static void resume(uint32_t context) {
    if (!begun[context]) {
        if (!stacks[context]) stacks[context] = malloc(STACK_BYTES);
        getcontext(&coroutines[context]);
        coroutines[context].uc_stack.ss_sp = stacks[context];
        coroutines[context].uc_stack.ss_size = STACK_BYTES;
        coroutines[context].uc_link = &dispatcher;
        makecontext(&coroutines[context], run_context, 0);
        begun[context] = true;
    }
    running = context;
    swapcontext(&dispatcher, &coroutines[context]);
}

/* ---- services ---- */

static void compare(uint32_t self, const struct osek_call *call, const struct osek_result *result) {
    int status = !result->caller_ended && osek_service_has_status(call->service) ? (int)result->status : -1;
    if (next_call == test->call_count)
        differ("%s calls %s, which is one call too many", driver_names[self], osek_service_name(call->service));
    const struct driver_call *wanted = &test->calls[next_call++];
    bool same = wanted->context == self && wanted->service == call->service && wanted->status == status;
    for (unsigned i = 0; i < 3; i++) same = same && wanted->arguments[i] == call->arguments[i];
    if (!same)
        differ("call %zu: expected %s of %s, status %d; but it is %s of %s, status %d", next_call,
               osek_service_name(wanted->service), driver_names[wanted->context], wanted->status,
               osek_service_name(call->service), driver_names[self], status);
}

static struct osek_result call(enum osek_service service, uint64_t first, uint64_t second, uint64_t third) {
    struct osek_call wanted = {.service = service, .arguments = {first, second, third}};
    struct osek_result result = {0};
    uint32_t self = running;
    chance(self);
    osek_call(&driver_config, kernel, &wanted, 0, &result);
    compare(self, &wanted, &result);
    give_way(self, result.caller_ended);
    return result;
}

#define STATUS(service, first, second, third) ((StatusType)call(OSEK_##service, first, second, third).status)

StatusType ActivateTask(TaskType task) { return STATUS(ActivateTask, task, 0, 0); }
StatusType TerminateTask(void) { return STATUS(TerminateTask, 0, 0, 0); }
StatusType ChainTask(TaskType task) { return STATUS(ChainTask, task, 0, 0); }
StatusType Schedule(void) { return STATUS(Schedule, 0, 0, 0); }
void EnableAllInterrupts(void) { call(OSEK_EnableAllInterrupts, 0, 0, 0); }
void DisableAllInterrupts(void) { call(OSEK_DisableAllInterrupts, 0, 0, 0); }
void ResumeAllInterrupts(void) { call(OSEK_ResumeAllInterrupts, 0, 0, 0); }
void SuspendAllInterrupts(void) { call(OSEK_SuspendAllInterrupts, 0, 0, 0); }
void ResumeOSInterrupts(void) { call(OSEK_ResumeOSInterrupts, 0, 0, 0); }
void SuspendOSInterrupts(void) { call(OSEK_SuspendOSInterrupts, 0, 0, 0); }
StatusType GetResource(ResourceType resource) { return STATUS(GetResource, resource, 0, 0); }
StatusType ReleaseResource(ResourceType resource) { return STATUS(ReleaseResource, resource, 0, 0); }
StatusType SetEvent(TaskType task, EventMaskType mask) { return STATUS(SetEvent, task, mask, 0); }
StatusType ClearEvent(EventMaskType mask) { return STATUS(ClearEvent, mask, 0, 0); }
StatusType WaitEvent(EventMaskType mask) { return STATUS(WaitEvent, mask, 0, 0); }
StatusType SetRelAlarm(AlarmType alarm, TickType increment, TickType cycle) {
    return STATUS(SetRelAlarm, alarm, increment, cycle);
}
StatusType SetAbsAlarm(AlarmType alarm, TickType start, TickType cycle) {
    return STATUS(SetAbsAlarm, alarm, start, cycle);
}
StatusType CancelAlarm(AlarmType alarm) { return STATUS(CancelAlarm, alarm, 0, 0); }
StatusType IncrementCounter(CounterType counter) { return STATUS(IncrementCounter, counter, 0, 0); }
AppModeType GetActiveApplicationMode(void) {
    return (AppModeType)call(OSEK_GetActiveApplicationMode, 0, 0, 0).values[0];
}
void StartOS(AppModeType mode) { call(OSEK_StartOS, mode, 0, 0); }
void ShutdownOS(StatusType error) { call(OSEK_ShutdownOS, error, 0, 0); }
OSServiceIdType OSErrorGetServiceId(void) { return (OSServiceIdType)call(OSEK_ErrorGetServiceId, 0, 0, 0).values[0]; }
EventMaskType rtcheck_error_parameter(int number) {
    return (EventMaskType)call(OSEK_ErrorParameter, (uint64_t)number, 0, 0).values[0];
}

#define GIVE(result, index, to)                                                                                        \
    ((result).value_count > (index) ? (void)(*(to) = (__typeof__(*(to)))(result).values[index]) : (void)0)

StatusType GetTaskID(TaskRefType task) {
    struct osek_result result = call(OSEK_GetTaskID, 0, 0, 0);
    GIVE(result, 0, task);
    return (StatusType)result.status;
}

StatusType GetTaskState(TaskType task, TaskStateRefType state) {
    struct osek_result result = call(OSEK_GetTaskState, task, 0, 0);
    GIVE(result, 0, state);
    return (StatusType)result.status;
}

StatusType GetEvent(TaskType task, EventMaskRefType mask) {
    struct osek_result result = call(OSEK_GetEvent, task, 0, 0);
    GIVE(result, 0, mask);
    return (StatusType)result.status;
}

StatusType GetAlarmBase(AlarmType alarm, AlarmBaseRefType info) {
    struct osek_result result = call(OSEK_GetAlarmBase, alarm, 0, 0);
    GIVE(result, 0, &info->maxallowedvalue);
    GIVE(result, 1, &info->ticksperbase);
    GIVE(result, 2, &info->mincycle);
    return (StatusType)result.status;
}

StatusType GetAlarm(AlarmType alarm, TickRefType ticks) {
    struct osek_result result = call(OSEK_GetAlarm, alarm, 0, 0);
    GIVE(result, 0, ticks);
    return (StatusType)result.status;
}

StatusType GetCounterValue(CounterType counter, TickRefType value) {
    struct osek_result result = call(OSEK_GetCounterValue, counter, 0, 0);
    GIVE(result, 0, value);
    return (StatusType)result.status;
}

StatusType GetElapsedValue(CounterType counter, TickRefType value, TickRefType elapsed) {
    struct osek_result result = call(OSEK_GetElapsedValue, counter, *value, 0);
    GIVE(result, 0, value);
    GIVE(result, 1, elapsed);
    return (StatusType)result.status;
}

/* ---- what comes from outside ---- */

int64_t driver_constant(int64_t value) {
    chance(running);
    return value;
}

int64_t driver_input(void) {
    chance(running);
    if (next_input == test->input_count) differ("it reads more inputs than %zu", test->input_count);
    return test->inputs[next_input++];
}

long rtcheck_range(long long low, long long high) {
    return (long)(low == high ? driver_constant(low) : driver_input());
}

int random(int low, int high) { return (int)rtcheck_range(low, high); }

void rtcheck_assume(_Bool condition) {
    if (!condition) differ("an assumption does not hold");
}

void rtcheck_trace(const char *text, ...) { (void)text; }

void rtcheck_interrupt(ISRType isr) {
    uint32_t self = running;
    osek_request_interrupt(&driver_config, kernel, isr);
    give_way(self, false);
}

uint64_t driver_hook_argument(void) { return osek_hook_argument(&driver_config, kernel); }

/* ---- the tests ---- */

__attribute__((noreturn)) static void run_test(void) {
    osek_start(&driver_config, kernel, driver_mode, 0);
    for (;;) {
        uint32_t next = osek_current(&driver_config, kernel);
        if (next != OSEK_NONE)
            resume(next);
        else if (next_arrival < test->arrival_count && test->arrivals[next_arrival].chance == passed)
            come(&test->arrivals[next_arrival++]);
        else
            finish();
    }
}

static bool went_well(void) {
    int status;
    pid_t child = fork();
    if (child == 0) run_test();
    if (child < 0 || waitpid(child, &status, 0) < 0) return false;
    if (!WIFEXITED(status)) fprintf(stderr, "test %u: it ends with signal %d\n", test->number, WTERMSIG(status));
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Why they may have gone otherwise. */
static void tell_of_machine(void) {
    if ((CHAR_MIN < 0) == driver_char_is_signed) return;
    fprintf(stderr,
            "the application was checked with a `char` that has %s, and this program has another: compile it with %s\n",
            driver_char_is_signed ? "a sign" : "no sign", driver_char_is_signed ? "-fsigned-char" : "-funsigned-char");
}

int main(void) {
    unsigned good = 0, bad = 0;
    osek_prepare(&driver_config);
    if (osek_config_fault(&driver_config) || osek_context_count(&driver_config) > MOST_CONTEXTS) return 2;
    kernel = calloc(1, osek_state_size(&driver_config));
    for (test = driver_tests; test->number; test++) {
        if (went_well())
            good++;
        else
            bad++;
    }
    printf("%u tests went as they should, %u did not\n", good, bad);
    if (bad) tell_of_machine();
    if (good + bad == 0) fprintf(stderr, "none can be run: `not_driven` in tests.json says why\n");
    return bad || !good ? 1 : 0;
}
