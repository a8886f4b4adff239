#include "app/subject/beat.h"

#include "app/subject/counter_look.h"
#include "base/memory.h"

#include <stdlib.h>

/* One run through the function: that there is only one is what it has to show. */
struct walk {
    const struct osek_config *config;
    const struct c_object **known; /* locals, by their numbers, that have a value */
    int64_t *values;
    struct beat beat;
};

enum { LARGEST = 127 }; /* what every type of numbers has */

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
    walk->values[target->object->index] = value;
    return true;
}

/* Whoever reads it, then, does more. */
static bool forget(struct walk *walk, const struct c_expression *target) {
    if (!is_own(target)) return false;
    walk->known[target->object->index] = NULL;
    return true;
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
    case C_ASSIGN: return !code->text && value_of(walk, code->value, &value) && keep(walk, code->target, value);
    case C_CLEAR: return !code->is_bare_call && forget(walk, code->target);
    case C_CHOOSE: return code->is_result && !code->is_of_macro && forget(walk, code->target);
    case C_ASSERT: return value_of(walk, code->value, &value) && value;
    case C_JUMP: *at = code->then; return *at > here;
    case C_BRANCH:
        if (!value_of(walk, code->value, &value)) return false;
        *at = value ? code->then : code->otherwise;
        return *at > here;
    default: return false;
    }
}

struct beat beat_of(const struct c_function *function, const struct osek_config *config) {
    struct walk walk = {.config = config};
    walk.known = memory_new((function->local_count + 1) * sizeof *walk.known);
    walk.values = memory_new((function->local_count + 1) * sizeof *walk.values);
    bool goes_on = true;
    uint32_t at = 0;
    while (goes_on && function->code[at].kind != C_RETURN) goes_on = pass(&walk, &function->code[at], &at);
    bool ends = goes_on && !function->code[at].value;
    free(walk.known);
    free(walk.values);
    return ends ? walk.beat : (struct beat){BEAT_MORE, 0};
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
