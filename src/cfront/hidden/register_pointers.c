#include "cfront/hidden/register_pointers.h"

struct finding {
    struct front *front;
    register_pointers *pointers;
};

static bool is_pointer(struct front *front, CXCursor cursor) {
    return front->clang.getCanonicalType(front->clang.getCursorType(cursor)).kind == CXType_Pointer;
}

static void bind(struct finding *finding, CXCursor pointer, CXCursor value) {
    if (finding->front->clang.Cursor_isNull(value) || !is_pointer(finding->front, pointer)) return;
    vec_push(finding->pointers, ((register_binding){pointer, value}));
}

/* `p`, as it is written; a null cursor: something else. */
static CXCursor variable_of(struct front *front, CXCursor cursor) {
    CXCursor written = front_as_written(front, cursor);
    if (front->clang.getCursorKind(written) != CXCursor_DeclRefExpr) return front->clang.getNullCursor();
    return front->clang.getCursorReferenced(written);
}

static enum CXChildVisitResult look(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct finding *finding = data;
    struct front *front = finding->front;
    struct clang *clang = &front->clang;
    enum CXCursorKind kind = clang->getCursorKind(cursor);
    if (kind == CXCursor_VarDecl && is_pointer(front, cursor))
        bind(finding, cursor, front_last_expression(front, cursor));
    bool assigns = kind == CXCursor_BinaryOperator &&
                   clang->getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Assign && is_pointer(front, cursor);
    struct cursors sides = assigns ? front_expressions(front, cursor) : (struct cursors){0};
    CXCursor variable = sides.count == 2 ? variable_of(front, sides.items[0]) : clang->getNullCursor();
    if (!clang->Cursor_isNull(variable)) bind(finding, variable, sides.items[1]);
    return CXChildVisit_Recurse;
}

void register_pointers_find(struct front *front, register_pointers *pointers) {
    struct finding finding = {front, pointers};
    for (size_t i = 0; i < front->units.count; i++)
        front->clang.visitChildren(front->clang.getTranslationUnitCursor(front->units.items[i].tu), look, &finding);
}

CXCursor register_pointers_base(struct front *front, CXCursor target) {
    struct clang *clang = &front->clang;
    for (;;) {
        target = front_as_written(front, target);
        enum CXCursorKind kind = clang->getCursorKind(target);
        if (kind == CXCursor_DeclRefExpr && is_pointer(front, target)) return clang->getCursorReferenced(target);
        struct cursors parts = front_expressions(front, target);
        bool leads_on = kind == CXCursor_UnaryOperator || kind == CXCursor_MemberRefExpr ||
                        kind == CXCursor_ArraySubscriptExpr || kind == CXCursor_CStyleCastExpr;
        if (!leads_on || !parts.count) return clang->getNullCursor();
        target = parts.items[0];
    }
}
