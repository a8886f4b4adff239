/* What is found out about a program before it runs. */
#include "app/ceiling.h"
#include "app/doubt.h"
#include "app/lifetime.h"
#include "app/machine.h"
#include "app/points.h"
#include "app/stretch.h"
#include "app/touch.h"

#include <string.h>

enum { LOG_ROOM = 256 };

/* ---- numbers ---- */

static void number_objects(struct app *app) {
    const struct c_program *program = app->program;
    uint32_t count = program->global_count;
    app->first_local = arena_new_array(app->arena, uint32_t, program->function_count + 1);
    for (uint32_t i = 0; i < program->function_count; i++) {
        app->first_local[i] = count;
        count += program->functions[i]->local_count;
    }
    app->object_count = count;
    app->objects = arena_new_array(app->arena, const struct c_object *, count + 1);
    for (uint32_t i = 0; i < program->global_count; i++) app->objects[i] = program->globals[i];
    for (uint32_t i = 0; i < program->function_count; i++)
        for (uint32_t l = 0; l < program->functions[i]->local_count; l++)
            app->objects[app->first_local[i] + l] = program->functions[i]->locals[l];
    app->observed = arena_alloc(app->arena, count + 1);
}

static void number_instructions(struct app *app) {
    const struct c_program *program = app->program;
    uint32_t count = 0;
    app->first_instruction = arena_new_array(app->arena, uint32_t, program->function_count + 1);
    for (uint32_t i = 0; i < program->function_count; i++) {
        app->first_instruction[i] = count;
        count += program->functions[i]->code_count;
    }
    app->first_instruction[program->function_count] = app->instruction_count = count;
    app->function_of = arena_new_array(app->arena, uint32_t, count + 1);
    for (uint32_t i = 0; i < program->function_count; i++)
        for (uint32_t k = app->first_instruction[i]; k < app->first_instruction[i + 1]; k++) app->function_of[k] = i;
    app->reached = arena_alloc(app->arena, count + 1);
}

/* ---- the image ---- */

static const unsigned char *initial_bytes(struct app *app, const struct c_object *object) {
    if (object->initial) return object->initial;
    return arena_alloc(app->arena, object->type->size + 1);
}

static void lay_out_image(struct app *app, const unsigned char *touched) {
    const struct c_program *program = app->program;
    app->image_offset = arena_new_array(app->arena, uint32_t, program->global_count + 1);
    app->constant_bytes = arena_new_array(app->arena, const unsigned char *, program->global_count + 1);
    for (uint32_t i = 0; i < program->global_count; i++) {
        const struct c_object *object = program->globals[i];
        bool written = (touched[i] & TOUCH_WRITES) && !object->is_const && object->storage != C_STRING;
        app->image_offset[i] = written ? app->image_size : NO_OFFSET;
        if (written)
            app->image_size += object->type->size;
        else
            app->constant_bytes[i] = initial_bytes(app, object);
    }
    doubt_lay_out_globals(app);
    app->initial_image = arena_alloc(app->arena, app->image_size + 4);
    for (uint32_t i = 0; i < program->global_count; i++)
        if (app->image_offset[i] != NO_OFFSET && program->globals[i]->initial)
            memcpy(app->initial_image + app->image_offset[i], program->globals[i]->initial,
                   program->globals[i]->type->size);
}

/* ---- who can come in between ---- */

/* 0: hooks and callbacks, which come with whatever else comes. */
static uint32_t level_of(const struct app *app, uint32_t context) {
    uint32_t index;
    switch (osek_context_kind(app->config, context, &index)) {
    case OSEK_TASK: return app->config->tasks[index].priority;
    case OSEK_ISR: return app->config->isrs[index].level;
    default: return UINT32_MAX;
    }
}

static void add_level(struct app *app, uint32_t level) {
    uint32_t at = 0;
    while (at < app->level_count && app->levels[at] < level) at++;
    if (at < app->level_count && app->levels[at] == level) return;
    memmove(app->levels + at + 1, app->levels + at, (app->level_count - at) * sizeof *app->levels);
    app->levels[at] = level;
    app->level_count++;
}

static void keep_touches(struct app *app, const struct touches *touches) {
    size_t size = (size_t)app->context_count * app->object_count;
    app->by_context = arena_alloc(app->arena, size + 1);
    memcpy(app->by_context, touches->by_context, size);
}

static void find_interference(struct app *app, const struct touches *touches) {
    app->levels = arena_new_array(app->arena, uint32_t, app->context_count + 1);
    for (uint32_t c = 0; c < app->context_count; c++)
        if (level_of(app, c) != UINT32_MAX) add_level(app, level_of(app, c));
    app->touched = arena_alloc(app->arena, (size_t)(app->level_count + 1) * app->object_count + 1);
    if (app->no_reduction) memset(app->touched, TOUCH_READS | TOUCH_WRITES, (app->level_count + 1) * app->object_count);
    for (uint32_t row = 0; row <= app->level_count; row++)
        for (uint32_t c = 0; c < app->context_count; c++) {
            if (row < app->level_count ? level_of(app, c) < app->levels[row] : level_of(app, c) != UINT32_MAX) continue;
            for (uint32_t i = 0; i < app->object_count; i++)
                if (touches->shared[i])
                    app->touched[(size_t)row * app->object_count + i] |=
                        touches->by_context[(size_t)c * app->object_count + i];
        }
}

