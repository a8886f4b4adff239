#include "app/exec/service.h"

#include "app/exec/argument.h"
#include "app/exec/clock.h"
#include "app/exec/evaluate.h"
#include "app/exec/judge.h"
#include "app/exec/late.h"
#include "app/exec/lifetime.h"
#include "app/exec/notes.h"
#include "app/exec/paced.h"
#include "app/exec/record.h"
#include "app/exec/symbolic.h"
#include "app/exec/unawaited.h"
#include "app/exec/unseen.h"
#include "app/exec/unset.h"
#include "app/exec/untimed.h"
#include "app/exec/witness.h"
#include "app/subject/expect.h"

#include <string.h>

/* ---- complaints ---- */

static void complain(struct machine *machine, const char *check, const char *who, enum osek_misuse misuse) {
    if (check) machine_fault(machine, check, "%s: %s", who, judge_misuse_text(machine->subject, misuse));
}

static bool is_forgiven(const struct machine *machine, enum osek_misuse misuse) {
    return machine->executor->forgives && late_is_misuse(misuse);
}

/* Another one, or what ends the step. What an alarm does no code has done, whatever callbacks have run since. */
static void complain_of(struct machine *machine, uint32_t context, const struct osek_misused *misused, bool is_last) {
    struct text *words = machine_words(machine);
    struct complaint complaint = judge_alone(machine->subject, misused, context, words);
    const struct c_instruction *running = machine->instruction;
    if (!complaint.check || is_forgiven(machine, misused->misuse)) return;
    if (misused->alarm) machine->instruction = NULL;
    if (is_last)
        machine_complain(machine, complaint, text_chars(words));
    else
        machine_add_fault(machine, complaint, text_chars(words));
    machine->instruction = running;
}

/* Of all that is wrong in one step; the first ends it. */
static void complain_of_all(struct machine *machine, uint32_t context, const struct osek_result *result) {
    for (unsigned i = 0; i < result->further_count; i++) complain_of(machine, context, &result->further[i], false);
    complain_of(machine, context, &result->misused, true);
}

/* `outrun`: only since the last one that was asked for has taken too long. */
static void complain_about_call(struct machine *machine, uint32_t caller, const struct osek_call *call,
                                const struct osek_result *result, enum c_regard regard, bool outrun) {
    struct text *words = machine_words(machine);
    struct complaint complaint = judge_call(machine->analysis, caller, call, result, regard, words);
    if (complaint.check && !outrun) machine_complain(machine, complaint, text_chars(words));
}

/* ---- the kernel's operations ---- */

/* Code of ISRs and hooks that nobody can interrupt and nobody observes runs on through what it asks of the kernel; but
 * routines that request each other may begin again and again, without end. */
static bool may_go_on(const struct machine *machine) {
    const struct executor *executor = machine->executor;
    if (machine->ends > executor->subject->context_count) return false;
    bool needed = machine->arrivals || executor->sees_services || executor->subject->no_reduction;
    return machine->current >= executor->subject->config->task_count && !needed;
}

/* Either this is the operation that the step may do, or it may be done beside it if it has one outcome only. */
static bool begin_operation(struct machine *machine) {
    if (machine->permit) {
        machine->permit = false;
        return true;
    }
    if (!may_go_on(machine)) machine_leave(machine, LEAVE_POINT);
    memcpy(machine->kernel_before, machine->kernel, machine->executor->kernel_size);
    return false;
}

static void end_operation(struct machine *machine, bool permitted, unsigned choices) {
    if (permitted) {
        machine_set_choices(machine, choices);
    } else if (choices > 1) {
        memcpy(machine->kernel, machine->kernel_before, machine->executor->kernel_size);
        machine_leave(machine, LEAVE_POINT);
    }
}

/* Where requests are counted, and there are more of them than we count, nothing is known of what comes then: the kernel
 * stays as it was. `who`: "t calls ActivateTask(u)". */
static void keep_kernel(struct machine *machine) {
    if (machine->subject->config->counts_requests)
        memcpy(machine->kernel_before, machine->kernel, machine->executor->kernel_size);
}

