#include "app/analysis/classes.h"

#include "app/analysis/bounds.h"

#include <stdlib.h>

struct search {
    const struct subject *subject;
    struct slots *slots;
    struct bounds *bounds;
    struct arena *arena;
    struct look **looks; /* by slot; NULL: nobody looks */
    bool overflows;      /* signed numbers that do not fit are a fault */
    bool changed;
    uint32_t instruction;
};

static const struct look no_look;

static bool is_integer(const struct c_expression *e) { return e->type->kind == C_INTEGER; }

/* ---- slots ---- */

static void look_at_slot(struct search *search, uint32_t slot, const struct look *look) {
    if (look_is_empty(look)) return;
    if (!search->looks[slot]) search->looks[slot] = arena_new_object(search->arena, struct look);
    search->changed |= look_add(search->looks[slot], look);
}

static const struct look *look_of_slot(const struct search *search, uint32_t slot) {
    return search->looks[slot] ? search->looks[slot] : &no_look;
}

static struct look everything(const struct c_expression *e) { return (struct look){.all = true, .why = e->place}; }

/* A number is read from the place, or what a number there is looked at for is asked. */
static void look_at_place(struct search *search, const struct c_expression *place, const struct look *look) {
    slot_list slots = {0};
    struct look all = everything(place);
    bool clear = slots_of_place(search->slots, place, search->instruction, &slots);
    bool is_part = place->kind == C_MEMBER && place->field->bit_width;
    bool exact = clear && !is_part && place->type->kind == C_INTEGER;
    if (!look_is_empty(look))
        for (size_t i = 0; i < slots.count; i++) look_at_slot(search, slots.items[i], exact ? look : &all);
    vec_free(&slots);
}

static struct look look_of_place(struct search *search, const struct c_expression *place) {
    slot_list slots = {0};
    struct look sum = {0};
    bool clear = slots_of_place(search->slots, place, search->instruction, &slots);
    for (size_t i = 0; i < slots.count; i++) look_add(&sum, look_of_slot(search, slots.items[i]));
    vec_free(&slots);
    bool is_part = place->kind == C_MEMBER && place->field->bit_width;
    if ((!clear || is_part) && !look_is_empty(&sum)) sum = everything(place);
    return sum;
}

/* ---- looks at what is computed, as looks at what it is computed from ---- */

