#include "cfront/lower/call.h"
#include "cfront/lower/left_open.h"
#include "cfront/lower/lower.h"
#include "cfront/lower/missing.h"
#include "cfront/lower/variadic.h"
#include "cfront/missing/invented.h"
#include "cfront/outside/open_values.h"
#include "cfront/outside/open_widths.h"
#include "cfront/program/alignment.h"
#include "cfront/program/container.h"
#include "cfront/program/generic.h"
#include "cfront/program/identifiers.h"
#include "cfront/written/attributes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- Places ---- */

expression lower_place_value(struct lower *lower, expression e, struct place place) {
    struct front *front = lower->front;
    if (e->type->kind == C_ARRAY) return build_address(front, e, type_pointer_to(front, e->type->target), place);
    if (e->type->kind == C_FUNCTION && e->kind == C_DEREFERENCE) return e->left;
    return build_load(front, lower_reads_input(e) ? lower_input(lower, e, place) : e, place);
}

expression lower_named_value(struct lower *lower, CXCursor cursor, expression e, struct place place) {
    struct front *front = lower->front;
    const char *type = front->options->number_count ? open_values_type(front, cursor) : NULL,
               *before = lower->read_type;
    const struct cfront_number *once = open_widths_of_type(front, type);
    bool is_number = e->type->kind == C_INTEGER && !lower_reads_input(e);
    if (once && is_number && c_root(e)->kind == C_DEREFERENCE) return open_widths_read(lower, once, e, place);
    lower->read_type = type;
    expression value = lower_place_value(lower, e, place);
    lower->read_type = before;
    return value;
}

static expression place_of_value(struct lower *lower, expression value, struct place place) {
    if (value->kind == C_LOAD) return value->left;
    expression temporary = lower_temporary(lower, value->type, place);
    lower_assign(lower, temporary, value, place);
    return temporary;
}

static bool has_arrays(const struct c_type *type) {
    bool found = type->kind == C_ARRAY;
    for (uint32_t i = 0; type->kind == C_RECORD && !found && i < type->count; i++)
        found = has_arrays(type->fields[i].type);
    return found;
}

/* (a, b).list is no part of b, but of a value that ends with the expression (6.2.4p8). */
static expression place_of_record(struct lower *lower, expression value, struct place place) {
    if (value->type->kind != C_RECORD || !has_arrays(value->type) || value->kind != C_LOAD ||
        c_is_temporary(value->left))
        return place_of_value(lower, value, place);
    expression temporary = lower_temporary(lower, value->type, place);
    lower_assign(lower, temporary, value, place);
    return temporary;
}

static bool is_alike(const struct c_type *here, const struct c_type *there) {
    if (here->kind != there->kind || here->size != there->size || here->is_signed != there->is_signed) return false;
    return here->kind != C_ARRAY || is_alike(here->target, there->target);
}

/* Arrays of the same, only longer or shorter. */
static bool differ_in_count(const struct c_type *here, const struct c_type *there) {
    return here->kind == C_ARRAY && there->kind == C_ARRAY && is_alike(here->target, there->target);
}

/* The array is as long as where it is defined: accesses behind its end are found. */
static void warn_of_count(struct lower *lower, CXCursor cursor, struct symbol *symbol, const struct c_type *here) {
    const char *there = symbol->object->type->name;
    if (symbol->warned) return;
    symbol->warned = true;
    diag_warning(lower->front->diagnostics, front_place(lower->front, cursor),
                 "`%s` is `%s` here, but `%s` where it is defined (%s:%u); going on with that", symbol->name,
                 here->name, there, symbol->place.file, symbol->place.line);
    front_assume(lower->front,
                 arena_printf(lower->front->arena, "`%s` is `%s`, as where it is defined", symbol->name, there));
}

/* Files must agree on what a name is (6.2.7); a linker does not look. */
static void check_declared_alike(struct lower *lower, CXCursor cursor, struct symbol *symbol) {
    const struct c_type *here = type_of_cursor(lower->front, cursor), *there = symbol->object->type;
    if (is_alike(here, there)) return;
    if (differ_in_count(here, there)) {
        if (here->count) warn_of_count(lower, cursor, symbol, here);
        return;
    }
    if (!symbol->warned)
        lower_refuse(lower, cursor, "`%s` is `%s` here, but `%s` where it is defined (%s:%u)", symbol->name, here->name,
                     there->name, symbol->place.file, symbol->place.line);
    symbol->warned = true;
}

