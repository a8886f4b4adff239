#include "app/analysis/origins.h"

#include "app/analysis/shadow.h"
#include "cfront/ir/pointer_part.h"

#include <string.h>

struct origins {
    struct analysis *analysis;
    struct points *points;
    bool *mixed; /* by object */
    object_set places;
};

/* ---- what an access says of an object ---- */

static bool holds_only_pointers(const struct c_type *type) {
    while (type->kind == C_ARRAY) type = type->target;
    for (uint32_t i = 0; type->kind == C_RECORD && !type->is_union && i < type->count; i++)
        if (!holds_only_pointers(type->fields[i].type)) return false;
    return type->kind == C_POINTER || (type->kind == C_RECORD && !type->is_union);
}

static bool is_same_record(const struct c_type *a, const struct c_type *b) {
    return a == b || (a->kind == C_RECORD && b->kind == C_RECORD && a->size == b->size && a->name && b->name &&
                      strcmp(a->name, b->name) == 0);
}

static bool has_record(const struct c_type *whole, const struct c_type *record) {
    while (whole->kind == C_ARRAY) whole = whole->target;
    if (is_same_record(whole, record)) return true;
    for (uint32_t i = 0; whole->kind == C_RECORD && i < whole->count; i++)
        if (has_record(whole->fields[i].type, record)) return true;
    return false;
}

/* `base` is what the pointer points at, `leaf` what is accessed there. */
static bool is_mixing(const struct c_type *whole, const struct c_type *base, const struct c_type *leaf, bool writes,
                      bool copies) {
    if (!c_type_holds_pointers(whole))
        return writes && (c_type_holds_pointers(leaf) || (copies && c_type_has_characters(whole)));
    while (base->kind == C_ARRAY) base = base->target;
    if (base->kind == C_RECORD) return !has_record(whole, base);
    return base->kind != C_POINTER || !holds_only_pointers(whole);
}

/* ---- accesses ---- */

static void visit_value(struct origins *origins, const struct c_expression *e);

/* Indices and pointers on the way to the place are read. */
static void visit_path(struct origins *origins, const struct c_expression *place) {
    if (place->kind == C_DEREFERENCE) visit_value(origins, place->left);
    if (place->kind == C_INDEX) visit_value(origins, place->right);
    if (place->kind == C_MEMBER || place->kind == C_INDEX) visit_path(origins, place->left);
}

static void visit_place(struct origins *origins, const struct c_expression *place, bool writes, bool copies) {
    const struct subject *subject = origins->analysis->subject;
    const struct c_expression *base = c_root(place);
    visit_path(origins, place);
    if (base->kind != C_DEREFERENCE) return;
    memset(origins->places, 0, origins->points->words * sizeof *origins->places);
    points_of_place(origins->points, base, origins->places);
    for (uint32_t i = 0; (i = object_set_next(origins->places, origins->points->words, i)) < subject->object_count; i++)
        origins->mixed[i] |= is_mixing(subject->objects[i]->type, base->type, place->type, writes, copies);
}

static void visit_value(struct origins *origins, const struct c_expression *e) {
    if (!e) return;
    if (e->kind == C_LOAD) {
        visit_place(origins, e->left, false, false);
    } else if (e->kind == C_ADDRESS) {
        visit_path(origins, e->left);
    } else {
        visit_value(origins, e->left);
        visit_value(origins, e->right);
        visit_value(origins, e->third);
    }
}

static void visit_target(struct origins *origins, const struct c_expression *pointer, const struct c_type *type,
                         bool writes) {
    struct c_expression place = {.kind = C_DEREFERENCE, .type = type, .left = pointer};
    if (pointer && pointer->type->kind == C_POINTER) visit_place(origins, &place, writes, false);
}

/* Formats and strings are read byte by byte. */
static void visit_trace(struct origins *origins, const struct c_instruction *instruction) {
    static const struct c_type CHARACTER = {.kind = C_INTEGER, .size = 1};
    visit_target(origins, instruction->value, &CHARACTER, false);
    for (uint32_t i = 0; i < instruction->argument_count; i++)
        visit_target(origins, instruction->arguments[i], &CHARACTER, false);
}

