/* An OSEK application as a program of this machine: every context is a coroutine, every service a call of rtcheck's
 * kernel. It prints the lines that `rtcheck app --run` prints, and differs from it in everything else: the code is the
 * C compiler's, the stacks and the memory are the machine's. */
#include "runtime.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { STACK = 256 * 1024, CONTEXTS = 64 };

static unsigned char kernel[65536];
static ucontext_t scheduler, contexts[CONTEXTS];
static void *stacks[CONTEXTS];
static bool alive[CONTEXTS];
static uint32_t current = OSEK_NONE;

static const char *context_name(uint32_t context) {
    static const char *const hooks[] = {"StartupHook", "ShutdownHook", "ErrorHook", "PreTaskHook", "PostTaskHook"};
    uint32_t index;
    switch (osek_context_kind(&native_config, context, &index)) {
    case OSEK_TASK: return native_config.tasks[index].name;
    case OSEK_ISR: return native_config.isrs[index].name;
    default: return hooks[context - native_config.task_count - native_config.isr_count];
    }
}

uint8_t native_hook_argument(void) { return (uint8_t)osek_hook_argument(&native_config, kernel); }

static void give_up(const char *why) {
    fprintf(stderr, "native: %s\n", why);
    exit(3);
}

/* The kernel has decided: go on here only if it is still this context's turn. */
static void settle(uint32_t self, bool ended) {
    if (ended) alive[self] = false;
    if (ended || osek_current(&native_config, kernel) != self) swapcontext(&contexts[self], &scheduler);
}

static void run_context(void) {
    uint32_t self = current;
    native_code[self]();
    struct osek_result result = {0};
    if (osek_end(&native_config, kernel, 0, &result) > 1) give_up("a choice");
    if (result.misused.misuse) {
        printf("%s violation\n", context_name(self));
        exit(1);
    }
    settle(self, true);
}

static void resume(uint32_t context) {
    if (!alive[context]) {
        if (!stacks[context]) stacks[context] = malloc(STACK);
        getcontext(&contexts[context]);
        contexts[context].uc_stack.ss_sp = stacks[context];
        contexts[context].uc_stack.ss_size = STACK;
        contexts[context].uc_link = &scheduler;
        makecontext(&contexts[context], run_context, 0);
        alive[context] = true;
    }
    current = context;
    swapcontext(&scheduler, &contexts[context]);
}

/* ---- Services ---- */

static void print_mask(uint64_t mask) {
    const char *between = "";
    for (unsigned bit = 0; bit < 64; bit++) {
        if (!(mask >> bit & 1)) continue;
        printf("%s%s", between, native_event_names[bit]);
        between = " | ";
    }
}

static void print_argument(enum osek_service service, unsigned position, uint64_t value) {
    bool is_mask =
        (service == OSEK_SetEvent && position == 1) || service == OSEK_ClearEvent || service == OSEK_WaitEvent;
    bool is_task =
        position == 0 && (service == OSEK_ActivateTask || service == OSEK_ChainTask || service == OSEK_SetEvent ||
                          service == OSEK_GetEvent || service == OSEK_GetTaskState);
    bool is_alarm = position == 0 && (service == OSEK_SetRelAlarm || service == OSEK_CancelAlarm);
    if (is_mask)
        print_mask(value);
    else if (is_task && value < native_config.task_count)
        printf("%s", native_config.tasks[value].name);
    else if (is_alarm && value < native_config.alarm_count)
        printf("%s", native_config.alarms[value].name);
    else if (service == OSEK_IncrementCounter && value < native_config.counter_count)
        printf("%s", native_config.counters[value].name);
    else if ((service == OSEK_GetResource || service == OSEK_ReleaseResource) && value < native_config.resource_count)
        printf("%s", native_config.resources[value].name);
    else
        printf("%llu", (unsigned long long)value);
}