static expression variable_place(struct lower *lower, CXCursor cursor) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    CXCursor declaration = front->clang.getCursorReferenced(cursor);
    struct c_object *object =
        cursor_map_get(&lower->objects, &front->clang, front->clang.getCanonicalCursor(declaration));
    if (object) return build_object(front, object, place);
    struct symbol *symbol = symbol_of(front, declaration);
    if (!symbol || symbol->is_function)
        return place_of_value(
            lower, lower_refuse(lower, cursor, "`%s` cannot be modelled here", front_spelling(front, cursor)), place);
    if (front->clang.Cursor_getStorageClass(symbol->cursor) == CX_SC_Register)
        lower_refuse(lower, cursor, "`%s` is a register of the machine, which cannot be modelled", symbol->name);
    object = symbol_object(front, symbol, NULL);
    check_declared_alike(lower, cursor, symbol);
    if (!symbol->has_definition && !object->is_input && !object->starts_with_any && !symbol->warned) {
        symbol->warned = true;
        lower_refuse(lower, cursor, "`%s` is declared, but no source defines it", symbol->name);
    }
    return build_object(front, object, place);
}

/* libclang gives parameters that were written as arrays the types that were written. */
static bool is_pointer(struct front *front, CXCursor cursor) {
    enum CXTypeKind kind = front->clang.getCanonicalType(front->clang.getCursorType(cursor)).kind;
    return kind == CXType_Pointer || kind == CXType_ConstantArray || kind == CXType_IncompleteArray ||
           kind == CXType_VariableArray;
}

static bool is_volatile_lvalue(struct front *front, CXCursor cursor) {
    return front->clang.isVolatileQualifiedType(front->clang.getCanonicalType(front->clang.getCursorType(cursor)));
}

static struct c_expression *copy_of(struct front *front, expression e) {
    struct c_expression *copy = arena_new_object(front->arena, struct c_expression);
    *copy = *e;
    return copy;
}

static expression with_volatile(struct front *front, expression e, CXCursor cursor) {
    if (e->is_volatile || !is_volatile_lvalue(front, cursor)) return e;
    struct c_expression *copy = copy_of(front, e);
    copy->is_volatile = true;
    return copy;
}

/* *pointer, as the cursor writes it. */
static expression dereference(struct front *front, expression pointer, CXCursor cursor) {
    expression place = build_dereference(front, pointer, is_volatile_lvalue(front, cursor), front_place(front, cursor));
    uint32_t align = place->kind == C_DEREFERENCE ? alignment_of_access(front, cursor, place->type) : 0;
    if (!align) return place;
    struct c_expression *copy = copy_of(front, place);
    copy->align = align;
    return copy;
}

/* Each source has declarations of its own of what a header declares: a variable's type is that of its definition. */
static bool is_same_field(const struct c_field *a, const struct c_field *b) {
    return a == b || (*a->name && !strcmp(a->name, b->name) && a->offset == b->offset && a->bit_width == b->bit_width &&
                      a->bit_offset == b->bit_offset && a->type->kind == b->type->kind &&
                      a->type->size == b->type->size && a->type->is_signed == b->type->is_signed);
}

/* The member of a record that is the field, or has it in unnamed records (6.7.2.1p13): libclang leaves those out. NULL:
 * the field is not in there. */
static expression member_of(struct front *front, expression record, const struct c_field *field, struct place place) {
    const struct c_type *type = record->type;
    if (type->kind != C_RECORD) return NULL;
    for (uint32_t i = 0; i < type->count; i++)
        if (is_same_field(&type->fields[i], field)) return build_member(front, record, &type->fields[i], place);
    for (uint32_t i = 0; i < type->count; i++) {
        if (*type->fields[i].name) continue;
        expression found = member_of(front, build_member(front, record, &type->fields[i], place), field, place);
        if (found) return found;
    }
    return NULL;
}

static expression member_place(struct lower *lower, CXCursor cursor) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    CXCursor base = front_last_expression(front, cursor);
    expression record;
    if (is_pointer(front, base)) {
        CXType pointee = front->clang.getPointeeType(front->clang.getCanonicalType(front->clang.getCursorType(base)));
        record =
            build_dereference(front, lower_value(lower, base), front->clang.isVolatileQualifiedType(pointee), place);
    } else {
        record = lower_place(lower, base);
    }
    CXCursor declaration = front->clang.getCanonicalCursor(front->clang.getCursorReferenced(cursor));
    const struct c_field *field = cursor_map_get(&front->type_map, &front->clang, declaration);
    expression member = field ? member_of(front, record, field, place) : NULL;
    if (!member) return place_of_value(lower, lower_refuse(lower, cursor, "this member cannot be modelled"), place);
    return with_volatile(front, member, cursor);
}

