#include "app/doubt.h"

#include "app/assigned.h"
#include "app/points.h"
#include "app/unset.h"

#include <string.h>

struct doubt {
    struct app *app;
    struct points *points;
    bool *doubtful, *own, *exposed; /* by object; `own`: not only because of what is copied to it */
    bool *returned;                 /* by function: its result is in doubt */
    object_set from, to;            /* room for sets */
    bool changed;
};

/* ---- copies ---- */

static bool is_doubtful(struct doubt *doubt, const struct c_expression *place) {
    memset(doubt->from, 0, doubt->points->words * sizeof *doubt->from);
    points_of_place(doubt->points, place, doubt->from);
    for (uint32_t i = 0; i < doubt->app->object_count; i++)
        if (object_set_has(doubt->from, i) && doubt->doubtful[i]) return true;
    return false;
}

static bool copies_doubtful(struct doubt *doubt, const struct c_expression *value) {
    return value && value->type->kind == C_RECORD && value->kind == C_LOAD && is_doubtful(doubt, value->left);
}

static void add(struct doubt *doubt, bool *mark) {
    if (*mark) return;
    *mark = doubt->changed = true;
}

static void add_place(struct doubt *doubt, const struct c_expression *place) {
    memset(doubt->to, 0, doubt->points->words * sizeof *doubt->to);
    points_of_place(doubt->points, place, doubt->to);
    for (uint32_t i = 0; i < doubt->app->object_count; i++)
        if (object_set_has(doubt->to, i)) add(doubt, &doubt->doubtful[i]);
}

static void follow_call(struct doubt *doubt, const struct c_instruction *call) {
    const struct app *app = doubt->app;
    for (uint32_t f = 0; f < app->program->function_count; f++) {
        const struct c_function *callee = app->program->functions[f];
        if (!points_may_call(doubt->points, call, callee)) continue;
        for (uint32_t a = 0; a < call->argument_count && a < callee->parameter_count; a++)
            if (copies_doubtful(doubt, call->arguments[a])) add(doubt, &doubt->doubtful[app->first_local[f] + a]);
        if (call->target && doubt->returned[f]) add_place(doubt, call->target);
    }
}

static void follow(struct doubt *doubt, uint32_t function, const struct c_instruction *instruction) {
    const struct c_expression *from = instruction->kind == C_ASSIGN ? unset_copied(instruction) : NULL;
    if (from && is_doubtful(doubt, from)) add_place(doubt, instruction->target);
    if (instruction->kind == C_CALL) follow_call(doubt, instruction);
    if (instruction->kind == C_RETURN && copies_doubtful(doubt, instruction->value))
        add(doubt, &doubt->returned[function]);
}

static void follow_copies(struct doubt *doubt, struct arena *arena) {
    const struct c_program *program = doubt->app->program;
    doubt->points = points_find(doubt->app, arena);
    doubt->from = arena_new_array(arena, uint64_t, doubt->points->words);
    doubt->to = arena_new_array(arena, uint64_t, doubt->points->words);
    do {
        doubt->changed = false;
        for (uint32_t f = 0; f < program->function_count; f++)
            for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
                follow(doubt, f, &program->functions[f]->code[i]);
    } while (doubt->changed);
}

/* ---- room ---- */

static bool is_scalar(const struct c_type *type) { return type->kind != C_ARRAY && type->kind != C_RECORD; }

static void lay_out_function(struct doubt *doubt, const struct c_function *function) {
    struct app *app = doubt->app;
    uint32_t *size = &app->unset_size[function->index], first = app->first_local[function->index];
    for (uint32_t i = 0; i < function->local_count; i++) {
        const struct c_type *type = function->locals[i]->type;
        if (!doubt->doubtful[first + i]) continue;
        app->unset_whole[first + i] = is_scalar(type) && !doubt->exposed[first + i];
        app->unset_at[first + i] = *size;
        *size += app->unset_whole[first + i] ? 1 : type->size;
    }
    unsigned char *initial = arena_alloc(app->arena, *size + 1);
    for (uint32_t i = 0; i < function->local_count; i++) {
        if (!doubt->own[first + i]) continue;
        if (app->unset_whole[first + i])
            initial[app->unset_at[first + i]] = 1;
        else
            assigned_value_bits(function->locals[i]->type, initial + app->unset_at[first + i]);
    }
    app->unset_initial[function->index] = initial;
}

static void lay_out(struct doubt *doubt) {
    struct app *app = doubt->app;
    uint32_t functions = app->program->function_count;
    app->unset_at = arena_new_array(app->arena, uint32_t, app->object_count + 1);
    app->unset_whole = arena_new_array(app->arena, bool, app->object_count + 1);
    app->unset_size = arena_new_array(app->arena, uint32_t, functions + 1);
    app->unset_initial = arena_new_array(app->arena, const unsigned char *, functions + 1);
    for (uint32_t i = 0; i < app->object_count; i++) app->unset_at[i] = doubt->doubtful[i] ? 0 : NO_OFFSET;
    for (uint32_t f = 0; f < functions; f++) lay_out_function(doubt, app->program->functions[f]);
}

void doubt_lay_out_globals(struct app *app) {
    for (uint32_t i = 0; app->unset_at && i < app->program->global_count; i++) {
        if (app->unset_at[i] == NO_OFFSET) continue;
        app->unset_at[i] = app->image_offset[i] == NO_OFFSET ? NO_OFFSET : app->image_size;
        if (app->unset_at[i] != NO_OFFSET) app->image_size += app->program->globals[i]->type->size;
    }
}

void doubt_find(struct app *app) {
    const struct c_program *program = app->program;
    if (!app->enabled[APP_CHECK_UNINITIALISED]) return;
    struct arena *arena = arena_new();
    struct doubt doubt = {app,
                          NULL,
                          arena_new_array(arena, bool, app->object_count + 1),
                          arena_new_array(arena, bool, app->object_count + 1),
                          arena_new_array(arena, bool, app->object_count + 1),
                          arena_new_array(arena, bool, program->function_count + 1),
                          NULL,
                          NULL,
                          false};
    for (uint32_t f = 0; f < program->function_count; f++)
        assigned_find(program->functions[f], doubt.own + app->first_local[f], doubt.exposed + app->first_local[f]);
    bool any = false;
    for (uint32_t i = 0; i < app->object_count; i++) any |= doubt.doubtful[i] = doubt.own[i];
    if (any) {
        follow_copies(&doubt, arena);
        lay_out(&doubt);
    }
    arena_free(arena);
}
