#include "cfront/missing/number_use.h"

#include "cfront/library/headers.h"
#include "cfront/missing/invented_parts.h"
#include "cfront/missing/learning.h"
#include "cfront/missing/other_number.h"

#include <math.h>
#include <string.h>

/* From what an int cannot be to what can be that, too. */
static const struct number_name wider[] = {
    {"unsigned", "`unsigned`"}, {"long long", "`long long`"}, {"double", "`double`"}};

/* `unsigned id = h.id;`: a variable, or a parameter, that gets a number of such a type. */
struct copy {
    CXCursor variable;
    CXType type;
};

struct using {
    struct front *front;
    bool learned;
    VEC(struct copy) copies;
};

struct labels {
    struct using *using;
    CXCursor value; /* at which the switch looks */
};

/* ---- whose type ---- */

/* A type of ours that is a number of which nobody says which; NULL: it is something else. A constant is what
 * unknown_constants.h says. */
static struct invented_type *unknown_number(struct front *front, CXType type) {
    struct invented_type *found = type.kind > CXType_LastBuiltin ? learning_type(front, type) : NULL;
    if (!found || found->shape != SHAPE_NUMBER) return NULL;
    const struct invention *of = invented_of_type(&front->invented, found);
    bool is_constant = of && of->kind < INVENTED_HARDWARE;
    bool is_named = found->number && found->rank == RANK_INT;
    return is_constant || is_named ? NULL : found;
}

/* ---- which numbers ---- */

static bool is_real(const struct front *front, CXType type) {
    enum CXTypeKind kind = front->clang.getCanonicalType(type).kind;
    return kind >= CXType_Float && kind <= CXType_LongDouble;
}

/* How a constant meets the type. */
enum meeting { HELD, HELD_BEFORE /* the one before it */, COMPARED };

static void widen(struct number_range *range, int64_t number) {
    if (number < range->least) range->least = number;
    if (number > range->most) range->most = number;
}

/* What it takes to be this constant, or the one before it, with so many bits of an int. */
static enum number_rank rank_for(struct front *front, CXCursor value, enum meeting meeting, unsigned bits,
                                 struct invented_type *type) {
    double real = 0;
    int64_t number = 0;
    if (front_evaluate_real(front, value, &real)) return real != floor(real) ? RANK_REAL : RANK_INT;
    if (!front_evaluate(front, value, &number)) return RANK_INT;
    if (meeting == HELD_BEFORE && number > 0) number--;
    widen(meeting == COMPARED ? &type->compared : &type->held, number);
    int64_t most = ((int64_t)1 << (bits - 1)) - 1;
    bool is_int = number >= -most - 1 && number <= most, is_unsigned = number >= 0 && number <= 2 * most + 1;
    return is_int ? RANK_INT : is_unsigned ? RANK_UNSIGNED : RANK_LONG;
}

enum { INT_BITS = 32, LONG_BITS = 64 };

static void make_wider(struct using *using, struct invented_type *number, enum number_rank rank) {
    if (rank <= number->rank) return;
    number->number = &wider[rank - 1];
    number->rank = rank;
    using->learned = true;
}

static const char *as_read(const struct front *front, const struct invented_type *number) {
    return other_number(&front->invented, number, front->invented.reading);
}

/* What fits in an `int` is seen only where the type is another one: then more is known of that, too. */
static void holds(struct using *using, CXType type, CXCursor value, enum meeting meeting) {
    struct front *front = using->front;
    struct invented_type *number = unknown_number(front, type);
    if (!number) return;
    bool is_int = number->rank == RANK_INT && front->invented.reading == TYPES_INT &&
                  !invented_told_number(&front->invented, number->name);
    unsigned bits = is_int ? (unsigned)front->clang.Type_getSizeOf(type) * 8 : INT_BITS;
    const char *before = as_read(front, number);
    make_wider(using, number, rank_for(front, value, meeting, bits, number));
    using->learned |= before != as_read(front, number);
}

static bool compares(enum CXBinaryOperatorKind kind) {
    return kind >= CXBinaryOperator_LT && kind <= CXBinaryOperator_NE;
}

/* A constant, for which there is room, then; also in what this was copied from. What no int can be says more than that.
 */
