#include "app/analysis/background.h"

#include "app/analysis/touched.h"

static bool ends_or_waits(const struct c_instruction *code) {
    return code->kind == C_SERVICE &&
           (code->service == OSEK_TerminateTask || code->service == OSEK_ChainTask || code->service == OSEK_WaitEvent);
}

/* ---- tasks that go on for ever ---- */

/* Does some way through the task's own function end, or wait? What it calls is asked about elsewhere. */
static bool comes_to_rest(const struct c_function *function, struct arena *arena) {
    bool *seen = arena_new_array(arena, bool, function->code_count + 1);
    VEC(uint32_t) waiting = {0};
    bool found = false;
    vec_push(&waiting, 0);
    while (waiting.count && !found) {
        uint32_t at = waiting.items[--waiting.count];
        if (seen[at]) continue;
        struct c_next next = c_next(function->code, at);
        seen[at] = true;
        found = !next.count || ends_or_waits(&function->code[at]);
        for (uint32_t i = 0; i < next.count; i++) vec_push(&waiting, next.list[i]);
    }
    vec_free(&waiting);
    return found;
}

struct resting {
    const struct c_program *program;
    uint32_t entry;
    bool found;
};

static void look_at_callee(void *context, uint32_t function) {
    struct resting *resting = context;
    const struct c_function *code = resting->program->functions[function];
    for (uint32_t i = 0; function != resting->entry && i < code->code_count; i++)
        resting->found |= ends_or_waits(&code->code[i]);
}

static bool goes_on_for_ever(const struct analysis *analysis, bool *const *calls, uint32_t task, struct arena *arena) {
    const struct c_program *program = analysis->subject->program;
    const struct c_function *entry = program->entries[task];
    if (!entry || comes_to_rest(entry, arena)) return false;
    struct resting resting = {program, entry->index, false};
    bool *seen = arena_new_array(arena, bool, program->function_count + 1);
    touched_visit_calls(calls, program->function_count, entry->index, seen, look_at_callee, &resting);
    return !resting.found;
}

/* ---- whether it matters ---- */

static bool may_wait(const struct subject *subject, uint32_t counter) {
    return source_may_wait(&subject->counter_sources[counter]);
}

/* By an alarm of a counter that only code, or other alarms, advance. */
static bool may_advance(const struct subject *subject, const struct c_expression *counter, uint32_t task) {
    const struct osek_config *config = subject->config;
    for (uint32_t i = 0; i < config->alarm_count; i++) {
        const struct osek_alarm *alarm = &config->alarms[i];
        bool is_its = !counter || (uint64_t)counter->integer == alarm->counter;
        if (is_its && !source_has_own_time(&subject->counter_sources[alarm->counter]) &&
            (alarm->task == task || alarm->action == OSEK_INCREMENT))
            return true;
    }
    return false;
}

/* The same as the alarm does. */
static bool may_start(const struct subject *subject, const struct c_instruction *code, uint32_t task,
                      enum osek_action action) {
    bool starts = action == OSEK_ACTIVATE ? code->service == OSEK_ActivateTask || code->service == OSEK_ChainTask
                                          : code->service == OSEK_SetEvent;
    bool advances = code->service == OSEK_IncrementCounter;
    if (code->kind != C_SERVICE || !(starts || advances) || !code->argument_count) return false;
    const struct c_expression *argument = c_constant(code->arguments[0]);
    if (advances) return may_advance(subject, argument, task);
    return !argument || (uint64_t)argument->integer == task;
}

static bool code_may_start(const struct subject *subject, uint32_t task, enum osek_action action) {
    const struct c_program *program = subject->program;
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            if (may_start(subject, &program->functions[f]->code[i], task, action)) return true;
    return false;
}

/* An alarm that waits for its task starts one that others start, too. */
static bool alarms_meet_others(const struct subject *subject) {
    const struct osek_config *config = subject->config;
    for (uint32_t i = 0; i < config->alarm_count; i++) {
        const struct osek_alarm *alarm = &config->alarms[i];
        if (osek_alarm_starts_task(alarm) && may_wait(subject, alarm->counter) &&
            code_may_start(subject, alarm->task, alarm->action))
            return true;
    }
    return false;
}

void background_find(struct analysis *analysis, bool *const *calls) {
    const struct osek_config *config = analysis->subject->config;
    if (!alarms_meet_others(analysis->subject)) return;
    struct arena *own = arena_new();
    const struct source *isrs = analysis->subject->isr_sources;
    bool *untimed = arena_new_array(analysis->arena, bool, analysis->subject->context_count + 1), any = false;
    for (uint32_t i = 0; i < analysis->subject->context_count; i++) {
        uint32_t index;
        enum osek_context_kind kind = osek_context_kind(config, i, &index);
        untimed[i] = (kind == OSEK_ISR && !isrs[index].beats) || (kind == OSEK_MAIN && config->profile.main_goes_on) ||
                     (kind == OSEK_TASK && goes_on_for_ever(analysis, calls, i, own));
        any |= untimed[i];
    }
    analysis->untimed = any ? untimed : NULL;
    arena_free(own);
}
