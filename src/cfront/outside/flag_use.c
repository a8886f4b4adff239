#include "cfront/outside/flag_use.h"

#include "base/word.h"
#include "cfront/outside/enumerations.h"
#include "cfront/program/types.h"
#include "cfront/text/name_words.h"

#include <string.h>

/* ---- Numbers ---- */

struct numbers {
    unsigned single;      /* so many enumerators are one bit */
    uint64_t bits;        /* ... these */
    bool is_made_of_bits; /* ... and all others are made of them */
    bool is_counted;      /* each number between the least and the greatest is an enumerator */
    int64_t least;
};

static struct numbers numbers_of(const struct c_type *type) {
    struct numbers numbers = {.least = type->enumerators[0].value};
    int64_t most = numbers.least;
    uint64_t all = 0;
    for (uint32_t i = 0; i < type->count; i++) {
        int64_t value = type->enumerators[i].value;
        bool is_bit = value > 0 && !(value & (value - 1));
        if (is_bit && !(numbers.bits & (uint64_t)value)) numbers.single++;
        if (is_bit) numbers.bits |= (uint64_t)value;
        if (value < numbers.least) numbers.least = value;
        if (value > most) most = value;
        all |= (uint64_t)value;
    }
    numbers.is_made_of_bits = numbers.least >= 0 && all == numbers.bits;
    numbers.is_counted = type_enumerates(type, numbers.least, most);
    return numbers;
}

static enum c_flags flags_by(const struct numbers *numbers, bool bits_are_asked) {
    bool may_be = numbers->is_made_of_bits && numbers->single > 1;
    bool are_likely = may_be && (!numbers->is_counted || (bits_are_asked && numbers->least > 0));
    return are_likely ? C_FLAGS_LIKELY : C_FLAGS_NONE;
}

enum c_flags flag_use_by_values(const struct c_type *type) {
    struct numbers numbers = numbers_of(type);
    return flags_by(&numbers, false);
}

/* ---- Code ---- */

/* An enumeration is known by its first enumerator: each source has its own declaration of it. */
static const char *first_enumerator(struct front *front, CXCursor declaration) {
    struct cursors all = front_children(front, declaration);
    for (size_t i = 0; i < all.count; i++)
        if (front->clang.getCursorKind(all.items[i]) == CXCursor_EnumConstantDecl)
            return type_enumerator_name(front, all.items[i]);
    return NULL;
}

/* `MODE_MASK`: it asks for a whole field. */
static bool is_mask(const char *name) {
    static const char *const words[] = {"mask", "msk", NULL};
    return name_has_word_of(name, words);
}

struct operand {
    const char *first;  /* of the enumeration that it belongs to; NULL: to none */
    bool is_enumerator; /* ... it is one itself */
};

static struct operand operand_of(struct front *front, CXCursor cursor) {
    CXCursor written = front_as_written(front, cursor);
    CXCursor referenced = front->clang.getCursorReferenced(written);
    bool is_name = front->clang.getCursorKind(written) == CXCursor_DeclRefExpr;
    if (is_name && is_mask(front_spelling(front, referenced))) return (struct operand){NULL, false};
    if (is_name && front->clang.getCursorKind(referenced) == CXCursor_EnumConstantDecl)
        return (struct operand){first_enumerator(front, front->clang.getCursorSemanticParent(referenced)), true};
    CXType type = front->clang.getCanonicalType(front->clang.getCursorType(written));
    if (type.kind != CXType_Enum) return (struct operand){NULL, false};
    return (struct operand){first_enumerator(front, front->clang.getTypeDeclaration(type)), false};
}

static void note(struct front *front, const char *first, name_list *list) {
    if (first && !is_in_list(first, list->items, list->count)) vec_push(list, arena_text(front->scratch, first));
}

/* `f & RX` asks for a bit by its name, `mode & 3` for some, and `f() | g()` puts some together; `CR | MODE_B` says
 * nothing. */
