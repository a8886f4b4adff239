#include "cfront/outside/open_values.h"

#include "base/word.h"
#include "cfront/hidden/processor_mask.h"
#include "cfront/ir/value_sink.h"
#include "cfront/library/headers.h"
#include "cfront/missing/invented_parts.h"
#include "cfront/missing/undeclared.h"
#include "cfront/outside/open_widths.h"
#include "cfront/program/symbols.h"
#include "cfront/text/harmless_names.h"
#include "cfront/text/usual_constant.h"

#include <string.h>

enum { INT_BITS = 32, SMALL_BITS = 16, SIGN_BIT = 31 };

/* What a member of a structure meets, as far as it may be a bit-field that is too short for that. */
struct meeting {
    bool may_be_field;
    bool is_kept;       /* it is put somewhere: whatever is asked there may be asked of it */
    unsigned most_bits; /* of what it meets itself */
};

/* A value is, or is not, a constant that nobody knows. */
struct pair {
    CXCursor cursor; /* of the value */
    const char *constant;
};

struct finding {
    struct front *front;
    VEC(struct pair) pairs;
    VEC(const char *) others; /* constants that are used otherwise, too */
    VEC(struct c_open_value) values;
    VEC(struct meeting) meetings; /* of each */
    VEC(struct place) places;
    bool tells_large;   /* code asks for numbers that narrow types do not have */
    unsigned most_bits; /* of the numbers that it asks for */
};

typedef struct finding finding;

/* ---- Which value it is ---- */

static bool has_part(const struct invented_type *whole, const struct invented_type *part) {
    for (size_t i = 0; i < whole->members.count; i++)
        if (whole->members.items[i].type == part || has_part(whole->members.items[i].type, part)) return true;
    return false;
}

/* The name whose type it is, or is a part of it. */
static const struct invention *owner_of(const struct invented *invented, const struct invented_type *type) {
    const struct invention *of = invented_of_type(invented, type);
    for (size_t i = 0; !of && i < invented->list.count; i++)
        if (has_part(invented->list.items[i]->type, type)) of = invented->list.items[i];
    return of;
}

/* `ODR` of `GPIOA` */
static const char *words_of(struct front *front, const struct invention *owner, const struct invented_type *type) {
    const struct invention *of = invented_of_type(&front->invented, type);
    for (size_t i = 0; !of && i < front->invented.types.count; i++) {
        const struct invented_type *whole = front->invented.types.items[i];
        for (size_t m = 0; m < whole->members.count; m++)
            if (whole->members.items[m].type == type)
                return arena_printf(front->arena, "`%s` of `%s`", whole->members.items[m].name, owner->name);
    }
    return arena_printf(front->arena, "`%s`", owner->name);
}

static bool is_open_kind(const struct invented *invented, const struct invention *owner) {
    if (owner->kind == INVENTED_CONSTANT || owner->kind == INVENTED_HARDWARE) return true;
    bool is_type = owner->kind == INVENTED_TYPE || owner->kind == INVENTED_TAG;
    return is_type && invented_is_of_registers(invented, owner);
}

/* A type whose name says `volatile` is another one without that. */
static struct invented_type *type_as_written(struct front *front, CXType type) {
    const char *name = front_text(front, front->clang.getTypeSpelling(type));
    return type.kind > CXType_LastBuiltin ? invented_type(&front->invented, name, strlen(name)) : NULL;
}

/* A type that its name, or a constant, says is none of these. */
static bool describe_invented(struct front *front, CXType type, struct c_open_value *value) {
    const struct invented_type *found = type_as_written(front, type);
    const struct invention *owner =
        found && found->shape == SHAPE_NUMBER && !found->number ? owner_of(&front->invented, found) : NULL;
    unsigned usual;
    if (!owner || !is_open_kind(&front->invented, owner) || unknown_constants_is_usual(owner->name, &usual))
        return false;
    bool is_register = invented_is_of_registers(&front->invented, owner);
    *value = (struct c_open_value){.type = arena_text(front->arena, found->name),
                                   .words = words_of(front, owner, found),
                                   .is_unsigned = is_register,
                                   .is_constant = owner->kind == INVENTED_CONSTANT};
    return true;
}

/* `sizeof(f())`: nothing calls it. */
static bool is_only_named(struct front *front, const char *name) {
    const struct symbol *symbol = symbol_find_function(front, name);
    bool is_known = harmless_names_has_library(name) || begins_with(name, "__") || processor_mask_knows(name);
    return !is_known && !stubs_have_code(&front->stubs, name) && !(symbol && symbol->has_definition);
}