/* The array that decays to a pointer here; the null cursor if the pointer comes from elsewhere. */
static CXCursor decaying_array(struct front *front, CXCursor cursor) {
    cursor = front_skip_parentheses(front, cursor);
    if (front->clang.getCursorKind(cursor) != CXCursor_UnexposedExpr || effects_is_next_argument(front, cursor))
        return front->clang.getNullCursor();
    CXCursor child = front_last_expression(front, cursor);
    if (front->clang.Cursor_isNull(child)) return child;
    CXType type = front->clang.getCanonicalType(front->clang.getCursorType(child));
    return type.kind == CXType_ConstantArray ? child : front->clang.getNullCursor();
}

static expression index_place(struct lower *lower, CXCursor cursor) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    struct cursors operands = front_expressions(front, cursor);
    if (operands.count != 2)
        return place_of_value(lower, lower_refuse(lower, cursor, "this index cannot be modelled"), place);
    bool swapped = !is_pointer(front, operands.items[0]); /* 2[a] */
    CXCursor base = operands.items[swapped], index = operands.items[!swapped];
    CXCursor array = decaying_array(front, base);
    bool keep = lower_has_effects(front, index), is_array = !front->clang.Cursor_isNull(array);
    size_t first = lower->code.count;
    expression whole = is_array ? lower_place(lower, array) : NULL;
    if (keep && whole) whole = lower_keep_place(lower, whole, place);
    bool has_bounds = whole && whole->type->kind == C_ARRAY && whole->type->count;
    expression pointer = NULL;
    if (!has_bounds) pointer = whole ? lower_place_value(lower, whole, place) : lower_value(lower, base);
    if (keep && !whole) pointer = lower_keep(lower, pointer, place);
    size_t middle = lower->code.count;
    expression number = lower_value(lower, index);
    const struct lower_operand both[] = {{first, middle, has_bounds ? whole : pointer},
                                         {middle, lower->code.count, number}};
    lower_unordered(lower, both, 2, NULL, place);
    if (has_bounds) return with_volatile(front, build_index(front, whole, number, place), cursor);
    return dereference(front, build_binary(front, C_ADD, pointer, number, pointer->type, place), cursor);
}

static expression do_place(struct lower *lower, CXCursor cursor) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    switch (front->clang.getCursorKind(cursor)) {
    case CXCursor_DeclRefExpr: return variable_place(lower, cursor);
    case CXCursor_ParenExpr: return lower_place(lower, front_last_expression(front, cursor));
    case CXCursor_MemberRefExpr: return member_place(lower, cursor);
    case CXCursor_ArraySubscriptExpr: return index_place(lower, cursor);
    case CXCursor_StringLiteral: return build_object(front, initializer_string(front, cursor), place);
    case CXCursor_CompoundLiteralExpr: return initializer_literal(lower, cursor);
    case CXCursor_GenericSelectionExpr: {
        CXCursor chosen = generic_choice(front, cursor);
        if (!front->clang.Cursor_isNull(chosen)) return lower_place(lower, chosen);
        break;
    }
    case CXCursor_UnaryOperator: {
        enum CXUnaryOperatorKind kind = front->clang.getCursorUnaryOperatorKind(cursor);
        CXCursor operand = front_last_expression(front, cursor);
        if (kind == CXUnaryOperator_Deref) return dereference(front, lower_value(lower, operand), cursor);
        if (kind == CXUnaryOperator_Extension) return lower_place(lower, operand);
        break;
    }
    case CXCursor_UnexposedExpr: { /* a record's value, __func__ */
        struct cursors operands = front_expressions(front, cursor);
        const struct c_type *type = type_of_cursor(front, cursor);
        if (effects_is_next_argument(front, cursor)) return variadic_next(lower, cursor);
        if (operands.count == 1 && (type->kind == C_RECORD || type->kind == C_ARRAY))
            return lower_place(lower, operands.items[0]);
        break;
    }
    default: break;
    }
    return place_of_record(lower, lower_value(lower, cursor), place);
}

/* ---- Values ---- */

