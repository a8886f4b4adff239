#include "app/analysis/uncounted.h"

#include "app/analysis/ends.h"

const bool *uncounted_find(const struct subject *subject, struct arena *arena) {
    const struct c_program *program = subject->program;
    bool *uncounted = arena_new_array(arena, bool, subject->instruction_count + 1);
    struct arena *own = arena_new();
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct rounds rounds = ends_find(program->functions[f], false, own);
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            uncounted[subject->first_instruction[f] + i] = ends_goes_round(&rounds, i);
    }
    arena_free(own);
    return uncounted;
}
