#include "app/analysis/looking.h"

#include "app/analysis/steady.h"

static const struct look no_look;

static bool is_integer(const struct c_expression *e) { return e->type->kind == C_INTEGER; }

/* ---- slots ---- */

void looking_add(struct looking *looking, uint32_t slot, const struct look *look) {
    if (look_is_empty(look)) return;
    if (!looking->looks[slot]) looking->looks[slot] = arena_new_object(looking->arena, struct look);
    looking->changed |= look_add(looking->looks[slot], look);
}

const struct look *looking_of_slot(const struct looking *looking, uint32_t slot) {
    return looking->looks[slot] ? looking->looks[slot] : &no_look;
}

struct look looking_everything(const struct c_expression *e) {
    return (struct look){.all = true, .why = e->place};
}

/* A number is read from the place, or what a number there is looked at for is asked. */
static void look_at_place(struct looking *looking, const struct c_expression *place, const struct look *look) {
    slot_list slots = {0};
    struct look all = looking_everything(place);
    bool clear = slots_of_place(looking->slots, place, looking->instruction, &slots);
    bool is_part = place->kind == C_MEMBER && place->field->bit_width;
    bool exact = clear && !is_part && place->type->kind == C_INTEGER;
    if (!look_is_empty(look))
        for (size_t i = 0; i < slots.count; i++) looking_add(looking, slots.items[i], exact ? look : &all);
    vec_free(&slots);
}

struct look looking_of_place(struct looking *looking, const struct c_expression *place) {
    slot_list slots = {0};
    struct look sum = {0};
    bool clear = slots_of_place(looking->slots, place, looking->instruction, &slots);
    for (size_t i = 0; i < slots.count; i++) look_add(&sum, looking_of_slot(looking, slots.items[i]));
    vec_free(&slots);
    bool is_part = place->kind == C_MEMBER && place->field->bit_width;
    if ((!clear || is_part) && !look_is_empty(&sum)) sum = looking_everything(place);
    return sum;
}

/* ---- looks at what is computed, as looks at what it is computed from ---- */

static number floor_divide(number a, number b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
static number ceil_divide(number a, number b) { return -floor_divide(-a, b); }

void looking_at_all(struct looking *looking, const struct c_expression *e, const struct c_expression *because) {
    struct look all = looking_everything(because);
    looking_at(looking, e, &all);
}

void looking_at_condition(struct looking *looking, const struct c_expression *e) {
    struct look look = {0};
    if (!is_integer(e)) {
        looking_at_all(looking, e, e);
        return;
    }
    look_add_cut(&look, 0, e->place);
    look_add_cut(&look, 1, e->place);
    looking_at(looking, e, &look);
}

/* The lowest bits of a number are cut as a type of this width, which has numbers below zero or not, is. */
static void look_at_lowest(struct look *out, const struct look *look, unsigned width, bool is_signed,
                           struct place why) {
    number size = (number)1 << width;
    look_add_narrow(out, width, is_signed ? (uint64_t)(size / 2) : 0, why);
    for (unsigned i = 0; i < look->count; i++)
        if (look->cuts[i] > -size && look->cuts[i] < size)
            look_add_narrow(out, width, (uint64_t)(look->cuts[i] + size) & (uint64_t)(size - 1), why);
}

/* The operand is one of the interval `from`, and the value is operand + k * 2^width for the k that brings it into the
 * type. Cuts come back in each of these pieces; where these are many, they are cuts of the lowest bits. Bits stay where
 * they are. */
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
            look_at_lowest(out, look, (unsigned)__builtin_popcountll(kept), to.low < 0, why);
        return;
    }
    for (number piece = first; piece <= last; piece++) {
        look_add_cut(out, to.low + piece * size - offset, why);
        for (unsigned i = 0; i < look->count; i++) look_add_cut(out, look->cuts[i] + piece * size - offset, why);
    }
}

