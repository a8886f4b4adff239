/* The terms of what C computes. What evaluate.c finds wrong with numbers is decided here, in the same order. */
#include "app/exec/symbolic.h"

static unsigned width_of(const struct c_type *type) { return type->size * 8; }

static uint32_t operand_term(struct symbolic *symbolic, const struct c_type *type, struct symbolic_operand operand) {
    return operand.term ? operand.term : term_constant(&symbolic->terms, width_of(type), (uint64_t)operand.value);
}

static bool checks_overflow(const struct machine *machine) { return machine->subject->enabled[APP_CHECK_OVERFLOW]; }

static void decide(struct symbolic *symbolic, enum term_op op, uint32_t left, uint32_t right) {
    symbolic_decide(symbolic, term_binary(&symbolic->terms, op, left, right));
}

static uint32_t constant_like(struct symbolic *symbolic, uint32_t term, uint64_t value) {
    return term_constant(&symbolic->terms, term_width(&symbolic->terms, term), value);
}

static uint32_t sum(struct machine *machine, const struct c_expression *e, uint32_t left, uint32_t right) {
    static const struct {
        enum term_op result, overflow;
    } ops[] = {[C_ADD] = {TERM_ADD, TERM_ADD_OVERFLOWS},
               [C_SUBTRACT] = {TERM_SUBTRACT, TERM_SUBTRACT_OVERFLOWS},
               [C_MULTIPLY] = {TERM_MULTIPLY, TERM_MULTIPLY_OVERFLOWS}};
    if (e->type->is_signed && checks_overflow(machine)) decide(machine->symbolic, ops[e->op].overflow, left, right);
    return term_binary(&machine->symbolic->terms, ops[e->op].result, left, right);
}

static uint64_t lowest(unsigned width) { return (uint64_t)1 << (width - 1); }

static uint32_t quotient(struct machine *machine, const struct c_expression *e, uint32_t left, uint32_t right) {
    struct symbolic *symbolic = machine->symbolic;
    struct terms *terms = &symbolic->terms;
    symbolic_decide(symbolic, term_is_zero(terms, right));
    if (e->type->is_signed && checks_overflow(machine)) {
        uint32_t by_minus_one = term_binary(terms, TERM_EQUAL, right, constant_like(symbolic, right, UINT64_MAX));
        uint32_t of_lowest =
            term_binary(terms, TERM_EQUAL, left, constant_like(symbolic, left, lowest(width_of(e->type))));
        decide(symbolic, TERM_AND, by_minus_one, of_lowest);
    }
    if (e->op == C_DIVIDE)
        return term_binary(terms, e->type->is_signed ? TERM_DIVIDE_SIGNED : TERM_DIVIDE, left, right);
    return term_binary(terms, e->type->is_signed ? TERM_REMAINDER_SIGNED : TERM_REMAINDER, left, right);
}

/* C11 6.5.7p4, as evaluate.c has it. */
static void decide_left_shift(struct symbolic *symbolic, uint32_t left, uint32_t count, uint32_t shifted) {
    struct terms *terms = &symbolic->terms;
    uint32_t zero = constant_like(symbolic, left, 0);
    decide(symbolic, TERM_LESS_SIGNED, left, zero);
    uint32_t back = term_binary(terms, TERM_SHIFT_RIGHT_SIGNED, shifted, count);
    uint32_t lost = term_not(terms, term_binary(terms, TERM_EQUAL, back, left));
    decide(symbolic, TERM_OR, term_binary(terms, TERM_LESS_SIGNED, shifted, zero), lost);
}

static uint32_t shift(struct machine *machine, const struct c_expression *e, uint32_t left,
                      struct symbolic_operand right) {
    struct symbolic *symbolic = machine->symbolic;
    struct terms *terms = &symbolic->terms;
    unsigned width = width_of(e->type);
    uint32_t count = operand_term(symbolic, e->right->type, right);
    /* Below zero is far beyond, without the sign. Eight bits hold every width. */
    uint32_t in_range = term_binary(terms, TERM_LESS, count, constant_like(symbolic, count, width));
    if (checks_overflow(machine))
        symbolic_decide(symbolic, term_not(terms, in_range));
    else
        count = term_binary(terms, TERM_AND, count, constant_like(symbolic, count, width - 1));
    count = term_resize(terms, count, width, false);
    if (e->op == C_SHIFT_RIGHT)
        return term_binary(terms, e->type->is_signed ? TERM_SHIFT_RIGHT_SIGNED : TERM_SHIFT_RIGHT, left, count);
    uint32_t shifted = term_binary(terms, TERM_SHIFT_LEFT, left, count);
    if (e->type->is_signed && checks_overflow(machine)) decide_left_shift(symbolic, left, count, shifted);
    return shifted;
}

