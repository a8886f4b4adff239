#include "app/exec/evaluate.h"

#include "app/exec/address.h"
#include "app/exec/notes.h"
#include "app/exec/number.h"
#include "app/exec/origin.h"
#include "app/exec/symbolic.h"
#include "app/exec/unseen.h"
#include "app/exec/unset.h"
#include "cfront/ir/value_bits.h"

#include <math.h>

static bool is_real(const struct c_expression *e) { return e->type->kind == C_FLOAT; }
static bool is_pointer(const struct c_expression *e) { return e->type->kind == C_POINTER; }

static unsigned width(const struct c_type *type) { return type->is_bool ? 1 : type->size * 8; }

/* It is the same for all inputs. */
static int64_t known(struct machine *machine, int64_t value) {
    machine->term = 0;
    return value;
}

/* ---- places ---- */

int64_t evaluate_index(struct machine *machine, const struct c_expression *e, bool one_past) {
    const struct c_type *array = e->left->type;
    int64_t index = evaluate(machine, e->right), last = (int64_t)array->count - !one_past;
    machine_fix_between(machine, e->right->type, index, 0, last);
    bool negative = e->right->type->is_signed && index < 0;
    if (negative || (uint64_t)index > array->count || ((uint64_t)index == array->count && !one_past))
        machine_fault(machine, "memory", negative ? "index %lld of an array of %u" : "index %llu of an array of %u",
                      (long long)index, array->count);
    return index * (int64_t)e->type->size;
}

/* `is_volatile`: what is meant is a volatile member of the place. */
static void find_place(struct machine *machine, const struct c_expression *place, bool is_volatile, struct cell *cell) {
    struct c_expression dereference;
    is_volatile |= place->is_volatile;
    switch (place->kind) {
    case C_OBJECT: memory_object(machine, place->object, cell); break;
    case C_DEREFERENCE:
        dereference = *place;
        dereference.is_volatile = is_volatile;
        memory_at_place(machine, (uint64_t)evaluate(machine, place->left), &dereference, cell);
        cell->is_disguised = !is_volatile;
        break;
    case C_MEMBER:
        find_place(machine, place->left, is_volatile, cell);
        cell_advance(cell, place->field->offset);
        cell->bits = place->field->bit_width ? place->field : NULL;
        break;
    case C_INDEX:
        find_place(machine, place->left, is_volatile, cell);
        cell_advance(cell, evaluate_index(machine, place, false));
        break;
    default: machine_fault(machine, "unsupported", "an expression that is no place in memory is used as one");
    }
    cell->is_volatile |= place->is_volatile;
}

void evaluate_place(struct machine *machine, const struct c_expression *place, struct cell *cell) {
    find_place(machine, place, false, cell);
}

/* ---- integers ---- */

/* A division by zero has no value at all; of the rest there are bits, if nobody asks. */
static void complain(struct machine *machine, const struct c_expression *e, enum number_wrong wrong, int64_t left,
                     int64_t right) {
    const char *type = e->type->name ? e->type->name : "its type";
    if (wrong == NUMBER_BY_ZERO) machine_fault(machine, "division", "division by zero");
    if (!machine->subject->enabled[APP_CHECK_OVERFLOW]) return;
    if (wrong == NUMBER_SHIFTED_TOO_FAR)
        machine_fault(machine, "overflow", "a shift by %lld of a number with %u bits", (long long)right,
                      width(e->type));
    if (wrong == NUMBER_SHIFTED_BELOW_ZERO)
        machine_fault(machine, "overflow", "%lld is shifted to the left, which numbers below zero cannot be",
                      (long long)left);
    if (e->op == C_SHIFT_LEFT)
        machine_fault(machine, "overflow", "the result of %lld << %lld does not fit in %s", (long long)left,
                      (long long)right, type);
    machine_fault(machine, "overflow", "the result does not fit in %s", type);
}

