#include "app/service.h"

#include "app/atoms.h"
#include "app/ceiling.h"
#include "app/evaluate.h"
#include "app/lifetime.h"
#include "app/race.h"
#include "app/record.h"
#include "app/unset.h"

#include <string.h>

/* ---- words ---- */

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

static void print_events(const struct app *app, uint64_t mask, uint32_t owner, struct text *out) {
    const struct cfront_names *names = app->names;
    uint64_t owned = owner < app->config->task_count ? app->config->tasks[owner].events : UINT64_MAX;
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

static const char *identifier(const struct app *app, enum argument kind, uint64_t value) {
    const struct osek_config *config = app->config;
    if (kind == TASK && value < config->task_count) return config->tasks[value].name;
    if (kind == RESOURCE && value < config->resource_count) return config->resources[value].name;
    if (kind == ALARM && value < config->alarm_count) return config->alarms[value].name;
    if (kind == COUNTER && value < config->counter_count) return config->counters[value].name;
    if (kind == MODE && app->names && value < app->names->mode_count) return app->names->modes[value];
    return NULL;
}

void service_print(const struct app *app, const struct osek_call *call, uint32_t caller, struct text *out) {
    const enum argument *kinds = arguments[call->service];
    text_printf(out, "%s(", osek_service_name(call->service));
    for (unsigned i = 0; i < 3 && kinds[i] != NOTHING; i++) {
        const char *name = identifier(app, kinds[i], call->arguments[i]);
        if (i) text_add(out, ", ");
        if (name)
            text_add(out, name);
        else if (kinds[i] == EVENTS)
            print_events(app, call->arguments[i], i ? (uint32_t)call->arguments[0] : caller, out);
        else
            text_printf(out, "%llu", (unsigned long long)call->arguments[i]);
    }
    text_add_char(out, ')');
}

/* ---- complaints ---- */

static const enum app_check check_of[] = {
    [OSEK_MISSING_TERMINATE] = APP_CHECK_TERMINATE,
    [OSEK_RESOURCE_AT_END] = APP_CHECK_RESOURCE,
    [OSEK_RESOURCE_ORDER] = APP_CHECK_RESOURCE,
    [OSEK_RESOURCE_NESTED] = APP_CHECK_RESOURCE,
    [OSEK_RESOURCE_CEILING] = APP_CHECK_CEILING,
    [OSEK_ACTIVATION_LOST] = APP_CHECK_ACTIVATION,
    [OSEK_WRONG_LEVEL] = APP_CHECK_LEVEL,
    [OSEK_INTERRUPTS_DISABLED] = APP_CHECK_INTERRUPTS,
    [OSEK_INTERRUPTS_UNBALANCED] = APP_CHECK_INTERRUPTS,
    [OSEK_EVENT_OF_SUSPENDED] = APP_CHECK_EVENT,
    [OSEK_EVENT_OF_BASIC] = APP_CHECK_EVENT,
    [OSEK_BAD_IDENTIFIER] = APP_CHECK_ARGUMENT,
    [OSEK_BAD_VALUE] = APP_CHECK_ARGUMENT,
};

static void complain(struct machine *machine, const char *who, enum osek_misuse misuse) {
    enum app_check check = check_of[misuse];
    char doing[160];
    if (!machine->app->enabled[check]) return;
    snprintf(doing, sizeof doing, "%s", who);
    machine_fault(machine, app_check_name(check), "%s: %s", doing, osek_misuse_text(misuse));
}

/* Misuse is the application's own affair where the service reports it and somebody looks: the caller or ErrorHook. */
static void judge_call(struct machine *machine, uint32_t caller, const struct osek_call *call,
                       const struct osek_result *result, bool unused) {
    const struct app *app = machine->app;
    bool looked_at = result->status != OSEK_OK && (!unused || app->config->error_hook);
    bool unchecked = result->status != OSEK_OK && !looked_at && app->enabled[APP_CHECK_UNCHECKED];
    bool misused = result->misuse && !looked_at && app->enabled[check_of[result->misuse]];
    bool ceiling = misused && result->misuse == OSEK_RESOURCE_CEILING;
    if (!misused && !unchecked) return;
    struct text words = {0};
    char said[400];
    text_printf(&words, "%s calls ", app_context_name(app, caller));
    service_print(app, call, caller, &words);
    if (ceiling) {
        text_add(&words, ": ");
        ceiling_explain(app, caller, (uint32_t)call->arguments[0], &words);
    }
    snprintf(said, sizeof said, "%s", text_chars(&words));
    text_free(&words);
    if (ceiling) machine_fault(machine, app_check_name(APP_CHECK_CEILING), "%s", said);
    if (misused) complain(machine, said, result->misuse);
    machine_fault(machine, app_check_name(APP_CHECK_UNCHECKED), "%s: it returns %s, and nobody looks at it", said,
                  osek_status_name(result->status));
}

/* ---- the kernel's operations ---- */

/* Code of ISRs and hooks that nobody can interrupt and nobody observes runs on through what it asks of the kernel. */
static bool may_go_on(const struct machine *machine) {
    const struct app *app = machine->app;
    bool needed = machine->arrivals || app->property_count || app->no_reduction;
    return machine->current >= app->config->task_count && !needed;
}

/* Either this is the operation that the step may do, or it may be done beside it if it has one outcome only. */
static bool begin_operation(struct machine *machine) {
    if (machine->permit) {
        machine->permit = false;
        return true;
    }
    if (!may_go_on(machine)) machine_leave(machine, LEAVE_POINT);
    memcpy(machine->kernel_before, machine->kernel, machine->app->kernel_size);
    return false;
}

static void end_operation(struct machine *machine, bool permitted, unsigned choices) {
    if (permitted) {
        machine_set_choices(machine, choices);
    } else if (choices > 1) {
        memcpy(machine->kernel, machine->kernel_before, machine->app->kernel_size);
        machine_leave(machine, LEAVE_POINT);
    }
}

static void end_code(struct machine *machine, uint32_t context) {
    struct context_run *run = &machine->contexts[context];
    uint32_t count = run->frame_count;
    run->frame_count = run->log_length = 0;
    lifetimes_end(machine, context, 0, count);
    machine->ended_recurrent |= machine->app->recurrent[context];
}

/* Code that ended is gone, and after a shutdown all of it. */
static void drop_ended(struct machine *machine) {
    const struct app *app = machine->app;
    bool over =
        osek_is_shut_down(app->config, machine->kernel) && osek_current(app->config, machine->kernel) == OSEK_NONE;
    for (uint32_t i = 0; i < app->context_count; i++) {
        struct context_run *run = &machine->contexts[i];
        if (run->frame_count && (over || !osek_is_under_way(app->config, machine->kernel, i))) end_code(machine, i);
    }
}

/* Whoever runs now is to be found anew. */
static void settle(struct machine *machine) {
    record_kernel(machine);
    drop_ended(machine);
    machine->current = OSEK_NONE;
}

struct outputs {
    struct cell cells[3];
    const struct c_type *types[3];
    uint32_t count;
};

static void find_outputs(struct machine *machine, const struct c_instruction *instruction, struct outputs *outputs) {
    outputs->count = instruction->output_count < 3 ? instruction->output_count : 3;
    for (uint32_t i = 0; i < outputs->count; i++) {
        const struct c_expression *pointer = instruction->outputs[i];
        outputs->types[i] = pointer ? pointer->type->target : NULL;
        if (!pointer) continue;
        memory_at(machine, (uint64_t)evaluate(machine, pointer), outputs->types[i], &outputs->cells[i]);
        if (outputs->cells[i].constant || outputs->cells[i].object->is_const)
            machine_fault(machine, "memory", "%s writes to a constant", osek_service_name(instruction->service));
    }
}

static void look_at_outputs(struct machine *machine, const struct outputs *outputs) {
    for (uint32_t i = 0; machine->wary && i < outputs->count; i++)
        if (outputs->types[i]) race_look(machine, &outputs->cells[i], outputs->types[i], true);
}

static void store(struct machine *machine, const struct cell *cell, const struct c_type *type, uint64_t value) {
    record_write_begin(machine, cell, type);
    memory_encode(type, cell->bits, cell->bytes, memory_reduce(type, value));
    unset_give(machine, cell, type);
    record_write_end(machine, cell, type);
}

static void store_outputs(struct machine *machine, struct outputs *outputs, const struct osek_result *result) {
    for (uint32_t i = 0; i < outputs->count && i < result->value_count; i++)
        if (outputs->types[i]) store(machine, &outputs->cells[i], outputs->types[i], result->values[i]);
}

/* What the service returned goes to its target when the caller goes on: others may run before that. In the caller's own
 * frame nobody can tell; otherwise it waits in the log, under a number that no load has. */
static void return_result(struct machine *machine, const struct c_instruction *instruction, const struct cell *target,
                          uint64_t value) {
    machine->run->log_length = 0;
    if (instruction->target) {
        if (target->context != machine->current) {
            memory_remember(machine, MEMORY_RESULT, (const unsigned char *)&value, sizeof value);
            return;
        }
        store(machine, target, instruction->target->type, value);
    }
    machine->frame->next++;
}

static bool finish_return(struct machine *machine, const struct c_instruction *instruction) {
    const unsigned char *result = memory_remembered(machine, MEMORY_RESULT);
    struct cell target;
    uint64_t value;
    if (!result) return false;
    memcpy(&value, result, sizeof value);
    evaluate_place(machine, instruction->target, &target);
    memory_write(machine, &target, instruction->target->type);
    store(machine, &target, instruction->target->type, value);
    machine->frame->next++;
    machine->run->log_length = 0;
    return true;
}

void service_call(struct machine *machine, const struct c_instruction *instruction) {
    const struct app *app = machine->app;
    struct osek_call call = {.service = instruction->service};
    struct osek_result result = {0};
    struct outputs outputs;
    struct cell target;
    if (finish_return(machine, instruction)) return;
    for (uint32_t i = 0; i < instruction->argument_count && i < 3; i++)
        call.arguments[i] = (uint64_t)evaluate(machine, instruction->arguments[i]);
    find_outputs(machine, instruction, &outputs);
    if (instruction->target) evaluate_place(machine, instruction->target, &target);
    look_at_outputs(machine, &outputs);
    bool permitted = begin_operation(machine);
    uint32_t caller = machine->current;
    unsigned choices =
        osek_call(app->config, machine->kernel, &call, permitted ? (unsigned)machine->choice : 0, &result);
    end_operation(machine, permitted, choices);
    machine->calls = app->call_atom_count ? atoms_of_call(app, &call) : 0;
    record_service(machine, &call, &result);
    if (result.caller_ended) {
        end_code(machine, caller);
    } else {
        store_outputs(machine, &outputs, &result);
        return_result(machine, instruction, &target,
                      osek_service_has_status(call.service) ? (uint64_t)result.status : result.values[0]);
    }
    settle(machine);
    judge_call(machine, caller, &call, &result, instruction->result_unused);
}

void service_end(struct machine *machine) {
    const struct app *app = machine->app;
    struct osek_result result = {0};
    bool permitted = begin_operation(machine);
    uint32_t caller = machine->current;
    unsigned choices = osek_end(app->config, machine->kernel, permitted ? (unsigned)machine->choice : 0, &result);
    end_operation(machine, permitted, choices);
    end_code(machine, caller);
    settle(machine);
    if (result.misuse) complain(machine, app_context_name(app, caller), result.misuse);
}

void service_request(struct machine *machine, uint64_t isr) {
    const struct app *app = machine->app;
    if (isr >= app->config->isr_count)
        machine_fault(machine, "argument", "there is no interrupt of number %llu", (unsigned long long)isr);
    begin_operation(machine);
    osek_request_interrupt(app->config, machine->kernel, (uint32_t)isr);
    machine->frame->next++;
    machine->run->log_length = 0;
    settle(machine);
}

/* ---- from outside ---- */

static void spend(struct machine *machine, const struct source *source) {
    if (source->times != APP_UNBOUNDED) machine->budgets[source->slot]--;
}

void service_interrupt(struct machine *machine, uint32_t isr) {
    machine->permit = false;
    race_arrival(machine);
    spend(machine, &machine->app->isr_sources[isr]);
    osek_interrupt(machine->app->config, machine->kernel, isr);
    record_interrupt(machine, isr);
    settle(machine);
}

static void expiring(const struct machine *machine, uint32_t counter, uint32_t ticks, char *names, size_t room) {
    const struct osek_config *config = machine->app->config;
    struct text text = {0};
    for (uint32_t i = 0; i < config->alarm_count; i++) {
        uint32_t left, cycle;
        if (config->alarms[i].counter != counter || !osek_alarm_is_set(config, machine->kernel, i, &left, &cycle) ||
            left != ticks)
            continue;
        text_printf(&text, "%s%s", text.length ? ", " : "", config->alarms[i].name);
    }
    snprintf(names, room, "%s expires", text_chars(&text));
    text_free(&text);
}

/* Nobody sees a counter whose value nobody asks for: it jumps to where an alarm expires. */
void service_tick(struct machine *machine, uint32_t counter) {
    const struct osek_config *config = machine->app->config;
    uint32_t ticks = osek_ticks_to_expiry(config, machine->kernel, counter);
    struct osek_result result = {0};
    char names[160];
    if (!config->counters[counter].unobserved || !ticks) ticks = 1;
    machine->permit = false;
    race_arrival(machine);
    spend(machine, &machine->app->counter_sources[counter]);
    record_tick(machine, counter, ticks);
    if (ticks > 1) osek_pass_ticks(config, machine->kernel, counter, ticks - 1);
    expiring(machine, counter, 1, names, sizeof names);
    record_expiries(machine, counter);
    machine->choices = osek_tick(config, machine->kernel, counter, (unsigned)machine->choice, &result);
    settle(machine);
    if (result.misuse) complain(machine, names, result.misuse);
}