static void stop_counting(struct machine *machine, const struct osek_result *result, const char *who) {
    if (!judge_is_beyond_counting(machine->subject, result->misused.misuse)) return;
    memcpy(machine->kernel, machine->kernel_before, machine->executor->kernel_size);
    complain(machine, judge_misuse(machine->subject, result->misused.misuse), who, result->misused.misuse);
}

static void end_code(struct machine *machine, uint32_t context) {
    struct context_run *run = &machine->contexts[context];
    uint32_t count = run->frame_count;
    run->frame_count = run->log_length = 0;
    lifetimes_end(machine, context, 0, count);
    unseen_end(machine, context, 0);
    machine->ends++;
    machine->ended_recurrent |= machine->analysis->recurrent[context];
    machine->ended_own |= !subject_is_hook(machine->subject, context);
}

/* Until ShutdownHook is over, whoever was under way when ShutdownOS was called still is, like who has called it:
 * pointers may lead to their locals, and they may have been stopped amid an access, or in a region. */
static bool is_going_down(const struct machine *machine) {
    const struct osek_config *config = machine->subject->config;
    return osek_is_stopped(config, machine->kernel) && !osek_is_shut_down(config, machine->kernel);
}

/* StartOS does not come back to main(), which therefore does not end: pointers may lead to its locals until all is
 * over. */
static bool stays(const struct machine *machine, uint32_t context) {
    const struct context_run *run = &machine->contexts[context];
    if (is_going_down(machine)) return true;
    if (osek_context_kind(machine->subject->config, context, NULL) != OSEK_MAIN) return false;
    for (uint32_t i = 0; i < run->frame_count; i++)
        if (machine->analysis->is_mortal[run->frames[i].function->index]) return true;
    return false;
}

static void stop_code(struct machine *machine, uint32_t context) {
    struct context_run *run = &machine->contexts[context];
    if (stays(machine, context))
        run->log_length = 0, run->stopped = false;
    else
        end_code(machine, context);
}

/* Code that ended is gone, and after a shutdown all of it. */
static void drop_ended(struct machine *machine) {
    const struct executor *executor = machine->executor;
    bool over = osek_is_shut_down(executor->subject->config, machine->kernel) &&
                osek_current(executor->subject->config, machine->kernel) == OSEK_NONE;
    if (is_going_down(machine)) return;
    for (uint32_t i = 0; i < executor->subject->context_count; i++) {
        struct context_run *run = &machine->contexts[i];
        if (!run->frame_count || (!over && osek_is_under_way(executor->subject->config, machine->kernel, i))) continue;
        if (over)
            end_code(machine, i);
        else
            stop_code(machine, i);
    }
}

/* Whoever runs now is to be found anew. */
static void settle(struct machine *machine) {
    record_kernel(machine);
    untimed_settle(machine);
    paced_settle(machine);
    unawaited_settle(machine);
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
        if (memory_is_constant(machine, &outputs->cells[i], outputs->types[i]))
            machine_fault(machine, "memory", "%s writes to a constant", osek_service_name(instruction->service));
    }
}

static void look_at_outputs(struct machine *machine, const struct outputs *outputs) {
    for (uint32_t i = 0; machine->wary && i < outputs->count; i++)
        if (outputs->types[i]) machine->executor->witness->access(machine, &outputs->cells[i], outputs->types[i], true);
}

