#include "app/promela/formula_range.h"

struct range range_of_bits(unsigned bits, bool is_signed) {
    __int128 one = 1;
    return is_signed ? (struct range){-(one << (bits - 1)), (one << (bits - 1)) - 1}
                     : (struct range){0, (one << bits) - 1};
}

bool range_is_within(struct range inner, struct range outer) {
    return inner.low >= outer.low && inner.high <= outer.high;
}

struct range range_of_type(const struct c_type *type) {
    return type->is_bool ? (struct range){0, 1} : range_of_bits(type->size * 8, type->is_signed);
}

static struct range of_corners(const __int128 corners[4]) {
    struct range range = {corners[0], corners[0]};
    for (unsigned i = 1; i < 4; i++) {
        if (corners[i] < range.low) range.low = corners[i];
        if (corners[i] > range.high) range.high = corners[i];
    }
    return range;
}

struct range range_of_result(const struct node *node) {
    struct range a = range_of(node->left), b = node->right ? range_of(node->right) : a;
    if (!range_is_within(a, range_of_bits(62, true)) || !range_is_within(b, range_of_bits(62, true)))
        return range_of_bits(100, true); /* any at all */
    switch (node->op) {
    case OP_ADD: return (struct range){a.low + b.low, a.high + b.high};
    case OP_SUBTRACT: return (struct range){a.low - b.high, a.high - b.low};
    case OP_MULTIPLY: return of_corners((__int128[]){a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
    case OP_NEGATE: return (struct range){-a.high, -a.low};
    case OP_COMPLEMENT: return (struct range){-a.high - 1, -a.low - 1};
    case OP_BIT_AND:
    case OP_BIT_OR:
    case OP_BIT_XOR: return range_of_type(node->type);
    default: return (struct range){0, 1};
    }
}

static struct range of_whole(const struct node *node) {
    return node->type->is_signed ? (struct range){node->number, node->number}
                                 : (struct range){(uint64_t)node->number, (uint64_t)node->number};
}

struct range range_of(const struct node *node) {
    const struct range one_bit = {0, 1};
    struct range range;
    if (node->type->kind != C_INTEGER) return range_of_bits(64, false);
    switch (node->kind) {
    case NODE_NUMBER: return of_whole(node);
    case NODE_VARIABLE:
        return node->bits ? range_of_bits(node->bits->bit_width, node->type->is_signed) : range_of_type(node->type);
    case NODE_CONVERT: range = range_of(node->left); break;
    case NODE_UNARY:
    case NODE_BINARY: range = range_of_result(node); break;
    default: return one_bit;
    }
    return range_is_within(range, range_of_type(node->type)) ? range : range_of_type(node->type);
}