/* A function without a body, of which C of old says that it gives an `int`. */
static bool describe_result(struct front *front, CXCursor call, struct c_open_value *value) {
    CXCursor callee = front->clang.getCursorReferenced(call);
    const char *name = front_spelling(front, callee);
    bool is_undeclared =
        front->clang.getCursorKind(callee) == CXCursor_FunctionDecl && missing_declaration(front, name);
    bool is_called = is_undeclared && is_in_list(name, front->missing.items, front->missing.count);
    if (!is_called && !(is_undeclared && is_only_named(front, name))) return false;
    *value = (struct c_open_value){.type = arena_printf(front->arena, INVENTED_TYPE_OF "%s", name),
                                   .words = arena_printf(front->arena, "what `%s` gives", name),
                                   .function = arena_text(front->arena, name)};
    return true;
}

/* `__auto_type x = REG`: a variable of the program's own. */
static bool is_deduced(struct front *front, CXCursor declaration) {
    return front->clang.getCursorType(declaration).kind == CXType_Auto;
}

static bool describe(struct front *front, CXCursor cursor, struct c_open_value *value) {
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    switch (kind) {
    case CXCursor_CallExpr: return describe_result(front, cursor, value);
    case CXCursor_UnaryOperator:
        if (front->clang.getCursorUnaryOperatorKind(cursor) != CXUnaryOperator_Deref) return false; /* fall through */
    case CXCursor_DeclRefExpr:
        if (is_deduced(front, front->clang.getCursorReferenced(cursor))) return false; /* fall through */
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr: return describe_invented(front, front->clang.getCursorType(cursor), value);
    default: return false;
    }
}

/* Pointers lead to no bit-field, and arrays have none. */
static bool may_be_field(struct front *front, const struct c_open_value *value) {
    const struct invented_type *type = invented_type(&front->invented, value->type, strlen(value->type));
    return type && !value->function && !invented_of_type(&front->invented, type) && !type->is_array &&
           !type->is_addressed && !type->is_at_address;
}

static struct c_open_value *entry_of(finding *finding, const struct c_open_value *value) {
    for (size_t i = 0; i < finding->values.count; i++)
        if (!strcmp(finding->values.items[i].type, value->type)) return &finding->values.items[i];
    vec_push(&finding->values, *value);
    vec_push(&finding->meetings, ((struct meeting){.may_be_field = may_be_field(finding->front, value)}));
    return &vec_last(&finding->values);
}

enum { MANY_BITS = 8 };

/* How many bits tell numbers up to this one from each other, and, where more or less is asked for, the next one. */
static unsigned bits_up_to(int64_t number, bool is_order) {
    return value_sink_bits(is_order && number < INT64_MAX ? number + 1 : number);
}

/* How many bits tell all that is asked for there from each other. */
static unsigned bits_asked_for(const struct sink *sink) {
    bool is_compared = sink->kind == SINK_ORDERED || sink->kind == SINK_EQUAL;
    if (sink->kind == SINK_NOTHING || (sink->is_masked && !sink->is_computed)) return 0;
    if (sink->kind == SINK_TRUTH || (is_compared && sink->constant < 0)) return sink->wraps ? MANY_BITS : 0;
    if (is_compared && !sink->wraps) return bits_up_to(sink->constant, sink->kind == SINK_ORDERED);
    return MANY_BITS;
}

static void note_meeting(struct meeting *meeting, const struct sink *sink) {
    unsigned bits = value_sink_is_put(sink) ? 0 : bits_asked_for(sink);
    meeting->is_kept |= value_sink_is_put(sink) && !sink->is_masked;
    if (bits > meeting->most_bits) meeting->most_bits = bits;
}

static void note(finding *finding, CXCursor cursor, const struct c_open_value *value, const struct sink *sink) {
    struct sink_effect effect = value_sink_effect(sink, value->is_unsigned);
    struct c_open_value *entry = entry_of(finding, value);
    bool is_own_mask = sink->is_masked && !sink->is_computed;
    unsigned bits = sink->wants_all ? INT_BITS : is_own_mask ? value_sink_bits(sink->mask) : 0;
    entry->by_sign |= effect.by_sign;
    entry->by_width |= effect.by_width;
    entry->by_size |= effect.by_size;
    entry->narrower |= effect.narrower;
    entry->decides |= effect.decides;
    entry->meets_real |= sink->kind == SINK_REAL;
    entry->is_limit |= sink->kind == SINK_COMPARED;
    if (bits > entry->bits) entry->bits = bits;
    note_meeting(&finding->meetings.items[entry - finding->values.items], sink);
    bool matters = effect.by_sign || effect.by_width || effect.narrower;
    if (matters) vec_push(&finding->places, front_place(finding->front, cursor));
}

