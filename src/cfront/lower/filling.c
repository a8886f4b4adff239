#include "cfront/lower/filling.h"

#include "base/memory.h"
#include "cfront/ir/value_bits.h"
#include "cfront/lower/lower.h"
#include "cfront/program/guess.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64 };

/* One level of what is being filled: which part of an aggregate is next. */
struct level {
    expression aggregate;
    uint32_t next;
};
struct position {
    struct filling *filling;
    struct level levels[DEEPEST];
    unsigned depth;
};

static void fill(struct filling *filling, expression target, CXCursor cursor);

static void refuse(struct filling *filling, CXCursor cursor, const char *why) {
    diag_error(filling->front->diagnostics, front_place(filling->front, cursor), "%s", why);
}

/* ---- what is overridden ---- */

static uint64_t bits_before(const struct filling *filling, expression place) {
    if (place == filling->object) return 0;
    uint64_t outer = bits_before(filling, place->left);
    if (place->kind == C_INDEX) return outer + (uint64_t)place->right->integer * place->type->size * 8;
    return outer + (uint64_t)place->field->offset * 8 + (place->field->bit_width ? place->field->bit_offset : 0);
}

static bool is_in_union(expression place) { return place->kind == C_MEMBER && place->left->type->is_union; }

/* Is the part another member of the union that `member` is a member of? */
static bool is_other_member(const struct filling *filling, expression part, expression member, uint64_t begin) {
    for (; part != filling->object; part = part->left)
        if (is_in_union(part) && part->left->type == member->left->type && part->field != member->field &&
            bits_before(filling, part->left) == begin)
            return true;
    return false;
}

static bool is_overridden_by(const struct filling *filling, const struct filled *part, expression target,
                             uint64_t begin, uint64_t end) {
    if (part->begin >= begin && part->end <= end) return true;
    for (; target != filling->object; target = target->left)
        if (is_in_union(target) && is_other_member(filling, part->part, target, bits_before(filling, target->left)))
            return true;
    return false;
}

/* The first bit that counts: of the outermost union, where there is one. */
static uint64_t first_bit(const struct filling *filling, expression target) {
    uint64_t first = bits_before(filling, target);
    for (; target != filling->object; target = target->left)
        if (is_in_union(target)) first = bits_before(filling, target->left);
    return first;
}

/* Parts that the target overrides are so from now on. False: it lies inside of one, a whole record, the rest of which
 * counts. */
static bool override(struct filling *filling, expression target) {
    uint64_t begin = bits_before(filling, target), end = begin + c_bits_at(target);
    bool inside = false;
    if (first_bit(filling, target) >= filling->end) return true;
    for (size_t i = 0; i < filling->parts.count; i++) {
        struct filled *part = &filling->parts.items[i];
        part->is_overridden |= is_overridden_by(filling, part, target, begin, end);
        inside |= !part->is_overridden && part->begin <= begin && end <= part->end;
    }
    return !inside;
}

/* What is not mentioned in an aggregate is zero, and not what a record had there. */
static bool begin_aggregate(struct filling *filling, expression target, CXCursor cursor) {
    if (override(filling, target)) return true;
    refuse(filling, cursor, "this initializer, of a part of a record that has a value already, cannot be modelled");
    return false;
}

static void add(struct filling *filling, expression target, CXCursor value) {
    uint64_t begin = bits_before(filling, target);
    struct filled part = {target, value, begin, begin + c_bits_at(target), false};
    if (target->type->kind == C_ARRAY) {
        if (!begin_aggregate(filling, target, value)) return;
    } else {
        override(filling, target);
    }
    vec_push(&filling->parts, part);
    if (part.end > filling->end) filling->end = part.end;
}

/* ---- aggregates ---- */

static uint32_t part_count(const struct c_type *type) {
    if (type->kind == C_ARRAY) return type->count;
    return type->is_union && type->count ? 1 : type->count;
}

static expression next_part(struct front *front, const struct level *level, struct place place) {
    const struct c_type *type = level->aggregate->type;
    if (type->kind == C_ARRAY)
        return build_index(front, level->aggregate, build_integer(front, type_int(front), level->next, place), place);
    return build_member(front, level->aggregate, &type->fields[level->next], place);
}

