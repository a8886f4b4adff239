#include "cfront/ir/ir.h"

#include "base/text.h"

#include <inttypes.h>
#include <string.h>

enum { ELEMENTS_SHOWN = 16 };

static uint64_t read_bits(const unsigned char *bytes, uint32_t size) {
    uint64_t value = 0;
    for (uint32_t i = 0; i < size && i < 8; i++) value |= (uint64_t)bytes[i] << 8 * i;
    return value;
}

static int64_t extend_sign(uint64_t bits, unsigned width) {
    if (width == 0 || width >= 64) return (int64_t)bits;
    uint64_t sign = UINT64_C(1) << (width - 1), all = sign | (sign - 1);
    return (int64_t)(((bits & all) ^ sign) - sign);
}

static void print_integer(const struct c_type *type, uint64_t bits, unsigned width, struct text *out) {
    int64_t value = type->is_signed ? extend_sign(bits, width) : (int64_t)bits;
    for (uint32_t i = 0; type->enumerators && i < type->count; i++)
        if (type->enumerators[i].value == value) {
            text_add(out, type->enumerators[i].name);
            return;
        }
    if (type->is_signed)
        text_printf(out, "%" PRId64, value);
    else
        text_printf(out, "%" PRIu64, bits);
}

static void print_real(uint32_t size, const unsigned char *bytes, struct text *out) {
    float narrow = 0;
    double middle = 0;
    long double wide = 0;
    if (size == 4)
        memcpy(&narrow, bytes, 4), text_printf(out, "%.9g", (double)narrow);
    else if (size == 8)
        memcpy(&middle, bytes, 8), text_printf(out, "%.17g", middle);
    else
        memcpy(&wide, bytes, sizeof wide < size ? sizeof wide : size), text_printf(out, "%.21Lg", wide);
}

static void print_field(const struct c_field *field, const unsigned char *record, struct text *out) {
    const unsigned char *bytes = record + field->offset;
    if (*field->name) text_printf(out, "%s = ", field->name);
    if (!field->bit_width) {
        c_print_value(field->type, bytes, out);
        return;
    }
    uint64_t bits = read_bits(bytes, field->type->size) >> field->bit_offset;
    if (field->bit_width < 64) bits &= ((uint64_t)1 << field->bit_width) - 1;
    print_integer(field->type, bits, field->bit_width, out);
}

static void print_array(const struct c_type *type, const unsigned char *bytes, struct text *out) {
    text_add_char(out, '{');
    for (uint32_t i = 0; i < type->count; i++) {
        if (i) text_add(out, ", ");
        if (i == ELEMENTS_SHOWN) {
            text_add(out, "...");
            break;
        }
        c_print_value(type->target, bytes + (size_t)i * type->target->size, out);
    }
    text_add_char(out, '}');
}

void c_print_value(const struct c_type *type, const unsigned char *bytes, struct text *out) {
    switch (type->kind) {
    case C_INTEGER: print_integer(type, read_bits(bytes, type->size), type->size * 8, out); break;
    case C_FLOAT: print_real(type->size, bytes, out); break;
    case C_POINTER: {
        uint64_t address = read_bits(bytes, type->size);
        if (address)
            text_printf(out, "0x%" PRIx64, address);
        else
            text_add(out, "NULL");
        break;
    }
    case C_ARRAY: print_array(type, bytes, out); break;
    case C_RECORD:
        text_add_char(out, '{');
        for (uint32_t i = 0; i < type->count; i++) {
            if (i) text_add(out, ", ");
            print_field(&type->fields[i], bytes, out);
            if (type->is_union) break;
        }
        text_add_char(out, '}');
        break;
    default: text_add(out, "?");
    }
}