static void meets(struct using *using, CXCursor value, CXCursor constant) {
    struct front *front = using->front;
    value = front_as_written(front, value);
    CXCursor variable = front->clang.getCursorReferenced(value);
    int64_t number = 0;
    if (!front_evaluate(front, constant, &number) || number < 0 || number > INT32_MAX) return;
    holds(using, front->clang.getCursorType(value), constant, COMPARED);
    for (size_t i = 0; i < using->copies.count; i++)
        if (front->clang.equalCursors(using->copies.items[i].variable, variable))
            holds(using, using->copies.items[i].type, constant, COMPARED);
}

/* `x < C`: what is C or more need not be there. `x < 0` says that there is a sign. */
static void learn_comparison(struct using *using, CXCursor one, CXCursor other, enum CXBinaryOperatorKind kind,
                             bool is_left) {
    struct front *front = using->front;
    CXType type = front->clang.getCursorType(front_as_written(front, one));
    other = front_as_written(front, other); /* -1, and not what an unsigned number makes of it */
    bool is_edge = is_left ? kind == CXBinaryOperator_LT || kind == CXBinaryOperator_GE
                           : kind == CXBinaryOperator_GT || kind == CXBinaryOperator_LE;
    struct invented_type *number = unknown_number(front, type);
    int64_t value = 1;
    bool is_known = number && front_evaluate(front, other, &value);
    if (is_known && ((is_edge && !value) || value < 0)) number->has_sign = true;
    bool is_equality = kind == CXBinaryOperator_EQ || kind == CXBinaryOperator_NE;
    holds(using, type, other, is_equality ? COMPARED : is_edge ? HELD_BEFORE : HELD);
    if (!number) meets(using, one, other);
}

static void learn_shift(struct using *using, CXCursor shifted, CXCursor by) {
    struct invented_type *number =
        unknown_number(using->front, using->front->clang.getCursorType(front_as_written(using->front, shifted)));
    int64_t bits = 0;
    if (number && front_evaluate(using->front, by, &bits) && bits >= INT_BITS && bits < LONG_BITS)
        make_wider(using, number, RANK_LONG);
}

/* ---- which arithmetic ---- */

struct arithmetic {
    struct using *using;
    bool divides;
};

/* Numbers of ours in what is computed with; what a call or an index makes of them is something else. */
static enum CXChildVisitResult note_arithmetic(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct arithmetic *arithmetic = data;
    struct front *front = arithmetic->using->front;
    struct invented_type *number = unknown_number(front, front->clang.getCursorType(cursor));
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    const char *before = number ? as_read(front, number) : NULL;
    if (number) number->is_counted = true, number->is_divided |= arithmetic->divides;
    arithmetic->using->learned |= number && before != as_read(front, number);
    bool ends = kind == CXCursor_CallExpr || kind == CXCursor_ArraySubscriptExpr || kind == CXCursor_UnaryExpr;
    return ends ? CXChildVisit_Continue : CXChildVisit_Recurse;
}

static void learn_arithmetic(struct using *using, CXCursor cursor, bool divides) {
    struct arithmetic arithmetic = {using, divides};
    using->front->clang.visitChildren(cursor, note_arithmetic, &arithmetic);
}

static bool counts(enum CXBinaryOperatorKind kind) {
    return (kind >= CXBinaryOperator_Mul && kind <= CXBinaryOperator_Shr) ||
           (kind >= CXBinaryOperator_MulAssign && kind <= CXBinaryOperator_ShrAssign);
}

static bool steps(enum CXUnaryOperatorKind kind) {
    return (kind >= CXUnaryOperator_PostInc && kind <= CXUnaryOperator_PreDec) || kind == CXUnaryOperator_Minus;
}

/* `r.mode = x;`, `r.mode |= 2;` */
static void learn_filling(struct using *using, CXType type, CXCursor value, bool is_compound) {
    int64_t constant = 0;
    struct invented_type *number = unknown_number(using->front, type);
    if (number) number->is_filled |= is_compound || !front_evaluate(using->front, value, &constant);
}

/* `n++`, `n -= 1` */
static void note_step(struct using *using, CXCursor place) {
    struct front *front = using->front;
    struct invented_type *number = unknown_number(front, front->clang.getCursorType(front_as_written(front, place)));
    if (number) number->is_stepped = true;
}

