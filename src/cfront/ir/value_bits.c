#include "cfront/ir/value_bits.h"

#include <string.h>

void value_bits_put(unsigned char *at, uint32_t size, const struct c_field *bits, bool set) {
    if (!bits) {
        memset(at, set ? 0xff : 0, size);
        return;
    }
    for (unsigned i = bits->bit_offset; i < (unsigned)bits->bit_offset + bits->bit_width; i++) {
        unsigned char bit = (unsigned char)(1u << (i % 8));
        at[i / 8] = (unsigned char)(set ? at[i / 8] | bit : at[i / 8] & ~bit);
    }
}

bool value_bits_any(const unsigned char *at, uint32_t size, const struct c_field *bits) {
    if (bits) {
        for (unsigned i = bits->bit_offset; i < (unsigned)bits->bit_offset + bits->bit_width; i++)
            if (at[i / 8] >> (i % 8) & 1) return true;
        return false;
    }
    for (uint32_t i = 0; i < size; i++)
        if (at[i]) return true;
    return false;
}

void value_bits_put_member(unsigned char *record, const struct c_field *member, bool set) {
    value_bits_put(record + member->offset, member->type->size, member->bit_width ? member : NULL, set);
}

void value_bits_add(const struct c_type *type, unsigned char *bits) {
    for (uint32_t i = 0; type->kind == C_ARRAY && i < type->count; i++)
        value_bits_add(type->target, bits + (size_t)i * type->target->size);
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count; i++) {
        const struct c_field *field = &type->fields[i];
        if (field->bit_width)
            value_bits_put_member(bits, field, true);
        else
            value_bits_add(field->type, bits + field->offset);
    }
    if (type->kind != C_ARRAY && type->kind != C_RECORD) value_bits_put(bits, type->size, NULL, true);
}
