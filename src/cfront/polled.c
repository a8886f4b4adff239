#include "cfront/polled.h"

#include "base/word.h"

#include <ctype.h>
#include <string.h>

struct polling {
    struct front *front;
    const char *source;
    bool learned;
};

/* ---- what is in a part of the code ---- */

static struct invention *constant_of(struct front *front, CXCursor reference) {
    struct invention *invention = invented_find(&front->invented, front_spelling(front, reference));
    bool is_constant = invention && invention->kind == INVENTED_CONSTANT && invented_is_lacked(invention);
    return is_constant ? invention : NULL;
}

struct looking {
    struct front *front;
    CXCursor variable; /* is it changed? */
    bool found;
};

/* Of an assignment, `++`, or a `&`, behind which others may do it. */
static bool changes(struct front *front, CXCursor cursor, CXCursor variable) {
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    bool assigns = kind == CXCursor_CompoundAssignOperator ||
                   (kind == CXCursor_BinaryOperator &&
                    front->clang.getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Assign);
    enum CXUnaryOperatorKind op =
        kind == CXCursor_UnaryOperator ? front->clang.getCursorUnaryOperatorKind(cursor) : CXUnaryOperator_Invalid;
    if (!assigns && (op < CXUnaryOperator_PostInc || op > CXUnaryOperator_AddrOf)) return false;
    struct cursors parts = front_expressions(front, cursor);
    CXCursor place = parts.count ? front_as_written(front, parts.items[0]) : front->clang.getNullCursor();
    return parts.count && front->clang.equalCursors(front->clang.getCursorReferenced(place), variable);
}

