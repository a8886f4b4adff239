#include "cfront/lower/variadic.h"
#include "base/word.h"
#include "cfront/ir/compatible.h"

#include <string.h>

/* ---- Types as numbers ---- */

/* As in library_variadic.c: what kind of type it is, and its size, or its number among those that are alike. */
enum {
    SIGNED = 32,
    UNSIGNED = 64,
    REAL = 96,
    ANY_POINTER = 128,
    TO_BYTES = 130,
    TO_SIGNED = 130,
    TO_UNSIGNED = 146,
    POINTER = 164,
    RECORD = 165,
    LIKE = 16384
};
#define LIKE_PREFIX "rtcheck_like_" /* types of the library: whatever is like this one */

/* Compatible types have one number. */
static unsigned number_among(struct front *front, const struct c_type *type) {
    for (size_t i = 0; i < front->argument_types.count; i++)
        if (c_types_compatible(front->argument_types.items[i], type)) return (unsigned)i;
    vec_push(&front->argument_types, type);
    return (unsigned)front->argument_types.count - 1;
}

static unsigned number_of_pointer(struct front *front, const struct c_type *target) {
    if (target->kind == C_VOID) return ANY_POINTER;
    if (target->kind != C_INTEGER || target->is_bool) return POINTER + 2 * number_among(front, target);
    if (target->size == 1) return TO_BYTES;
    return (target->is_signed ? TO_SIGNED : TO_UNSIGNED) + target->size;
}

static unsigned number_of(struct front *front, const struct c_type *type) {
    switch (type->kind) {
    case C_INTEGER: return (type->is_signed ? SIGNED : UNSIGNED) + type->size;
    case C_FLOAT: return REAL + type->size;
    case C_POINTER: return number_of_pointer(front, type->target);
    default: return RECORD + 2 * number_among(front, type);
    }
}

/* ---- Whoever calls ---- */

static struct symbol *library_function(struct front *front, const char *name) {
    struct symbol *symbol = symbol_find_function(front, name);
    return symbol && symbol->has_definition ? symbol : NULL;
}

/* struct rtcheck_argument; NULL: no code asks for arguments. */
static const struct c_type *entry_type(struct front *front) {
    struct symbol *start = library_function(front, "rtcheck_start_arguments");
    return start ? type_of_cursor(front, start->cursor)->parameters[1]->target : NULL;
}

static void fill_entry(struct lower *lower, expression entry, unsigned number, expression argument,
                       struct place place) {
    struct front *front = lower->front;
    const struct c_field *fields = entry->type->fields;
    lower_assign(lower, build_member(front, entry, &fields[0], place),
                 build_integer(front, fields[0].type, number, place), place);
    if (!argument) return;
    expression address = build_address(front, argument, type_pointer_to(front, argument->type), place);
    lower_assign(lower, build_member(front, entry, &fields[1], place),
                 build_convert(front, address, fields[1].type, place), place);
}

/* The address of the table. */
static expression table_of(struct lower *lower, const struct c_type *entry, expression *values, unsigned count,
                           struct place place) {
    struct front *front = lower->front;
    expression table = lower_temporary(lower, type_array_of(front, entry, count + 1), place);
    const struct c_type *any = type_pointer_to(front, type_void(front));
    for (unsigned i = 0; i <= count; i++) {
        unsigned number = i < count ? number_of(front, values[i]->type) : 0;
        if (number && values[i]->type->kind == C_POINTER) values[i] = build_convert(front, values[i], any, place);
        expression at = build_index(front, table, build_integer(front, type_int(front), i, place), place);
        expression argument = i < count ? lower_temporary(lower, values[i]->type, place) : NULL;
        if (argument) lower_assign(lower, argument, values[i], place);
        fill_entry(lower, at, number, argument, place);
    }
    return build_address(front, table, type_pointer_to(front, entry), place);
}

expression *variadic_arguments(struct lower *lower, const struct call *call, expression *values, unsigned named) {
    struct front *front = lower->front;
    struct place place = call->place;
    const struct c_type *entry = entry_type(front), *any = type_pointer_to(front, type_void(front));
    expression *given = arena_new_array(front->arena, expression, named + 1);
    if (entry)
        for (unsigned i = 0; i < named; i++) values[i] = lower_keep(lower, values[i], place);
    for (unsigned i = 0; i < named; i++) given[i] = values[i];
    expression table =
        entry ? table_of(lower, entry, values + named, call->count - named, place) : build_address_0(front, any, place);
    given[named] = build_convert(front, table, any, place);
    return given;
}

/* ---- Whoever is called ---- */