/* ---- Operators ---- */

static struct sink sink_of(enum sink_kind kind) { return (struct sink){.kind = kind}; }

/* What is made a number of this type. */
static struct sink sink_of_type(struct front *front, CXType type) {
    CXType canonical = front->clang.getCanonicalType(type);
    if (canonical.kind == CXType_Void) return sink_of(SINK_NOTHING);
    if (canonical.kind == CXType_Bool) return sink_of(SINK_TRUTH);
    if (canonical.kind >= CXType_Float && canonical.kind <= CXType_LongDouble) return sink_of(SINK_REAL);
    bool is_number =
        (canonical.kind >= CXType_Bool && canonical.kind <= CXType_Int128) || canonical.kind == CXType_Enum;
    if (!is_number) return sink_of(SINK_ANYTHING);
    return (struct sink){.kind = SINK_NUMBER, .bits = (unsigned)front->clang.Type_getSizeOf(canonical) * 8};
}

static bool is_real(struct front *front, CXCursor cursor) {
    enum CXTypeKind kind =
        front->clang.getCanonicalType(front->clang.getCursorType(front_as_written(front, cursor))).kind;
    return kind >= CXType_Float && kind <= CXType_LongDouble;
}

static bool has_sign(struct front *front, CXCursor cursor) {
    enum CXTypeKind kind =
        front->clang.getCanonicalType(front->clang.getCursorType(front_as_written(front, cursor))).kind;
    return !(kind >= CXType_Bool && kind <= CXType_ULongLong);
}

static bool is_open(struct front *front, CXCursor cursor) {
    struct c_open_value value;
    return describe(front, front_as_written(front, cursor), &value);
}

static struct sink sink_of_comparison(struct front *front, CXCursor other, bool is_order) {
    int64_t constant = 0;
    if (is_real(front, other)) return sink_of(SINK_REAL);
    if (front_evaluate(front, front_as_written(front, other), &constant)) /* -1, and not what a type makes of it */
        return (struct sink){.kind = is_order ? SINK_ORDERED : SINK_EQUAL, .constant = constant};
    if (is_open(front, other)) return sink_of(SINK_ALIKE);
    return sink_of(has_sign(front, other) ? SINK_COMPARED : SINK_UNSIGNED);
}

/* Is there a mask in it that leaves so few bits, and nothing below 0? */
static bool is_small(struct front *front, CXCursor cursor, int64_t *most) {
    CXCursor value = front_as_written(front, cursor);
    struct cursors sides = front_expressions(front, value);
    if (front->clang.getCursorKind(value) != CXCursor_BinaryOperator || sides.count != 2) return false;
    int64_t number;
    switch (front->clang.getCursorBinaryOperatorKind(value)) {
    case CXBinaryOperator_And:
        for (size_t i = 0; i < 2; i++)
            if (front_evaluate(front, sides.items[i], &number) && number >= 0 && number < 1 << SMALL_BITS) {
                *most = number;
                return true;
            }
        return false;
    case CXBinaryOperator_Shr:
    case CXBinaryOperator_Div:
        return front_evaluate(front, sides.items[1], &number) && number > 0 && is_small(front, sides.items[0], most);
    default: return false;
    }
}

static void mask(struct sink *sink, int64_t bits) {
    sink->mask = sink->is_masked ? sink->mask & bits : bits;
    sink->is_masked = true;
}

/* The other side of `op`. */
struct beside {
    bool is_known, is_open;
    int64_t number;
};

static struct sink through_and(struct sink sink, struct beside other) {
    if (other.is_known && other.number >= 0)
        mask(&sink, other.number), sink.is_computed = false;
    else
        sink.is_high = true, sink.wants_all |= other.is_open;
    return sink;
}

/* Bits that are not among those that a mask lets through make no difference. */
static struct sink through_sum(struct sink sink, struct beside other, bool carries) {
    sink.wants_all = false;
    if (sink.is_masked) {
        sink.is_computed = true;
        if (carries) sink.mask = ((int64_t)1 << value_sink_bits(sink.mask)) - 1;
        return sink;
    }
    bool is_wide = sink.kind != SINK_NUMBER || sink.bits >= INT_BITS;
    sink.wraps = true;
    sink.leaves |= carries && !other.is_known && is_wide;
    return sink;
}

