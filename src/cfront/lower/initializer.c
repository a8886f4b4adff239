/* The values of initializers (C11 6.7.9), where they go: see filling.h. */
#include "base/word.h"
#include "cfront/lower/filling.h"
#include "cfront/lower/lower.h"
#include "cfront/program/fold.h"
#include "cfront/program/guess.h"
#include "cfront/program/layout.h"
#include "cfront/program/literal.h"

#include <limits.h>
#include <string.h>

/* Where values go: to a place in a function, or into the bytes of an object with an address. */
struct sink {
    struct front *front;
    struct lower *lower; /* NULL: into `object` */
    struct c_object *object;
    unsigned char *bytes;
};

static expression refuse(struct sink *sink, CXCursor cursor, const char *why) {
    diag_error(sink->front->diagnostics, front_place(sink->front, cursor), "%s", why);
    return NULL;
}

/* ---- Strings ---- */

/* Compilers make one array of equal literals of a source (6.4.5p7). NULL: there is none yet. */
static struct c_object *find_string(struct front *front, const struct c_type *type, const unsigned char *bytes,
                                    struct place place) {
    for (size_t i = 0; i < front->globals.count; i++) {
        struct c_object *global = front->globals.items[i];
        if (global->storage == C_STRING && global->type->size == type->size &&
            global->type->target->size == type->target->size && strcmp(global->place.file, place.file) == 0 &&
            memcmp(global->initial, bytes, type->size) == 0)
            return global;
    }
    return NULL;
}

struct c_object *initializer_string(struct front *front, CXCursor literal) {
    const struct c_type *type = type_of_cursor(front, literal);
    if (type->kind != C_ARRAY) type = type_array_of(front, type_integer(front, 1, true), 1);
    const unsigned char *bytes = literal_bytes(front, literal, type->target->size, type->count);
    struct c_object *equal = find_string(front, type, bytes, front_place(front, literal));
    bool has_guess = guess_has_text(front, bytes, type->size) && !guess_is_given_away(front, literal);
    if (equal) {
        equal->has_guess |= has_guess;
        equal->has_equals |= !place_is_same(equal->place, front_place(front, literal));
        return equal;
    }
    struct c_object *object = symbols_new_object(front, arena_text(front->arena, front_spelling(front, literal)), type,
                                                 C_STRING, front_place(front, literal));
    object->is_const = true;
    object->initial = bytes;
    object->has_guess = has_guess;
    return object;
}

static void fill_string(struct sink *sink, expression target, CXCursor literal) {
    struct front *front = sink->front;
    const struct c_type *type = target->type;
    struct place place = front_place(front, literal);
    unsigned char *bytes = literal_bytes(front, literal, type->target->size, type->count);
    if (!sink->lower) {
        struct fixed at;
        expression address = build_address(front, target, type_pointer_to(front, type), place);
        if (fold_address(address, &at)) memcpy(sink->bytes + at.offset, bytes, type->size);
        sink->object->has_guess |= guess_has_text(front, bytes, type->size);
        return;
    }
    for (uint32_t i = 0; i < type->count; i++) {
        uint32_t value = 0;
        memcpy(&value, bytes + (size_t)i * type->target->size, type->target->size);
        if (!value) continue;
        expression element = build_index(front, target, build_integer(front, type_int(front), i, place), place);
        expression character = build_integer(front, type->target, value, place);
        lower_assign(sink->lower, element, guess_mark(front, literal, character), place);
    }
}

/* ---- Single values ---- */

static void write_real(unsigned char *to, uint32_t size, long double real) {
    float narrow = (float)real;
    double middle = (double)real;
    if (size == 4)
        memcpy(to, &narrow, 4);
    else if (size == 8)
        memcpy(to, &middle, 8);
    else
        memcpy(to, &real, sizeof real < size ? sizeof real : size);
}

static void write_bits(unsigned char *to, const struct c_field *field, uint64_t value) {
    for (unsigned i = 0; i < field->bit_width; i++) {
        unsigned bit = field->bit_offset + i;
        to[bit / 8] = (unsigned char)((to[bit / 8] & ~(1u << (bit % 8))) | (unsigned)((value >> i) & 1) << (bit % 8));
    }
}