static void look_through_conversion_that_wraps(struct look *out, const struct look *look, struct interval from,
                                               struct interval to, struct place why) {
    struct look plain = look_without_narrow(look);
    number size = to.high - to.low + 1;
    bool stays = look->width && (number)1 << look->width <= size; /* the lowest bits are what they were */
    if (stays) {
        plain = *look;
        plain.width = plain.narrow_count = 0;
        look_add_narrow(out, look->width, 0, why);
    }
    for (unsigned i = 0; stays && i < look->narrow_count; i++) look_add_narrow(out, look->width, look->narrow[i], why);
    if (plain.all)
        look_add_all(out, why);
    else
        look_through_wrap(out, &plain, from, to, 0, why);
}

/* Are 0 and 1 told apart? */
static bool tells_bools_apart(const struct look *look) {
    bool cut = false;
    for (unsigned i = 0; i < look->count; i++) cut |= look->cuts[i] == 1;
    return look->all || look->bits & 1 || look->width || cut || look->relative_count;
}

static void look_through_conversion(struct looking *looking, const struct c_expression *e, const struct look *look) {
    struct look out = {0};
    if (!is_integer(e) || !is_integer(e->left)) {
        /* A conversion from a floating number may fail. */
        if (!look_is_empty(look) || (is_integer(e) && e->left->type->kind == C_FLOAT))
            looking_at_all(looking, e->left, e);
        else
            looking_at(looking, e->left, &no_look);
        return;
    }
    struct interval from = bounds_of(looking->bounds, e->left, looking->instruction), to = bounds_of_type(e->type);
    struct look plain = look_at_once(look, e->place);
    if (e->type->is_bool || !interval_within(from, to)) look = &plain;
    if (look->all)
        out = *look;
    else if (e->type->is_bool && tells_bools_apart(look))
        look_add_cut(&out, 0, e->place), look_add_cut(&out, 1, e->place);
    else if (interval_within(from, to))
        out = *look;
    else if (!look_is_empty(look))
        look_through_conversion_that_wraps(&out, look, from, to, e->place);
    looking_at(looking, e->left, &out);
}

static void look_through_unary(struct looking *looking, const struct c_expression *e, const struct look *look) {
    struct look out = {0};
    if (e->op == C_ROOM) {
        looking_at_all(looking, e->left, e);
        return;
    }
    if (e->op == C_LOGICAL_NOT) {
        if (look_is_empty(look))
            looking_at(looking, e->left, look);
        else
            looking_at_condition(looking, e->left);
        return;
    }
    if (!is_integer(e) || look->all) {
        looking_at(looking, e->left, look_is_empty(look) ? look : &(struct look){.all = true, .why = e->place});
        return;
    }
    struct interval type = bounds_of_type(e->type);
    bool negates = e->op == C_NEGATE;
    /* -x >= t if x < 1 - t; ~x >= t if x < -t; modulo 2^width for unsigned numbers. */
    number turn = (negates ? 1 : 0) + (e->type->is_signed ? 0 : type.high + 1);
    for (unsigned i = 0; i < look->count; i++) look_add_cut(&out, turn - look->cuts[i], e->place);
    if (negates && !e->type->is_signed && look->count) look_add_cut(&out, 1, e->place);
    if (negates && e->type->is_signed) {
        struct interval from = bounds_of(looking->bounds, e->left, looking->instruction);
        if (from.low <= type.low) look_add_cut(&out, type.low + 1, e->place); /* it does not fit */
    }
    if (negates && look->bits) /* bits below the highest one decide */
        look_add_bits(&out, UINT64_MAX >> __builtin_clzll(look->bits), e->place);
    else
        look_add_bits(&out, look->bits, e->place);
    looking_at(looking, e->left, &out);
}

static struct interval constant_of(const struct c_expression *e) {
    number value = e->type->is_signed ? (number)e->integer : (number)(uint64_t)e->integer;
    return (struct interval){value, value};
}