static struct sink through_product(struct sink sink, int64_t most, bool is_small, struct beside factor) {
    bool fits = is_small && factor.is_known && factor.number >= 0 && factor.number <= INT16_MAX &&
                value_sink_bits(most) + value_sink_bits(factor.number) < INT_BITS;
    if (sink.is_masked && factor.is_known) return through_sum(sink, factor, true);
    sink.wraps |= !fits, sink.leaves |= !fits;
    sink.is_computed |= sink.is_masked;
    return sink;
}

static struct sink through_shift(struct sink sink, bool is_small, struct beside bits) {
    bool is_count = bits.is_known && bits.number >= 0 && bits.number < INT_BITS;
    if (is_small && is_count) return sink;
    if (sink.is_masked && is_count && value_sink_bits(sink.mask) + bits.number <= INT_BITS) {
        sink.mask <<= bits.number;
        return sink;
    }
    bool is_low = sink.kind == SINK_NUMBER && is_count && sink.bits + bits.number <= INT_BITS;
    sink.is_masked = false;
    if (!is_low && sink.kind != SINK_TRUTH) sink.kind = SINK_ANYTHING;
    sink.is_high = true;
    return sink;
}

/* What becomes of the left side, or of a right one that could be the left one as well. */
static struct sink through(struct front *front, CXCursor side, enum CXBinaryOperatorKind op, struct beside other,
                           struct sink sink) {
    int64_t most = 0;
    bool is_little = is_small(front, side, &most);
    if (sink.kind == SINK_NOTHING) return sink;
    switch (op) {
    case CXBinaryOperator_And:
    case CXBinaryOperator_AndAssign: return through_and(sink, other);
    case CXBinaryOperator_Add:
    case CXBinaryOperator_Sub:
    case CXBinaryOperator_AddAssign:
    case CXBinaryOperator_SubAssign: return through_sum(sink, other, true);
    case CXBinaryOperator_Or:
    case CXBinaryOperator_Xor:
    case CXBinaryOperator_OrAssign:
    case CXBinaryOperator_XorAssign: return through_sum(sink, other, false);
    case CXBinaryOperator_Mul:
    case CXBinaryOperator_MulAssign: return through_product(sink, most, is_little, other);
    case CXBinaryOperator_Shl:
        other.is_known &= other.number >= 0 && other.number < INT_BITS;
        other.number = (int64_t)1 << (other.is_known ? other.number : 0);
        return through_product(sink, most, is_little, other);
    case CXBinaryOperator_Shr: return through_shift(sink, is_little, other);
    case CXBinaryOperator_Div:
    case CXBinaryOperator_Rem:
        if (is_little && other.is_known && other.number > 0) return sink;
        return sink_of(SINK_ANYTHING);
    default: return sink_of(SINK_ANYTHING);
    }
}

static bool is_comparison(enum CXBinaryOperatorKind op) {
    return op >= CXBinaryOperator_LT && op <= CXBinaryOperator_NE;
}

static bool counts_bits(enum CXBinaryOperatorKind op) {
    return op == CXBinaryOperator_Shl || op == CXBinaryOperator_Shr;
}

static bool divides(enum CXBinaryOperatorKind op) {
    return op == CXBinaryOperator_Div || op == CXBinaryOperator_Rem || op == CXBinaryOperator_DivAssign ||
           op == CXBinaryOperator_RemAssign;
}

/* Also where it is a variable that is asked: a value may have been put there. */
static void look_for_large(finding *finding, enum CXBinaryOperatorKind op, CXCursor side, bool is_left) {
    int64_t number = 0;
    bool is_known = front_evaluate(finding->front, side, &number);
    bool is_beyond = number < 0 || number > (op == CXBinaryOperator_And ? UINT8_MAX : INT8_MAX);
    bool asks_for_sign = is_left ? op == CXBinaryOperator_GT || op == CXBinaryOperator_LE
                                 : op == CXBinaryOperator_LT || op == CXBinaryOperator_GE;
    is_beyond |= !number && asks_for_sign;
    bool is_order = op >= CXBinaryOperator_LT && op <= CXBinaryOperator_GE;
    finding->tells_large |= is_known && is_beyond && (op == CXBinaryOperator_And || is_comparison(op));
    if (!is_known || number < 0 || !is_comparison(op)) return;
    unsigned bits = bits_up_to(number, is_order);
    if (bits > finding->most_bits) finding->most_bits = bits;
}

