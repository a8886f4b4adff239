#include "cfront/ir/constant_part.h"

bool c_type_has_constants(const struct c_type *type) {
    if (type->kind == C_ARRAY) return type->target->has_constants;
    for (uint32_t i = 0; type->kind == C_RECORD && !type->is_union && i < type->count; i++)
        if (type->fields[i].is_const || type->fields[i].type->has_constants) return true;
    return false;
}

struct bits {
    uint64_t first, end;
};

/* What of `bits` lies in the part, seen from its beginning. False: nothing. */
static bool cut(struct bits bits, uint64_t begin, uint64_t size, struct bits *inner) {
    if (bits.end <= begin || bits.first >= begin + size) return false;
    inner->first = bits.first > begin ? bits.first - begin : 0;
    inner->end = bits.end - begin < size ? bits.end - begin : size;
    return true;
}

static bool lies_in(const struct c_type *type, struct bits bits) {
    struct bits inner;
    if (!type->has_constants) return false;
    if (type->kind == C_ARRAY) {
        uint64_t size = (uint64_t)type->target->size * 8;
        for (uint64_t i = size ? bits.first / size : type->count; i < type->count && i * size < bits.end; i++)
            if (cut(bits, i * size, size, &inner) && lies_in(type->target, inner)) return true;
        return false;
    }
    for (uint32_t i = 0; i < type->count; i++) {
        const struct c_field *field = &type->fields[i];
        uint64_t size = field->bit_width ? field->bit_width : (uint64_t)field->type->size * 8;
        if (cut(bits, (uint64_t)field->offset * 8 + field->bit_offset, size, &inner) &&
            (field->is_const || lies_in(field->type, inner)))
            return true;
    }
    return false;
}

bool c_has_constant_at(const struct c_type *type, uint64_t first_bit, uint64_t bit_count) {
    return lies_in(type, (struct bits){first_bit, first_bit + bit_count});
}
