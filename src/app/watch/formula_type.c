#include "app/watch/formula_type.h"

#include <string.h>

static const struct c_type *integer(uint32_t size, bool is_signed) {
    static const struct c_type types[][2] = {{{.kind = C_INTEGER, .size = 2, .name = "uint16_t"},
                                              {.kind = C_INTEGER, .size = 2, .name = "int16_t", .is_signed = true}},
                                             {{.kind = C_INTEGER, .size = 4, .name = "uint32_t"},
                                              {.kind = C_INTEGER, .size = 4, .name = "int32_t", .is_signed = true}},
                                             {{.kind = C_INTEGER, .size = 8, .name = "uint64_t"},
                                              {.kind = C_INTEGER, .size = 8, .name = "int64_t", .is_signed = true}}};
    return &types[size <= 2 ? 0 : size <= 4 ? 1 : 2][is_signed];
}

/* ---- Constants ---- */

static uint32_t long_size(const struct c_program *program) {
    return program->pointer_size == 8 && !(program->target && strstr(program->target, "windows")) ? 8 : 4;
}

static uint64_t most(uint32_t size, bool is_signed) { return UINT64_MAX >> (64 - size * 8 + is_signed); }

/* The first that has room for it, of those that its base and its suffix allow. */
const struct c_type *formula_number_type(const struct c_program *program, const struct formula_token *number) {
    const uint32_t sizes[] = {program->int_type->size, long_size(program), 8};
    bool is_decimal = *number->start != '0', is_unsigned = false;
    unsigned rank = 0;
    for (size_t i = 0; i < number->length; i++) {
        is_unsigned |= number->start[i] == 'u' || number->start[i] == 'U';
        rank += number->start[i] == 'l' || number->start[i] == 'L';
    }
    for (; rank < 3; rank++) {
        if (!is_unsigned && (uint64_t)number->number <= most(sizes[rank], true)) return integer(sizes[rank], true);
        if ((is_unsigned || !is_decimal) && (uint64_t)number->number <= most(sizes[rank], false))
            return integer(sizes[rank], false);
    }
    return integer(8, false);
}

const struct c_type *formula_enumerator_type(const struct c_program *program, int64_t value) {
    const struct c_type *type = program->int_type;
    uint64_t magnitude = value < 0 ? ~(uint64_t)value : (uint64_t)value;
    if (magnitude <= most(type->size, true)) return type;
    return integer(value >= 0 && magnitude <= most(type->size, false) ? type->size : 8,
                   value < 0 || magnitude > most(type->size, false));
}

/* ---- Operators ---- */

static bool is_shift(enum operator_kind op) { return op == OP_SHIFT_LEFT || op == OP_SHIFT_RIGHT; }

static bool is_for_reals(enum operator_kind op) {
    return op == OP_ADD || op == OP_SUBTRACT || op == OP_MULTIPLY || op == OP_DIVIDE || op == OP_NEGATE ||
           operator_is_comparison(op);
}

/* C11 6.3.1.1: bit-fields by their widths. */
static const struct c_type *promoted(const struct c_program *program, const struct node *node) {
    const struct c_type *type = node->type;
    if (type->kind == C_FLOAT) return type;
    unsigned int_bits = program->int_type->size * 8;
    unsigned bits = node->bits ? node->bits->bit_width : type->is_bool ? 1 : type->size * 8;
    if (bits < int_bits) return program->int_type;
    return integer(bits == int_bits ? program->int_type->size : type->size, type->is_signed);
}

/* C11 6.3.1.8. Types of one size and signedness are the same: only their ranks differ, and no number shows that. */
static const struct c_type *common(const struct c_type *a, const struct c_type *b) {
    if (a->kind == C_FLOAT || b->kind == C_FLOAT)
        return b->kind != C_FLOAT || (a->kind == C_FLOAT && a->size >= b->size) ? a : b;
    if (a->size != b->size) return a->size > b->size ? a : b;
    return a->is_signed ? b : a;
}

static const struct node *converted(const struct watch *watch, const struct node *node, const struct c_type *type) {
    bool same = node->type->kind == type->kind && node->type->size == type->size &&
                node->type->is_signed == type->is_signed && node->type->is_bool == type->is_bool;
    if (same) return node;
    struct node *conversion = arena_new_object(watch->arena, struct node);
    *conversion = (struct node){.kind = NODE_CONVERT, .left = node, .type = type, .text = node->text};
    return conversion;
}

static bool is_pointer(const struct node *node) { return node && node->type->kind == C_POINTER; }
static bool is_null(const struct node *node) { return node->kind == NODE_NUMBER && !node->number; }

/* Addresses are compared as numbers that have room for all of them. */
static const char *compare_pointers(const struct watch *watch, struct node *comparison) {
    const struct node *left = comparison->left, *right = comparison->right;
    if (!right || !operator_is_comparison(comparison->op) || !(is_pointer(left) || is_null(left)) ||
        !(is_pointer(right) || is_null(right)))
        return "a pointer can be compared with another one, or with 0, and no more";
    comparison->left = converted(watch, left, integer(8, false));
    comparison->right = converted(watch, right, integer(8, false));
    return NULL;
}

const char *formula_convert_operands(const struct watch *watch, struct node *operation) {
    const struct c_program *program = watch->subject->program;
    const struct node *left = operation->left, *right = operation->right;
    operation->type = program->int_type;
    if (operator_is_connective(operation->op)) return NULL;
    if (is_pointer(left) || is_pointer(right)) return compare_pointers(watch, operation);
    const struct c_type *type = promoted(program, left), *other = right ? promoted(program, right) : type;
    if ((type->kind == C_FLOAT || other->kind == C_FLOAT) && !is_for_reals(operation->op))
        return "floating numbers have no such operator";
    if (is_shift(operation->op)) {
        operation->right = converted(watch, right, other);
    } else {
        type = common(type, other);
        if (right) operation->right = converted(watch, right, type);
    }
    operation->left = converted(watch, left, type);
    if (!operator_is_comparison(operation->op)) operation->type = type;
    return NULL;
}
