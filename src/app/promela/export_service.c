/* A call of the operating system, and what is wrong with its answer.
 *
 * The kernel of osek.pml answers as in extended status. In standard status most errors are not answered: what happens
 * then is undefined, so that whoever does not want to hear of them cannot have such a model. */
#include "app/analysis/aligned.h"
#include "app/promela/export_internal.h"
#include "app/subject/expect.h"
#include "app/subject/service_text.h"

#include <string.h>

/* The kinds of first arguments. */
enum identifier { NO_IDENTIFIER, OF_TASK, OF_RESOURCE, OF_ALARM, OF_COUNTER };

struct service_form {
    const char *name; /* in os_model.pml */
    enum identifier identifier;
    unsigned count; /* of arguments */
};

static const struct service_form forms[OSEK_SERVICE_COUNT] = {
    [OSEK_ActivateTask] = {"svcActivateTask", OF_TASK, 1},
    [OSEK_TerminateTask] = {"svcTerminateTask", NO_IDENTIFIER, 0},
    [OSEK_ChainTask] = {"svcChainTask", OF_TASK, 1},
    [OSEK_Schedule] = {"svcSchedule", NO_IDENTIFIER, 0},
    [OSEK_GetResource] = {"svcGetResource", OF_RESOURCE, 1},
    [OSEK_ReleaseResource] = {"svcReleaseResource", OF_RESOURCE, 1},
    [OSEK_SetEvent] = {"svcSetEvent", OF_TASK, 2},
    [OSEK_ClearEvent] = {"svcClearEvent", NO_IDENTIFIER, 1},
    [OSEK_WaitEvent] = {"svcWaitEvent", NO_IDENTIFIER, 1},
    [OSEK_SetRelAlarm] = {"svcSetAlarm", OF_ALARM, 3},
    [OSEK_CancelAlarm] = {"svcCancelAlarm", OF_ALARM, 1},
    [OSEK_DisableAllInterrupts] = {"svcDisableAll", NO_IDENTIFIER, 0},
    [OSEK_EnableAllInterrupts] = {"svcEnableAll", NO_IDENTIFIER, 0},
    [OSEK_SuspendAllInterrupts] = {"svcSuspendAll", NO_IDENTIFIER, 0},
    [OSEK_ResumeAllInterrupts] = {"svcResumeAll", NO_IDENTIFIER, 0},
    [OSEK_SuspendOSInterrupts] = {"svcSuspendOS", NO_IDENTIFIER, 0},
    [OSEK_ResumeOSInterrupts] = {"svcResumeOS", NO_IDENTIFIER, 0},
    [OSEK_GetTaskID] = {"svcGetTaskID", NO_IDENTIFIER, 0},
    [OSEK_GetTaskState] = {"svcGetTaskState", OF_TASK, 1},
    [OSEK_GetEvent] = {"svcGetEvent", OF_TASK, 1},
    [OSEK_ShutdownOS] = {"svcShutdownOS", NO_IDENTIFIER, 1},
    [OSEK_ErrorGetServiceId] = {"svcErrorGetServiceId", NO_IDENTIFIER, 0},
    [OSEK_IncrementCounter] = {"svcIncrementCounter", OF_COUNTER, 1},
};

bool export_service_by_name(const char *name, enum osek_service *service) {
    for (unsigned i = 0; i < OSEK_SERVICE_COUNT; i++)
        if (forms[i].name && strcmp(forms[i].name, name) == 0) {
            *service = (enum osek_service)i;
            return true;
        }
    return false;
}

bool export_service_has_identifier(enum osek_service service) { return forms[service].identifier != NO_IDENTIFIER; }

/* ---- Errors ---- */

/* Which check says what of an error; APP_CHECK_UNCHECKED: it is a misuse of nothing. */
struct possible {
    enum osek_status status;
    enum app_check check;
};

enum { MOST_ERRORS = 3 };