static struct osek_result call(enum osek_service service, unsigned count, uint64_t first, uint64_t second,
                               uint64_t third) {
    struct osek_call wanted = {.service = service, .arguments = {first, second, third}};
    struct osek_result result = {0};
    uint32_t self = current;
    if (osek_call(&native_config, kernel, &wanted, 0, &result) > 1) give_up("a choice");
    printf("%s %s(", context_name(self), osek_service_name(service));
    for (unsigned i = 0; i < count; i++) {
        printf("%s", i ? ", " : "");
        print_argument(service, i, wanted.arguments[i]);
    }
    printf(")");
    if (!result.caller_ended && osek_service_has_status(service)) printf(" = %s", osek_status_name(result.status));
    printf("\n");
    settle(self, result.caller_ended);
    current = self;
    return result;
}

#define STATUS(service, count, first, second, third) ((uint8_t)call(OSEK_##service, count, first, second, third).status)

uint8_t ActivateTask(uint32_t task) { return STATUS(ActivateTask, 1, task, 0, 0); }
uint8_t TerminateTask(void) { return STATUS(TerminateTask, 0, 0, 0, 0); }
uint8_t ChainTask(uint32_t task) { return STATUS(ChainTask, 1, task, 0, 0); }
uint8_t Schedule(void) { return STATUS(Schedule, 0, 0, 0, 0); }
uint8_t GetResource(uint32_t resource) { return STATUS(GetResource, 1, resource, 0, 0); }
uint8_t ReleaseResource(uint32_t resource) { return STATUS(ReleaseResource, 1, resource, 0, 0); }
uint8_t SetEvent(uint32_t task, uint64_t mask) { return STATUS(SetEvent, 2, task, mask, 0); }
uint8_t ClearEvent(uint64_t mask) { return STATUS(ClearEvent, 1, mask, 0, 0); }
uint8_t WaitEvent(uint64_t mask) { return STATUS(WaitEvent, 1, mask, 0, 0); }
uint8_t SetRelAlarm(uint32_t alarm, uint32_t increment, uint32_t cycle) {
    return STATUS(SetRelAlarm, 3, alarm, increment, cycle);
}
uint8_t CancelAlarm(uint32_t alarm) { return STATUS(CancelAlarm, 1, alarm, 0, 0); }
uint8_t IncrementCounter(uint32_t counter) { return STATUS(IncrementCounter, 1, counter, 0, 0); }
void SuspendAllInterrupts(void) { (void)call(OSEK_SuspendAllInterrupts, 0, 0, 0, 0); }
void ResumeAllInterrupts(void) { (void)call(OSEK_ResumeAllInterrupts, 0, 0, 0, 0); }
void SuspendOSInterrupts(void) { (void)call(OSEK_SuspendOSInterrupts, 0, 0, 0, 0); }
void ResumeOSInterrupts(void) { (void)call(OSEK_ResumeOSInterrupts, 0, 0, 0, 0); }

uint8_t GetTaskID(uint32_t *task) {
    struct osek_result result = call(OSEK_GetTaskID, 0, 0, 0, 0);
    if (result.value_count) *task = (uint32_t)result.values[0];
    return (uint8_t)result.status;
}

uint8_t GetTaskState(uint32_t task, uint32_t *state) {
    struct osek_result result = call(OSEK_GetTaskState, 1, task, 0, 0);
    if (result.value_count) *state = (uint32_t)result.values[0];
    return (uint8_t)result.status;
}

uint8_t GetEvent(uint32_t task, uint64_t *mask) {
    struct osek_result result = call(OSEK_GetEvent, 1, task, 0, 0);
    if (result.value_count) *mask = result.values[0];
    return (uint8_t)result.status;
}

void rtcheck_interrupt(unsigned isr) {
    uint32_t self = current;
    osek_request_interrupt(&native_config, kernel, isr);
    settle(self, false);
    current = self;
}

int native_print(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    printf("%s prints ", context_name(current));
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
    return 0;
}

int main(void) {
    osek_prepare(&native_config);
    if (osek_config_fault(&native_config)) give_up(osek_config_fault(&native_config));
    if (osek_state_size(&native_config) > sizeof kernel || osek_context_count(&native_config) > CONTEXTS)
        give_up("too large");
    if (osek_start(&native_config, kernel, 0, 0) > 1) give_up("a choice");
    for (uint32_t next; (next = osek_current(&native_config, kernel)) != OSEK_NONE;) resume(next);
    return 0;
}