static void look_at_operands(struct front *front, CXCursor cursor, bool is_and) {
    struct cursors sides = front_expressions(front, cursor);
    if (sides.count != 2) return;
    struct operand left = operand_of(front, sides.items[0]), right = operand_of(front, sides.items[1]);
    bool is_same = left.first && right.first && !strcmp(left.first, right.first);
    bool is_named = left.is_enumerator || right.is_enumerator; /* `error |= f()` may gather what is no flag */
    if (is_same && !is_and)
        note(front, left.first, is_named ? &front->enumerations->sure_flags : &front->enumerations->asked_bits);
    if (is_and)
        note(front, left.first,
             left.is_enumerator || is_same ? &front->enumerations->asked_flags : &front->enumerations->asked_bits);
    if (is_and)
        note(front, right.first,
             right.is_enumerator || is_same ? &front->enumerations->asked_flags : &front->enumerations->asked_bits);
}

static void look_at_complement(struct front *front, struct operand operand) {
    note(front, operand.first,
         operand.is_enumerator ? &front->enumerations->sure_flags : &front->enumerations->asked_bits);
}

static void look_at_binary(struct front *front, CXCursor cursor) {
    switch (front->clang.getCursorBinaryOperatorKind(cursor)) {
    case CXBinaryOperator_And:
    case CXBinaryOperator_AndAssign: look_at_operands(front, cursor, true); break;
    case CXBinaryOperator_Or:
    case CXBinaryOperator_OrAssign:
    case CXBinaryOperator_Xor:
    case CXBinaryOperator_XorAssign: look_at_operands(front, cursor, false); break;
    default: break;
    }
}

/* `RX = 1 << 0` */
static void look_at_enumerator(struct front *front, CXCursor cursor) {
    struct cursors values = front_expressions(front, cursor);
    if (!values.count) return;
    CXCursor value = front_as_written(front, values.items[0]);
    if (front->clang.getCursorKind(value) != CXCursor_BinaryOperator) return;
    struct cursors sides = front_expressions(front, value);
    int64_t one;
    bool is_shift = front->clang.getCursorBinaryOperatorKind(value) == CXBinaryOperator_Shl && sides.count == 2;
    if (is_shift && front_evaluate(front, sides.items[0], &one) && one == 1)
        note(front, first_enumerator(front, front->clang.getCursorSemanticParent(cursor)),
             &front->enumerations->asked_flags);
}

static enum CXChildVisitResult look(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct front *front = data;
    switch (front->clang.getCursorKind(cursor)) {
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator: look_at_binary(front, cursor); break;
    case CXCursor_UnaryOperator:
        if (front->clang.getCursorUnaryOperatorKind(cursor) == CXUnaryOperator_Not)
            look_at_complement(front, operand_of(front, front_last_expression(front, cursor)));
        break;
    case CXCursor_EnumConstantDecl: look_at_enumerator(front, cursor); break;
    default: break;
    }
    return CXChildVisit_Recurse;
}

static bool has(const name_list *list, const char *name) { return is_in_list(name, list->items, list->count); }

void flag_use_look(struct front *front, const struct c_type *type) {
    if (type->flags != C_FLAGS_NOT_ASKED) return;
    for (size_t i = 0; !front->enumerations->looked_for_flags && i < front->units.count; i++)
        front->clang.visitChildren(front->clang.getTranslationUnitCursor(front->units.items[i].tu), look, front);
    front->enumerations->looked_for_flags = true;
    const char *first = type->enumerators[0].name;
    struct numbers numbers = numbers_of(type);
    enum c_flags flags = flags_by(&numbers, has(&front->enumerations->asked_bits, first));
    if (has(&front->enumerations->asked_flags, first) && numbers.least >= 0) flags = C_FLAGS_ASKED;
    if (has(&front->enumerations->sure_flags, first) && numbers.least >= 0) flags = C_FLAGS_SURE;
    ((struct c_type *)type)->flags = flags;
}
