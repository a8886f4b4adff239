#include "cfront/program/types.h"

#include "base/word.h"
#include "cfront/ir/constant_part.h"
#include "cfront/ir/subobject.h"
#include "cfront/missing/borrowed.h"
#include "cfront/program/build.h"
#include "cfront/program/effects.h"
#include "cfront/program/guess.h"
#include "cfront/source/byte_machine.h"

#include <string.h>

enum {
    LARGEST_OBJECT = 1 << 24, /* bytes; every state holds what the program writes */
    DEEPEST_TYPE = 500        /* pointers to pointers, members of members */
};

static const struct c_type *refuse(struct front *front, CXType type, CXCursor where, const char *why) {
    diag_error(front->diagnostics, front_place(front, where), "type `%s` cannot be modelled: %s",
               front_text(front, front->clang.getTypeSpelling(type)), why);
    return type_int(front);
}

static struct c_type *new_type(struct front *front, CXType type, enum c_kind kind) {
    struct c_type *new = arena_new_object(front->arena, struct c_type);
    new->kind = kind;
    CXString spelling = front->clang.getTypeSpelling(type);
    new->name = arena_text(front->arena, front->clang.getCString(spelling));
    front->clang.disposeString(spelling);
    long long size = front->clang.Type_getSizeOf(type), align = front->clang.Type_getAlignOf(type);
    new->size = size > 0 ? (uint32_t)size : 0;
    new->align = align > 0 && (kind == C_RECORD || !byte_machine_is(front)) ? (uint32_t)align : 1;
    return new;
}

/* ---- Numbers ---- */

static bool is_signed_kind(enum CXTypeKind kind) {
    switch (kind) {
    case CXType_Char_S:
    case CXType_SChar:
    case CXType_Short:
    case CXType_Int:
    case CXType_Long:
    case CXType_LongLong: return true;
    default: return false;
    }
}

static const struct c_type *basic_type(struct front *front, CXType type, enum c_kind kind) {
    const struct c_type **known = &front->basic[type.kind];
    if (*known) return *known;
    struct c_type *new = new_type(front, front->clang.getUnqualifiedType(type), kind);
    new->is_signed = is_signed_kind(type.kind);
    new->is_bool = type.kind == CXType_Bool;
    *known = new;
    return new;
}

static unsigned log2_of(uint32_t size) { return size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3; }

const struct c_type *type_integer(struct front *front, uint32_t size, bool is_signed) {
    const struct c_type **known = &front->integers[log2_of(size)][is_signed];
    if (*known) return *known;
    for (size_t i = 0; i < sizeof front->basic / sizeof *front->basic; i++) {
        const struct c_type *type = front->basic[i];
        if (type && type->kind == C_INTEGER && !type->is_bool && type->size == size && type->is_signed == is_signed)
            return *known = type;
    }
    struct c_type *new = arena_new_object(front->arena, struct c_type);
    *new = (struct c_type){.kind = C_INTEGER, .size = size, .align = size, .is_signed = is_signed};
    new->name = arena_printf(front->arena, "%sint%u_t", is_signed ? "" : "u", size * 8);
    return *known = new;
}

const struct c_type *type_int(struct front *front) { return front->program->int_type; }

const struct c_type *type_void(struct front *front) {
    const struct c_type **known = &front->basic[CXType_Void];
    if (!*known) {
        struct c_type *new = arena_new_object(front->arena, struct c_type);
        *new = (struct c_type){.kind = C_VOID, .name = "void", .align = 1};
        *known = new;
    }
    return *known;
}

/* ---- Derived types ---- */

static const struct c_type *keep_derived(struct front *front, struct c_type wanted) {
    for (size_t i = 0; i < front->derived_types.count; i++) {
        struct c_type *type = front->derived_types.items[i];
        if (type->kind == wanted.kind && type->target == wanted.target && type->count == wanted.count &&
            type->size == wanted.size && (wanted.kind != C_FUNCTION || !strcmp(type->name, wanted.name)))
            return type;
    }
    struct c_type *new = arena_new_object(front->arena, struct c_type);
    *new = wanted;
    new->name = arena_text(front->arena, wanted.name);
    new->levels = c_type_levels(new);
    new->has_constants = c_type_has_constants(new);
    vec_push(&front->derived_types, new);
    return new;
}