/* As it is spelled: libclang tells no more of a number than a double has. False: nobody knows how. */
static bool read_wide_real(struct front *front, CXCursor cursor, double rounded, long double *value) {
    CXFile file;
    unsigned offset;
    size_t size;
    CXSourceLocation begin = front->clang.getRangeStart(front->clang.getCursorExtent(cursor));
    front->clang.getSpellingLocation(begin, &file, NULL, NULL, &offset);
    const char *text = file ? front_contents(front, file, &size) : NULL;
    if (!text || offset >= size || (!isdigit((unsigned char)text[offset]) && text[offset] != '.')) return false;
    *value = strtold(text + offset, NULL);
    return (double)*value == rounded;
}

static expression wide_real(struct lower *lower, CXCursor cursor, const struct c_type *type, double rounded) {
    bool is_short = rounded > -1e9 && rounded < 1e9 && rounded * 1048576 == (double)(int64_t)(rounded * 1048576);
    long double value = rounded;
    if (!read_wide_real(lower->front, cursor, rounded, &value) && !is_short)
        return lower_refuse(lower, cursor, "this constant cannot be modelled: it is wider than a double");
    return build_real(lower->front, type, value, front_place(lower->front, cursor));
}

static expression literal(struct lower *lower, CXCursor cursor) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    const struct c_type *type = type_of_cursor(front, cursor);
    int64_t value;
    double real;
    if (type->kind == C_INTEGER && front_evaluate(front, cursor, &value))
        return identifiers_mark(front, cursor, guess_mark(front, cursor, build_integer(front, type, value, place)));
    if (type->kind == C_FLOAT && front_evaluate_real(front, cursor, &real))
        return type->size > 8 ? wide_real(lower, cursor, type, real) : build_real(front, type, real, place);
    return lower_refuse(lower, cursor, "this expression cannot be modelled");
}

/* What a pointer leads to is called in the place of another one, too. */
static struct symbol *pointed_at(struct lower *lower, CXCursor cursor, struct symbol *symbol) {
    struct front *front = lower->front;
    struct symbol *with = lower_replacement(front, symbol);
    if (with == symbol || type_of_cursor(front, with->cursor) == type_of_cursor(front, symbol->cursor)) return with;
    lower_refuse(lower, cursor, "the address of `%s` is taken, and `%s`, which is to replace it, is of another type",
                 symbol->name, with->name);
    return symbol;
}

static expression reference(struct lower *lower, CXCursor cursor) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    CXCursor declaration = front->clang.getCursorReferenced(cursor);
    switch (front->clang.getCursorKind(declaration)) {
    case CXCursor_EnumConstantDecl:
        return identifiers_mark(front, cursor,
                                guess_mark(front, cursor,
                                           build_integer(front, type_of_cursor(front, cursor),
                                                         front->clang.getEnumConstantDeclValue(declaration), place)));
    case CXCursor_FunctionDecl: {
        struct symbol *symbol = left_open(front, pointed_at(lower, cursor, symbol_of(front, declaration)), place);
        struct c_function *function = symbol_function(front, symbol);
        call_stub(front, symbol, function->type->target);
        missing_refuse_open(front, symbol, place);
        symbol->address_taken = function->is_taken = true;
        return build_integer(front, type_pointer_to(front, function->type), (int64_t)function->address, place);
    }
    default: return lower_named_value(lower, cursor, variable_place(lower, cursor), place);
    }
}

/* `a ?: b` has four children, and a is the first three of them. */
static bool is_elvis(struct front *front, struct cursors children) {
    unsigned offsets[4];
    if (children.count != 4) return false;
    for (int i = 0; i < 4; i++) {
        CXSourceRange extent = front->clang.getCursorExtent(children.items[i]);
        front->clang.getExpansionLocation(front->clang.getRangeStart(extent), NULL, NULL, NULL, &offsets[i]);
    }
    return offsets[0] == offsets[1] && offsets[1] == offsets[2] &&
           front->clang.equalTypes(front->clang.getCursorType(children.items[0]),
                                   front->clang.getCursorType(children.items[1]));
}

/* Both begin at the same character: what nobody wrote lies around what somebody did. */
static bool begin_together(struct front *front, CXCursor outer, CXCursor inner) {
    CXCursor cursors[] = {outer, inner};
    unsigned offsets[2];
    for (int i = 0; i < 2; i++) {
        CXSourceRange extent = front->clang.getCursorExtent(cursors[i]);
        front->clang.getExpansionLocation(front->clang.getRangeStart(extent), NULL, NULL, NULL, &offsets[i]);
    }
    return offsets[0] == offsets[1];
}

