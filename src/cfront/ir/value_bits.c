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

static unsigned char bits_of_field(const struct c_field *field, uint32_t offset) {
    unsigned char bits = 0;
    if (offset < field->offset || offset - field->offset >= field->type->size) return 0;
    if (!field->bit_width) return value_bits_of_byte(field->type, offset - field->offset);
    for (unsigned i = field->bit_offset; i < (unsigned)field->bit_offset + field->bit_width; i++)
        if (field->offset + i / 8 == offset) bits |= (unsigned char)(1u << (i % 8));
    return bits;
}

unsigned char value_bits_of_byte(const struct c_type *type, uint32_t offset) {
    unsigned char bits = 0;
    if (type->kind == C_ARRAY && type->target->size)
        return value_bits_of_byte(type->target, offset % type->target->size);
    if (type->kind != C_RECORD) return 0xff;
    for (uint32_t i = 0; i < type->count; i++) bits |= bits_of_field(&type->fields[i], offset);
    return bits;
}
