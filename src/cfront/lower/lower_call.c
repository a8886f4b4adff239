#include "base/word.h"
#include "cfront/hidden/processor_mask.h"
#include "cfront/hidden/register_masks.h"
#include "cfront/hidden/source_mask.h"
#include "cfront/ir/compatible.h"
#include "cfront/lower/call.h"
#include "cfront/lower/left_open.h"
#include "cfront/lower/variadic.h"
#include "cfront/missing/undeclared.h"
#include "cfront/program/generic.h"

#include <string.h>

/* ---- Arguments ---- */

expression *call_values(struct lower *lower, const struct call *call) {
    struct front *front = lower->front;
    expression *values = arena_new_array(front->arena, expression, call->count + 1);
    struct lower_operand *operands = arena_new_array(front->scratch, struct lower_operand, call->count + 1);
    if (!call->pointer.rest && lower_in_either_order(lower, call->cursor, call->arguments, call->count, NULL, values))
        return values;
    operands[call->count] = call->pointer;
    unsigned last_effect = 0;
    for (unsigned i = 0; i < call->count; i++)
        if (lower_has_effects(front, call->arguments[i])) last_effect = i;
    for (unsigned i = 0; i < call->count; i++) {
        size_t first = lower->code.count;
        values[i] = lower_value(lower, call->arguments[i]);
        if (i < last_effect) values[i] = lower_keep(lower, values[i], call->place);
        operands[i] = (struct lower_operand){first, lower->code.count, values[i]};
    }
    if (call->pointer.rest)
        lower_unordered(lower, operands, call->count + 1, NULL, call->place);
    else
        lower_unordered_of(lower, operands, call->count, NULL, call->cursor);
    return values;
}

void call_keep(struct lower *lower, const struct call *call, expression *values) {
    for (unsigned i = 0; i < call->count; i++) values[i] = lower_keep(lower, values[i], call->place);
}

expression call_destination(struct lower *lower, const struct call *call) {
    if (call->target) return call->target;
    return call->needed && call->result->kind != C_VOID ? lower_temporary(lower, call->result, call->place) : NULL;
}

expression call_result(struct lower *lower, const struct call *call, expression destination) {
    if (!call->needed) return NULL;
    return destination ? build_load(lower->front, destination, call->place)
                       : build_integer(lower->front, type_int(lower->front), 0, call->place);
}

/* Of what goes somewhere, ignored.h finds it out. */
enum c_regard call_regard(const struct call *call, expression destination) {
    if (destination || call->result->kind == C_VOID) return C_LOOKED_AT;
    return call->deliberate ? C_DISCARDED : C_IGNORED;
}

expression call_nothing(struct lower *lower, const struct call *call) {
    return call->needed ? build_integer(lower->front, type_int(lower->front), 0, call->place) : NULL;
}

/* ---- Ordinary calls ---- */

/* A narrow number that is passed as an int, since nothing declares the function here: its lowest bits are the
 * parameter, on every machine. */
static bool is_promoted(struct front *front, const struct call *call, const struct c_type *passed,
                        const struct c_type *given) {
    bool is_undeclared = call->is_replaced || missing_declaration(front, call->symbol->name);
    return is_undeclared && passed->kind == C_INTEGER && given->kind == C_INTEGER && passed->size < given->size &&
           !passed->is_bool;
}

/* A narrower number than the caller was told: on ARM whoever returns it extends it to a word, so that the caller gets
 * the same number if its type has it. So it is where the header of what a stub replaces would say what that gives. */
static bool is_extended(const struct front *front, const struct call *call, const struct c_type *result) {
    bool are_integers = result->kind == C_INTEGER && call->result->kind == C_INTEGER && !call->result->is_bool;
    bool is_narrower = are_integers && result->size < call->result->size;
    if (call->is_replaced) return is_narrower;
    return front_is_arm(front) && is_narrower && !result->is_bool && call->result->size <= 4 &&
           (!result->is_signed || call->result->is_signed);
}

static void assume_extended(struct front *front, const struct call *call, const struct c_type *result) {
    const char *text = arena_printf(
        front->arena, "`%s`, which returns `%s` and is declared as `%s` where it is called, gives the same number",
        call->symbol->name, result->name, call->result->name);
    front_assume_once(front, text);
}

/* Callers and the body may know different declarations of it, in different files, or none (6.5.2.2). What the body
 * calls a character may be passed as an int: that is what its type says. */