/* ---- What code does with them ---- */

static void look(finding *finding, CXCursor cursor, struct sink sink);
static void look_inside(finding *finding, CXCursor cursor, struct sink sink);

static void look_at_children(finding *finding, CXCursor cursor, enum sink_kind kind) {
    struct front *front = finding->front;
    struct cursors children = front_children(front, cursor);
    for (size_t i = 0; i < children.count; i++) {
        bool is_value = front->clang.isExpression(front->clang.getCursorKind(children.items[i]));
        look(finding, children.items[i], sink_of(is_value ? kind : SINK_NOTHING));
    }
}

/* A value that is put somewhere, or given to something, as a number of this type: the compiler has made it one. */
static void look_at_given(finding *finding, CXCursor value) {
    look(finding, value, sink_of_type(finding->front, finding->front->clang.getCursorType(value)));
}

/* It has fewer bits then, perhaps, where the type has. */
static struct sink sink_of_stored(finding *finding, CXCursor left, struct sink sink) {
    struct c_open_value value;
    bool is_open = describe(finding->front, front_as_written(finding->front, left), &value) && !value.is_constant;
    if (sink.kind == SINK_NOTHING || !is_open) return sink;
    entry_of(finding, &value)->is_assigned = true;
    sink.wraps = true;
    return sink;
}

/* ... but all types of them have these numbers. */
static bool has_common(struct front *front, CXCursor right) {
    int64_t number = 0;
    bool is_known = front_evaluate(front, right, &number) || is_small(front, right, &number);
    return is_known && number >= 0 && number <= INT8_MAX;
}

/* What is written to hardware is gone; but that it is written says that there is room for it. */
static void look_at_assignment(finding *finding, CXCursor left, CXCursor right, struct sink sink) {
    struct front *front = finding->front;
    struct c_open_value value;
    int64_t number = 0;
    bool is_register = describe(front, front_as_written(front, left), &value) && value.is_unsigned;
    if (is_register && front_evaluate(front, right, &number) && number > 0) {
        struct c_open_value *entry = entry_of(finding, &value);
        if (value_sink_bits(number) > entry->bits) entry->bits = value_sink_bits(number);
    }
    look(finding, left, has_common(front, right) ? sink : sink_of_stored(finding, left, sink));
    if (is_register)
        look(finding, right, sink_of(SINK_NOTHING));
    else
        look_at_given(finding, right);
}

/* `1 << READY`, whichever bit a missing header says that is: the register has it. */
static bool has_constant(struct front *front, CXCursor cursor) {
    struct c_open_value value;
    CXCursor written = front_as_written(front, cursor);
    if (describe(front, written, &value) && value.is_constant) return true;
    struct cursors parts = front_expressions(front, written);
    for (size_t i = 0; i < parts.count; i++)
        if (has_constant(front, parts.items[i])) return true;
    return false;
}

static void look_at_side(finding *finding, CXCursor side, CXCursor other, enum CXBinaryOperatorKind op, bool is_left,
                         struct sink sink) {
    struct front *front = finding->front;
    struct beside beside = {0};
    beside.is_known = front_evaluate(front, other, &beside.number);
    beside.is_open = has_constant(front, other);
    if (is_real(front, other) && sink.kind != SINK_NOTHING)
        sink = sink_of(SINK_REAL);
    else if (counts_bits(op) && !is_left)
        sink = sink_of(sink.kind == SINK_NOTHING ? SINK_NOTHING : SINK_INDEX);
    else
        sink = through(front, side, op, divides(op) && !is_left ? (struct beside){0} : beside, sink);
    look(finding, side, sink);
}

/* `get() == IDLE`: if nothing else is done with the constant, there is room for it where it may come from. */
static bool look_at_pair(finding *finding, enum CXBinaryOperatorKind op, CXCursor one, CXCursor other) {
    struct front *front = finding->front;
    struct c_open_value value, constant;
    CXCursor cursor = front_as_written(front, one);
    bool is_equality = op == CXBinaryOperator_EQ || op == CXBinaryOperator_NE;
    bool are_open = is_equality && describe(front, cursor, &value) && !value.is_constant &&
                    describe(front, front_as_written(front, other), &constant) && constant.is_constant;
    if (!are_open) return false;
    vec_push(&finding->pairs, ((struct pair){cursor, constant.type}));
    look_inside(finding, cursor, sink_of(SINK_TRUTH));
    return true;
}

