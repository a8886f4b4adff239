#include "app/analysis/shadow.h"

#include "app/analysis/assigned.h"
#include "app/analysis/padding.h"
#include "app/analysis/points.h"
#include "cfront/ir/value_bits.h"

#include <string.h>

struct shadow {
    struct analysis *analysis;
    struct points *points;
    bool *doubtful, *own, *exposed; /* by object; `own`: not only because of what is copied to it */
    bool *returned;                 /* by function: its result is in doubt */
    const struct c_expression *(*copied)(const struct c_instruction *assignment);
    object_set from, to; /* room for sets */
    bool changed;
};

/* ---- copies ---- */

static bool is_byte(const struct c_type *type) { return type->kind == C_INTEGER && type->size == 1 && !type->is_bool; }

const struct c_expression *shadow_moved(const struct c_instruction *assignment) {
    const struct c_expression *value = assignment->value;
    if (value->type->kind == C_RECORD) return value->kind == C_LOAD ? value->left : NULL;
    if (!is_byte(assignment->target->type) || c_is_bit_field(assignment->target)) return NULL;
    while (value->kind == C_CONVERT && is_byte(value->type)) value = value->left;
    return value->kind == C_LOAD && is_byte(value->type) && !c_is_bit_field(value->left) ? value->left : NULL;
}

const struct c_expression *shadow_copied(const struct c_instruction *assignment) {
    const struct c_expression *from = shadow_moved(assignment);
    bool is_copy = from && (from->type->kind == C_RECORD ||
                            (assignment->target->kind == C_DEREFERENCE && from->kind == C_DEREFERENCE));
    return is_copy ? from : NULL;
}

static bool is_doubtful(struct shadow *shadow, const struct c_expression *place) {
    memset(shadow->from, 0, shadow->points->words * sizeof *shadow->from);
    points_of_place(shadow->points, place, shadow->from);
    for (uint32_t i = 0; i < shadow->analysis->subject->object_count; i++)
        if (object_set_has(shadow->from, i) && shadow->doubtful[i]) return true;
    return false;
}

static bool copies_doubtful(struct shadow *shadow, const struct c_expression *value) {
    return value && value->type->kind == C_RECORD && value->kind == C_LOAD && is_doubtful(shadow, value->left);
}

static void add(struct shadow *shadow, bool *mark) {
    if (*mark) return;
    *mark = shadow->changed = true;
}

static void add_place(struct shadow *shadow, const struct c_expression *place) {
    memset(shadow->to, 0, shadow->points->words * sizeof *shadow->to);
    points_of_place(shadow->points, place, shadow->to);
    for (uint32_t i = 0; i < shadow->analysis->subject->object_count; i++)
        if (object_set_has(shadow->to, i)) add(shadow, &shadow->doubtful[i]);
}

static void follow_call(struct shadow *shadow, const struct c_instruction *call) {
    const struct analysis *analysis = shadow->analysis;
    for (uint32_t f = 0; f < analysis->subject->program->function_count; f++) {
        const struct c_function *callee = analysis->subject->program->functions[f];
        if (!points_may_call(call, callee)) continue;
        for (uint32_t a = 0; a < call->argument_count && a < callee->parameter_count; a++)
            if (copies_doubtful(shadow, call->arguments[a]))
                add(shadow, &shadow->doubtful[analysis->subject->first_local[f] + a]);
        if (call->target && shadow->returned[f]) add_place(shadow, call->target);
    }
}

static void follow(struct shadow *shadow, uint32_t function, const struct c_instruction *instruction) {
    const struct c_expression *from = instruction->kind == C_ASSIGN ? shadow->copied(instruction) : NULL;
    if (from && is_doubtful(shadow, from)) add_place(shadow, instruction->target);
    if (instruction->kind == C_CALL) follow_call(shadow, instruction);
    if (instruction->kind == C_RETURN && copies_doubtful(shadow, instruction->value))
        add(shadow, &shadow->returned[function]);
}

static void follow_copies(struct shadow *shadow, struct arena *arena) {
    const struct c_program *program = shadow->analysis->subject->program;
    shadow->returned = arena_new_array(arena, bool, program->function_count + 1);
    shadow->from = arena_new_array(arena, uint64_t, shadow->points->words);
    shadow->to = arena_new_array(arena, uint64_t, shadow->points->words);
    do {
        shadow->changed = false;
        for (uint32_t f = 0; f < program->function_count; f++)
            for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
                follow(shadow, f, &program->functions[f]->code[i]);
    } while (shadow->changed);
}