static number floor_divide(number a, number b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
static number ceil_divide(number a, number b) { return -floor_divide(-a, b); }

static void look_at(struct search *search, const struct c_expression *e, const struct look *look);

static void look_at_all(struct search *search, const struct c_expression *e, const struct c_expression *because) {
    struct look all = everything(because);
    look_at(search, e, &all);
}

static void look_as_condition(struct search *search, const struct c_expression *e) {
    struct look look = {0};
    if (!is_integer(e)) {
        look_at_all(search, e, e);
        return;
    }
    look_add_cut(&look, 0, e->place);
    look_add_cut(&look, 1, e->place);
    look_at(search, e, &look);
}

/* The operand is one of the interval `from`, and the value is operand + k * 2^width for the k that brings it into the
 * type. Cuts come back in each of these pieces; bits stay where they are. */
static void look_through_wrap(struct look *out, const struct look *look, struct interval from, struct interval to,
                              number offset, struct place why) {
    number size = to.high - to.low + 1;
    number first = floor_divide(from.low + offset - to.low, size),
           last = floor_divide(from.high + offset - to.low, size);
    uint64_t kept = (uint64_t)(size - 1);
    if (look->bits && offset) look_add_all(out, why);
    look_add_bits(out, look->bits & kept, why);
    if (look->bits & ~kept && to.low < 0) look_add_bits(out, (uint64_t)(size / 2), why); /* the sign */
    if (!look->count) return;
    if (last - first > 4) {
        if (offset)
            look_add_all(out, why);
        else
            look_add_bits(out, kept, why);
        return;
    }
    for (number piece = first; piece <= last; piece++) {
        look_add_cut(out, to.low + piece * size - offset, why);
        for (unsigned i = 0; i < look->count; i++) look_add_cut(out, look->cuts[i] + piece * size - offset, why);
    }
}

static void look_through_conversion(struct search *search, const struct c_expression *e, const struct look *look) {
    struct look out = {0};
    if (!is_integer(e) || !is_integer(e->left)) {
        /* A conversion from a floating number may fail. */
        if (!look_is_empty(look) || (is_integer(e) && e->left->type->kind == C_FLOAT))
            look_at_all(search, e->left, e);
        else
            look_at(search, e->left, &no_look);
        return;
    }
    struct interval from = bounds_of(search->bounds, e->left, search->instruction), to = bounds_of_type(e->type);
    if (look->all)
        out = *look;
    else if (e->type->is_bool && !look_is_empty(look))
        look_add_cut(&out, 0, e->place), look_add_cut(&out, 1, e->place);
    else if (interval_within(from, to))
        out = *look;
    else if (!look_is_empty(look))
        look_through_wrap(&out, look, from, to, 0, e->place);
    look_at(search, e->left, &out);
}

static void look_through_unary(struct search *search, const struct c_expression *e, const struct look *look) {
    struct look out = {0};
    if (e->op == C_ROOM) {
        look_at_all(search, e->left, e);
        return;
    }
    if (e->op == C_LOGICAL_NOT) {
        if (look_is_empty(look))
            look_at(search, e->left, look);
        else
            look_as_condition(search, e->left);
        return;
    }
    if (!is_integer(e) || look->all) {
        look_at(search, e->left, look_is_empty(look) ? look : &(struct look){.all = true, .why = e->place});
        return;
    }
    struct interval type = bounds_of_type(e->type);
    bool negates = e->op == C_NEGATE;
    /* -x >= t if x < 1 - t; ~x >= t if x < -t; modulo 2^width for unsigned numbers. */
    number turn = (negates ? 1 : 0) + (e->type->is_signed ? 0 : type.high + 1);
    for (unsigned i = 0; i < look->count; i++) look_add_cut(&out, turn - look->cuts[i], e->place);
    if (negates && !e->type->is_signed && look->count) look_add_cut(&out, 1, e->place);
    if (negates && e->type->is_signed) {
        struct interval from = bounds_of(search->bounds, e->left, search->instruction);
        if (from.low <= type.low) look_add_cut(&out, type.low + 1, e->place); /* it does not fit */
    }
    if (negates && look->bits) /* bits below the highest one decide */
        look_add_bits(&out, UINT64_MAX >> __builtin_clzll(look->bits), e->place);
    else
        look_add_bits(&out, look->bits, e->place);
    look_at(search, e->left, &out);
}

static struct interval constant_of(const struct c_expression *e) {
    number value = e->type->is_signed ? (number)e->integer : (number)(uint64_t)e->integer;
    return (struct interval){value, value};
}

/* x + c, which may wrap or not fit. */
static void look_through_sum(struct search *search, const struct c_expression *e, const struct c_expression *x,
                             number c, const struct look *look, struct look *out) {
    struct interval type = bounds_of_type(e->type), from = bounds_of(search->bounds, x, search->instruction);
    struct interval sum = {from.low + c, from.high + c};
    if (interval_within(sum, type)) {
        for (unsigned i = 0; i < look->count; i++) look_add_cut(out, look->cuts[i] - c, e->place);
    } else if (e->type->is_signed && search->overflows) {
        look_add_cut(out, type.low - c, e->place);
        look_add_cut(out, type.high - c + 1, e->place);
        for (unsigned i = 0; i < look->count; i++) look_add_cut(out, look->cuts[i] - c, e->place);
    } else if (look->count) {
        struct look cuts = *look;
        cuts.bits = 0;
        look_through_wrap(out, &cuts, from, type, c, e->place);
    }
    if (look->bits) look_add_bits(out, UINT64_MAX >> __builtin_clzll(look->bits), e->place);
}

/* c - x */
static void look_through_difference(struct search *search, const struct c_expression *e, number c,
                                    const struct look *look, struct look *out) {
    struct interval type = bounds_of_type(e->type), from = bounds_of(search->bounds, e->right, search->instruction);
    struct interval difference = {c - from.high, c - from.low};
    bool fits = interval_within(difference, type);
    if (!fits && !(e->type->is_signed && search->overflows)) {
        if (!look_is_empty(look)) look_add_all(out, e->place);
        return;
    }
    if (!fits) look_add_cut(out, c - type.high, e->place), look_add_cut(out, c - type.low + 1, e->place);
    for (unsigned i = 0; i < look->count; i++) look_add_cut(out, c - look->cuts[i] + 1, e->place);
    if (look->bits) look_add_bits(out, UINT64_MAX >> __builtin_clzll(look->bits), e->place);
}

/* x * c */
static void look_through_product(struct search *search, const struct c_expression *e, const struct c_expression *x,
                                 number c, const struct look *look, struct look *out) {
    struct interval type = bounds_of_type(e->type), from = bounds_of(search->bounds, x, search->instruction), all;
    struct interval factor = {c, c};
    bool known = bounds_exact(e, from, factor, &all);
    bool fits = known && interval_within(all, type);
    if (!c) return;
    if (!fits && !(e->type->is_signed && search->overflows)) {
        if (!look_is_empty(look)) look_add_all(out, e->place);
        return;
    }
    if (!fits && c > 0)
        look_add_cut(out, ceil_divide(type.low, c), e->place),
            look_add_cut(out, floor_divide(type.high, c) + 1, e->place);
    if (!fits && c < 0)
        look_add_cut(out, ceil_divide(type.high, c), e->place),
            look_add_cut(out, floor_divide(type.low, c) + 1, e->place);
    for (unsigned i = 0; i < look->count; i++)
        look_add_cut(out, c > 0 ? ceil_divide(look->cuts[i], c) : floor_divide(look->cuts[i], c) + 1, e->place);
    if (look->bits) look_add_bits(out, UINT64_MAX >> __builtin_clzll(look->bits), e->place);
}

/* x / c, which is rounded towards zero */
static void look_through_quotient(const struct c_expression *e, number c, const struct look *look, struct look *out) {
    if (c <= 0) {
        look_add_all(out, e->place); /* by zero, or what does not fit */
        return;
    }
    for (unsigned i = 0; i < look->count; i++) {
        number t = look->cuts[i], most = LOOK_FARTHEST / c + 1;
        if (t > -most && t < most) look_add_cut(out, t > 0 ? t * c : (t - 1) * c + 1, e->place);
    }
    if (look->bits) look_add_all(out, e->place);
}

static void look_through_remainder(struct search *search, const struct c_expression *e, number c,
                                   const struct look *look, struct look *out) {
    struct interval from = bounds_of(search->bounds, e->left, search->instruction);
    if (c <= 0)
        look_add_all(out, e->place);
    else if (!look_is_empty(look) && from.low >= 0 && !(c & (c - 1)))
        look_add_bits(out, (uint64_t)(c - 1), e->place);
    else if (!look_is_empty(look))
        look_add_all(out, e->place);
}

static void look_through_shift(struct search *search, const struct c_expression *e, number c, const struct look *look,
                               struct look *out) {
    unsigned width = e->type->size * 8;
    struct interval type = bounds_of_type(e->type), from = bounds_of(search->bounds, e->left, search->instruction), all;
    if (c < 0 || c >= width) {
        look_add_all(out, e->place);
        return;
    }
    if (e->op == C_SHIFT_RIGHT) {
        for (unsigned i = 0; i < look->count; i++) {
            number t = look->cuts[i], most = (LOOK_FARTHEST >> (unsigned)c) + 1;
            if (t > -most && t < most) look_add_cut(out, t * ((number)1 << c), e->place);
        }
        uint64_t kept = look->bits << c >> c;
        if (kept != look->bits)
            look_add_all(out, e->place); /* the sign, again and again */
        else
            look_add_bits(out, look->bits << c, e->place);
        if (from.low < 0 && look->bits) look_add_all(out, e->place);
        return;
    }
    bool fits = bounds_exact(e, from, (struct interval){c, c}, &all) && interval_within(all, type);
    if (!fits && e->type->is_signed) {
        if (!search->overflows && !look_is_empty(look)) look_add_all(out, e->place);
        look_add_cut(out, 0, e->place);
        look_add_cut(out, (type.high >> (unsigned)c) + 1, e->place);
    } else if (!fits && look->count) {
        look_add_all(out, e->place);
    }
    for (unsigned i = 0; i < look->count; i++) look_add_cut(out, ceil_divide(look->cuts[i], (number)1 << c), e->place);
    look_add_bits(out, look->bits >> c, e->place);
}

static void look_through_bits(const struct c_expression *e, number c, const struct look *look, struct look *out) {
    uint64_t mask = (uint64_t)c;
    if (e->type->size < 8) mask &= ((uint64_t)1 << (e->type->size * 8)) - 1;
    if (look_is_empty(look)) return;
    uint64_t open = e->op == C_BIT_AND ? mask
                    : e->op == C_BIT_OR
                        ? (e->type->size < 8 ? ((uint64_t)1 << (e->type->size * 8)) - 1 : UINT64_MAX) & ~mask
                        : UINT64_MAX;
    if (look->count) {
        look_add_bits(out, open, e->place); /* too many are everything */
        return;
    }
    look_add_bits(out, look->bits & (e->type->size < 8 ? open | ~(((uint64_t)1 << (e->type->size * 8)) - 1) : open),
                  e->place);
}

/* One operand is a constant. */
static bool look_through_constant(struct search *search, const struct c_expression *e, const struct look *look) {
    const struct c_expression *constant = e->right->kind == C_CONSTANT ? e->right : NULL, *x = e->left;
    if (!constant && e->left->kind == C_CONSTANT) constant = e->left, x = e->right;
    if (!constant || look->all) return false;
    bool is_right = constant == e->right;
    number c = constant_of(constant).low;
    struct look out = {0};
    switch (e->op) {
    case C_ADD: look_through_sum(search, e, x, c, look, &out); break;
    case C_SUBTRACT:
        if (is_right)
            look_through_sum(search, e, x, -c, look, &out);
        else
            look_through_difference(search, e, c, look, &out);
        break;
    case C_MULTIPLY: look_through_product(search, e, x, c, look, &out); break;
    case C_DIVIDE:
        if (!is_right) return false;
        look_through_quotient(e, c, look, &out);
        break;
    case C_REMAINDER:
        if (!is_right) return false;
        look_through_remainder(search, e, c, look, &out);
        break;
    case C_SHIFT_LEFT:
    case C_SHIFT_RIGHT:
        if (!is_right) return false;
        look_through_shift(search, e, c, look, &out);
        break;
    case C_BIT_AND:
    case C_BIT_OR:
    case C_BIT_XOR: look_through_bits(e, c, look, &out); break;
    default: return false;
    }
    look_at(search, x, &out);
    return true;
}

/* May the operator fail, whatever its operands are by their bounds? */
static bool may_fail(struct search *search, const struct c_expression *e) {
    struct interval all, right = bounds_of(search->bounds, e->right, search->instruction);
    switch (e->op) {
    case C_DIVIDE:
    case C_REMAINDER: return right.low <= 0;
    case C_SHIFT_LEFT:
    case C_SHIFT_RIGHT:
        if (!search->overflows) return false;
        if (right.low < 0 || right.high >= e->type->size * 8) return true;
        if (e->op == C_SHIFT_RIGHT || !e->type->is_signed) return false;
        break;
    case C_ADD:
    case C_SUBTRACT:
    case C_MULTIPLY:
        if (!search->overflows || !e->type->is_signed) return false;
        break;
    default: return false;
    }
    return !bounds_exact(e, bounds_of(search->bounds, e->left, search->instruction), right, &all) ||
           !interval_within(all, bounds_of_type(e->type));
}

static void look_through_comparison(struct search *search, const struct c_expression *e, const struct look *look) {
    const struct c_expression *x = e->left, *constant = e->right;
    enum c_operator op = e->op;
    struct look out = {0};
    if (x->kind == C_CONSTANT) x = e->right, constant = e->left;
    if (look_is_empty(look) && e->left->type->kind != C_POINTER) {
        look_at(search, e->left, &no_look);
        look_at(search, e->right, &no_look);
        return;
    }
    if (!is_integer(x) || constant->kind != C_CONSTANT) {
        look_at_all(search, e->left, e);
        look_at_all(search, e->right, e);
        return;
    }
    number c = constant_of(constant).low;
    bool swapped = constant == e->left;
    bool below = op == C_EQUAL || op == C_NOT_EQUAL || op == (swapped ? C_GREATER : C_LESS) ||
                 op == (swapped ? C_LESS_EQUAL : C_GREATER_EQUAL);
    bool above = op == C_EQUAL || op == C_NOT_EQUAL || !below;
    if (below) look_add_cut(&out, c, e->place);
    if (above) look_add_cut(&out, c + 1, e->place);
    look_at(search, x, &out);
}

static void look_through_binary(struct search *search, const struct c_expression *e, const struct look *look) {
    if (e->op >= C_LESS && e->op <= C_NOT_EQUAL) {
        look_through_comparison(search, e, look);
        return;
    }
    bool integers = is_integer(e) && is_integer(e->left) && is_integer(e->right);
    if (integers && look_through_constant(search, e, look)) return;
    /* What becomes of floating numbers is looked at, or not; nothing fails. */
    bool harmless = look_is_empty(look) && (e->type->kind == C_FLOAT || (integers && !may_fail(search, e)));
    if (harmless) {
        look_at(search, e->left, &no_look);
        look_at(search, e->right, &no_look);
    } else {
        look_at_all(search, e->left, e);
        look_at_all(search, e->right, e);
    }
}

/* Indices and pointers on the way. */
static void look_at_path(struct search *search, const struct c_expression *place) {
    if (place->kind == C_DEREFERENCE) look_at_all(search, place->left, place);
    if (place->kind == C_MEMBER || place->kind == C_INDEX) look_at_path(search, place->left);
    if (place->kind != C_INDEX) return;
    struct look look = {0};
    uint32_t count = place->left->type->count;
    for (uint32_t i = 0; i <= count + 1 && !look.all; i++) look_add_cut(&look, i, place->place);
    look_at(search, place->right, &look);
}

/* Is its second operand computed only sometimes, and may that fail? Then whether it is counts. */
static void look_through_logic(struct search *search, const struct c_expression *e, const struct look *look) {
    look_as_condition(search, e->left);
    if (e->kind == C_CONDITIONAL) {
        look_at(search, e->right, look);
        look_at(search, e->third, look);
    } else if (look_is_empty(look)) {
        look_at(search, e->right, look);
    } else {
        look_as_condition(search, e->right);
    }
}

static void look_at(struct search *search, const struct c_expression *e, const struct look *look) {
    switch (e->kind) {
    case C_CONSTANT: break;
    case C_LOAD:
        look_at_path(search, e->left);
        look_at_place(search, e->left, look);
        break;
    case C_ADDRESS: look_at_path(search, e->left); break;
    case C_UNARY: look_through_unary(search, e, look); break;
    case C_BINARY: look_through_binary(search, e, look); break;
    case C_CONVERT: look_through_conversion(search, e, look); break;
    case C_AND:
    case C_OR:
    case C_CONDITIONAL: look_through_logic(search, e, look); break;
    default: look_at_path(search, e);
    }
}

/* ---- instructions ---- */

static void copy_record(struct search *search, const struct c_expression *target, const struct c_expression *from) {
    uint32_t to = slots_of_record(search->slots, target), source = slots_of_record(search->slots, from);
    if (to != UINT32_MAX && source != UINT32_MAX) {
        for (uint32_t i = 0; i < target->type->size; i++) {
            struct look copy = *look_of_slot(search, to + i);
            look_at_slot(search, source + i, &copy);
        }
        return;
    }
    slot_list slots = {0};
    struct look all = everything(from);
    bool looked_at = false;
    slots_around(search->slots, target, &slots);
    for (size_t i = 0; i < slots.count; i++) looked_at |= search->looks[slots.items[i]] != NULL;
    vec_clear(&slots);
    if (looked_at) slots_around(search->slots, from, &slots);
    for (size_t i = 0; i < slots.count; i++) look_at_slot(search, slots.items[i], &all);
    vec_free(&slots);
}

static void assign(struct search *search, const struct c_expression *target, const struct c_expression *value) {
    look_at_path(search, target);
    if (target->type->kind == C_RECORD) {
        if (value->kind == C_LOAD) {
            look_at_path(search, value->left);
            copy_record(search, target, value->left);
        }
        return;
    }
    struct look look = look_of_place(search, target);
    bool is_part = target->kind == C_MEMBER && target->field->bit_width;
    if (is_part && !look_is_empty(&look)) look = everything(target);
    look_at(search, value, &look);
}

static void pass(struct search *search, const struct c_function *function, uint32_t index,
                 const struct c_expression *value) {
    const struct c_object *parameter = function->locals[index];
    struct c_expression place = {
        .kind = C_OBJECT, .type = parameter->type, .object = parameter, .place = parameter->place};
    if (value->type->kind != parameter->type->kind || value->type->size != parameter->type->size) {
        if (value->type->kind != C_RECORD) look_at_all(search, value, value);
        return;
    }
    assign(search, &place, value);
}

static void call(struct search *search, const struct c_instruction *call) {
    const struct c_program *program = search->subject->program;
    if (call->value) look_at_all(search, call->value, call->value);
    if (call->target) look_at_path(search, call->target);
    struct look result = {0};
    if (call->target) result = look_of_place(search, call->target);
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct c_function *function = program->functions[f];
        if (!points_may_call(search->slots->points, call, function)) continue;
        for (uint32_t a = 0; a < call->argument_count && a < function->parameter_count; a++)
            pass(search, function, a, call->arguments[a]);
        if (call->target && call->target->type->kind == C_RECORD)
            result = (struct look){.all = true, .why = call->place};
        look_at_slot(search, search->slots->first[search->subject->object_count + f], &result);
    }
}

