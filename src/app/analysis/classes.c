#include "app/analysis/classes.h"

#include "app/analysis/looking.h"

#include <stdlib.h>

static const struct look no_look;

/* ---- instructions ---- */

static void copy_record(struct looking *looking, const struct c_expression *target, const struct c_expression *from) {
    uint32_t to = slots_of_record(looking->slots, target), source = slots_of_record(looking->slots, from);
    if (to != UINT32_MAX && source != UINT32_MAX) {
        for (uint32_t i = 0; i < target->type->size; i++) {
            struct look copy = *looking_of_slot(looking, to + i);
            looking_add(looking, source + i, &copy);
        }
        return;
    }
    slot_list slots = {0};
    struct look all = looking_everything(from);
    bool looked_at = false;
    slots_around(looking->slots, target, &slots);
    for (size_t i = 0; i < slots.count; i++) looked_at |= looking->looks[slots.items[i]] != NULL;
    vec_clear(&slots);
    if (looked_at) slots_around(looking->slots, from, &slots);
    for (size_t i = 0; i < slots.count; i++) looking_add(looking, slots.items[i], &all);
    vec_free(&slots);
}

static void assign(struct looking *looking, const struct c_expression *target, const struct c_expression *value) {
    looking_at_path(looking, target);
    if (target->type->kind == C_RECORD) {
        if (value->kind == C_LOAD) {
            looking_at_path(looking, value->left);
            copy_record(looking, target, value->left);
        }
        return;
    }
    struct look look = looking_of_place(looking, target);
    bool is_part = target->kind == C_MEMBER && target->field->bit_width;
    if (is_part && !look_is_empty(&look)) look = looking_everything(target);
    looking_at(looking, value, &look);
}

static void pass(struct looking *looking, const struct c_function *function, uint32_t index,
                 const struct c_expression *value) {
    const struct c_object *parameter = function->locals[index];
    struct c_expression place = {
        .kind = C_OBJECT, .type = parameter->type, .object = parameter, .place = parameter->place};
    if (value->type->kind != parameter->type->kind || value->type->size != parameter->type->size) {
        if (value->type->kind != C_RECORD)
            looking_at_all(looking, value, value);
        else if (value->kind == C_LOAD)
            looking_at_path(looking, value->left);
        return;
    }
    assign(looking, &place, value);
}

static void call(struct looking *looking, const struct c_instruction *call) {
    const struct c_program *program = looking->subject->program;
    if (call->value) looking_at_all(looking, call->value, call->value);
    if (call->target) looking_at_path(looking, call->target);
    struct look result = {0};
    if (call->target) result = looking_of_place(looking, call->target);
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct c_function *function = program->functions[f];
        if (!points_may_call(call, function)) continue;
        for (uint32_t a = 0; a < call->argument_count && a < function->parameter_count; a++)
            pass(looking, function, a, call->arguments[a]);
        if (call->target && call->target->type->kind == C_RECORD)
            result = (struct look){.all = true, .why = call->place};
        looking_add(looking, looking->slots->first[looking->subject->object_count + f], &result);
    }
}

static void leave(struct looking *looking, uint32_t function, const struct c_instruction *code) {
    struct look look = *looking_of_slot(looking, looking->slots->first[looking->subject->object_count + function]);
    if (!code->value) return;
    if (code->value->type->kind == C_RECORD) {
        slot_list slots = {0};
        if (code->value->kind == C_LOAD) {
            looking_at_path(looking, code->value->left);
            slots_around(looking->slots, code->value->left, &slots);
        }
        for (size_t i = 0; i < slots.count; i++) looking_add(looking, slots.items[i], &look);
        vec_free(&slots);
        return;
    }
    looking_at(looking, code->value, &look);
}

/* A format, or a string: it is read up to its end, wherever that is. */
static void print_string(struct looking *looking, const struct c_expression *pointer) {
    slot_list slots = {0};
    if (!pointer || pointer->type->kind == C_FLOAT) return;
    struct c_expression place = {
        .kind = C_DEREFERENCE, .type = pointer->type->target, .left = pointer, .place = pointer->place};
    struct look all = looking_everything(&place);
    slots_around(looking->slots, &place, &slots);
    for (size_t i = 0; i < slots.count; i++) looking_add(looking, slots.items[i], &all);
    vec_free(&slots);
}

/* What is printed is for people; strings are read. */
static void print(struct looking *looking, const struct c_instruction *code) {
    print_string(looking, code->value);
    if (code->value) looking_at_all(looking, code->value, code->value);
    for (uint32_t i = 0; i < code->argument_count; i++) {
        const struct c_expression *argument = code->arguments[i];
        print_string(looking, argument);
        looking_at(looking, argument,
                   argument->type->kind == C_INTEGER ? &no_look : &(struct look){.all = true, .why = code->place});
    }
}