/* What libclang does not name: an implicit conversion, `a ?: b`, offsetof, __func__, and what we refuse. */
static expression unexposed(struct lower *lower, CXCursor cursor) {
    struct front *front = lower->front;
    struct cursors children = front_children(front, cursor), operands = front_expressions(front, cursor);
    if (operands.count == 4 && is_elvis(front, children)) return lower_elvis(lower, cursor);
    if (effects_is_next_argument(front, cursor)) return variadic_value(lower, cursor);
    if (children.count != 1 || operands.count != 1) {
        size_t length;
        const char *text = attribute_text(front, cursor, &length);
        if (text && *text == '#') return lower_refuse(lower, cursor, "#embed cannot be modelled");
        return literal(lower, cursor);
    }
    if (!begin_together(front, cursor, operands.items[0]))
        return lower_refuse(lower, cursor, "this expression cannot be modelled (a builtin)");
    const struct c_type *to = type_of_cursor(front, cursor);
    if (to->is_bool) left_open_tested(lower, operands.items[0]);
    expression value = lower_value(lower, operands.items[0]);
    if (value->type->kind == C_INTEGER) to = type_adjusted(front, to); /* `f(0)`, where a parameter is an array */
    if (to->kind == C_ARRAY) return value;
    return build_convert(front, value, to, front_place(front, cursor));
}

static expression statement_expression(struct lower *lower, CXCursor cursor) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    const struct c_type *type = type_of_cursor(front, cursor);
    struct cursors children = front_children(front, cursor);
    if (children.count != 1) return lower_refuse(lower, cursor, "this expression cannot be modelled");
    if (type->kind == C_VOID) {
        lower_block(lower, children.items[0], NULL);
        return build_integer(front, type_int(front), 0, place);
    }
    expression result = lower_temporary(lower, type, place);
    lower_block(lower, children.items[0], result);
    return build_load(front, result, place);
}

static expression generic_selection(struct lower *lower, CXCursor cursor) {
    int64_t value;
    const struct c_type *type = type_of_cursor(lower->front, cursor);
    if (type->kind == C_INTEGER && front_evaluate(lower->front, cursor, &value))
        return build_integer(lower->front, type, value, front_place(lower->front, cursor));
    CXCursor chosen = generic_choice(lower->front, cursor);
    if (!lower->front->clang.Cursor_isNull(chosen)) return lower_value(lower, chosen);
    return lower_refuse(lower, cursor,
                        "this _Generic cannot be modelled: which of its expressions is meant cannot be told");
}

static bool is_number_0(expression e) { return e->kind == C_CONSTANT && e->type->kind == C_INTEGER && !e->integer; }

static expression do_value(struct lower *lower, CXCursor cursor) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    switch (front->clang.getCursorKind(cursor)) {
    case CXCursor_ParenExpr: return lower_value(lower, front_last_expression(front, cursor));
    case CXCursor_UnexposedExpr: return unexposed(lower, cursor);
    case CXCursor_IntegerLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_FloatingLiteral:
    case CXCursor_CXXBoolLiteralExpr: /* those of C23 have the names of C++'s */
    case CXCursor_UnaryExpr: return literal(lower, cursor);
    case CXCursor_CXXNullPtrLiteralExpr: return build_integer(front, type_int(front), 0, place);
    case CXCursor_DeclRefExpr: return reference(lower, cursor);
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_StringLiteral:
    case CXCursor_CompoundLiteralExpr: return lower_named_value(lower, cursor, do_place(lower, cursor), place);
    case CXCursor_UnaryOperator: return lower_unary(lower, cursor, true);
    case CXCursor_BinaryOperator: return lower_binary(lower, cursor, true);
    case CXCursor_CompoundAssignOperator: return lower_compound_assignment(lower, cursor, true);
    case CXCursor_ConditionalOperator: return lower_conditional(lower, cursor, true);
    case CXCursor_CallExpr: return lower_call(lower, cursor, NULL, true, false);
    case CXCursor_CStyleCastExpr: {
        const struct c_type *to = type_of_cursor(front, cursor);
        if (to->kind == C_VOID) {
            lower_discard(lower, cursor);
            return build_integer(front, type_int(front), 0, place);
        }
        if (to->is_bool) left_open_tested(lower, front_last_expression(front, cursor));
        expression value = lower_value(lower, front_last_expression(front, cursor));
        if (is_number_0(value) && to->kind == C_POINTER) return build_address_0(front, to, place);
        return build_convert(front, container_of(front, value, to), to, place);
    }
    case CXCursor_StmtExpr: return statement_expression(lower, cursor);
    case CXCursor_GenericSelectionExpr: return generic_selection(lower, cursor);
    case CXCursor_AddrLabelExpr: return lower_refuse(lower, cursor, "addresses of labels cannot be modelled");
    case CXCursor_InitListExpr: { /* a number in braces */
        struct cursors operands = front_expressions(front, cursor);
        if (operands.count == 1) return lower_value(lower, operands.items[0]);
        return lower_refuse(lower, cursor, "this initializer cannot be modelled");
    }
    default:
        return lower_refuse(lower, cursor, "this expression cannot be modelled (%s)",
                            front_text(front, front->clang.getCursorKindSpelling(front->clang.getCursorKind(cursor))));
    }
}