static const struct possible errors[OSEK_SERVICE_COUNT][MOST_ERRORS] = {
    [OSEK_ActivateTask] = {{OSEK_E_LIMIT, APP_CHECK_ACTIVATION}},
    [OSEK_TerminateTask] = {{OSEK_E_RESOURCE, APP_CHECK_RESOURCE}, {OSEK_E_CALLEVEL, APP_CHECK_LEVEL}},
    [OSEK_ChainTask] = {{OSEK_E_LIMIT, APP_CHECK_ACTIVATION},
                        {OSEK_E_RESOURCE, APP_CHECK_RESOURCE},
                        {OSEK_E_CALLEVEL, APP_CHECK_LEVEL}},
    [OSEK_Schedule] = {{OSEK_E_RESOURCE, APP_CHECK_RESOURCE}, {OSEK_E_CALLEVEL, APP_CHECK_LEVEL}},
    [OSEK_GetResource] = {{OSEK_E_ACCESS, APP_CHECK_RESOURCE}},
    [OSEK_ReleaseResource] = {{OSEK_E_NOFUNC, APP_CHECK_RESOURCE}},
    [OSEK_SetEvent] = {{OSEK_E_STATE, APP_CHECK_EVENT}, {OSEK_E_ACCESS, APP_CHECK_EVENT}},
    [OSEK_ClearEvent] = {{OSEK_E_ACCESS, APP_CHECK_EVENT}, {OSEK_E_CALLEVEL, APP_CHECK_LEVEL}},
    [OSEK_WaitEvent] = {{OSEK_E_RESOURCE, APP_CHECK_RESOURCE},
                        {OSEK_E_ACCESS, APP_CHECK_EVENT},
                        {OSEK_E_CALLEVEL, APP_CHECK_LEVEL}},
    [OSEK_GetEvent] = {{OSEK_E_STATE, APP_CHECK_EVENT}},
    [OSEK_SetRelAlarm] = {{OSEK_E_STATE, APP_CHECK_UNCHECKED}},
    [OSEK_CancelAlarm] = {{OSEK_E_NOFUNC, APP_CHECK_UNCHECKED}},
};

const char *export_kind_of_answer(const struct subject *subject, enum osek_service service, enum osek_status status) {
    for (unsigned i = 0; i < MOST_ERRORS; i++)
        if (errors[service][i].status == status && status != OSEK_OK && subject->enabled[errors[service][i].check])
            return app_check_name(errors[service][i].check);
    return app_check_name(APP_CHECK_UNCHECKED);
}

/* Errors that the text of the application, or its configuration, rules out. */
static bool is_possible(const struct exporter *exporter, const struct possible *error, uint64_t identifier,
                        enum osek_service service) {
    const struct osek_config *config = exporter->config;
    switch (error->status) {
    case OSEK_OK: return false;
    case OSEK_E_CALLEVEL: return exporter->task == 0;
    case OSEK_E_RESOURCE: return config->resource_count > 0;
    case OSEK_E_ACCESS:
        if (service == OSEK_SetEvent) return config->tasks[identifier].events == 0;
        return service == OSEK_GetResource || exporter->task == 0 || config->tasks[exporter->task - 1].events == 0;
    default: return true;
    }
}

/* Answered in standard status, too (13.2 ... 13.6). */
static bool is_standard(const struct possible *error) {
    return error->status == OSEK_E_LIMIT || error->check == APP_CHECK_UNCHECKED;
}

/* 8.5: what somebody does not declare he may get all the same, below the ceiling: a misuse in any case. */
static bool is_undeclared(const struct exporter *exporter, enum osek_service service, uint64_t resource) {
    if (service != OSEK_GetResource || exporter->config->resources[resource].scheduler) return false;
    uint64_t declared = exporter->task ? exporter->config->tasks[exporter->task - 1].resources
                                       : exporter->config->isrs[exporter->isr].resources;
    return !(declared >> resource & 1);
}

/* Of a function that returns it, who called that may look at it, or not. */
static enum c_regard regard_of(const struct exporter *exporter, const struct c_instruction *instruction) {
    for (size_t i = exporter->calls.count; instruction->regard == C_RETURNED && i-- > 0 && exporter->calls.items[i].by;)
        instruction = exporter->calls.items[i].by;
    return instruction->regard;
}

