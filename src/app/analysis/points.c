#include "app/analysis/points.h"

#include <string.h>

static object_set new_set(struct points *points) { return arena_new_array(points->arena, uint64_t, points->words); }

static void add_object(object_set set, uint32_t object) { set[object / 64] |= (uint64_t)1 << (object % 64); }

/* ---- addresses ---- */

static void add_address(struct points *points, uint64_t address, object_set out) {
    const struct c_program *program = points->subject->program;
    if (address < program->memory_begin || address > program->memory_end) return;
    for (uint32_t i = 0; i < program->global_count; i++) {
        const struct c_object *object = program->globals[i];
        if (address >= object->address && address <= object->address + object->type->size) add_object(out, i);
    }
}

static void add_initial(struct points *points, const struct c_type *type, const unsigned char *bytes, object_set out) {
    uint64_t address = 0;
    switch (type->kind) {
    case C_POINTER:
        memcpy(&address, bytes, type->size);
        if (address) add_address(points, c_pointer_address(points->subject->program, address), out);
        break;
    case C_INTEGER: /* an address may hide in one that is as wide */
        if (type->size < points->subject->program->pointer_size) break;
        memcpy(&address, bytes, type->size);
        if (address) add_address(points, address, out);
        break;
    case C_ARRAY:
        for (uint32_t i = 0; i < type->count; i++)
            add_initial(points, type->target, bytes + (size_t)i * type->target->size, out);
        break;
    case C_RECORD:
        for (uint32_t i = 0; i < type->count; i++)
            add_initial(points, type->fields[i].type, bytes + type->fields[i].offset, out);
        break;
    default: break;
    }
}

/* ---- expressions ---- */

static void of_value(struct points *points, const struct c_expression *e, object_set out);

void points_of_place(struct points *points, const struct c_expression *place, object_set out) {
    const struct c_expression *root = c_root(place);
    if (root->kind == C_OBJECT) add_object(out, subject_number(points->subject, root->object));
    if (root->kind == C_DEREFERENCE) of_value(points, root->left, out);
}

static void add_targets_of(struct points *points, const uint64_t *objects, object_set out) {
    for (size_t w = 0; w < points->words; w++)
        for (uint64_t rest = objects[w]; rest; rest &= rest - 1) {
            const uint64_t *targets = points->targets[w * 64 + (size_t)__builtin_ctzll(rest)];
            for (size_t i = 0; i < points->words; i++) out[i] |= targets[i];
        }
}

/* Truth values, and the distance of two pointers, are no addresses. */
static bool leads_nowhere(const struct c_expression *e) {
    if (e->kind == C_AND || e->kind == C_OR) return true;
    if (e->kind == C_UNARY) return e->op == C_LOGICAL_NOT || e->op == C_ROOM;
    if (e->kind != C_BINARY) return false;
    if (e->op == C_SUBTRACT) return e->left->type->kind == C_POINTER && e->right->type->kind == C_POINTER;
    return e->op >= C_LESS && e->op <= C_NOT_EQUAL;
}

/* What the value may point at. */
static void of_value(struct points *points, const struct c_expression *e, object_set out) {
    if (!e || leads_nowhere(e)) return;
    switch (e->kind) {
    case C_CONSTANT:
        if (e->type->kind != C_FLOAT) add_address(points, (uint64_t)e->integer, out);
        break;
    case C_LOAD: {
        object_set places = memory_new(points->words * sizeof *places);
        points_of_place(points, e->left, places);
        add_targets_of(points, places, out);
        free(places);
        break;
    }
    case C_ADDRESS: points_of_place(points, e->left, out); break;
    default:
        of_value(points, e->left, out);
        of_value(points, e->right, out);
        of_value(points, e->third, out);
    }
}

/* ---- instructions ---- */

static void flow_to(struct points *points, const uint64_t *value, uint32_t object) {
    object_set targets = points->targets[object];
    for (size_t i = 0; i < points->words; i++) {
        if (!(value[i] & ~targets[i])) continue;
        targets[i] |= value[i];
        points->changed = true;
    }
}

static void flow_to_place(struct points *points, const uint64_t *value, const struct c_expression *target,
                          object_set room) {
    memset(room, 0, points->words * sizeof *room);
    points_of_place(points, target, room);
    for (size_t w = 0; w < points->words; w++)
        for (uint64_t rest = room[w]; rest; rest &= rest - 1)
            flow_to(points, value, (uint32_t)(w * 64 + (size_t)__builtin_ctzll(rest)));
}

bool points_may_call(const struct c_instruction *call, const struct c_function *function) {
    if (call->callee) return call->callee == function;
    return function->is_taken && function->parameter_count == call->argument_count;
}

static void flow_through_call(struct points *points, const struct c_instruction *call, object_set value,
                              object_set room) {
    const struct subject *subject = points->subject;
    for (uint32_t a = 0; a < call->argument_count; a++) {
        memset(value, 0, points->words * sizeof *value);
        of_value(points, call->arguments[a], value);
        for (uint32_t f = 0; f < subject->program->function_count; f++) {
            const struct c_function *function = subject->program->functions[f];
            if (points_may_call(call, function) && a < function->parameter_count)
                flow_to(points, value, subject->first_local[f] + a);
        }
    }
    for (uint32_t f = 0; call->target && f < subject->program->function_count; f++)
        if (points_may_call(call, subject->program->functions[f]))
            flow_to_place(points, points->targets[subject->object_count + f], call->target, room);
}

static void flow(struct points *points, uint32_t function, const struct c_instruction *instruction, object_set value,
                 object_set room) {
    memset(value, 0, points->words * sizeof *value);
    of_value(points, instruction->value, value);
    if (instruction->kind == C_CALL)
        flow_through_call(points, instruction, value, room);
    else if (instruction->kind == C_RETURN)
        flow_to(points, value, points->subject->object_count + function);
    else if (instruction->kind == C_ASSIGN)
        flow_to_place(points, value, instruction->target, room);
}

struct points *points_find(const struct subject *subject, struct arena *arena) {
    const struct c_program *program = subject->program;
    struct points *points = arena_new_object(arena, struct points);
    uint32_t count = subject->object_count + program->function_count;
    *points = (struct points){.subject = subject, .words = count / 64 + 1, .arena = arena};
    points->targets = arena_new_array(arena, object_set, count + 1);
    for (uint32_t i = 0; i < count; i++) points->targets[i] = new_set(points);
    for (uint32_t i = 0; i < program->global_count; i++)
        if (program->globals[i]->initial)
            add_initial(points, program->globals[i]->type, program->globals[i]->initial, points->targets[i]);
    object_set value = new_set(points), room = new_set(points);
    do {
        points->changed = false;
        for (uint32_t f = 0; f < program->function_count; f++)
            for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
                flow(points, f, &program->functions[f]->code[i], value, room);
    } while (points->changed);
    return points;
}
