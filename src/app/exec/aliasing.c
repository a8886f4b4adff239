#include "app/exec/aliasing.h"

#include "base/word.h"
#include "cfront/ir/compatible.h"

#include <string.h>

/* `unsigned int` without the sign. */
static const char *plain_name(const struct c_type *type) {
    static const char prefix[] = "unsigned ";
    const char *name = type->name ? type->name : "";
    return begins_with(name, prefix) ? name + sizeof prefix - 1 : name;
}

/* Pointers are pointers: few compilers tell those to different types from each other. */
static bool are_alike(const struct c_type *declared, const struct c_type *used) {
    if (declared->kind != used->kind) return false;
    if (used->kind == C_POINTER) return true;
    if (used->kind != C_INTEGER) return c_types_compatible(declared, used);
    if (declared->size != used->size || declared->is_bool != used->is_bool) return false;
    return declared->enumerators || used->enumerators || !strcmp(plain_name(declared), plain_name(used));
}

static bool lies_there(const struct c_type *declared, uint32_t offset, const struct c_type *used) {
    if (declared->kind == C_ARRAY)
        return !declared->target->size || lies_there(declared->target, offset % declared->target->size, used);
    if (!offset && are_alike(declared, used)) return true;
    for (uint32_t i = 0; declared->kind == C_RECORD && i < declared->count; i++) {
        const struct c_field *field = &declared->fields[i];
        bool is_around = offset >= field->offset && offset - field->offset < field->type->size;
        if (is_around && lies_there(field->type, offset - field->offset, used)) return true;
    }
    return false;
}

bool aliasing_is_broken(const struct c_object *object, uint32_t offset, const struct c_type *type) {
    while (type->kind == C_ARRAY) type = type->target;
    bool is_character = type->kind == C_INTEGER && type->size == 1 && !type->is_bool;
    bool is_declared = !object->taken && !object->is_others && !object->is_section;
    return is_declared && type->size && !is_character && !lies_there(object->type, offset, type);
}
