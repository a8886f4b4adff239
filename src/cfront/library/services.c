#include "cfront/library/services.h"

#include "base/word.h"

#include <string.h>

static const struct service services[] = {
    {"ActivateTask", OSEK_ActivateTask, {SERVICE_IN}},
    {"TerminateTask", OSEK_TerminateTask, {0}},
    {"ChainTask", OSEK_ChainTask, {SERVICE_IN}},
    {"Schedule", OSEK_Schedule, {0}},
    {"GetTaskID", OSEK_GetTaskID, {SERVICE_OUT}},
    {"GetTaskState", OSEK_GetTaskState, {SERVICE_IN, SERVICE_OUT}},
    {"EnableAllInterrupts", OSEK_EnableAllInterrupts, {0}},
    {"DisableAllInterrupts", OSEK_DisableAllInterrupts, {0}},
    {"ResumeAllInterrupts", OSEK_ResumeAllInterrupts, {0}},
    {"SuspendAllInterrupts", OSEK_SuspendAllInterrupts, {0}},
    {"ResumeOSInterrupts", OSEK_ResumeOSInterrupts, {0}},
    {"SuspendOSInterrupts", OSEK_SuspendOSInterrupts, {0}},
    {"GetResource", OSEK_GetResource, {SERVICE_IN}},
    {"ReleaseResource", OSEK_ReleaseResource, {SERVICE_IN}},
    {"SetEvent", OSEK_SetEvent, {SERVICE_IN, SERVICE_IN}},
    {"ClearEvent", OSEK_ClearEvent, {SERVICE_IN}},
    {"GetEvent", OSEK_GetEvent, {SERVICE_IN, SERVICE_OUT}},
    {"WaitEvent", OSEK_WaitEvent, {SERVICE_IN}},
    {"GetAlarmBase", OSEK_GetAlarmBase, {SERVICE_IN, SERVICE_ALARM_BASE}},
    {"GetAlarm", OSEK_GetAlarm, {SERVICE_IN, SERVICE_OUT}},
    {"SetRelAlarm", OSEK_SetRelAlarm, {SERVICE_IN, SERVICE_IN, SERVICE_IN}},
    {"SetAbsAlarm", OSEK_SetAbsAlarm, {SERVICE_IN, SERVICE_IN, SERVICE_IN}},
    {"CancelAlarm", OSEK_CancelAlarm, {SERVICE_IN}},
    {"GetActiveApplicationMode", OSEK_GetActiveApplicationMode, {0}},
    {"StartOS", OSEK_StartOS, {SERVICE_IN}},
    {"ShutdownOS", OSEK_ShutdownOS, {SERVICE_IN}},
    {"IncrementCounter", OSEK_IncrementCounter, {SERVICE_IN}},
    {"CounterTick", OSEK_IncrementCounter, {SERVICE_IN}}, /* ERIKA */
    {"GetCounterValue", OSEK_GetCounterValue, {SERVICE_IN, SERVICE_OUT}},
    {"GetElapsedValue", OSEK_GetElapsedValue, {SERVICE_IN, SERVICE_IN_OUT, SERVICE_OUT}},
    {"OSErrorGetServiceId", OSEK_ErrorGetServiceId, {0}},
    {"rtcheck_error_parameter", OSEK_ErrorParameter, {SERVICE_IN}},
};

const struct service *service_find(const char *name) {
    for (size_t i = 0; i < sizeof services / sizeof *services; i++)
        if (!strcmp(services[i].name, name)) return &services[i];
    return NULL;
}

static const struct {
    const char *origin, *names[24];
} beyond[] = {
    {"AUTOSAR OS", {"StartScheduleTableRel", "StartScheduleTableAbs", "StartScheduleTableSynchron",
                    "StopScheduleTable",     "NextScheduleTable",     "SyncScheduleTable",
                    "SetScheduleTableAsync", "SetScheduletableAsync", "GetSpinlock",
                    "ReleaseSpinlock",       "TryToGetSpinlock",      "TerminateApplication",
                    "AllowAccess",           "CallTrustedFunction",   "StartCore",
                    "StartNonAutosarCore",   "ShutdownAllCores",      "ActivateTaskAsyn",
                    "SetEventAsyn",          "ClearPendingInterrupt"}},
    {"OSEK COM",
     {"SendMessage", "SendMessageTo", "SendDynamicMessage", "SendZeroMessage", "ReceiveMessage", "ReceiveMessageFrom",
      "ReceiveDynamicMessage"}},
    {"OSEK OS 2.0", {"EnterISR", "LeaveISR"}},
    {"ERIKA", {"WaitSem", "TryWaitSem", "PostSem", "ForceSchedule", "CreateTask", "SetISR2Source"}},
};

const char *service_beyond(const char *name) {
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++)
        for (size_t j = 0; beyond[i].names[j]; j++)
            if (!strcmp(beyond[i].names[j], name)) return beyond[i].origin;
    return NULL;
}

bool service_sends(const char *name) {
    static const char *const names[] = {"SendMessage", "SendMessageTo", "SendDynamicMessage", "SendZeroMessage", NULL};
    return is_one_of(name, names);
}

void services_print_identifiers(struct text *out) {
    for (size_t i = 0; i < sizeof services / sizeof *services; i++)
        if (services[i].service < OSEK_ErrorGetServiceId)
            text_printf(out, "enum { OSServiceId_%s = %d };\n", services[i].name, (int)services[i].service);
}