void variadic_add_parameter(struct lower *lower, struct place place) {
    struct front *front = lower->front;
    lower_new_local(lower, "...", type_pointer_to(front, type_void(front)), C_PARAMETER, place);
    lower->function->parameter_count++;
}

static expression parameter(struct lower *lower, struct place place) {
    const struct c_object *object = lower->locals.items[lower->function->parameter_count - 1];
    return build_load(lower->front, build_object(lower->front, object, place), place);
}

/* The pointer of a va_list that is used here: of a structure, its first one. */
static expression pointer_in(struct lower *lower, CXCursor list) {
    struct front *front = lower->front;
    struct place place = front_place(front, list);
    const struct c_type *type = type_of_parameter(front, list);
    bool is_array = type->kind == C_POINTER && type->target->kind == C_RECORD;
    expression whole =
        is_array ? build_dereference(front, lower_value(lower, list), false, place) : lower_place(lower, list);
    for (uint32_t i = 0; whole->type->kind == C_RECORD && i < whole->type->count; i++)
        if (whole->type->fields[i].type->kind == C_POINTER)
            whole = build_member(front, whole, &whole->type->fields[i], place);
    if (whole->type->kind == C_POINTER) return whole;
    lower_refuse(lower, list, "this va_list cannot be modelled");
    return lower_temporary(lower, type_pointer_to(front, type_void(front)), place);
}

/* result = NAME(&list, more) */
static expression call_library(struct lower *lower, const char *name, expression list, expression more,
                               CXCursor cursor) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    struct symbol *symbol = library_function(front, name);
    if (!symbol) return lower_refuse(lower, cursor, "this use of a va_list cannot be modelled");
    const struct c_function *callee = symbol_function(front, symbol);
    const struct c_type *type = callee->type;
    expression *values = arena_new_array(front->arena, expression, 2);
    values[0] = build_address(front, list, type_pointer_to(front, list->type), place);
    values[1] = more;
    for (uint32_t i = 0; i < type->count; i++) values[i] = build_convert(front, values[i], type->parameters[i], place);
    expression result = type->target->kind == C_VOID ? NULL : lower_temporary(lower, type->target, place);
    struct c_instruction *call = lower_emit(lower, C_CALL, place);
    call->callee = callee, call->target = result;
    call->arguments = values, call->argument_count = type->count;
    return result ? build_load(front, result, place) : NULL;
}

bool variadic_builtin(struct lower *lower, const struct call *call, expression *result) {
    static const char *const names[] = {"__builtin_va_start", "__builtin_c23_va_start", "__builtin_stdarg_start", NULL};
    const char *name = call->symbol->name;
    bool starts = is_one_of(name, names), copies = !strcmp(name, "__builtin_va_copy");
    if ((!starts && !copies && strcmp(name, "__builtin_va_end") != 0) || call->count < 1u + copies) return false;
    expression list = pointer_in(lower, call->arguments[0]);
    if (starts)
        call_library(lower, "rtcheck_start_arguments", list, parameter(lower, call->place), call->cursor);
    else if (copies)
        call_library(lower, "rtcheck_copy_arguments", list,
                     build_load(lower->front, pointer_in(lower, call->arguments[1]), call->place), call->cursor);
    else
        call_library(lower, "rtcheck_end_arguments", list, NULL, call->cursor);
    *result = call_nothing(lower, call);
    return true;
}

/* Of that type, or of one that is as `type` in memory: all pointers are passed as `void *`. */
static expression next_as(struct lower *lower, CXCursor cursor, const struct c_type *type) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    expression list = pointer_in(lower, front_last_expression(front, cursor));
    unsigned asked = number_of(front, type_of_cursor(front, cursor));
    const char *name = front_text(front, front->clang.getTypeSpelling(front->clang.getCursorType(cursor)));
    if (begins_with(name, LIKE_PREFIX)) asked += LIKE;
    expression found =
        call_library(lower, "rtcheck_next_argument", list, build_integer(front, type_int(front), asked, place), cursor);
    if (found->type->kind != C_POINTER) return lower_temporary(lower, type, place); /* refused */
    return build_dereference(front, build_convert(front, found, type_pointer_to(front, type), place), false, place);
}

expression variadic_next(struct lower *lower, CXCursor cursor) {
    return next_as(lower, cursor, type_of_cursor(lower->front, cursor));
}

expression variadic_value(struct lower *lower, CXCursor cursor) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    const struct c_type *type = type_of_cursor(front, cursor);
    if (type->kind != C_POINTER) return lower_place_value(lower, variadic_next(lower, cursor), place);
    expression pointer = next_as(lower, cursor, type_pointer_to(front, type_void(front)));
    return build_convert(front, build_load(front, pointer, place), type, place);
}
