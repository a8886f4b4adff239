/* Pointers that are known: a parameter that a function never changes, called with the address of something. Calls are
 * written out in place, so that it stands for that address in this call, and what it points at has a name. */
#include "app/promela/export_internal.h"

#include <string.h>

/* ---- Which parameters ---- */

static bool is_object(const struct c_expression *place, const struct c_object *object) {
    return place && place->kind == C_OBJECT && place->object == object;
}

/* Its address is taken somewhere in the expression. */
static bool is_exposed(const struct c_expression *value, const struct c_object *object) {
    if (!value) return false;
    if (value->kind == C_ADDRESS && is_object(value->left, object)) return true;
    return is_exposed(value->left, object) || is_exposed(value->right, object) || is_exposed(value->third, object);
}

static bool changes(const struct c_instruction *instruction, const struct c_object *object) {
    if (instruction->kind != C_CLEAR && is_object(instruction->target, object)) return true;
    bool exposed = is_exposed(instruction->target, object) || is_exposed(instruction->value, object) ||
                   is_exposed(instruction->other, object);
    for (uint32_t i = 0; i < instruction->argument_count; i++)
        exposed = exposed || is_exposed(instruction->arguments[i], object);
    for (uint32_t i = 0; i < instruction->output_count; i++)
        exposed = exposed || is_exposed(instruction->outputs[i], object);
    return exposed;
}

static bool is_constant_place(const struct c_expression *place) {
    switch (place->kind) {
    case C_OBJECT: return true;
    case C_MEMBER: return is_constant_place(place->left);
    case C_INDEX: return place->right->kind == C_CONSTANT && is_constant_place(place->left);
    default: return false;
    }
}

static bool is_same_type(const struct c_type *a, const struct c_type *b) {
    if (a == b) return true;
    if (a->kind != b->kind || a->size != b->size) return false;
    if (a->kind == C_INTEGER) return a->is_signed == b->is_signed && a->is_bool == b->is_bool;
    return a->kind == C_RECORD && a->fields == b->fields;
}

/* An array's address, as that of its first element. */
static const struct c_expression *first_element(struct exporter *exporter, const struct c_expression *address) {
    struct c_expression *zero = arena_new_object(exporter->arena, struct c_expression);
    struct c_expression *element = arena_new_object(exporter->arena, struct c_expression);
    struct c_expression *pointer = arena_new_object(exporter->arena, struct c_expression);
    *zero = (struct c_expression){.kind = C_CONSTANT, .type = exporter->program->int_type, .place = address->place};
    *element = *address->left;
    element->kind = C_INDEX;
    element->type = address->left->type->target;
    element->left = address->left;
    element->right = zero;
    *pointer = *address;
    pointer->left = element;
    return pointer;
}

/* `object` stands for `value` from here on, if that is the address of something that can be named. */
static bool bind(struct exporter *exporter, const struct c_object *object, const struct c_expression *value) {
    while (value->kind == C_CONVERT && value->left->type->kind == C_POINTER) value = value->left;
    if (value->kind == C_ADDRESS && value->left->type->kind == C_ARRAY && object->type->target->kind != C_ARRAY)
        value = first_element(exporter, value);
    if (value->kind != C_ADDRESS || !is_constant_place(value->left) ||
        !is_same_type(value->left->type, object->type->target))
        return false;
    struct export_binding binding = {object, value};
    vec_push(&exporter->bindings, binding);
    return true;
}

bool export_bind(struct exporter *exporter, const struct c_function *callee, uint32_t parameter,
                 const struct c_expression *value) {
    const struct c_object *object = callee->locals[parameter];
    if (object->type->kind != C_POINTER) return false;
    for (uint32_t i = 0; i < callee->code_count; i++)
        if (changes(&callee->code[i], object)) return false;
    return bind(exporter, object, value);
}

bool export_bind_temporary(struct exporter *exporter, const struct c_function *function,
                           const struct c_instruction *instruction) {
    const struct c_expression *target = instruction->target;
    unsigned count = 0;
    if (target->kind != C_OBJECT || target->object->storage != C_TEMPORARY || target->type->kind != C_POINTER)
        return false;
    for (uint32_t i = 0; i < function->code_count; i++) count += changes(&function->code[i], target->object);
    return count == 1 && bind(exporter, target->object, instruction->value);
}

bool export_is_bound(const struct exporter *exporter, const struct c_object *object) {
    for (size_t i = 0; i < exporter->bindings.count; i++)
        if (exporter->bindings.items[i].object == object) return true;
    return false;
}

/* ---- What they stand for ---- */

static const struct c_expression *address_of(const struct exporter *exporter, const struct c_expression *value) {
    for (size_t i = 0; value->kind == C_LOAD && i < exporter->bindings.count; i++)
        if (is_object(value->left, exporter->bindings.items[i].object)) return exporter->bindings.items[i].address;
    return NULL;
}

/* *(&a[0] + i) is a[i]. */
static const struct c_expression *element_at(struct exporter *exporter, const struct c_expression *dereference) {
    const struct c_expression *sum = dereference->left;
    if (sum->kind != C_BINARY || sum->op != C_ADD || sum->left->kind != C_ADDRESS) return NULL;
    const struct c_expression *first = sum->left->left;
    if (first->kind != C_INDEX || first->right->kind != C_CONSTANT || first->right->integer != 0) return NULL;
    struct c_expression *element = arena_new_object(exporter->arena, struct c_expression);
    *element = *first;
    element->right = sum->right;
    element->place = dereference->place;
    return element;
}

static const struct c_expression *rewrite(struct exporter *exporter, const struct c_expression *value) {
    if (!value) return NULL;
    const struct c_expression *address = address_of(exporter, value);
    if (address) return address;
    struct c_expression *copy = arena_new_object(exporter->arena, struct c_expression);
    *copy = *value;
    copy->left = rewrite(exporter, value->left);
    copy->right = rewrite(exporter, value->right);
    copy->third = rewrite(exporter, value->third);
    if (copy->kind != C_DEREFERENCE) return copy;
    if (copy->left->kind == C_ADDRESS) return copy->left->left;
    const struct c_expression *element = element_at(exporter, copy);
    return element ? element : copy;
}

static const struct c_expression *const *rewrite_all(struct exporter *exporter, const struct c_expression *const *list,
                                                     uint32_t count) {
    const struct c_expression **copy = arena_new_array(exporter->arena, const struct c_expression *, count + 1);
    for (uint32_t i = 0; i < count; i++) copy[i] = rewrite(exporter, list[i]);
    return copy;
}

const struct c_instruction *export_resolve(struct exporter *exporter, const struct c_instruction *instruction) {
    if (!exporter->bindings.count) return instruction;
    struct c_instruction *copy = arena_new_object(exporter->arena, struct c_instruction);
    *copy = *instruction;
    copy->target = rewrite(exporter, instruction->target);
    copy->value = rewrite(exporter, instruction->value);
    copy->other = rewrite(exporter, instruction->other);
    copy->arguments = rewrite_all(exporter, instruction->arguments, instruction->argument_count);
    copy->outputs = rewrite_all(exporter, instruction->outputs, instruction->output_count);
    return copy;
}
