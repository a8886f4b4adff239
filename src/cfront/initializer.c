/* Initializers (C11 6.7.9), as written: with designators, and with braces left out. */
#include "cfront/fold.h"
#include "cfront/layout.h"
#include "cfront/lower.h"

#include <string.h>

enum { DEEPEST = 64 };

/* Where values go: to a place in a function, or into the bytes of an object with an address. */
struct sink {
    struct front *front;
    struct lower *lower; /* NULL: into `object` */
    struct c_object *object;
    unsigned char *bytes;
};

/* One level of what is being filled: which part of an aggregate is next. */
struct level {
    expression aggregate;
    uint32_t next;
};
struct filling {
    struct level levels[DEEPEST];
    unsigned depth;
};

static void fill(struct sink *sink, expression target, CXCursor cursor);

static expression refuse(struct sink *sink, CXCursor cursor, const char *why) {
    diag_error(sink->front->diagnostics, front_place(sink->front, cursor), "%s", why);
    return NULL;
}

/* ---- Strings ---- */

static unsigned digit(char c) { return c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 32) - 'a') + 10; }

/* One character of a literal as libclang prints it: escapes of C, octal ones of three digits. */
static uint32_t decode_character(const char **at) {
    const char *c = *at;
    uint32_t value = (unsigned char)*c++;
    if (value == '\\') {
        static const char names[] = "abfnrtv", values[] = "\a\b\f\n\r\t\v";
        char escape = *c++;
        const char *known = escape ? strchr(names, escape) : NULL;
        if (known)
            value = (unsigned char)values[known - names];
        else if (escape == 'x' || escape == 'u' || escape == 'U')
            for (value = 0; (*c >= '0' && *c <= '9') || ((*c | 32) >= 'a' && (*c | 32) <= 'f'); c++)
                value = value * 16 + digit(*c);
        else if (escape >= '0' && escape <= '7') {
            value = digit(escape);
            for (int i = 0; i < 2 && *c >= '0' && *c <= '7'; i++) value = value * 8 + digit(*c++);
        } else
            value = (unsigned char)escape;
    }
    *at = c;
    return value;
}

/* Its bytes, the closing zero included; `size` of one character. */
static unsigned char *decode_literal(struct front *front, CXCursor literal, uint32_t size, uint32_t count) {
    const char *at = front_spelling(front, literal);
    unsigned char *bytes = arena_alloc(front->arena, (size_t)size * count + 1);
    while (*at && *at != '"') at++;
    if (*at) at++;
    for (uint32_t i = 0; i < count && *at && *at != '"'; i++) {
        uint32_t value = decode_character(&at);
        memcpy(bytes + (size_t)i * size, &value, size);
    }
    return bytes;
}

const char *initializer_text(struct front *front, CXCursor literal) {
    const struct c_type *type = type_of_cursor(front, literal);
    bool is_text = type->kind == C_ARRAY && type->target->size == 1;
    return is_text ? (const char *)decode_literal(front, literal, 1, type->count) : "";
}

struct c_object *initializer_string(struct front *front, CXCursor literal) {
    const struct c_type *type = type_of_cursor(front, literal);
    if (type->kind != C_ARRAY) type = type_array_of(front, type_integer(front, 1, true), 1);
    struct c_object *object = symbols_new_object(front, arena_text(front->arena, front_spelling(front, literal)), type,
                                                 C_STRING, front_place(front, literal));
    object->is_const = true;
    object->initial = decode_literal(front, literal, type->target->size, type->count);
    return object;
}

static CXCursor literal_in(struct front *front, CXCursor cursor) {
    for (;;) {
        enum CXCursorKind kind = front->clang.getCursorKind(cursor);
        if (kind == CXCursor_StringLiteral) return cursor;
        if (kind != CXCursor_ParenExpr && kind != CXCursor_UnexposedExpr && kind != CXCursor_InitListExpr)
            return front->clang.getNullCursor();
        struct cursors parts = front_children(front, cursor);
        if (parts.count != 1) return front->clang.getNullCursor();
        cursor = parts.items[0];
    }
}