/* What one context alone accesses, and what nobody writes, is no race's matter. An input is written by nobody but the
 * environment. */
static void find_contended(struct app *app, const struct touches *touches) {
    if (!app->enabled[APP_CHECK_RACE]) return;
    app->contended = arena_new_array(app->arena, bool, app->object_count + 1);
    for (uint32_t i = 0; i < app->object_count; i++) {
        const struct c_object *object = app->objects[i];
        unsigned users = 0;
        for (uint32_t c = 0; c < app->context_count; c++)
            users += touches->by_context[(size_t)c * app->object_count + i] != 0;
        app->contended[i] = users > 1 && touches->shared[i] && (touches->by_anybody[i] & TOUCH_WRITES) &&
                            !object->is_input && !object->is_const && object->storage != C_STRING;
    }
}

/* ---- stacks ---- */

struct depths {
    const struct c_program *program;
    bool **calls;
    uint32_t *bytes; /* per function; UINT32_MAX: no end */
    bool *known, *open;
};

static uint32_t depth_of(struct depths *depths, uint32_t function) {
    if (depths->open[function]) return UINT32_MAX;
    if (depths->known[function]) return depths->bytes[function];
    uint32_t own = frame_room(depths->program->functions[function]), below = 0;
    depths->open[function] = true;
    for (uint32_t i = 0; i < depths->program->function_count; i++) {
        uint32_t depth = depths->calls[function][i] ? depth_of(depths, i) : 0;
        if (depth > below) below = depth;
    }
    depths->open[function] = false;
    depths->known[function] = true;
    depths->bytes[function] = below > UINT32_MAX - own ? UINT32_MAX : below + own;
    return depths->bytes[function];
}

static void measure_stacks(struct app *app, bool **calls) {
    const struct c_program *program = app->program;
    struct arena *own = arena_new();
    struct depths depths = {program, calls, arena_new_array(own, uint32_t, program->function_count + 1),
                            arena_new_array(own, bool, program->function_count + 1),
                            arena_new_array(own, bool, program->function_count + 1)};
    app->stack_limits = arena_new_array(app->arena, uint32_t, app->context_count + 1);
    for (uint32_t c = 0; c < app->context_count; c++) {
        uint32_t need = program->entries[c] ? depth_of(&depths, program->entries[c]->index) : 0;
        app->stack_limits[c] = need < program->stack_room ? need : (uint32_t)program->stack_room;
    }
    arena_free(own);
}

/* ---- what cannot be done ---- */

static void check_choice(const struct c_instruction *choice, struct diagnostics *diagnostics) {
    if (choice->kind != C_CHOOSE || choice->value->kind != C_CONSTANT || choice->other->kind != C_CONSTANT) return;
    if ((uint64_t)choice->other->integer - (uint64_t)choice->value->integer >= MOST_VALUES)
        diag_error(diagnostics, choice->place,
                   "a choice among more than %d values; give it a range that fewer values have", MOST_VALUES);
}

static void check_input(const struct c_object *object, unsigned touched, struct diagnostics *diagnostics) {
    if (object->is_input && touched && (uint64_t)object->high - (uint64_t)object->low >= MOST_VALUES)
        diag_error(diagnostics, object->place,
                   "the input '%s' has more than %d values; give it a range that fewer values have", object->name,
                   MOST_VALUES);
}

static uint32_t size_if_record(const struct c_expression *value) {
    return value && value->type->kind == C_RECORD ? value->type->size : 0;
}

/* Records that are copied as a whole. */
static uint32_t largest_record(const struct c_program *program) {
    uint32_t most = 0;
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            const struct c_instruction *instruction = &program->functions[f]->code[i];
            uint32_t size = size_if_record(instruction->value);
            if (size > most) most = size;
            for (uint32_t a = 0; a < instruction->argument_count; a++) {
                size = size_if_record(instruction->arguments[a]);
                if (size > most) most = size;
            }
        }
    return most < UINT16_MAX ? most : UINT16_MAX;
}

/* Machines with addresses of 16 bits move 16 bits at once, but for those of 8 bits. */
static uint32_t word_of(const struct c_program *program) {
    bool bytes = program->target && !strncmp(program->target, "avr", 3);
    return bytes || !program->pointer_size ? 1 : program->pointer_size;
}

bool analysis_run(struct app *app, struct diagnostics *diagnostics) {
    const struct c_program *program = app->program;
    unsigned errors = diagnostics->errors;
    number_objects(app);
    number_instructions(app);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            check_choice(&program->functions[f]->code[i], diagnostics);
    struct arena *own = arena_new();
    struct points *points = points_find(app, own);
    struct touches touches = touches_find(app, points, own);
    lifetimes_find(app, points);
    keep_touches(app, &touches);
    for (uint32_t i = 0; i < program->global_count; i++)
        check_input(program->globals[i], touches.by_anybody[i], diagnostics);
    doubt_find(app);
    lay_out_image(app, touches.by_anybody);
    find_interference(app, &touches);
    find_contended(app, &touches);
    measure_stacks(app, touches.calls);
    stretches_find(app, touches.calls);
    ceiling_find(app, touches.calls, diagnostics);
    arena_free(own);
    app->word = word_of(program);
    app->largest_record = largest_record(program);
    /* What was read, in pieces; what is being written. */
    app->log_limit = LOG_ROOM + 2 * app->largest_record + 4 * (app->largest_record / app->word + 1);
    return diagnostics->errors == errors;
}
