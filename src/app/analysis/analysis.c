#include "app/analysis/analysis.h"

#include "app/analysis/background.h"
#include "app/analysis/ceiling.h"
#include "app/analysis/holders.h"
#include "app/analysis/input_flow.h"
#include "app/analysis/lasting.h"
#include "app/analysis/movable.h"
#include "app/analysis/order.h"
#include "app/analysis/origins.h"
#include "app/analysis/paced.h"
#include "app/analysis/pieces.h"
#include "app/analysis/recurrent.h"
#include "app/analysis/shadow.h"
#include "app/analysis/touched.h"
#include "app/analysis/unsequenced.h"
#include "app/analysis/unwritten.h"

#include <string.h>

enum { LOG_ROOM = 256 };

/* ---- the image ---- */

static const unsigned char *initial_bytes(struct analysis *analysis, const struct c_object *object) {
    if (object->initial) return object->initial;
    return arena_alloc(analysis->arena, object->type->size + 1);
}

static void lay_out_image(struct analysis *analysis, const unsigned char *touched) {
    const struct c_program *program = analysis->subject->program;
    analysis->image_offset = arena_new_array(analysis->arena, uint32_t, program->global_count + 1);
    analysis->constant_bytes = arena_new_array(analysis->arena, const unsigned char *, program->global_count + 1);
    for (uint32_t i = 0; i < program->global_count; i++) {
        const struct c_object *object = program->globals[i];
        bool written = (touched[i] & TOUCH_WRITES) && !object->is_const && object->storage != C_STRING;
        analysis->image_offset[i] = written ? analysis->image_size : NO_OFFSET;
        if (written)
            analysis->image_size += object->type->size;
        else
            analysis->constant_bytes[i] = initial_bytes(analysis, object);
    }
    shadow_lay_out_globals(analysis, analysis->unset_at);
    shadow_lay_out_globals(analysis, analysis->origins_at);
    analysis->initial_image = arena_alloc(analysis->arena, analysis->image_size + 4);
    for (uint32_t i = 0; i < program->global_count; i++)
        if (analysis->image_offset[i] != NO_OFFSET && program->globals[i]->initial)
            memcpy(analysis->initial_image + analysis->image_offset[i], program->globals[i]->initial,
                   program->globals[i]->type->size);
    origins_fill_image(analysis);
}

/* ---- who can come in between ---- */

/* UINT32_MAX: hooks and callbacks, which come with whatever else comes, and category 1, which no ceiling keeps out. */
static uint32_t level_of(const struct analysis *analysis, uint32_t context) {
    uint32_t index;
    switch (osek_context_kind(analysis->subject->config, context, &index)) {
    case OSEK_TASK: return analysis->subject->config->tasks[index].priority;
    case OSEK_ISR: {
        const struct osek_isr *isr = &analysis->subject->config->isrs[index];
        return isr->category == 1 ? UINT32_MAX : isr->level;
    }
    case OSEK_MAIN: return 0;
    default: return UINT32_MAX;
    }
}

static void add_level(struct analysis *analysis, uint32_t level) {
    uint32_t at = 0;
    while (at < analysis->level_count && analysis->levels[at] < level) at++;
    if (at < analysis->level_count && analysis->levels[at] == level) return;
    memmove(analysis->levels + at + 1, analysis->levels + at, (analysis->level_count - at) * sizeof *analysis->levels);
    analysis->levels[at] = level;
    analysis->level_count++;
}

static void keep_touches(struct analysis *analysis, const struct touched *touches) {
    size_t size = (size_t)analysis->subject->context_count * analysis->subject->object_count;
    analysis->by_context = arena_alloc(analysis->arena, size + 1);
    memcpy(analysis->by_context, touches->by_context, size);
}

/* Of what is not the code's own: what others can get at of locals is added by those who may. */
static void touch_everything(struct analysis *analysis) {
    uint32_t count = analysis->subject->object_count;
    for (uint32_t i = 0; i < count; i++) {
        bool is_own = !c_has_address(analysis->subject->objects[i]);
        for (uint32_t row = 0; !is_own && row <= analysis->level_count; row++)
            analysis->touched[(size_t)row * count + i] = TOUCH_READS | TOUCH_WRITES;
    }
}

