#include "app/analysis/stack.h"

#include "base/memory.h"

#include <stdlib.h>

enum mark { UNKNOWN, UNDER_WAY, KNOWN };

struct measuring {
    const struct c_program *program;
    struct stack_need *needs; /* by function */
    unsigned char *marks;
};

static struct stack_need measure(struct measuring *measuring, const struct c_function *function);

static void include(struct measuring *measuring, const struct c_function *callee, struct stack_need *deepest) {
    if (measuring->marks[callee->index] == UNDER_WAY) {
        deepest->recursive = true;
        return;
    }
    struct stack_need need = measure(measuring, callee);
    if (need.bytes > deepest->bytes) deepest->bytes = need.bytes;
    if (need.calls > deepest->calls) deepest->calls = need.calls;
    deepest->recursive |= need.recursive;
}

static struct stack_need measure(struct measuring *measuring, const struct c_function *function) {
    struct stack_need *need = &measuring->needs[function->index];
    if (measuring->marks[function->index] == KNOWN) return *need;
    measuring->marks[function->index] = UNDER_WAY;
    struct stack_need deepest = {0};
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_instruction *instruction = &function->code[i];
        if (instruction->kind != C_CALL) continue;
        if (instruction->callee) {
            include(measuring, instruction->callee, &deepest);
            continue;
        }
        for (uint32_t f = 0; f < measuring->program->function_count; f++)
            if (measuring->program->functions[f]->parameter_count == instruction->argument_count)
                include(measuring, measuring->program->functions[f], &deepest);
    }
    *need = (struct stack_need){function->frame_size + deepest.bytes, 1 + deepest.calls, deepest.recursive};
    measuring->marks[function->index] = KNOWN;
    return *need;
}

struct stack_need stack_need_of(const struct c_program *program, const struct c_function *entry) {
    struct measuring measuring = {.program = program,
                                  .needs = memory_new(program->function_count * sizeof *measuring.needs),
                                  .marks = memory_new(program->function_count)};
    struct stack_need need = measure(&measuring, entry);
    free(measuring.needs);
    free(measuring.marks);
    return need;
}
