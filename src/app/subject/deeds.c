#include "app/subject/deeds.h"

#include "cfront/ir/compatible.h"
#include "cfront/ir/walk.h"

struct walk {
    const struct c_program *program;
    const bool *variables;
    bool *seen; /* by function */
    struct deeds deeds;
};

static bool is_seen_by_others(const struct c_expression *target) {
    const struct c_expression *root = c_root(target);
    if (root->kind != C_OBJECT) return true;
    return root->object->storage == C_GLOBAL || root->object->storage == C_STATIC_LOCAL;
}

static bool is_for_tasks(enum osek_service service) {
    return service == OSEK_TerminateTask || service == OSEK_ChainTask || service == OSEK_Schedule ||
           service == OSEK_WaitEvent || service == OSEK_ClearEvent;
}

static bool is_asked_for(const struct walk *walk, const struct c_expression *e) {
    return walk->variables && e->kind == C_OBJECT && e->object->storage <= C_STATIC_LOCAL &&
           walk->variables[e->object->index];
}

/* Whoever has its address may change it. */
static void look_at(void *context, const struct c_expression *e) {
    struct walk *walk = context;
    walk->deeds.touches |= is_asked_for(walk, e);
    walk->deeds.changes |= e->kind == C_ADDRESS && is_asked_for(walk, c_root(e->left));
}

static void add_service(struct deeds *deeds, enum osek_service service) {
    bool counts = service == OSEK_IncrementCounter;
    deeds->counts |= counts;
    deeds->shuts_down |= service == OSEK_ShutdownOS;
    deeds->masks |= osek_masks_processor(service);
    deeds->calls_services |= !counts && !osek_ends_all(service) && !osek_masks_processor(service);
    deeds->is_a_tasks |= is_for_tasks(service);
    deeds->starts |= service == OSEK_StartOS;
}

static void add(const struct c_function *function, struct walk *walk);

/* Whatever has its address taken and could be called so. What only tasks may do, others of them do. */
static void add_by_address(const struct c_type *called, struct walk *walk) {
    struct deeds before = walk->deeds;
    for (uint32_t f = 0; f < walk->program->function_count; f++) {
        const struct c_function *function = walk->program->functions[f];
        if (function->is_taken && c_types_compatible(function->type, called)) add(function, walk);
    }
    walk->deeds.is_a_tasks = before.is_a_tasks, walk->deeds.starts = before.starts;
    walk->deeds.writes = true;
}

static void add(const struct c_function *function, struct walk *walk) {
    if (!function || walk->seen[function->index]) return;
    walk->seen[function->index] = true;
    walk->deeds.starts |= function->role == C_MAIN;
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_instruction *code = &function->code[i];
        if (code->kind == C_SERVICE) add_service(&walk->deeds, code->service);
        if (code->target && code->kind != C_CLEAR) {
            walk->deeds.writes |= is_seen_by_others(code->target);
            walk->deeds.writes_far |= c_root(code->target)->kind == C_DEREFERENCE;
            walk->deeds.changes |= is_asked_for(walk, c_root(code->target));
        }
        walk_instruction(code, look_at, walk);
        if (code->kind == C_CALL && code->callee) add(code->callee, walk);
        if (code->kind == C_CALL && !code->callee) add_by_address(code->value->type->target, walk);
    }
}

struct deeds deeds_of(const struct c_program *program, const struct c_function *function, const bool *variables,
                      struct arena *arena) {
    struct walk walk = {program, variables, arena_new_array(arena, bool, program->function_count + 1), {0}};
    add(function, &walk);
    return walk.deeds;
}

static void note_risk(void *context, const struct c_expression *e) {
    bool *is_risky = context;
    const struct c_expression *exacting = c_exacting(e);
    *is_risky = *is_risky || e->kind == C_DEREFERENCE || (exacting && !c_constant(exacting));
}

/* Something may be wrong with it alone, or with what it calls. */
static bool may_fail(const struct c_function *function, bool *seen) {
    bool is_risky = false;
    if (seen[function->index]) return false;
    seen[function->index] = true;
    for (uint32_t i = 0; i < function->code_count && !is_risky; i++) {
        const struct c_instruction *code = &function->code[i];
        walk_instruction(code, note_risk, &is_risky);
        is_risky |= code->kind == C_ASSERT || code->is_back_edge;
        if (code->kind == C_CALL) is_risky |= !code->callee || may_fail(code->callee, seen);
    }
    return is_risky;
}

bool deeds_may_fail(const struct c_program *program, const struct c_function *function, struct arena *arena) {
    return may_fail(function, arena_new_array(arena, bool, program->function_count + 1));
}
