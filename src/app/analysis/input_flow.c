#include "app/analysis/input_flow.h"

#include "cfront/walk.h"

struct flow {
    const struct subject *subject;
    bool *objects; /* by number: what they hold may come from an input */
    bool *results; /* by function: what it returns */
};

/* ---- one instruction ---- */

struct mention {
    const struct flow *flow;
    struct place place;
    bool input, here;
};

static void look_at(void *context, const struct c_expression *e) {
    struct mention *mention = context;
    const struct flow *flow = mention->flow;
    mention->here |= place_is_same(e->place, mention->place);
    mention->input |=
        e->kind == C_DEREFERENCE || (e->kind == C_OBJECT && flow->objects[subject_number(flow->subject, e->object)]);
}

static struct mention mention_of(const struct flow *flow, const struct c_instruction *code, struct place place) {
    struct mention mention = {flow, place, code->kind == C_CHOOSE, place_is_same(code->place, place)};
    walk_instruction(code, look_at, &mention);
    if (code->kind == C_CALL) mention.input |= !code->callee || flow->results[code->callee->index];
    return mention;
}

/* ---- all of them ---- */

static bool set(bool *what) {
    bool is_new = !*what;
    *what = true;
    return is_new;
}

static bool follow(const struct flow *flow, const struct c_function *function, const struct c_instruction *code) {
    const struct subject *subject = flow->subject;
    const struct c_expression *target = code->target ? c_root(code->target) : NULL;
    bool more = false;
    if (!mention_of(flow, code, (struct place){0}).input) return false;
    if (target && target->kind == C_OBJECT) more |= set(&flow->objects[subject_number(subject, target->object)]);
    if (code->kind == C_RETURN) more |= set(&flow->results[function->index]);
    for (uint32_t i = 0; code->kind == C_CALL && code->callee && i < code->callee->parameter_count; i++)
        more |= set(&flow->objects[subject_local(subject, code->callee->locals[i])]);
    return more;
}

static void expose(void *context, const struct c_expression *e) {
    const struct flow *flow = context;
    if (e->kind != C_ADDRESS) return;
    const struct c_expression *root = c_root(e->left);
    if (root->kind == C_OBJECT) flow->objects[subject_number(flow->subject, root->object)] = true;
}

static void begin(struct flow *flow) {
    const struct c_program *program = flow->subject->program;
    for (uint32_t i = 0; i < program->global_count; i++) {
        const struct c_object *global = program->globals[i];
        flow->objects[i] = c_is_from_outside(global) || global->starts_with_any || global->is_elsewhere;
    }
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            walk_instruction(&program->functions[f]->code[i], expose, flow);
}

static bool follow_all(const struct flow *flow) {
    const struct c_program *program = flow->subject->program;
    bool more = false;
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            more |= follow(flow, program->functions[f], &program->functions[f]->code[i]);
    return more;
}

bool input_flow_may_reach(const struct subject *subject, struct place place) {
    const struct c_program *program = subject->program;
    struct arena *own = arena_new();
    struct flow flow = {subject, arena_new_array(own, bool, subject->object_count + 1),
                        arena_new_array(own, bool, program->function_count + 1)};
    bool found = false, input = false;
    begin(&flow);
    while (follow_all(&flow)) {
    }
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            struct mention mention = mention_of(&flow, &program->functions[f]->code[i], place);
            found |= mention.here;
            input |= mention.here && mention.input;
        }
    arena_free(own);
    return input || !found;
}
