#include "app/subject/ways.h"

#include "base/vec.h"

#include <stdlib.h>

struct walk {
    enum way (*look)(const void *context, const struct c_instruction *code);
    const void *context;
    bool *seen; /* by function: it is under way */
};

static bool pass_by(const struct walk *walk, const struct c_function *function) {
    VEC(uint32_t) waiting = {0};
    bool found = walk->seen[function->index];
    bool *been = memory_new(function->code_count + 1);
    walk->seen[function->index] = true;
    vec_push(&waiting, 0);
    while (waiting.count && !found) {
        uint32_t at = vec_pop(&waiting);
        const struct c_instruction *code = &function->code[at];
        enum way way = walk->look(walk->context, code);
        if (been[at] || way == WAY_COMES_BY) continue;
        been[at] = true;
        if (code->kind == C_CALL && code->callee && !pass_by(walk, code->callee)) continue;
        struct c_next next = c_next(function->code, at);
        found = !next.count || way == WAY_ENDS;
        for (uint32_t i = 0; i < next.count; i++) vec_push(&waiting, next.list[i]);
    }
    vec_free(&waiting);
    free(been);
    walk->seen[function->index] = false;
    return found;
}

bool ways_pass_by(const struct c_program *program, const struct c_function *function,
                  enum way (*look)(const void *context, const struct c_instruction *code), const void *context) {
    struct walk walk = {look, context, memory_new(program->function_count + 1)};
    bool found = pass_by(&walk, function);
    free(walk.seen);
    return found;
}