/* x + c, which may wrap or not fit. */
static void look_through_sum(struct looking *looking, const struct c_expression *e, const struct c_expression *x,
                             number c, const struct look *look, struct look *out) {
    struct interval type = bounds_of_type(e->type), from = bounds_of(looking->bounds, x, looking->instruction);
    struct interval sum = {from.low + c, from.high + c};
    if (interval_within(sum, type)) {
        for (unsigned i = 0; i < look->count; i++) look_add_cut(out, look->cuts[i] - c, e->place);
    } else if (e->type->is_signed && looking->overflows) {
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
static void look_through_difference(struct looking *looking, const struct c_expression *e, number c,
                                    const struct look *look, struct look *out) {
    struct interval type = bounds_of_type(e->type), from = bounds_of(looking->bounds, e->right, looking->instruction);
    struct interval difference = {c - from.high, c - from.low};
    bool fits = interval_within(difference, type);
    if (!fits && !(e->type->is_signed && looking->overflows)) {
        if (!look_is_empty(look)) look_add_all(out, e->place);
        return;
    }
    if (!fits) look_add_cut(out, c - type.high, e->place), look_add_cut(out, c - type.low + 1, e->place);
    for (unsigned i = 0; i < look->count; i++) look_add_cut(out, c - look->cuts[i] + 1, e->place);
    if (look->bits) look_add_bits(out, UINT64_MAX >> __builtin_clzll(look->bits), e->place);
}

/* x * c */
static void look_through_product(struct looking *looking, const struct c_expression *e, const struct c_expression *x,
                                 number c, const struct look *look, struct look *out) {
    struct interval type = bounds_of_type(e->type), from = bounds_of(looking->bounds, x, looking->instruction), all;
    struct interval factor = {c, c};
    bool known = bounds_exact(e, from, factor, &all);
    bool fits = known && interval_within(all, type);
    if (!c) return;
    if (!fits && !(e->type->is_signed && looking->overflows)) {
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

static void look_through_remainder(struct looking *looking, const struct c_expression *e, number c,
                                   const struct look *look, struct look *out) {
    struct interval from = bounds_of(looking->bounds, e->left, looking->instruction);
    if (c <= 0)
        look_add_all(out, e->place);
    else if (!look->bits && look->count && from.low >= 0 && !(c & (c - 1)) && c > 1)
        look_at_lowest(out, look, (unsigned)__builtin_popcountll((uint64_t)(c - 1)), false, e->place);
    else if (!look_is_empty(look) && from.low >= 0 && !(c & (c - 1)))
        look_add_bits(out, (uint64_t)(c - 1), e->place);
    else if (!look_is_empty(look)) {
        look_add_all(out, e->place);
        for (unsigned i = 0; i < look->count; i++) look_add_cut(out, look->cuts[i], e->place); /* 5 % c is 5 */
    }
}

static void look_through_shift(struct looking *looking, const struct c_expression *e, number c, const struct look *look,
                               struct look *out) {
    unsigned width = e->type->size * 8;
    struct interval type = bounds_of_type(e->type), from = bounds_of(looking->bounds, e->left, looking->instruction),
                    all;
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
        if (!looking->overflows && !look_is_empty(look)) look_add_all(out, e->place);
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
    if (look->all) {
        look_add_bits(out, mask, e->place);
        return;
    }
    /* All of the lowest bits, and not the sign's: a remainder. */
    if (e->op == C_BIT_AND && mask && !(mask & (mask + 1)) && mask <= (uint64_t)INT64_MAX && !look->bits &&
        (number)mask <= bounds_of_type(e->type).high) {
        look_at_lowest(out, look, (unsigned)__builtin_popcountll(mask), false, e->place);
        return;
    }
    uint64_t open = e->op == C_BIT_AND ? mask
                    : e->op == C_BIT_OR
                        ? (e->type->size < 8 ? ((uint64_t)1 << (e->type->size * 8)) - 1 : UINT64_MAX) & ~mask
                        : UINT64_MAX;
    if (look->count) {
        look_add_bits(out, open, e->place); /* too many are everything */
        for (unsigned i = 0; e->op == C_BIT_XOR && i < look->count; i++) look_add_cut(out, look->cuts[i] ^ c, e->place);
        return;
    }
    look_add_bits(out, look->bits & (e->type->size < 8 ? open | ~(((uint64_t)1 << (e->type->size * 8)) - 1) : open),
                  e->place);
}

/* One operand is a constant. */
static bool look_through_constant(struct looking *looking, const struct c_expression *e, const struct look *look) {
    const struct c_expression *constant = e->right->kind == C_CONSTANT ? e->right : NULL, *x = e->left;
    if (!constant && e->left->kind == C_CONSTANT) constant = e->left, x = e->right;
    if (!constant || (look->all && e->op != C_BIT_AND)) return false;
    bool is_right = constant == e->right;
    number c = constant_of(constant).low;
    struct look out = {0};
    switch (e->op) {
    case C_ADD: look_through_sum(looking, e, x, c, look, &out); break;
    case C_SUBTRACT:
        if (is_right)
            look_through_sum(looking, e, x, -c, look, &out);
        else
            look_through_difference(looking, e, c, look, &out);
        break;
    case C_MULTIPLY: look_through_product(looking, e, x, c, look, &out); break;
    case C_DIVIDE:
        if (!is_right) return false;
        look_through_quotient(e, c, look, &out);
        break;
    case C_REMAINDER:
        if (!is_right) return false;
        look_through_remainder(looking, e, c, look, &out);
        break;
    case C_SHIFT_LEFT:
    case C_SHIFT_RIGHT:
        if (!is_right) return false;
        look_through_shift(looking, e, c, look, &out);
        break;
    case C_BIT_AND:
    case C_BIT_OR:
    case C_BIT_XOR: look_through_bits(e, c, look, &out); break;
    default: return false;
    }
    looking_at(looking, x, &out);
    return true;
}

/* May the operator fail, whatever its operands are by their bounds? */
static bool may_fail(struct looking *looking, const struct c_expression *e) {
    struct interval all, right = bounds_of(looking->bounds, e->right, looking->instruction);
    switch (e->op) {
    case C_DIVIDE:
    case C_REMAINDER: return right.low <= 0;
    case C_SHIFT_LEFT:
    case C_SHIFT_RIGHT:
        if (!looking->overflows) return false;
        if (right.low < 0 || right.high >= e->type->size * 8) return true;
        if (e->op == C_SHIFT_RIGHT || !e->type->is_signed) return false;
        break;
    case C_ADD:
    case C_SUBTRACT:
    case C_MULTIPLY:
        if (!looking->overflows || !e->type->is_signed) return false;
        break;
    default: return false;
    }
    return !bounds_exact(e, bounds_of(looking->bounds, e->left, looking->instruction), right, &all) ||
           !interval_within(all, bounds_of_type(e->type));
}

/* Does another way lead there, by which it may hold something else? */
static bool is_led_to(const struct c_function *function, uint32_t to) {
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_instruction *code = &function->code[i];
        bool jumps = code->kind == C_JUMP || code->kind == C_BRANCH;
        if (jumps && (code->then == to || (code->kind == C_BRANCH && code->otherwise == to))) return true;
    }
    return false;
}

/* Is it read anew from outside, just before? Whatever else it might hold is no input. */
static bool is_fresh(const struct looking *looking, const struct c_expression *load) {
    const struct c_program *program = looking->subject->program;
    const struct c_object *object = load->left->kind == C_OBJECT ? load->left->object : NULL;
    uint32_t f = 0;
    if (!object) return load->left->kind == C_DEREFERENCE && load->left->is_volatile && c_constant(load->left->left);
    while (f + 1 < program->function_count && looking->subject->first_instruction[f + 1] <= looking->instruction) f++;
    const struct c_instruction *code = program->functions[f]->code;
    for (uint32_t i = looking->instruction - looking->subject->first_instruction[f]; i-- > 0;) {
        if (is_led_to(program->functions[f], i + 1)) return false;
        if (code[i].kind == C_JUMP || code[i].kind == C_BRANCH) return false;
        if (c_object_of(code[i].target) == object) return object->storage == C_TEMPORARY && code[i].kind == C_CHOOSE;
    }
    return false;
}

/* Does it take all values of a type in which the steady number has room, and does nothing but that one tell them apart?
 * Then all such numbers do the same. */
static bool is_told_apart_by_this_alone(struct looking *looking, const struct c_expression *x,
                                        const struct c_expression *steady) {
    const struct c_expression *load = c_without_conversions(x);
    if (load->kind != C_LOAD || load->type->size < steady->type->size || !is_fresh(looking, load)) return false;
    struct interval type = bounds_of_type(load->type), from = bounds_of(looking->bounds, load, looking->instruction);
    struct look all = looking_of_place(looking, load->left);
    return interval_within(type, from) && !all.all && !all.bits && !all.count && !all.width && all.relative_count == 1;
}

static void look_at_steady(struct looking *looking, const struct c_expression *e, const struct c_expression *x,
                           const struct c_expression *steady, unsigned kind) {
    struct look look = {0};
    bool is_equality = kind == LOOK_CUTS && (e->op == C_EQUAL || e->op == C_NOT_EQUAL);
    bool is_alike = (is_equality || kind == LOOK_MASK) && is_told_apart_by_this_alone(looking, x, steady);
    if (kind == LOOK_MASK) look_add_cut(&look, 0, e->place), look_add_cut(&look, 1, e->place);
    if (!is_alike) look = looking_everything(e);
    looking_at(looking, steady, &look);
}

/* One operand stays the same in a run: only what it is says which numbers the other one is told apart from. */
static bool look_past_steady(struct looking *looking, const struct c_expression *e, unsigned kind, uint64_t bits) {
    const struct c_expression *x = e->left, *steady = e->right;
    if (!steady_is(steady) && kind != LOOK_SHIFTED) x = e->right, steady = e->left;
    if (!is_integer(x) || !is_integer(steady) || !steady_is(steady) || steady_is(x) || c_constant(x)) return false;
    struct look out = {0};
    look_add_relative(&out, (struct look_relative){kind, steady, bits}, e->place);
    looking_at(looking, x, &out);
    look_at_steady(looking, e, x, steady, kind);
    return true;
}

/* Is it only asked whether it is 0? */
static bool is_for_truth(const struct look *look) {
    bool is_cut = look->count && look->cuts[0] >= 0 && look->cuts[look->count - 1] <= 1;
    return is_cut && !look->all && !look->bits && !look->width;
}

/* `x & MASK`, or `x >> PLACE` of which a few bits count. */
static bool look_through_steady(struct looking *looking, const struct c_expression *e, const struct look *look) {
    if (look_is_empty(look)) return false;
    if (e->op == C_BIT_AND) {
        bool is_natural = bounds_of(looking->bounds, e, looking->instruction).low >= 0;
        return look_past_steady(looking, e, is_natural && is_for_truth(look) ? LOOK_MASK : LOOK_BITS, 0);
    }
    bool has_bits_only = !look->all && !look->count && !look->width;
    if (e->op != C_SHIFT_RIGHT || !has_bits_only) return false;
    if (bounds_of(looking->bounds, e->left, looking->instruction).low < 0) return false;
    return look_past_steady(looking, e, LOOK_SHIFTED, look->bits);
}

static void look_through_comparison(struct looking *looking, const struct c_expression *e, const struct look *look) {
    const struct c_expression *x = e->left, *constant = e->right;
    enum c_operator op = e->op;
    struct look out = {0};
    if (x->kind == C_CONSTANT) x = e->right, constant = e->left;
    if (look_is_empty(look) && e->left->type->kind != C_POINTER) {
        looking_at(looking, e->left, &no_look);
        looking_at(looking, e->right, &no_look);
        return;
    }
    if (look_past_steady(looking, e, LOOK_CUTS, 0)) return;
    if (!is_integer(x) || constant->kind != C_CONSTANT) {
        looking_at_all(looking, e->left, e);
        looking_at_all(looking, e->right, e);
        return;
    }
    number c = constant_of(constant).low;
    bool swapped = constant == e->left;
    bool below = op == C_EQUAL || op == C_NOT_EQUAL || op == (swapped ? C_GREATER : C_LESS) ||
                 op == (swapped ? C_LESS_EQUAL : C_GREATER_EQUAL);
    bool above = op == C_EQUAL || op == C_NOT_EQUAL || !below;
    if (below) look_add_cut(&out, c, e->place);
    if (above) look_add_cut(&out, c + 1, e->place);
    looking_at(looking, x, &out);
}

static void look_through_binary(struct looking *looking, const struct c_expression *e, const struct look *look) {
    if (e->op >= C_LESS && e->op <= C_NOT_EQUAL) {
        look_through_comparison(looking, e, look);
        return;
    }
    bool integers = is_integer(e) && is_integer(e->left) && is_integer(e->right);
    if (integers && look_through_constant(looking, e, look)) return;
    if (integers && look_through_steady(looking, e, look)) return;
    /* What becomes of floating numbers is looked at, or not; nothing fails. */
    bool harmless = look_is_empty(look) && (e->type->kind == C_FLOAT || (integers && !may_fail(looking, e)));
    if (harmless) {
        looking_at(looking, e->left, &no_look);
        looking_at(looking, e->right, &no_look);
    } else {
        looking_at_all(looking, e->left, e);
        looking_at_all(looking, e->right, e);
    }
}

/* A function is nothing that goes on in steps: whatever its operands are may come out. */
static void look_through_function(struct looking *looking, const struct c_expression *e, const struct look *look) {
    const struct c_expression *const parts[] = {e->left, e->right, e->third};
    for (unsigned i = 0; i < real_operands(e->function); i++) {
        if (look_is_empty(look))
            looking_at(looking, parts[i], &no_look);
        else
            looking_at_all(looking, parts[i], e);
    }
}

void looking_at_path(struct looking *looking, const struct c_expression *place) {
    if (place->kind == C_DEREFERENCE) looking_at_all(looking, place->left, place);
    if (place->kind == C_MEMBER || place->kind == C_INDEX) looking_at_path(looking, place->left);
    if (place->kind != C_INDEX) return;
    struct look look = {0};
    uint32_t count = place->left->type->count;
    for (uint32_t i = 0; i <= count + 1 && !look.all; i++) look_add_cut(&look, i, place->place);
    looking_at(looking, place->right, &look);
}

/* Is its second operand computed only sometimes, and may that fail? Then whether it is counts. */
static void look_through_logic(struct looking *looking, const struct c_expression *e, const struct look *look) {
    looking_at_condition(looking, e->left);
    if (e->kind == C_CONDITIONAL) {
        looking_at(looking, e->right, look);
        looking_at(looking, e->third, look);
    } else if (look_is_empty(look) && !looking->conditions) {
        looking_at(looking, e->right, look);
    } else {
        looking_at_condition(looking, e->right);
    }
}

/* A _Bool that is read must be 0 or 1, whatever becomes of it. */
static void look_through_load(struct looking *looking, const struct c_expression *e, const struct look *look) {
    bool is_part = e->left->kind == C_MEMBER && e->left->field->bit_width;
    looking_at_path(looking, e->left);
    look_at_place(looking, e->left, look);
    if (!e->type->is_bool || is_part) return;
    struct look other = {0};
    look_add_cut(&other, 2, e->place);
    look_at_place(looking, e->left, &other);
}

void looking_at(struct looking *looking, const struct c_expression *e, const struct look *look) {
    struct look plain;
    if (e->kind == C_UNARY || e->kind == C_BINARY) {
        plain = look_at_once(look, e->place);
        if (plain.width) plain = look_without_narrow(&plain);
        look = &plain;
    }
    switch (e->kind) {
    case C_CONSTANT: break;
    case C_LOAD: look_through_load(looking, e, look); break;
    case C_ADDRESS: looking_at_path(looking, e->left); break;
    case C_UNARY: look_through_unary(looking, e, look); break;
    case C_BINARY: look_through_binary(looking, e, look); break;
    case C_CONVERT: look_through_conversion(looking, e, look); break;
    case C_AND:
    case C_OR:
    case C_CONDITIONAL: look_through_logic(looking, e, look); break;
    case C_REAL: look_through_function(looking, e, look); break;
    default: looking_at_path(looking, e);
    }
}