/* ---- Depth ---- */

bool lower_too_deep(struct lower *lower, CXCursor cursor) {
    if (lower->depth < LOWER_DEEPEST) return false;
    if (!lower->was_too_deep) lower_refuse(lower, cursor, "nested too deeply");
    lower->was_too_deep = true;
    return true;
}

expression lower_value(struct lower *lower, CXCursor cursor) {
    if (lower->front->clang.Cursor_isNull(cursor) || lower_too_deep(lower, cursor))
        return build_integer(lower->front, type_int(lower->front), 0, (struct place){0});
    unsigned depth = lower->depth++;
    expression value = do_value(lower, cursor);
    lower->depth = depth;
    return value;
}

expression lower_place(struct lower *lower, CXCursor cursor) {
    if (lower->front->clang.Cursor_isNull(cursor) || lower_too_deep(lower, cursor))
        return lower_temporary(lower, type_int(lower->front), (struct place){0});
    unsigned depth = lower->depth++;
    expression place = do_place(lower, cursor);
    lower->depth = depth;
    return place;
}

/* ---- Without a value ---- */

static bool can_fail(expression e) {
    return e->kind != C_CONSTANT && !(e->kind == C_LOAD && e->left->kind == C_OBJECT && !e->left->is_volatile);
}

/* `NEXT;`: nobody writes a constant for its own sake. It is a macro of a missing header, and does something. */
static void doubt_bare_name(struct front *front, CXCursor cursor, struct place place) {
    CXCursor written = front_as_written(front, cursor);
    if (front->clang.getCursorKind(written) != CXCursor_DeclRefExpr) return;
    const struct invention *name = invented_find(&front->invented, front_spelling(front, written));
    if (!name || name->kind > INVENTED_NUMBER) return;
    front_leap(front, place, "`%s`, of a missing header, which is a statement of its own, does something", name->name);
    front_doubt(front, "what `%s`, of a missing header, does, which is a statement of its own, is not known (%s:%u)",
                name->name, place_file(place), place.line);
}

static void discard(struct lower *lower, CXCursor cursor) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    CXCursor operand;
    switch (front->clang.getCursorKind(cursor)) {
    case CXCursor_ParenExpr: discard(lower, front_last_expression(front, cursor)); return;
    case CXCursor_CStyleCastExpr:
        if (type_of_cursor(front, cursor)->kind != C_VOID) break;
        operand = front_skip_parentheses(front, front_last_expression(front, cursor));
        if (front->clang.getCursorKind(operand) == CXCursor_CallExpr)
            lower_call(lower, operand, NULL, false, true);
        else
            discard(lower, operand);
        return;
    case CXCursor_CallExpr: lower_call(lower, cursor, NULL, false, false); return;
    case CXCursor_UnaryOperator: lower_unary(lower, cursor, false); return;
    case CXCursor_BinaryOperator: lower_binary(lower, cursor, false); return;
    case CXCursor_CompoundAssignOperator: lower_compound_assignment(lower, cursor, false); return;
    case CXCursor_ConditionalOperator: lower_conditional(lower, cursor, false); return;
    default: break;
    }
    /* Nobody needs it, but computing it may go wrong (*p), or be seen (volatile). */
    expression value = lower_value(lower, cursor);
    bool is_read = type_is_scalar(value->type) || value->type->kind == C_RECORD;
    if (can_fail(value) && is_read) lower_keep(lower, value, place);
}

void lower_discard(struct lower *lower, CXCursor cursor) {
    doubt_bare_name(lower->front, cursor, front_place(lower->front, cursor));
    discard(lower, cursor);
}
