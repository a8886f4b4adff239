#include "cfront/unknown_union.h"

#include "cfront/headers.h"
#include "cfront/invented_parts.h"
#include "cfront/learning.h"

#include <string.h>

/* What code does with a member, or, without a name, with the whole of a type. */
struct use {
    const struct invented_type *of;
    const char *name;
    unsigned mentions, writes;
    bool is_lent; /* others may write it */
};

struct using {
    struct front *front;
    VEC(struct use) uses;
};

/* ---- noting ---- */

static struct use *use_of(struct using *using, const struct invented_type *of, const char *name) {
    for (size_t i = 0; i < using->uses.count; i++)
        if (using->uses.items[i].of == of && !strcmp(using->uses.items[i].name, name)) return &using->uses.items[i];
    vec_push(&using->uses, ((struct use){.of = of, .name = name}));
    return &vec_last(&using->uses);
}

/* The type of ours that this is, or leads to; NULL: it is something else. Registers are nobody's union. */
static const struct invented_type *type_of(struct front *front, CXType type) {
    CXType target = front->clang.getPointeeType(type);
    const struct invented_type *found = learning_type(front, target.kind == CXType_Invalid ? type : target);
    const struct invention *of = found ? invented_of_type(&front->invented, found) : NULL;
    bool is_record = of && (of->kind == INVENTED_TAG ? !of->is_enum : found->shape == SHAPE_RECORD);
    return is_record && of->kind >= INVENTED_TYPE && !invented_is_of_registers(&front->invented, of) ? found : NULL;
}

static const struct invented_type *owner_of(struct front *front, CXCursor member) {
    struct cursors parts = front_expressions(front, member);
    if (!parts.count) return NULL;
    return type_of(front, front->clang.getCursorType(front_as_written(front, parts.items[0])));
}

/* `a.b[1].c = ...` writes c, and b. */
static void note_written(struct using *using, CXCursor place) {
    struct front *front = using->front;
    const struct invented_type *whole = type_of(front, front->clang.getCursorType(front_as_written(front, place)));
    if (whole) use_of(using, whole, "")->is_lent = true;
    for (;;) {
        place = front_as_written(front, place);
        enum CXCursorKind kind = front->clang.getCursorKind(place);
        const struct invented_type *of = kind == CXCursor_MemberRefExpr ? owner_of(front, place) : NULL;
        if (of) use_of(using, of, front_spelling(front, place))->writes++;
        struct cursors parts = front_expressions(front, place);
        bool goes_on = kind == CXCursor_MemberRefExpr || kind == CXCursor_ArraySubscriptExpr;
        if (!goes_on || !parts.count) return;
        place = parts.items[0];
    }
}

static void note_lent(struct using *using, CXType type) {
    const struct invented_type *of = type_of(using->front, type);
    if (of) use_of(using, of, "")->is_lent = true;
}

static void note_arguments(struct using *using, CXCursor call) {
    struct front *front = using->front;
    int count = front->clang.Cursor_getNumArguments(call);
    for (int i = 0; i < count; i++)
        note_lent(using, front->clang.getCursorType(
                             front_as_written(front, front->clang.Cursor_getArgument(call, (unsigned)i))));
}

/* `x.member++`, `&x.member`, and what others define, or has first values. */
static void note_others(struct using *using, CXCursor cursor, enum CXCursorKind kind) {
    struct front *front = using->front;
    struct cursors parts = front_expressions(front, cursor);
    enum CXUnaryOperatorKind op =
        kind == CXCursor_UnaryOperator ? front->clang.getCursorUnaryOperatorKind(cursor) : CXUnaryOperator_Invalid;
    bool counts = op >= CXUnaryOperator_PostInc && op <= CXUnaryOperator_PreDec;
    if ((counts || op == CXUnaryOperator_AddrOf) && parts.count) note_written(using, parts.items[0]);
    bool is_filled =
        kind == CXCursor_VarDecl && (front->clang.Cursor_getStorageClass(cursor) == CX_SC_Extern ||
                                     !front->clang.Cursor_isNull(front->clang.Cursor_getVarDeclInitializer(cursor)));
    if (is_filled) note_lent(using, front->clang.getCursorType(cursor));
}

static enum CXChildVisitResult look(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct using *using = data;
    struct front *front = using->front;
    if (headers_hold(front_place(front, cursor))) return CXChildVisit_Continue;
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    struct cursors parts = front_expressions(front, cursor);
    const struct invented_type *of = kind == CXCursor_MemberRefExpr ? owner_of(front, cursor) : NULL;
    if (of) use_of(using, of, front_spelling(front, cursor))->mentions++;
    bool is_assignment = kind == CXCursor_CompoundAssignOperator ||
                         (kind == CXCursor_BinaryOperator &&
                          front->clang.getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Assign);
    if (is_assignment && parts.count == 2) note_written(using, parts.items[0]);
    if (kind == CXCursor_CallExpr) note_arguments(using, cursor);
    note_others(using, cursor, kind);
    return CXChildVisit_Recurse;
}

/* ---- what comes of it ---- */

static bool is_lent(struct using *using, const struct invented_type *of) { return use_of(using, of, "")->is_lent; }

static bool has_written(const struct using *using, const struct invented_type *of) {
    for (size_t i = 0; i < using->uses.count; i++)
        if (using->uses.items[i].of == of && using->uses.items[i].writes) return true;
    return false;
}

void unknown_union_doubt(struct front *front) {
    struct using using = {.front = front};
    if (!front->invented.list.count) return;
    for (size_t i = 0; i < front->units.count; i++)
        front->clang.visitChildren(front->clang.getTranslationUnitCursor(front->units.items[i].tu), look, &using);
    for (size_t i = 0; i < using.uses.count; i++) {
        struct use use = using.uses.items[i];
        if (!use.mentions || use.writes || !has_written(&using, use.of) || is_lent(&using, use.of)) continue;
        front_doubt(front, "`%s` of `%s`, a type of a missing header, is read and never written: it may be a union",
                    use.name, use.of->name);
    }
    vec_free(&using.uses);
}
