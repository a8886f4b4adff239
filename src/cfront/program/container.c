#include "cfront/program/container.h"

#include "cfront/ir/compatible.h"
#include "cfront/program/types.h"

static bool is_it(const struct c_type *type, const struct c_type *member) {
    return member->kind == C_VOID || c_types_compatible(type, member);
}

/* Does something of the type `member` (void: whatever it is) begin at that offset of the type? */
static bool has_member(const struct c_type *type, uint64_t offset, const struct c_type *member) {
    while (type->kind == C_ARRAY && offset < type->size && type->target->size) {
        if (offset == 0 && is_it(type, member)) return true;
        offset %= type->target->size;
        type = type->target;
    }
    if (offset == 0 && is_it(type, member)) return true;
    if (type->kind != C_RECORD) return false;
    for (uint32_t i = 0; i < type->count; i++) {
        const struct c_field *field = &type->fields[i];
        bool is_flexible = field->type->kind == C_ARRAY && !field->type->size;
        if (is_flexible && offset == field->offset && is_it(field->type->target, member)) return true;
        if (field->bit_width || offset < field->offset || offset - field->offset >= field->type->size) continue;
        if (has_member(field->type, offset - field->offset, member)) return true;
    }
    return false;
}

/* The pointer that was converted to one to characters. */
static expression without_conversion(expression value) {
    bool is_view = value->kind == C_CONVERT && value->left->type->kind == C_POINTER;
    return is_view ? value->left : value;
}

expression container_of(struct front *front, expression value, const struct c_type *to) {
    bool subtracts = value->kind == C_BINARY && value->op == C_SUBTRACT && value->type->kind == C_POINTER;
    if (!subtracts || to->kind != C_POINTER || to->target->kind != C_RECORD) return value;
    const struct c_expression *offset = c_constant(value->right);
    if (!offset || value->type->target->size > 1 || offset->integer <= 0) return value;
    expression member = without_conversion(value->left);
    if (!has_member(to->target, (uint64_t)offset->integer, member->type->target)) return value;
    struct place place = value->place;
    expression address = build_convert(front, member, type_integer(front, member->type->size, false), place);
    return build_binary(front, C_SUBTRACT, build_convert(front, address, value->type, place), value->right, value->type,
                        place);
}
