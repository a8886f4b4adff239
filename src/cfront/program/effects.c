#include "cfront/program/effects.h"

#include "cfront/program/symbols.h"

static uint32_t count_parts(struct front *front, CXCursor cursor) {
    struct cursors children = front_children(front, cursor);
    uint32_t count = 1;
    for (size_t i = 0; i < children.count; i++) count += count_parts(front, children.items[i]);
    return count;
}

struct cfront_extent effects_extent(struct front *front, CXCursor cursor) {
    unsigned from;
    CXSourceLocation begin = front->clang.getRangeStart(front->clang.getCursorExtent(cursor));
    front->clang.getSpellingLocation(begin, NULL, NULL, NULL, &from);
    return (struct cfront_extent){front_place(front, cursor), from, count_parts(front, cursor)};
}

bool lower_turns(struct front *front, CXCursor cursor) {
    if (!front->options->turned_count) return false;
    struct place place = front_place(front, cursor);
    for (size_t i = 0; i < front->options->turned_count; i++) {
        const struct cfront_extent *turned = &front->options->turned[i];
        if (!place_is_same(place, turned->place)) continue;
        struct cfront_extent extent = effects_extent(front, cursor);
        if (extent.spelled_at == turned->spelled_at && extent.parts == turned->parts) return true;
    }
    return false;
}

static bool is_assignment(enum CXBinaryOperatorKind kind) { return kind >= CXBinaryOperator_Assign; }

static bool is_step(enum CXUnaryOperatorKind kind) {
    return kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PostDec || kind == CXUnaryOperator_PreInc ||
           kind == CXUnaryOperator_PreDec;
}

static bool reads_input(struct front *front, CXCursor cursor) {
    struct symbol *symbol = symbol_of(front, front->clang.getCursorReferenced(cursor));
    return symbol && !symbol->is_function && symbol->object && (symbol->object->is_input || symbol->object->has_inputs);
}

static bool is_record(struct front *front, CXCursor cursor) {
    return front->clang.getCanonicalType(front->clang.getCursorType(cursor)).kind == CXType_Record;
}

/* Reading a register is an input; which places are registers is only known when they are built. */
static bool may_be_register(struct front *front, CXCursor cursor) {
    return front->clang.isVolatileQualifiedType(front->clang.getCanonicalType(front->clang.getCursorType(cursor)));
}

bool effects_is_next_argument(struct front *front, CXCursor cursor) {
    if (front->clang.getCursorKind(cursor) != CXCursor_UnexposedExpr) return false;
    struct cursors operands = front_expressions(front, cursor);
    if (operands.count != 1) return false;
    /* What nobody wrote begins where its operand does, whatever macros that is in. */
    CXSourceRange outer = front->clang.getCursorExtent(cursor), inner = front->clang.getCursorExtent(operands.items[0]);
    if (outer.begin_int_data == inner.begin_int_data) return false;
    CXType type = front->clang.getCanonicalType(front->clang.getCursorType(operands.items[0]));
    return type.kind == CXType_Record || type.kind == CXType_Pointer || type.kind == CXType_ConstantArray;
}

static bool has_own_effect(struct front *front, CXCursor cursor) {
    switch (front->clang.getCursorKind(cursor)) {
    case CXCursor_CallExpr:
    case CXCursor_StmtExpr:
    case CXCursor_CompoundAssignOperator:
    case CXCursor_CompoundLiteralExpr: return true;
    case CXCursor_BinaryOperator: {
        enum CXBinaryOperatorKind kind = front->clang.getCursorBinaryOperatorKind(cursor);
        return is_assignment(kind) || lower_turns(front, cursor); /* or a comma, which is the last */
    }
    case CXCursor_UnaryOperator:
        return is_step(front->clang.getCursorUnaryOperatorKind(cursor)) || may_be_register(front, cursor);
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr: return may_be_register(front, cursor);
    case CXCursor_DeclRefExpr: return reads_input(front, cursor);
    case CXCursor_ConditionalOperator: return is_record(front, cursor);
    case CXCursor_UnexposedExpr: /* a ?: b */
        return front_expressions(front, cursor).count > 1 || effects_is_next_argument(front, cursor);
    default: return false;
    }
}

/* Each expression is asked about by all that contain it: it is looked at once. */
bool lower_has_effects(struct front *front, CXCursor cursor) {
    static const char yes, no;
    if (front->clang.getCursorKind(cursor) == CXCursor_UnaryExpr) return false; /* sizeof evaluates nothing */
    const void *known = cursor_map_get(&front->effects, &front->clang, cursor);
    if (known) return known == &yes;
    bool found = has_own_effect(front, cursor);
    struct cursors children = found ? (struct cursors){0} : front_children(front, cursor);
    for (size_t i = 0; i < children.count && !found; i++) found = lower_has_effects(front, children.items[i]);
    cursor_map_set(&front->effects, &front->clang, cursor, (void *)(found ? &yes : &no));
    return found;
}