/* ... but if something is: */
static void look_at_pairs(finding *finding) {
    const struct sink alike = sink_of(SINK_ALIKE);
    for (size_t i = 0; i < finding->pairs.count; i++) {
        const struct pair *pair = &finding->pairs.items[i];
        struct c_open_value value;
        if (is_in_list(pair->constant, finding->others.items, finding->others.count) &&
            describe(finding->front, pair->cursor, &value))
            note(finding, pair->cursor, &value, &alike);
    }
}

static void look_at_operator(finding *finding, CXCursor cursor, struct sink sink) {
    struct front *front = finding->front;
    struct cursors sides = front_expressions(front, cursor);
    enum CXBinaryOperatorKind op = front->clang.getCursorBinaryOperatorKind(cursor);
    if (sides.count != 2) return;
    CXCursor left = sides.items[0], right = sides.items[1];
    look_for_large(finding, op, left, true);
    look_for_large(finding, op, right, false);
    if (op == CXBinaryOperator_Assign) {
        look_at_assignment(finding, left, right, sink);
    } else if (op == CXBinaryOperator_Comma) {
        look(finding, left, sink_of(SINK_NOTHING));
        look(finding, right, sink);
    } else if (op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr) {
        look(finding, left, sink_of(SINK_TRUTH));
        look(finding, right, sink_of(SINK_TRUTH));
    } else if (look_at_pair(finding, op, left, right) || look_at_pair(finding, op, right, left)) {
        return;
    } else if (is_comparison(op)) {
        bool is_order = op != CXBinaryOperator_EQ && op != CXBinaryOperator_NE;
        look(finding, left, sink_of_comparison(front, right, is_order));
        look(finding, right, sink_of_comparison(front, left, is_order));
    } else {
        look_at_side(finding, left, right, op, true, sink);
        look_at_side(finding, right, left, op, false, sink);
    }
}

/* `x += REG` */
static void look_at_compound(finding *finding, CXCursor cursor, struct sink sink) {
    struct front *front = finding->front;
    struct cursors sides = front_expressions(front, cursor);
    enum CXBinaryOperatorKind op = front->clang.getCursorBinaryOperatorKind(cursor);
    struct c_open_value value;
    int64_t number;
    if (sides.count != 2) return;
    bool is_register = describe(front, front_as_written(front, sides.items[0]), &value) && value.is_unsigned;
    bool sets = op == CXBinaryOperator_OrAssign && front_evaluate(front, sides.items[1], &number) && number > 0;
    if (is_register && sets && value_sink_bits(number) > entry_of(finding, &value)->bits)
        entry_of(finding, &value)->bits = value_sink_bits(number);
    look(finding, sides.items[0], sink_of_stored(finding, sides.items[0], sink));
    struct sink result =
        is_register ? sink_of(SINK_NOTHING) : sink_of_type(front, front->clang.getCursorType(sides.items[0]));
    look(finding, sides.items[1], through(front, sides.items[1], op, (struct beside){0}, result));
}

static void look_at_unary(finding *finding, CXCursor cursor, struct sink sink) {
    struct front *front = finding->front;
    CXCursor operand = front_last_expression(front, cursor);
    switch (front->clang.getCursorUnaryOperatorKind(cursor)) {
    case CXUnaryOperator_LNot: look(finding, operand, sink_of(SINK_TRUTH)); break;
    case CXUnaryOperator_AddrOf: look(finding, operand, sink_of(SINK_NOTHING)); break;
    case CXUnaryOperator_Not:
    case CXUnaryOperator_Minus:
        look(finding, operand, through(front, operand, CXBinaryOperator_Xor, (struct beside){0}, sink));
        break;
    case CXUnaryOperator_Deref: look(finding, operand, sink_of(SINK_ANYTHING)); break;
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec: look(finding, operand, sink_of_stored(finding, operand, sink)); break;
    default: look(finding, operand, sink); break;
    }
}

