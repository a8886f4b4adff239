#include "base/word.h"
#include "cfront/lower/call.h"
#include "cfront/lower/variadic.h"

#include <string.h>

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

/* False: a stub says what it does. */
static bool refuse(struct lower *lower, const struct call *call, expression *result) {
    if (call_stub(lower->front, call->symbol, call->result)) return false;
    *result = lower_refuse(lower, call->cursor, "`%s` cannot be modelled; give a stub", call->symbol->name);
    return true;
}

/* `__builtin_memcpy` is memcpy; a hint is its argument; a constant is its value; others are refused, since an answer of
 * any value would be wrong. */
bool call_builtin(struct lower *lower, struct call *call, expression *result) {
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
    if (begins_with(name, "__sync_") || begins_with(name, "__atomic_")) return refuse(lower, call, result);
    if (!begins_with(name, prefix)) return false;
    if (variadic_builtin(lower, call, result)) return true;
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
        bool ends = call_is_behind_missing(lower) && !strcmp(name, "__builtin_unreachable");
        if (ends) call_emit_no_return(lower, lower->missing, call->place);
        *result = ends ? call_nothing(lower, call) : call_condition(lower, call, C_ASSERT);
    } else if (call->result->kind == C_INTEGER && front_evaluate(front, call->cursor, &value)) {
        *result = build_integer(front, call->result, value, call->place);
        if (call->target) lower_assign(lower, call->target, *result, call->place);
    } else if (call->result->kind == C_FLOAT && front_evaluate_real(front, call->cursor, &real)) {
        *result = build_real(front, call->result, real, call->place);
        if (call->target) lower_assign(lower, call->target, *result, call->place);
    } else {
        return refuse(lower, call, result);
    }
    return true;
}
