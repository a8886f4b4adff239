#include "cfront/ir/called.h"

#include "cfront/ir/walk.h"

#include <string.h>

struct search {
    const struct c_program *program;
    bool *called;
};

static void call_address(struct search *search, uint64_t address) {
    for (uint32_t i = 0; i < search->program->function_count; i++)
        if (search->program->functions[i]->address == address) search->called[i] = true;
}

static void look_at(void *context, const struct c_expression *e) {
    if (e->kind == C_CONSTANT && e->type->kind == C_POINTER) call_address(context, (uint64_t)e->integer);
}

static void look_at_bytes(struct search *search, const struct c_type *type, const unsigned char *bytes) {
    uint64_t address = 0;
    if (type->kind == C_POINTER) {
        memcpy(&address, bytes, type->size);
        call_address(search, address);
    }
    for (uint32_t i = 0; type->kind == C_ARRAY && i < type->count; i++)
        look_at_bytes(search, type->target, bytes + (size_t)i * type->target->size);
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count; i++)
        look_at_bytes(search, type->fields[i].type, bytes + type->fields[i].offset);
}

static bool follow(struct search *search) {
    bool more = false;
    for (uint32_t f = 0; f < search->program->function_count; f++) {
        const struct c_function *function = search->program->functions[f];
        for (uint32_t i = 0; search->called[f] && i < function->code_count; i++) {
            const struct c_function *callee = function->code[i].kind == C_CALL ? function->code[i].callee : NULL;
            if (callee && !search->called[callee->index]) search->called[callee->index] = more = true;
        }
    }
    return more;
}

/* `by_main`: or is it main() alone that may call them? */
static bool *find(const struct c_program *program, struct arena *arena, bool by_main) {
    struct search search = {program, arena_new_array(arena, bool, program->function_count + 1)};
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct c_function *function = program->functions[f];
        if (function->role != C_ORDINARY && (by_main || function->role != C_MAIN)) search.called[f] = true;
        for (uint32_t i = 0; i < function->code_count; i++) walk_instruction(&function->code[i], look_at, &search);
    }
    for (uint32_t i = 0; i < program->global_count; i++)
        if (program->globals[i]->initial)
            look_at_bytes(&search, program->globals[i]->type, program->globals[i]->initial);
    while (follow(&search)) {
    }
    return search.called;
}

bool *called_find(const struct c_program *program, struct arena *arena) { return find(program, arena, true); }

bool *called_by_others(const struct c_program *program, struct arena *arena) { return find(program, arena, false); }