const struct c_type *type_pointer_to(struct front *front, const struct c_type *target) {
    bool spaced = target->kind != C_POINTER;
    const char *name = target->kind == C_ARRAY || target->kind == C_FUNCTION
                           ? arena_printf(front->scratch, "pointer to %s", target->name)
                           : arena_printf(front->scratch, "%s%s*", target->name, spaced ? " " : "");
    uint32_t size = front->program->pointer_size, align = byte_machine_is(front) ? 1 : size;
    return keep_derived(
        front, (struct c_type){.kind = C_POINTER, .name = name, .size = size, .align = align, .target = target});
}

const struct c_type *type_array_of(struct front *front, const struct c_type *element, uint32_t count) {
    int stem = (int)strcspn(element->name, "["); /* int[2][3] has two elements, int[3] each */
    const char *name = element->kind == C_ARRAY ? arena_printf(front->scratch, "%.*s[%u]%s", stem, element->name, count,
                                                               element->name + stem)
                                                : arena_printf(front->scratch, "%s[%u]", element->name, count);
    return keep_derived(front, (struct c_type){.kind = C_ARRAY,
                                               .name = name,
                                               .size = element->size * count,
                                               .align = element->align,
                                               .target = element,
                                               .count = count});
}

static const struct c_type *array_type(struct front *front, CXType type, CXCursor where) {
    const struct c_type *element = type_of(front, front->clang.getArrayElementType(type), where);
    if (type.kind == CXType_VariableArray) return refuse(front, type, where, "its length varies");
    long long count = type.kind == CXType_ConstantArray ? front->clang.getArraySize(type) : 0;
    if (count < 0 && front->program->pointer_size < 8)
        count += 1ll << front->program->pointer_size * 8; /* size_t's bits */
    if (count < 0 || (element->size && count > LARGEST_OBJECT / (long long)element->size))
        return refuse(front, type, where, "it is too large");
    return type_array_of(front, element, (uint32_t)count);
}

/* A parameter that is an array is a pointer to its elements, one that is a function a pointer to it (6.7.6.3p7). */
const struct c_type *type_adjusted(struct front *front, const struct c_type *type) {
    if (type->kind == C_ARRAY) return type_pointer_to(front, type->target);
    return type->kind == C_FUNCTION ? type_pointer_to(front, type) : type;
}

static const struct c_type *function_type(struct front *front, CXType type, CXCursor where) {
    const struct c_type *result = type_of(front, front->clang.getResultType(type), where);
    int count = type.kind == CXType_FunctionProto ? front->clang.getNumArgTypes(type) : 0;
    const struct c_type **parameters = arena_new_array(front->arena, const struct c_type *, (size_t)count + 1);
    for (int i = 0; i < count; i++)
        parameters[i] = type_adjusted(front, type_of(front, front->clang.getArgType(type, (unsigned)i), where));
    return keep_derived(front, (struct c_type){.kind = C_FUNCTION,
                                               .name = front_text(front, front->clang.getTypeSpelling(type)),
                                               .align = 1,
                                               .target = result,
                                               .count = (uint32_t)count,
                                               .parameters = parameters,
                                               .has_prototype = type.kind == CXType_FunctionProto,
                                               .is_variadic = type.kind == CXType_FunctionProto &&
                                                              front->clang.isFunctionTypeVariadic(type)});
}

const struct c_type *type_of_parameter(struct front *front, CXCursor cursor) {
    return type_adjusted(front, type_of_cursor(front, cursor));
}

static bool is_enumerator(const struct c_type *type, int64_t value) {
    for (uint32_t i = 0; i < type->count; i++)
        if (type->enumerators[i].value == value) return true;
    return false;
}

bool type_enumerates(const struct c_type *type, int64_t low, int64_t high) {
    uint64_t others = (uint64_t)high - (uint64_t)low;
    if (others >= type->count) return false;
    for (uint64_t i = 0; i <= others; i++)
        if (!is_enumerator(type, (int64_t)((uint64_t)low + i))) return false;
    return true;
}

/* ---- Records ---- */

typedef VEC(CXCursor) field_cursors;

static enum CXVisitorResult collect_field(CXCursor field, CXClientData data) {
    field_cursors *fields = data;
    vec_push(fields, field);
    return CXVisit_Continue;
}

