/* Any number would do for a constant that nobody knows, but code that somebody has compiled and run tells more: what
 * numbers are shifted by is a count of bits, what divides is not 0, an index is one of its array, a time one of its
 * counter, and what is computed from constants alone fits in its type. Without that every such constant would be a
 * mistake of the program's. The ranges are told with the verdict. */
#include "cfront/whole/unknown_constants.h"

#include "base/word.h"
#include "cfront/ir/walk.h"
#include "cfront/missing/invented.h"
#include "cfront/program/types.h"
#include "cfront/whole/rival_constants.h"
#include "cfront/whole/service_constants.h"
#include "cfront/whole/unknown_variables.h"

#include <string.h>

struct c_object *unknown_constants_read(const struct front *front, const struct c_expression *e) {
    while (e && (e->kind == C_CONVERT || e->kind == C_LOAD)) e = e->left;
    if (!e || e->kind != C_OBJECT || e->object->storage != C_GLOBAL || !e->object->starts_with_any) return NULL;
    return e->object->type->kind == C_INTEGER ? front->globals.items[e->object->index] : NULL;
}

void unknown_constants_narrow(struct c_object *object, int64_t low, int64_t high) {
    int64_t least = object->low, most = object->high;
    if (!object->has_range) type_range(object->type, &least, &most);
    if (low < least) low = least;
    if (high > most) high = most;
    if (low > high || (low == least && high == most)) return;
    object->has_range = true;
    object->low = low, object->high = high;
}

/* How far it can be shifted to the left: what has a sign keeps it. */
static int64_t most_shift(const struct c_expression *left) {
    int64_t bits = (int64_t)left->type->size * 8 - (left->type->is_signed ? 2 : 1);
    const struct c_expression *value = left;
    while (value->kind == C_CONVERT) value = value->left;
    if (value->kind != C_CONSTANT || !left->type->is_signed) return bits;
    for (int64_t rest = value->integer; rest > 1; rest >>= 1) bits--;
    return bits;
}

/* A number that meets those with a fraction, or one that is too large for it, may well be such a one itself. */
static void doubt_whole(struct front *front, const struct c_object *constant, struct place place) {
    front_doubt(front, "only whole numbers, of `int`, were tried for `%s`, of which %s:%u makes others", constant->name,
                place.file, place.line);
}

static void learn_width(struct front *front, const struct c_expression *e) {
    const struct c_object *constant = e->kind == C_CONVERT ? unknown_constants_read(front, e->left) : NULL;
    if (constant && e->type->kind == C_FLOAT) doubt_whole(front, constant, e->place);
    for (unsigned side = 0; e->kind == C_BINARY && side < 2; side++) {
        const struct c_expression *number = side ? e->left : e->right;
        constant = unknown_constants_read(front, side ? e->right : e->left);
        int64_t least = 0, most = 0;
        if (constant) type_range(constant->type, &least, &most);
        if (constant && number->kind == C_CONSTANT && number->type->kind == C_INTEGER &&
            number->type->size > constant->type->size && (number->integer < least || number->integer > most))
            doubt_whole(front, constant, e->place);
    }
}

/* `STATUS & READY`: a mask that has no bit asks for nothing. */
static void learn_mask(struct front *front, const struct c_expression *e) {
    for (unsigned side = 0; e->kind == C_BINARY && e->op == C_BIT_AND && side < 2; side++) {
        struct c_object *mask = unknown_constants_read(front, side ? e->right : e->left);
        const struct c_expression *other = side ? e->left : e->right;
        if (mask && !c_constant(other) && !unknown_constants_read(front, other))
            unknown_constants_narrow(mask, 1, INT64_MAX);
    }
}

static void learn(void *context, const struct c_expression *e) {
    struct front *front = context;
    learn_width(front, e);
    learn_mask(front, e);
    struct c_object *constant =
        e->kind == C_BINARY || e->kind == C_INDEX ? unknown_constants_read(front, e->right) : NULL;
    if (!constant) return;
    if (e->kind == C_INDEX) {
        if (e->left->type->count) unknown_constants_narrow(constant, 0, (int64_t)e->left->type->count - 1);
        return;
    }
    switch (e->op) {
    case C_SHIFT_LEFT: unknown_constants_narrow(constant, 0, most_shift(e->left)); break;
    case C_SHIFT_RIGHT: unknown_constants_narrow(constant, 0, (int64_t)e->left->type->size * 8 - 1); break;
    case C_DIVIDE:
    case C_REMAINDER: unknown_constants_narrow(constant, 1, INT64_MAX); break;
    default: break;
    }
}

/* ---- Expressions of constants ---- */