/* What nobody knows gets is gone, too; what is given without a type is what it is. */
static void look_at_call(finding *finding, CXCursor call) {
    struct front *front = finding->front;
    CXCursor callee = front->clang.getCursorReferenced(call);
    bool is_unknown = missing_declaration(front, front_spelling(front, callee));
    int declared = front->clang.getNumArgTypes(front->clang.getCanonicalType(front->clang.getCursorType(callee)));
    int count = front->clang.Cursor_getNumArguments(call);
    for (int i = 0; i < count; i++) {
        CXCursor argument = front->clang.Cursor_getArgument(call, (unsigned)i);
        if (is_unknown || i >= declared)
            look(finding, argument, sink_of(is_unknown ? SINK_NOTHING : SINK_ANYTHING));
        else
            look_at_given(finding, argument);
    }
}

static void look_at_list(finding *finding, CXCursor list) {
    struct cursors values = front_expressions(finding->front, list);
    for (size_t i = 0; i < values.count; i++) look_at_given(finding, values.items[i]);
}

static void look_at_choice(finding *finding, CXCursor choice, struct sink sink) {
    struct cursors parts = front_expressions(finding->front, choice);
    for (size_t i = 0; i < parts.count; i++)
        look(finding, parts.items[i], i + 1 < parts.count && !i ? sink_of(SINK_TRUTH) : sink);
}

static void look_at_declaration(finding *finding, CXCursor declaration) {
    struct front *front = finding->front;
    CXCursor value = front->clang.Cursor_getVarDeclInitializer(declaration);
    if (front->clang.Cursor_isNull(value)) return;
    look_at_given(finding, value);
    if (is_deduced(front, declaration)) look(finding, value, sink_of(SINK_SIZE));
}

/* `__typeof__(REG) x`, `(__typeof__(f()))x`: whoever has this type has as many bytes. */
static void look_at_type(finding *finding, CXCursor cursor) {
    struct front *front = finding->front;
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    bool is_cast = kind == CXCursor_CStyleCastExpr,
         is_declaration = kind == CXCursor_VarDecl || kind == CXCursor_FieldDecl || kind == CXCursor_ParmDecl ||
                          kind == CXCursor_TypedefDecl || kind == CXCursor_FunctionDecl;
    CXType type = kind == CXCursor_TypedefDecl ? front->clang.getTypedefDeclUnderlyingType(cursor)
                                               : front->clang.getCursorType(cursor);
    bool is_named = is_declaration || kind == CXCursor_CompoundLiteralExpr;
    bool is_typeof = is_named && strstr(front_text(front, front->clang.getTypeSpelling(type)), "typeof");
    if (!is_cast && !is_typeof) return; /* a cast's type is told without qualifiers, and how it is written is gone */
    struct cursors parts = front_expressions(front, cursor);
    bool has_value =
        !is_declaration ||
        (kind == CXCursor_VarDecl && !front->clang.Cursor_isNull(front->clang.Cursor_getVarDeclInitializer(cursor)));
    for (size_t i = 0; i + has_value < parts.count; i++) look(finding, parts.items[i], sink_of(SINK_SIZE));
}

/* What the selection is made by is its type. */
static void look_at_selection(finding *finding, CXCursor selection, struct sink sink) {
    struct cursors parts = front_expressions(finding->front, selection);
    for (size_t i = 0; i < parts.count; i++) look(finding, parts.items[i], i ? sink : sink_of(SINK_SIZE));
}

static void look_at_cast(finding *finding, CXCursor cast, struct sink sink) {
    CXCursor value = front_last_expression(finding->front, cast);
    struct sink made = sink_of_type(finding->front, finding->front->clang.getCursorType(cast));
    look(finding, value, sink.kind == SINK_NOTHING ? sink : made);
}