static int64_t arithmetic(struct machine *machine, const struct c_expression *e, int64_t left, int64_t right) {
    if (!number_has(e->op)) machine_fault(machine, "unsupported", "an operator that numbers do not have");
    struct number result = number_compute(e->op, e->type, left, right);
    if (result.wrong) complain(machine, e, result.wrong, left, right);
    return result.value;
}

static bool is_comparison(enum c_operator op) { return op >= C_LESS && op <= C_NOT_EQUAL; }

static struct symbolic_operand operand(struct machine *machine, const struct c_expression *e) {
    int64_t value = evaluate(machine, e);
    return (struct symbolic_operand){value, machine->term};
}

static int64_t compare(struct machine *machine, const struct c_expression *e) {
    if (is_real(e->left)) {
        long double left = evaluate_real(machine, e->left), right = evaluate_real(machine, e->right);
        machine->term = 0;
        return number_compare_real(e->op, left, right);
    }
    struct symbolic_operand left_operand = operand(machine, e->left), right_operand = operand(machine, e->right);
    int64_t left = left_operand.value, right = right_operand.value;
    machine->term = machine->symbolic ? symbolic_binary(machine, e, left_operand, right_operand) : 0;
    if (is_pointer(e->left)) {
        bool equality = e->op == C_EQUAL || e->op == C_NOT_EQUAL;
        int order = address_compare(machine, (uint64_t)left, (uint64_t)right, equality);
        return number_compare(e->op, e->type, order, 0);
    }
    return number_compare(e->op, e->left->type, left, right);
}

/* What moves a pointer farther than its object is large is wrong, however far it is. */
static int64_t scaled(struct machine *machine, uint64_t pointer, const struct c_expression *index, uint32_t size) {
    int64_t count = evaluate(machine, index), distance;
    int64_t extent = machine->symbolic ? address_extent(machine, pointer) : 0, most = extent / (int64_t)size + 1;
    if (extent)
        machine_fix_between(machine, index->type, count, -most, most);
    else
        machine_fix(machine, count);
    if ((!index->type->is_signed && count < 0) || __builtin_mul_overflow(count, (int64_t)size, &distance))
        machine_fault(machine, "memory", "a pointer is moved farther than memory goes");
    return distance;
}

static uint32_t step_of(const struct c_type *pointer) {
    return pointer->target && pointer->target->size ? pointer->target->size : 1;
}

static int64_t pointer_arithmetic(struct machine *machine, const struct c_expression *e) {
    uint64_t left = (uint64_t)evaluate(machine, e->left);
    uint32_t step = step_of(e->left->type);
    if (is_pointer(e->right)) {
        uint64_t right = (uint64_t)evaluate(machine, e->right);
        const struct c_program *program = machine->subject->program;
        uint64_t from = c_pointer_address(program, left), to = c_pointer_address(program, right);
        if (from != to) address_same_object(machine, left, right, "subtraction of");
        return (int64_t)(from - to) / (int64_t)step;
    }
    int64_t distance = scaled(machine, left, e->right, step);
    return (int64_t)address_move(machine, left, e->op == C_SUBTRACT ? -distance : distance, e->left->type->target);
}

static int64_t binary(struct machine *machine, const struct c_expression *e) {
    if (is_comparison(e->op)) return compare(machine, e);
    if (is_pointer(e->left)) return pointer_arithmetic(machine, e);
    struct symbolic_operand left = operand(machine, e->left), right = operand(machine, e->right);
    uint32_t term = machine->symbolic ? symbolic_binary(machine, e, left, right) : 0;
    int64_t result = arithmetic(machine, e, left.value, right.value);
    machine->term = term;
    return result;
}