static void check_arguments(struct lower *lower, const struct call *call, expression *values) {
    struct front *front = lower->front;
    int count = front->clang.Cursor_getNumArguments(call->symbol->cursor);
    bool has_more = front->clang.Cursor_isVariadic(call->symbol->cursor) && call->count > (unsigned)count;
    if (count >= 0 && (unsigned)count != call->count && !has_more) {
        lower_refuse(lower, call->cursor, "`%s` has %d parameters, but gets %u", call->symbol->name, count,
                     call->count);
        return;
    }
    const struct c_type *function = type_of_cursor(front, call->symbol->cursor), *result = function->target;
    /* Without a header, functions are declared by being called: they return an int then. */
    bool nobody_minds = !call->needed && !call->target;
    bool same_bits = result->kind == C_INTEGER && call->result->kind == C_INTEGER && result->size == call->result->size;
    bool is_ours = call->symbol->is_library || symbol_is_library(front, call->place);
    bool is_undeclared = call->is_replaced || missing_declaration(front, call->symbol->name);
    bool excused = (nobody_minds && (is_ours || is_undeclared)) || (same_bits && call->symbol->is_library) ||
                   is_extended(front, call, result);
    if (!excused && !c_types_compatible(result, call->result))
        lower_refuse(lower, call->cursor, "`%s` returns `%s` where it is defined (%s:%u), but is declared as `%s` here",
                     call->symbol->name, result->name, call->symbol->place.file, call->symbol->place.line,
                     call->result->name);
    for (unsigned i = 0; i < call->count && (!has_more || i < (unsigned)count); i++) {
        const struct c_type *type = type_of_parameter(front, front->clang.Cursor_getArgument(call->symbol->cursor, i));
        const struct c_type *passed = i < function->count ? function->parameters[i] : type;
        if (call->takes_any_real && type_is_scalar(values[i]->type))
            values[i] = build_convert(front, values[i], type, call->place);
        else if ((passed->kind != values[i]->type->kind || passed->size != values[i]->type->size) &&
                 !is_promoted(front, call, passed, values[i]->type))
            lower_refuse(lower, call->arguments[i],
                         "`%s` is declared differently where it is defined (%s:%u): parameter %u is `%s`",
                         call->symbol->name, call->symbol->place.file, call->symbol->place.line, i + 1, type->name);
        else if (type_is_scalar(type))
            values[i] = build_convert(front, values[i], type, call->place);
    }
}

static expression widened(struct lower *lower, const struct call *call, expression narrow) {
    struct front *front = lower->front;
    expression value = build_convert(front, build_load(front, narrow, call->place), call->result, call->place);
    if (!call->is_replaced) assume_extended(front, call, narrow->type);
    if (call->target) lower_assign(lower, call->target, value, call->place);
    return value;
}

/* A number for a pointer, or more or fewer arguments: whoever calls it so without a declaration means a function of his
 * own (`remove(3)`). */
static bool calls_another(struct front *front, const struct call *call) {
    const struct symbol *symbol = call->symbol;
    if (!symbol->is_library || !symbol_is_common_name(symbol->name) || !missing_declaration(front, symbol->name))
        return false;
    const struct c_type *type = type_of_cursor(front, symbol->cursor);
    bool fits = call->count == type->count || (type->is_variadic && call->count > type->count);
    for (unsigned i = 0; fits && i < type->count; i++)
        fits = (type_of_parameter(front, call->arguments[i])->kind == C_POINTER) ==
               (type->parameters[i]->kind == C_POINTER);
    return !fits;
}

/* Of what is called. */
static const struct c_type *called_type(struct lower *lower, const struct call *call) {
    if (call->symbol) return type_of_cursor(lower->front, call->symbol->cursor);
    const struct c_type *pointer = call->pointer.rest->type;
    return pointer->kind == C_POINTER ? pointer->target : pointer;
}

expression call_ordinary(struct lower *lower, const struct call *call) {
    expression *values = call_values(lower, call);
    const struct c_type *type = called_type(lower, call);
    unsigned count = call->count;
    if (call->symbol) check_arguments(lower, call, values);
    if (call->symbol && call_is_math(lower, call)) return call_math(lower, call, values);
    if (type->is_variadic && count >= type->count)
        values = variadic_arguments(lower, call, values, type->count), count = type->count + 1;
    const struct c_function *callee = call->symbol ? symbol_function(lower->front, call->symbol) : NULL;
    const struct c_type *narrow =
        callee && is_extended(lower->front, call, callee->type->target) ? callee->type->target : NULL;
    expression target = narrow ? lower_temporary(lower, narrow, call->place) : call_destination(lower, call);
    struct c_instruction *instruction = lower_emit(lower, C_CALL, call->place);
    instruction->target = target;
    instruction->callee = callee;
    instruction->value = call->pointer.rest;
    instruction->arguments = values, instruction->argument_count = count;
    instruction->regard = call_regard(call, target);
    if (narrow) return widened(lower, call, target);
    return call_result(lower, call, target);
}

