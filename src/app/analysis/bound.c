#include "app/analysis/bound.h"

#include "app/analysis/aligned.h"

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
static const struct c_expression *first_element(struct bindings *bindings, const struct c_expression *address) {
    struct c_expression *zero = arena_new_object(bindings->arena, struct c_expression);
    struct c_expression *element = arena_new_object(bindings->arena, struct c_expression);
    struct c_expression *pointer = arena_new_object(bindings->arena, struct c_expression);
    *zero = (struct c_expression){.kind = C_CONSTANT, .type = bindings->program->int_type, .place = address->place};
    *element = *address->left;
    element->kind = C_INDEX;
    element->type = address->left->type->target;
    element->left = address->left;
    element->right = zero;
    *pointer = *address;
    pointer->left = element;
    return pointer;
}

/* Of an object without members and rows. */
static bool is_in_plain_object(const struct c_expression *place) {
    const struct c_type *whole = c_root(place)->type, *type = whole->kind == C_ARRAY ? whole->target : whole;
    return type->kind != C_ARRAY && type->kind != C_RECORD;
}

/* `object` stands for `value` from here on, if that is the address of something that can be named. */
static bool bind(struct bindings *bindings, const struct c_object *object, const struct c_expression *value) {
    while (value->kind == C_CONVERT && value->left->type->kind == C_POINTER) value = value->left;
    if (value->kind == C_ADDRESS && value->left->type->kind == C_ARRAY && object->type->target->kind != C_ARRAY)
        value = first_element(bindings, value);
    if (value->kind != C_ADDRESS || !is_constant_place(value->left) ||
        !is_same_type(value->left->type, object->type->target) ||
        (bindings->whole_objects && !is_in_plain_object(value->left)) ||
        (bindings->minds_alignment && !aligned_is(value->left, object->type->target->align)))
        return false;
    struct binding binding = {object, value};
    vec_push(&bindings->list, binding);
    return true;
}

bool bindings_add_parameter(struct bindings *bindings, const struct c_function *callee, uint32_t parameter,
                            const struct c_expression *value) {
    const struct c_object *object = callee->locals[parameter];
    if (object->type->kind != C_POINTER) return false;
    for (uint32_t i = 0; i < callee->code_count; i++)
        if (changes(&callee->code[i], object)) return false;
    return bind(bindings, object, value);
}

/* Nothing jumps from before the instruction to behind it: whatever is executed behind it comes after it. */
static bool comes_first(const struct c_function *function, uint32_t index) {
    for (uint32_t i = 0; i < index; i++) {
        const struct c_instruction *instruction = &function->code[i];
        bool jumps = instruction->kind == C_JUMP || instruction->kind == C_BRANCH;
        if (jumps && (instruction->then > index || (instruction->kind == C_BRANCH && instruction->otherwise > index)))
            return false;
    }
    return true;
}

static bool reads(const struct c_expression *value, const struct c_object *object) {
    if (!value) return false;
    return is_object(value, object) || reads(value->left, object) || reads(value->right, object) ||
           reads(value->third, object);
}

static bool uses(const struct c_instruction *instruction, const struct c_object *object) {
    bool used = reads(instruction->value, object) || reads(instruction->other, object);
    used |= instruction->kind != C_CLEAR && reads(instruction->target, object);
    for (uint32_t i = 0; i < instruction->argument_count; i++) used |= reads(instruction->arguments[i], object);
    for (uint32_t i = 0; i < instruction->output_count; i++) used |= reads(instruction->outputs[i], object);
    return used;
}