static enum CXChildVisitResult look_for_change(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct looking *looking = data;
    looking->found |= changes(looking->front, cursor, looking->variable);
    return looking->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static bool is_changed_in(struct front *front, CXCursor code, CXCursor variable) {
    struct looking looking = {.front = front, .variable = variable};
    front->clang.visitChildren(code, look_for_change, &looking);
    return looking.found;
}

static enum CXChildVisitResult look_for_call(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct looking *looking = data;
    looking->found |= looking->front->clang.getCursorKind(cursor) == CXCursor_CallExpr;
    return looking->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static bool has_call(struct front *front, CXCursor code) {
    struct looking looking = {.front = front};
    look_for_call(code, code, &looking);
    if (!looking.found) front->clang.visitChildren(code, look_for_call, &looking);
    return looking.found;
}

static enum CXChildVisitResult look_for_way_out(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct looking *looking = data;
    enum CXCursorKind kind = looking->front->clang.getCursorKind(cursor);
    looking->found |= kind == CXCursor_BreakStmt || kind == CXCursor_ReturnStmt || kind == CXCursor_GotoStmt;
    return looking->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* ---- conditions ---- */

struct condition {
    struct front *front;
    CXCursor loop;
    bool is_open; /* something else may end the loop: its own variables, others', a function */
    VEC(struct invention *) found;
};

/* A local that stays the same is no reason for the loop to end. */
static void look_at_variable(struct condition *condition, CXCursor reference) {
    struct front *front = condition->front;
    CXCursor declared = front->clang.getCursorReferenced(reference);
    enum CXCursorKind kind = front->clang.getCursorKind(declared);
    struct invention *constant = constant_of(front, reference);
    if (constant) {
        vec_push(&condition->found, constant);
        return;
    }
    if (kind == CXCursor_EnumConstantDecl) return;
    CXCursor owner = front->clang.getCursorSemanticParent(declared);
    bool is_local = kind == CXCursor_ParmDecl ||
                    (kind == CXCursor_VarDecl && front->clang.getCursorKind(owner) == CXCursor_FunctionDecl);
    condition->is_open |= !is_local || is_changed_in(front, condition->loop, declared);
}

/* `UART->SR` */
static bool is_behind_pointer(struct front *front, CXCursor cursor) {
    if (front->clang.getCursorKind(cursor) != CXCursor_MemberRefExpr) return false;
    CXCursor base = front_last_expression(front, cursor);
    return !front->clang.Cursor_isNull(base) &&
           front->clang.getCanonicalType(front->clang.getCursorType(base)).kind == CXType_Pointer;
}

/* A count of bits is a constant, also where somebody waits. */
static enum CXChildVisitResult read_condition(CXCursor cursor, CXCursor parent, CXClientData data) {
    struct condition *condition = data;
    struct front *front = condition->front;
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    bool is_memory = kind == CXCursor_UnaryOperator &&
                     front->clang.getCursorUnaryOperatorKind(cursor) == CXUnaryOperator_Deref; /* hardware is */
    if (kind == CXCursor_CallExpr || is_memory || is_behind_pointer(front, cursor)) condition->is_open = true;
    if (kind == CXCursor_DeclRefExpr) look_at_variable(condition, cursor);
    if (front->clang.getCursorKind(parent) == CXCursor_BinaryOperator) {
        enum CXBinaryOperatorKind op = front->clang.getCursorBinaryOperatorKind(parent);
        struct cursors sides = front_expressions(front, parent);
        bool is_count = (op == CXBinaryOperator_Shl || op == CXBinaryOperator_Shr) && sides.count == 2 &&
                        front->clang.equalCursors(sides.items[1], cursor);
        if (is_count) return CXChildVisit_Continue;
    }
    return CXChildVisit_Recurse;
}

/* The first name is what is waited for; what it is compared with, or a mask of it, is a constant. So is a name in
 * capitals after all where the loop does something. */
static void learn_condition(struct polling *polling, CXCursor loop, CXCursor asked, CXCursor body) {
    struct condition condition = {.front = polling->front, .loop = loop};
    read_condition(asked, loop, &condition);
    polling->front->clang.visitChildren(asked, read_condition, &condition);
    bool acts = has_call(polling->front, body);
    const char *name = condition.found.count ? condition.found.items[0]->name : NULL;
    if (name && !condition.is_open && (!acts || has_small_letters(name, strlen(name))))
        polling->learned |= invented_add(&polling->front->invented, name, INVENTED_HARDWARE, polling->source);
    vec_free(&condition.found);
}

/* ---- loops ---- */

/* `for (;;) if (done) break;` */
static enum CXChildVisitResult learn_way_out(CXCursor cursor, CXCursor loop, CXClientData data) {
    struct polling *polling = data;
    struct front *front = polling->front;
    struct cursors parts = front_children(front, cursor);
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    if (kind == CXCursor_CompoundStmt) return CXChildVisit_Recurse;
    struct looking looking = {.front = front};
    if (kind != CXCursor_IfStmt || parts.count < 2) return CXChildVisit_Continue;
    look_for_way_out(parts.items[1], cursor, &looking);
    if (!looking.found) front->clang.visitChildren(parts.items[1], look_for_way_out, &looking);
    if (looking.found) learn_condition(polling, loop, parts.items[0], parts.items[1]);
    return CXChildVisit_Continue;
}

static bool is_endless(struct front *front, enum CXCursorKind kind, struct cursors parts) {
    int64_t value = 0;
    if (kind == CXCursor_ForStmt) return parts.count == 1;
    return front_evaluate(front, parts.items[kind == CXCursor_DoStmt ? parts.count - 1 : 0], &value) && value;
}

static enum CXChildVisitResult look(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct polling *polling = data;
    struct front *front = polling->front;
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    if (kind != CXCursor_WhileStmt && kind != CXCursor_DoStmt && kind != CXCursor_ForStmt) return CXChildVisit_Recurse;
    struct cursors parts = front_children(front, cursor);
    if (!parts.count) return CXChildVisit_Recurse;
    CXCursor last = parts.items[parts.count - 1];
    if (is_endless(front, kind, parts)) {
        CXCursor body = kind == CXCursor_DoStmt ? parts.items[0] : last;
        if (!has_call(front, body))
            learn_way_out(body, cursor, polling), front->clang.visitChildren(body, learn_way_out, polling);
    } else if (kind == CXCursor_WhileStmt && parts.count == 2) {
        learn_condition(polling, cursor, parts.items[0], last);
    } else if (kind == CXCursor_DoStmt && parts.count == 2) {
        learn_condition(polling, cursor, last, parts.items[0]);
    }
    return CXChildVisit_Recurse;
}

bool polled_learn(struct front *front, CXTranslationUnit tu, const char *source) {
    struct polling polling = {.front = front, .source = source};
    front->clang.visitChildren(front->clang.getTranslationUnitCursor(tu), look, &polling);
    return polling.learned;
}