enum judgement { FINE, WRONG, UNDEFINED };

static enum judgement judge(const struct exporter *exporter, const struct c_instruction *instruction,
                            const struct possible *error, uint64_t identifier) {
    const struct subject *subject = exporter->subject;
    bool undeclared = is_undeclared(exporter, instruction->service, identifier);
    enum app_check check = undeclared ? APP_CHECK_CEILING : error->check;
    bool counts = check != APP_CHECK_UNCHECKED && subject->enabled[check];
    bool silent = undeclared || (!exporter->config->extended_status && !is_standard(error));
    if (silent) return counts ? WRONG : UNDEFINED;
    enum c_regard regard = regard_of(exporter, instruction);
    if (regard == C_LOOKED_AT || expect_has(subject, instruction->service, error->status)) return FINE;
    bool unchecked = regard == C_IGNORED && subject->enabled[APP_CHECK_UNCHECKED] && !exporter->config->error_hook;
    return counts || unchecked ? WRONG : FINE;
}

static bool add_checks(struct exporter *exporter, const struct c_instruction *instruction, uint64_t identifier) {
    const struct possible *list = errors[instruction->service];
    unsigned possible = 0, wrong = 0;
    const char *each = "";
    for (unsigned i = 0; i < MOST_ERRORS; i++) {
        if (!is_possible(exporter, &list[i], identifier, instruction->service)) continue;
        enum judgement judgement = judge(exporter, instruction, &list[i], identifier);
        if (judgement == UNDEFINED)
            return export_refuse(exporter, instruction->place,
                                 "misuse that nobody wants to hear of, and of which the standard says nothing,");
        possible++;
        if (judgement != WRONG) continue;
        each = arena_printf(exporter->arena, "%s%sresult != %s", each, wrong++ ? " && " : "",
                            osek_status_name(list[i].status));
    }
    if (wrong)
        export_line(exporter, "assert(%s);%s", wrong == possible ? "result == E_OK" : each,
                    export_finding(exporter, "service", instruction->place, "%s", ""));
    return true;
}

/* 7: an event that the task does not have is a misuse that no status tells. */
static bool add_events_check(struct exporter *exporter, const struct c_instruction *instruction, uint64_t identifier) {
    bool sets = instruction->service == OSEK_SetEvent;
    uint64_t mask;
    if (!service_gives_events(instruction->service) || !exporter->subject->enabled[APP_CHECK_EVENT]) return true;
    if (!export_known_number(instruction->arguments[sets], &mask))
        return export_refuse(exporter, instruction->place, "a mask of events that is no constant");
    if (!sets && !exporter->task) return true; /* it is not allowed there */
    uint64_t own = exporter->config->tasks[sets ? identifier : exporter->task - 1].events;
    if (!own || !(mask & ~own)) return true; /* who has no events is refused */
    if (!sets) return export_refuse(exporter, instruction->place, "to wait for an event that the task does not have");
    export_line(exporter, "assert(result != E_OK);%s",
                export_finding(exporter, "event", instruction->place, "%s: %s", exporter->who,
                               osek_misuse_text(OSEK_EVENT_OF_OTHERS)));
    return true;
}

/* ---- Arguments ---- */

static const char *identifier_text(struct exporter *exporter, enum identifier kind, uint64_t number) {
    const struct osek_config *config = exporter->config;
    if (kind == OF_TASK && number < config->task_count)
        return export_identifier(exporter, config->tasks[number].name, (uint32_t)number + 1);
    if (kind == OF_RESOURCE && number < config->resource_count)
        return export_identifier(exporter, config->resources[number].name, (uint32_t)number + 1);
    if (kind == OF_ALARM && number < config->alarm_count)
        return export_identifier(exporter, config->alarms[number].name, (uint32_t)number + 1);
    if (kind == OF_COUNTER && number < config->counter_count)
        return arena_printf(exporter->arena, "%u", (uint32_t)number + 1);
    return NULL;
}