static void leave(struct search *search, uint32_t function, const struct c_instruction *code) {
    struct look look = *look_of_slot(search, search->slots->first[search->subject->object_count + function]);
    if (!code->value) return;
    if (code->value->type->kind == C_RECORD) {
        slot_list slots = {0};
        if (code->value->kind == C_LOAD) slots_around(search->slots, code->value->left, &slots);
        for (size_t i = 0; i < slots.count; i++) look_at_slot(search, slots.items[i], &look);
        vec_free(&slots);
        return;
    }
    look_at(search, code->value, &look);
}

static void visit(struct search *search, uint32_t function, const struct c_instruction *code) {
    switch (code->kind) {
    case C_ASSIGN: assign(search, code->target, code->value); break;
    case C_BRANCH:
    case C_ASSERT:
    case C_ASSUME: look_as_condition(search, code->value); break;
    case C_CALL: call(search, code); break;
    case C_RETURN: leave(search, function, code); break;
    case C_TRACE:
        /* What is printed is for people; strings are read. */
        if (code->value) look_at_all(search, code->value, code->value);
        for (uint32_t i = 0; i < code->argument_count; i++)
            look_at(search, code->arguments[i],
                    is_integer(code->arguments[i]) ? &no_look : &(struct look){.all = true, .why = code->place});
        break;
    case C_SERVICE:
    case C_CHOOSE:
    case C_INTERRUPT:
        if (code->target) look_at_path(search, code->target);
        if (code->value) look_at_all(search, code->value, code->value);
        if (code->other) look_at_all(search, code->other, code->other);
        for (uint32_t i = 0; i < code->argument_count; i++) look_at_all(search, code->arguments[i], code->arguments[i]);
        for (uint32_t i = 0; i < code->output_count; i++)
            if (code->outputs[i]) look_at_all(search, code->outputs[i], code->outputs[i]);
        break;
    case C_JUMP:
    case C_CLEAR: break;
    }
}

