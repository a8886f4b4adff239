#include "cfront/missing/unknown_union.h"

#include "cfront/library/headers.h"
#include "cfront/missing/invented_parts.h"
#include "cfront/missing/learning.h"

#include <string.h>

/* What code does with a member, or, without a name, with the whole of a type. */
struct use {
    const struct invented_type *of;
    const char *name;
    unsigned mentions, stores, writes; /* stores: those writes that do not read it */
    unsigned first_values;             /* those writes that initializers make */
    bool is_zeroed;                    /* of a whole: somewhere it begins with {0} */
    bool is_lent;                      /* others may write it; of a whole: or it is no union */
};

struct mention {
    size_t use;
    struct place place;
};

struct using {
    struct front *front;
    VEC(struct use) uses;
    VEC(struct mention) mentions;
    VEC(const char *) bodies; /* names of functions that have one */
};

/* ---- types ---- */

static bool has_part(const struct invented_type *whole, const struct invented_type *part) {
    if (whole == part) return true;
    for (size_t i = 0; i < whole->members.count; i++)
        if (has_part(whole->members.items[i].type, part)) return true;
    return false;
}

/* The name whose type this is, or is a part of. */
static const struct invention *root_of(const struct invented *invented, const struct invented_type *type) {
    for (size_t i = 0; i < invented->list.count; i++)
        if (has_part(invented->list.items[i]->type, type)) return invented->list.items[i];
    return NULL;
}

/* The type of ours that this is, or leads to; NULL: it is something else. Registers are nobody's union. */
static const struct invented_type *type_of(struct front *front, CXType type) {
    CXType target = front->clang.getPointeeType(type);
    const struct invented_type *found = learning_type(front, target.kind == CXType_Invalid ? type : target);
    const struct invention *of = found ? root_of(&front->invented, found) : NULL;
    bool is_tag = of && of->kind == INVENTED_TAG && of->type == found;
    bool is_record = of && (is_tag ? !of->is_enum : found->shape == SHAPE_RECORD);
    return is_record && of->kind >= INVENTED_TYPE && !invented_is_of_registers(&front->invented, of) ? found : NULL;
}

static const struct invented_type *type_of_value(struct front *front, CXCursor value) {
    return type_of(front, front->clang.getCursorType(front_as_written(front, value)));
}

static const struct invented_type *owner_of(struct front *front, CXCursor member) {
    struct cursors parts = front_expressions(front, member);
    return parts.count ? type_of_value(front, parts.items[0]) : NULL;
}

/* ---- noting ---- */

static size_t use_of(struct using *using, const struct invented_type *of, const char *name) {
    for (size_t i = 0; i < using->uses.count; i++)
        if (using->uses.items[i].of == of && !strcmp(using->uses.items[i].name, name)) return i;
    vec_push(&using->uses, ((struct use){.of = of, .name = name}));
    return using->uses.count - 1;
}

/* Until the next one is noted. */
static struct use *use_at(struct using *using, const struct invented_type *of, const char *name) {
    size_t index = use_of(using, of, name);
    return &using->uses.items[index];
}

static void note_mention(struct using *using, const struct invented_type *of, CXCursor member) {
    size_t use = use_of(using, of, front_spelling(using->front, member));
    using->uses.items[use].mentions++;
    vec_push(&using->mentions, ((struct mention){use, front_place(using->front, member)}));
}

enum way { STORED, CHANGED, LENT };

/* `a.b[1].c = ...` writes c, and b. */
static void note_written(struct using *using, CXCursor place, enum way way) {
    struct front *front = using->front;
    for (;;) {
        place = front_as_written(front, place);
        enum CXCursorKind kind = front->clang.getCursorKind(place);
        const struct invented_type *of = kind == CXCursor_MemberRefExpr ? owner_of(front, place) : NULL;
        if (of) {
            struct use *use = use_at(using, of, front_spelling(front, place));
            use->writes += way != LENT;
            use->stores += way == STORED;
            use->is_lent |= way == LENT;
        }
        struct cursors parts = front_expressions(front, place);
        bool goes_on = kind == CXCursor_MemberRefExpr || kind == CXCursor_ArraySubscriptExpr;
        if (!goes_on || !parts.count) return;
        place = parts.items[0];
    }
}

static void note_lent(struct using *using, const struct invented_type *of) {
    if (of) use_at(using, of, "")->is_lent = true;
}

static bool has_body(const struct using *using, const char *function) {
    for (size_t i = 0; i < using->bodies.count; i++)
        if (!strcmp(using->bodies.items[i], function)) return true;
    return false;
}