/* `s.n++`, `-s.n` */
static void learn_step(struct using *using, CXCursor cursor) {
    struct front *front = using->front;
    CXCursor operand = front_last_expression(front, cursor);
    learn_arithmetic(using, cursor, false);
    if (front->clang.getCursorUnaryOperatorKind(cursor) == CXUnaryOperator_Minus) return;
    note_step(using, operand);
    learn_filling(using, front->clang.getCursorType(front_as_written(front, operand)), operand, true);
}

static void learn_first_values(struct using *using, CXCursor list) {
    struct cursors values = front_expressions(using->front, list);
    for (size_t i = 0; i < values.count; i++)
        learn_filling(using, using->front->clang.getCursorType(values.items[i]), values.items[i], false);
}

static void learn_operator(struct using *using, CXCursor cursor) {
    struct front *front = using->front;
    struct cursors sides = front_expressions(front, cursor);
    enum CXBinaryOperatorKind kind = front->clang.getCursorBinaryOperatorKind(cursor);
    bool shifts = kind == CXBinaryOperator_Shl || kind == CXBinaryOperator_Shr || kind == CXBinaryOperator_ShlAssign ||
                  kind == CXBinaryOperator_ShrAssign;
    if (sides.count != 2) return;
    if (counts(kind))
        learn_arithmetic(using, cursor, kind == CXBinaryOperator_Div || kind == CXBinaryOperator_DivAssign);
    bool is_compound = kind > CXBinaryOperator_Assign && kind < CXBinaryOperator_Comma;
    if (is_compound || kind == CXBinaryOperator_Assign)
        learn_filling(using, front->clang.getCursorType(front_as_written(front, sides.items[0])), sides.items[1],
                      is_compound);
    int64_t step = 0;
    bool steps_on = (kind == CXBinaryOperator_AddAssign || kind == CXBinaryOperator_SubAssign) &&
                    front_evaluate(front, sides.items[1], &step) && step == 1;
    if (steps_on) note_step(using, sides.items[0]);
    if (shifts) learn_shift(using, sides.items[0], sides.items[1]);
    if (kind == CXBinaryOperator_And) meets(using, sides.items[0], sides.items[1]); /* those bits are wanted */
    if (!compares(kind)) return;
    learn_comparison(using, sides.items[0], sides.items[1], kind, true);
    learn_comparison(using, sides.items[1], sides.items[0], kind, false);
}

/* `switch (x) { case 0x120:` */
static enum CXChildVisitResult learn_label(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct labels *labels = data;
    struct front *front = labels->using->front;
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    struct cursors parts = kind == CXCursor_CaseStmt ? front_expressions(front, cursor) : (struct cursors){0};
    if (parts.count) meets(labels->using, labels->value, parts.items[0]);
    return kind == CXCursor_SwitchStmt ? CXChildVisit_Continue : CXChildVisit_Recurse;
}

static void learn_switch(struct using *using, CXCursor cursor) {
    struct front *front = using->front;
    struct cursors parts = front_expressions(front, cursor);
    if (!parts.count) return;
    struct labels labels = {using, parts.items[0]};
    front->clang.visitChildren(cursor, learn_label, &labels);
}

/* `&s.x`, `sizeof s.x`: C has neither of a bit-field. */
static void learn_address(struct using *using, CXCursor cursor) {
    struct front *front = using->front;
    CXCursor value = front_last_expression(front, cursor);
    struct invented_type *number =
        front->clang.Cursor_isNull(value) ? NULL : unknown_number(front, front->clang.getCursorType(value));
    if (number) number->is_addressed = true;
}

