#include "cfront/pointer_part.h"

bool c_type_holds_pointers(const struct c_type *type) {
    while (type->kind == C_ARRAY) type = type->target;
    if (type->kind == C_POINTER) return true;
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count; i++)
        if (c_type_holds_pointers(type->fields[i].type)) return true;
    return false;
}
