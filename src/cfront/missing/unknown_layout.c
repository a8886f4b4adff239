#include "cfront/missing/unknown_layout.h"

#include "base/word.h"
#include "cfront/library/headers.h"
#include "cfront/missing/invented.h"

#include <string.h>

/* The structure of a missing header that this is, or leads to, or has elements of; NULL: it is something else. */
static const char *unknown_record(struct front *front, CXType type) {
    type = front->clang.getCanonicalType(type);
    for (CXType inner = type; inner.kind != CXType_Invalid;) {
        type = inner;
        inner =
            type.kind == CXType_Pointer ? front->clang.getPointeeType(type) : front->clang.getArrayElementType(type);
        inner = front->clang.getCanonicalType(inner);
    }
    if (type.kind != CXType_Record) return NULL;
    CXCursor declaration = front->clang.getTypeDeclaration(type);
    if (!headers_hold(front_place(front, declaration))) return NULL;
    const char *name = front_spelling(front, declaration);
    if (begins_with(name, INVENTED_RECORD)) return name + strlen(INVENTED_RECORD);
    return invented_find(&front->invented, name) ? name : NULL;
}

/* `at` is in code, or is an object. */
static void doubt(struct front *front, const char *record, CXCursor at) {
    struct place place = front_place(front, at);
    front_leap(front, place, "`%s`, a structure of a missing header, is laid out otherwise", record);
    front_doubt(front, "%s:%u depends on how `%s`, a structure of a missing header, is laid out", place.file,
                place.line, record);
}

/* ---- first values ---- */

static bool is_zero(struct front *front, CXCursor value) {
    int64_t number = 1;
    return front_evaluate(front, value, &number) && !number;
}

/* `.name = value` */
static bool names_member(struct front *front, CXCursor item) {
    struct cursors parts = front_children(front, item);
    return parts.count > 1 && front->clang.getCursorKind(parts.items[0]) == CXCursor_MemberRef;
}

/* `{...}`, `[1] = {...}` */
static bool is_list(struct front *front, CXCursor item) {
    struct cursors parts = front_children(front, item);
    CXCursor value = parts.count > 1 && front->clang.getCursorKind(item) != CXCursor_InitListExpr
                         ? parts.items[parts.count - 1]
                         : item;
    return front->clang.getCursorKind(value) == CXCursor_InitListExpr;
}

/* {0} is the same for all. */
static void look_at_list(struct front *front, CXCursor list, CXCursor parent) {
    CXType type = front->clang.getCanonicalType(front->clang.getCursorType(list));
    const char *record = unknown_record(front, type);
    struct cursors items = front_expressions(front, list);
    if (!record || (items.count == 1 && is_zero(front, items.items[0]))) return;
    for (size_t i = 0; i < items.count; i++) {
        bool is_inner = type.kind != CXType_Record && is_list(front, items.items[i]);
        if (is_inner || names_member(front, items.items[i])) continue;
        doubt(front, record, items.items[i]);
        if (front->clang.getCursorKind(parent) == CXCursor_VarDecl) doubt(front, record, parent);
    }
}

/* ---- memory as something else ---- */

static CXType behind_casts(struct front *front, CXCursor *value) {
    for (;;) {
        enum CXCursorKind kind = front->clang.getCursorKind(*value);
        bool is_cast = kind == CXCursor_UnexposedExpr || kind == CXCursor_CStyleCastExpr || kind == CXCursor_ParenExpr;
        CXCursor inner = is_cast ? front_last_expression(front, *value) : front->clang.getNullCursor();
        if (front->clang.Cursor_isNull(inner)) return front->clang.getCanonicalType(front->clang.getCursorType(*value));
        *value = inner;
    }
}

static bool leads_to_something(struct front *front, CXType type) {
    CXType target = front->clang.getCanonicalType(front->clang.getPointeeType(type));
    return target.kind != CXType_Invalid && target.kind != CXType_Void;
}

static void look_at_cast(struct front *front, CXCursor cast) {
    CXType to = front->clang.getCanonicalType(front->clang.getCursorType(cast));
    CXCursor value = front_last_expression(front, cast);
    if (front->clang.Cursor_isNull(value)) return;
    CXType from = front->clang.getCanonicalType(front->clang.getCursorType(value));
    const char *records[] = {unknown_record(front, to), unknown_record(front, from)};
    bool is_other = leads_to_something(front, to) && !are_same_texts(records[0], records[1]) &&
                    (leads_to_something(front, from) || from.kind == CXType_ConstantArray);
    if (is_other && (records[0] || records[1])) doubt(front, records[0] ? records[0] : records[1], cast);
}

/* Not `sizeof x`: somebody has counted the bytes. */
static bool is_counted(struct front *front, CXCursor call) {
    CXCursor size = front_as_written(front, front->clang.Cursor_getArgument(call, 2));
    return front->clang.getCursorKind(size) == CXCursor_IntegerLiteral;
}

