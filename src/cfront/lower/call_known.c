#include "base/invariant.h"
#include "base/word.h"
#include "cfront/ir/compatible.h"
#include "cfront/library/services.h"
#include "cfront/lower/call.h"
#include "cfront/lower/left_open.h"
#include "cfront/program/literal.h"

#include <string.h>

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
    expression *values = call_values(lower, call);
    expression target = call->target ? call->target : lower_temporary(lower, call->result, call->place);
    expression low = bound_of(lower, call, values[0], target->type);
    expression high = bound_of(lower, call, values[1], target->type);
    expression empty = build_binary(front, C_GREATER, low, high, type_int(front), call->place);
    require(lower, call, C_EQUAL, empty, 0, "the range is empty, its first bound is above the other");
    struct c_instruction *instruction = lower_emit(lower, C_CHOOSE, call->place);
    instruction->target = target;
    instruction->value = low;
    instruction->other = high;
    return call_result(lower, call, target);
}

expression call_condition(struct lower *lower, const struct call *call, enum c_instruction_kind kind) {
    struct front *front = lower->front;
    if (call->count) left_open_tested(lower, call->arguments[0]);
    expression value =
        call->count ? lower_value(lower, call->arguments[0]) : build_integer(front, type_int(front), 0, call->place);
    const char *text = call->count > 1 ? call_literal(front, call->arguments[1]) : NULL;
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
    instruction->is_room = !strcmp(call->symbol->name, "__rtcheck_room");
    instruction->is_memory = instruction->is_room || !strcmp(call->symbol->name, "__rtcheck_memory");
    return call_nothing(lower, call);
}

static expression interrupt_call(struct lower *lower, const struct call *call) {
    expression *values = call_values(lower, call);
    lower_emit(lower, C_INTERRUPT, call->place)->value = values[0];
    return call_nothing(lower, call);
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
    return call_nothing(lower, call);
}

/* ---- All of them ---- */

static expression end_call(struct lower *lower, const struct call *call) {
    call_keep(lower, call, call_values(lower, call));
    call_emit_end(lower, call->symbol->name, call->place);
    return call_nothing(lower, call);
}

/* What NDEBUG makes of assert(). */
static expression left_out_assertion(struct lower *lower, const struct call *call) {
    front_assume_once(lower->front, "assertions hold, which NDEBUG takes away");
    return call_nothing(lower, call);
}

/* One with a text behind the condition is somebody else's. */
static bool is_assert_of_c(const struct call *call) {
    return !strcmp(call->symbol->name, "assert") && call->count == 1;
}

bool call_formats(struct lower *lower, const struct call *call, expression *result) {
    const char *name = call->symbol->name;
    unsigned at = !strcmp(name, "sprintf") ? 1 : !strcmp(name, "snprintf") ? 2 : 0;
    return at && (*result = call_format(lower, call, at));
}

/* `fprintf(file, ...)`, which tells what it prints, to whichever file. */
static expression print_to_file(struct lower *lower, const struct call *call) {
    struct front *front = lower->front;
    struct call to = *call, rest = *call;
    const struct c_type *type = type_of_cursor(front, call->symbol->cursor);
    const struct c_type *file = type && type->count ? type->parameters[0] : NULL;
    to.symbol = symbol_find_function(front, "rtcheck_stream");
    to.count = 1, to.result = type_void(front), to.target = NULL, to.needed = false;
    const struct c_type *ours = to.symbol ? type_of_cursor(front, to.symbol->cursor)->parameters[0] : NULL;
    bool is_ours = file && ours && file->kind == C_POINTER && c_types_compatible(file->target, ours->target);
    if (is_ours) call_ordinary(lower, &to);
    rest.arguments++, rest.count--;
    return call_trace(lower, &rest);
}

bool call_known(struct lower *lower, const struct call *call, expression *result) {
    static const char *const ranges[] = {"rtcheck_range", "random", NULL};
    static const char *const asserts[] = {"__rtcheck_assert", "__VERIFIER_assert", "rtcheck_assert", NULL};
    static const char *const memory[] = {"__rtcheck_memory", "__rtcheck_room", NULL};
    static const char *const frees[] = {"__rtcheck_to_be_freed", "__rtcheck_freed", NULL};
    static const char *const assumes[] = {"__VERIFIER_assume", "rtcheck_assume", NULL};
    static const char *const outputs[] = {"printf", "puts", "putchar", "rtcheck_trace", NULL};
    const char *name = call->symbol->name;
    const struct service *service = service_find(name);
    if (service)
        *result = call_service(lower, call, service);
    else if (is_one_of(name, ranges) && call->count == 2)
        *result = choose_between(lower, call);
    else if ((is_one_of(name, asserts) && call->count) || is_assert_of_c(call) ||
             (is_one_of(name, memory) && call->count == 2))
        *result = call_condition(lower, call, C_ASSERT);
    else if (!strcmp(name, "__rtcheck_not_asserted"))
        *result = left_out_assertion(lower, call);
    else if (is_one_of(name, frees) && call->count == 1)
        *result = free_call(lower, call);
    else if (is_one_of(name, assumes) && call->count)
        *result = call_condition(lower, call, C_ASSUME);
    else if (call_must_not_be_reached(name))
        *result = call_condition(
            lower,
            &(struct call){
                .cursor = call->cursor, .place = call->place, .symbol = call->symbol, .result = call->result},
            C_ASSERT);
    else if (call_ends_program(name) && !stubs_have_code(&lower->front->stubs, call->symbol->name))
        *result = end_call(lower, call);
    else if (is_one_of(name, outputs))
        *result = call_trace(lower, call);
    else if (!strcmp(name, "fprintf") && call->count > 1)
        *result = print_to_file(lower, call);
    else if (!strcmp(name, "rtcheck_interrupt") && call->count == 1)
        *result = interrupt_call(lower, call);
    else if (!stubs_have_code(&lower->front->stubs, name))
        return call_formats(lower, call, result);
    else
        return false;
    return true;
}