static void visit_instruction(struct origins *origins, const struct c_instruction *instruction) {
    bool copies = instruction->kind == C_ASSIGN && shadow_moved(instruction);
    if (instruction->kind == C_TRACE) visit_trace(origins, instruction);
    visit_value(origins, instruction->value);
    visit_value(origins, instruction->other);
    if (instruction->target && instruction->kind != C_FREE) visit_place(origins, instruction->target, true, copies);
    for (uint32_t i = 0; i < instruction->argument_count; i++) visit_value(origins, instruction->arguments[i]);
    for (uint32_t i = 0; i < instruction->output_count; i++)
        if (instruction->outputs[i])
            visit_target(origins, instruction->outputs[i], instruction->outputs[i]->type->target, true);
}

/* ---- which they are ---- */

static bool keep_holders(struct origins *origins) {
    bool any = false;
    for (uint32_t i = 0; i < origins->analysis->subject->object_count; i++)
        any |= origins->mixed[i] &= origins->analysis->holds_addresses[i];
    return any;
}

static bool find_mixed(struct origins *origins) {
    const struct subject *subject = origins->analysis->subject;
    const struct c_program *program = subject->program;
    for (uint32_t i = 0; i < subject->object_count; i++)
        origins->mixed[i] = c_type_hides_pointers(subject->objects[i]->type);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            visit_instruction(origins, &program->functions[f]->code[i]);
    if (!keep_holders(origins)) return false;
    shadow_follow(origins->analysis, origins->points, origins->mixed);
    return keep_holders(origins);
}

/* ---- room ---- */

static void lay_out_function(struct analysis *analysis, const struct c_function *function) {
    uint32_t *size = &analysis->beside_size[function->index], first = analysis->subject->first_local[function->index];
    uint32_t before = *size;
    for (uint32_t i = 0; i < function->local_count; i++) {
        if (analysis->origins_at[first + i] == NO_OFFSET) continue;
        analysis->origins_at[first + i] = *size;
        *size += function->locals[i]->type->size;
    }
    unsigned char *initial = arena_alloc(analysis->arena, *size + 1);
    if (before) memcpy(initial, analysis->beside_initial[function->index], before);
    analysis->beside_initial[function->index] = initial;
}

void origins_find(struct analysis *analysis, struct points *points) {
    const struct subject *subject = analysis->subject;
    struct arena *own = arena_new();
    struct origins origins = {analysis, points, arena_new_array(own, bool, subject->object_count + 1),
                              arena_new_array(own, uint64_t, points->words)};
    if (find_mixed(&origins)) {
        shadow_make_room(analysis);
        analysis->origins_at = arena_new_array(analysis->arena, uint32_t, subject->object_count + 1);
        for (uint32_t i = 0; i < subject->object_count; i++) analysis->origins_at[i] = origins.mixed[i] ? 0 : NO_OFFSET;
        for (uint32_t f = 0; f < subject->program->function_count; f++)
            lay_out_function(analysis, subject->program->functions[f]);
    }
    analysis->is_declared = arena_new_array(analysis->arena, bool, subject->object_count + 1);
    for (uint32_t i = 0; i < subject->object_count; i++)
        analysis->is_declared[i] =
            !origins.mixed[i] && analysis->holds_addresses[i] && c_type_holds_pointers(subject->objects[i]->type);
    arena_free(own);
}

void origins_fill_image(struct analysis *analysis) {
    for (uint32_t i = 0; analysis->origins_at && i < analysis->subject->program->global_count; i++) {
        const struct c_object *object = analysis->subject->program->globals[i];
        if (analysis->origins_at[i] != NO_OFFSET && object->pointers)
            memcpy(analysis->initial_image + analysis->origins_at[i], object->pointers, object->type->size);
    }
}