/* The constants that nobody knows in an expression of constants alone, and values to be tried for them. */
enum { MOST_TOGETHER = 8, MOST_SEARCHED = 3, MOST_TRIED = 40, MOST_TENS = 10 };
struct together {
    const struct front *front;
    struct c_object *constants[MOST_TOGETHER];
    int64_t values[MOST_TOGETHER];
    unsigned count;
};

static unsigned find(struct together *together, struct c_object *constant) {
    unsigned i = 0;
    while (i < together->count && together->constants[i] != constant) i++;
    return i;
}

/* False: something else is in it, or there are too many. */
static bool collect(struct together *together, const struct c_expression *e) {
    struct c_object *constant = unknown_constants_read(together->front, e);
    if (constant) {
        unsigned at = find(together, constant);
        if (at == MOST_TOGETHER) return false;
        if (at == together->count) together->constants[together->count++] = constant;
        return true;
    }
    if (e->kind == C_CONSTANT) return e->type->kind == C_INTEGER;
    if (e->kind == C_CONVERT || e->kind == C_UNARY) return collect(together, e->left);
    return e->kind == C_BINARY && collect(together, e->left) && collect(together, e->right);
}

static struct together constants_of(const struct front *front, const struct c_expression *e) {
    struct together together = {.front = front};
    if (e->type->kind != C_INTEGER || !collect(&together, e)) together.count = 0;
    return together;
}

/* False: it is not known what this gives. */
static bool value_of(struct together *together, const struct c_expression *e, int64_t *value) {
    struct c_object *constant = unknown_constants_read(together->front, e);
    int64_t left = 0, right = 0;
    *value = constant ? together->values[find(together, constant)] : e->integer;
    if (constant || e->kind == C_CONSTANT) return true;
    if (!value_of(together, e->left, &left) || (e->kind == C_BINARY && !value_of(together, e->right, &right)))
        return false;
    *value = left;
    if (e->kind == C_CONVERT) return true;
    if (e->kind == C_UNARY) {
        *value = -left;
        return e->op == C_NEGATE;
    }
    switch (e->op) {
    case C_ADD: return !__builtin_add_overflow(left, right, value);
    case C_SUBTRACT: return !__builtin_sub_overflow(left, right, value);
    case C_MULTIPLY: return !__builtin_mul_overflow(left, right, value);
    case C_DIVIDE: *value = right ? left / right : 0; return right;
    case C_REMAINDER: *value = right ? left % right : 0; return right;
    case C_SHIFT_LEFT:
        return left >= 0 && right >= 0 && right < 32 && !__builtin_mul_overflow(left, (int64_t)1 << right, value);
    case C_SHIFT_RIGHT: *value = left >> (right & 31); return left >= 0 && right >= 0 && right < 32;
    case C_BIT_AND: *value = left & right; return true;
    case C_BIT_OR: *value = left | right; return true;
    case C_BIT_XOR: *value = left ^ right; return true;
    default: return false;
    }
}

static bool is_allowed(const struct c_object *constant, int64_t value) {
    return !constant->has_range || (value >= constant->low && value <= constant->high);
}

static bool is_met(struct together *together, const struct c_expression *e, int64_t low, int64_t high) {
    int64_t value;
    return value_of(together, e, &value) && value >= low && value <= high;
}

/* Small ones, 0 behind them, and then 100, 1000 ... */
static int64_t tried_value(unsigned number) {
    int64_t value = 10;
    if (number < MOST_TRIED) return (number + 1) % MOST_TRIED;
    for (; number >= MOST_TRIED; number--) value *= 10;
    return value;
}

/* Tries values for the constants from this one on. */
static bool search(struct together *together, unsigned from, const struct c_expression *e, int64_t low, int64_t high) {
    if (from == together->count) return is_met(together, e, low, high);
    for (unsigned i = 0; i < MOST_TRIED + MOST_TENS; i++) {
        together->values[from] = tried_value(i);
        if (is_allowed(together->constants[from], together->values[from]) && search(together, from + 1, e, low, high))
            return true;
    }
    return false;
}

/* One by one, and then in steps that double, up to the ends of the type. */
static int64_t further(int64_t value, int64_t direction, int64_t least, int64_t most) {
    if (value >= -CFRONT_SMALL && value <= CFRONT_SMALL) return value + direction;
    if (direction > 0) return value < most / 2 ? value * 2 : most;
    return value > least / 2 ? value * 2 : least;
}

