#include "app/subject/in_time.h"

/* In whatever mode: main() may choose it. */
static bool some_task_starts(const struct subject *subject) {
    for (uint32_t i = 0; i < subject->config->task_count; i++)
        if (subject->config->tasks[i].autostart) return true;
    return false;
}

/* Where a counter stands between two ticks when it is set nobody knows: one tick may be over at once. */
static bool may_set_for_next_tick(const struct c_instruction *code) {
    bool sets = code->kind == C_SERVICE && (code->service == OSEK_SetRelAlarm || code->service == OSEK_SetAbsAlarm);
    if (!sets || code->argument_count < 2) return false;
    const struct c_expression *ticks = c_constant(code->arguments[1]);
    return !ticks || ticks->integer <= 1;
}

static bool code_sets_for_next_tick(const struct c_program *program) {
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            if (may_set_for_next_tick(&program->functions[f]->code[i])) return true;
    return false;
}

static bool is_set_for_first_tick(const struct subject *subject) {
    for (uint32_t i = 0; i < subject->config->alarm_count; i++) {
        const struct osek_alarm *alarm = &subject->config->alarms[i];
        if (alarm->autostart && alarm->start <= 1) return true;
    }
    return code_sets_for_next_tick(subject->program);
}

const char *in_time_words(const struct subject *subject) {
    return some_task_starts(subject) && is_set_for_first_tick(subject)
               ? "every task is ready again before its alarm expires again, and every counter's first tick comes a "
                 "whole tick after StartOS"
               : "every task is ready again before its alarm expires again";
}
