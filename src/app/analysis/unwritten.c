#include "app/analysis/unwritten.h"

#include "app/analysis/points.h"
#include "app/subject/half_sentence.h"
#include "base/vec.h"
#include "cfront/ir/walk.h"

#include <string.h>

enum { MOST_NAMES = 6 };

struct unwritten {
    const struct analysis *analysis;
    struct points *points;
    const struct touched *touches;
    VEC(const struct c_field *) written;       /* in whatever structure of the type */
    VEC(const struct c_expression *) elements; /* ... and elements by a number: C_INDEX of an object */
    bool *blurred; /* by object: it is written in another way than by its members' names, or its elements' numbers */
    object_set room;
    const char *names;
    unsigned count;
};

static const struct c_expression *without_index(const struct c_expression *place) {
    while (place->kind == C_INDEX) place = place->left;
    return place;
}

static object_set objects_of(struct unwritten *all, const struct c_expression *place) {
    memset(all->room, 0, all->points->words * sizeof *all->room);
    points_of_place(all->points, place, all->room);
    return all->room;
}

/* ---- what is written ---- */

static void write_blurred(struct unwritten *all, const struct c_expression *place) {
    object_set objects = objects_of(all, place);
    for (uint32_t i = 0; i < all->analysis->subject->object_count; i++)
        if (object_set_has(objects, i)) all->blurred[i] = true;
}

/* An element of an array that is known before it runs. */
static bool is_known_element(const struct c_expression *place) {
    return place->kind == C_INDEX && place->left->kind == C_OBJECT && c_constant(place->right) &&
           place->type->kind != C_RECORD && place->type->kind != C_ARRAY;
}

static void write_place(struct unwritten *all, const struct c_expression *place) {
    if (is_known_element(place)) {
        vec_push(&all->elements, place);
        return;
    }
    place = without_index(place);
    bool is_member = place->kind == C_MEMBER && place->type->kind != C_RECORD && !place->left->type->is_union;
    if (is_member)
        vec_push(&all->written, place->field);
    else
        write_blurred(all, place);
}

static void write_all(struct unwritten *all, const struct c_instruction *code) {
    if (code->target && code->kind != C_CLEAR) write_place(all, code->target);
    for (uint32_t i = 0; i < code->output_count; i++) {
        const struct c_expression *pointer = code->outputs[i];
        if (!pointer) continue;
        struct c_expression place = {.kind = C_DEREFERENCE, .type = pointer->type->target, .left = pointer};
        write_blurred(all, &place);
    }
}

static bool is_written(const struct unwritten *all, const struct c_field *field) {
    for (size_t i = 0; i < all->written.count; i++)
        if (all->written.items[i] == field) return true;
    return false;
}

static bool is_element_written(const struct unwritten *all, const struct c_expression *element) {
    for (size_t i = 0; i < all->elements.count; i++)
        if (all->elements.items[i]->left->object == element->left->object &&
            c_constant(all->elements.items[i]->right)->integer == c_constant(element->right)->integer)
            return true;
    return false;
}

/* ---- what is read ---- */

static bool has_stub(const struct c_object *object, const char *name) {
    for (uint32_t i = 0; i < object->input_count; i++)
        if (strcmp(object->inputs[i].name, name) == 0) return true;
    return false;
}

static void add(struct unwritten *all, const struct c_object *object, const char *name) {
    const char *quoted = arena_printf(all->analysis->arena, "`%s`", name);
    if (strstr(all->names, quoted) || has_stub(object, name)) return;
    if (all->count++ < MOST_NAMES) all->names = half_sentence_list(all->analysis->arena, all->names, quoted);
}

static bool may_be_meant(const struct c_object *object) {
    bool lasts = object->storage == C_GLOBAL || object->storage == C_STATIC_LOCAL;
    return lasts && object->name && !object->is_input && !object->is_memory;
}

/* By code that runs here. */
static bool is_written_here(const struct unwritten *all, uint32_t object, const struct c_expression *place) {
    if (!(all->touches->by_anybody[object] & TOUCH_WRITES)) return false;
    if (all->blurred[object]) return true;
    if (is_known_element(place)) return is_element_written(all, place);
    place = without_index(place);
    bool is_member = place->kind == C_MEMBER && !place->left->type->is_union;
    return !is_member || is_written(all, place->field);
}

static const char *name_of(const struct unwritten *all, const struct c_object *object,
                           const struct c_expression *place) {
    struct arena *arena = all->analysis->arena;
    bool is_element = is_known_element(place) && all->elements.count;
    if (is_element) return arena_printf(arena, "%s[%lld]", object->name, (long long)c_constant(place->right)->integer);
    place = without_index(place);
    bool is_member = place->kind == C_MEMBER && !place->left->type->is_union;
    return is_member ? arena_printf(arena, "%s.%s", object->name, place->field->name) : object->name;
}

static void read_place(void *context, const struct c_expression *e) {
    struct unwritten *all = context;
    if (e->kind != C_LOAD || (!e->left->is_volatile && c_root(e->left)->kind != C_DEREFERENCE)) return;
    const struct subject *subject = all->analysis->subject;
    object_set objects = objects_of(all, without_index(e->left));
    for (uint32_t i = 0; (i = object_set_next(objects, all->points->words, i)) < subject->object_count; i++) {
        const struct c_object *object = subject->objects[i];
        if (!may_be_meant(object) || (!e->left->is_volatile && !object->is_volatile)) continue;
        if (!is_written_here(all, i, e->left)) add(all, object, name_of(all, object, e->left));
    }
}

const char *unwritten_names(const struct analysis *analysis, struct points *points, const struct touched *touches) {
    const struct c_program *program = analysis->subject->program;
    struct unwritten all = {.analysis = analysis, .points = points, .touches = touches, .names = ""};
    all.blurred = memory_new(analysis->subject->object_count + 1);
    all.room = memory_new(points->words * sizeof *all.room + 1);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            write_all(&all, &program->functions[f]->code[i]);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            walk_instruction(&program->functions[f]->code[i], read_place, &all);
    vec_free(&all.written);
    vec_free(&all.elements);
    free(all.blurred);
    free(all.room);
    if (!all.count) return NULL;
    return all.count > MOST_NAMES ? half_sentence_list(analysis->arena, all.names, "and more") : all.names;
}

const char *unwritten_assumption(const struct analysis *analysis) {
    if (!analysis->unwritten) return NULL;
    return arena_printf(analysis->arena, "nothing else changes what is volatile and no code that runs here writes (%s)",
                        analysis->unwritten);
}