static void store(struct machine *machine, const struct cell *cell, const struct c_type *type, uint64_t value) {
    unseen_write(machine, cell, type);
    record_write_begin(machine, cell, type);
    memory_put(machine, cell, type, memory_reduce(type, value), 0);
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
            const unsigned char *entry =
                memory_remember(machine, MEMORY_RESULT, (const unsigned char *)&value, sizeof value);
            machine_drop_terms(machine, entry, sizeof value);
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

static void note_shutdown(struct machine *machine, uint32_t caller) {
    enum osek_context_kind kind = osek_context_kind(machine->subject->config, caller, NULL);
    bool by_hook = kind != OSEK_TASK && kind != OSEK_ISR && kind != OSEK_MAIN;
    executor_note(&machine->executor->reached[machine_instruction_number(machine)],
                  by_hook ? REACHED_END_BY_HOOK : REACHED_END_BY_OTHERS);
    unseen_forget(machine);
}

bool service_choose_mode(const struct subject *subject, struct osek_call *call, struct text *words) {
    if (subject->mode_given) call->arguments[0] = subject->mode;
    if (!subject->names || call->arguments[0] < subject->names->mode_count) return true;
    text_printf(words, "there is no application mode of number %llu", (unsigned long long)call->arguments[0]);
    return false;
}

static void choose_mode(struct machine *machine, struct osek_call *call) {
    struct text *words = machine_words(machine);
    if (!service_choose_mode(machine->subject, call, words))
        machine_fault(machine, app_check_name(APP_CHECK_ARGUMENT), "%s", text_chars(words));
}

static void note_call(struct machine *machine, uint32_t caller, const struct osek_call *call,
                      const struct osek_result *result) {
    bool returns = !result->caller_ended && osek_service_has_status(call->service);
    if (!machine->notes) return;
    notes_chance(machine);
    vec_push(&machine->notes->calls, (struct notes_call){caller, *call, returns ? (int)result->status : -1});
}

/* Of a function that returns it, who called that may look at it, or not. */
static enum c_regard regard_of(const struct machine *machine, const struct c_instruction *instruction) {
    const struct frame *frame = machine->frame;
    while (instruction->regard == C_RETURNED && frame > machine->run->frames)
        frame--, instruction = &frame->function->code[frame->next];
    return instruction->regard;
}

/* What it is to be followed by has not ended: time has outrun the code. Where that does not count, it ends. */
static void end_all_the_same(struct machine *machine, struct osek_call *call, struct osek_result *result) {
    memcpy(machine->kernel, machine->kernel_before, machine->executor->kernel_size);
    *call = (struct osek_call){.service = OSEK_TerminateTask};
    *result = (struct osek_result){0};
    osek_call(machine->subject->config, machine->kernel, call, 0, result);
}

/* Code may look at the status: whether it does, the run shows. */
static void follow_error(struct machine *machine, uint32_t caller, const struct c_instruction *instruction,
                         const struct cell *target, const struct osek_call *call, const struct osek_result *result) {
    bool is_wrong = judge_call(machine->analysis, caller, call, result, C_IGNORED, machine_words(machine)).check;
    if (is_wrong) unseen_begin(machine, caller, instruction, target, instruction->target->type, result);
}

void service_call(struct machine *machine, const struct c_instruction *instruction) {
    const struct executor *executor = machine->executor;
    struct osek_call call = {.service = instruction->service};
    struct osek_result result = {0};
    struct outputs outputs;
    struct cell target;
    if (finish_return(machine, instruction)) return;
    arguments_take(machine, instruction, &call);
    if (call.service == OSEK_StartOS) choose_mode(machine, &call);
    find_outputs(machine, instruction, &outputs);
    if (instruction->target) evaluate_place(machine, instruction->target, &target);
    look_at_outputs(machine, &outputs);
    bool permitted = begin_operation(machine);
    uint32_t caller = machine->current;
    enum c_regard regard = regard_of(machine, instruction);
    keep_kernel(machine);
    struct untimed_call untimed = untimed_before(machine, caller, &call);
    paced_before_call(machine, &call);
    bool stands = call.service == OSEK_IncrementCounter && machine_stops_clock(machine, caller, call.arguments[0]);
    unsigned choices = stands ? 1
                              : osek_call(executor->subject->config, machine->kernel, &call,
                                          permitted ? (unsigned)machine->choice : 0, &result);
    if (call.service == OSEK_IncrementCounter && !stands && call.arguments[0] < 64)
        machine->advanced |= (uint64_t)1 << call.arguments[0];
    judge_prefer(executor->subject, &call, regard, &result);
    stop_counting(machine, &result, subject_context_name(executor->subject, caller));
    end_operation(machine, permitted, choices);
    untimed_after(machine, &untimed);
    bool forgiven = executor->forgives && late_is_call(&call, &result);
    bool outrun = (forgiven || paced_is_outrun(machine, caller, &call, &result)) &&
                  judge_call(machine->analysis, caller, &call, &result, regard, machine_words(machine)).check;
    if (outrun && call.service == OSEK_ChainTask) end_all_the_same(machine, &call, &result);
    paced_after_call(machine, caller, &call);
    machine->labels = executor->witness->labels(executor, &call);
    if (osek_ends_all(call.service) && result.caller_ended) note_shutdown(machine, caller);
    record_service(machine, &call, &result);
    note_call(machine, caller, &call, &result);
    if (result.caller_ended) {
        notes_left(machine, caller, 1);
        stop_code(machine, caller);
    } else {
        store_outputs(machine, &outputs, &result);
        return_result(machine, instruction, &target,
                      osek_service_has_status(call.service) ? (uint64_t)result.status : result.values[0]);
    }
    settle(machine);
    complain_about_call(machine, caller, &call, &result, regard, outrun);
    unseen_complain(machine, caller);
    if (instruction->target && !result.caller_ended && osek_service_has_status(call.service) && regard == C_LOOKED_AT &&
        !forgiven)
        follow_error(machine, caller, instruction, &target, &call, &result);
}

void service_end(struct machine *machine) {
    const struct executor *executor = machine->executor;
    struct osek_result result = {0};
    bool permitted = begin_operation(machine);
    uint32_t caller = machine->current;
    unsigned choices =
        osek_end(executor->subject->config, machine->kernel, permitted ? (unsigned)machine->choice : 0, &result);
    judge_prefer(executor->subject, NULL, C_LOOKED_AT, &result);
    end_operation(machine, permitted, choices);
    notes_chance(machine);
    notes_left(machine, caller, 1);
    end_code(machine, caller);
    settle(machine);
    complain_of_all(machine, caller, &result);
    unseen_complain(machine, caller);
}

void service_request(struct machine *machine, uint64_t isr) {
    const struct executor *executor = machine->executor;
    if (isr >= executor->subject->config->isr_count)
        machine_fault(machine, "argument", "there is no interrupt of number %llu", (unsigned long long)isr);
    begin_operation(machine);
    osek_request_interrupt(executor->subject->config, machine->kernel, (uint32_t)isr);
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
    machine->executor->witness->arrival(machine);
    spend(machine, &machine->subject->isr_sources[isr]);
    osek_interrupt(machine->subject->config, machine->kernel, isr);
    record_interrupt(machine, isr);
    settle(machine);
}

void service_switch(struct machine *machine, uint32_t task) {
    machine->permit = false;
    machine->executor->witness->arrival(machine);
    osek_switch(machine->subject->config, machine->kernel, task);
    settle(machine);
}

uint32_t service_ticks(const struct machine *machine, uint32_t counter, bool *expires) {
    bool alone = machine->subject->config->counters[counter].stepwise && machine_is_counter_alone(machine, counter);
    return clock_ticks(machine, counter, alone, expires);
}

void service_tick(struct machine *machine, uint32_t counter) {
    const struct osek_config *config = machine->subject->config;
    struct osek_result result = {0};
    bool expires;
    uint32_t ticks = service_ticks(machine, counter, &expires);
    machine->permit = false;
    machine->executor->witness->arrival(machine);
    if (expires) spend(machine, &machine->subject->counter_sources[counter]);
    record_tick(machine, counter, ticks);
    keep_kernel(machine);
    if (ticks > 1) osek_pass_ticks(config, machine->kernel, counter, ticks - 1);
    record_expiries(machine, counter);
    paced_before_tick(machine, counter);
    machine->choices = osek_tick(config, machine->kernel, counter, (unsigned)machine->choice, &result);
    paced_after_tick(machine, counter);
    judge_prefer(machine->subject, NULL, C_LOOKED_AT, &result);
    struct text *who = machine_words(machine);
    if (result.misused.alarm) text_printf(who, "%s expires", config->alarms[result.misused.alarm - 1].name);
    stop_counting(machine, &result, text_chars(who));
    settle(machine);
    complain_of_all(machine, OSEK_NONE, &result);
}

void service_go_on_without(struct machine *machine, uint32_t number) {
    machine->permit = false;
    machine->executor->witness->arrival(machine);
    unawaited_mark(machine, number);
    settle(machine);
}
