#include "base/word.h"
#include "cfront/hidden/hidden_services.h"
#include "cfront/hidden/processor_mask.h"
#include "cfront/hidden/source_mask.h"
#include "cfront/library/headers.h"
#include "cfront/library/services.h"
#include "cfront/lower/call.h"
#include "cfront/lower/macro_calls.h"
#include "cfront/lower/missing.h"
#include "cfront/missing/undeclared.h"
#include "cfront/outside/inputs.h"
#include "cfront/program/guess.h"
#include "cfront/program/literal.h"

#include <string.h>

/* Library functions that do more than return a value: to take them for harmless would be wrong. */
static bool is_refused(const char *name) {
    static const char *const names[] = {
        "setjmp",   "_setjmp",   "sigsetjmp",     "longjmp",  "siglongjmp", "sprintf",        "snprintf",
        "vsprintf", "vsnprintf", "vprintf",       "scanf",    "sscanf",     "pthread_create", "thrd_create",
        "alloca",   "atexit",    "at_quick_exit", "getenv",   "system",     "aligned_alloc",  "strerror",
        "mblen",    "mbtowc",    "wctomb",        "mbstowcs", "wcstombs",   "fscanf",         "vscanf",
        "vsscanf",  "vfscanf",   "ungetc",        "freopen",  "tmpfile",    "tmpnam",         "fgetpos",
        "fsetpos",  NULL};
    return is_one_of(name, names);
}

