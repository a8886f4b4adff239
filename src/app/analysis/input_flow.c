#include "app/analysis/input_flow.h"

#include "cfront/walk.h"

struct origin {
    const struct subject *subject;
    bool *objects; /* by number: what they hold may come from an input */
    bool *results; /* by function: what it returns */
};

static uint32_t number_of(const struct subject *subject, const struct c_object *object) {
    bool is_local = object->storage != C_GLOBAL && object->storage != C_STATIC_LOCAL && object->storage != C_STRING;
    return is_local ? subject_local(subject, object) : object->index;
}

static const struct c_expression *root_of(const struct c_expression *place) {
    while (place->kind == C_MEMBER || place->kind == C_INDEX) place = place->left;
    return place;
}

/* ---- one instruction ---- */

struct mention {
    const struct origin *origin;
    struct place place;
    bool input, here;
};

static void look_at(void *context, const struct c_expression *e) {
    struct mention *mention = context;
    const struct origin *origin = mention->origin;
    mention->here |= place_is_same(e->place, mention->place);
    mention->input |=
        e->kind == C_DEREFERENCE || (e->kind == C_OBJECT && origin->objects[number_of(origin->subject, e->object)]);
}

static struct mention mention_of(const struct origin *origin, const struct c_instruction *code, struct place place) {
    struct mention mention = {origin, place, code->kind == C_CHOOSE, place_is_same(code->place, place)};
    walk_instruction(code, look_at, &mention);
    if (code->kind == C_CALL) mention.input |= !code->callee || origin->results[code->callee->index];
    return mention;
}

/* ---- all of them ---- */

static bool set(bool *what) {
    bool is_new = !*what;
    *what = true;
    return is_new;
}

static bool follow(const struct origin *origin, const struct c_function *function, const struct c_instruction *code) {
    const struct subject *subject = origin->subject;
    const struct c_expression *target = code->target ? root_of(code->target) : NULL;
    bool more = false;
    if (!mention_of(origin, code, (struct place){0}).input) return false;
    if (target && target->kind == C_OBJECT) more |= set(&origin->objects[number_of(subject, target->object)]);
    if (code->kind == C_RETURN) more |= set(&origin->results[function->index]);
    for (uint32_t i = 0; code->kind == C_CALL && code->callee && i < code->callee->parameter_count; i++)
        more |= set(&origin->objects[subject_local(subject, code->callee->locals[i])]);
    return more;
}

static void expose(void *context, const struct c_expression *e) {
    const struct origin *origin = context;
    if (e->kind != C_ADDRESS) return;
    const struct c_expression *root = root_of(e->left);
    if (root->kind == C_OBJECT) origin->objects[number_of(origin->subject, root->object)] = true;
}

static void begin(struct origin *origin) {
    const struct c_program *program = origin->subject->program;
    for (uint32_t i = 0; i < program->global_count; i++) {
        const struct c_object *global = program->globals[i];
        origin->objects[i] = global->is_input || global->has_inputs || global->starts_with_any || global->is_elsewhere;
    }
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            walk_instruction(&program->functions[f]->code[i], expose, origin);
}

static bool follow_all(const struct origin *origin) {
    const struct c_program *program = origin->subject->program;
    bool more = false;
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            more |= follow(origin, program->functions[f], &program->functions[f]->code[i]);
    return more;
}

bool input_flow_may_reach(const struct subject *subject, struct place place) {
    const struct c_program *program = subject->program;
    struct arena *own = arena_new();
    struct origin origin = {subject, arena_new_array(own, bool, subject->object_count + 1),
                            arena_new_array(own, bool, program->function_count + 1)};
    bool found = false, input = false;
    begin(&origin);
    while (follow_all(&origin)) {
    }
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            struct mention mention = mention_of(&origin, &program->functions[f]->code[i], place);
            found |= mention.here;
            input |= mention.here && mention.input;
        }
    arena_free(own);
    return input || !found;
}
