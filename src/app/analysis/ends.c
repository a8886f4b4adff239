#include "app/analysis/ends.h"

#include "base/arena.h"

#include <string.h>

/* Instructions that are passed in a round only so often are taken out, one after the other: each of the outermost
 * loops first. If no way leads round any more, the code ends. */
struct rounds {
    const struct c_function *function;
    bool *out;  /* by instruction: taken out */
    bool *seen; /* room */
    uint32_t *waiting;
};

/* Does a way lead from behind `from` to `to`? */
static bool leads(const struct rounds *rounds, uint32_t from, uint32_t to) {
    const struct c_instruction *code = rounds->function->code;
    uint32_t count = 0;
    memset(rounds->seen, 0, rounds->function->code_count);
    rounds->waiting[count++] = from;
    while (count) {
        struct c_next next = c_next(code, rounds->waiting[--count]);
        for (uint32_t i = 0; i < next.count; i++) {
            uint32_t at = next.list[i];
            if (rounds->out[at] || rounds->seen[at]) continue;
            if (at == to) return true;
            rounds->seen[at] = true;
            rounds->waiting[count++] = at;
        }
    }
    return false;
}

static bool are_of_one_round(const struct rounds *rounds, uint32_t one, uint32_t other) {
    return !rounds->out[other] && leads(rounds, one, other) && leads(rounds, other, one);
}

/* ---- loops that count ---- */

/* The local that it counts in, up or down; NULL: it does not. */
static const struct c_object *counted(const struct c_instruction *code) {
    const struct c_expression *value = code->kind == C_ASSIGN ? c_without_conversions(code->value) : NULL;
    if (!value || value->kind != C_BINARY || (value->op != C_ADD && value->op != C_SUBTRACT)) return NULL;
    if (code->target->kind != C_OBJECT || code->target->object->exposed || code->target->is_volatile) return NULL;
    const struct c_object *object = code->target->object;
    const struct c_expression *step = c_constant(value->right);
    bool is_own = object->storage == C_LOCAL || object->storage == C_PARAMETER;
    return is_own && step && step->integer == 1 && c_is_load_of(value->left, object) ? object : NULL;
}

/* Some numbers of the type lie on either side: counting comes to both. */
static bool is_between(const struct c_expression *constant, const struct c_type *type) {
    int64_t low = 0, high = 0;
    if (!constant || type->kind != C_INTEGER) return false;
    c_range_of_bits(type, type->size * 8, &low, &high);
    return constant->integer > low && (constant->integer < high || high < 0);
}

static bool is_limit(const struct c_instruction *code, const struct c_object *object) {
    const struct c_expression *e = code->kind == C_BRANCH ? c_without_conversions(code->value) : NULL;
    if (!e || e->kind != C_BINARY || e->op < C_LESS || e->op > C_NOT_EQUAL) return false;
    return (c_is_load_of(e->left, object) && is_between(c_constant(e->right), object->type)) ||
           (c_is_load_of(e->right, object) && is_between(c_constant(e->left), object->type));
}

static bool leaves(const struct rounds *rounds, uint32_t branch) {
    struct c_next next = c_next(rounds->function->code, branch);
    for (uint32_t i = 0; i < next.count; i++)
        if (next.list[i] != branch && !leads(rounds, next.list[i], branch)) return true;
    return false;
}

static bool counts_to_an_end(const struct rounds *rounds, uint32_t at) {
    const struct c_function *function = rounds->function;
    const struct c_object *object = counted(&function->code[at]);
    bool is_limited = false;
    for (uint32_t i = 0; object && i < function->code_count; i++) {
        const struct c_expression *target = function->code[i].target;
        if (!are_of_one_round(rounds, at, i)) continue;
        if (i != at && target && target->kind == C_OBJECT && target->object == object) return false;
        is_limited |= is_limit(&function->code[i], object) && leaves(rounds, i);
    }
    return is_limited;
}

/* ---- loops that wait ---- */

static bool mask_of(const struct c_instruction *code, enum osek_service service, uint64_t *mask) {
    if (code->kind != C_SERVICE || code->service != service || !code->argument_count) return false;
    const struct c_expression *argument = c_constant(code->arguments[0]);
    *mask = argument ? (uint64_t)argument->integer : 0;
    return argument != NULL;
}

/* What is waited for is cleared before it comes round again. */
static bool waits_each_time(struct rounds *rounds, uint32_t at) {
    const struct c_function *function = rounds->function;
    uint64_t awaited, cleared;
    if (!mask_of(&function->code[at], OSEK_WaitEvent, &awaited)) return false;
    for (uint32_t i = 0; i < function->code_count; i++) {
        if (!mask_of(&function->code[i], OSEK_ClearEvent, &cleared) || (awaited & ~cleared) || rounds->out[i]) continue;
        rounds->out[i] = true;
        bool is_passed = !leads(rounds, at, at);
        rounds->out[i] = false;
        if (is_passed) return true;
    }
    return false;
}

/* ---- all of them ---- */

static bool goes_round(const struct rounds *rounds) {
    for (uint32_t i = 0; i < rounds->function->code_count; i++)
        if (!rounds->out[i] && leads(rounds, i, i)) return true;
    return false;
}

static bool take_one_out(struct rounds *rounds) {
    for (uint32_t i = 0; i < rounds->function->code_count; i++) {
        if (rounds->out[i] || !leads(rounds, i, i)) continue;
        if (!waits_each_time(rounds, i) && !counts_to_an_end(rounds, i)) continue;
        rounds->out[i] = true;
        return true;
    }
    return false;
}

static bool has_back_edge(const struct c_function *function) {
    for (uint32_t i = 0; i < function->code_count; i++) {
        struct c_next next = c_next(function->code, i);
        for (uint32_t k = 0; k < next.count; k++)
            if (next.list[k] <= i) return true;
    }
    return false;
}

bool ends_by_itself(const struct c_function *function) {
    enum { LONGEST = 2000 }; /* instructions: it takes the square of that */
    if (!has_back_edge(function)) return true;
    if (function->code_count > LONGEST) return false;
    struct arena *own = arena_new();
    struct rounds rounds = {function, arena_new_array(own, bool, function->code_count + 1),
                            arena_new_array(own, bool, function->code_count + 1),
                            arena_new_array(own, uint32_t, function->code_count + 2)};
    while (take_one_out(&rounds)) {
    }
    bool ends = !goes_round(&rounds);
    arena_free(own);
    return ends;
}