/* A local that is given an address of something that never ends, and nothing else, before it is used. */
static bool is_given_once(const struct c_function *function, const struct c_instruction *given) {
    const struct c_object *object = given->target->object, *root;
    const struct c_expression *value = given->value;
    while (value->kind == C_CONVERT) value = value->left;
    if (!given->initializes || value->kind != C_ADDRESS) return false;
    for (value = value->left; value->kind == C_MEMBER || value->kind == C_INDEX;) value = value->left;
    root = value->kind == C_OBJECT ? value->object : NULL;
    if (!root || (root->storage != C_GLOBAL && root->storage != C_STATIC_LOCAL)) return false;
    for (uint32_t i = 0; i < function->code_count; i++) {
        bool is_it = function->code[i].kind == C_ASSIGN && is_object(function->code[i].target, object);
        if (is_it) return comes_first(function, i);
        if (uses(&function->code[i], object)) return false;
    }
    return false;
}

bool bindings_add_pointer(struct bindings *bindings, const struct c_function *function,
                          const struct c_instruction *instruction) {
    const struct c_expression *target = instruction->target;
    unsigned count = 0;
    if (target->kind != C_OBJECT || target->type->kind != C_POINTER) return false;
    if (target->object->storage != C_TEMPORARY &&
        (target->object->storage != C_LOCAL || !is_given_once(function, instruction)))
        return false;
    for (uint32_t i = 0; i < function->code_count; i++) count += changes(&function->code[i], target->object);
    return count == 1 && bind(bindings, target->object, instruction->value);
}

bool bindings_have(const struct bindings *bindings, const struct c_object *object) {
    for (size_t i = 0; i < bindings->list.count; i++)
        if (bindings->list.items[i].object == object) return true;
    return false;
}

/* ---- What they stand for ---- */

static const struct c_expression *address_of(const struct bindings *bindings, const struct c_expression *value) {
    for (size_t i = 0; value->kind == C_LOAD && i < bindings->list.count; i++)
        if (is_object(value->left, bindings->list.items[i].object)) return bindings->list.items[i].address;
    return NULL;
}

/* *(&a[0] + i) is a[i]. */
static const struct c_expression *element_at(struct bindings *bindings, const struct c_expression *dereference) {
    const struct c_expression *sum = dereference->left;
    if (sum->kind != C_BINARY || sum->op != C_ADD || sum->left->kind != C_ADDRESS) return NULL;
    const struct c_expression *first = sum->left->left;
    if (first->kind != C_INDEX || first->right->kind != C_CONSTANT || first->right->integer != 0) return NULL;
    struct c_expression *element = arena_new_object(bindings->arena, struct c_expression);
    *element = *first;
    element->right = sum->right;
    element->place = dereference->place;
    return element;
}

static const struct c_expression *rewrite(struct bindings *bindings, const struct c_expression *value) {
    if (!value) return NULL;
    const struct c_expression *address = address_of(bindings, value);
    if (address) return address;
    struct c_expression *copy = arena_new_object(bindings->arena, struct c_expression);
    *copy = *value;
    copy->left = rewrite(bindings, value->left);
    copy->right = rewrite(bindings, value->right);
    copy->third = rewrite(bindings, value->third);
    if (copy->kind != C_DEREFERENCE) return copy;
    if (copy->left->kind == C_ADDRESS) return copy->left->left;
    const struct c_expression *element = element_at(bindings, copy);
    return element ? element : copy;
}

static const struct c_expression *const *rewrite_all(struct bindings *bindings, const struct c_expression *const *list,
                                                     uint32_t count) {
    const struct c_expression **copy = arena_new_array(bindings->arena, const struct c_expression *, count + 1);
    for (uint32_t i = 0; i < count; i++) copy[i] = rewrite(bindings, list[i]);
    return copy;
}

const struct c_instruction *bindings_resolve(struct bindings *bindings, const struct c_instruction *instruction) {
    if (!bindings->list.count) return instruction;
    struct c_instruction *copy = arena_new_object(bindings->arena, struct c_instruction);
    *copy = *instruction;
    copy->target = rewrite(bindings, instruction->target);
    copy->value = rewrite(bindings, instruction->value);
    copy->other = rewrite(bindings, instruction->other);
    copy->arguments = rewrite_all(bindings, instruction->arguments, instruction->argument_count);
    copy->outputs = rewrite_all(bindings, instruction->outputs, instruction->output_count);
    return copy;
}
