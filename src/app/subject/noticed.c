#include "app/subject/noticed.h"

static uint64_t bits_of_events(const struct subject *subject) {
    uint64_t bits = 0;
    for (uint32_t i = 0; i < subject->config->task_count; i++) bits |= subject->config->tasks[i].events;
    for (uint32_t i = 0; subject->names && i < subject->names->event_count; i++) bits |= subject->names->event_masks[i];
    return bits;
}

/* A bit that is no event's is noticed by who asks for all that are set, or waits for it. */
static void note(struct noticed *noticed, const struct c_instruction *code) {
    const struct c_expression *mask = code->service == OSEK_WaitEvent ? c_constant(code->arguments[0]) : NULL;
    noticed->parameters |= code->service == OSEK_ErrorParameter;
    if (mask)
        noticed->event_bits |= (uint64_t)mask->integer;
    else if (code->service == OSEK_WaitEvent || code->service == OSEK_GetEvent)
        noticed->event_bits = UINT64_MAX;
}

/* The kernel has no room for others. */
static uint64_t bits_that_are_kept(const struct osek_config *config) {
    uint32_t bytes = config->layout.event_size;
    return bytes && bytes < 8 ? ((uint64_t)1 << 8 * bytes) - 1 : UINT64_MAX;
}

struct noticed noticed_find(const struct subject *subject) {
    const struct c_program *program = subject->program;
    uint64_t events = bits_of_events(subject);
    struct noticed noticed = {.event_bits = events};
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            if (program->functions[f]->code[i].kind == C_SERVICE) note(&noticed, &program->functions[f]->code[i]);
    noticed.event_bits &= bits_that_are_kept(subject->config) | events;
    return noticed;
}
