#include "cfront/lower/macro_calls.h"

#include "base/word.h"
#include "cfront/library/headers.h"
#include "cfront/missing/invented.h"
#include "cfront/missing/undeclared.h"
#include "cfront/text/harmless_names.h"
#include "cfront/text/name_words.h"

#include <ctype.h>

struct seeking {
    struct front *front;
    bool found;
};

/* At any depth of some argument. */
static bool some_argument_has(struct front *front, const struct call *call, CXCursorVisitor look) {
    struct seeking seeking = {.front = front};
    for (unsigned i = 0; i < call->count && !seeking.found; i++)
        if (look(call->arguments[i], call->arguments[i], &seeking) == CXChildVisit_Recurse)
            front->clang.visitChildren(call->arguments[i], look, &seeking);
    return seeking.found;
}

static enum CXChildVisitResult go_on(struct seeking *seeking, bool found) {
    seeking->found |= found;
    return found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* Both doubts in the same words, but for when. */
static void doubt(struct front *front, const struct call *call, const char *does) {
    const char *name = call->symbol->name;
    front_leap(front, call->place, "`%s`, which nothing declares, is a macro that %s", name, does);
    front_doubt(front, "`%s`, which nothing declares, may be a macro that %s (%s:%u)", name, does,
                place_file(call->place), call->place.line);
}

/* ---- what a macro may change ---- */

static bool is_of_program(struct front *front, CXCursor reference) {
    CXCursor declared = front->clang.getCursorReferenced(reference);
    enum CXCursorKind kind = front->clang.getCursorKind(declared);
    return (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl) && !headers_hold(front_place(front, declared));
}

static bool is_constant(const struct front *front, CXCursor expression) {
    return front->clang.isConstQualifiedType(front->clang.getCanonicalType(front->clang.getCursorType(expression)));
}

/* Arrays, and functions. */
static bool is_address(const struct front *front, CXCursor expression) {
    enum CXTypeKind kind = front->clang.getCanonicalType(front->clang.getCursorType(expression)).kind;
    return kind == CXType_ConstantArray || kind == CXType_IncompleteArray || kind == CXType_FunctionProto;
}

/* The variable of the program's own that this is, or is a part of, or that leads there; or the null cursor. */
static CXCursor variable_in(struct front *front, CXCursor argument) {
    argument = front_as_written(front, argument);
    struct cursors parts = front_expressions(front, argument);
    enum CXCursorKind kind = front->clang.getCursorKind(argument);
    bool leads =
        kind == CXCursor_UnaryOperator && front->clang.getCursorUnaryOperatorKind(argument) == CXUnaryOperator_Deref;
    bool goes_on = leads || kind == CXCursor_MemberRefExpr || kind == CXCursor_ArraySubscriptExpr;
    if (goes_on && parts.count) return variable_in(front, parts.items[0]);
    bool is_variable = kind == CXCursor_DeclRefExpr && is_of_program(front, argument);
    return is_variable ? front->clang.getCursorReferenced(argument) : front->clang.getNullCursor();
}

static const char *variable_changed(struct front *front, const struct call *call) {
    for (unsigned i = 0; i < call->count; i++) {
        CXCursor argument = front_as_written(front, call->arguments[i]), variable = variable_in(front, argument);
        bool may_be_assigned = !is_address(front, argument) && !is_constant(front, argument);
        if (!front->clang.Cursor_isNull(variable) && may_be_assigned) return front_spelling(front, variable);
    }
    return NULL;
}

/* `BUMP();`, `COUNT_UP();`: of nothing else does its name speak, so that it changes what only the header says. */
static bool says_only_that_it_changes(const char *name) {
    static const char *const verbs[] = {"BUMP",     "INC",     "DEC",      "INCR",   "DECR",  "INCREMENT", "DECREMENT",
                                        "COUNT_UP", "COUNT",   "ADVANCE",  "STEP",   "NEXT",  "PREV",      "PUSH",
                                        "POP",      "UPDATE",  "COUNT_IT", "TOGGLE", "CLEAR", "BUMP_IT",   "SWAP",
                                        "ROTATE",   "CLR_ALL", "SET_ALL",  "RESET",  NULL};
    return is_one_of(name + strspn(name, "_"), verbs);
}

static bool says_that_it_changes(const char *name) {
    static const char *const verbs[] = {"bump",  "inc",    "dec",       "incr",      "decr",  "set",     "clr",
                                        "clear", "reset",  "increment", "decrement", "count", "advance", "step",
                                        "next",  "toggle", "update",    "push",      "pop",   "zero",    "add",
                                        "sub",   "store",  "up",        "down",      NULL};
    return name_has_word_of(name, verbs);
}

/* `INC_TICKS();`, of a program that has `ticks`. */
static const char *variable_in_name(const struct front *front, const char *name) {
    if (!says_that_it_changes(name) || harmless_names_has_device(name)) return NULL;
    for (size_t i = 0; i < front->symbol_list.count; i++) {
        const struct symbol *symbol = front->symbol_list.items[i];
        bool is_variable = !symbol->is_function && !symbol->is_library && symbol->has_definition;
        if (is_variable && name_word(name, symbol->name)) return symbol->name;
    }
    return NULL;
}

static void doubt_changing(struct front *front, const struct call *call) {
    const char *name = call->symbol->name, *variable = call->count ? NULL : variable_in_name(front, name);
    if (variable)
        doubt(front, call, arena_printf(front->scratch, "changes `%s`", variable));
    else if (!call->count && says_only_that_it_changes(name))
        doubt(front, call, "changes a variable");
}

/* ---- whether it leaves ---- */

/* `&x`, `buf`, `buf + 3`: whoever gets an address does something there. */
static bool is_place(const struct front *front, CXCursor argument) {
    bool is_pointer = front->clang.getCanonicalType(front->clang.getCursorType(argument)).kind == CXType_Pointer ||
                      is_address(front, argument);
    return is_pointer && front->clang.getCursorKind(argument) != CXCursor_CallExpr;
}

/* A variable, a call, or a condition: `RET_IF(ok(x));`, `CHECK("x", x & 3);`, `CHECK(sizeof a > 4);`. */
static enum CXChildVisitResult look_for_value(CXCursor cursor, CXCursor parent, CXClientData data) {
    struct front *front = ((struct seeking *)data)->front;
    const struct clang *clang = &front->clang;
    enum CXCursorKind kind = clang->getCursorKind(cursor);
    bool is_argument = clang->equalCursors(cursor, parent);
    if (is_argument && is_place(front, front_as_written(front, cursor))) return CXChildVisit_Continue;
    int binary = kind == CXCursor_BinaryOperator ? (int)clang->getCursorBinaryOperatorKind(cursor) : 0;
    bool compares = binary >= CXBinaryOperator_LT && binary <= CXBinaryOperator_NE;
    bool joins = binary == CXBinaryOperator_LAnd || binary == CXBinaryOperator_LOr;
    bool negates = kind == CXCursor_UnaryOperator && clang->getCursorUnaryOperatorKind(cursor) == CXUnaryOperator_LNot;
    bool is_variable = kind == CXCursor_DeclRefExpr && is_of_program(front, cursor) && !is_constant(front, cursor);
    return go_on(data, compares || joins || negates || is_variable || kind == CXCursor_CallExpr);
}

/* `RETURN(E_OK);`, `BREAK_IF(1);`. What else is in the name of one that leaves, exits or quits says what:
 * `EXIT_CRITICAL();`. */
static bool says_that_it_leaves(const char *name) {
    static const char *const anywhere[] = {"return", "ret", "break", "continue", "goto", "throw", "bail", NULL};
    static const char *const whole[] = {"LEAVE", "EXIT", "QUIT", "ABORT", "FAIL", "DONE", "SKIP", "NEXT", NULL};
    return name_has_word_of(name, anywhere) || is_one_of(name + strspn(name, "_"), whole);
}

/* ---- what is in the arguments ---- */

static bool assigns(const struct clang *clang, CXCursor cursor) {
    enum CXCursorKind kind = clang->getCursorKind(cursor);
    return kind == CXCursor_CompoundAssignOperator ||
           (kind == CXCursor_BinaryOperator && clang->getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Assign);
}

static bool steps(const struct clang *clang, CXCursor cursor) {
    if (clang->getCursorKind(cursor) != CXCursor_UnaryOperator) return false;
    enum CXUnaryOperatorKind of = clang->getCursorUnaryOperatorKind(cursor);
    return of >= CXUnaryOperator_PostInc && of <= CXUnaryOperator_PreDec;
}

static enum CXChildVisitResult look_for_effect(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    const struct clang *clang = &((struct seeking *)data)->front->clang;
    return go_on(data, assigns(clang, cursor) || steps(clang, cursor));
}

/* Assignments, calls, and steps of what is no variable: `show(t[i]++)`. */
static enum CXChildVisitResult look_for_more(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct front *front = ((struct seeking *)data)->front;
    const struct clang *clang = &front->clang;
    if (!steps(clang, cursor))
        return go_on(data, assigns(clang, cursor) || clang->getCursorKind(cursor) == CXCursor_CallExpr);
    struct cursors parts = front_expressions(front, cursor);
    bool is_of_variable =
        parts.count && clang->getCursorKind(front_as_written(front, parts.items[0])) == CXCursor_DeclRefExpr;
    return go_on(data, !is_of_variable);
}

/* `DISPATCH(it, 8)`: a name that nothing declares, and that is none of a constant's. */
static bool is_part_of_name(struct front *front, CXCursor argument) {
    const char *name = front_spelling(front, argument);
    const struct invention *invention =
        front->clang.getCursorKind(argument) == CXCursor_DeclRefExpr ? invented_find(&front->invented, name) : NULL;
    return invention && invention->kind <= INVENTED_NUMBER && islower((unsigned char)*name);
}

static void doubt_names(struct front *front, const struct call *call) {
    for (unsigned i = 0; i < call->count; i++) {
        CXCursor argument = front_as_written(front, call->arguments[i]);
        if (is_part_of_name(front, argument))
            front_doubt(front, "`%s`, which nothing declares, may be a macro that makes names of `%s` (%s:%u)",
                        call->symbol->name, front_spelling(front, argument), place_file(call->place), call->place.line);
    }
}

/* ---- all of it ---- */

/* Whether in capitals or not: `LOG(k--)` may leave that out, or do it twice. */
void macro_calls_doubt(struct front *front, const struct call *call) {
    if (!missing_declaration(front, call->symbol->name)) return;
    bool has_effect = some_argument_has(front, call, look_for_effect);
    if (has_effect) {
        doubt(front, call, "does not evaluate its arguments once, and one of them changes something");
        vec_last(&front->leaps).only_steps =
            !missing_may_be_macro(front, call->symbol->name) && !some_argument_has(front, call, look_for_more);
    }
    if (!missing_may_be_macro(front, call->symbol->name)) return;
    doubt_names(front, call);
    bool is_statement = !call->needed && !call->target && !missing_is_of_compiler(call->symbol->name);
    const char *variable = variable_changed(front, call);
    if (is_statement) doubt_changing(front, call);
    if (variable)
        doubt(front, call, arena_printf(front->scratch, "changes `%s`", variable));
    else if (is_statement && !has_effect &&
             (says_that_it_leaves(call->symbol->name) || some_argument_has(front, call, look_for_value)))
        doubt(front, call, "leaves this code");
}
