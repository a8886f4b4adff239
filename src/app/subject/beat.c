#include "app/subject/beat.h"

#include "app/subject/counter_look.h"
#include "base/memory.h"

#include <stdlib.h>

/* One run through the function: that there is only one is what it has to show. */
struct walk {
    const struct osek_config *config;
    const struct c_object **known; /* locals, by their numbers, that have a value */
    int64_t *values;
    bool *set; /* ... those that have some value, which need not be known */
    struct beat beat;
    unsigned calls_left; /* so many functions in each other are looked at, from here on */
};

enum {
    LARGEST = 127, /* what every type of numbers has */
    DEEPEST = 8    /* calls */
};

static bool is_own(const struct c_expression *place) {
    return place->kind == C_OBJECT && !c_has_address(place->object) && !place->is_volatile &&
           place->type->kind == C_INTEGER;
}

/* False: it is not known, or may go wrong. */
static bool value_of(const struct walk *walk, const struct c_expression *e, int64_t *value) {
    int64_t right;
    if (e->type->kind != C_INTEGER) return false;
    switch (e->kind) {
    case C_CONSTANT: *value = e->integer; return !e->is_guess && *value >= 0 && *value <= LARGEST;
    case C_LOAD:
        if (!is_own(e->left) || !walk->known[e->left->object->index]) return false;
        *value = walk->values[e->left->object->index];
        return true;
    case C_CONVERT:
        if (!value_of(walk, e->left, value)) return false;
        if (e->type->is_bool) *value = *value != 0;
        return true;
    case C_UNARY:
        if (e->op != C_LOGICAL_NOT || !value_of(walk, e->left, value)) return false;
        *value = !*value;
        return true;
    case C_BINARY:
        if (e->op != C_EQUAL && e->op != C_NOT_EQUAL) return false;
        if (!value_of(walk, e->left, value) || !value_of(walk, e->right, &right)) return false;
        *value = (*value == right) == (e->op == C_EQUAL);
        return true;
    default: return false;
    }
}

static bool keep(struct walk *walk, const struct c_expression *target, int64_t value) {
    if (!target) return true;
    if (!is_own(target) || target->type->is_bool) return false;
    walk->known[target->object->index] = target->object;
    walk->set[target->object->index] = true;
    walk->values[target->object->index] = value;
    return true;
}

/* Whoever decides by it, then, does more. */
static bool forget(struct walk *walk, const struct c_expression *target, bool is_set) {
    if (!is_own(target)) return false;
    walk->known[target->object->index] = NULL;
    walk->set[target->object->index] = is_set;
    return true;
}

/* Whatever its value is, nothing goes wrong. */
static bool is_harmless(const struct walk *walk, const struct c_expression *e) {
    if (e->type->kind != C_INTEGER) return false;
    switch (e->kind) {
    case C_CONSTANT: return true;
    case C_LOAD: return is_own(e->left) && walk->set[e->left->object->index];
    case C_CONVERT: return is_harmless(walk, e->left);
    case C_UNARY: return (e->op == C_NOT || e->op == C_LOGICAL_NOT) && is_harmless(walk, e->left);
    case C_BINARY:
        return (e->op == C_BIT_AND || e->op == C_BIT_OR || e->op == C_BIT_XOR) && is_harmless(walk, e->left) &&
               is_harmless(walk, e->right);
    default: return false;
    }
}

/* What is written to a register is gone: no read gives it, and two who write there are no race. Whoever holds
 * interrupts off by that does so by a service as well. */
static bool assign(struct walk *walk, const struct c_instruction *code) {
    int64_t value;
    if (code->text) return is_harmless(walk, code->value) && forget(walk, code->target, true);
    return value_of(walk, code->value, &value) && keep(walk, code->target, value);
}

static struct beat beat_at(const struct c_function *function, const struct osek_config *config, unsigned depth);

/* `clear_flag();` */
static bool call(struct walk *walk, const struct c_instruction *code) {
    const struct c_function *callee = code->callee;
    if (!callee || code->target || callee->parameter_count || !walk->calls_left) return false;
    struct beat beat = beat_at(callee, walk->config, walk->calls_left - 1);
    if (beat.kind == BEAT_MORE || (beat.kind == BEAT_TICK && walk->beat.kind == BEAT_TICK)) return false;
    if (beat.kind == BEAT_TICK) walk->beat = beat;
    return true;
}

/* What a driver gives, or a register. */
static bool choose(struct walk *walk, const struct c_instruction *code) {
    return (code->is_register || (code->is_result && !code->is_of_macro)) && forget(walk, code->target, true);
}

static bool tick(struct walk *walk, const struct c_instruction *code) {
    const struct c_expression *id = code->argument_count ? c_constant(code->arguments[0]) : NULL;
    if (code->service != OSEK_IncrementCounter || walk->beat.kind == BEAT_TICK) return false;
    if (!id || (uint64_t)id->integer >= walk->config->counter_count) return false;
    walk->beat = (struct beat){BEAT_TICK, (uint32_t)id->integer};
    return keep(walk, code->target, OSEK_OK);
}

/* False: it is something else. Who only goes forward ends. */
static bool pass(struct walk *walk, const struct c_instruction *code, uint32_t *at) {
    uint32_t here = *at;
    int64_t value = 0;
    *at = here + 1;
    switch (code->kind) {
    case C_SERVICE: return tick(walk, code);
    case C_CALL: return call(walk, code);
    case C_ASSIGN: return assign(walk, code);
    case C_CLEAR: return forget(walk, code->target, false);
    case C_CHOOSE: return choose(walk, code);
    case C_ASSERT: return value_of(walk, code->value, &value) && value;
    case C_JUMP: *at = code->then; return *at > here;
    case C_BRANCH:
        if (!value_of(walk, code->value, &value)) return false;
        *at = value ? code->then : code->otherwise;
        return *at > here;
    default: return false;
    }
}

static struct beat beat_at(const struct c_function *function, const struct osek_config *config, unsigned depth) {
    struct walk walk = {.config = config, .calls_left = depth};
    walk.set = memory_new(function->local_count + 1);
    walk.known = memory_new((function->local_count + 1) * sizeof *walk.known);
    walk.values = memory_new((function->local_count + 1) * sizeof *walk.values);
    bool goes_on = true;
    uint32_t at = 0;
    while (goes_on && function->code[at].kind != C_RETURN) goes_on = pass(&walk, &function->code[at], &at);
    bool ends = goes_on && !function->code[at].value;
    free(walk.known);
    free(walk.values);
    free(walk.set);
    return ends ? walk.beat : (struct beat){BEAT_MORE, 0};
}

struct beat beat_of(const struct c_function *function, const struct osek_config *config) {
    return beat_at(function, config, DEEPEST);
}

bool beat_is_of_nobody_else(const struct c_function *function, uint32_t counter, const struct c_program *program,
                            const struct osek_config *config) {
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; program->functions[f] != function && i < program->functions[f]->code_count; i++)
            if (counter_look_advances(&program->functions[f]->code[i], counter)) return false;
    for (uint32_t i = 0; i < config->alarm_count; i++)
        if (config->alarms[i].action == OSEK_INCREMENT && config->alarms[i].increment == counter) return false;
    return true;
}
