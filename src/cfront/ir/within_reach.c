#include "cfront/ir/within_reach.h"

#include "base/vec.h"
#include "cfront/ir/walk.h"

#include <string.h>

struct search {
    const struct c_program *program;
    bool *runs;  /* by function */
    bool *named; /* by global */
    bool *held;  /* by function: some first value has its address */
    VEC(const struct c_function *) waiting;
};

typedef void visit_function(struct search *search, const struct c_function *function);
typedef void visit_object(struct search *search, const struct c_object *object);

/* ---- addresses ---- */

static void find_function(struct search *search, uint64_t address, visit_function *visit) {
    for (uint32_t f = 0; f < search->program->function_count; f++)
        if (search->program->functions[f]->address == address) visit(search, search->program->functions[f]);
}

static void find_object(struct search *search, uint64_t address, visit_object *visit) {
    const struct c_object *const *globals = search->program->globals;
    uint32_t low = 0, high = search->program->global_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (globals[middle]->address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low && address <= globals[low - 1]->address + globals[low - 1]->type->size) visit(search, globals[low - 1]);
}

/* Whatever could be an address, wherever it lies: also as a number. */
static void look_through(struct search *search, const struct c_object *object, visit_function *on_function,
                         visit_object *on_object) {
    const struct c_program *program = search->program;
    for (uint32_t i = 0; object->initial && i + program->pointer_size <= object->type->size; i++) {
        uint64_t bits = 0;
        memcpy(&bits, object->initial + i, program->pointer_size);
        uint64_t address = c_pointer_address(program, bits);
        if (!address) continue;
        if (on_object && address >= program->memory_begin && address < program->memory_end)
            find_object(search, address, on_object);
        else if (address < program->memory_begin)
            find_function(search, address, on_function);
    }
}

/* ---- what is named ---- */

static void add_function(struct search *search, const struct c_function *function) {
    if (search->runs[function->index]) return;
    search->runs[function->index] = true;
    vec_push(&search->waiting, function);
}

static void add_object(struct search *search, const struct c_object *object) {
    if (search->named[object->index]) return;
    search->named[object->index] = true;
    look_through(search, object, add_function, add_object);
}

static void look_at(void *context, const struct c_expression *e) {
    struct search *search = context;
    bool is_address = e->kind == C_CONSTANT && (e->type->kind == C_POINTER || e->is_code);
    if (is_address) find_function(search, (uint64_t)e->integer, add_function);
    if (e->kind == C_OBJECT && c_has_address(e->object)) add_object(search, e->object);
}

static void hold(struct search *search, const struct c_function *function) { search->held[function->index] = true; }

static bool is_others(const struct c_object *object, bool (*is_table)(const char *name)) {
    return object->is_linked || object->is_vectors || object->is_others || object->is_elsewhere ||
           (object->name && is_table(object->name));
}

static bool begins(const struct search *search, const struct c_function *function) {
    return function->role != C_ORDINARY || function->is_startup || function->is_interrupt || function->is_in_vectors ||
           (function->is_taken && !search->held[function->index]);
}

bool *within_reach_find(const struct c_program *program, bool (*is_table)(const char *name), struct arena *arena) {
    struct search search = {.program = program};
    search.runs = arena_new_array(arena, bool, program->function_count + 1);
    search.named = arena_new_array(arena, bool, program->global_count + 1);
    search.held = arena_new_array(arena, bool, program->function_count + 1);
    for (uint32_t i = 0; i < program->global_count; i++) look_through(&search, program->globals[i], hold, NULL);
    for (uint32_t f = 0; f < program->function_count; f++)
        if (begins(&search, program->functions[f])) add_function(&search, program->functions[f]);
    for (uint32_t i = 0; i < program->global_count; i++)
        if (is_others(program->globals[i], is_table)) add_object(&search, program->globals[i]);
    while (search.waiting.count) {
        const struct c_function *function = vec_pop(&search.waiting);
        for (uint32_t i = 0; i < function->code_count; i++) {
            if (function->code[i].kind == C_CALL && function->code[i].callee)
                add_function(&search, function->code[i].callee);
            walk_instruction(&function->code[i], look_at, &search);
        }
    }
    vec_free(&search.waiting);
    return search.runs;
}