/* What is in them: the conditions of statements ask whether they are 0. */
static void look_inside(finding *finding, CXCursor cursor, struct sink sink) {
    struct cursors values;
    look_at_type(finding, cursor);
    switch (finding->front->clang.getCursorKind(cursor)) {
    case CXCursor_UnexposedExpr:
    case CXCursor_ParenExpr:
        values = front_expressions(finding->front, cursor);
        if (values.count) look(finding, values.items[0], sink);
        break;
    case CXCursor_BinaryOperator: look_at_operator(finding, cursor, sink); break;
    case CXCursor_CompoundAssignOperator: look_at_compound(finding, cursor, sink); break;
    case CXCursor_UnaryOperator: look_at_unary(finding, cursor, sink); break;
    case CXCursor_ConditionalOperator: look_at_choice(finding, cursor, sink); break;
    case CXCursor_CStyleCastExpr: look_at_cast(finding, cursor, sink); break;
    case CXCursor_CallExpr: look_at_call(finding, cursor); break;
    case CXCursor_CaseStmt:
        values = front_expressions(finding->front, cursor);
        if (values.count) look_for_large(finding, CXBinaryOperator_EQ, values.items[0], false);
        look_at_children(finding, cursor, SINK_NOTHING);
        break;
    case CXCursor_GenericSelectionExpr: look_at_selection(finding, cursor, sink); break;
    case CXCursor_InitListExpr: look_at_list(finding, cursor); break;
    case CXCursor_VarDecl: look_at_declaration(finding, cursor); break;
    case CXCursor_ReturnStmt:
        values = front_expressions(finding->front, cursor);
        if (values.count) look_at_given(finding, values.items[0]);
        break;
    case CXCursor_IfStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
    case CXCursor_ForStmt: look_at_children(finding, cursor, SINK_TRUTH); break;
    case CXCursor_SwitchStmt:
    case CXCursor_ArraySubscriptExpr: look_at_children(finding, cursor, SINK_INDEX); break;
    case CXCursor_MemberRefExpr: look_at_children(finding, cursor, SINK_ANYTHING); break;
    case CXCursor_UnaryExpr: look_at_children(finding, cursor, SINK_SIZE); break;
    default: look_at_children(finding, cursor, SINK_NOTHING); break;
    }
}

static void look(finding *finding, CXCursor cursor, struct sink sink) {
    struct c_open_value value;
    bool is_open = describe(finding->front, cursor, &value);
    if (is_open) note(finding, cursor, &value, &sink);
    if (is_open && value.is_constant) vec_push(&finding->others, value.type);
    look_inside(finding, cursor, sink);
}

static enum CXChildVisitResult look_at_unit(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    finding *finding = data;
    if (!headers_hold(front_place(finding->front, cursor))) look(finding, cursor, sink_of(SINK_NOTHING));
    return CXChildVisit_Continue;
}

/* ---- All of them ---- */

static int by_line(const void *one, const void *other) {
    const struct place *a = one, *b = other;
    return a->line != b->line ? (a->line > b->line) - (a->line < b->line) : strcmp(a->file, b->file);
}

/* One bit, and more, as long as they are too few. */
static number_widths fields_of(const finding *finding, size_t number) {
    const struct meeting *meeting = &finding->meetings.items[number];
    unsigned most = meeting->most_bits, first = finding->values.items[number].bits;
    number_widths fields = 0;
    if (!meeting->may_be_field) return 0;
    if (meeting->is_kept && finding->most_bits > most) most = finding->most_bits;
    for (unsigned bits = first ? first : 1; bits < most && bits < MANY_BITS; bits++)
        fields |= 1u << (WIDTH_FIELD + bits - 1);
    return fields;
}

static void hand_out(const finding *finding) {
    struct c_program *program = finding->front->program;
    size_t count = finding->values.count, lines = finding->places.count;
    struct c_open_value *values = arena_new_array(finding->front->arena, struct c_open_value, count + 1);
    struct place *places = arena_new_array(finding->front->arena, struct place, lines + 1);
    for (size_t i = 0; i < count; i++) {
        struct c_open_value *value = &finding->values.items[i];
        value->decides |= value->narrower && finding->tells_large;
        value->fields = fields_of(finding, i);
        if (value->by_sign || value->by_width || value->narrower || value->fields)
            values[program->open_value_count++] = *value;
    }
    for (size_t i = 0; i < lines; i++) places[i] = finding->places.items[i];
    qsort(places, lines, sizeof *places, by_line);
    program->open_values = values;
    program->value_places = places, program->value_place_count = (uint32_t)lines;
}

void open_values_find(struct front *front) {
    finding finding = {.front = front};
    if (!front->lacks_headers) return;
    for (size_t i = 0; i < front->units.count; i++)
        front->clang.visitChildren(front->clang.getTranslationUnitCursor(front->units.items[i].tu), look_at_unit,
                                   &finding);
    look_at_pairs(&finding);
    hand_out(&finding);
    vec_free(&finding.pairs);
    vec_free(&finding.others);
    vec_free(&finding.values);
    vec_free(&finding.meetings);
    vec_free(&finding.places);
}

/* ---- For once ---- */

const char *open_values_type(struct front *front, CXCursor cursor) {
    struct c_open_value value;
    CXCursor written = front_as_written(front, cursor);
    bool is_call = front->clang.getCursorKind(written) == CXCursor_CallExpr;
    return !is_call && describe(front, written, &value) ? value.type : NULL;
}