static bool descend(struct position *position, struct place place) {
    if (position->depth >= DEEPEST) return false;
    expression inner = next_part(position->filling->front, &position->levels[position->depth - 1], place);
    if (!filling_is_aggregate(inner->type)) return false;
    position->levels[position->depth++] = (struct level){inner, 0};
    return true;
}

static bool level_done(const struct level *level) {
    const struct c_type *type = level->aggregate->type;
    return type->kind == C_RECORD && type->is_union ? level->next == UINT32_MAX : level->next >= part_count(type);
}

/* To the next part; out of aggregates that are full. A union is full after one member. */
static void advance(struct position *position) {
    while (position->depth) {
        struct level *level = &position->levels[position->depth - 1];
        level->next = level->aggregate->type->is_union ? UINT32_MAX : level->next + 1;
        if (!level_done(level)) return;
        position->depth--;
    }
}

/* Does this item fill the whole aggregate? Otherwise its braces were left out. */
static bool fills_whole(struct front *front, CXCursor item, const struct c_type *type) {
    if (front->clang.getCursorKind(item) == CXCursor_InitListExpr) return true;
    if (type->kind == C_ARRAY)
        return type->target->kind == C_INTEGER && !front->clang.Cursor_isNull(filling_literal(front, item));
    CXType written = front->clang.getCanonicalType(front->clang.getCursorType(item));
    return written.kind == CXType_Record && type_of(front, written, item) == type;
}

/* `char rest[];` at the end: an initializer would make the object larger than its type. */
static bool is_flexible(const struct level *level) {
    const struct c_type *type = level->aggregate->type;
    if (type->kind != C_RECORD || level->next >= type->count) return false;
    const struct c_type *member = type->fields[level->next].type;
    return member->kind == C_ARRAY && !member->count && (type->is_union || level->next + 1 == type->count);
}

static bool is_empty_list(struct front *front, CXCursor item) {
    return front->clang.getCursorKind(item) == CXCursor_InitListExpr && !front_expressions(front, item).count;
}

/* What is too much compilers leave out, with a warning (6.7.9 forbids it). */
static void fill_next(struct position *position, CXCursor item) {
    struct front *front = position->filling->front;
    struct place place = front_place(front, item);
    while (position->depth) {
        struct level *level = &position->levels[position->depth - 1];
        if (level_done(level)) {
            advance(position);
            continue;
        }
        if (is_flexible(level) && !is_empty_list(front, item)) {
            refuse(position->filling, item, "the initializer of a flexible array member cannot be modelled");
            return;
        }
        expression target = next_part(front, level, place);
        if (!filling_is_aggregate(target->type) || fills_whole(front, item, target->type)) {
            fill(position->filling, target, item);
            advance(position);
            return;
        }
        if (!descend(position, place)) break;
    }
    if (position->depth) refuse(position->filling, item, "this initializer is nested too deeply to be modelled");
}

/* ---- designators ---- */

/* `.a`, `[2]` or `[2 ... 5]`. */
struct designator {
    const struct c_field *field; /* NULL: elements from `low` to `high` */
    int64_t low, high;
};
typedef VEC(struct designator) designators;

static bool is_designated(struct front *front, CXCursor item) {
    return front->clang.getCursorKind(item) == CXCursor_UnexposedExpr &&
           front->clang.getCursorType(item).kind == CXType_Void && front_children(front, item).count > 1;
}

/* What stands between the numbers of `[2 ... 5]` and of `[2][5]`; 0: that cannot be told. The compiler's library does
 * not say which it is. */
static char between(struct front *front, CXCursor first, CXCursor second) {
    CXFile file = NULL, other = NULL;
    unsigned from = 0, to = 0;
    size_t size = 0;
    CXSourceLocation end = front->clang.getRangeEnd(front->clang.getCursorExtent(first));
    CXSourceLocation begin = front->clang.getRangeStart(front->clang.getCursorExtent(second));
    front->clang.getFileLocation(end, &file, NULL, NULL, &from);
    front->clang.getFileLocation(begin, &other, NULL, NULL, &to);
    const char *text = front_contents(front, file, &size);
    if (!text || file != other || from > to || to > size) return 0;
    for (; from < to; from++)
        if (text[from] == ']' || text[from] == '.') return text[from];
    return 0;
}

