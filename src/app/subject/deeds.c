#include "app/subject/deeds.h"

#include "cfront/walk.h"

static bool is_seen_by_others(const struct c_expression *target) {
    const struct c_expression *root = c_root(target);
    if (root->kind != C_OBJECT) return true;
    return root->object->storage == C_GLOBAL || root->object->storage == C_STATIC_LOCAL;
}

static bool is_for_tasks(enum osek_service service) {
    return service == OSEK_TerminateTask || service == OSEK_ChainTask || service == OSEK_Schedule ||
           service == OSEK_WaitEvent || service == OSEK_ClearEvent;
}

static void add(const struct c_function *function, bool *seen, struct deeds *deeds) {
    if (!function || seen[function->index]) return;
    seen[function->index] = true;
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_instruction *code = &function->code[i];
        bool is_service = code->kind == C_SERVICE, counts = is_service && code->service == OSEK_IncrementCounter;
        bool ends_all = is_service && (code->service == OSEK_ShutdownOS || code->service == OSEK_ProgramEnds);
        deeds->counts |= counts;
        deeds->calls_services |= is_service && !counts && !ends_all;
        deeds->is_a_tasks |= is_service && is_for_tasks(code->service);
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

struct touching {
    const bool *variables;
    bool *seen;
    bool found;
};

static void look_at(void *context, const struct c_expression *e) {
    struct touching *touching = context;
    touching->found |=
        e->kind == C_OBJECT && e->object->storage <= C_STATIC_LOCAL && touching->variables[e->object->index];
}

static void touch(const struct c_function *function, struct touching *touching) {
    if (!function || touching->seen[function->index]) return;
    touching->seen[function->index] = true;
    for (uint32_t i = 0; i < function->code_count && !touching->found; i++) {
        walk_instruction(&function->code[i], look_at, touching);
        if (function->code[i].kind == C_CALL) touch(function->code[i].callee, touching);
    }
}

bool deeds_touch(const struct c_program *program, const struct c_function *function, const bool *variables,
                 struct arena *arena) {
    struct touching touching = {variables, arena_new_array(arena, bool, program->function_count + 1), false};
    touch(function, &touching);
    return touching.found;
}