/* ---- all of it ---- */

static void look_from_outside(struct search *search, const unsigned char *observed) {
    struct look all = {.all = true};
    for (uint32_t i = 0; i < search->subject->object_count; i++)
        for (uint32_t s = search->slots->first[i]; observed && observed[i] && s < slots_end(search->slots, i); s++)
            look_at_slot(search, s, &all);
}

static void visit_all(struct search *search) {
    const struct c_program *program = search->subject->program;
    do {
        search->changed = false;
        for (uint32_t f = program->function_count; f-- > 0;)
            for (uint32_t i = program->functions[f]->code_count; i-- > 0;) {
                search->instruction = search->subject->first_instruction[f] + i;
                visit(search, f, &program->functions[f]->code[i]);
            }
    } while (search->changed);
}

static const struct look *kept(struct arena *arena, const struct look *look) {
    struct look *copy = arena_new_object(arena, struct look);
    *copy = *look;
    return copy;
}

static void keep(struct search *search, struct arena *arena, struct classes *classes) {
    const struct subject *subject = search->subject;
    classes->choices = arena_new_array(arena, const struct look *, subject->instruction_count + 1);
    for (uint32_t f = 0; f < subject->program->function_count; f++)
        for (uint32_t i = 0; i < subject->program->functions[f]->code_count; i++) {
            const struct c_instruction *code = &subject->program->functions[f]->code[i];
            search->instruction = subject->first_instruction[f] + i;
            if (code->kind != C_CHOOSE) continue;
            struct look look = look_of_place(search, code->target);
            classes->choices[search->instruction] = kept(arena, &look);
        }
    classes->place_count = (uint32_t)search->slots->hardware.count;
    classes->places = arena_new_array(arena, struct classes_place, classes->place_count + 1);
    for (uint32_t i = 0; i < classes->place_count; i++) {
        const struct hardware_slot *slot = &search->slots->hardware.items[i];
        classes->places[i] = (struct classes_place){
            slot->place, kept(arena, look_of_slot(search, slots_hardware(search->slots, slot->place)))};
    }
}