static int64_t unary(struct machine *machine, const struct c_expression *e) {
    if (e->op == C_LOGICAL_NOT && notes_wants_events(machine))
        return known(machine, !evaluate_condition(machine, e->left));
    if (is_real(e->left)) {
        bool zero = evaluate_real(machine, e->left) == 0;
        return known(machine, zero);
    }
    int64_t operand = evaluate(machine, e->left);
    if (e->op == C_ROOM)
        return known(machine, (int64_t)address_room(machine, (uint64_t)operand, e->left->type->target));
    if (machine->symbolic) machine->term = symbolic_unary(machine, e, machine->term);
    if (e->op == C_LOGICAL_NOT) return !operand;
    return arithmetic(machine, e, operand, 0);
}

/* C11 6.3.1.4: what does not fit is undefined. */
static int64_t from_real(struct machine *machine, const struct c_expression *e, long double value) {
    if (e->type->is_bool) return value != 0;
    unsigned bits = width(e->type);
    long double whole = truncl(value);
    long double low = e->type->is_signed ? -ldexpl(1, (int)bits - 1) : 0;
    long double high = ldexpl(1, (int)bits - (e->type->is_signed ? 1 : 0));
    if (!(whole >= low && whole < high)) {
        if (machine->subject->enabled[APP_CHECK_OVERFLOW])
            machine_fault(machine, "overflow", "%Lg does not fit in %s", value,
                          e->type->name ? e->type->name : "its type");
        return 0;
    }
    return e->type->is_signed ? (int64_t)whole : (int64_t)(uint64_t)whole;
}

static int64_t convert(struct machine *machine, const struct c_expression *e) {
    if (is_real(e->left)) {
        int64_t whole = from_real(machine, e, evaluate_real(machine, e->left));
        machine->term = 0;
        return whole;
    }
    uint64_t value = (uint64_t)evaluate(machine, e->left);
    if (e->type->kind == C_POINTER) machine_fix(machine, (int64_t)value);
    if (machine->symbolic) machine->term = symbolic_convert(machine, e->type, e->left->type, machine->term);
    if (is_pointer(e->left) && e->type->kind == C_INTEGER) value = c_pointer_address(machine->subject->program, value);
    value = (uint64_t)memory_reduce(e->type, value);
    return (int64_t)(is_pointer(e) && !is_pointer(e->left) ? origin_from_number(machine, value) : value);
}

/* C11 6.2.6.1p5: bytes that no value of the type has must not be read. Of a _Bool, that is all but 0 and 1. */
static void check_bool(struct machine *machine, const struct cell *cell, const struct c_type *type, int64_t value,
                       uint32_t term) {
    if (!type->is_bool || cell->bits || machine->probe) return;
    bool is_none = term ? symbolic_decide(machine->symbolic, symbolic_no_bool(machine->symbolic, term)) : value >> 1;
    if (!is_none) return;
    machine_fault(machine, "memory", "%s reads %s as a _Bool, which is neither 0 nor 1",
                  subject_context_name(machine->subject, machine->current), memory_name(machine, cell, type));
}

/* About to be read. */
static void evaluate_source(struct machine *machine, const struct c_expression *place, struct cell *cell) {
    unsigned first = machine->load_number;
    evaluate_place(machine, place, cell);
    machine->own_loads = first;
    machine->reading = place;
}

/* A byte, by a pointer: not of a constant, whose padding is zero. */
static void note_padding(struct machine *machine, const struct c_expression *place, const struct cell *cell) {
    if (place->kind != C_DEREFERENCE || place->type->size != 1 || cell->hardware) return;
    if (cell->object->is_const || cell->object->taken) return;
    if (value_bits_of_byte(cell->object->type, memory_offset(machine, cell)) != 0xff)
        address_note(machine, READS_PADDING);
}