/* How far a single constant may go in this direction from a value that will do. */
static int64_t furthest(struct together *together, const struct c_expression *e, int64_t low, int64_t high,
                        int64_t direction) {
    int64_t found = together->values[0], last = found, least, most;
    type_range(together->constants[0]->type, &least, &most);
    for (bool met = true; met && last != (direction > 0 ? most : least);) {
        together->values[0] = further(last, direction, least, most);
        met = is_met(together, e, low, high);
        if (met) last = together->values[0];
    }
    together->values[0] = found;
    return last;
}

/* A divisor, a count of bits or an index that is computed: there are values for which it is one. */
static void demand(struct front *front, const struct c_expression *value, int64_t low, int64_t high) {
    struct together together = constants_of(front, value);
    bool is_searched = together.count && together.count <= MOST_SEARCHED;
    if (unknown_constants_read(front, value) || !is_searched || !search(&together, 0, value, low, high)) return;
    if (together.count == 1)
        unknown_constants_narrow(together.constants[0], furthest(&together, value, low, high, -1),
                                 furthest(&together, value, low, high, 1));
    for (unsigned i = 0; together.count > 1 && i < together.count; i++) {
        unknown_constants_narrow(together.constants[i], together.values[i], together.values[i]);
        together.constants[i]->is_picked = true;
    }
}

/* The end of what a constant may be, if nothing may be further from 0 than this. */
static int64_t end_of(const struct c_object *constant, int64_t furthest, bool is_high) {
    int64_t low = constant->low, high = constant->high;
    if (!constant->has_range) type_range(constant->type, &low, &high);
    if (is_high) return high < furthest ? high : furthest;
    return low > -furthest ? low : -furthest;
}

/* Does the expression stay in its type with all constants that are no further from 0? It does if it does at their ends.
 */
static bool stays_in_type(struct together *together, const struct c_expression *e, int64_t furthest) {
    int64_t least, most;
    type_range(e->type, &least, &most);
    for (unsigned ends = 0; ends < 1u << together->count; ends++) {
        for (unsigned i = 0; i < together->count; i++)
            together->values[i] = end_of(together->constants[i], furthest, ends >> i & 1);
        if (!is_met(together, e, least, most)) return false;
    }
    return true;
}

/* Adding and multiplying them does not lead out of their type: compilers would have warned. Constants that would have
 * to be smaller than most headers have them stay what they may be. */
static void keep_in_type(struct front *front, const struct c_expression *e) {
    enum { LEAST_END = 127 };
    struct together together = constants_of(front, e);
    int64_t furthest = INT64_MAX / 2;
    if (!together.count) return;
    while (furthest >= LEAST_END && !stays_in_type(&together, e, furthest)) furthest /= 2;
    if (furthest < LEAST_END) furthest = CFRONT_SMALL;
    for (unsigned i = 0; i < together.count; i++)
        unknown_constants_narrow(together.constants[i], end_of(together.constants[i], furthest, false),
                                 end_of(together.constants[i], furthest, true));
}

/* As of a single constant. */
static void learn_together(void *context, const struct c_expression *e) {
    struct front *front = context;
    bool may_leave = e->kind == C_BINARY && (e->op <= C_MULTIPLY || e->op == C_SHIFT_LEFT);
    if (may_leave && e->type->kind == C_INTEGER && e->type->is_signed) keep_in_type(front, e);
    if (e->kind == C_INDEX && e->left->type->count) demand(front, e->right, 0, (int64_t)e->left->type->count - 1);
    if (e->kind != C_BINARY) return;
    if (e->op == C_DIVIDE || e->op == C_REMAINDER) demand(front, e->right, 1, INT64_MAX);
    if (e->op == C_SHIFT_LEFT) demand(front, e->right, 0, most_shift(e->left));
    if (e->op == C_SHIFT_RIGHT) demand(front, e->right, 0, (int64_t)e->left->type->size * 8 - 1);
}

/* ---- Names ---- */

static void learn_from_name(const struct front *front, struct c_object *constant) {
    unsigned number;
    if (invented_knows_number(&front->invented, constant->name, &number))
        unknown_constants_narrow(constant, number, number);
}

static void tell(struct front *front) {
    struct text text = {0}, named = {0}, picked = {0};
    for (size_t i = 0; i < front->globals.count; i++) {
        const struct c_object *global = front->globals.items[i];
        if (!global->starts_with_any || !global->has_range) continue;
        if (global->low == global->high) {
            struct text *where = global->is_picked ? &picked : &named;
            text_printf(where, "%s`%s` is ", where->length ? ", " : "", global->name);
            if (global->names_nothing)
                text_add(where, "nothing that the configuration has");
            else if (global->stands_for)
                text_printf(where, "`%s`", global->stands_for);
            else
                text_printf(where, "%lld", (long long)global->low);
            continue;
        }
        text_printf(&text, "%s`%s` is from %lld to %lld", text.length ? ", " : "", global->name, (long long)global->low,
                    (long long)global->high);
    }
    if (text.length) front_assume(front, arena_printf(front->arena, "%s, as its use asks for", text_chars(&text)));
    if (named.length) front_assume(front, arena_text(front->arena, text_chars(&named)));
    if (picked.length)
        front_assume(front, arena_printf(front->arena,
                                         "%s, the one choice of many that was tried, as code divides, shifts or counts "
                                         "by what it computes from them (--any NAME=LOW..HIGH tries others)",
                                         text_chars(&picked)));
    text_free(&text);
    text_free(&named);
    text_free(&picked);
}

