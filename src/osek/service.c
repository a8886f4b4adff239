#include "osek/service.h"

#include "osek/alarm.h"
#include "osek/event.h"
#include "osek/hook.h"
#include "osek/interrupt.h"
#include "osek/resource.h"
#include "osek/start.h"
#include "osek/task.h"

#include <string.h>

enum {
    IN_TASK_OR_ISR2 = IN_TASK | IN_ISR2,
    IN_TASK_HOOKS = IN_ERROR_HOOK | IN_PRE_HOOK | IN_POST_HOOK,
    IN_TASK_OR_ISR = IN_TASK | IN_ISR1 | IN_ISR2,
    ANYWHERE = IN_TASK_OR_ISR | IN_TASK_HOOKS | IN_STARTUP_HOOK | IN_SHUTDOWN_HOOK | IN_CALLBACK | IN_MAIN
};

#define SERVICE(name_, places_, argument_, ...)                                                                        \
    [OSEK_##name_] = {                                                                                                 \
        .name = #name_, .places = (places_), .argument = ARGUMENT_##argument_, .act = osek_do_##name_, __VA_ARGS__}
#define STATUS         .has_status = true
#define CHECKED(name_) .has_status = true, .check = osek_check_##name_
#define MASKS          .masks = true

/* Figure 12-1 of 12.2.2. The services of AUTOSAR for counters may be called where ActivateTask may. The macros of 11.2
 * are for ErrorHook alone. */
const struct osek_service_entry osek_services[OSEK_SERVICE_COUNT] = {
    SERVICE(ActivateTask, IN_TASK_OR_ISR2, TASK, CHECKED(ActivateTask)),
    SERVICE(TerminateTask, IN_TASK, OTHER, CHECKED(TerminateTask)),
    SERVICE(ChainTask, IN_TASK, TASK, CHECKED(ChainTask)),
    SERVICE(Schedule, IN_TASK, OTHER, CHECKED(Schedule)),
    SERVICE(GetTaskID, IN_TASK_OR_ISR2 | IN_TASK_HOOKS, OTHER, STATUS),
    SERVICE(GetTaskState, IN_TASK_OR_ISR2 | IN_TASK_HOOKS, TASK, STATUS),
    SERVICE(EnableAllInterrupts, IN_TASK_OR_ISR, OTHER, MASKS),
    SERVICE(DisableAllInterrupts, IN_TASK_OR_ISR, OTHER, MASKS),
    SERVICE(ResumeAllInterrupts, IN_TASK_OR_ISR | IN_TASK_HOOKS | IN_CALLBACK, OTHER, MASKS),
    SERVICE(SuspendAllInterrupts, IN_TASK_OR_ISR | IN_TASK_HOOKS | IN_CALLBACK, OTHER, MASKS),
    SERVICE(ResumeOSInterrupts, IN_TASK_OR_ISR, OTHER, MASKS),
    SERVICE(SuspendOSInterrupts, IN_TASK_OR_ISR, OTHER, MASKS),
    SERVICE(GetResource, IN_TASK_OR_ISR2, RESOURCE, CHECKED(GetResource)),
    SERVICE(ReleaseResource, IN_TASK_OR_ISR2, RESOURCE, CHECKED(ReleaseResource)),
    SERVICE(SetEvent, IN_TASK_OR_ISR2, TASK, CHECKED(SetEvent)),
    SERVICE(ClearEvent, IN_TASK, OTHER, CHECKED(ClearEvent)),
    SERVICE(GetEvent, IN_TASK_OR_ISR2 | IN_TASK_HOOKS, TASK, CHECKED(GetEvent)),
    SERVICE(WaitEvent, IN_TASK, OTHER, CHECKED(WaitEvent)),
    SERVICE(GetAlarmBase, IN_TASK_OR_ISR2 | IN_TASK_HOOKS, ALARM, STATUS),
    SERVICE(GetAlarm, IN_TASK_OR_ISR2 | IN_TASK_HOOKS, ALARM, CHECKED(GetAlarm)),
    SERVICE(SetRelAlarm, IN_TASK_OR_ISR2, ALARM, CHECKED(SetRelAlarm)),
    SERVICE(SetAbsAlarm, IN_TASK_OR_ISR2, ALARM, CHECKED(SetAbsAlarm)),
    SERVICE(CancelAlarm, IN_TASK_OR_ISR2, ALARM, CHECKED(CancelAlarm)),
    SERVICE(GetActiveApplicationMode, IN_TASK_OR_ISR2 | IN_TASK_HOOKS | IN_STARTUP_HOOK | IN_SHUTDOWN_HOOK, OTHER),
    [OSEK_StartOS] = {.name = "StartOS", .places = IN_MAIN}, /* it acts in osek_call() */
    SERVICE(ShutdownOS, IN_TASK_OR_ISR2 | IN_ERROR_HOOK | IN_STARTUP_HOOK, OTHER),
    SERVICE(IncrementCounter, IN_TASK_OR_ISR2, COUNTER, STATUS),
    SERVICE(GetCounterValue, IN_TASK_OR_ISR2, COUNTER, STATUS),
    SERVICE(GetElapsedValue, IN_TASK_OR_ISR2, COUNTER, CHECKED(GetElapsedValue)),
    SERVICE(ErrorGetServiceId, IN_ERROR_HOOK, OTHER, MASKS),
    SERVICE(ErrorParameter, IN_ERROR_HOOK, OTHER, MASKS),
    [OSEK_ProcessorMasks] = {"__disable_irq", ANYWHERE, ARGUMENT_OTHER, .act = osek_do_ProcessorMasks, MASKS},
    [OSEK_ProcessorForgets] = {"may_enable_irq", ANYWHERE, ARGUMENT_OTHER, .act = osek_do_ProcessorForgets, MASKS},
    [OSEK_ProcessorUnmasks] = {"__enable_irq", ANYWHERE, ARGUMENT_OTHER, .act = osek_do_ProcessorUnmasks, MASKS},
    [OSEK_SourceMasks] = {"DisableInterruptSource", ANYWHERE, ARGUMENT_OTHER, .act = osek_do_SourceMasks, MASKS},
    [OSEK_SourceUnmasks] = {"EnableInterruptSource", ANYWHERE, ARGUMENT_OTHER, .act = osek_do_SourceUnmasks, MASKS},
    [OSEK_SourceRegisters] = {"registration", ANYWHERE, ARGUMENT_OTHER, .act = osek_do_SourceRegisters, MASKS},
    [OSEK_ProgramEnds] = {"exit", ANYWHERE, ARGUMENT_OTHER, .act = osek_do_ProgramEnds, MASKS},
};

const char *osek_service_name(enum osek_service service) {
    return (unsigned)service < OSEK_SERVICE_COUNT ? osek_services[service].name : "?";
}

bool osek_service_is_systems(enum osek_service service) { return service < OSEK_ProcessorMasks; }

bool osek_masks_processor(enum osek_service service) {
    return service >= OSEK_ProcessorMasks && service <= OSEK_SourceRegisters;
}

bool osek_ends_all(enum osek_service service) { return service == OSEK_ShutdownOS || service == OSEK_ProgramEnds; }

bool osek_service_by_name(const char *name, enum osek_service *service) {
    for (unsigned i = 0; i < OSEK_SERVICE_COUNT; i++) {
        if (*osek_services[i].name != *name || strcmp(osek_services[i].name, name) != 0) continue;
        *service = (enum osek_service)i;
        return true;
    }
    return false;
}

bool osek_is_system_service(const char *name) {
    enum osek_service service;
    return osek_service_by_name(name, &service) && osek_service_is_systems(service);
}

bool osek_service_has_status(enum osek_service service) {
    return (unsigned)service < OSEK_SERVICE_COUNT && osek_services[service].has_status;
}

enum osek_place osek_place_of(const struct osek_config *config, uint32_t context) {
    uint32_t index;
    switch (osek_context_kind(config, context, &index)) {
    case OSEK_TASK: return IN_TASK;
    case OSEK_ISR: return config->isrs[index].category == 1 ? IN_ISR1 : IN_ISR2;
    case OSEK_STARTUP_HOOK: return IN_STARTUP_HOOK;
    case OSEK_SHUTDOWN_HOOK: return IN_SHUTDOWN_HOOK;
    case OSEK_ERROR_HOOK: return IN_ERROR_HOOK;
    case OSEK_PRE_TASK_HOOK: return IN_PRE_HOOK;
    case OSEK_POST_TASK_HOOK: return IN_POST_HOOK;
    case OSEK_ALARM_CALLBACK: return IN_CALLBACK;
    case OSEK_MAIN: return IN_MAIN;
    }
    return IN_CALLBACK;
}