static void fill_string(struct sink *sink, expression target, CXCursor literal) {
    struct front *front = sink->front;
    const struct c_type *type = target->type;
    struct place place = front_place(front, literal);
    unsigned char *bytes = decode_literal(front, literal, type->target->size, type->count);
    if (!sink->lower) {
        struct fixed at;
        expression address = build_address(front, target, type_pointer_to(front, type), place);
        if (fold_address(address, &at)) memcpy(sink->bytes + at.offset, bytes, type->size);
        return;
    }
    for (uint32_t i = 0; i < type->count; i++) {
        uint32_t value = 0;
        memcpy(&value, bytes + (size_t)i * type->target->size, type->target->size);
        if (!value) continue;
        expression element = build_index(front, target, build_integer(front, type_int(front), i, place), place);
        lower_assign(sink->lower, element, build_integer(front, type->target, value, place), place);
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

static void write_fixed(struct sink *sink, expression target, expression value, CXCursor cursor) {
    struct front *front = sink->front;
    struct fixed to, what;
    expression address = build_address(front, target, type_pointer_to(front, target->type), target->place);
    if (!fold_address(address, &to)) return;
    unsigned char *bytes = sink->bytes + to.offset;
    if (target->type->kind == C_FLOAT && value->kind == C_CONSTANT) {
        write_real(bytes, target->type->size, value->real);
    } else if (!fold_address(value, &what)) {
        refuse(sink, cursor, "this initializer is not a constant that can be modelled");
    } else if (target->kind == C_MEMBER && target->field->bit_width) {
        write_bits(bytes, target->field, (uint64_t)what.offset);
    } else if (what.object) {
        struct relocation relocation = {
            sink->object,        (uint32_t)to.offset,     what.object, what.offset, target->type->kind == C_POINTER,
            (uint32_t)what.part, (uint32_t)what.part_size};
        vec_push(&front->relocations, relocation);
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
    if (!front->clang.Cursor_isNull(call) && !(target->kind == C_MEMBER && target->field->bit_width)) {
        lower_call(sink->lower, call, target, false, false);
        return;
    }
    lower_assign(sink->lower, target, build_convert(front, lower_value(sink->lower, cursor), target->type, place),
                 place);
}

/* ---- Aggregates ---- */

static bool is_aggregate(const struct c_type *type) { return type->kind == C_ARRAY || type->kind == C_RECORD; }

static uint32_t part_count(const struct c_type *type) {
    if (type->kind == C_ARRAY) return type->count;
    return type->is_union && type->count ? 1 : type->count;
}

static expression part(struct front *front, const struct level *level, struct place place) {
    const struct c_type *type = level->aggregate->type;
    if (type->kind == C_ARRAY)
        return build_index(front, level->aggregate, build_integer(front, type_int(front), level->next, place), place);
    return build_member(front, level->aggregate, &type->fields[level->next], place);
}

static bool descend(struct filling *filling, struct front *front, struct place place) {
    if (filling->depth >= DEEPEST) return false;
    expression inner = part(front, &filling->levels[filling->depth - 1], place);
    if (!is_aggregate(inner->type)) return false;
    filling->levels[filling->depth++] = (struct level){inner, 0};
    return true;
}

static bool level_done(const struct level *level) {
    const struct c_type *type = level->aggregate->type;
    return type->kind == C_RECORD && type->is_union ? level->next == UINT32_MAX : level->next >= part_count(type);
}

/* To the next part; out of aggregates that are full. A union is full after one member. */
static void advance(struct filling *filling) {
    while (filling->depth) {
        struct level *level = &filling->levels[filling->depth - 1];
        level->next = level->aggregate->type->is_union ? UINT32_MAX : level->next + 1;
        if (!level_done(level)) return;
        filling->depth--;
    }
}

/* Makes a field the next part; it may lie in an unnamed record. */
static bool enter_field(struct filling *filling, struct front *front, const struct c_field *field, struct place place) {
    struct level *level = &filling->levels[filling->depth - 1];
    const struct c_type *type = level->aggregate->type;
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count; i++) {
        level->next = i;
        if (&type->fields[i] == field) return true;
        if (*type->fields[i].name || type->fields[i].type->kind != C_RECORD) continue;
        unsigned depth = filling->depth;
        if (descend(filling, front, place) && enter_field(filling, front, field, place)) return true;
        filling->depth = depth;
    }
    return false;
}

static bool is_designated(struct front *front, CXCursor item) {
    return front->clang.getCursorKind(item) == CXCursor_UnexposedExpr &&
           front->clang.getCursorType(item).kind == CXType_Void && front_children(front, item).count > 1;
}

/* Follows `.a[2] =`; the value is the last child. `last`: of a range [2 ... 5], otherwise as `next`. */
static bool follow(struct sink *sink, struct filling *filling, struct cursors parts, uint32_t *last,
                   struct place place) {
    struct front *front = sink->front;
    *last = UINT32_MAX;
    for (size_t i = 0; i + 1 < parts.count; i++) {
        if (i && !descend(filling, front, place)) {
            int64_t high;
            struct level *level = &filling->levels[filling->depth - 1];
            if (i + 2 != parts.count || level->aggregate->type->kind != C_ARRAY ||
                !front_evaluate(front, parts.items[i], &high) || high < level->next ||
                high >= level->aggregate->type->count)
                return false;
            *last = (uint32_t)high;
            return true;
        }
        struct level *level = &filling->levels[filling->depth - 1];
        int64_t index;
        if (front->clang.getCursorKind(parts.items[i]) == CXCursor_MemberRef) {
            CXCursor declaration = front->clang.getCanonicalCursor(front->clang.getCursorReferenced(parts.items[i]));
            const struct c_field *field = cursor_map_get(&front->type_map, &front->clang, declaration);
            if (!field || !enter_field(filling, front, field, place)) return false;
        } else if (level->aggregate->type->kind == C_ARRAY && front_evaluate(front, parts.items[i], &index) &&
                   index >= 0 && index < level->aggregate->type->count) {
            level->next = (uint32_t)index;
        } else {
            return false;
        }
    }
    return true;
}

/* Does this item fill the whole aggregate? Otherwise its braces were left out. */
static bool fills_whole(struct front *front, CXCursor item, const struct c_type *type) {
    if (front->clang.getCursorKind(item) == CXCursor_InitListExpr) return true;
    if (type->kind == C_ARRAY)
        return type->target->kind == C_INTEGER && !front->clang.Cursor_isNull(literal_in(front, item));
    CXType written = front->clang.getCanonicalType(front->clang.getCursorType(item));
    return written.kind == CXType_Record && type_of(front, written, item) == type;
}

static void fill_next(struct sink *sink, struct filling *filling, CXCursor item) {
    struct place place = front_place(sink->front, item);
    while (filling->depth) {
        struct level *level = &filling->levels[filling->depth - 1];
        if (level_done(level)) {
            advance(filling);
            continue;
        }
        expression target = part(sink->front, level, place);
        if (!is_aggregate(target->type) || fills_whole(sink->front, item, target->type)) {
            fill(sink, target, item);
            advance(filling);
            return;
        }
        if (!descend(filling, sink->front, place)) break;
    }
    refuse(sink, item, "this initializer has nothing to initialize that can be modelled");
}

static void fill_list(struct sink *sink, expression target, CXCursor list) {
    struct cursors items = front_expressions(sink->front, list);
    struct filling *filling = arena_new_object(sink->front->scratch, struct filling);
    filling->levels[filling->depth++] = (struct level){target, 0};
    for (size_t i = 0; i < items.count; i++) {
        if (!is_designated(sink->front, items.items[i])) {
            fill_next(sink, filling, items.items[i]);
            continue;
        }
        struct cursors parts = front_children(sink->front, items.items[i]);
        uint32_t last;
        filling->depth = 1;
        filling->levels[0] = (struct level){target, 0};
        if (!follow(sink, filling, parts, &last, front_place(sink->front, items.items[i]))) {
            refuse(sink, items.items[i], "this designator cannot be modelled");
            return;
        }
        CXCursor value = parts.items[parts.count - 1];
        unsigned depth = filling->depth;
        struct level *level = &filling->levels[depth - 1];
        while (last != UINT32_MAX && level->next < last) {
            fill(sink, part(sink->front, level, level->aggregate->place), value);
            level->next++;
        }
        fill_next(sink, filling, value);
    }
}

static void fill(struct sink *sink, expression target, CXCursor cursor) {
    struct front *front = sink->front;
    CXCursor plain = front_skip_parentheses(front, cursor);
    enum CXCursorKind kind = front->clang.getCursorKind(plain);
    if (target->type->kind == C_ARRAY && target->type->target->kind == C_INTEGER) {
        CXCursor literal = literal_in(front, plain);
        if (!front->clang.Cursor_isNull(literal)) {
            fill_string(sink, target, literal);
            return;
        }
    }
    if (is_aggregate(target->type)) {
        struct cursors inner = front_expressions(front, plain);
        if (kind == CXCursor_UnexposedExpr && inner.count == 1) { /* a value of it that is a literal */
            plain = front_skip_parentheses(front, inner.items[0]);
            kind = front->clang.getCursorKind(plain);
        }
        if (kind == CXCursor_CompoundLiteralExpr) {
            fill(sink, target, front_last_expression(front, plain));
            return;
        }
    }
    if (kind != CXCursor_InitListExpr) {
        if (target->type->kind == C_ARRAY)
            refuse(sink, cursor, "this initializer cannot be modelled");
        else
            fill_value(sink, target, cursor);
    } else if (is_aggregate(target->type)) {
        fill_list(sink, target, plain);
    } else {
        struct cursors items = front_expressions(front, plain);
        if (items.count) fill(sink, target, items.items[0]);
    }
}

/* ---- What others call ---- */

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

static const struct c_object *root_of(expression place) {
    while (place && (place->kind == C_MEMBER || place->kind == C_INDEX)) place = place->left;
    return place && place->kind == C_OBJECT ? place->object : NULL;
}

void initializer_lower(struct lower *lower, expression target, CXCursor initializer) {
    struct sink sink = {.front = lower->front, .lower = lower};
    size_t first = lower->code.count;
    if (is_aggregate(target->type) && !is_whole_record(lower->front, initializer)) {
        struct c_instruction *clear = lower_emit(lower, C_CLEAR, target->place);
        clear->target = target;
        clear->gives_value = true; /* 6.7.9 §21: what is not mentioned is zero */
    }
    fill(&sink, target, initializer);
    for (size_t i = first; i < lower->code.count; i++)
        lower->code.items[i].initializes |= root_of(lower->code.items[i].target) == root_of(target);
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
