#include "cfront/call.h"

#include <string.h>

const char *call_literal(struct front *front, CXCursor cursor) {
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
    expression *values = call_values(lower, &rest);
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

expression call_trace(struct lower *lower, const struct call *call) {
    struct front *front = lower->front;
    const char *literal = call->count ? call_literal(front, call->arguments[0]) : NULL;
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

expression call_format(struct lower *lower, const struct call *call, unsigned at) {
    const char *format = call->count > at ? call_literal(lower->front, call->arguments[at]) : NULL;
    if (!format) return NULL;
    expression *values = call_values(lower, call);
    expression length = lower_format(lower, call->cursor, values[0], at == 2 ? values[1] : NULL, format,
                                     values + at + 1, call->count - at - 1);
    if (call->target)
        lower_assign(lower, call->target, build_convert(lower->front, length, call->target->type, call->place),
                     call->place);
    return length;
}
