#include "app/promela/number.h"

bool export_is_mask(const struct c_type *type) { return type->kind == C_INTEGER && type->size > 4 && !type->is_signed; }

bool export_is_wide_unsigned(const struct c_type *type) {
    return type->kind == C_INTEGER && type->size == 4 && !type->is_signed && !type->is_bool;
}

bool export_known_number(const struct c_expression *value, uint64_t *number) {
    while (value->kind == C_CONVERT && value->type->kind == C_INTEGER) value = value->left;
    *number = (uint64_t)value->integer;
    return value->kind == C_CONSTANT && value->type->kind == C_INTEGER;
}

static bool is_narrow(const struct c_type *type) {
    return type->kind == C_INTEGER && (type->is_bool || (!type->is_signed && type->size < 4));
}

bool export_is_small(const struct c_expression *value) {
    const struct c_type *type = value->type;
    if (is_narrow(type)) return true;
    if (value->kind == C_CONSTANT) return value->integer >= 0 && value->integer <= INT32_MAX;
    if (value->kind == C_CONVERT) {
        const struct c_type *from = value->left->type;
        return from->kind == C_INTEGER &&
               (type->size >= 4 ? export_is_small(value->left) : is_narrow(from) && export_fits(from, type));
    }
    if (value->kind == C_LOAD && export_is_mask(type)) return true; /* that is what is kept there */
    if (value->kind == C_BINARY && value->op == C_BIT_AND)
        return export_is_small(value->left) || export_is_small(value->right);
    if (value->kind == C_BINARY && (value->op == C_BIT_OR || value->op == C_BIT_XOR))
        return export_is_small(value->left) && export_is_small(value->right);
    return false;
}

static void reduce_bits(unsigned bits, bool is_signed, const char *value, struct text *out) {
    unsigned mask = (1u << bits) - 1, sign = 1u << (bits - 1);
    if (is_signed)
        text_printf(out, "((((%s) & %u) ^ %u) - %u)", value, mask, sign, sign);
    else
        text_printf(out, "((%s) & %u)", value, mask);
}

void export_reduced(const struct c_type *type, unsigned bits, const char *value, struct text *out) {
    if (type->is_bool)
        text_printf(out, "((%s) != 0)", value);
    else if (bits < 32)
        reduce_bits(bits, type->is_signed, value, out);
    else
        text_add(out, value);
}

bool export_fits(const struct c_type *from, const struct c_type *to) {
    if (from->is_bool) return true;
    if (to->is_bool) return false;
    if (from->is_signed == to->is_signed) return from->size <= to->size;
    return !from->is_signed && from->size < to->size;
}

int64_t export_number(const struct c_type *type, const struct c_field *bits, const unsigned char *bytes) {
    uint64_t value = 0;
    for (uint32_t i = 0; i < type->size && i < 8; i++) value |= (uint64_t)bytes[i] << (8 * i);
    unsigned width = bits ? bits->bit_width : type->size * 8;
    if (width == 0) return 0;
    if (bits) value >>= bits->bit_offset;
    if (width < 64) value &= (UINT64_C(1) << width) - 1;
    bool extends = (type->is_signed || width == 32) && width > 0 && width < 64;
    if (extends && value >> (width - 1) & 1) value |= ~UINT64_C(0) << width;
    return (int64_t)value;
}

/* Promela has no signed byte and no unsigned short that can be an array: the next wider type serves. */
const char *export_type(const struct c_type *type) {
    if (type->is_bool) return "bool";
    if (type->size == 1) return type->is_signed ? "short" : "byte";
    return type->size == 2 && type->is_signed ? "short" : "int";
}
