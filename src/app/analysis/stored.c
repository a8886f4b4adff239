#include "app/analysis/stored.h"

static const struct interval unknown = {1, 0};

static bool stores(const struct c_instruction *code) {
    bool is_stored = code->kind == C_ASSIGN || code->kind == C_RETURN;
    return is_stored && code->value && code->value->type->kind == C_INTEGER;
}

const struct interval *stored_find(const struct subject *subject, struct arena *arena) {
    const struct c_program *program = subject->program;
    struct interval *stored = arena_new_array(arena, struct interval, subject->instruction_count + 1);
    struct arena *own = arena_new();
    struct slots *slots = slots_find(subject, points_find(subject, own), own);
    struct bounds *bounds = bounds_find(slots, !subject->enabled[APP_CHECK_OVERFLOW], own);
    for (uint32_t f = 0; f < program->function_count; f++) {
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            const struct c_instruction *code = &program->functions[f]->code[i];
            uint32_t number = subject->first_instruction[f] + i;
            stored[number] = stores(code) ? bounds_of(bounds, code->value, number) : unknown;
        }
    }
    slots_free(slots);
    arena_free(own);
    return stored;
}