/* The function that is called by its name; NULL: through a pointer. */
static struct symbol *called_symbol(struct front *front, CXCursor callee) {
    for (;;) {
        enum CXCursorKind kind = front->clang.getCursorKind(callee);
        if (kind == CXCursor_DeclRefExpr) {
            struct symbol *symbol = symbol_of(front, front->clang.getCursorReferenced(callee));
            return symbol && symbol->is_function ? symbol : NULL;
        }
        enum CXUnaryOperatorKind op = front->clang.getCursorUnaryOperatorKind(callee);
        bool is_choice = kind == CXCursor_GenericSelectionExpr;
        if (!is_choice && kind != CXCursor_ParenExpr && kind != CXCursor_UnexposedExpr &&
            !(kind == CXCursor_UnaryOperator && op == CXUnaryOperator_AddrOf))
            return NULL;
        callee = is_choice ? generic_choice(front, callee) : front_last_expression(front, callee);
        if (front->clang.Cursor_isNull(callee)) return NULL;
    }
}

struct symbol *lower_replacement(struct front *front, struct symbol *symbol) {
    struct stub *stub = stubs_find(&front->stubs, STUB_REPLACE, symbol->name);
    if (!stub) return symbol;
    struct symbol *with = symbol_find_function(front, stub->with);
    if (!with) with = symbol_find_static(front, stub->with);
    if (with && with->has_definition) return with;
    diag_error(front->diagnostics, stub->place, "`%s`, which is to replace `%s`, is not a function with a body",
               stub->with, symbol->name);
    return symbol;
}

/* An application's own `printf`: what C says of it is known. */
static bool prints_as_usual(struct front *front, const struct symbol *symbol) {
    static const char *const names[] = {"printf", "fprintf", "sprintf", "snprintf", NULL};
    if (!is_one_of(symbol->name, names)) return false;
    front_assume_once(front,
                      arena_printf(front->arena, "`%s` of the application does what that of C does", symbol->name));
    return true;
}

bool lower_has_other_body(struct front *front, struct symbol *symbol) {
    bool is_variadic = front->clang.Cursor_isVariadic(symbol->cursor);
    if (!is_variadic || symbol->is_library) return false;
    return stubs_have_code(&front->stubs, symbol->name) || prints_as_usual(front, symbol);
}

expression lower_call(struct lower *lower, CXCursor cursor, expression target, bool needed, bool deliberate) {
    struct front *front = lower->front;
    struct call call = {.cursor = cursor, .target = target, .needed = needed, .deliberate = deliberate};
    call.place = front_place(front, cursor);
    call.result = type_of_cursor(front, cursor);
    struct cursors children = front_expressions(front, cursor);
    if (!children.count) return lower_refuse(lower, cursor, "this call cannot be modelled");
    call.arguments = children.items + 1, call.count = (unsigned)children.count - 1;
    call.symbol = called_symbol(front, children.items[0]);
    if (!call.symbol) {
        size_t first = lower->code.count;
        expression pointer = lower_value(lower, children.items[0]);
        for (unsigned i = 0; i < call.count; i++)
            if (lower_has_effects(front, call.arguments[i])) {
                pointer = lower_keep(lower, pointer, call.place);
                break;
            }
        call.pointer = (struct lower_operand){first, lower->code.count, pointer};
        return call_ordinary(lower, &call);
    }
    struct symbol *meant = lower_replacement(front, call.symbol);
    call.is_replaced = meant != call.symbol && missing_declaration(front, call.symbol->name);
    call.symbol = meant;
    expression result;
    if (!call.symbol->has_definition && call_builtin(lower, &call, &result)) return result;
    if (calls_another(front, &call)) return call_unknown(lower, &call);
    bool has_body = call.symbol->has_definition && !stubs_have_code(&front->stubs, call.symbol->name) &&
                    !lower_has_other_body(front, call.symbol);
    if (has_body && (needed || target)) call.symbol = left_open_in_call(lower, call.symbol, cursor, call.place);
    if (has_body && call.symbol->is_library && call_formats(lower, &call, &result)) return result;
    if (has_body) {
        result = call_ordinary(lower, &call);
        source_mask_call(lower, call.symbol, call.arguments, call.count, call.place);
        register_masks_take(lower, call.place);
        return result;
    }
    if (call_known(lower, &call, &result)) return result;
    if (!stubs_have_code(&front->stubs, call.symbol->name) &&
        processor_mask_call(lower, call.symbol, call.count, call.place))
        return call_masking(lower, &call);
    if (!stubs_have_code(&front->stubs, call.symbol->name) &&
        source_mask_call(lower, call.symbol, call.arguments, call.count, call.place)) {
        lower_barrier(lower, call.place);
        return ends_with(call.symbol->name, "InterruptSource") ? call_succeeding(lower, &call)
                                                               : call_masking(lower, &call);
    }
    return call_unknown(lower, &call);
}

CXCursor lower_direct_call(struct lower *lower, CXCursor value, const struct c_type *type) {
    struct front *front = lower->front;
    value = front_skip_parentheses(front, value);
    if (front->clang.getCursorKind(value) == CXCursor_CallExpr && type_of_cursor(front, value) == type) return value;
    return front->clang.getNullCursor();
}