static bool has_guess(expression e) {
    return e && (e->is_guess || has_guess(e->left) || has_guess(e->right) || has_guess(e->third));
}

static void write_fixed(struct sink *sink, expression target, expression value, CXCursor cursor) {
    struct front *front = sink->front;
    struct fixed to, what;
    expression address = build_address(front, target, type_pointer_to(front, target->type), target->place);
    if (!fold_address(address, &to)) return;
    sink->object->has_guess |= has_guess(value);
    if (has_guess(value)) vec_push(&front->first_values, ((struct first_value){target, value}));
    if (value->identifier) sink->object->identifier = value->identifier;
    unsigned char *bytes = sink->bytes + to.offset;
    if (target->type->kind == C_FLOAT && value->kind == C_CONSTANT) {
        write_real(bytes, target->type->size, value->real);
    } else if (!fold_address(value, &what)) {
        refuse(sink, cursor, "this initializer is not a constant that can be modelled");
    } else if (c_is_bit_field(target)) {
        write_bits(bytes, target->field, (uint64_t)what.offset);
    } else if (what.object) {
        struct relocation relocation = {
            sink->object,        (uint32_t)to.offset,     what.object, what.offset, target->type->kind == C_POINTER,
            (uint32_t)what.part, (uint32_t)what.part_size};
        vec_push(&front->relocations, relocation);
        ((struct c_object *)relocation.to)->is_pointed_at = true;
    } else {
        layout_keep_free(front, target->type, (uint64_t)what.offset);
        for (uint32_t i = 0; i < target->type->size; i++) bytes[i] = (unsigned char)((uint64_t)what.offset >> 8 * i);
    }
}

static void fill_value(struct sink *sink, expression target, CXCursor cursor) {
    struct front *front = sink->front;
    struct place place = front_place(front, cursor);
    if (!sink->lower) {
        expression value = lower_fixed(front, cursor);
        if (value)
            write_fixed(sink, target, build_convert(front, value, target->type, place), cursor);
        else
            refuse(sink, cursor, "this initializer is not a constant that can be modelled");
        return;
    }
    CXCursor call = lower_direct_call(sink->lower, cursor, target->type);
    if (!front->clang.Cursor_isNull(call) && !c_is_bit_field(target)) {
        lower_call(sink->lower, call, target, false, false);
        return;
    }
    lower_assign(sink->lower, target, build_convert(front, lower_value(sink->lower, cursor), target->type, place),
                 place);
}

/* ---- The whole ---- */

/* A record's value from elsewhere, not parts of one. */
static bool is_whole_record(struct front *front, CXCursor cursor) {
    for (;;) {
        switch (front->clang.getCursorKind(cursor)) {
        case CXCursor_ParenExpr:
        case CXCursor_UnexposedExpr: cursor = front_last_expression(front, cursor); break;
        case CXCursor_InitListExpr:
        case CXCursor_StringLiteral:
        case CXCursor_CompoundLiteralExpr: return false;
        default: return true;
        }
        if (front->clang.Cursor_isNull(cursor)) return true;
    }
}

/* 6.7.9 §21: what is not mentioned is zero. */
static void clear(struct lower *lower, const struct filling *filling) {
    struct c_instruction *clear = lower_emit(lower, C_CLEAR, filling->object->place);
    clear->target = filling->object;
    clear->gives_value = true;
    clear->padding = filling_padding(filling);
}

static bool is_text(const struct filled *part) { return part->part->type->kind == C_ARRAY; }

/* Texts and what is overridden aside. */
static size_t count_values(const struct filling *filling, bool *are_numbers) {
    size_t count = 0;
    *are_numbers = true;
    for (size_t i = 0; i < filling->parts.count; i++) {
        const struct filled *part = &filling->parts.items[i];
        count += !part->is_overridden && !is_text(part);
        *are_numbers &= part->is_overridden || part->part->type->kind != C_RECORD;
    }
    return count;
}

