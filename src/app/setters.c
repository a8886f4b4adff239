#include "app/setters.h"

static bool may_be(const struct c_expression *argument, uint64_t number) {
    const struct c_expression *known = c_constant(argument);
    return !known || (uint64_t)known->integer == number;
}

bool setters_are_there(const struct subject *subject, uint32_t task, uint64_t events) {
    const struct osek_config *config = subject->config;
    const struct c_program *program = subject->program;
    for (uint32_t i = 0; i < config->alarm_count; i++)
        if (config->alarms[i].action == OSEK_SET_EVENT && config->alarms[i].task == task &&
            (config->alarms[i].event & events))
            return true;
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            const struct c_instruction *code = &program->functions[f]->code[i];
            if (code->kind != C_SERVICE || code->service != OSEK_SetEvent || !may_be(code->arguments[0], task))
                continue;
            const struct c_expression *mask = c_constant(code->arguments[1]);
            if (!mask || ((uint64_t)mask->integer & events)) return true;
        }
    return false;
}
