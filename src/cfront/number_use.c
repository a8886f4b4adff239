#include "cfront/number_use.h"

#include "cfront/headers.h"
#include "cfront/invented_parts.h"
#include "cfront/learning.h"

#include <math.h>
#include <string.h>

/* From what an int cannot be to what can be that, too. */
static const struct number_name wider[] = {
    {"unsigned", "`unsigned`"}, {"long long", "`long long`"}, {"double", "`double`"}};
enum { WIDER = sizeof wider / sizeof *wider };
enum rank { RANK_INT, RANK_UNSIGNED, RANK_LONG, RANK_REAL };

struct using {
    struct front *front;
    bool learned;
};

/* ---- whose type ---- */

/* A type of ours that is a number of which nobody says which; NULL: it is something else. A constant is what
 * unknown_constants.h says. */
static struct invented_type *unknown_number(struct front *front, CXType type) {
    struct invented_type *found = learning_type(front, type);
    if (!found || found->shape != SHAPE_NUMBER) return NULL;
    const struct invention *of = invented_of_type(&front->invented, found);
    bool is_constant = of && of->kind < INVENTED_HARDWARE;
    bool is_named = found->number && !(found->number >= wider && found->number < wider + WIDER);
    return is_constant || is_named ? NULL : found;
}

static enum rank rank_of(const struct invented_type *type) {
    return type->number ? (enum rank)(type->number - wider + 1) : RANK_INT;
}

/* ---- which numbers ---- */

static bool is_real(const struct front *front, CXType type) {
    enum CXTypeKind kind = front->clang.getCanonicalType(type).kind;
    return kind >= CXType_Float && kind <= CXType_LongDouble;
}

/* What it takes to be this constant, or the one before it, with so many bits of an int. */
static enum rank rank_for(struct front *front, CXCursor value, bool is_before, unsigned bits,
                          struct invented_type *type) {
    double real = 0;
    int64_t number = 0;
    if (front_evaluate_real(front, value, &real)) return real != floor(real) ? RANK_REAL : RANK_INT;
    if (!front_evaluate(front, value, &number)) return RANK_INT;
    if (is_before && number > 0) number--;
    if (number < type->least) type->least = number;
    if (number > type->most) type->most = number;
    int64_t most = ((int64_t)1 << (bits - 1)) - 1;
    bool is_int = number >= -most - 1 && number <= most, is_unsigned = number >= 0 && number <= 2 * most + 1;
    return is_int ? RANK_INT : is_unsigned ? RANK_UNSIGNED : RANK_LONG;
}

enum { INT_BITS = 32, LONG_BITS = 64 };

static void make_wider(struct using *using, struct invented_type *number, enum rank rank) {
    if (rank <= rank_of(number)) return;
    number->number = &wider[rank - 1];
    using->learned = true;
}

/* What fits in an `int` is seen only where the type is another one: then more is known of that, too. */
static void holds(struct using *using, CXType type, CXCursor value, bool is_before) {
    struct front *front = using->front;
    struct invented_type *number = unknown_number(front, type);
    if (!number) return;
    bool is_int = rank_of(number) == RANK_INT && front->invented.reading == TYPES_INT;
    unsigned bits = is_int ? (unsigned)front->clang.Type_getSizeOf(type) * 8 : INT_BITS;
    const char *before = invented_other_number(&front->invented, number, front->invented.reading);
    make_wider(using, number, rank_for(front, value, is_before, bits, number));
    using->learned |= before != invented_other_number(&front->invented, number, front->invented.reading);
}

static bool compares(enum CXBinaryOperatorKind kind) {
    return kind >= CXBinaryOperator_LT && kind <= CXBinaryOperator_NE;
}

/* `x < C`: what is C or more need not be there. `x < 0` says that there is a sign. */
static void learn_comparison(struct using *using, CXCursor one, CXCursor other, enum CXBinaryOperatorKind kind,
                             bool is_left) {
    struct front *front = using->front;
    CXType type = front->clang.getCursorType(front_as_written(front, one));
    bool is_edge = is_left ? kind == CXBinaryOperator_LT || kind == CXBinaryOperator_GE
                           : kind == CXBinaryOperator_GT || kind == CXBinaryOperator_LE;
    struct invented_type *number = unknown_number(front, type);
    int64_t value = 1;
    bool is_known = number && front_evaluate(front, other, &value);
    if (is_known && ((is_edge && !value) || value < 0)) number->has_sign = true;
    holds(using, type, other, is_edge);
}

static void learn_shift(struct using *using, CXCursor shifted, CXCursor by) {
    struct invented_type *number =
        unknown_number(using->front, using->front->clang.getCursorType(front_as_written(using->front, shifted)));
    int64_t bits = 0;
    if (number && front_evaluate(using->front, by, &bits) && bits >= INT_BITS && bits < LONG_BITS)
        make_wider(using, number, RANK_LONG);
}

