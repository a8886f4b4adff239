#include "base/invariant.h"
#include "base/word.h"
#include "cfront/compatible.h"
#include "cfront/generic.h"
#include "cfront/identifiers.h"
#include "cfront/inputs.h"
#include "cfront/left_open.h"
#include "cfront/lower.h"
#include "cfront/missing.h"
#include "cfront/processor_mask.h"
#include "cfront/services.h"
#include "cfront/source_mask.h"

#include <string.h>

struct call {
    CXCursor cursor;
    struct place place;
    struct symbol *symbol; /* NULL: through a pointer */
    const struct c_type *result;
    expression target;
    bool needed, deliberate;
    bool takes_any_real; /* a builtin of any floating-point type */
    CXCursor *arguments;
    unsigned count;
    struct lower_operand pointer; /* through which it is called */
};

/* ---- Arguments ---- */

/* Values of all arguments, in order; those that later ones could change wait in temporaries. */
static expression *argument_values(struct lower *lower, const struct call *call) {
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

/* Where the call's value goes; NULL if nobody wants it. */
static expression destination(struct lower *lower, const struct call *call) {
    if (call->target) return call->target;
    return call->needed && call->result->kind != C_VOID ? lower_temporary(lower, call->result, call->place) : NULL;
}

static expression result_of(struct lower *lower, const struct call *call, expression destination) {
    if (!call->needed) return NULL;
    return destination ? build_load(lower->front, destination, call->place)
                       : build_integer(lower->front, type_int(lower->front), 0, call->place);
}

/* Of what goes somewhere, ignored.h finds it out. */
static enum c_regard regard_of(const struct call *call, expression destination) {
    if (destination || call->result->kind == C_VOID) return C_LOOKED_AT;
    return call->deliberate ? C_DISCARDED : C_IGNORED;
}

/* ---- Services ---- */

static expression alarm_base_field(struct front *front, expression pointer, unsigned index, struct place place) {
    const struct c_type *record = pointer->type->target;
    if (!record || record->kind != C_RECORD || index >= record->count) return NULL;
    const struct c_field *field = &record->fields[index];
    expression member = build_member(front, build_dereference(front, pointer, false, place), field, place);
    return build_address(front, member, type_pointer_to(front, field->type), place);
}

static expression service_call(struct lower *lower, const struct call *call, const struct service *service) {
    struct front *front = lower->front;
    expression *values = argument_values(lower, call);
    expression *ins = arena_new_array(front->arena, expression, SERVICE_PARAMETERS);
    expression *outs = arena_new_array(front->arena, expression, SERVICE_PARAMETERS);
    unsigned in_count = 0, out_count = 0;
    for (unsigned i = 0; i < SERVICE_PARAMETERS && i < call->count; i++) {
        enum service_parameter kind = service->parameters[i];
        CXCursor parameter = front->clang.Cursor_getArgument(call->symbol->cursor, i);
        if (kind == SERVICE_IN && !front->clang.Cursor_isNull(parameter))
            identifiers_check(front, call->arguments[i], front->clang.getCursorType(parameter));
        if (kind == SERVICE_OUT || kind == SERVICE_IN_OUT) outs[out_count++] = values[i];
        if (kind == SERVICE_IN) ins[in_count++] = values[i];
        if (kind == SERVICE_IN_OUT)
            ins[in_count++] = build_load(front, build_dereference(front, values[i], false, call->place), call->place);
        for (unsigned j = 0; kind == SERVICE_ALARM_BASE && j < 3; j++)
            outs[out_count++] = alarm_base_field(front, values[i], j, call->place);
    }
    expression target = destination(lower, call);
    struct c_instruction *instruction = lower_emit(lower, C_SERVICE, call->place);
    instruction->service = service->service;
    instruction->target = target;
    instruction->arguments = ins, instruction->argument_count = in_count;
    instruction->outputs = outs, instruction->output_count = out_count;
    instruction->text = service->name;
    instruction->regard = regard_of(call, target);
    return result_of(lower, call, target);
}

/* ---- Output ---- */

/* A string literal behind parentheses and conversions; anything else has no text before it runs. */
static const char *literal_text(struct front *front, CXCursor cursor) {
    for (;;) {
        enum CXCursorKind kind = front->clang.getCursorKind(cursor);
        if (kind == CXCursor_StringLiteral) return initializer_text(front, cursor);
        if (kind != CXCursor_ParenExpr && kind != CXCursor_UnexposedExpr && kind != CXCursor_CStyleCastExpr)
            return NULL;
        cursor = front_last_expression(front, cursor);
        if (front->clang.Cursor_isNull(cursor)) return NULL;
    }
}

/* The text as a format that prints it. */
static const char *as_format(struct front *front, const char *text) {
    struct text format = {0};
    for (; *text; text++) {
        if (*text == '%') text_add_char(&format, '%');
        text_add_char(&format, *text);
    }
    text_add_char(&format, '\n');
    const char *copy = arena_text(front->arena, format.chars);
    text_free(&format);
    return copy;
}

static void emit_trace(struct lower *lower, const struct call *call, const char *format, unsigned first_argument) {
    struct call rest = *call;
    unsigned skipped = format ? first_argument : 0; /* a format that is a literal needs no object */
    rest.arguments += skipped, rest.count -= skipped;
    expression *values = argument_values(lower, &rest);
    struct c_instruction *trace = lower_emit(lower, C_TRACE, call->place);
    trace->text = format ? arena_text(lower->front->arena, format) : NULL;
    trace->value = format ? NULL : values[0];
    trace->arguments = values + !format;
    trace->argument_count = rest.count - !format;
}

/* `%n` would write, and `*` would take an argument more. */
static bool is_plain_format(const char *format) {
    while ((format = strchr(format, '%'))) {
        format++;
        format += strspn(format, "-+ #0123456789.hlLqjzt");
        if (*format == '*' || *format == 'n') return false;
        if (*format) format++;
    }
    return true;
}

/* How many characters there were, or that they could not be written, is not known. */
static expression trace_result(struct lower *lower, const struct call *call) {
    struct front *front = lower->front;
    if (!call->target && !call->needed) return NULL;
    expression result = lower_temporary(lower, type_int(front), call->place);
    int64_t low, high;
    type_range(result->type, &low, &high);
    if (!strcmp(call->symbol->name, "rtcheck_trace")) low = high = 0;
    lower_choose(lower, result, low, high, call->place)->text = call->symbol->name;
    result = build_load(front, result, call->place);
    if (call->target)
        lower_assign(lower, call->target, build_convert(front, result, call->target->type, call->place), call->place);
    return result;
}

static expression trace_call(struct lower *lower, const struct call *call) {
    struct front *front = lower->front;
    const char *literal = call->count ? literal_text(front, call->arguments[0]) : NULL;
    if (!strcmp(call->symbol->name, "putchar"))
        emit_trace(lower, call, "%c", 0);
    else if (!strcmp(call->symbol->name, "puts"))
        emit_trace(lower, call, literal ? as_format(front, literal) : "%s\n", literal ? 1 : 0);
    else if (literal && !is_plain_format(literal))
        return lower_refuse(lower, call->cursor, "a format with `*` or `%%n` cannot be modelled");
    else if (call->count)
        emit_trace(lower, call, literal, 1);
    return trace_result(lower, call);
}

/* NULL: its format is no literal. */
static expression format_call(struct lower *lower, const struct call *call, unsigned at) {
    const char *format = call->count > at ? literal_text(lower->front, call->arguments[at]) : NULL;
    if (!format) return NULL;
    expression *values = argument_values(lower, call);
    expression length = lower_format(lower, call->cursor, values[0], at == 2 ? values[1] : NULL, format,
                                     values + at + 1, call->count - at - 1);
    if (call->target)
        lower_assign(lower, call->target, build_convert(lower->front, length, call->target->type, call->place),
                     call->place);
    return length;
}

/* ---- Choices and properties ---- */

/* An empty range would end all runs there, and one that was cut to another type would leave some out: no `holds` may
 * come of that. */
static void require(struct lower *lower, const struct call *call, enum c_operator op, expression left, int64_t right,
                    const char *what) {
    struct front *front = lower->front;
    expression limit = build_integer(front, left->type, right, call->place);
    expression condition = build_binary(front, op, left, limit, type_int(front), call->place);
    guess_decides(lower->front, condition);
    if (condition->kind == C_CONSTANT && condition->integer) return;
    struct c_instruction *check = lower_emit(lower, C_ASSERT, call->place);
    check->value = condition;
    check->text = arena_printf(front->arena, "`%s`: %s", call->symbol->name, what);
    check->is_memory = true;
}

/* A bound, as a number of the type of the result. */
static expression bound_of(struct lower *lower, const struct call *call, expression value, const struct c_type *type) {
    static const char what[] = "a bound does not fit in the type of its result";
    int64_t low, high;
    if (value->kind == C_CONVERT && value->type->is_signed && value->left->type->kind == C_INTEGER &&
        value->left->type->size < value->type->size)
        value = value->left; /* the same number */
    value = lower_keep(lower, value, call->place);
    if (value->type->kind == C_INTEGER && !value->type->is_bool) {
        type_range(type, &low, &high);
        bool wider = value->type->size > type->size;
        if (value->type->is_signed && wider) require(lower, call, C_GREATER_EQUAL, value, low, what);
        if (wider || (!value->type->is_signed && value->type->size == type->size))
            require(lower, call, C_LESS_EQUAL, value, high, what);
    }
    return lower_keep(lower, build_convert(lower->front, value, type, call->place), call->place);
}

static expression choose_between(struct lower *lower, const struct call *call) {
    struct front *front = lower->front;
    expression *values = argument_values(lower, call);
    expression target = call->target ? call->target : lower_temporary(lower, call->result, call->place);
    expression low = bound_of(lower, call, values[0], target->type);
    expression high = bound_of(lower, call, values[1], target->type);
    expression empty = build_binary(front, C_GREATER, low, high, type_int(front), call->place);
    require(lower, call, C_EQUAL, empty, 0, "the range is empty, its first bound is above the other");
    struct c_instruction *instruction = lower_emit(lower, C_CHOOSE, call->place);
    instruction->target = target;
    instruction->value = low;
    instruction->other = high;
    return result_of(lower, call, target);
}

static expression nothing(struct lower *lower, const struct call *call) {
    return call->needed ? build_integer(lower->front, type_int(lower->front), 0, call->place) : NULL;
}

static expression condition_call(struct lower *lower, const struct call *call, enum c_instruction_kind kind) {
    struct front *front = lower->front;
    if (call->count) left_open_tested(lower, call->arguments[0]);
    expression value =
        call->count ? lower_value(lower, call->arguments[0]) : build_integer(front, type_int(front), 0, call->place);
    const char *text = call->count > 1 ? literal_text(front, call->arguments[1]) : NULL;
    if (!text) {
        struct text printed = {0};
        if (call->count)
            c_print_expression(value, &printed);
        else
            text_add(&printed, call->symbol->name);
        text = arena_text(front->arena, text_chars(&printed));
        text_free(&printed);
    }
    struct c_instruction *instruction = lower_emit(lower, kind, call->place);
    instruction->value = value;
    instruction->text = text;
    instruction->is_memory = !strcmp(call->symbol->name, "__rtcheck_memory");
    return nothing(lower, call);
}

static expression interrupt_call(struct lower *lower, const struct call *call) {
    expression *values = argument_values(lower, call);
    lower_emit(lower, C_INTERRUPT, call->place)->value = values[0];
    return nothing(lower, call);
}

/* Of our heap (library.c): __rtcheck_to_be_freed(pointer), __rtcheck_freed(&block). */
static expression free_call(struct lower *lower, const struct call *call) {
    expression pointer = lower_value(lower, call->arguments[0]);
    struct c_instruction *instruction = lower_emit(lower, C_FREE, call->place);
    if (!strcmp(call->symbol->name, "__rtcheck_freed")) {
        while (pointer->kind == C_CONVERT) pointer = pointer->left;
        invariant(pointer->kind == C_ADDRESS);
        instruction->target = pointer->left;
    } else {
        instruction->value = pointer;
    }
    return nothing(lower, call);
}

static bool must_not_be_reached(const char *name) {
    static const char *const names[] = {"__VERIFIER_error", "reach_error",   "abort",        "__assert_fail",
                                        "__assert",         "__assert_func", "__assert_rtn", NULL};
    return is_one_of(name, names);
}

/* exit() and its like: what atexit() would have called is refused where that is called. */
static bool ends_program(const char *name) {
    static const char *const names[] = {"exit", "_exit", "_Exit", "quick_exit", NULL};
    return is_one_of(name, names);
}

static void emit_end(struct lower *lower, const char *name, struct place place) {
    struct c_instruction *instruction = lower_emit(lower, C_SERVICE, place);
    const char *text = arena_printf(lower->front->arena, "behind `%s` nothing runs any more, no hook either", name);
    instruction->service = OSEK_ProgramEnds;
    instruction->text = name;
    front_assume_once(lower->front, text);
}

/* It may go on for ever, or end all: meanwhile others run. */
static void emit_no_return(struct lower *lower, const char *name, struct place place) {
    struct front *front = lower->front;
    label again = lower_new_label(lower), end = lower_new_label(lower);
    lower_place_label(lower, again);
    expression goes_on = lower_temporary(lower, type_int(front), place);
    lower_choose(lower, goes_on, 0, 1, place)->text = name;
    lower_branch(lower, build_load(front, goes_on, place), again, end, place);
    lower_place_label(lower, end);
    emit_end(lower, name, place);
}

/* ... since its declaration says so: by a word, or an attribute, which is a part of its type. */
static bool does_not_return(struct front *front, const struct symbol *symbol) {
    for (size_t i = 0; i < front->endless_names.count; i++)
        if (!strcmp(front->endless_names.items[i], symbol->name)) return true;
    return strstr(front_text(front, front->clang.getTypeSpelling(front->clang.getCursorType(symbol->cursor))),
                  "noreturn") != NULL;
}

/* ... since the program says that what stands behind the call is not reached. */
static bool is_behind_missing(const struct lower *lower) {
    if (!lower->missing || lower->missing_end != lower->code.count || lower->unreachable) return false;
    for (size_t i = 0; i < lower->labels.count; i++)
        if (lower->labels.items[i] == lower->code.count) return false; /* other ways lead here */
    return true;
}

static expression end_call(struct lower *lower, const struct call *call) {
    argument_values(lower, call);
    emit_end(lower, call->symbol->name, call->place);
    return nothing(lower, call);
}

/* What NDEBUG makes of assert(). */
static expression left_out_assertion(struct lower *lower, const struct call *call) {
    front_assume_once(lower->front, "assertions hold, which NDEBUG takes away");
    return nothing(lower, call);
}

/* Functions without a body that mean something to us. */
static bool known_call(struct lower *lower, const struct call *call, expression *result) {
    static const char *const ranges[] = {"rtcheck_range", "random", NULL};
    static const char *const asserts[] = {"__rtcheck_assert", "__VERIFIER_assert", "rtcheck_assert", "assert", NULL};
    static const char *const memory[] = {"__rtcheck_memory", NULL};
    static const char *const frees[] = {"__rtcheck_to_be_freed", "__rtcheck_freed", NULL};
    static const char *const assumes[] = {"__VERIFIER_assume", "rtcheck_assume", NULL};
    static const char *const outputs[] = {"printf", "puts", "putchar", "rtcheck_trace", NULL};
    struct call rest;
    const char *name = call->symbol->name;
    const struct service *service = service_find(name);
    if (service)
        *result = service_call(lower, call, service);
    else if (is_one_of(name, ranges) && call->count == 2)
        *result = choose_between(lower, call);
    else if ((is_one_of(name, asserts) && call->count) || (is_one_of(name, memory) && call->count == 2))
        *result = condition_call(lower, call, C_ASSERT);
    else if (!strcmp(name, "__rtcheck_not_asserted"))
        *result = left_out_assertion(lower, call);
    else if (is_one_of(name, frees) && call->count == 1)
        *result = free_call(lower, call);
    else if (is_one_of(name, assumes) && call->count)
        *result = condition_call(lower, call, C_ASSUME);
    else if (must_not_be_reached(name))
        *result = condition_call(
            lower,
            &(struct call){
                .cursor = call->cursor, .place = call->place, .symbol = call->symbol, .result = call->result},
            C_ASSERT);
    else if (ends_program(name) && !stubs_have_code(&lower->front->stubs, call->symbol->name))
        *result = end_call(lower, call);
    else if (is_one_of(name, outputs))
        *result = trace_call(lower, call);
    else if (!strcmp(name, "fprintf") && call->count > 1)
        rest = *call, rest.arguments++, rest.count--, *result = trace_call(lower, &rest); /* whichever file */
    else if (!strcmp(name, "rtcheck_interrupt") && call->count == 1)
        *result = interrupt_call(lower, call);
    else if (!strcmp(name, "sprintf") && !stubs_have_code(&lower->front->stubs, call->symbol->name))
        return (*result = format_call(lower, call, 1));
    else if (!strcmp(name, "snprintf") && !stubs_have_code(&lower->front->stubs, call->symbol->name))
        return (*result = format_call(lower, call, 2));
    else
        return false;
    return true;
}

/* ---- The compiler's builtins ---- */

static bool takes_any_real(const char *name) {
    return begins_with(name, "is") || !strcmp(name, "fpclassify") || !strcmp(name, "signbit");
}

/* Behind the name of the function for the widest of its arguments: f, l, or nothing. */
static const char *suffix_for(struct lower *lower, const struct call *call) {
    bool any_double = false, any_long = false;
    for (unsigned i = 0; i < call->count; i++) {
        enum CXTypeKind kind =
            lower->front->clang.getCanonicalType(lower->front->clang.getCursorType(call->arguments[i])).kind;
        any_long |= kind == CXType_LongDouble;
        any_double |= kind != CXType_Float;
    }
    return any_long ? "l" : any_double ? "" : "f";
}

/* The library's function that a builtin is; NULL: there is none, or it is a constant (`nan`). */
static struct symbol *plain_function(struct lower *lower, struct call *call, const char *name) {
    struct front *front = lower->front;
    struct symbol *plain = symbol_find_function(front, name), *own = NULL;
    call->takes_any_real = takes_any_real(name);
    if (call->takes_any_real)
        own = symbol_find_function(front, arena_printf(front->scratch, "%s%s", name, suffix_for(lower, call)));
    if (own && own->has_definition) return own;
    return plain && plain->has_definition && !begins_with(name, "nan") ? plain : NULL;
}

/* `__builtin_memcpy` is memcpy; a hint is its argument; a constant is its value; others are refused, since an answer of
 * any value would be wrong. */
static bool builtin_call(struct lower *lower, struct call *call, expression *result) {
    struct front *front = lower->front;
    static const char prefix[] = "__builtin_";
    const char *name = call->symbol->name;
    int64_t value;
    double real;
    if (!strcmp(name, "__sync_synchronize")) {
        lower_barrier(lower, call->place);
        *result = build_integer(front, type_int(front), 0, call->place);
        return true;
    }
    if (begins_with(name, "__sync_") || begins_with(name, "__atomic_")) {
        *result = lower_refuse(lower, call->cursor, "`%s` cannot be modelled; give a stub", name);
        return true;
    }
    if (!begins_with(name, prefix)) return false;
    struct symbol *plain = plain_function(lower, call, name + sizeof prefix - 1);
    if (plain) {
        call->symbol = plain;
        return false;
    }
    if (begins_with(name, "__builtin_expect") && call->count) {
        *result = build_convert(front, lower_value(lower, call->arguments[0]), call->result, call->place);
        if (call->target) lower_assign(lower, call->target, *result, call->place);
    } else if (!strcmp(name, "__builtin_unreachable") || !strcmp(name, "__builtin_trap")) {
        call->count = 0;
        bool ends = is_behind_missing(lower) && !strcmp(name, "__builtin_unreachable");
        if (ends) emit_no_return(lower, lower->missing, call->place);
        *result = ends ? nothing(lower, call) : condition_call(lower, call, C_ASSERT);
    } else if (call->result->kind == C_INTEGER && front_evaluate(front, call->cursor, &value)) {
        *result = build_integer(front, call->result, value, call->place);
        if (call->target) lower_assign(lower, call->target, *result, call->place);
    } else if (call->result->kind == C_FLOAT && front_evaluate_real(front, call->cursor, &real)) {
        *result = build_real(front, call->result, real, call->place);
        if (call->target) lower_assign(lower, call->target, *result, call->place);
    } else {
        *result = lower_refuse(lower, call->cursor, "`%s` cannot be modelled; give a stub", name);
    }
    return true;
}

/* ---- Functions without a body ---- */

/* Library functions that do more than return a value: to take them for harmless would be wrong. */
static bool is_refused(const char *name) {
    static const char *const names[] = {
        "setjmp",         "_setjmp",       "sigsetjmp", "longjmp", "siglongjmp",    "sprintf",
        "snprintf",       "vsprintf",      "vsnprintf", "vprintf", "scanf",         "sscanf",
        "pthread_create", "thrd_create",   "alloca",    "atexit",  "at_quick_exit", "getenv",
        "system",         "aligned_alloc", "strerror",  "mblen",   "mbtowc",        "wctomb",
        "mbstowcs",       "wcstombs",      NULL};
    return is_one_of(name, names);
}

static bool is_nondeterministic_by_name(const char *name) { return begins_with(name, "__VERIFIER_nondet_"); }

/* What stands behind the pointer may not be written. */
static bool points_at_constant(struct front *front, CXType type) {
    type = front->clang.getCanonicalType(type);
    return type.kind == CXType_Pointer && front->clang.isConstQualifiedType(front->clang.getPointeeType(type));
}

/* Of the function, or of what a pointer to it leads to. */
static CXType type_of_function(struct front *front, const struct symbol *symbol) {
    CXType type = front->clang.getCanonicalType(front->clang.getCursorType(symbol->cursor));
    return type.kind == CXType_Pointer ? front->clang.getCanonicalType(front->clang.getPointeeType(type)) : type;
}

/* It may write through the pointers that it gets, but for those of a variable number of arguments. */
static void overwrite_arguments(struct lower *lower, const struct call *call, expression *values) {
    struct front *front = lower->front;
    CXType type = type_of_function(front, call->symbol);
    int count = front->clang.getNumArgTypes(type);
    bool declared = type.kind == CXType_FunctionProto;
    for (unsigned i = 0; i < call->count && (!declared || (int)i < count); i++) {
        CXType argument = front->clang.getCursorType(call->arguments[i]);
        bool constant = points_at_constant(front, declared ? front->clang.getArgType(type, i) : argument);
        if (values[i]->type->kind == C_POINTER && !constant)
            missing_overwrite(lower, values[i], call->symbol->name, call->place);
    }
}

/* The values that a stub says it gives. */
static bool stubbed_range(struct front *front, struct symbol *symbol, const struct c_type *result, int64_t *low,
                          int64_t *high) {
    struct stub *stub = stubs_find(&front->stubs, STUB_RETURNS, symbol->name);
    if (!stub || !stub->has_range ||
        (result->kind != C_INTEGER && result->kind != C_POINTER && result->kind != C_FLOAT))
        return false;
    inputs_take_stub(front, stub, result, result->size * 8, low, high);
    return true;
}

/* Whoever gets the address of a function, directly or not, may call it when he likes. */
static void note_given(struct lower *lower, expression value, const char *to) {
    vec_push(&lower->front->given, ((struct c_given){value, lower->function, to}));
}

static expression unknown_call(struct lower *lower, const struct call *call) {
    struct front *front = lower->front;
    struct symbol *symbol = call->symbol;
    int64_t low, high;
    bool stubbed = stubs_have_code(&front->stubs, symbol->name);
    if (is_refused(symbol->name) && !stubbed)
        return lower_refuse(lower, call->cursor, "`%s` cannot be modelled; give a stub", symbol->name);
    if (!stubbed && missing_refuse_open(front, symbol, call->place)) return nothing(lower, call);
    expression *values = argument_values(lower, call);
    if (!stubbed && !is_nondeterministic_by_name(symbol->name)) {
        missing_note(front, symbol, call->place);
        missing_doubt_macro(front, symbol, call->cursor, call->place);
        for (unsigned i = 0; i < call->count; i++) note_given(lower, values[i], symbol->name);
        for (unsigned i = 0; i < call->count; i++) values[i] = lower_keep(lower, values[i], call->place);
        overwrite_arguments(lower, call, values);
        if (does_not_return(front, symbol)) emit_no_return(lower, symbol->name, call->place);
        lower->missing = symbol->name;
        lower->missing_end = lower->code.count;
    }
    if (call->result->kind == C_VOID) return nothing(lower, call);
    if (!call->needed && !call->target) return NULL;
    expression target = call->target ? call->target : lower_temporary(lower, call->result, call->place);
    if (stubbed_range(front, symbol, call->result, &low, &high))
        lower_choose(lower, target, low, high, call->place)->text = symbol->name;
    else if (!missing_result(lower, symbol, target, call->place))
        return nothing(lower, call);
    return result_of(lower, call, target);
}

/* What is behind it is not known: whether interrupts were on, for instance. */
static expression masking_call(struct lower *lower, const struct call *call) {
    if (call->result->kind == C_VOID || (!call->needed && !call->target)) return nothing(lower, call);
    expression target = call->target ? call->target : lower_temporary(lower, call->result, call->place);
    if (!missing_result(lower, call->symbol, target, call->place)) return nothing(lower, call);
    return result_of(lower, call, target);
}

static expression succeeding_call(struct lower *lower, const struct call *call) {
    struct front *front = lower->front;
    expression ok = build_integer(front, call->result->kind == C_VOID ? type_int(front) : call->result, 0, call->place);
    if (call->needed || call->target)
        front_assume_once(front, arena_printf(front->arena, "`%s` returns E_OK", call->symbol->name));
    if (call->target) lower_assign(lower, call->target, ok, call->place);
    return call->needed ? ok : NULL;
}

/* A function that is called through a pointer needs a body, even if it has none. */
void lower_missing_body(struct lower *lower, struct symbol *symbol) {
    struct front *front = lower->front;
    const struct c_type *result = lower->function->type->target;
    struct place place = symbol->place;
    int64_t low, high;
    if (service_find(symbol->name)) {
        diag_error(front->diagnostics, place, "service `%s` is called through a pointer, which is not supported",
                   symbol->name);
        return;
    }
    if (must_not_be_reached(symbol->name)) {
        condition_call(lower, &(struct call){.place = place, .symbol = symbol, .result = result}, C_ASSERT);
    } else if (!stubs_have_code(&front->stubs, symbol->name) && ends_program(symbol->name)) {
        emit_end(lower, symbol->name, place);
    } else if (!stubs_have_code(&front->stubs, symbol->name) && is_refused(symbol->name) && !symbol->has_definition) {
        diag_error(front->diagnostics, place, "`%s`, whose address is taken, cannot be modelled; give a stub",
                   symbol->name);
    } else if (!stubs_have_code(&front->stubs, symbol->name) && !symbol->has_definition) {
        missing_note(front, symbol, place);
        processor_mask_missing(lower, symbol, place);
        source_mask_missing(lower, symbol, place);
        for (uint32_t i = 0; i < lower->function->parameter_count; i++) {
            expression parameter = build_load(front, build_object(front, lower->locals.items[i], place), place);
            note_given(lower, parameter, symbol->name);
            CXType type = front->clang.getArgType(type_of_function(front, symbol), i);
            if (parameter->type->kind == C_POINTER && !points_at_constant(front, type))
                missing_overwrite(lower, parameter, symbol->name, place);
        }
        if (does_not_return(front, symbol)) emit_no_return(lower, symbol->name, place);
    }
    if (result->kind == C_VOID) return;
    expression value = lower_temporary(lower, result, place);
    if (stubbed_range(front, symbol, result, &low, &high))
        lower_choose(lower, value, low, high, place)->text = symbol->name;
    else if (!missing_result(lower, symbol, value, place))
        return;
    lower_emit(lower, C_RETURN, place)->value = build_load(front, value, place);
    lower->unreachable = true;
}

/* ---- Ordinary calls ---- */

/* A narrow number that is passed as an int, since nothing declares the function here: its lowest bits are the
 * parameter, on every machine. */
static bool is_promoted(struct front *front, const struct call *call, const struct c_type *passed,
                        const struct c_type *given) {
    return missing_declaration(front, call->symbol->name) && passed->kind == C_INTEGER && given->kind == C_INTEGER &&
           passed->size < given->size && !passed->is_bool;
}

/* A narrower number than the caller was told: on ARM whoever returns it extends it to a word, so that the caller gets
 * the same number if its type has it. */
static bool is_extended(const struct front *front, const struct call *call, const struct c_type *result) {
    return front_is_arm(front) && result->kind == C_INTEGER && call->result->kind == C_INTEGER && !result->is_bool &&
           !call->result->is_bool && result->size < call->result->size && call->result->size <= 4 &&
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
    if (count >= 0 && (unsigned)count != call->count) {
        lower_refuse(lower, call->cursor, "`%s` has %d parameters, but gets %u", call->symbol->name, count,
                     call->count);
        return;
    }
    const struct c_type *function = symbol_function(front, call->symbol)->type, *result = function->target;
    /* Without a header, functions are declared by being called: they return an int then. */
    bool nobody_minds = !call->needed && !call->target;
    bool same_bits = result->kind == C_INTEGER && call->result->kind == C_INTEGER && result->size == call->result->size;
    bool excused = (nobody_minds && (call->symbol->is_library || missing_declaration(front, call->symbol->name))) ||
                   (same_bits && call->symbol->is_library) || is_extended(front, call, result);
    if (!excused && !c_types_compatible(result, call->result))
        lower_refuse(lower, call->cursor, "`%s` returns `%s` where it is defined (%s:%u), but is declared as `%s` here",
                     call->symbol->name, result->name, call->symbol->place.file, call->symbol->place.line,
                     call->result->name);
    for (unsigned i = 0; i < call->count; i++) {
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
    assume_extended(front, call, narrow->type);
    if (call->target) lower_assign(lower, call->target, value, call->place);
    return value;
}

static expression ordinary_call(struct lower *lower, const struct call *call) {
    expression *values = argument_values(lower, call);
    if (call->symbol) check_arguments(lower, call, values);
    const struct c_function *callee = call->symbol ? symbol_function(lower->front, call->symbol) : NULL;
    const struct c_type *narrow =
        callee && is_extended(lower->front, call, callee->type->target) ? callee->type->target : NULL;
    expression target = narrow ? lower_temporary(lower, narrow, call->place) : destination(lower, call);
    struct c_instruction *instruction = lower_emit(lower, C_CALL, call->place);
    instruction->target = target;
    instruction->callee = callee;
    instruction->value = call->pointer.rest;
    instruction->arguments = values, instruction->argument_count = call->count;
    instruction->regard = regard_of(call, target);
    if (narrow) return widened(lower, call, target);
    return result_of(lower, call, target);
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

static struct symbol *replacement(struct front *front, struct symbol *symbol) {
    struct stub *stub = stubs_find(&front->stubs, STUB_REPLACE, symbol->name);
    if (!stub) return symbol;
    struct symbol *with = symbol_find_function(front, stub->with);
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
    return is_variadic && (stubs_have_code(&front->stubs, symbol->name) || prints_as_usual(front, symbol));
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
        return ordinary_call(lower, &call);
    }
    call.symbol = replacement(front, call.symbol);
    expression result;
    if (!call.symbol->has_definition && builtin_call(lower, &call, &result)) return result;
    bool has_body = call.symbol->has_definition && !stubs_have_code(&front->stubs, call.symbol->name) &&
                    !lower_has_other_body(front, call.symbol);
    if (has_body && (needed || target)) call.symbol = left_open_in_call(lower, call.symbol, cursor, call.place);
    if (has_body) {
        result = ordinary_call(lower, &call);
        source_mask_call(lower, call.symbol, call.arguments, call.count, call.place);
        return result;
    }
    if (known_call(lower, &call, &result)) return result;
    if (!stubs_have_code(&front->stubs, call.symbol->name) &&
        processor_mask_call(lower, call.symbol, call.count, call.place))
        return masking_call(lower, &call);
    if (!stubs_have_code(&front->stubs, call.symbol->name) &&
        source_mask_call(lower, call.symbol, call.arguments, call.count, call.place)) {
        lower_barrier(lower, call.place);
        return ends_with(call.symbol->name, "InterruptSource") ? succeeding_call(lower, &call)
                                                               : masking_call(lower, &call);
    }
    return unknown_call(lower, &call);
}

CXCursor lower_direct_call(struct lower *lower, CXCursor value, const struct c_type *type) {
    struct front *front = lower->front;
    value = front_skip_parentheses(front, value);
    if (front->clang.getCursorKind(value) == CXCursor_CallExpr && type_of_cursor(front, value) == type) return value;
    return front->clang.getNullCursor();
}
