#include "app/touch.h"

#include <string.h>

struct function_touches {
    unsigned char *objects;
    unsigned through_pointers; /* TOUCH_... */
    bool *calls;               /* by function */
    uint64_t through_calls;    /* bit n: it calls through a pointer with n arguments (63: 63 or more) */
};

struct search {
    const struct app *app;
    struct function_touches *functions;
    bool *address_taken; /* by object */
    bool *callable;      /* by function: its address is taken */
};

static uint32_t object_number(const struct app *app, const struct c_object *object) {
    return object->storage <= C_STRING ? object->index : local_number(app, object);
}

static void take_address(struct search *search, uint64_t address) {
    const struct c_program *program = search->app->program;
    for (uint32_t i = 0; i < program->global_count; i++) {
        const struct c_object *object = program->globals[i];
        if (address >= object->address && address <= object->address + object->type->size)
            search->address_taken[i] = true;
    }
}

static void take_function(struct search *search, uint64_t address) {
    const struct c_program *program = search->app->program;
    for (uint32_t i = 0; i < program->function_count; i++)
        if (program->functions[i]->address == address) search->callable[i] = true;
}

static void visit_value(struct search *search, struct function_touches *in, const struct c_expression *e);

static void visit_place(struct search *search, struct function_touches *in, const struct c_expression *place,
                        unsigned how) {
    switch (place->kind) {
    case C_OBJECT: in->objects[object_number(search->app, place->object)] |= (unsigned char)how; break;
    case C_DEREFERENCE:
        visit_value(search, in, place->left);
        in->through_pointers |= how;
        break;
    case C_MEMBER: visit_place(search, in, place->left, how); break;
    case C_INDEX:
        visit_place(search, in, place->left, how);
        visit_value(search, in, place->right);
        break;
    default: break;
    }
}

static void take_address_of(struct search *search, const struct c_expression *place) {
    while (place->kind == C_MEMBER || place->kind == C_INDEX) place = place->left;
    if (place->kind == C_OBJECT) search->address_taken[object_number(search->app, place->object)] = true;
}

static void visit_value(struct search *search, struct function_touches *in, const struct c_expression *e) {
    if (!e) return;
    switch (e->kind) {
    case C_CONSTANT:
        if (e->type->kind == C_POINTER) take_address(search, (uint64_t)e->integer);
        take_function(search, (uint64_t)e->integer);
        break;
    case C_LOAD: visit_place(search, in, e->left, TOUCH_READS); break;
    case C_ADDRESS:
        take_address_of(search, e->left);
        visit_place(search, in, e->left, 0);
        break;
    default:
        visit_value(search, in, e->left);
        visit_value(search, in, e->right);
        visit_value(search, in, e->third);
    }
}

static void visit_output(struct search *search, struct function_touches *in, const struct c_expression *pointer) {
    if (!pointer) return;
    while (pointer->kind == C_CONVERT && pointer->left->type->kind == C_POINTER) pointer = pointer->left;
    if (pointer->kind == C_ADDRESS) {
        visit_place(search, in, pointer->left, TOUCH_WRITES);
    } else {
        visit_value(search, in, pointer);
        in->through_pointers |= TOUCH_WRITES;
    }
}

static uint64_t with_arguments(uint32_t count) { return (uint64_t)1 << (count < 63 ? count : 63); }

static void visit_callees(struct function_touches *in, const struct c_instruction *call) {
    if (call->callee)
        in->calls[call->callee->index] = true;
    else
        in->through_calls |= with_arguments(call->argument_count);
}

static void visit_instruction(struct search *search, struct function_touches *in, const struct c_instruction *i) {
    if (i->kind == C_CLEAR) return;
    visit_value(search, in, i->value);
    visit_value(search, in, i->other);
    if (i->target) visit_place(search, in, i->target, TOUCH_WRITES);
    for (uint32_t a = 0; a < i->argument_count; a++) visit_value(search, in, i->arguments[a]);
    for (uint32_t o = 0; o < i->output_count; o++) visit_output(search, in, i->outputs[o]);
    if (i->kind == C_CALL) visit_callees(in, i);
}

/* Addresses in initial values. */
static void visit_initial(struct search *search, const struct c_type *type, const unsigned char *bytes) {
    uint64_t address = 0;
    switch (type->kind) {
    case C_POINTER:
        memcpy(&address, bytes, type->size);
        if (address) take_address(search, address);
        take_function(search, address);
        break;
    case C_ARRAY:
        for (uint32_t i = 0; i < type->count; i++) visit_initial(search, type->target, bytes + i * type->target->size);
        break;
    case C_RECORD:
        for (uint32_t i = 0; i < type->count; i++)
            visit_initial(search, type->fields[i].type, bytes + type->fields[i].offset);
        break;
    default: break;
    }
}

static void visit_program(struct search *search, struct arena *arena) {
    const struct c_program *program = search->app->program;
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct c_function *function = program->functions[f];
        struct function_touches *in = &search->functions[f];
        in->objects = arena_alloc(arena, search->app->object_count + 1);
        in->calls = arena_new_array(arena, bool, program->function_count);
        for (uint32_t i = 0; i < function->code_count; i++) visit_instruction(search, in, &function->code[i]);
    }
    for (uint32_t i = 0; i < program->global_count; i++)
        if (program->globals[i]->initial)
            visit_initial(search, program->globals[i]->type, program->globals[i]->initial);
}

/* What is called through pointers becomes known when all has been visited. */
static void find_callees(struct search *search) {
    const struct c_program *program = search->app->program;
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->function_count; i++)
            if (search->callable[i] &&
                (search->functions[f].through_calls & with_arguments(program->functions[i]->parameter_count)))
                search->functions[f].calls[i] = true;
}

static void add_function(struct search *search, uint32_t function, bool *seen, unsigned char *row) {
    const struct function_touches *in = &search->functions[function];
    if (seen[function]) return;
    seen[function] = true;
    for (uint32_t i = 0; i < search->app->object_count; i++) {
        row[i] |= in->objects[i];
        if (search->address_taken[i]) row[i] |= (unsigned char)in->through_pointers;
    }
    for (uint32_t i = 0; i < search->app->program->function_count; i++)
        if (in->calls[i]) add_function(search, i, seen, row);
}

struct touches touches_find(const struct app *app, struct arena *arena) {
    const struct c_program *program = app->program;
    struct arena *own = arena_new();
    struct search search = {app, arena_new_array(own, struct function_touches, program->function_count + 1),
                            arena_new_array(arena, bool, app->object_count + 1),
                            arena_new_array(own, bool, program->function_count + 1)};
    struct touches touches = {arena_alloc(arena, (size_t)app->context_count * app->object_count + 1),
                              arena_alloc(arena, app->object_count + 1), search.address_taken,
                              arena_new_array(arena, bool *, program->function_count + 1)};
    visit_program(&search, own);
    find_callees(&search);
    for (uint32_t f = 0; f < program->function_count; f++) {
        touches.calls[f] = arena_new_array(arena, bool, program->function_count);
        memcpy(touches.calls[f], search.functions[f].calls, program->function_count);
    }
    for (uint32_t c = 0; c < app->context_count; c++) {
        unsigned char *row = touches.by_context + (size_t)c * app->object_count;
        if (!program->entries[c]) continue;
        add_function(&search, program->entries[c]->index, arena_new_array(own, bool, program->function_count), row);
        for (uint32_t i = 0; i < app->object_count; i++) touches.by_anybody[i] |= row[i];
    }
    arena_free(own);
    return touches;
}