/* What a function without a body gets and gives may have any members. An array, or a pointer, that is a member is lent
 * to whoever gets it. */
static void note_call(struct using *using, CXCursor call) {
    struct front *front = using->front;
    int count = front->clang.Cursor_getNumArguments(call);
    bool is_others = !has_body(using, front_spelling(front, call));
    if (is_others) note_lent(using, type_of(front, front->clang.getCursorType(call)));
    for (int i = 0; i < count; i++) {
        CXCursor argument = front->clang.Cursor_getArgument(call, (unsigned)i);
        CXType type = front->clang.getCanonicalType(front->clang.getCursorType(argument));
        if (is_others) note_lent(using, type_of_value(front, argument));
        if (type.kind == CXType_Pointer) note_written(using, argument, LENT);
    }
}

/* A pointer that becomes one to something else, or was one: others may write all of it. */
static void note_conversion(struct using *using, CXCursor cursor) {
    struct front *front = using->front;
    CXCursor value = front_last_expression(front, cursor);
    if (front->clang.Cursor_isNull(value)) return;
    CXType types[] = {front->clang.getCursorType(cursor), front->clang.getCursorType(value)};
    const struct invented_type *of[] = {type_of(front, types[0]), type_of(front, types[1])};
    bool leads = front->clang.getCanonicalType(types[0]).kind == CXType_Pointer &&
                 front->clang.getCanonicalType(types[1]).kind == CXType_Pointer;
    if (leads && of[0] != of[1]) note_lent(using, of[0] ? of[0] : of[1]);
}

/* `{.b = 3}` writes b; {0} writes no member more than another. */
static void note_list(struct using *using, CXCursor list) {
    struct front *front = using->front;
    const struct invented_type *of = type_of(front, front->clang.getCursorType(list));
    struct cursors items = front_expressions(front, list);
    for (size_t i = 0; of && i < items.count; i++) {
        struct cursors parts = front_children(front, items.items[i]);
        bool is_named = parts.count > 1 && front->clang.getCursorKind(parts.items[0]) == CXCursor_MemberRef;
        if (!is_named) use_at(using, of, "")->is_zeroed = true;
        if (!is_named) continue;
        struct use *use = use_at(using, of, front_spelling(front, parts.items[0]));
        use->mentions++, use->stores++, use->writes++, use->first_values++;
    }
}

static void note_operator(struct using *using, CXCursor cursor, enum CXCursorKind kind) {
    struct front *front = using->front;
    struct cursors parts = front_expressions(front, cursor);
    if (!parts.count) return;
    if (kind == CXCursor_CompoundAssignOperator) note_written(using, parts.items[0], CHANGED);
    if (kind == CXCursor_BinaryOperator && front->clang.getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Assign)
        note_written(using, parts.items[0], STORED);
    if (kind != CXCursor_UnaryOperator) return;
    enum CXUnaryOperatorKind op = front->clang.getCursorUnaryOperatorKind(cursor);
    if (op >= CXUnaryOperator_PostInc && op <= CXUnaryOperator_PreDec) note_written(using, parts.items[0], CHANGED);
    if (op == CXUnaryOperator_AddrOf) note_written(using, parts.items[0], LENT);
}

/* `q.data[q.head]`: what is an index of another member shares no bytes with it. */
static void note_index(struct using *using, CXCursor element) {
    struct front *front = using->front;
    struct cursors parts = front_expressions(front, element);
    const struct invented_type *of[2] = {NULL, NULL};
    for (size_t i = 0; i < parts.count && i < 2; i++) {
        CXCursor part = front_as_written(front, parts.items[i]);
        if (front->clang.getCursorKind(part) == CXCursor_MemberRefExpr) of[i] = owner_of(front, part);
    }
    if (of[0] == of[1]) note_lent(using, of[0]);
}

static enum CXChildVisitResult look(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct using *using = data;
    struct front *front = using->front;
    if (headers_hold(front_place(front, cursor))) return CXChildVisit_Continue;
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    const struct invented_type *of = kind == CXCursor_MemberRefExpr ? owner_of(front, cursor) : NULL;
    if (of) note_mention(using, of, cursor);
    bool is_extern = kind == CXCursor_VarDecl && front->clang.Cursor_getStorageClass(cursor) == CX_SC_Extern;
    if (is_extern) note_lent(using, type_of(front, front->clang.getCursorType(cursor)));
    if (kind == CXCursor_CallExpr) note_call(using, cursor);
    if (kind == CXCursor_ArraySubscriptExpr) note_index(using, cursor);
    if (kind == CXCursor_InitListExpr) note_list(using, cursor);
    if (kind == CXCursor_UnexposedExpr || kind == CXCursor_CStyleCastExpr) note_conversion(using, cursor);
    note_operator(using, cursor, kind);
    return CXChildVisit_Recurse;
}