static void find_interference(struct analysis *analysis, const struct touched *touches) {
    analysis->levels = arena_new_array(analysis->arena, uint32_t, analysis->subject->context_count + 1);
    for (uint32_t c = 0; c < analysis->subject->context_count; c++)
        if (level_of(analysis, c) != UINT32_MAX) add_level(analysis, level_of(analysis, c));
    analysis->touched =
        arena_alloc(analysis->arena, (size_t)(analysis->level_count + 1) * analysis->subject->object_count + 1);
    if (analysis->subject->no_reduction) touch_everything(analysis);
    for (uint32_t row = 0; row <= analysis->level_count; row++)
        for (uint32_t c = 0; c < analysis->subject->context_count; c++) {
            if (row < analysis->level_count ? level_of(analysis, c) < analysis->levels[row]
                                            : level_of(analysis, c) != UINT32_MAX)
                continue;
            for (uint32_t i = 0; i < analysis->subject->object_count; i++)
                if (touches->shared[i])
                    analysis->touched[(size_t)row * analysis->subject->object_count + i] |=
                        touches->by_context[(size_t)c * analysis->subject->object_count + i];
        }
}

/* What one context alone accesses, and what nobody writes, is no race's matter. An input is written by nobody but the
 * environment, unless it is one because no source defines it. */
static void find_crowded(struct analysis *analysis, const struct touched *touches) {
    analysis->crowded = arena_new_array(analysis->arena, bool, analysis->subject->object_count + 1);
    if (analysis->subject->enabled[APP_CHECK_RACE]) analysis->contended = analysis->crowded;
    for (uint32_t i = 0; i < analysis->subject->object_count; i++) {
        const struct c_object *object = analysis->subject->objects[i];
        unsigned users = 0;
        for (uint32_t c = 0; c < analysis->subject->context_count; c++)
            users += touches->by_context[(size_t)c * analysis->subject->object_count + i] != 0;
        analysis->crowded[i] = users > 1 && touches->shared[i] && (touches->by_anybody[i] & TOUCH_WRITES) &&
                               (!object->is_input || object->is_elsewhere) && !object->is_const &&
                               object->storage != C_STRING;
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

static void measure_stacks(struct analysis *analysis, bool **calls) {
    const struct c_program *program = analysis->subject->program;
    struct arena *own = arena_new();
    struct depths depths = {program, calls, arena_new_array(own, uint32_t, program->function_count + 1),
                            arena_new_array(own, bool, program->function_count + 1),
                            arena_new_array(own, bool, program->function_count + 1)};
    analysis->stack_limits = arena_new_array(analysis->arena, uint32_t, analysis->subject->context_count + 1);
    for (uint32_t c = 0; c < analysis->subject->context_count; c++) {
        uint32_t need = program->entries[c] ? depth_of(&depths, program->entries[c]->index) : 0;
        analysis->stack_limits[c] = need < program->stack_room ? need : (uint32_t)program->stack_room;
    }
    arena_free(own);
}

/* ---- records ---- */

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
    return most;
}

void analysis_run(struct analysis *analysis, struct diagnostics *diagnostics) {
    const struct c_program *program = analysis->subject->program;
    struct arena *own = arena_new();
    struct points *points = points_find(analysis->subject, own);
    struct touched touches = touched_find(analysis->subject, points, own);
    keep_touches(analysis, &touches);
    analysis->unsequenced = unsequenced_at(analysis->subject, points);
    order_find(analysis, points, &touches);
    analysis->unwritten = unwritten_names(analysis, points, &touches);
    shadow_find(analysis, points);
    holders_find_addresses(analysis, points);
    origins_find(analysis, points);
    holders_find(analysis, points);
    lay_out_image(analysis, touches.by_anybody);
    find_interference(analysis, &touches);
    find_crowded(analysis, &touches);
    movable_find(analysis, points, &touches);
    measure_stacks(analysis, touches.calls);
    recurrent_find(analysis, touches.calls);
    lasting_find(analysis, touches.calls);
    background_find(analysis, touches.calls);
    ceiling_find(analysis, touches.calls, diagnostics);
    paced_find(analysis, touches.calls);
    analysis->ahead = ahead_find(analysis->subject, analysis->arena);
    analysis->led = input_flow_deciding(analysis->subject, FLOW_FROM_HEADERS, analysis->arena);
    analysis->numbered = input_flow_deciding(analysis->subject, FLOW_FROM_NUMBERS, analysis->arena);
    arena_free(own);
    analysis->largest_record = largest_record(program);
    /* What was read, in pieces; what is being written; and where each byte of it came from. */
    uint32_t most = analysis->largest_record < UINT16_MAX ? analysis->largest_record : UINT16_MAX;
    analysis->log_limit = 2 * (LOG_ROOM + 2 * most + 4 * (MOST_PIECES + most / analysis->subject->word + 1));
}
