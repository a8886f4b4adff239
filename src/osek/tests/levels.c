#include "levels.h"

#include "world.h"

#include <stdio.h>
#include <string.h>

/* Ways to bring a kernel into each place, as a script's lines would. */
enum place { TASK, ISR1, ISR2, ERROR, PRE, POST, STARTUP, SHUTDOWN, CALLBACK, PLACES };
static const char *const place_names[PLACES] = {"a task",      "an ISR of category 1", "an ISR of category 2",
                                                "ErrorHook",   "PreTaskHook",          "PostTaskHook",
                                                "StartupHook", "ShutdownHook",         "a callback"};

/* Figure 12-1, columns in the order of enum place: x allowed. The rows below the line are not in the figure. */
static const struct {
    enum osek_service service;
    const char *allowed;
} table[] = {
    {OSEK_ActivateTask, "x.x......"},
    {OSEK_TerminateTask, "x........"},
    {OSEK_ChainTask, "x........"},
    {OSEK_Schedule, "x........"},
    {OSEK_GetTaskID, "x.xxxx..."},
    {OSEK_GetTaskState, "x.xxxx..."},
    {OSEK_DisableAllInterrupts, "xxx......"},
    {OSEK_EnableAllInterrupts, "xxx......"},
    {OSEK_SuspendAllInterrupts, "xxxxxx..x"},
    {OSEK_ResumeAllInterrupts, "xxxxxx..x"},
    {OSEK_SuspendOSInterrupts, "xxx......"},
    {OSEK_ResumeOSInterrupts, "xxx......"},
    {OSEK_GetResource, "x.x......"},
    {OSEK_ReleaseResource, "x.x......"},
    {OSEK_SetEvent, "x.x......"},
    {OSEK_ClearEvent, "x........"},
    {OSEK_GetEvent, "x.xxxx..."},
    {OSEK_WaitEvent, "x........"},
    {OSEK_GetAlarmBase, "x.xxxx..."},
    {OSEK_GetAlarm, "x.xxxx..."},
    {OSEK_SetRelAlarm, "x.x......"},
    {OSEK_SetAbsAlarm, "x.x......"},
    {OSEK_CancelAlarm, "x.x......"},
    {OSEK_GetActiveApplicationMode, "x.xxxxxx."},
    {OSEK_StartOS, "........."},
    {OSEK_ShutdownOS, "x.xx..x.."},
    /* ---- */
    {OSEK_IncrementCounter, "x.x......"},
    {OSEK_GetCounterValue, "x.x......"},
    {OSEK_GetElapsedValue, "x.x......"},
    {OSEK_ErrorGetServiceId, "...x....."},
    {OSEK_ErrorParameter, "...x....."},
    {OSEK_ProcessorMasks, "xxxxxxxxx"},
    {OSEK_ProcessorForgets, "xxxxxxxxx"},
    {OSEK_ProcessorUnmasks, "xxxxxxxxx"},
    {OSEK_SourceMasks, "xxxxxxxxx"},
    {OSEK_SourceUnmasks, "xxxxxxxxx"},
    {OSEK_SourceRegisters, "xxxxxxxxx"},
    {OSEK_ProgramEnds, "xxxxxxxxx"},
};

static const char *const lines[] = {"resource r 20",
                                    "task t1 1 auto ext=3 uses=r",
                                    "task t2 2 ext=3",
                                    "isr i1 30 cat1",
                                    "isr i2 20 uses=r",
                                    "counter c 9",
                                    "alarm a c callback auto=1",
                                    "alarm b c activate t2 auto=5"};

static bool configure(struct world *world, enum place place, bool extended) {
    memset(world, 0, sizeof *world);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char copy[80], *words[10], *rest;
        unsigned count = 0;
        snprintf(copy, sizeof copy, "%s", lines[i]);
        for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) words[count++] = word;
        if (!world_configure(world, words, count)) return false;
    }
    world->config.extended_status = extended;
    world->config.startup_hook = place == STARTUP;
    world->config.shutdown_hook = place == SHUTDOWN;
    world->config.error_hook = place == ERROR;
    world->config.pre_task_hook = place == PRE;
    world->config.post_task_hook = place == POST;
    return world_finish(world);
}

static void call(struct world *world, enum osek_service service, uint64_t argument, struct osek_result *result) {
    struct osek_call it = {service, {argument}};
    osek_call(&world->config, world->state, &it, 0, result);
}

/* The kernel is in this place, and t1 runs or ran. */
static bool enter(struct world *world, enum place place) {
    static const enum osek_context_kind kinds[PLACES] = {OSEK_TASK,         OSEK_ISR,           OSEK_ISR,
                                                         OSEK_ERROR_HOOK,   OSEK_PRE_TASK_HOOK, OSEK_POST_TASK_HOOK,
                                                         OSEK_STARTUP_HOOK, OSEK_SHUTDOWN_HOOK, OSEK_ALARM_CALLBACK};
    struct osek_result result;
    osek_start(&world->config, world->state, 0, 0);
    if (place == ISR1) osek_interrupt(&world->config, world->state, 0);
    if (place == ISR2) osek_interrupt(&world->config, world->state, 1);
    if (place == ERROR) call(world, OSEK_ActivateTask, 0, &result);
    if (place == POST) call(world, OSEK_ActivateTask, 1, &result);
    if (place == SHUTDOWN) call(world, OSEK_ShutdownOS, 0, &result);
    if (place == CALLBACK) osek_tick(&world->config, world->state, 0, 0, &result);
    uint32_t now = osek_current(&world->config, world->state);
    return osek_context_kind(&world->config, now, NULL) == kinds[place];
}

/* Called with arguments that are right otherwise, or at least not wrong in a way that table 12-1 is about. */
static bool answers(struct world *world, enum osek_service service, bool allowed) {
    struct osek_result result;
    unsigned char before[WORLD_STATE];
    bool extended = world->config.extended_status;
    memcpy(before, world->state, sizeof before);
    struct osek_call it = {service, {0, 1, 1}};
    if (service == OSEK_SetRelAlarm || service == OSEK_SetAbsAlarm) it.arguments[0] = 0;
    osek_call(&world->config, world->state, &it, 0, &result);
    bool told = result.misused.misuse == OSEK_WRONG_LEVEL;
    if (allowed) return !told && result.status != OSEK_E_CALLEVEL;
    bool refused = !memcmp(before, world->state, osek_state_size(&world->config));
    enum osek_status status = extended && osek_service_has_status(service) ? OSEK_E_CALLEVEL : OSEK_OK;
    return told && refused && result.status == status;
}

bool levels_are_right(char *why, size_t size) {
    struct world world;
    for (unsigned extended = 0; extended < 2; extended++)
        for (size_t i = 0; i < sizeof table / sizeof *table; i++)
            for (enum place place = 0; place < PLACES; place++) {
                bool allowed = table[i].allowed[place] == 'x';
                if (!configure(&world, place, extended) || !enter(&world, place)) {
                    snprintf(why, size, "cannot get into %s: %s", place_names[place], world.why);
                    return false;
                }
                if (answers(&world, table[i].service, allowed)) continue;
                snprintf(why, size, "%s in %s%s", osek_service_name(table[i].service), place_names[place],
                         extended ? ", extended status" : "");
                return false;
            }
    return sizeof table / sizeof *table == OSEK_SERVICE_COUNT;
}