static enum CXChildVisitResult look_for_bodies(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct using *using = data;
    struct front *front = using->front;
    bool is_body =
        front->clang.getCursorKind(cursor) == CXCursor_FunctionDecl && front->clang.isCursorDefinition(cursor);
    if (is_body) vec_push(&using->bodies, front_spelling(front, cursor));
    return CXChildVisit_Continue;
}

/* ---- what comes of it ---- */

/* ... or what it is a part of. */
static bool is_lent(const struct using *using, const struct invented_type *of) {
    for (size_t i = 0; i < using->uses.count; i++) {
        const struct use *use = &using->uses.items[i];
        if (!*use->name && use->is_lent && has_part(use->of, of)) return true;
    }
    return false;
}

static bool is_written(const struct use *use) { return use->writes || use->is_lent; }

static bool is_read(const struct use *use) { return use->mentions > use->stores; }

/* What begins with {0} may be another object than the one that begins with {.a = 3}. */
static bool has_written(struct using *using, const struct invented_type *of) {
    bool is_zeroed = use_at(using, of, "")->is_zeroed;
    for (size_t i = 0; i < using->uses.count; i++) {
        const struct use *use = &using->uses.items[i];
        bool counts = use->is_lent || use->writes > (is_zeroed ? use->first_values : 0);
        if (use->of == of && *use->name && counts) return true;
    }
    return false;
}

static bool has_several(const struct use *use) {
    const struct invented_type *type = invented_member_type(use->of, use->name);
    return type && (type->shape == SHAPE_RECORD || invented_is_array(type));
}

/* `r.all` beside `r.bits.x`: two members are used, of which one is a number, and the other one has several. NULL: that
 * is not so. */
static const struct use *other_view(const struct using *using, const struct use *use) {
    const struct use *other = NULL;
    const struct invention *name = invented_of_type(&using->front->invented, use->of);
    bool says_struct = name && name->kind == INVENTED_TAG;
    if (use->of->members.count != 2 || says_struct) return NULL;
    for (size_t i = 0; i < using->uses.count; i++) {
        const struct use *one = &using->uses.items[i];
        if (one->of == use->of && *one->name && strcmp(one->name, use->name)) other = one;
    }
    return other && has_several(other) != has_several(use) ? other : NULL;
}

/* What shows that the member shares the bytes of another one; NULL: nothing does. */
static const char *mark_of(struct using *using, const struct use *use) {
    if (!*use->name || is_lent(using, use->of)) return NULL;
    if (is_read(use) && !is_written(use)) return has_written(using, use->of) ? "read and never written" : NULL;
    const struct use *other = other_view(using, use);
    bool is_view = other && !use->is_lent && is_read(other) && is_written(other);
    return is_view && use->writes && !is_read(use) ? "written and never read" : NULL;
}

static void doubt(struct using *using, size_t index) {
    struct front *front = using->front;
    const struct use copy = using->uses.items[index], *use = &copy; /* noting moves them */
    const char *mark = mark_of(using, use);
    if (!mark) return;
    const char *of = root_of(&front->invented, use->of)->name;
    front_doubt(front, "`%s` of `%s`, a type of a missing header, is %s: it may be a union", use->name, of, mark);
    for (size_t i = 0; i < using->mentions.count; i++)
        if (using->mentions.items[i].use == index)
            front_leap(front, using->mentions.items[i].place,
                       "`%s` of `%s`, a type of a missing header, shares its bytes with others: it may be a union",
                       use->name, of);
}

static void visit(struct using *using, CXCursorVisitor visitor) {
    struct front *front = using->front;
    for (size_t i = 0; i < front->units.count; i++)
        front->clang.visitChildren(front->clang.getTranslationUnitCursor(front->units.items[i].tu), visitor, using);
}

void unknown_union_doubt(struct front *front) {
    struct using using = {.front = front};
    if (!front->invented.list.count) return;
    visit(&using, look_for_bodies);
    visit(&using, look);
    for (size_t i = 0; i < using.uses.count; i++) doubt(&using, i);
    vec_free(&using.uses);
    vec_free(&using.mentions);
    vec_free(&using.bodies);
}