/* 13.6.3.3: up to the counter's largest value; the cycle at least its MINCYCLE, or 0. */
static bool is_in_range(const struct osek_config *config, uint64_t alarm, unsigned argument, uint64_t ticks) {
    const struct osek_counter *counter = &config->counters[config->alarms[alarm].counter];
    if (argument == 1) return ticks > 0 && ticks <= counter->max;
    return ticks == 0 || (ticks >= counter->min_cycle && ticks <= counter->max);
}

static bool add_argument(struct exporter *exporter, const struct c_instruction *instruction, unsigned i,
                         uint64_t identifier, uint32_t instance, struct text *call) {
    const struct c_expression *value = instruction->arguments[i];
    uint64_t number;
    bool known = export_known_number(value, &number);
    enum osek_service service = instruction->service;
    if (service == OSEK_SetRelAlarm && (!known || !is_in_range(exporter->config, identifier, i, number)))
        return export_refuse(exporter, value->place, "a time that is no constant in its counter's range");
    if (known && number > INT32_MAX && service != OSEK_SetRelAlarm)
        return export_refuse(exporter, value->place, "an event beyond the 31st");
    return export_value(exporter, value, instance, call);
}

static bool add_arguments(struct exporter *exporter, const struct c_instruction *instruction, unsigned shown,
                          uint32_t instance, uint64_t *identifier, struct text *call) {
    const struct service_form *form = &forms[instruction->service];
    for (unsigned i = 0; i < shown; i++) {
        text_add(call, ", ");
        if (i >= form->count || i >= instruction->argument_count) {
            text_add(call, "0");
        } else if (i == 0 && form->identifier) {
            const char *name = export_known_number(instruction->arguments[0], identifier)
                                   ? identifier_text(exporter, form->identifier, *identifier)
                                   : NULL;
            if (!name)
                return export_refuse(exporter, instruction->place, "an identifier that is no constant, or of nothing,");
            text_add(call, name);
        } else if (!add_argument(exporter, instruction, i, *identifier, instance, call)) {
            return false;
        }
    }
    return true;
}

/* ---- The call ---- */

static bool ends_caller(enum osek_service service) {
    return service == OSEK_TerminateTask || service == OSEK_ChainTask;
}

static bool check_place(struct exporter *exporter, const struct c_instruction *instruction) {
    enum osek_service service = instruction->service;
    if (!forms[service].name || service == OSEK_ErrorGetServiceId)
        return export_refuse(exporter, instruction->place, osek_service_name(service));
    if (!exporter->task && exporter->category == 1)
        return export_refuse(exporter, instruction->place, "a service in an interrupt routine of category 1");
    return true;
}

/* ---- Services that the caller does by itself ---- */

/* "state = STATE_OF(t2)", "advance1()". */
static bool add_effect(struct exporter *exporter, const struct c_instruction *instruction, uint64_t identifier,
                       const char *name, uint32_t instance, struct text *out) {
    if (instruction->service == OSEK_IncrementCounter) {
        exporter->advanced[identifier] = true;
        text_printf(out, "advance%u(); status = E_OK", (uint32_t)identifier + 1);
        return true;
    }
    if (instruction->service == OSEK_GetEvent && !exporter->config->tasks[identifier].events)
        return export_refuse(exporter, instruction->place, "GetEvent of a basic task");
    bool hidden = !exporter->task && exporter->config->profile.task_id_invalid_in_isr;
    const struct c_expression *pointer = instruction->output_count ? instruction->outputs[0] : NULL;
    const char *value = instruction->service == OSEK_GetTaskState ? arena_printf(exporter->arena, "STATE_OF(%s)", name)
                        : instruction->service == OSEK_GetEvent ? arena_printf(exporter->arena, "task[%s].events", name)
                        : hidden                                ? "-1"
                        : exporter->hook == OSEK_POST_TASK_HOOK ? "WHO_LEFT"
                                                                : "WHO";
    if (!pointer || pointer->kind != C_ADDRESS) return export_refuse(exporter, instruction->place, "a pointer");
    if (exporter->bindings.minds_alignment && !aligned_is(pointer->left, pointer->type->target->align))
        return export_refuse(exporter, instruction->place, "a pointer that need not be aligned");
    /* 13.5.3.3: a suspended task has no events. */
    bool asks = instruction->service == OSEK_GetEvent;
    if (asks) text_printf(out, "if :: task[%s].state == SUSPENDED -> status = E_OS_STATE :: else -> ", name);
    if (!export_place(exporter, pointer->left, instance, out)) return false;
    text_add(out, " = ");
    export_reduced(pointer->left->type, pointer->left->type->size * 8, value, out);
    if (asks) text_add(out, " fi");
    return true;
}

