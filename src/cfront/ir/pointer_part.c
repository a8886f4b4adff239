#include "cfront/ir/pointer_part.h"

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

bool c_type_has_characters(const struct c_type *type) {
    while (type->kind == C_ARRAY) type = type->target;
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count; i++)
        if (c_type_has_characters(type->fields[i].type)) return true;
    return type->kind == C_INTEGER && type->size == 1;
}

/* The offset in the number or pointer of the wanted kind that lies there, in a union perhaps; -1: there is none. */
static int64_t offset_in(const struct c_type *type, uint32_t offset, bool (*wanted)(const struct c_type *type)) {
    for (; type->kind == C_ARRAY; offset %= type->size) {
        if (!type->target->size) return -1;
        type = type->target;
    }
    if (type->kind != C_RECORD) return wanted(type) ? (int64_t)offset : -1;
    for (uint32_t i = 0; i < type->count; i++) {
        const struct c_field *field = &type->fields[i];
        if (offset < field->offset || offset - field->offset >= field->type->size) continue;
        int64_t inside = offset_in(field->type, offset - field->offset, wanted);
        if (inside >= 0) return inside;
    }
    return -1;
}

static bool is_pointer(const struct c_type *type) { return type->kind == C_POINTER; }
static bool is_pointer_or_byte(const struct c_type *type) {
    return type->kind == C_POINTER || (type->kind == C_INTEGER && type->size == 1);
}

unsigned c_pointer_byte_at(const struct c_type *type, uint32_t offset) {
    return (unsigned)(offset_in(type, offset, is_pointer) + 1);
}

bool c_may_hold_pointer_at(const struct c_type *type, uint32_t offset) {
    return offset_in(type, offset, is_pointer_or_byte) >= 0;
}