/* Numbers, in either order, if somebody asks for that: how many texts lie among them does not matter. False: not so. */
static bool fill_in_either_order(struct sink *sink, const struct filling *filling, CXCursor initializer) {
    struct front *front = sink->front;
    bool are_numbers;
    size_t count = count_values(filling, &are_numbers), next = 0;
    if (!sink->lower || !are_numbers || !lower_turns(front, initializer)) return false;
    CXCursor *cursors = arena_new_array(front->scratch, CXCursor, count + 1);
    expression *values = arena_new_array(front->scratch, expression, count + 1);
    for (size_t i = 0; i < filling->parts.count; i++) {
        const struct filled *part = &filling->parts.items[i];
        if (!part->is_overridden && !is_text(part)) cursors[next++] = part->value;
    }
    if (!lower_in_either_order(sink->lower, initializer, cursors, count, NULL, values)) return false;
    next = 0;
    for (size_t i = 0; i < filling->parts.count; i++) {
        const struct filled *part = &filling->parts.items[i];
        struct place place = front_place(front, part->value);
        if (part->is_overridden) continue;
        if (is_text(part))
            fill_string(sink, part->part, part->value);
        else
            lower_assign(sink->lower, part->part, build_convert(front, values[next++], part->part->type, place), place);
    }
    return true;
}

/* The parts of the object, one by one: in which order, C does not say (6.7.9p23). */
static void fill_one_by_one(struct sink *sink, const struct filling *filling, CXCursor initializer) {
    VEC(struct lower_operand) operands = {0};
    for (size_t i = 0; i < filling->parts.count; i++) {
        const struct filled *part = &filling->parts.items[i];
        size_t first = sink->lower ? sink->lower->code.count : 0;
        if (part->is_overridden) continue;
        if (is_text(part))
            fill_string(sink, part->part, part->value);
        else
            fill_value(sink, part->part, part->value);
        if (sink->lower && !is_text(part) && sink->lower->code.count > first)
            vec_push(&operands, ((struct lower_operand){first, sink->lower->code.count, NULL}));
    }
    if (sink->lower)
        lower_unordered_list(sink->lower, operands.items, operands.count, filling->object->object, initializer);
    vec_free(&operands);
}

static void fill(struct sink *sink, expression object, CXCursor initializer) {
    struct filling filling;
    filling_plan(&filling, sink->front, object, initializer);
    bool is_in_parts = filling_is_aggregate(object->type) && !is_whole_record(sink->front, initializer);
    if (sink->lower && is_in_parts) clear(sink->lower, &filling);
    if (!fill_in_either_order(sink, &filling, initializer)) fill_one_by_one(sink, &filling, initializer);
    filling_free(&filling);
}

/* ---- What others call ---- */

void initializer_lower(struct lower *lower, expression target, CXCursor initializer) {
    struct sink sink = {.front = lower->front, .lower = lower};
    size_t first = lower->code.count;
    fill(&sink, target, initializer);
    for (size_t i = first; i < lower->code.count; i++)
        lower->code.items[i].initializes |= c_object_of(lower->code.items[i].target) == c_object_of(target);
}

void initializer_fix(struct front *front, struct c_object *object, CXCursor initializer) {
    if (object->initial) return;
    struct sink sink = {.front = front, .object = object};
    sink.bytes = arena_alloc(front->arena, object->type->size + 1);
    object->initial = sink.bytes;
    fill(&sink, build_object(front, object, object->place), initializer);
}

expression initializer_literal(struct lower *lower, CXCursor cursor) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    const struct c_type *type = type_of_cursor(front, cursor);
    CXCursor list = front_last_expression(front, cursor);
    bool is_const =
        front->clang.isConstQualifiedType(front->clang.getCanonicalType(front->clang.getCursorType(cursor)));
    if (!lower->function) {
        struct c_object *object = symbols_new_object(front, "(literal)", type, C_GLOBAL, place);
        object->is_const = is_const;
        initializer_fix(front, object, list);
        return build_object(front, object, place);
    }
    struct c_object *object = lower_new_local(lower, "(literal)", type, C_LOCAL, place);
    object->is_const = is_const;
    vec_push(&lower->living, object);
    expression target = build_object(front, object, place);
    initializer_lower(lower, target, list);
    return target;
}
