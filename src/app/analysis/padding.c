#include "app/analysis/padding.h"

#include "app/analysis/shadow.h"
#include "cfront/ir/walk.h"

#include <string.h>

struct reading {
    const struct subject *subject;
    struct points *points;
    const bool *marks;
    bool *spilled; /* by object: bytes may have come there from elsewhere, whatever its type is */
    object_set places;
    const struct c_expression *copied; /* only copied by the instruction that is looked at; NULL: nothing is */
    bool is_read;
};

static void find_places(struct reading *reading, const struct c_expression *place) {
    memset(reading->places, 0, reading->points->words * sizeof *reading->places);
    points_of_place(reading->points, place, reading->places);
}

static void find_spilled(struct reading *reading, const struct c_instruction *instruction) {
    const struct c_expression *from = instruction->kind == C_ASSIGN ? shadow_copied(instruction) : NULL;
    if (!from || from->type->kind == C_RECORD) return;
    find_places(reading, instruction->target);
    for (uint32_t i = 0; i < reading->subject->object_count; i++)
        reading->spilled[i] |= object_set_has(reading->places, i);
}

static bool has_part(const struct c_type *whole, const struct c_type *part) {
    if (whole == part) return true;
    if (whole->kind == C_ARRAY) return has_part(whole->target, part);
    for (uint32_t i = 0; whole->kind == C_RECORD && i < whole->count; i++)
        if (has_part(whole->fields[i].type, part)) return true;
    return false;
}

/* By a pointer to `type`; NULL: by its name. Numbers of all kinds may be read anywhere. */
static bool may_meet_padding(const struct reading *reading, uint32_t object, const struct c_type *type) {
    if (!reading->marks[object]) return false;
    if (reading->spilled[object]) return true;
    return type && (type->kind != C_RECORD || !has_part(reading->subject->objects[object]->type, type));
}

static void look_at(struct reading *reading, const struct c_expression *place) {
    const struct c_expression *root = c_root(place);
    const struct c_type *type = root->kind == C_DEREFERENCE ? root->type : NULL;
    find_places(reading, place);
    for (uint32_t i = 0; !reading->is_read && i < reading->subject->object_count; i++)
        reading->is_read = object_set_has(reading->places, i) && may_meet_padding(reading, i, type);
}

static void look_at_load(void *context, const struct c_expression *e) {
    struct reading *reading = context;
    if (e->kind == C_LOAD && e->left != reading->copied && e->type->kind != C_RECORD) look_at(reading, e->left);
}

/* A text that is printed. */
static void look_at_text(struct reading *reading, const struct c_expression *e) {
    if (!e || e->type->kind != C_POINTER) return;
    struct c_expression text = {.kind = C_DEREFERENCE, .type = e->type->target, .left = e};
    look_at(reading, &text);
}

static void look_at_instruction(struct reading *reading, const struct c_instruction *instruction) {
    reading->copied = instruction->kind == C_ASSIGN ? shadow_copied(instruction) : NULL;
    walk_instruction(instruction, look_at_load, reading);
    if (instruction->kind != C_TRACE) return;
    look_at_text(reading, instruction->value);
    for (uint32_t i = 0; i < instruction->argument_count; i++) look_at_text(reading, instruction->arguments[i]);
}

bool padding_may_be_read(const struct subject *subject, struct points *points, const bool *marks) {
    const struct c_program *program = subject->program;
    struct arena *arena = arena_new();
    struct reading reading = {.subject = subject,
                              .points = points,
                              .marks = marks,
                              .spilled = arena_new_array(arena, bool, subject->object_count + 1),
                              .places = arena_new_array(arena, uint64_t, points->words + 1)};
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            find_spilled(&reading, &program->functions[f]->code[i]);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; !reading.is_read && i < program->functions[f]->code_count; i++)
            look_at_instruction(&reading, &program->functions[f]->code[i]);
    arena_free(arena);
    return reading.is_read;
}
