#include "cfront/ir/compatible.h"

#include <string.h>

/* Records that are being compared, the innermost first: where they meet again, they are compatible unless something
 * else in them says otherwise. */
struct pair {
    const struct c_type *left, *right;
    const struct pair *outer;
};

static bool are_compatible(const struct c_type *left, const struct c_type *right, const struct pair *outer);

static bool same_text(const char *left, const char *right) {
    return left == right || (left && right && !strcmp(left, right));
}

/* An enumeration is compatible with the integer type that the compiler chose for it. */
static bool same_integers(const struct c_type *left, const struct c_type *right) {
    if (left->size != right->size || left->is_signed != right->is_signed || left->is_bool != right->is_bool)
        return false;
    return left->enumerators || right->enumerators || same_text(left->name, right->name);
}

/* Unnamed ones of different files have names that differ, and members that tell. */
static bool same_records(const struct c_type *left, const struct c_type *right, const struct pair *outer) {
    const struct pair here = {left, right, outer};
    for (; outer; outer = outer->outer)
        if (outer->left == left && outer->right == right) return true;
    if (left->is_union != right->is_union) return false;
    bool unnamed = left->name && strchr(left->name, '(') && right->name && strchr(right->name, '(');
    if (!unnamed && !same_text(left->name, right->name)) return false;
    if (!left->size || !right->size) return true; /* one is incomplete here */
    if (left->size != right->size || left->count != right->count) return false;
    for (uint32_t i = 0; i < left->count; i++) {
        const struct c_field *a = &left->fields[i], *b = &right->fields[i];
        if (a->offset != b->offset || a->bit_offset != b->bit_offset || a->bit_width != b->bit_width ||
            !same_text(a->name, b->name) || !are_compatible(a->type, b->type, &here))
            return false;
    }
    return true;
}

static bool same_functions(const struct c_type *left, const struct c_type *right, const struct pair *outer) {
    if (!are_compatible(left->target, right->target, outer)) return false;
    if (!left->has_prototype || !right->has_prototype) return true;
    if (left->count != right->count || left->is_variadic != right->is_variadic) return false;
    for (uint32_t i = 0; i < left->count; i++)
        if (!are_compatible(left->parameters[i], right->parameters[i], outer)) return false;
    return true;
}

static bool are_compatible(const struct c_type *left, const struct c_type *right, const struct pair *outer) {
    if (left == right) return true;
    if (left->kind != right->kind) return false;
    switch (left->kind) {
    case C_VOID: return true;
    case C_INTEGER: return same_integers(left, right);
    case C_FLOAT: return left->size == right->size && same_text(left->name, right->name);
    case C_POINTER: return are_compatible(left->target, right->target, outer);
    case C_ARRAY:
        return (left->count == right->count || !left->count || !right->count) &&
               are_compatible(left->target, right->target, outer);
    case C_RECORD: return same_records(left, right, outer);
    case C_FUNCTION: return same_functions(left, right, outer);
    }
    return false;
}

bool c_types_compatible(const struct c_type *left, const struct c_type *right) {
    return are_compatible(left, right, NULL);
}

/* What a call without a prototype passes and what the function takes (6.5.2.2p6): also integers that differ in
 * their sign, and pointers to void and characters. */
static bool may_be_passed(const struct c_type *given, const struct c_type *taken) {
    if (c_types_compatible(given, taken)) return true;
    if (given->kind == C_INTEGER && taken->kind == C_INTEGER)
        return given->size == taken->size && given->is_bool == taken->is_bool;
    bool pointers = given->kind == C_POINTER && taken->kind == C_POINTER;
    return pointers && given->target->size <= 1 && taken->target->size <= 1 && given->target->kind != C_FUNCTION &&
           taken->target->kind != C_FUNCTION;
}

bool c_may_be_called_as(const struct c_type *callee, const struct c_type *used,
                        const struct c_expression *const *arguments, uint32_t argument_count) {
    if (callee == used) return true;
    if (!c_types_compatible(callee, used)) return false;
    if (used->has_prototype || !callee->has_prototype) return true;
    if (callee->count != argument_count || callee->is_variadic) return false;
    for (uint32_t i = 0; i < argument_count; i++)
        if (!may_be_passed(arguments[i]->type, callee->parameters[i])) return false;
    return true;
}
