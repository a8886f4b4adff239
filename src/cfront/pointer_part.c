#include "cfront/pointer_part.h"

bool c_type_holds_pointers(const struct c_type *type) {
    while (type->kind == C_ARRAY) type = type->target;
    if (type->kind == C_POINTER) return true;
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count; i++)
        if (c_type_holds_pointers(type->fields[i].type)) return true;
    return false;
}

bool c_type_hides_pointers(const struct c_type *type) {
    while (type->kind == C_ARRAY) type = type->target;
    if (type->kind != C_RECORD) return false;
    if (type->is_union) return c_type_holds_pointers(type);
    for (uint32_t i = 0; i < type->count; i++)
        if (c_type_hides_pointers(type->fields[i].type)) return true;
    return false;
}

unsigned c_pointer_byte_at(const struct c_type *type, uint32_t offset) {
    while (type->kind == C_ARRAY) {
        if (!type->target->size) return 0;
        type = type->target;
        offset %= type->size;
    }
    if (type->kind == C_POINTER) return offset + 1;
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count; i++) {
        const struct c_field *field = &type->fields[i];
        unsigned byte = offset >= field->offset && offset - field->offset < field->type->size
                            ? c_pointer_byte_at(field->type, offset - field->offset)
                            : 0;
        if (byte) return byte;
    }
    return 0;
}

bool c_type_has_characters(const struct c_type *type) {
    while (type->kind == C_ARRAY) type = type->target;
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count; i++)
        if (c_type_has_characters(type->fields[i].type)) return true;
    return type->kind == C_INTEGER && type->size == 1;
}

bool c_may_hold_pointer_at(const struct c_type *type, uint32_t offset) {
    while (type->kind == C_ARRAY) {
        if (!type->target->size) return false;
        type = type->target;
        offset %= type->size;
    }
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count; i++) {
        const struct c_field *field = &type->fields[i];
        if (offset >= field->offset && offset - field->offset < field->type->size &&
            c_may_hold_pointer_at(field->type, offset - field->offset))
            return true;
    }
    return type->kind == C_POINTER || (type->kind == C_INTEGER && type->size == 1);
}