static void learn_operator(struct using *using, CXCursor cursor) {
    struct front *front = using->front;
    struct cursors sides = front_expressions(front, cursor);
    enum CXBinaryOperatorKind kind = front->clang.getCursorBinaryOperatorKind(cursor);
    bool shifts = kind == CXBinaryOperator_Shl || kind == CXBinaryOperator_Shr || kind == CXBinaryOperator_ShlAssign ||
                  kind == CXBinaryOperator_ShrAssign;
    if (sides.count != 2) return;
    if (shifts) learn_shift(using, sides.items[0], sides.items[1]);
    if (!compares(kind)) return;
    learn_comparison(using, sides.items[0], sides.items[1], kind, true);
    learn_comparison(using, sides.items[1], sides.items[0], kind, false);
}

/* A conversion that nobody wrote, of a constant, to the type; or a comparison with one; or a shift. */
static enum CXChildVisitResult learn(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct using *using = data;
    struct front *front = using->front;
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    if (kind == CXCursor_UnexposedExpr) {
        CXCursor value = front_last_expression(front, cursor);
        if (!front->clang.Cursor_isNull(value)) holds(using, front->clang.getCursorType(cursor), value, false);
    }
    if (kind == CXCursor_BinaryOperator || kind == CXCursor_CompoundAssignOperator) learn_operator(using, cursor);
    return CXChildVisit_Recurse;
}

bool number_use_learn(struct front *front, CXTranslationUnit tu) {
    struct using using = {.front = front};
    front->clang.visitChildren(front->clang.getTranslationUnitCursor(tu), learn, &using);
    return using.learned;
}

/* ---- what stays open ---- */

static const char *name_of(struct front *front, CXType type) {
    const struct invented_type *number = unknown_number(front, type);
    const struct invention *of = number ? invented_of_type(&front->invented, number) : NULL;
    return of ? of->name : number ? number->name : NULL;
}

static void doubt(struct front *front, const char *name, const char *what, CXCursor at) {
    struct place place = front_place(front, at);
    front_leap(front, place, "`%s`, of a missing header, has other numbers", name);
    front_doubt(front, "%s:%u depends on which numbers `%s`, of a missing header, has: %s", place.file, place.line,
                name, what);
}

/* `int` to numbers with a fraction and back loses what others keep. */
static void look_at_conversion(struct front *front, CXCursor cast, CXCursor value) {
    CXType to = front->clang.getCursorType(cast), from = front->clang.getCursorType(value);
    const char *name = is_real(front, from) ? name_of(front, to) : is_real(front, to) ? name_of(front, from) : NULL;
    if (name && !is_real(front, is_real(front, from) ? to : from))
        doubt(front, name, "it meets ones with a fraction", cast);
}

/* Memory of other numbers, seen as these, or the other way round. */
static void look_at_pointer(struct front *front, CXCursor cast, CXCursor value) {
    CXType to = front->clang.getPointeeType(front->clang.getCursorType(cast));
    CXType from = front->clang.getCanonicalType(front->clang.getCursorType(front_as_written(front, value)));
    CXType what =
        from.kind == CXType_Pointer ? front->clang.getPointeeType(from) : front->clang.getArrayElementType(from);
    if (to.kind == CXType_Invalid || what.kind == CXType_Invalid || what.kind == CXType_Void) return;
    CXType own = front->clang.getPointeeType(front->clang.getCursorType(front_as_written(front, value)));
    const char *one = name_of(front, to), *other = own.kind == CXType_Invalid ? NULL : name_of(front, own);
    bool is_void = front->clang.getCanonicalType(to).kind == CXType_Void;
    if ((!one && !other) || one == other || is_void) return;
    front->program->sees_open_types = true;
    doubt(front, one ? one : other, "memory of another type is seen as such", cast);
}

static enum CXChildVisitResult look(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct front *front = data;
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    if (headers_hold(front_place(front, cursor))) return CXChildVisit_Continue;
    if (kind != CXCursor_UnexposedExpr && kind != CXCursor_CStyleCastExpr) return CXChildVisit_Recurse;
    CXCursor value = front_last_expression(front, cursor);
    if (front->clang.Cursor_isNull(value)) return CXChildVisit_Recurse;
    look_at_conversion(front, cursor, value);
    if (kind == CXCursor_CStyleCastExpr) look_at_pointer(front, cursor, value);
    return CXChildVisit_Recurse;
}

void number_use_doubt(struct front *front) {
    for (size_t i = 0; i < front->units.count; i++)
        front->clang.visitChildren(front->clang.getTranslationUnitCursor(front->units.items[i].tu), look, front);
}