/* Bits of neighbouring bit-fields, without a plain member or one of width 0 in between: one memory location (3.14). */
struct run {
    long long begin, end;
};

static bool is_in_run(struct front *front, CXCursor field) {
    return front->clang.Cursor_isBitField(field) && front->clang.getFieldDeclBitWidth(field) > 0;
}

static struct run run_around(struct front *front, const field_cursors *fields, size_t at) {
    size_t first = at, last = at;
    while (first > 0 && is_in_run(front, fields->items[first - 1])) first--;
    while (last + 1 < fields->count && is_in_run(front, fields->items[last + 1])) last++;
    return (struct run){front->clang.Cursor_getOffsetOfField(fields->items[first]),
                        front->clang.Cursor_getOffsetOfField(fields->items[last]) +
                            front->clang.getFieldDeclBitWidth(fields->items[last])};
}

/* How a number lies that is so far into what is aligned. */
static uint32_t align_at(uint32_t align, uint32_t offset) {
    while (offset % align) align /= 2;
    return align;
}

/* A number of so many bytes that is otherwise like the type. */
static const struct c_type *unit_type(struct front *front, const struct c_type *type, uint32_t size, uint32_t align) {
    if (type->size == size && type->align <= align) return type;
    struct c_type *unit = arena_new_object(front->arena, struct c_type);
    *unit = *type;
    unit->size = size, unit->align = align;
    return unit;
}

/* The unit that is read and written with a bit-field: bytes of its run alone, and of them a word where they have more.
 * A compiler may touch fewer, but the fields of a run are one memory location. Its type says how the unit lies in a
 * structure with that alignment: what is not aligned is accessed in several pieces. */
static bool place_bit_field(struct front *front, struct c_field *field, struct run run, long long bit, uint32_t align) {
    uint32_t word = front->program->pointer_size < 4 ? front->program->pointer_size : 4,
             begin = (uint32_t)(run.begin / 8), end = (uint32_t)((run.end + 7) / 8);
    uint32_t first = (uint32_t)(bit / 8), last = (uint32_t)((bit + field->bit_width + 7) / 8);
    uint32_t unit = begin + (first - begin) / word * word, size = end - unit < word ? end - unit : word;
    if (last > unit + size) size = last - unit;
    if (size > 8) unit = first, size = last - first;
    if (size > 8) return false;
    field->offset = unit;
    field->bit_offset = (uint8_t)(bit - (long long)unit * 8);
    field->type = unit_type(front, field->type, size, align_at(align, unit));
    return true;
}

static void fill_field(struct front *front, struct c_field *field, const field_cursors *fields, size_t at,
                       uint32_t align) {
    CXCursor cursor = fields->items[at];
    long long bit = front->clang.Cursor_getOffsetOfField(cursor);
    const char *name = front_spelling(front, cursor);
    field->name = arena_text(front->arena, front->clang.Cursor_isAnonymous(cursor) || strchr(name, ' ') ? "" : name);
    field->type = type_of_cursor(front, cursor);
    field->offset = bit > 0 ? (uint32_t)(bit / 8) : 0;
    CXType canonical = front->clang.getCanonicalType(front->clang.getCursorType(cursor));
    field->is_const = front->clang.isConstQualifiedType(canonical);
    field->is_volatile = front->clang.isVolatileQualifiedType(canonical);
    if (!front->clang.Cursor_isBitField(cursor)) return;
    field->bit_width = (uint8_t)front->clang.getFieldDeclBitWidth(cursor);
    guess_lays_out(front, cursor);
    if (!place_bit_field(front, field, run_around(front, fields, at), bit, align))
        diag_error(front->diagnostics, front_place(front, cursor),
                   "bit-field `%s` lies across units, which cannot be modelled", name);
}

static bool is_padding(struct front *front, CXCursor field) {
    return front->clang.Cursor_isBitField(field) && !*front_spelling(front, field);
}