/* memcpy() and its kin, from one to another of the same, and zeros: whatever the layout is. */
static void look_at_copy(struct front *front, CXCursor call) {
    const char *name = front_spelling(front, call), *records[2];
    if (strcmp(name, "memcpy") && strcmp(name, "memmove") && strcmp(name, "memcmp") && strcmp(name, "memset")) return;
    if (front->clang.Cursor_getNumArguments(call) != 3) return;
    for (unsigned i = 0; i < 2; i++) {
        CXCursor value = front->clang.Cursor_getArgument(call, i);
        CXType type = behind_casts(front, &value);
        records[i] = i == 1 && !strcmp(name, "memset") ? (is_zero(front, value) ? records[0] : NULL)
                                                       : unknown_record(front, type);
    }
    const char *record = records[0] ? records[0] : records[1];
    bool is_whole = are_same_texts(records[0], records[1]) && !is_counted(front, call);
    if (record && !is_whole) doubt(front, record, call);
}

/* ---- sizes and unions ---- */

/* `sizeof(NAME)`: a type as likely as a constant. */
static void look_at_size_of_name(struct front *front, CXCursor size, CXCursor operand) {
    CXCursor written = front_as_written(front, operand);
    while (front->clang.getCursorKind(written) == CXCursor_ParenExpr) written = front_last_expression(front, written);
    bool is_name = front->clang.getCursorKind(written) == CXCursor_DeclRefExpr;
    const struct invention *name = is_name ? invented_find(&front->invented, front_spelling(front, written)) : NULL;
    if (!name || name->kind > INVENTED_NUMBER) return;
    struct place place = front_place(front, size);
    front_leap(front, place, "`%s`, of a missing header, has another size", name->name);
    front_doubt(front, "what size `%s`, of a missing header, has is not known (%s:%u)", name->name, place_file(place),
                place.line);
}

static const char *record_of_size(struct front *front, CXCursor side) {
    CXCursor size = front_as_written(front, side);
    while (front->clang.getCursorKind(size) == CXCursor_ParenExpr) size = front_last_expression(front, size);
    bool is_size = front->clang.getCursorKind(size) == CXCursor_UnaryExpr;
    struct cursors parts = is_size ? front_children(front, size) : (struct cursors){0};
    return parts.count ? unknown_record(front, front->clang.getCursorType(parts.items[0])) : NULL;
}

/* `sizeof list / sizeof list[0]`: how many there are does not depend on how large each is. */
static bool counts_elements(struct front *front, CXCursor division) {
    bool is_division = front->clang.getCursorKind(division) == CXCursor_BinaryOperator &&
                       front->clang.getCursorBinaryOperatorKind(division) == CXBinaryOperator_Div;
    struct cursors sides = is_division ? front_expressions(front, division) : (struct cursors){0};
    const char *record = sides.count == 2 ? record_of_size(front, sides.items[0]) : NULL;
    return record && are_same_texts(record, record_of_size(front, sides.items[1]));
}

static void look_at_size(struct front *front, CXCursor size, CXCursor parent) {
    if (front->clang.getCursorKind(parent) == CXCursor_CallExpr) return; /* of a copy, or of memory */
    struct cursors parts = front_children(front, size);
    const char *record = parts.count ? unknown_record(front, front->clang.getCursorType(parts.items[0])) : NULL;
    if (record) doubt(front, record, size);
    if (parts.count) look_at_size_of_name(front, size, parts.items[0]);
}

/* `u.member` of a union of which only its header knows what its members share. */
static void look_at_member(struct front *front, CXCursor member) {
    struct cursors parts = front_expressions(front, member);
    const char *record = parts.count ? unknown_record(front, front->clang.getCursorType(parts.items[0])) : NULL;
    const struct invention *of = record ? invented_find(&front->invented, record) : NULL;
    if (of && of->is_union && of->type->members.count > 1)
        front_leap(front, front_place(front, member), "members of `union %s`, of a missing header, share other bytes",
                   record);
}

static enum CXChildVisitResult look(CXCursor cursor, CXCursor parent, CXClientData data) {
    struct front *front = data;
    if (headers_hold(front_place(front, cursor))) return CXChildVisit_Continue;
    switch (front->clang.getCursorKind(cursor)) {
    case CXCursor_InitListExpr: look_at_list(front, cursor, parent); break;
    case CXCursor_CStyleCastExpr: look_at_cast(front, cursor); break;
    case CXCursor_CallExpr: look_at_copy(front, cursor); break;
    case CXCursor_MemberRefExpr: look_at_member(front, cursor); break;
    case CXCursor_BinaryOperator:
        if (counts_elements(front, cursor)) return CXChildVisit_Continue;
        break;
    case CXCursor_UnaryExpr: look_at_size(front, cursor, parent); break;
    case CXCursor_FieldDecl:
        if (front->clang.getCursorKind(parent) == CXCursor_UnionDecl) {
            CXType type = front->clang.getCanonicalType(front->clang.getCursorType(cursor));
            const char *record = type.kind == CXType_Pointer ? NULL : unknown_record(front, type);
            if (record) doubt(front, record, cursor);
        }
        break;
    default: break;
    }
    return CXChildVisit_Recurse;
}

/* Which members of a union share what only its header knows. */
static void look_at_unions(struct front *front) {
    for (size_t i = 0; i < front->invented.list.count; i++) {
        const struct invention *invention = front->invented.list.items[i];
        if (invention->kind == INVENTED_TAG && invention->is_union && invention->type->members.count > 1)
            front_doubt(front, "what members of `union %s`, of a missing header, share is not known", invention->name);
    }
}

void unknown_layout_doubt(struct front *front) {
    look_at_unions(front);
    for (size_t i = 0; i < front->units.count; i++)
        front->clang.visitChildren(front->clang.getTranslationUnitCursor(front->units.items[i].tu), look, front);
}