static bool is_direct(enum osek_service service) {
    return service == OSEK_GetTaskID || service == OSEK_GetTaskState || service == OSEK_GetEvent ||
           service == OSEK_IncrementCounter;
}

static bool add_direct(struct exporter *exporter, const struct c_instruction *instruction, uint32_t instance) {
    const struct service_form *form = &forms[instruction->service];
    uint64_t identifier = 0;
    const char *name = "0", *caller = "0";
    if (form->identifier)
        name = export_known_number(instruction->arguments[0], &identifier)
                   ? identifier_text(exporter, form->identifier, identifier)
                   : NULL;
    if (!name) return export_refuse(exporter, instruction->place, "an identifier that is no constant, or of nothing,");
    if (exporter->task) caller = export_identifier(exporter, exporter->who, exporter->task);
    struct text effect = {0};
    bool ok = add_effect(exporter, instruction, identifier, name, instance, &effect);
    export_before(exporter);
    exporter->loads = 0;
    if (ok) {
        export_line(exporter,
                    "atomic { %s; beginCall(%s, %u); status = E_OK; %s; printf(\"@%s %%d 0 0 = %%d\\n\", %s, status); "
                    "endCall(status) };",
                    exporter->guard, caller, instruction->place.line, text_chars(&effect), form->name, name);
        if (instruction->service == OSEK_IncrementCounter) export_line(exporter, "%s;", exporter->guard);
        bool can_fail = instruction->service == OSEK_GetEvent;
        ok = (!can_fail ||
              (add_checks(exporter, instruction, identifier) && export_error_hook(exporter, instruction->service))) &&
             export_result(exporter, instruction->target, "result", instance);
    }
    text_free(&effect);
    return ok;
}

/* ---- Resources of interrupt routines ---- */

static bool add_routine_resource(struct exporter *exporter, const struct c_instruction *instruction,
                                 uint32_t instance) {
    uint64_t identifier = 0;
    const char *name = export_known_number(instruction->arguments[0], &identifier)
                           ? identifier_text(exporter, OF_RESOURCE, identifier)
                           : NULL;
    if (!name) return export_refuse(exporter, instruction->place, "an identifier that is no constant, or of nothing,");
    const char *effect =
        instruction->service == OSEK_GetResource
            ? arena_printf(exporter->arena, "TakeResource(%u, %u, %s)", exporter->isr + 1, exporter->level, name)
            : arena_printf(exporter->arena, "GiveResource(%u, %s)", exporter->isr + 1, name);
    exporter->shares = true;
    export_line(exporter,
                "atomic { %s; beginCall(0, %u); %s; printf(\"@%s %%d 0 0 = %%d\\n\", %s, status); endCall(status) };",
                exporter->guard, instruction->place.line, effect, forms[instruction->service].name, name);
    return add_checks(exporter, instruction, identifier) && export_error_hook(exporter, instruction->service) &&
           export_result(exporter, instruction->target, "result", instance);
}

static bool is_resource(enum osek_service service) {
    return service == OSEK_GetResource || service == OSEK_ReleaseResource;
}

/* ---- ShutdownOS, and all others ---- */

