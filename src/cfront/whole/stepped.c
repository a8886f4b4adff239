#include "cfront/whole/stepped.h"

#include "cfront/ir/walk.h"

#include <string.h>

static bool is_of(const struct c_instruction *code, const struct c_leap *leap) {
    return place_is_same(code->place, leap->place) || place_is_same(code->statement, leap->place);
}

static bool is_of_step(const struct front *front, const struct c_instruction *code) {
    for (size_t i = 0; i < front->leaps.count; i++)
        if (front->leaps.items[i].only_steps && is_of(code, &front->leaps.items[i])) return true;
    return false;
}

struct mention {
    const struct c_object *object;
    bool found;
};

static void look_for_mention(void *context, const struct c_expression *e) {
    struct mention *mention = context;
    mention->found |= e->kind == C_OBJECT && e->object == mention->object;
}

static bool mentions(const struct c_instruction *code, const struct c_object *object) {
    struct mention mention = {.object = object};
    walk_instruction(code, look_for_mention, &mention);
    return mention.found;
}

/* It gets its first value, or its life ends. */
static bool is_beginning_of(const struct c_instruction *code, const struct c_object *object) {
    struct mention mention = {.object = object};
    walk_inside(code->value, look_for_mention, &mention);
    return (code->initializes || code->kind == C_CLEAR) && c_object_of(code->target) == object && !mention.found;
}

static bool is_used_elsewhere(const struct front *front, const struct c_object *object) {
    for (size_t f = 0; f < front->functions.count; f++)
        for (uint32_t i = 0; i < front->functions.items[f]->code_count; i++) {
            const struct c_instruction *code = &front->functions.items[f]->code[i];
            if (!is_beginning_of(code, object) && !is_of_step(front, code) && mentions(code, object)) return true;
        }
    return false;
}

static bool is_asked_about(const struct front *front, const struct c_object *object) {
    for (size_t i = 0; i < front->options->asking_count; i++)
        if (strstr(front->options->asking[i], object->name)) return true;
    return false;
}

static bool is_alone(const struct front *front, const struct c_object *object) {
    bool is_for_others = object->is_volatile || object->is_others || object->is_input || object->is_pointed_at;
    return !is_for_others && !is_asked_about(front, object) && !is_used_elsewhere(front, object);
}

/* A variable that it steps, and no temporary. */
static const struct c_object *stepped(const struct c_instruction *code) {
    const struct c_object *object = code->kind == C_ASSIGN ? c_object_of(code->target) : NULL;
    return object && object->name ? object : NULL;
}

static bool steps_what_is_alone(const struct front *front, const struct c_leap *leap) {
    bool any = false;
    for (size_t f = 0; f < front->functions.count; f++)
        for (uint32_t i = 0; i < front->functions.items[f]->code_count; i++) {
            const struct c_instruction *code = &front->functions.items[f]->code[i];
            const struct c_object *object = is_of(code, leap) ? stepped(code) : NULL;
            if (object && !is_alone(front, object)) return false;
            any |= object != NULL;
        }
    return any;
}

struct marking {
    struct front *front;
    struct c_leap leap;
};

static void mark(void *context, const struct c_expression *e) {
    struct marking *marking = context;
    marking->leap.place = e->place;
    vec_push(&marking->front->leaps, marking->leap);
}

/* What is wrong with the variable is so in some part of the call. */
static void confine(struct front *front, size_t number) {
    front->leaps.items[number].kind = LEAP_CHECK;
    struct c_leap leap = front->leaps.items[number];
    struct marking marking = {front, leap};
    marking.leap.only_steps = false;
    for (size_t f = 0; f < front->functions.count; f++)
        for (uint32_t i = 0; i < front->functions.items[f]->code_count; i++)
            if (is_of(&front->functions.items[f]->code[i], &leap))
                walk_instruction(&front->functions.items[f]->code[i], mark, &marking);
}

void stepped_look_at_code(struct front *front) {
    size_t count = front->leaps.count;
    for (size_t i = 0; i < count; i++)
        if (front->leaps.items[i].only_steps && steps_what_is_alone(front, &front->leaps.items[i])) confine(front, i);
}