void shadow_follow(struct analysis *analysis, struct points *points, bool *marks) {
    struct arena *arena = arena_new();
    struct shadow shadow = {.analysis = analysis, .points = points, .doubtful = marks, .copied = shadow_moved};
    follow_copies(&shadow, arena);
    arena_free(arena);
}

/* ---- room ---- */

void shadow_make_room(struct analysis *analysis) {
    uint32_t functions = analysis->subject->program->function_count;
    if (analysis->beside_size) return;
    analysis->beside_size = arena_new_array(analysis->arena, uint32_t, functions + 1);
    analysis->beside_initial = arena_new_array(analysis->arena, const unsigned char *, functions + 1);
}

static bool is_scalar(const struct c_type *type) { return type->kind != C_ARRAY && type->kind != C_RECORD; }

static void lay_out_function(struct shadow *shadow, const struct c_function *function) {
    struct analysis *analysis = shadow->analysis;
    uint32_t *size = &analysis->beside_size[function->index], first = analysis->subject->first_local[function->index];
    for (uint32_t i = 0; i < function->local_count; i++) {
        const struct c_type *type = function->locals[i]->type;
        if (!shadow->doubtful[first + i]) continue;
        analysis->unset_whole[first + i] = is_scalar(type) && !shadow->exposed[first + i];
        analysis->unset_at[first + i] = *size;
        *size += analysis->unset_whole[first + i] ? 1 : type->size;
    }
    unsigned char *initial = arena_alloc(analysis->arena, *size + 1);
    for (uint32_t i = 0; i < function->local_count; i++) {
        if (!shadow->own[first + i]) continue;
        if (analysis->unset_whole[first + i])
            initial[analysis->unset_at[first + i]] = 1;
        else
            value_bits_put(initial + analysis->unset_at[first + i], function->locals[i]->type->size, NULL, true);
    }
    analysis->beside_initial[function->index] = initial;
}

static void lay_out(struct shadow *shadow) {
    struct analysis *analysis = shadow->analysis;
    uint32_t functions = analysis->subject->program->function_count;
    analysis->unset_at = arena_new_array(analysis->arena, uint32_t, analysis->subject->object_count + 1);
    analysis->unset_whole = arena_new_array(analysis->arena, bool, analysis->subject->object_count + 1);
    shadow_make_room(analysis);
    for (uint32_t i = 0; i < analysis->subject->object_count; i++)
        analysis->unset_at[i] = shadow->doubtful[i] ? 0 : NO_OFFSET;
    for (uint32_t f = 0; f < functions; f++) lay_out_function(shadow, analysis->subject->program->functions[f]);
}

void shadow_lay_out_globals(struct analysis *analysis, uint32_t *places) {
    for (uint32_t i = 0; places && i < analysis->subject->program->global_count; i++) {
        if (places[i] == NO_OFFSET) continue;
        places[i] = analysis->image_offset[i] == NO_OFFSET ? NO_OFFSET : analysis->image_size;
        if (places[i] != NO_OFFSET) analysis->image_size += analysis->subject->program->globals[i]->type->size;
    }
}

/* The locals that are in doubt by themselves. */
static bool find_own(struct shadow *shadow, bool with_padding) {
    const struct subject *subject = shadow->analysis->subject;
    bool any = false;
    memset(shadow->own, 0, subject->object_count * sizeof *shadow->own);
    for (uint32_t f = 0; f < subject->program->function_count; f++)
        assigned_find(subject->program->functions[f], with_padding, shadow->own + subject->first_local[f],
                      shadow->exposed + subject->first_local[f]);
    for (uint32_t i = 0; i < subject->object_count; i++) any |= shadow->doubtful[i] = shadow->own[i];
    return any;
}

void shadow_find(struct analysis *analysis, struct points *points) {
    uint32_t objects = analysis->subject->object_count;
    if (!analysis->subject->enabled[APP_CHECK_UNINITIALISED]) return;
    struct arena *arena = arena_new();
    struct shadow shadow = {.analysis = analysis,
                            .points = points,
                            .doubtful = arena_new_array(arena, bool, objects + 1),
                            .own = arena_new_array(arena, bool, objects + 1),
                            .exposed = arena_new_array(arena, bool, objects + 1),
                            .copied = shadow_copied};
    bool any = find_own(&shadow, true);
    if (any) follow_copies(&shadow, arena);
    if (any && !padding_may_be_read(analysis->subject, points, shadow.doubtful)) {
        any = find_own(&shadow, false);
        if (any) follow_copies(&shadow, arena);
    }
    if (any) lay_out(&shadow);
    arena_free(arena);
}