static uint32_t comparison(struct symbolic *symbolic, const struct c_expression *e, uint32_t left, uint32_t right) {
    struct terms *terms = &symbolic->terms;
    enum term_op less = e->left->type->is_signed ? TERM_LESS_SIGNED : TERM_LESS;
    switch (e->op) {
    case C_EQUAL: return term_binary(terms, TERM_EQUAL, left, right);
    case C_NOT_EQUAL: return term_not(terms, term_binary(terms, TERM_EQUAL, left, right));
    case C_LESS: return term_binary(terms, less, left, right);
    case C_GREATER: return term_binary(terms, less, right, left);
    case C_LESS_EQUAL: return term_not(terms, term_binary(terms, less, right, left));
    default: return term_not(terms, term_binary(terms, less, left, right));
    }
}

uint32_t symbolic_binary(struct machine *machine, const struct c_expression *e, struct symbolic_operand left,
                         struct symbolic_operand right) {
    struct symbolic *symbolic = machine->symbolic;
    if (!left.term && !right.term) return 0;
    uint32_t a = operand_term(symbolic, e->left->type, left);
    if (e->op == C_SHIFT_LEFT || e->op == C_SHIFT_RIGHT) return shift(machine, e, a, right);
    uint32_t b = operand_term(symbolic, e->right->type, right);
    switch (e->op) {
    case C_ADD:
    case C_SUBTRACT:
    case C_MULTIPLY: return sum(machine, e, a, b);
    case C_DIVIDE:
    case C_REMAINDER: return quotient(machine, e, a, b);
    case C_BIT_AND: return term_binary(&symbolic->terms, TERM_AND, a, b);
    case C_BIT_OR: return term_binary(&symbolic->terms, TERM_OR, a, b);
    case C_BIT_XOR: return term_binary(&symbolic->terms, TERM_XOR, a, b);
    default: return term_resize(&symbolic->terms, comparison(symbolic, e, a, b), width_of(e->type), false);
    }
}

uint32_t symbolic_unary(struct machine *machine, const struct c_expression *e, uint32_t operand) {
    struct symbolic *symbolic = machine->symbolic;
    struct terms *terms = &symbolic->terms;
    if (!operand) return 0;
    if (e->op == C_LOGICAL_NOT) return term_resize(terms, term_is_zero(terms, operand), width_of(e->type), false);
    if (e->op == C_NOT) return term_not(terms, operand);
    if (e->type->is_signed && checks_overflow(machine))
        decide(symbolic, TERM_EQUAL, operand, constant_like(symbolic, operand, lowest(width_of(e->type))));
    return term_binary(terms, TERM_SUBTRACT, constant_like(symbolic, operand, 0), operand);
}

uint32_t symbolic_truth(struct symbolic *symbolic, uint32_t term) {
    if (!term) return 0;
    return term_not(&symbolic->terms, term_is_zero(&symbolic->terms, term));
}

uint32_t symbolic_no_bool(struct symbolic *symbolic, uint32_t term) {
    unsigned width = term_width(&symbolic->terms, term);
    return symbolic_truth(symbolic, term_extract(&symbolic->terms, term, 1, width - 1));
}

uint32_t symbolic_convert(struct machine *machine, const struct c_type *to, const struct c_type *from, uint32_t term) {
    struct symbolic *symbolic = machine->symbolic;
    if (!term) return 0;
    if (to->is_bool) return term_resize(&symbolic->terms, symbolic_truth(symbolic, term), width_of(to), false);
    return term_resize(&symbolic->terms, term, width_of(to), from->is_signed);
}

/* ---- bit-fields ---- */

uint32_t symbolic_field(struct symbolic *symbolic, const struct c_type *type, const struct c_field *bits,
                        uint32_t unit) {
    if (!unit || !bits) return unit;
    uint32_t field = term_extract(&symbolic->terms, unit, bits->bit_offset, bits->bit_width);
    return term_resize(&symbolic->terms, field, width_of(type), type->is_signed);
}

uint32_t symbolic_with_field(struct symbolic *symbolic, const struct c_type *type, const struct c_field *bits,
                             uint32_t unit, uint32_t field) {
    struct terms *terms = &symbolic->terms;
    unsigned width = width_of(type), above = bits->bit_offset + bits->bit_width;
    uint32_t whole = term_extract(terms, field, 0, bits->bit_width);
    if (bits->bit_offset) whole = term_join(terms, whole, term_extract(terms, unit, 0, bits->bit_offset));
    if (above < width) whole = term_join(terms, term_extract(terms, unit, above, width - above), whole);
    return whole;
}

uint32_t symbolic_put_field(struct symbolic *symbolic, const struct c_type *type, const struct c_field *bits,
                            struct symbolic_operand unit, struct symbolic_operand field) {
    if (!unit.term && !field.term) return 0;
    uint32_t old = operand_term(symbolic, type, unit), new = operand_term(symbolic, type, field);
    uint32_t whole = symbolic_with_field(symbolic, type, bits, old, new);
    return term_is_constant(&symbolic->terms, whole, NULL) ? 0 : whole;
}
