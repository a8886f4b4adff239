#include "cfront/source/same_code.h"

#include <string.h>

static const char *type_text(struct front *front, CXCursor cursor) {
    CXType type = front->clang.getCanonicalType(front->clang.getCursorType(cursor));
    return front_text(front, front->clang.getTypeSpelling(type));
}

static bool may_be_number(enum CXCursorKind kind) {
    return kind == CXCursor_IntegerLiteral || kind == CXCursor_CharacterLiteral || kind == CXCursor_FloatingLiteral ||
           kind == CXCursor_UnaryExpr || kind == CXCursor_DeclRefExpr; /* sizeof, an enumeration's constant */
}

static bool is_same_number(struct front *front, CXCursor one, CXCursor other) {
    int64_t value = 0, values = 0;
    double real = 0, reals = 0;
    if (!may_be_number(front->clang.getCursorKind(one))) return true;
    bool is_integer = front_evaluate(front, one, &value), is_real = front_evaluate_real(front, one, &real);
    return is_integer == front_evaluate(front, other, &values) && value == values &&
           is_real == front_evaluate_real(front, other, &reals) && memcmp(&real, &reals, sizeof real) == 0;
}

static bool is_same_operator(struct front *front, CXCursor one, CXCursor other) {
    return front->clang.getCursorBinaryOperatorKind(one) == front->clang.getCursorBinaryOperatorKind(other) &&
           front->clang.getCursorUnaryOperatorKind(one) == front->clang.getCursorUnaryOperatorKind(other);
}

bool is_same_code(struct front *front, CXCursor one, CXCursor other) {
    if (front->clang.getCursorKind(one) != front->clang.getCursorKind(other) ||
        strcmp(front_spelling(front, one), front_spelling(front, other)) != 0 ||
        strcmp(type_text(front, one), type_text(front, other)) != 0 || !is_same_number(front, one, other) ||
        !is_same_operator(front, one, other))
        return false;
    struct cursors parts = front_children(front, one), others = front_children(front, other);
    bool same = parts.count == others.count;
    for (size_t i = 0; same && i < parts.count; i++) same = is_same_code(front, parts.items[i], others.items[i]);
    return same;
}