/* Registered before its fields are looked at: they may point to it. */
static const struct c_type *record_type(struct front *front, CXType type, CXCursor where) {
    CXCursor declaration = front->clang.getCanonicalCursor(front->clang.getTypeDeclaration(type));
    struct c_type *known = cursor_map_get(&front->type_map, &front->clang, declaration);
    if (known) return known;
    long long size = front->clang.Type_getSizeOf(type);
    if (size > LARGEST_OBJECT) return refuse(front, type, where, "it is too large");
    struct c_type *new = new_type(front, front->clang.getUnqualifiedType(type), C_RECORD);
    new->is_union = front->clang.getCursorKind(declaration) == CXCursor_UnionDecl;
    new->is_block = begins_with(front_spelling(front, declaration), "rtcheck_block_");
    cursor_map_set(&front->type_map, &front->clang, declaration, new);
    field_cursors fields = {0};
    front->clang.Type_visitFields(type, collect_field, &fields);
    byte_machine_check(front, type, declaration, fields.items, fields.count);
    struct c_field *all = arena_new_array(front->arena, struct c_field, fields.count + 1);
    for (size_t i = 0; i < fields.count; i++)
        if (!is_padding(front, fields.items[i])) {
            struct c_field *field = &all[new->count++];
            fill_field(front, field, &fields, i, new->align);
            cursor_map_set(&front->type_map, &front->clang, front->clang.getCanonicalCursor(fields.items[i]), field);
        }
    new->fields = all;
    new->levels = c_type_levels(new);
    new->has_constants = c_type_has_constants(new);
    vec_free(&fields);
    return new;
}

/* ---- Enumerations ---- */

const char *type_enumerator_name(struct front *front, CXCursor enumerator) {
    const char *name = arena_text(front->arena, front_spelling(front, enumerator));
    if (!begins_with(name, BORROWED_ENUMERATOR)) return name;
    const char *type = front_spelling(front, front->clang.getCursorSemanticParent(enumerator));
    return name + strlen(BORROWED_ENUMERATOR) + strlen(type) + 1;
}

static const struct c_type *enumeration_type(struct front *front, CXType type, CXCursor where) {
    CXCursor declaration = front->clang.getCanonicalCursor(front->clang.getTypeDeclaration(type));
    struct c_type *known = cursor_map_get(&front->type_map, &front->clang, declaration);
    if (known) return known;
    const struct c_type *base =
        type_of(front, front->clang.getEnumDeclIntegerType(front->clang.getTypeDeclaration(type)), where);
    struct c_type *new = new_type(front, front->clang.getUnqualifiedType(type), C_INTEGER);
    new->size = base->size, new->align = base->align, new->is_signed = base->is_signed;
    const char *file = front_place(front, declaration).file;
    if (front->guesses_enums && new->size < type_int(front)->size && file &&front_is_users(front, file))
        front_assume_once(front, "enumerations are as small as they can be, as with GCC (--clang -fno-short-enums says "
                                 "otherwise)");
    struct cursors children = front_children(front, front->clang.getTypeDeclaration(type));
    struct c_enumerator *all = arena_new_array(front->arena, struct c_enumerator, children.count + 1);
    for (size_t i = 0; i < children.count; i++) {
        if (front->clang.getCursorKind(children.items[i]) != CXCursor_EnumConstantDecl) continue;
        all[new->count].name = type_enumerator_name(front, children.items[i]);
        all[new->count++].value = build_wrap(new, front->clang.getEnumConstantDeclValue(children.items[i]));
    }
    if (new->count) new->enumerators = all;
    cursor_map_set(&front->type_map, &front->clang, declaration, new);
    return new;
}

/* ---- All of them ---- */

static const struct c_type *find_type(struct front *front, CXType type, CXCursor where) {
    if (front->clang.getAddressSpace(type)) return refuse(front, type, where, "memory with addresses of its own");
    switch (type.kind) {
    case CXType_Void: return type_void(front);
    case CXType_Bool:
    case CXType_Char_U:
    case CXType_UChar:
    case CXType_UShort:
    case CXType_UInt:
    case CXType_ULong:
    case CXType_ULongLong:
    case CXType_Char_S:
    case CXType_SChar:
    case CXType_Short:
    case CXType_Int:
    case CXType_Long:
    case CXType_LongLong: return basic_type(front, type, C_INTEGER);
    case CXType_Float:
    case CXType_Double:
    case CXType_LongDouble: {
        const struct c_type *real = basic_type(front, type, C_FLOAT);
        if (type.kind == CXType_LongDouble && real->size == 4)
            front_assume_once(front, "`long double` has 32 bits, as `avr-gcc` has it before version 10");
        return real->size == 4 || real->size == 8 || real->size == 16
                   ? real
                   : refuse(front, type, where, "floating-point numbers of this size");
    }
    case CXType_Enum: return enumeration_type(front, type, where);
    case CXType_Record: return record_type(front, type, where);
    case CXType_Pointer: return type_pointer_to(front, type_of(front, front->clang.getPointeeType(type), where));
    case CXType_ConstantArray:
    case CXType_IncompleteArray:
    case CXType_VariableArray: return array_type(front, type, where);
    case CXType_FunctionProto:
    case CXType_FunctionNoProto: return function_type(front, type, where);
    case CXType_Complex: return refuse(front, type, where, "complex numbers");
    case CXType_Atomic: return refuse(front, type, where, "atomic types");
    case CXType_Int128:
    case CXType_UInt128: return refuse(front, type, where, "integers of more than 64 bits");
    default: return refuse(front, type, where, "rtcheck does not know it");
    }
}