static int64_t load(struct machine *machine, const struct c_expression *e) {
    struct cell cell;
    evaluate_source(machine, e->left, &cell);
    const unsigned char *bytes = memory_read(machine, &cell, e->left->type);
    if (cell.unset) unset_check(machine, &cell, e->left->type);
    note_padding(machine, e->left, &cell);
    unsigned char room[16];
    uint32_t term = machine->symbolic ? symbolic_read(machine->symbolic, bytes, e->left->type->size) : 0;
    int64_t value = is_pointer(e)
                        ? (int64_t)origin_pointer(machine, &cell, bytes, machine->read_origins)
                        : memory_decode(e->type, cell.bits,
                                        origin_bare(machine, bytes, machine->read_origins, e->left->type->size, room));
    check_bool(machine, &cell, e->type, value, term);
    machine->term = 0;
    if (!machine->symbolic) return value;
    machine->term = symbolic_field(machine->symbolic, e->type, cell.bits, term);
    return is_pointer(e) ? machine_fix(machine, value) : value;
}

static int64_t truth(struct machine *machine, const struct c_expression *e) {
    if (is_real(e)) return known(machine, evaluate_real(machine, e) != 0);
    bool value = evaluate(machine, e) != 0;
    if (!machine->symbolic || !machine->term) return value;
    uint32_t term = symbolic_truth(machine->symbolic, machine->term);
    machine->term = term_resize(&machine->symbolic->terms, term, machine->subject->program->int_type->size * 8, false);
    return value;
}

/* A condition, and then what depends on it. */
static bool evaluate_first(struct machine *machine, const struct c_expression *e) {
    bool value = evaluate_condition(machine, e);
    machine->ordered_loads = machine->load_number;
    return value;
}

/* The right side is looked at only where the left one does not decide. */
static int64_t both_or_any(struct machine *machine, const struct c_expression *e) {
    const unsigned ordered = machine->ordered_loads;
    bool left = evaluate_first(machine, e->left);
    bool is_decided = left == (e->kind == C_OR);
    int64_t value = is_decided                    ? known(machine, left)
                    : notes_wants_events(machine) ? known(machine, evaluate_condition(machine, e->right))
                                                  : truth(machine, e->right);
    machine->ordered_loads = ordered;
    return value;
}

/* Whoever decides by a status has looked at it, whatever comes of that. */
static bool decides_first(struct machine *machine, const struct c_expression *condition) {
    bool was_carried = unseen_look(machine), holds = evaluate_first(machine, condition);
    unseen_looked(machine, was_carried);
    return holds;
}

static int64_t conditional(struct machine *machine, const struct c_expression *e) {
    const unsigned ordered = machine->ordered_loads;
    int64_t value = evaluate(machine, decides_first(machine, e->left) ? e->right : e->third);
    machine->ordered_loads = ordered;
    return value;
}

int64_t evaluate(struct machine *machine, const struct c_expression *e) {
    switch (e->kind) {
    case C_CONSTANT: return known(machine, e->integer);
    case C_LOAD: return load(machine, e);
    case C_ADDRESS: return known(machine, (int64_t)address_of_place(machine, e));
    case C_UNARY: return unary(machine, e);
    case C_BINARY: return binary(machine, e);
    case C_CONVERT: return convert(machine, e);
    case C_AND:
    case C_OR: return both_or_any(machine, e);
    case C_CONDITIONAL: return conditional(machine, e);
    default: machine_fault(machine, "unsupported", "a place in memory is used as a number");
    }
}

bool evaluate_condition(struct machine *machine, const struct c_expression *e) {
    int64_t value = truth(machine, e);
    if (machine->symbolic && machine->term)
        symbolic_decide(machine->symbolic, symbolic_truth(machine->symbolic, machine->term));
    machine->term = 0;
    notes_condition(machine, e, value != 0);
    return value != 0;
}

/* ---- floating numbers ---- */

static long double real_binary(struct machine *machine, const struct c_expression *e) {
    long double a = evaluate_real(machine, e->left), b = evaluate_real(machine, e->right);
    if (e->op > C_DIVIDE) machine_fault(machine, "unsupported", "an operator that floating numbers do not have");
    long double result = number_compute_real(e->op, e->type, a, b);
    if (result != result) address_note(machine, MAKES_NO_NUMBER);
    return result;
}