/* The last of the item's parts is its value. */
static bool read_designators(struct filling *filling, struct cursors parts, designators *list) {
    struct front *front = filling->front;
    for (size_t i = 0; i + 1 < parts.count; i++) {
        struct designator next = {0};
        if (front->clang.getCursorKind(parts.items[i]) == CXCursor_MemberRef) {
            CXCursor declaration = front->clang.getCanonicalCursor(front->clang.getCursorReferenced(parts.items[i]));
            next.field = cursor_map_get(&front->type_map, &front->clang, declaration);
            if (!next.field) return false;
        } else {
            if (!front_evaluate(front, parts.items[i], &next.low)) return false;
            guess_lays_out(front, parts.items[i]);
            next.high = next.low;
            bool is_last = i + 2 == parts.count || front->clang.getCursorKind(parts.items[i + 1]) == CXCursor_MemberRef;
            char sign = is_last ? ']' : between(front, parts.items[i], parts.items[i + 1]);
            if (!sign || (sign == '.' && !front_evaluate(front, parts.items[++i], &next.high))) return false;
        }
        vec_push(list, next);
    }
    return true;
}

/* Makes a field the next part; it may lie in an unnamed record. */
static bool enter_field(struct position *position, const struct c_field *field, struct place place) {
    struct level *level = &position->levels[position->depth - 1];
    const struct c_type *type = level->aggregate->type;
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count; i++) {
        level->next = i;
        if (&type->fields[i] == field) return true;
        if (*type->fields[i].name || type->fields[i].type->kind != C_RECORD) continue;
        unsigned depth = position->depth;
        if (descend(position, place) && enter_field(position, field, place)) return true;
        position->depth = depth;
    }
    return false;
}

static bool follow(struct position *position, const designators *list, size_t at, CXCursor value);

static bool follow_rest(struct position *position, const designators *list, size_t at, CXCursor value) {
    if (at < list->count)
        return descend(position, front_place(position->filling->front, value)) && follow(position, list, at, value);
    fill_next(position, value);
    return true;
}

/* Fills what `list`, from `at` on, designates in the innermost level; what is next comes behind the last of it. */
static bool follow(struct position *position, const designators *list, size_t at, CXCursor value) {
    const struct designator *next = &list->items[at];
    unsigned depth = position->depth;
    struct level level = position->levels[depth - 1];
    if (next->field)
        return enter_field(position, next->field, front_place(position->filling->front, value)) &&
               follow_rest(position, list, at + 1, value);
    if (level.aggregate->type->kind != C_ARRAY || next->low < 0 || next->high < next->low ||
        next->high >= level.aggregate->type->count)
        return false;
    if (next->high > next->low && lower_has_effects(position->filling->front, value)) return false;
    for (int64_t i = next->low; i <= next->high; i++) {
        position->depth = depth;
        position->levels[depth - 1] = (struct level){level.aggregate, (uint32_t)i};
        if (!follow_rest(position, list, at + 1, value)) return false;
    }
    return true;
}

/* ---- lists ---- */

static bool fill_designated(struct position *position, expression target, CXCursor item) {
    struct front *front = position->filling->front;
    struct cursors parts = front_children(front, item);
    designators list = {0};
    position->depth = 1;
    position->levels[0] = (struct level){target, 0};
    bool done = read_designators(position->filling, parts, &list) && list.count &&
                follow(position, &list, 0, parts.items[parts.count - 1]);
    vec_free(&list);
    return done;
}

static void fill_list(struct filling *filling, expression target, CXCursor list) {
    struct front *front = filling->front;
    struct cursors items = front_expressions(front, list);
    struct position *position = arena_new_object(front->scratch, struct position);
    position->filling = filling;
    position->levels[position->depth++] = (struct level){target, 0};
    if (!begin_aggregate(filling, target, list)) return;
    for (size_t i = 0; i < items.count; i++) {
        if (!is_designated(front, items.items[i])) {
            fill_next(position, items.items[i]);
        } else if (!fill_designated(position, target, items.items[i])) {
            refuse(filling, items.items[i], "this designator cannot be modelled");
            return;
        }
    }
}

