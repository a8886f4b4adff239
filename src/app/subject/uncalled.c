#include "app/subject/uncalled.h"

#include "app/subject/half_sentence.h"
#include "cfront/called.h"

#include <string.h>

struct deeds {
    bool calls_services; /* those that do more than count or give up */
    bool counts;
    bool writes; /* memory that others can see */
};

static bool is_seen_by_others(const struct c_expression *target) {
    while (target->kind == C_MEMBER || target->kind == C_INDEX) target = target->left;
    if (target->kind != C_OBJECT) return true;
    return target->object->storage == C_GLOBAL || target->object->storage == C_STATIC_LOCAL;
}

static void add_deeds(const struct c_function *function, bool *seen, struct deeds *deeds) {
    if (!function || seen[function->index]) return;
    seen[function->index] = true;
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_instruction *code = &function->code[i];
        bool is_service = code->kind == C_SERVICE, counts = is_service && code->service == OSEK_IncrementCounter;
        deeds->counts |= counts;
        deeds->calls_services |= is_service && !counts && code->service != OSEK_ShutdownOS;
        deeds->writes |= code->target && code->kind != C_CLEAR && is_seen_by_others(code->target);
        if (code->kind == C_CALL) add_deeds(code->callee, seen, deeds);
    }
}

/* By function: another one calls it. */
static bool *callees_find(const struct c_program *program, struct arena *arena) {
    bool *callees = arena_new_array(arena, bool, program->function_count + 1);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            const struct c_instruction *code = &program->functions[f]->code[i];
            if (code->kind == C_CALL && code->callee && code->callee->index != f) callees[code->callee->index] = true;
        }
    return callees;
}

/* What only computes is code that is not in use. */
static bool may_be_a_routine(const struct subject *subject, const struct c_function *function) {
    bool *seen = arena_new_array(subject->arena, bool, subject->program->function_count + 1);
    struct deeds deeds = {0};
    add_deeds(function, seen, &deeds);
    bool comes_from_outside = deeds.counts || !strcmp(function->name, "user_1ms_isr_type2");
    return deeds.calls_services || (comes_from_outside && deeds.writes);
}

const char *uncalled_assumption(const struct subject *subject) {
    const struct c_program *program = subject->program;
    bool *called = called_find(program, subject->arena), *callees = callees_find(program, subject->arena);
    const char *names = "", *first = NULL;
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct c_function *function = program->functions[f];
        if (called[f] || callees[f] || !may_be_a_routine(subject, function)) continue;
        names = half_sentence_list(subject->arena, names, arena_printf(subject->arena, "`%s`", function->name));
        if (!first) first = function->name;
    }
    if (!first) return NULL;
    return arena_printf(subject->arena,
                        "%s, which nothing here calls, never runs and has no effect that matters (one that a vendor's "
                        "interrupt calls is told in a further .oil file: `ISR %s { CATEGORY = 2; };`)",
                        names, first);
}
