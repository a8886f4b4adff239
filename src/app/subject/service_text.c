#include "app/subject/service_text.h"

static const enum service_argument arguments[OSEK_SERVICE_COUNT][3] = {
    [OSEK_ActivateTask] = {SERVICE_TASK},
    [OSEK_ChainTask] = {SERVICE_TASK},
    [OSEK_GetTaskState] = {SERVICE_TASK},
    [OSEK_GetResource] = {SERVICE_RESOURCE},
    [OSEK_ReleaseResource] = {SERVICE_RESOURCE},
    [OSEK_SetEvent] = {SERVICE_TASK, SERVICE_EVENTS},
    [OSEK_ClearEvent] = {SERVICE_EVENTS},
    [OSEK_GetEvent] = {SERVICE_TASK},
    [OSEK_WaitEvent] = {SERVICE_EVENTS},
    [OSEK_GetAlarmBase] = {SERVICE_ALARM},
    [OSEK_GetAlarm] = {SERVICE_ALARM},
    [OSEK_SetRelAlarm] = {SERVICE_ALARM, SERVICE_NUMBER, SERVICE_NUMBER},
    [OSEK_SetAbsAlarm] = {SERVICE_ALARM, SERVICE_NUMBER, SERVICE_NUMBER},
    [OSEK_CancelAlarm] = {SERVICE_ALARM},
    [OSEK_StartOS] = {SERVICE_MODE},
    [OSEK_ShutdownOS] = {SERVICE_NUMBER},
    [OSEK_IncrementCounter] = {SERVICE_COUNTER},
    [OSEK_GetCounterValue] = {SERVICE_COUNTER},
    [OSEK_GetElapsedValue] = {SERVICE_COUNTER, SERVICE_NUMBER},
    [OSEK_ErrorParameter] = {SERVICE_NUMBER},
};

enum service_argument service_argument(enum osek_service service, unsigned index) {
    return index < 3 ? arguments[service][index] : SERVICE_NOTHING;
}

bool service_objects(const struct subject *subject, enum service_argument kind, uint64_t *count) {
    const struct osek_config *config = subject->config;
    switch (kind) {
    case SERVICE_TASK: *count = config->task_count; return true;
    case SERVICE_RESOURCE: *count = config->resource_count; return true;
    case SERVICE_ALARM: *count = config->alarm_count; return true;
    case SERVICE_COUNTER: *count = config->counter_count; return true;
    case SERVICE_MODE: *count = subject->names ? subject->names->mode_count : 0; return subject->names != NULL;
    default: *count = 0; return false;
    }
}

static void print_events(const struct subject *subject, uint64_t mask, uint32_t owner, struct text *out) {
    const struct cfront_names *names = subject->names;
    uint64_t owned = owner < subject->config->task_count ? subject->config->tasks[owner].events : UINT64_MAX;
    bool any = false;
    for (uint32_t i = 0; names && i < names->event_count; i++) {
        uint64_t event = names->event_masks[i];
        if (!event || (mask & event) != event || (event & ~owned)) continue;
        text_printf(out, "%s%s", any ? " | " : "", names->events[i]);
        mask &= ~event;
        any = true;
    }
    if (mask || !any) text_printf(out, "%s0x%llx", any ? " | " : "", (unsigned long long)mask);
}

static const char *identifier(const struct subject *subject, enum service_argument kind, uint64_t value) {
    const struct osek_config *config = subject->config;
    if (kind == SERVICE_TASK && value < config->task_count) return config->tasks[value].name;
    if (kind == SERVICE_RESOURCE && value < config->resource_count) return config->resources[value].name;
    if (kind == SERVICE_ALARM && value < config->alarm_count) return config->alarms[value].name;
    if (kind == SERVICE_COUNTER && value < config->counter_count) return config->counters[value].name;
    if (kind == SERVICE_MODE && subject->names && value < subject->names->mode_count)
        return subject->names->modes[value];
    return NULL;
}

void service_text_print(const struct subject *subject, const struct osek_call *call, uint32_t caller,
                        struct text *out) {
    const enum service_argument *kinds = arguments[call->service];
    text_printf(out, "%s(", osek_service_name(call->service));
    for (unsigned i = 0; i < 3 && kinds[i] != SERVICE_NOTHING; i++) {
        const char *name = identifier(subject, kinds[i], call->arguments[i]);
        if (i) text_add(out, ", ");
        if (name)
            text_add(out, name);
        else if (kinds[i] == SERVICE_EVENTS)
            print_events(subject, call->arguments[i], i ? (uint32_t)call->arguments[0] : caller, out);
        else
            text_printf(out, "%llu", (unsigned long long)call->arguments[i]);
    }
    text_add_char(out, ')');
}
