#include "app/subject/inert.h"

#include <stdlib.h>

/* A call through a pointer may be one of whatever. */
static bool is_inert(const struct c_function *function, bool *seen) {
    if (seen[function->index]) return true;
    seen[function->index] = true;
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_instruction *instruction = &function->code[i];
        if (instruction->kind == C_SERVICE || instruction->kind == C_INTERRUPT) return false;
        if (instruction->kind == C_CALL && (!instruction->callee || !is_inert(instruction->callee, seen))) return false;
    }
    return true;
}

void inert_find(struct subject *subject) {
    for (uint32_t i = 0; i < subject->config->isr_count; i++) {
        const struct c_function *entry = subject->program->entries[osek_context(subject->config, OSEK_ISR, i)];
        bool *seen = memory_new(subject->program->function_count * sizeof *seen + 1);
        subject->isr_sources[i].inert = !entry || is_inert(entry, seen);
        free(seen);
    }
}