/* A conversion that nobody wrote, of a constant, to the type; or a comparison with one; or a shift. */
static enum CXChildVisitResult learn(CXCursor cursor, CXCursor parent, CXClientData data) {
    struct using *using = data;
    struct front *front = using->front;
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    bool is_compared = front->clang.getCursorKind(parent) == CXCursor_BinaryOperator &&
                       compares(front->clang.getCursorBinaryOperatorKind(parent)); /* learn_comparison() knows more */
    if (kind == CXCursor_UnexposedExpr && !is_compared) {
        CXCursor value = front_last_expression(front, cursor);
        if (!front->clang.Cursor_isNull(value)) holds(using, front->clang.getCursorType(cursor), value, HELD);
    }
    if (kind == CXCursor_BinaryOperator || kind == CXCursor_CompoundAssignOperator) learn_operator(using, cursor);
    if (kind == CXCursor_InitListExpr) learn_first_values(using, cursor);
    if (kind == CXCursor_SwitchStmt) learn_switch(using, cursor);
    bool is_address =
        kind == CXCursor_UnaryOperator && front->clang.getCursorUnaryOperatorKind(cursor) == CXUnaryOperator_AddrOf;
    if (is_address || kind == CXCursor_UnaryExpr) learn_address(using, cursor);
    if (kind == CXCursor_UnaryOperator && steps(front->clang.getCursorUnaryOperatorKind(cursor)))
        learn_step(using, cursor);
    return CXChildVisit_Recurse;
}

/* ---- copies ---- */

static void note_copy(struct using *using, CXCursor variable, CXCursor value) {
    struct front *front = using->front;
    CXType type = front->clang.getCursorType(front_as_written(front, value));
    if (unknown_number(front, type)) vec_push(&using->copies, ((struct copy){variable, type}));
}

static enum CXChildVisitResult look_for_copy(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct using *using = data;
    struct front *front = using->front;
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    struct cursors parts = front_expressions(front, cursor);
    if (kind == CXCursor_VarDecl && parts.count) note_copy(using, cursor, parts.items[parts.count - 1]);
    if (kind == CXCursor_BinaryOperator && parts.count == 2 &&
        front->clang.getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Assign)
        note_copy(using, front->clang.getCursorReferenced(front_as_written(front, parts.items[0])), parts.items[1]);
    CXCursor function = front->clang.getCursorReferenced(cursor);
    int count = kind == CXCursor_CallExpr ? front->clang.Cursor_getNumArguments(function) : 0;
    for (int i = 0; i < count && i < front->clang.Cursor_getNumArguments(cursor); i++)
        note_copy(using, front->clang.Cursor_getArgument(function, (unsigned)i),
                  front->clang.Cursor_getArgument(cursor, (unsigned)i));
    return CXChildVisit_Recurse;
}

bool number_use_learn(struct front *front, CXTranslationUnit tu) {
    struct using using = {.front = front};
    CXCursor unit = front->clang.getTranslationUnitCursor(tu);
    front->clang.visitChildren(unit, look_for_copy, &using);
    front->clang.visitChildren(unit, learn, &using);
    vec_free(&using.copies);
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
    doubt(front, one ? one : other, "memory of another type is seen as such", cast);
}

/* Which code has such numbers in it: an answer that comes from elsewhere is the same for all types. */
static void note_place(struct front *front, CXCursor cursor, struct place place) {
    CXType type = front->clang.getCursorType(cursor);
    for (CXType inner = type; inner.kind != CXType_Invalid;) {
        type = inner;
        inner =
            type.kind == CXType_Pointer ? front->clang.getPointeeType(type) : front->clang.getArrayElementType(type);
    }
    const struct place *last = front->open_places.count ? &vec_last(&front->open_places) : NULL;
    if (last && last->line == place.line && are_same_texts(last->file, place.file)) return;
    if (place.file && unknown_number(front, type)) vec_push(&front->open_places, place);
}

static enum CXChildVisitResult look(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct front *front = data;
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    struct place place = front_place(front, cursor);
    if (headers_hold(place)) return CXChildVisit_Continue;
    note_place(front, cursor, place);
    if (kind != CXCursor_UnexposedExpr && kind != CXCursor_CStyleCastExpr) return CXChildVisit_Recurse;
    CXCursor value = front_last_expression(front, cursor);
    if (front->clang.Cursor_isNull(value)) return CXChildVisit_Recurse;
    look_at_conversion(front, cursor, value);
    if (kind == CXCursor_CStyleCastExpr) look_at_pointer(front, cursor, value);
    return CXChildVisit_Recurse;
}

void number_use_doubt(struct front *front) {
    if (!front->invented.types.count) return;
    for (size_t i = 0; i < front->units.count; i++)
        front->clang.visitChildren(front->clang.getTranslationUnitCursor(front->units.items[i].tu), look, front);
}