static long double real_function(struct machine *machine, const struct c_expression *e) {
    const struct c_expression *const parts[] = {e->left, e->right, e->third};
    long double operands[3] = {0};
    for (unsigned i = 0; i < real_operands(e->function); i++) operands[i] = evaluate_real(machine, parts[i]);
    long double result = real_compute_again(&machine->reals, e->function, e->type->size, operands);
    if (result != result && !real_keeps_bits(e->function)) address_note(machine, MAKES_NO_NUMBER);
    return result;
}

__attribute__((noreturn)) static void no_real(struct machine *machine) {
    machine_fault(machine, "unsupported", "an input that is not enumerated becomes a floating number");
}

static long double to_real(struct machine *machine, const struct c_expression *e) {
    if (is_real(e->left)) return number_rounded(e->type, evaluate_real(machine, e->left));
    int64_t value = evaluate(machine, e->left);
    if (machine->symbolic && machine->term) no_real(machine);
    return number_to_real(e->type, e->left->type, value);
}

static long double real_load(struct machine *machine, const struct c_expression *e) {
    struct cell cell;
    evaluate_source(machine, e->left, &cell);
    const unsigned char *bytes = memory_read(machine, &cell, e->left->type);
    if (cell.unset) unset_check(machine, &cell, e->left->type);
    if (machine->symbolic && symbolic_covers(machine->symbolic, bytes, e->type->size)) no_real(machine);
    unsigned char room[16];
    return memory_decode_real(e->type, origin_bare(machine, bytes, machine->read_origins, e->type->size, room));
}

static long double real_conditional(struct machine *machine, const struct c_expression *e) {
    bool was_carried = unseen_look(machine), holds = evaluate_condition(machine, e->left);
    unseen_looked(machine, was_carried);
    return evaluate_real(machine, holds ? e->right : e->third);
}

long double evaluate_real(struct machine *machine, const struct c_expression *e) {
    switch (e->kind) {
    case C_CONSTANT: return number_rounded(e->type, e->real);
    case C_LOAD: return real_load(machine, e);
    case C_UNARY: return -evaluate_real(machine, e->left);
    case C_BINARY: return real_binary(machine, e);
    case C_CONVERT: return to_real(machine, e);
    case C_REAL: return real_function(machine, e);
    case C_CONDITIONAL: return real_conditional(machine, e);
    default: machine_fault(machine, "unsupported", "something else is used as a floating number");
    }
}

/* ---- anything ---- */

const unsigned char *evaluate_bytes(struct machine *machine, const struct c_expression *e, unsigned char room[16]) {
    int64_t value;
    machine->copied_unset = machine->copied_from = machine->copied_origins = NULL;
    switch (e->type->kind) {
    case C_FLOAT:
        memory_encode_real(e->type, room, evaluate_real(machine, e));
        machine_drop_terms(machine, room, e->type->size);
        return room;
    case C_INTEGER:
    case C_POINTER:
        value = evaluate(machine, e);
        memory_encode(e->type, NULL, room, value);
        if (is_pointer(e)) machine->copied_origins = origin_of_pointer(machine, (uint64_t)value);
        if (machine->symbolic) symbolic_write(machine->symbolic, room, e->type->size, machine->term);
        return room;
    default:
        if (e->kind != C_LOAD) machine_fault(machine, "unsupported", "a computed record");
        return evaluate_copy(machine, e->left, false);
    }
}

const unsigned char *evaluate_copy(struct machine *machine, const struct c_expression *place, bool needs_value) {
    struct cell cell;
    evaluate_source(machine, place, &cell);
    const unsigned char *bytes = memory_read(machine, &cell, place->type);
    if (needs_value && cell.unset) unset_check(machine, &cell, place->type);
    if (needs_value) note_padding(machine, place, &cell);
    machine->copied_unset = needs_value ? NULL : cell.unset;
    machine->copied_from = cell.bytes;
    machine->copied_origins =
        machine->probe ? NULL
                       : origin_beside(machine, &cell, place->type, bytes, machine->read_origins, machine->origins);
    return bytes;
}
