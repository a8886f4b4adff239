#include "app/analysis/order.h"

#include <string.h>

/* What the calls of an operand do with each object, and what it reads itself. */
struct deeds {
    uint32_t object_count;
    unsigned char *const *by_function;
    unsigned char *called, *all;
    bool *seen; /* by function: it is called */
};

static void add_function(void *context, uint32_t function) {
    struct deeds *deeds = context;
    for (uint32_t i = 0; i < deeds->object_count; i++) deeds->called[i] |= deeds->by_function[function][i];
}

/* What our library keeps for itself (errno, the heap) is nobody's concern. */
static bool is_ours(const struct c_object *object) {
    return object->name && (!strncmp(object->name, "rtcheck_", strlen("rtcheck_")) || !strcmp(object->name, "errno"));
}

static struct deeds deeds_of(const struct subject *subject, const struct touched *touches,
                             const struct c_operand *operand, struct arena *arena) {
    uint32_t functions = subject->program->function_count, objects = subject->object_count;
    struct deeds deeds = {objects, touches->by_function, arena_alloc(arena, objects + 1),
                          arena_alloc(arena, objects + 1), arena_new_array(arena, bool, functions + 1)};
    for (uint32_t i = 0; i < operand->call_count; i++)
        touched_visit_calls(touches->calls, functions, operand->calls[i]->index, deeds.seen, add_function, &deeds);
    memcpy(deeds.all, deeds.called, objects);
    for (uint32_t i = 0; i < operand->read_count; i++) {
        const struct c_object *object = operand->reads[i];
        deeds.all[subject_number(subject, object)] |= TOUCH_READS;
    }
    return deeds;
}

/* A local of a function that is called is another one each time. */
static bool is_fresh(const struct c_object *object, const struct deeds *one, const struct deeds *other) {
    return object->storage > C_STRING && (one->seen[object->function->index] || other->seen[object->function->index]);
}

static bool disturbs(const struct subject *subject, const struct deeds *one, const struct deeds *other) {
    for (uint32_t i = 0; i < subject->object_count; i++) {
        const struct c_object *object = subject->objects[i];
        if ((one->called[i] & TOUCH_WRITES) && other->all[i] && !is_ours(object) && !is_fresh(object, one, other))
            return true;
    }
    return false;
}

struct place order_matters_at(const struct subject *subject, const struct touched *touches) {
    struct place nowhere = {0};
    for (uint32_t i = 0; i < subject->program->unordered_count; i++) {
        const struct c_unordered *pair = &subject->program->unordered[i];
        struct arena *own = arena_new();
        struct deeds left = deeds_of(subject, touches, &pair->left, own);
        struct deeds right = deeds_of(subject, touches, &pair->right, own);
        bool matters = disturbs(subject, &left, &right) || disturbs(subject, &right, &left);
        arena_free(own);
        if (matters) return pair->place;
    }
    return nowhere;
}

const char *order_assumption(const struct analysis *analysis) {
    const struct place *place = &analysis->order;
    if (!place->file) return NULL;
    return arena_printf(
        analysis->arena,
        "operands and arguments are evaluated from left to right, where C leaves that open and calls may "
        "make a difference (%s:%u)",
        place_file(*place), place->line);
}
