#include "app/analysis/ahead.h"

#include "app/analysis/points.h"

static void add_range(uint64_t *set, uint32_t first, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) ahead_add(set, first + i);
}

/* The one that the argument names, or, if that is known only when the program runs, any. */
static void add_named(const struct c_expression *name, uint64_t *set, uint32_t first, uint32_t count) {
    const struct c_expression *constant = c_constant(name);
    if (!constant)
        add_range(set, first, count);
    else if ((uint64_t)constant->integer < count)
        ahead_add(set, first + (uint32_t)constant->integer);
}

static void add_looks(const struct ahead *ahead, uint64_t *set, uint32_t counter, unsigned looks) {
    for (uint32_t i = 0; i < COUNTER_LOOKS; i++)
        if (looks >> i & 1) ahead_add(set, ahead->first_look + counter * COUNTER_LOOKS + i);
}

unsigned ahead_looks(const struct ahead *ahead, const uint64_t *set, uint32_t counter) {
    unsigned looks = 0;
    for (uint32_t i = 0; i < COUNTER_LOOKS; i++)
        if (ahead_has(set, ahead->first_look + counter * COUNTER_LOOKS + i)) looks |= 1U << i;
    return looks;
}

void ahead_add_expiry(const struct ahead *ahead, uint32_t alarm, uint64_t *set) {
    const struct osek_config *config = ahead->subject->config;
    const struct osek_alarm *it = &config->alarms[alarm];
    switch (it->action) {
    case OSEK_ACTIVATE: ahead_add(set, it->task); break;
    case OSEK_SET_EVENT: ahead_add(set, ahead->first_woken + it->task); break;
    case OSEK_CALLBACK: ahead_add(set, osek_context(config, OSEK_ALARM_CALLBACK, alarm)); break;
    case OSEK_INCREMENT: add_looks(ahead, set, it->increment, COUNTER_TICKS); break; /* such a tick is code's, too */
    case OSEK_ACTION_NONE: break;
    }
}

/* ---- what an instruction does ---- */

static void add_service(const struct ahead *ahead, const struct c_instruction *call, uint64_t *set) {
    const struct osek_config *config = ahead->subject->config;
    const struct c_expression *named = call->argument_count ? call->arguments[0] : NULL;
    for (uint32_t i = 0; i < config->counter_count; i++) add_looks(ahead, set, i, counter_look(config, call, i));
    switch (call->service) {
    case OSEK_ActivateTask:
    case OSEK_ChainTask: add_named(named, set, 0, config->task_count); break;
    case OSEK_SetEvent: add_named(named, set, ahead->first_woken, config->task_count); break;
    case OSEK_SetRelAlarm:
    case OSEK_SetAbsAlarm: add_named(named, set, ahead->first_alarm, config->alarm_count); break;
    default: break;
    }
}

static void add_own(const struct ahead *ahead, const struct c_instruction *instruction, uint64_t *set) {
    const struct osek_config *config = ahead->subject->config;
    if (instruction->kind == C_SERVICE) add_service(ahead, instruction, set);
    if (instruction->kind == C_INTERRUPT) add_range(set, osek_context(config, OSEK_ISR, 0), config->isr_count);
}

static bool add_callees(const struct ahead *ahead, const struct c_instruction *call, uint64_t *set) {
    const struct c_program *program = ahead->subject->program;
    const uint32_t *first = ahead->subject->first_instruction;
    if (call->callee) return ahead_join(ahead, set, ahead_from(ahead, first[call->callee->index]));
    bool grown = false;
    for (uint32_t f = 0; f < program->function_count; f++)
        if (points_may_call(call, program->functions[f])) grown |= ahead_join(ahead, set, ahead_from(ahead, first[f]));
    return grown;
}

/* ---- all of them ---- */

static bool go_through(const struct ahead *ahead, uint32_t function) {
    const struct c_function *it = ahead->subject->program->functions[function];
    uint32_t first = ahead->subject->first_instruction[function];
    bool grown = false;
    for (uint32_t i = it->code_count; i-- > 0;) {
        uint64_t *set = ahead_from(ahead, first + i);
        struct c_next next = c_next(it->code, i);
        for (uint32_t n = 0; n < next.count; n++)
            if (next.list[n] < it->code_count) grown |= ahead_join(ahead, set, ahead_from(ahead, first + next.list[n]));
        if (it->code[i].kind == C_CALL) grown |= add_callees(ahead, &it->code[i], set);
    }
    return grown;
}

static void add_start(struct ahead *ahead, const struct c_instruction *call) {
    const struct osek_config *config = ahead->subject->config;
    for (uint32_t i = 0; call->kind == C_SERVICE && i < config->counter_count; i++)
        if (counter_look(config, call, i) & COUNTER_ABSOLUTE)
            ahead->starts[ahead->start_count++] = (struct ahead_start){i, counter_look_start(call)};
}

static void look_at_instructions(struct ahead *ahead) {
    const struct c_program *program = ahead->subject->program;
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            const struct c_instruction *instruction = &program->functions[f]->code[i];
            add_own(ahead, instruction, ahead_from(ahead, ahead->subject->first_instruction[f] + i));
            add_start(ahead, instruction);
        }
}

static uint32_t count_absolute(const struct c_program *program) {
    uint32_t count = 0;
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            const struct c_instruction *instruction = &program->functions[f]->code[i];
            count += instruction->kind == C_SERVICE && instruction->service == OSEK_SetAbsAlarm;
        }
    return count;
}

static bool some_counter_is_stepwise(const struct osek_config *config) {
    for (uint32_t i = 0; i < config->counter_count; i++)
        if (config->counters[i].stepwise) return true;
    return false;
}

struct ahead *ahead_find(const struct subject *subject, struct arena *arena) {
    const struct osek_config *config = subject->config;
    if (!some_counter_is_stepwise(config)) return NULL;
    struct ahead *ahead = arena_new_array(arena, struct ahead, 1);
    ahead->subject = subject;
    ahead->first_woken = subject->context_count;
    ahead->first_alarm = ahead->first_woken + config->task_count;
    ahead->first_look = ahead->first_alarm + config->alarm_count;
    ahead->words = (ahead->first_look + config->counter_count * COUNTER_LOOKS + 63) / 64;
    ahead->from = arena_new_array(arena, uint64_t, (size_t)(subject->instruction_count + 1) * ahead->words);
    ahead->starts = arena_new_array(arena, struct ahead_start,
                                    (size_t)count_absolute(subject->program) * config->counter_count + 1);
    look_at_instructions(ahead);
    for (bool grown = true; grown;) {
        grown = false;
        for (uint32_t f = 0; f < subject->program->function_count; f++) grown |= go_through(ahead, f);
    }
    return ahead;
}