static bool add_shutdown(struct exporter *exporter, const struct c_instruction *instruction, uint32_t instance) {
    struct text argument = {0};
    if (exporter->hook == OSEK_SHUTDOWN_HOOK || exporter->hook == OSEK_STARTUP_HOOK)
        return export_refuse(exporter, instruction->place, "ShutdownOS in StartupHook or ShutdownHook");
    bool ok = !instruction->argument_count || export_value(exporter, instruction->arguments[0], instance, &argument);
    export_before(exporter);
    exporter->loads = 0;
    export_line(exporter, "atomic { %s -> printf(\"@call %u %u\\n@%s %%d 0 0 = 0\\n\", %s); level = 255 };",
                exporter->guard, exporter->task, instruction->place.line, forms[OSEK_ShutdownOS].name,
                argument.length ? text_chars(&argument) : "0");
    ok = ok && export_shutdown_hook(exporter, argument.length ? text_chars(&argument) : "0");
    export_line(exporter, "giveUp();");
    text_free(&argument);
    return ok;
}

/* Only what can return an error can be followed by ErrorHook. */
static bool add_reaction(struct exporter *exporter, const struct c_instruction *instruction) {
    if (!osek_service_has_status(instruction->service)) return true;
    return export_error_hook(exporter, instruction->service);
}

/* OSErrorGetServiceId(): ErrorHook stands behind the call, so that it is known. */
static bool add_failed_service(struct exporter *exporter, const struct c_instruction *instruction, uint32_t instance) {
    const char *number = arena_printf(exporter->arena, "%d", (int)exporter->failed);
    export_line(exporter, "printf(\"@call 0 %u\\n@%s 0 0 0 = 0\\n\");", instruction->place.line,
                forms[OSEK_ErrorGetServiceId].name);
    return export_result(exporter, instruction->target, number, instance);
}

static bool add_in_hook(struct exporter *exporter, const struct c_instruction *instruction, uint32_t instance) {
    enum osek_service service = instruction->service;
    if (service == OSEK_ErrorGetServiceId && exporter->hook == OSEK_ERROR_HOOK)
        return add_failed_service(exporter, instruction, instance);
    if (service == OSEK_GetTaskID && exporter->hook != OSEK_STARTUP_HOOK && exporter->hook != OSEK_SHUTDOWN_HOOK)
        return add_direct(exporter, instruction, instance);
    return export_refuse(exporter, instruction->place,
                         arena_printf(exporter->arena, "%s in a hook", osek_service_name(service)));
}

bool export_service(struct exporter *exporter, const struct c_instruction *instruction, uint32_t instance) {
    enum osek_service service = instruction->service;
    if (service == OSEK_ShutdownOS) return add_shutdown(exporter, instruction, instance);
    if (exporter->hook != OSEK_TASK) return add_in_hook(exporter, instruction, instance);
    if (!check_place(exporter, instruction)) return false;
    if (is_direct(service)) return add_direct(exporter, instruction, instance);
    if (is_resource(service) && !exporter->task) return add_routine_resource(exporter, instruction, instance);
    struct text call = {0};
    uint64_t identifier = 0;
    bool ends = ends_caller(service) && exporter->task;
    if (exporter->task)
        text_printf(&call, "%s(%s, %s", ends ? "endAPI" : "taskAPI",
                    export_identifier(exporter, exporter->who, exporter->task), forms[service].name);
    else
        text_printf(&call, "isrAPI(%u, %s", exporter->level, forms[service].name);
    bool ok = add_arguments(exporter, instruction, ends ? 1 : 3, instance, &identifier, &call);
    export_before(exporter);
    exporter->loads = 0;
    if (ok) {
        export_line(exporter, "%s, %u);", text_chars(&call), instruction->place.line);
        if (ends) export_line(exporter, "if :: result == E_OK -> goto finished :: else fi;");
        ok = add_checks(exporter, instruction, identifier) && add_events_check(exporter, instruction, identifier) &&
             add_reaction(exporter, instruction) && export_result(exporter, instruction->target, "result", instance);
    }
    text_free(&call);
    return ok;
}
