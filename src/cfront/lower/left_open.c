#include "cfront/lower/left_open.h"
#include "base/word.h"

#include <string.h>

/* Conversions that nobody wrote are to wider types here, or to _Bool: they keep the sign and what is zero. */
static CXCursor call_in(struct front *front, CXCursor cursor) {
    for (;;) {
        enum CXCursorKind kind = front->clang.getCursorKind(cursor);
        if (kind != CXCursor_ParenExpr && kind != CXCursor_UnexposedExpr) return cursor;
        struct cursors operands = front_expressions(front, cursor);
        if (operands.count != 1) return cursor;
        cursor = operands.items[0];
    }
}

void left_open_tested(struct lower *lower, CXCursor cursor) {
    if (lower->front->clang.Cursor_isNull(cursor)) return;
    lower->tested = call_in(lower->front, cursor);
    lower->tests_sign = false;
}

static bool is_zero(struct front *front, CXCursor cursor) {
    int64_t value;
    return !lower_has_effects(front, cursor) && front_evaluate(front, cursor, &value) && value == 0;
}

void left_open_compared(struct lower *lower, enum c_operator op, struct cursors operands) {
    if (op < C_LESS || op > C_NOT_EQUAL) return;
    for (size_t i = 0; i < 2; i++) {
        CXCursor call = call_in(lower->front, operands.items[i]);
        if (lower->front->clang.getCursorKind(call) != CXCursor_CallExpr ||
            !is_zero(lower->front, operands.items[1 - i]))
            continue;
        lower->tested = call;
        lower->tests_sign = op != C_EQUAL && op != C_NOT_EQUAL;
    }
}

struct symbol *left_open(struct front *front, struct symbol *symbol, struct place used_at) {
    if (!symbol->is_library || symbol_is_library(front, used_at)) return symbol;
    struct symbol *open = symbol_find_function(front, arena_printf(front->scratch, "rtcheck_open_%s", symbol->name));
    return open && open->has_definition ? open : symbol;
}

struct symbol *left_open_in_call(struct lower *lower, struct symbol *symbol, CXCursor call, struct place place) {
    bool is_tested = lower->front->clang.equalCursors(lower->tested, call);
    bool has_sign = begins_with(symbol->name, "str") || begins_with(symbol->name, "mem");
    return is_tested && (has_sign || !lower->tests_sign) ? symbol : left_open(lower->front, symbol, place);
}