static void visit(struct looking *looking, uint32_t function, const struct c_instruction *code) {
    switch (code->kind) {
    case C_ASSIGN: assign(looking, code->target, code->value); break;
    case C_BRANCH:
    case C_ASSERT:
    case C_ASSUME: looking_at_condition(looking, code->value); break;
    case C_CALL: call(looking, code); break;
    case C_RETURN: leave(looking, function, code); break;
    case C_TRACE: print(looking, code); break;
    case C_SERVICE:
    case C_CHOOSE:
    case C_FREE:
    case C_INTERRUPT:
        if (code->target) looking_at_path(looking, code->target);
        if (code->value) looking_at_all(looking, code->value, code->value);
        if (code->other) looking_at_all(looking, code->other, code->other);
        for (uint32_t i = 0; i < code->argument_count; i++)
            looking_at_all(looking, code->arguments[i], code->arguments[i]);
        for (uint32_t i = 0; i < code->output_count; i++)
            if (code->outputs[i]) looking_at_all(looking, code->outputs[i], code->outputs[i]);
        break;
    case C_JUMP:
    case C_CLEAR: break;
    }
}

/* ---- all of it ---- */

static void look_from_outside(struct looking *looking, const unsigned char *observed) {
    struct look all = {.all = true};
    for (uint32_t i = 0; i < looking->subject->object_count; i++)
        for (uint32_t s = looking->slots->first[i]; observed && observed[i] && s < slots_end(looking->slots, i); s++)
            looking_add(looking, s, &all);
}

static void visit_all(struct looking *looking) {
    const struct c_program *program = looking->subject->program;
    do {
        looking->changed = false;
        for (uint32_t f = program->function_count; f-- > 0;)
            for (uint32_t i = program->functions[f]->code_count; i-- > 0;) {
                looking->instruction = looking->subject->first_instruction[f] + i;
                visit(looking, f, &program->functions[f]->code[i]);
            }
    } while (looking->changed);
}

static const struct look *kept(struct arena *arena, const struct look *look) {
    struct look *copy = arena_new_object(arena, struct look);
    *copy = *look;
    return copy;
}

static void keep(struct looking *looking, struct arena *arena, struct classes *classes) {
    const struct subject *subject = looking->subject;
    classes->choices = arena_new_array(arena, const struct look *, subject->instruction_count + 1);
    for (uint32_t f = 0; f < subject->program->function_count; f++)
        for (uint32_t i = 0; i < subject->program->functions[f]->code_count; i++) {
            const struct c_instruction *code = &subject->program->functions[f]->code[i];
            looking->instruction = subject->first_instruction[f] + i;
            if (code->kind != C_CHOOSE) continue;
            struct look look = looking_of_place(looking, code->target);
            classes->choices[looking->instruction] = kept(arena, &look);
        }
    classes->place_count = (uint32_t)looking->slots->hardware.count;
    classes->places = arena_new_array(arena, struct classes_place, classes->place_count + 1);
    for (uint32_t i = 0; i < classes->place_count; i++) {
        const struct hardware_slot *slot = &looking->slots->hardware.items[i];
        classes->places[i] = (struct classes_place){
            slot->place, kept(arena, looking_of_slot(looking, slots_hardware(looking->slots, slot->place)))};
    }
}

struct classes *classes_find(const struct analysis *analysis, const unsigned char *observed, bool conditions) {
    struct arena *own = arena_new();
    struct points *points = points_find(analysis->subject, own);
    struct looking looking = {.subject = analysis->subject,
                              .slots = slots_find(analysis->subject, points, own),
                              .arena = own,
                              .overflows = analysis->subject->enabled[APP_CHECK_OVERFLOW],
                              .conditions = conditions};
    looking.bounds = bounds_find(looking.slots, !looking.overflows, own);
    looking.looks = arena_new_array(own, struct look *, looking.slots->count + 1);
    look_from_outside(&looking, observed);
    visit_all(&looking);
    struct classes *classes = arena_new_object(analysis->arena, struct classes);
    keep(&looking, analysis->arena, classes);
    slots_free(looking.slots);
    arena_free(own);
    return classes;
}

static int by_place(const void *a, const void *b) {
    uintptr_t left = (uintptr_t)((const struct classes_place *)a)->place;
    uintptr_t right = (uintptr_t)((const struct classes_place *)b)->place;
    return (left > right) - (left < right);
}

const struct look *classes_of_place(const struct classes *classes, const struct c_expression *place) {
    struct classes_place wanted = {place, NULL};
    if (!place || !classes->place_count) return NULL;
    const struct classes_place *found =
        bsearch(&wanted, classes->places, classes->place_count, sizeof wanted, by_place);
    return found ? found->look : NULL;
}