const struct c_type *type_of(struct front *front, CXType written, CXCursor where) {
    CXType type = front->clang.getCanonicalType(written);
    if (front->type_depth >= DEEPEST_TYPE) {
        if (!front->type_too_deep)
            diag_error(front->diagnostics, front_place(front, where), "a type that is nested too deeply");
        front->type_too_deep = true;
        return type_int(front);
    }
    front->type_depth++;
    const struct c_type *found = find_type(front, type, where);
    front->type_depth--;
    return found;
}

/* `int a[n]` of a parameter, which is `int *a`, and wherever it is used: of anything else, its declaration is refused.
 * Not `int a[n][m]`, nor where `n` does something. */
static bool is_varying_parameter(struct front *front, CXType type, CXCursor cursor) {
    const struct clang *clang = &front->clang;
    bool is_parameter = clang->getCursorKind(cursor) == CXCursor_ParmDecl;
    if (type.kind != CXType_VariableArray || clang->getCursorKind(cursor) == CXCursor_VarDecl) return false;
    if (clang->getCanonicalType(clang->getArrayElementType(type)).kind == CXType_VariableArray) return false;
    struct cursors parts = front_children(front, cursor);
    for (size_t i = 0; is_parameter && i < parts.count; i++)
        if (clang->isExpression(clang->getCursorKind(parts.items[i])) && lower_has_effects(front, parts.items[i]))
            return false;
    return is_parameter || clang->isExpression(clang->getCursorKind(cursor));
}

const struct c_type *type_of_cursor(struct front *front, CXCursor cursor) {
    CXType type = front->clang.getCanonicalType(front->clang.getCursorType(cursor));
    if (is_varying_parameter(front, type, cursor))
        return type_pointer_to(front, type_of(front, front->clang.getArrayElementType(type), cursor));
    return type_of(front, front->clang.getCursorType(cursor), cursor);
}

const struct c_type *type_promoted(struct front *front, const struct c_type *type) {
    const struct c_type *integer = type_int(front);
    if (type->kind != C_INTEGER) return type;
    return type->size < integer->size ? integer : type_integer(front, type->size, type->is_signed);
}

const struct c_type *type_arithmetic(struct front *front, const struct c_type *left, const struct c_type *right) {
    if (left->kind == C_FLOAT || right->kind == C_FLOAT) {
        if (left->kind != C_FLOAT) return right;
        if (right->kind != C_FLOAT) return left;
        return left->size >= right->size ? left : right;
    }
    left = type_promoted(front, left), right = type_promoted(front, right);
    if (left->size != right->size) return left->size > right->size ? left : right;
    return left->is_signed ? right : left;
}

void type_range(const struct c_type *type, int64_t *low, int64_t *high) {
    c_range_of_bits(type, type->size * 8, low, high);
}

void type_range_at(const struct c_expression *place, int64_t *low, int64_t *high) {
    if (c_is_bit_field(place))
        c_range_of_bits(place->type, c_bits_at(place), low, high);
    else
        type_range(place->type, low, high);
}

uint32_t type_free_bytes(const struct c_type *type) {
    uint32_t sum = 0;
    if (type->kind == C_INTEGER) return type->is_bool || type->enumerators ? 0 : type->size;
    if (type->kind == C_ARRAY) return type->count * type_free_bytes(type->target);
    for (uint32_t i = 0; type->kind == C_RECORD && !type->is_union && i < type->count; i++)
        sum += type->fields[i].bit_width ? 0 : type_free_bytes(type->fields[i].type);
    return sum;
}