/* ---- numbers for once ---- */

enum { MOST_APART = 1024 };
struct written {
    bool numbers[MOST_APART]; /* that the program has */
};

static void note_number(void *context, const struct c_expression *e) {
    struct written *written = context;
    if (e->kind == C_CONSTANT && e->type->kind == C_INTEGER && e->integer >= 0 && e->integer < MOST_APART)
        written->numbers[e->integer] = true;
}

/* The next one that is not in the program. */
static int64_t apart(const struct written *written, int64_t number) {
    do number++;
    while (number < MOST_APART && written->numbers[number]);
    return number;
}

static struct written numbers_of(const struct front *front) {
    struct written written = {0};
    for (size_t i = 0; i < front->functions.count; i++)
        for (uint32_t n = 0; n < front->functions.items[i]->code_count; n++)
            walk_instruction(&front->functions.items[i]->code[n], note_number, &written);
    return written;
}

struct settling {
    enum cfront_constants kind;
    struct written written;
    int64_t count, number; /* of all constants; the last one that was given away */
};

static int64_t next_number(struct settling *settling) {
    enum { LARGE = 10000000 };
    switch (settling->kind) {
    case CONSTANTS_ZERO: return 0;
    case CONSTANTS_ONES: return INT64_MAX;
    case CONSTANTS_APART: return settling->number = apart(&settling->written, settling->number);
    case CONSTANTS_FALL: return settling->count - settling->number++;
    case CONSTANTS_LARGE: return LARGE + ++settling->number;
    default: return ++settling->number;
    }
}

static int64_t within(const struct c_object *constant, int64_t value) {
    int64_t low, high;
    type_range(constant->type, &low, &high);
    if (constant->has_range && low < constant->low) low = constant->low;
    if (constant->has_range && high > constant->high) high = constant->high;
    return value < low ? low : value > high ? high : value;
}

/* Numbers of one kind, each another one if there are several. */
static void settle(struct front *front) {
    struct settling settling = {.kind = front->options->constants};
    if (settling.kind == CONSTANTS_APART) settling.written = numbers_of(front);
    for (size_t i = 0; i < front->globals.count; i++) settling.count += front->globals.items[i]->is_of_header;
    for (size_t i = 0; i < front->globals.count; i++) {
        struct c_object *global = front->globals.items[i];
        if (!global->is_of_header || global->type->kind != C_INTEGER) continue;
        int64_t value = within(global, next_number(&settling));
        unknown_constants_narrow(global, value, value);
    }
}

/* Loops up to one that is large take their time, and say nothing of the type. */
static bool is_small_for_once(const struct front *front, const struct invention *constant) {
    for (size_t i = 0; i < front->options->number_count; i++)
        if (!strcmp(front->options->numbers[i].type, constant->type->name)) return front->options->numbers[i].is_small;
    return false;
}

void unknown_constants_find(struct front *front) {
    for (size_t i = 0; i < front->globals.count; i++) {
        struct c_object *global = front->globals.items[i];
        const struct invention *invention = global->name ? invented_find(&front->invented, global->name) : NULL;
        if (!invention || invention->kind != INVENTED_CONSTANT || !invented_is_lacked(invention)) continue;
        global->starts_with_any = global->is_of_header = true;
        if (global->type->kind == C_INTEGER) learn_from_name(front, global);
        if (global->type->kind == C_INTEGER && is_small_for_once(front, invention))
            unknown_constants_narrow(global, -CFRONT_SMALL, CFRONT_SMALL);
    }
    if (!front->invented.list.count) return;
    for (size_t i = 0; i < front->functions.count; i++) {
        const struct c_function *function = front->functions.items[i];
        for (uint32_t n = 0; n < function->code_count; n++) {
            walk_instruction(&function->code[n], learn, front);
            walk_instruction(&function->code[n], learn_together, front);
            service_constants_learn(front, function, &function->code[n]);
        }
    }
    unknown_variables_find(front);
    rival_constants_find(front);
    if (front->options->constants) settle(front);
    tell(front);
}
