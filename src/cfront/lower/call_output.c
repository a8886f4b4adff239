#include "cfront/lower/call.h"
#include "cfront/program/guess.h"
#include "cfront/program/literal.h"

#include <string.h>

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

/* Undefined by 7.21.6.1: what the format asks for is not there, or something else; NULL: all is well. */
static const char *misfit(const char *format, const expression *values, unsigned count) {
    for (unsigned next = 0; (format = strchr(format, '%')); next++) {
        format++;
        format += strspn(format, "-+ #0123456789.hlLqjzt");
        char letter = *format;
        if (!letter) return NULL;
        format++;
        if (letter == '%') {
            next--;
            continue;
        }
        if (next >= count) return "it gets fewer arguments than its format asks for";
        bool wants_real = strchr("aAeEfFgG", letter) != NULL, wants_integer = strchr("diouxXc", letter) != NULL;
        bool is_real = values[next]->type->kind == C_FLOAT;
        if ((wants_real && !is_real) || (wants_integer && is_real))
            return "it gets an argument of another type than its format asks for";
    }
    return NULL;
}

static void check_format(struct lower *lower, const struct call *call, const char *format, const expression *values,
                         unsigned count) {
    struct front *front = lower->front;
    const char *what = misfit(format, values, count);
    if (!what) return;
    struct c_instruction *check = lower_emit(lower, C_ASSERT, call->place);
    check->value = build_integer(front, type_int(front), 0, call->place);
    check->text = arena_printf(front->arena, "`%s`: %s", call->symbol->name, what);
    check->is_memory = true;
}

static void emit_trace(struct lower *lower, const struct call *call, const char *format, unsigned first_argument) {
    struct call rest = *call;
    unsigned skipped = format ? first_argument : 0; /* a format that is a literal needs no object */
    rest.arguments += skipped, rest.count -= skipped;
    for (unsigned i = 0; i < rest.count; i++) guess_gives_away(lower->front, rest.arguments[i]);
    expression *values = call_values(lower, &rest);
    bool leads_somewhere = false;
    for (unsigned i = 0; i < rest.count; i++) leads_somewhere |= values[i]->type->kind == C_POINTER;
    if (format && leads_somewhere) guess_formats(lower->front, format, call->place);
    if (format) check_format(lower, call, format, values, rest.count);
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

/* The library makes a text of it. */
static expression print_formatted(struct lower *lower, const struct call *call) {
    struct call instead = *call;
    instead.symbol = symbol_find_function(lower->front, "rtcheck_printf");
    if (instead.symbol && instead.symbol->has_definition) return call_ordinary(lower, &instead);
    return lower_refuse(lower, call->cursor, "a format with `*` or `%%n` cannot be modelled");
}

expression call_trace(struct lower *lower, const struct call *call) {
    struct front *front = lower->front;
    const char *literal = call->count ? call_literal(front, call->arguments[0]) : NULL;
    if (!strcmp(call->symbol->name, "putchar"))
        emit_trace(lower, call, "%c", 0);
    else if (!strcmp(call->symbol->name, "puts"))
        emit_trace(lower, call, literal ? as_format(front, literal) : "%s\n", literal ? 1 : 0);
    else if (literal && !is_plain_format(literal))
        return print_formatted(lower, call);
    else if (call->count)
        emit_trace(lower, call, literal, 1);
    return trace_result(lower, call);
}

expression call_format(struct lower *lower, const struct call *call, unsigned at) {
    const char *format = call->count > at ? call_literal(lower->front, call->arguments[at]) : NULL;
    if (!format || !lower_formats(lower, call->cursor, format, call->arguments + at + 1, call->count - at - 1))
        return NULL;
    guess_formats(lower->front, format, call->place);
    expression *values = call_values(lower, call);
    expression length = lower_format(lower, call->cursor, values[0], at == 2 ? values[1] : NULL, format,
                                     values + at + 1, call->count - at - 1);
    if (call->target)
        lower_assign(lower, call->target, build_convert(lower->front, length, call->target->type, call->place),
                     call->place);
    return length;
}
