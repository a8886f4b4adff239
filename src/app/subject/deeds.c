#include "app/subject/deeds.h"

static bool is_seen_by_others(const struct c_expression *target) {
    const struct c_expression *root = c_root(target);
    if (root->kind != C_OBJECT) return true;
    return root->object->storage == C_GLOBAL || root->object->storage == C_STATIC_LOCAL;
}

static void add(const struct c_function *function, bool *seen, struct deeds *deeds) {
    if (!function || seen[function->index]) return;
    seen[function->index] = true;
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_instruction *code = &function->code[i];
        bool is_service = code->kind == C_SERVICE, counts = is_service && code->service == OSEK_IncrementCounter;
        deeds->counts |= counts;
        deeds->calls_services |= is_service && !counts && code->service != OSEK_ShutdownOS;
        deeds->writes |= code->target && code->kind != C_CLEAR && is_seen_by_others(code->target);
        if (code->kind == C_CALL) add(code->callee, seen, deeds);
    }
}

struct deeds deeds_of(const struct c_program *program, const struct c_function *function, struct arena *arena) {
    struct deeds deeds = {0};
    add(function, arena_new_array(arena, bool, program->function_count + 1), &deeds);
    return deeds;
}

static bool changes(const struct c_function *function, const bool *variables, bool *seen) {
    if (!function || seen[function->index]) return false;
    seen[function->index] = true;
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_instruction *code = &function->code[i];
        const struct c_expression *root = code->target && code->kind != C_CLEAR ? c_root(code->target) : NULL;
        if (root && root->kind == C_OBJECT && root->object->storage <= C_STATIC_LOCAL && variables[root->object->index])
            return true;
        if (code->kind == C_CALL && changes(code->callee, variables, seen)) return true;
    }
    return false;
}

bool deeds_change(const struct c_program *program, const struct c_function *function, const bool *variables,
                  struct arena *arena) {
    return changes(function, variables, arena_new_array(arena, bool, program->function_count + 1));
}