/* ... and of our own headers: others may have given these names to something else. */
static bool is_refused_of_header(const struct symbol *symbol) {
    static const char *const names[] = {"signal",    "raise",   "call_once",    "wctype",  "wctrans",  "iswctype",
                                        "towctrans", "btowc",   "wctob",        "wprintf", "swprintf", "vswprintf",
                                        "swscanf",   "mbsinit", "timespec_get", NULL};
    static const char *const prefixes[] = {"thrd_",  "mtx_",  "cnd_",    "tss_",     "mbr",    "mbs",   "wcrto",
                                           "wcsrto", "wcsto", "wcsxfrm", "wcsftime", "c16rto", "c32rto"};
    if (!headers_hold(symbol->place)) return false;
    bool is_refused = is_one_of(symbol->name, names);
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        is_refused = is_refused || begins_with(symbol->name, prefixes[i]);
    return is_refused;
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

/* It may write through the pointers that it gets; through one of a variable number of arguments only if its name says
 * so. */
static void overwrite_arguments(struct lower *lower, const struct call *call, expression *values) {
    struct front *front = lower->front;
    const char *name = call->symbol->name;
    CXType type = type_of_function(front, call->symbol);
    int count = front->clang.getNumArgTypes(type);
    bool is_declared = type.kind == CXType_FunctionProto;
    for (unsigned i = 0; i < call->count; i++) {
        bool is_named = is_declared && (int)i < count;
        CXType given = front->clang.getCursorType(call->arguments[i]);
        if (values[i]->type->kind != C_POINTER) continue;
        if (points_at_constant(front, is_named ? front->clang.getArgType(type, i) : given))
            missing_read(front, values[i], name);
        else if (is_declared && !is_named && !missing_says_that_it_writes(name))
            missing_show(front, values[i], name);
        else
            missing_overwrite(lower, values[i], name, call->place);
    }
}

static bool has_range(const struct c_type *result) {
    return result->kind == C_INTEGER || result->kind == C_POINTER || result->kind == C_FLOAT;
}

struct stub *call_stub(struct front *front, const struct symbol *symbol, const struct c_type *result) {
    struct stub *stub = stubs_find(&front->stubs, STUB_CALL, symbol->name);
    if (!stub) return NULL;
    if (stub->has_range && !has_range(result) && !stub->refused) {
        diag_error(front->diagnostics, stub->place, "`%s` gives %s, and a range is one of a number or a pointer",
                   stub->name, result->kind == C_VOID ? "nothing" : "a structure");
        stub->refused = true;
    }
    int64_t low, high; /* is it one of its type, whether somebody takes the result or not? */
    if (stub->has_range && has_range(result)) inputs_take_stub(front, stub, result, result->size * 8, &low, &high);
    if (symbol->has_definition && !symbol->is_library)
        front_assume_once(
            front, arena_printf(front->arena, "`%s` does what a stub says, and not what its body does", symbol->name));
    return stub;
}

/* The values that a stub says it gives. */
static bool stubbed_range(struct front *front, struct stub *stub, const struct c_type *result, int64_t *low,
                          int64_t *high) {
    if (!stub || !stub->has_range || !has_range(result)) return false;
    inputs_take_stub(front, stub, result, result->size * 8, low, high);
    return true;
}

/* Whoever gets the address of a function, directly or not, may call it when he likes. */
static void note_given(struct lower *lower, expression value, const char *to, struct place place) {
    vec_push(&lower->front->given, ((struct c_given){value, lower->function, to, place}));
}

static bool says_assertion(const char *name) {
    static const char *const others[] = {"REQUIRE", "ENSURE", "INVARIANT", "require", "ensure", "invariant", NULL};
    return !missing_is_of_compiler(name) && (strcasestr(name, "assert") || is_one_of(name, others));
}

/* `ASSERT(n < 8)`, which nothing declares, is what its name says; but it may be that a missing header has it check
 * nothing. */
static bool is_assertion(struct front *front, const struct call *call) {
    bool has_text = call->count == 2 && call_literal(front, call->arguments[1]);
    if ((call->count != 1 && !has_text) || call->needed || call->target) return false;
    enum CXTypeKind kind = front->clang.getCanonicalType(front->clang.getCursorType(call->arguments[0])).kind;
    bool is_number = (kind >= CXType_Bool && kind <= CXType_Int128) || kind == CXType_Enum;
    return is_number && says_assertion(call->symbol->name) && missing_declaration(front, call->symbol->name);
}

static expression call_assertion(struct lower *lower, const struct call *call) {
    struct front *front = lower->front;
    const char *name = call->symbol->name;
    front_leap(front, call->place, "`%s`, of a missing header, checks nothing", name);
    vec_last(&front->leaps).kind = LEAP_CHECK;
    front_assume_once(front, arena_printf(front->arena, "`%s`, which nothing declares, is an assertion", name));
    struct call condition = *call;
    condition.count = 1; /* what is behind it is a text for people, which may say the opposite */
    return call_condition(lower, &condition, C_ASSERT);
}

/* A stub of a service that is not modelled: it does no more, which is told, unless it is known to do something. */
static void note_stubbed_service(struct lower *lower, const struct call *call) {
    struct front *front = lower->front;
    const char *name = call->symbol->name, *whose = service_beyond(name);
    if (!whose) return;
    if (service_sends(name) && front->names->notified)
        lower_refuse(lower, call->cursor,
                     "a stub says that `%s` does nothing, but %s; give it a body that does what it does here", name,
                     front->names->notified);
    else
        front_assume_once(front,
                          arena_printf(front->arena, "`%s`, a service of %s, does only what a stub says", name, whose));
}

/* What its name, or what it gets, may mean. A stub says that it means nothing. */
static void doubt_call(struct lower *lower, const struct call *call) {
    missing_note(lower->front, call->symbol, call->place);
    hidden_services_look(lower, call);
    macro_calls_doubt(lower->front, call);
}

/* `int checksum(const char *p, int n)`, of which a stub says that it does nothing but give a number: of what it reads.
 */
static void read_arguments(struct lower *lower, const struct call *call, expression *values) {
    for (unsigned i = 0; i < call->count; i++)
        if (values[i]->type->kind == C_POINTER) missing_read(lower->front, values[i], call->symbol->name);
}

/* `log(status)`: it may look at it. */
static void give(struct lower *lower, expression value, struct place place) {
    if (lower->unreachable || value->type->kind != C_INTEGER || value->kind == C_CONSTANT) return;
    lower_assign(lower, lower_temporary(lower, value->type, place), value, place);
    vec_last(&lower->code).is_given = true;
}

/* All that a function without a body does but give a result; a stub may say that it does nothing. */
static void call_deeds(struct lower *lower, const struct call *call, const struct stub *stub, expression *values) {
    struct symbol *symbol = call->symbol;
    bool does_nothing = stub ? stub->does_nothing : is_nondeterministic_by_name(symbol->name);
    bool is_open = !stub && !does_nothing;
    for (unsigned i = 0; i < call->count && !does_nothing; i++) note_given(lower, values[i], symbol->name, call->place);
    if (call->count && !does_nothing) source_mask_register(lower, call->place);
    if (is_open) doubt_call(lower, call);
    call_keep(lower, call, values);
    for (unsigned i = 0; i < call->count && is_open; i++) give(lower, values[i], call->place);
    if (!does_nothing) overwrite_arguments(lower, call, values);
    if (stub && does_nothing && call->result->kind != C_VOID) read_arguments(lower, call, values);
    if (!is_open) return;
    if (call_does_not_return(lower->front, symbol)) call_emit_no_return(lower, symbol->name, call->place);
    lower->missing = symbol->name;
    lower->missing_end = lower->code.count;
}

expression call_unknown(struct lower *lower, const struct call *call) {
    struct front *front = lower->front;
    struct symbol *symbol = call->symbol;
    int64_t low, high;
    struct stub *stub = call_stub(front, symbol, call->result);
    if ((is_refused(symbol->name) || is_refused_of_header(symbol)) && !stub)
        return lower_refuse(lower, call->cursor, "`%s` cannot be modelled; give a stub", symbol->name);
    if (!stub && missing_refuse_open(front, symbol, call->place)) return call_nothing(lower, call);
    if (!stub && is_assertion(front, call)) return call_assertion(lower, call);
    if (stub) note_stubbed_service(lower, call);
    for (unsigned i = 0; i < call->count; i++) guess_gives_away(front, call->arguments[i]);
    call_deeds(lower, call, stub, call_values(lower, call));
    if (call->result->kind == C_VOID) return call_nothing(lower, call);
    if (!call->needed && !call->target) return NULL;
    expression target = call->target ? call->target : lower_temporary(lower, call->result, call->place);
    if (stubbed_range(front, stub, call->result, &low, &high))
        lower_choose(lower, target, low, high, call->place)->text = symbol->name;
    else if (!missing_result(lower, symbol, target, call->place))
        return call_nothing(lower, call);
    return call_result(lower, call, target);
}

/* What is behind it is not known: whether interrupts were on, for instance. */
expression call_masking(struct lower *lower, const struct call *call) {
    hidden_services_look_at_known(lower, call);
    if (call->result->kind == C_VOID || (!call->needed && !call->target)) return call_nothing(lower, call);
    expression target = call->target ? call->target : lower_temporary(lower, call->result, call->place);
    if (!missing_result(lower, call->symbol, target, call->place)) return call_nothing(lower, call);
    return call_result(lower, call, target);
}

expression call_succeeding(struct lower *lower, const struct call *call) {
    struct front *front = lower->front;
    expression ok = build_integer(front, call->result->kind == C_VOID ? type_int(front) : call->result, 0, call->place);
    if (call->needed || call->target)
        front_assume_once(front, arena_printf(front->arena, "`%s` returns E_OK", call->symbol->name));
    if (call->target) lower_assign(lower, call->target, ok, call->place);
    return call->needed ? ok : NULL;
}

/* The same of what a call through a pointer gives it. */
static void overwrite_parameters(struct lower *lower, const struct symbol *symbol) {
    struct front *front = lower->front;
    struct place place = symbol->place;
    uint32_t count = lower->function->parameter_count - lower->function->type->is_variadic;
    for (uint32_t i = 0; i < count; i++) {
        expression parameter = build_load(front, build_object(front, lower->locals.items[i], place), place);
        note_given(lower, parameter, symbol->name, place);
        give(lower, parameter, place);
        CXType type = front->clang.getArgType(type_of_function(front, symbol), i);
        if (parameter->type->kind != C_POINTER) continue;
        if (points_at_constant(front, type))
            missing_read(front, parameter, symbol->name);
        else
            missing_overwrite(lower, parameter, symbol->name, place);
    }
}

/* A function that is called through a pointer needs a body, even if it has none. */
void lower_missing_body(struct lower *lower, struct symbol *symbol) {
    struct front *front = lower->front;
    const struct c_type *result = lower->function->type->target;
    struct place place = symbol->place;
    struct stub *stub = stubs_look(&front->stubs, STUB_CALL, symbol->name);
    int64_t low, high;
    if (service_find(symbol->name)) {
        diag_error(front->diagnostics, place, "service `%s` is called through a pointer, which is not supported",
                   symbol->name);
        return;
    }
    if (call_must_not_be_reached(symbol->name)) {
        call_condition(lower, &(struct call){.place = place, .symbol = symbol, .result = result}, C_ASSERT);
    } else if (!stub && call_ends_program(symbol->name)) {
        call_emit_end(lower, symbol->name, place);
    } else if (!stub && (is_refused(symbol->name) || is_refused_of_header(symbol)) && !symbol->has_definition) {
        diag_error(front->diagnostics, place, "`%s`, whose address is taken, cannot be modelled; give a stub",
                   symbol->name);
    } else if (stub && !stub->does_nothing) {
        source_mask_register(lower, place);
        overwrite_parameters(lower, symbol);
    } else if (!stub && !symbol->has_definition) {
        missing_note(front, symbol, place);
        processor_mask_missing(lower, symbol, place);
        source_mask_missing(lower, symbol, place);
        source_mask_register(lower, place);
        hidden_services_look_inside(lower, symbol);
        overwrite_parameters(lower, symbol);
        if (call_does_not_return(front, symbol)) call_emit_no_return(lower, symbol->name, place);
    }
    if (result->kind == C_VOID) return;
    expression value = lower_temporary(lower, result, place);
    if (stubbed_range(front, stub, result, &low, &high))
        lower_choose(lower, value, low, high, place)->text = symbol->name;
    else if (!missing_result(lower, symbol, value, place))
        return;
    lower_emit(lower, C_RETURN, place)->value = build_load(front, value, place);
    lower->unreachable = true;
}