struct classes *classes_find(const struct analysis *analysis, const unsigned char *observed) {
    struct arena *own = arena_new();
    struct points *points = points_find(analysis->subject, own);
    struct search search = {.subject = analysis->subject,
                            .slots = slots_find(analysis->subject, points, own),
                            .arena = own,
                            .overflows = analysis->subject->enabled[APP_CHECK_OVERFLOW]};
    search.bounds = bounds_find(search.slots, !search.overflows, own);
    search.looks = arena_new_array(own, struct look *, search.slots->count + 1);
    look_from_outside(&search, observed);
    visit_all(&search);
    struct classes *classes = arena_new_object(analysis->arena, struct classes);
    keep(&search, analysis->arena, classes);
    slots_free(search.slots);
    arena_free(own);
    return classes;
}

static int by_place(const void *a, const void *b) {
    uintptr_t left = (uintptr_t)((const struct classes_place *)a)->place;
    uintptr_t right = (uintptr_t)((const struct classes_place *)b)->place;
    return (left > right) - (left < right);
}

const struct look *classes_of_place(const struct classes *classes, const struct c_expression *place) {
    struct classes_place wanted = {place, NULL};
    if (!place || !classes->place_count) return NULL;
    const struct classes_place *found =
        bsearch(&wanted, classes->places, classes->place_count, sizeof wanted, by_place);
    return found ? found->look : NULL;
}
