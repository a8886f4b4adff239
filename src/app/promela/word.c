#include "app/promela/word.h"
#include "base/word.h"

#include "promela/token.h"

#include <ctype.h>
#include <string.h>

static const char *const MODEL[] = {
    /* of os_model.pml and osek.pml */
    "API",
    "notifyAPP",
    "level",
    "disabled",
    "masked",
    "maskedOS",
    "cameMasked",
    "alarm",
    "task",
    "resource",
    "ready",
    "length",
    "turn",
    "nesting",
    "status",
    "at",
    "preempted",
    "result",
    "choice",
    "requested",
    "REQUESTED",
    "ARRIVED",
    "INTERRUPTED",
    "ROUTINE",
    "SEVERAL_ERRORS",
    "ChooseError",
    "stable",
    "abandoned",
    "abandon",
    "SETTLED",
    "UNSETTLED",
    "FORMULAS",
    "LIVENESS",
    "HOOKS",
    "HOOKED",
    "SWITCHING",
    "HOOK_ERROR",
    "HOOK_AFTER",
    "HOOK_BEFORE",
    "ERROR_HOOK",
    "PRE_HOOK",
    "POST_HOOK",
    "hooks",
    "left",
    "BEFORE_SWITCH",
    "AFTER_SWITCH",
    "SWITCHED",
    "AFTER_TASK",
    "BEFORE_TASK",
    "WHO_LEFT",
    "AFTER_ERROR",
    "endTick",
    "beginHook",
    "endHook",
    "taskHooks",
    "TICKS",
    "raised",
    "held",
    "SHARED_RESOURCES",
    "ABOVE_CEILINGS",
    "HOLDS_ANY",
    "TakeResource",
    "GiveResource",
    "GiveAll",
    "COMES",
    "STATE_OF",
    "WHO",
    "beginCall",
    "endCall",
    "end",
    "OSModel",
    "runTask",
    "before",
    "budget",
    "ticks",
    "cycle",
    "state",
    "events",
    "awaited",
    "owner",
    "finished",
    "start",
    "RUNS",
    "ALLOWED",
    "IDLE",
    "MASKED",
    "BALANCED",
    "CALL",
    "EVENTS",
    "SUSPENDED",
    "READY",
    "RUNNING",
    "WAITING",
    "TASKS",
    "RESOURCES",
    "REQUESTS",
    "HIGHEST",
    "ALARMS",
    "INTERRUPTS",
    "E_OK",
    "E_OS_ACCESS",
    "E_OS_CALLEVEL",
    "E_OS_LIMIT",
    "E_OS_NOFUNC",
    "E_OS_RESOURCE",
    "E_OS_STATE",
    "waitForRun",
    "taskAPI",
    "endAPI",
    "isrAPI",
    "enterISR",
    "leaveISR",
    "giveUp",
    "tellState",
    "configData",
    "startTasks",
    "initialData",
};

bool export_is_word(const char *name) {
    bool is_spins = strcmp(name, "in") == 0 || strcmp(name, "print") == 0; /* always words there, not here */
    return is_spins || token_is_keyword(name) || token_is_temporal(name);
}

bool export_is_reserved(const char *name) {
    if (export_is_word(name)) return true;
    for (size_t i = 0; i < sizeof MODEL / sizeof *MODEL; i++)
        if (strcmp(name, MODEL[i]) == 0) return true;
    return begins_with(name, "svc") || begins_with(name, "load") || begins_with(name, "next") ||
           begins_with(name, "advance") || begins_with(name, "formula");
}

const char *export_plain_name(struct arena *arena, const char *name) {
    char *copy = arena_text(arena, name);
    for (char *c = copy; *c; c++)
        if (!isalnum((unsigned char)*c)) *c = '_';
    return isalpha((unsigned char)*copy) ? copy : arena_printf(arena, "v%s", copy);
}
