#include "cfront/layout.h"

#include "cfront/symbols.h"

#include <string.h>

enum { RECURSION_LIMIT = 32 }; /* without an option: how deep recursive functions may call themselves */

static uint64_t align_up(uint64_t value, uint64_t align) { return (value + align - 1) / align * align; }

/* ---- How much stack a context needs at most ---- */

struct depth {
    uint64_t bytes;
    enum { UNKNOWN, UNDER_WAY, KNOWN } state;
};

struct walk {
    struct front *front;
    struct depth *depths;
    bool recursive; /* a function was met that calls itself, perhaps through others */
};

static uint64_t need(struct walk *walk, const struct c_function *function);

static uint64_t need_of_call(struct walk *walk, const struct c_instruction *call) {
    if (call->callee) return need(walk, call->callee);
    uint64_t most = 0; /* through a pointer: any of that type */
    for (size_t i = 0; i < walk->front->functions.count; i++) {
        const struct c_function *function = walk->front->functions.items[i];
        if (call->value->type->target != function->type) continue;
        uint64_t bytes = need(walk, function);
        if (bytes > most) most = bytes;
    }
    return most;
}

static uint64_t need(struct walk *walk, const struct c_function *function) {
    struct depth *depth = &walk->depths[function->index];
    if (depth->state == KNOWN) return depth->bytes;
    if (depth->state == UNDER_WAY) {
        walk->recursive = true;
        return 0;
    }
    depth->state = UNDER_WAY;
    uint64_t most = 0;
    for (uint32_t i = 0; i < function->code_count; i++) {
        if (function->code[i].kind != C_CALL) continue;
        uint64_t bytes = need_of_call(walk, &function->code[i]);
        if (bytes > most) most = bytes;
    }
    depth->state = KNOWN;
    return depth->bytes = most + function->frame_size;
}

static uint64_t stack_size(struct front *front) {
    struct walk walk = {.front = front};
    walk.depths = arena_new_array(front->scratch, struct depth, front->functions.count + 1);
    uint64_t most = 0;
    for (size_t i = 0; i < front->functions.count; i++) {
        uint64_t bytes = need(&walk, front->functions.items[i]);
        if (bytes > most) most = bytes;
    }
    unsigned limit = front->options->recursion_limit ? front->options->recursion_limit : RECURSION_LIMIT;
    return align_up(walk.recursive ? most * (limit + 1) : most, 16) + 16;
}

/* ---- Objects ---- */

static void place_objects(struct front *front) {
    struct c_program *program = front->program;
    uint64_t next = SYMBOLS_FIRST_FUNCTION + (uint64_t)front->functions.count * SYMBOLS_FUNCTION_STEP;
    next = align_up(next + 1, 16);
    program->memory_begin = next;
    for (size_t i = 0; i < front->globals.count; i++) {
        struct c_object *object = front->globals.items[i];
        next = align_up(next, object->align);
        object->address = next;
        object->index = (uint32_t)i;
        next += object->type->size + 1u; /* a free byte, so that one past the end is nobody's beginning */
    }
    program->memory_end = next;
}

static void relocate(struct front *front) {
    for (size_t i = 0; i < front->relocations.count; i++) {
        const struct relocation *relocation = &front->relocations.items[i];
        uint64_t address = relocation->to->address + (uint64_t)relocation->addend;
        unsigned char *bytes = (unsigned char *)relocation->object->initial + relocation->offset;
        for (uint32_t j = 0; j < front->program->pointer_size; j++) bytes[j] = (unsigned char)(address >> 8 * j);
    }
}

void layout_program(struct front *front) {
    struct c_program *program = front->program;
    uint32_t contexts = osek_context_count(front->names->config);
    place_objects(front);
    relocate(front);
    program->stack_size = stack_size(front);
    program->stack_begin = align_up(program->memory_end + 16, 16);
    uint64_t end = program->stack_begin + contexts * program->stack_size;
    uint64_t limit = program->pointer_size >= 8 ? (uint64_t)1 << 40 : (uint64_t)1 << (program->pointer_size * 8);
    if (end > limit)
        diag_error(
            front->diagnostics, (struct place){front->units.items[0].path, 0, 0},
            "the program needs %llu bytes of memory (%llu for objects, %llu for each of %u stacks), but addresses of "
            "the target have %u bits",
            (unsigned long long)end, (unsigned long long)(program->memory_end - program->memory_begin),
            (unsigned long long)program->stack_size, contexts, program->pointer_size * 8);
}
