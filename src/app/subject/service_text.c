#include "app/subject/service_text.h"

enum argument { NOTHING, TASK, RESOURCE, EVENTS, ALARM, COUNTER, MODE, NUMBER };

static const enum argument arguments[OSEK_SERVICE_COUNT][3] = {
    [OSEK_ActivateTask] = {TASK},
    [OSEK_ChainTask] = {TASK},
    [OSEK_GetTaskState] = {TASK},
    [OSEK_GetResource] = {RESOURCE},
    [OSEK_ReleaseResource] = {RESOURCE},
    [OSEK_SetEvent] = {TASK, EVENTS},
    [OSEK_ClearEvent] = {EVENTS},
    [OSEK_GetEvent] = {TASK},
    [OSEK_WaitEvent] = {EVENTS},
    [OSEK_GetAlarmBase] = {ALARM},
    [OSEK_GetAlarm] = {ALARM},
    [OSEK_SetRelAlarm] = {ALARM, NUMBER, NUMBER},
    [OSEK_SetAbsAlarm] = {ALARM, NUMBER, NUMBER},
    [OSEK_CancelAlarm] = {ALARM},
    [OSEK_StartOS] = {MODE},
    [OSEK_ShutdownOS] = {NUMBER},
    [OSEK_IncrementCounter] = {COUNTER},
    [OSEK_GetCounterValue] = {COUNTER},
    [OSEK_GetElapsedValue] = {COUNTER, NUMBER},
    [OSEK_ErrorParameter] = {NUMBER},
};

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

static const char *identifier(const struct subject *subject, enum argument kind, uint64_t value) {
    const struct osek_config *config = subject->config;
    if (kind == TASK && value < config->task_count) return config->tasks[value].name;
    if (kind == RESOURCE && value < config->resource_count) return config->resources[value].name;
    if (kind == ALARM && value < config->alarm_count) return config->alarms[value].name;
    if (kind == COUNTER && value < config->counter_count) return config->counters[value].name;
    if (kind == MODE && subject->names && value < subject->names->mode_count) return subject->names->modes[value];
    return NULL;
}

void service_text_print(const struct subject *subject, const struct osek_call *call, uint32_t caller,
                        struct text *out) {
    const enum argument *kinds = arguments[call->service];
    text_printf(out, "%s(", osek_service_name(call->service));
    for (unsigned i = 0; i < 3 && kinds[i] != NOTHING; i++) {
        const char *name = identifier(subject, kinds[i], call->arguments[i]);
        if (i) text_add(out, ", ");
        if (name)
            text_add(out, name);
        else if (kinds[i] == EVENTS)
            print_events(subject, call->arguments[i], i ? (uint32_t)call->arguments[0] : caller, out);
        else
            text_printf(out, "%llu", (unsigned long long)call->arguments[i]);
    }
    text_add_char(out, ')');
}