CXCursor filling_literal(struct front *front, CXCursor cursor) {
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

/* A value of an aggregate that is a compound literal: its list. */
static CXCursor inside_literal(struct front *front, CXCursor plain) {
    struct cursors inner = front_expressions(front, plain);
    if (front->clang.getCursorKind(plain) == CXCursor_UnexposedExpr && inner.count == 1)
        plain = front_skip_parentheses(front, inner.items[0]);
    bool is_literal = front->clang.getCursorKind(plain) == CXCursor_CompoundLiteralExpr;
    return is_literal ? front_last_expression(front, plain) : front->clang.getNullCursor();
}

static void fill_aggregate(struct filling *filling, expression target, CXCursor cursor, CXCursor plain) {
    struct front *front = filling->front;
    bool is_text = target->type->kind == C_ARRAY && target->type->target->kind == C_INTEGER;
    CXCursor text = is_text ? filling_literal(front, plain) : front->clang.getNullCursor();
    CXCursor literal = inside_literal(front, plain);
    if (!front->clang.Cursor_isNull(text))
        add(filling, target, text);
    else if (!front->clang.Cursor_isNull(literal))
        fill(filling, target, literal);
    else if (front->clang.getCursorKind(plain) == CXCursor_InitListExpr)
        fill_list(filling, target, plain);
    else if (target->type->kind == C_ARRAY)
        refuse(filling, cursor, "this initializer cannot be modelled");
    else
        add(filling, target, cursor);
}

static void fill(struct filling *filling, expression target, CXCursor cursor) {
    struct front *front = filling->front;
    CXCursor plain = front_skip_parentheses(front, cursor);
    if (filling_is_aggregate(target->type)) {
        fill_aggregate(filling, target, cursor, plain);
    } else if (front->clang.getCursorKind(plain) != CXCursor_InitListExpr) {
        add(filling, target, cursor);
    } else {
        struct cursors items = front_expressions(front, plain);
        if (items.count) fill(filling, target, items.items[0]);
    }
}

void filling_plan(struct filling *filling, struct front *front, expression object, CXCursor initializer) {
    *filling = (struct filling){.front = front, .object = object};
    fill(filling, object, initializer);
}

/* Of the record around a member: `bits` has room for it. */
static void find_padding(expression member, unsigned char *bits) {
    const struct c_type *record = member->left->type;
    memset(bits, 0xff, record->size);
    for (uint32_t i = 0; i < record->count; i++)
        if (!record->is_union || &record->fields[i] == member->field)
            value_bits_put_member(bits, &record->fields[i], false);
}

/* Is the part in the same record, and, of a union, in the same member? What is around it is known with it then. */
static bool is_beside(const struct filling *filling, expression part, expression member) {
    for (; part && part != filling->object; part = part->left)
        if (part == member || (part->left == member->left && !member->left->type->is_union)) return true;
    return false;
}

static void add_padding(const struct filling *filling, expression part, expression before, unsigned char *padding) {
    for (expression at = part; at != filling->object && !is_beside(filling, before, at); at = at->left) {
        if (at->kind != C_MEMBER) continue;
        unsigned char *bits = memory_new(at->left->type->size + 1);
        uint64_t first = bits_before(filling, at->left) / 8;
        find_padding(at, bits);
        for (uint32_t i = 0; i < at->left->type->size; i++) padding[first + i] |= bits[i];
        free(bits);
    }
}

static bool is_number(const struct filled *part) {
    return part->part->type->kind == C_INTEGER && !part->part->type->is_bool && part->begin == 0;
}

/* `= {0}`, for which compilers write zeros everywhere. Not of a union: there they do not agree. */
static bool is_all_zero(const struct filling *filling) {
    int64_t value;
    const struct filled *only = filling->parts.items;
    if (filling->parts.count != 1 || filling->object->type->is_union || !is_number(only)) return false;
    return front_evaluate(filling->front, only->value, &value) && value == 0;
}

const unsigned char *filling_padding(const struct filling *filling) {
    if (is_all_zero(filling)) return NULL;
    uint32_t size = filling->object->type->size;
    unsigned char *padding = memory_new(size + 1), *kept = NULL;
    expression before = NULL;
    for (size_t i = 0; i < filling->parts.count; i++) {
        const struct filled *part = &filling->parts.items[i];
        if (part->is_overridden) continue;
        add_padding(filling, part->part, before, padding);
        before = part->part;
    }
    if (value_bits_any(padding, size, NULL)) kept = memcpy(arena_alloc(filling->front->arena, size + 1), padding, size);
    free(padding);
    return kept;
}

void filling_free(struct filling *filling) { vec_free(&filling->parts); }
