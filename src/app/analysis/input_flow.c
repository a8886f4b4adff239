#include "app/analysis/input_flow.h"

#include "app/analysis/branch_region.h"
#include "base/word.h"
#include "cfront/ir/walk.h"

#include <stdlib.h>
#include <string.h>

struct flow {
    const struct subject *subject;
    enum flow_from from;
    bool *objects;    /* by number: what they hold may come from there */
    bool *exposed;    /* ... pointers may lead to them */
    bool *results;    /* by function: what it returns */
    bool behind;      /* what pointers lead to */
    const char *name; /* FLOW_FROM_NAMED */
    bool *guided;     /* ... by instruction: a condition of such values decides whether it is run */
    bool *called;     /* ... by function: likewise */
};

static bool is_about_names(const struct flow *flow) {
    return flow->from == FLOW_FROM_NAMES || flow->from == FLOW_FROM_NOTHING;
}

static bool takes_guesses(const struct flow *flow) { return is_about_names(flow) || flow->from == FLOW_FROM_NUMBERS; }

static bool is_guess(const struct flow *flow, const struct c_expression *e) {
    return takes_guesses(flow) && e->kind == C_CONSTANT && e->is_guess;
}

/* ---- one instruction ---- */

struct mention {
    const struct flow *flow;
    struct place place;
    bool input, here;
};

/* Does this give such a value? Where inputs may come from, the place that they are at counts, too. */
static bool gets(const struct flow *flow, const struct c_expression *e) {
    if (flow->from != FLOW_FROM_INPUTS) {
        if (e->kind != C_LOAD) return false;
        e = c_root(e->left);
    }
    return (e->kind == C_DEREFERENCE && flow->behind) ||
           (e->kind == C_OBJECT && flow->objects[subject_number(flow->subject, e->object)]);
}

static void look_at(void *context, const struct c_expression *e) {
    struct mention *mention = context;
    const struct flow *flow = mention->flow;
    mention->here |= place_is_same(e->place, mention->place);
    mention->input |= gets(flow, e) || is_guess(flow, e);
}

static bool is_chosen(const struct flow *flow, const struct c_instruction *code) {
    if (code->kind != C_CHOOSE) return false;
    if (flow->from == FLOW_FROM_NAMED) return are_same_texts(code->text, flow->name);
    return flow->from == FLOW_FROM_INPUTS || (is_about_names(flow) && code->is_of_macro);
}

static struct mention mention_of(const struct flow *flow, const struct c_instruction *code, struct place place) {
    bool is_input = is_chosen(flow, code);
    struct mention mention = {flow, place, is_input, place_is_same(code->place, place)};
    walk_instruction(code, look_at, &mention);
    if (code->kind == C_CALL)
        mention.input |= code->callee ? flow->results[code->callee->index] : flow->from == FLOW_FROM_INPUTS;
    return mention;
}

/* ---- all of them ---- */

static bool set(bool *what) {
    bool is_new = !*what;
    *what = true;
    return is_new;
}

/* Who reads it by a pointer may get it, too. */
static bool set_object(struct flow *flow, size_t number) {
    bool more = set(&flow->objects[number]);
    return flow->exposed[number] && set(&flow->behind) ? true : more;
}

static bool set_parameters(struct flow *flow, const struct c_function *callee) {
    bool more = false;
    for (uint32_t i = 0; i < callee->parameter_count; i++)
        more |= set_object(flow, subject_local(flow->subject, callee->locals[i]));
    return more;
}

/* Through a pointer to a function any may be called. */
static bool set_called(struct flow *flow, const struct c_instruction *code) {
    const struct c_program *program = flow->subject->program;
    bool more = false;
    if (code->callee) return set_parameters(flow, code->callee);
    for (uint32_t f = 0; f < program->function_count; f++)
        if (program->functions[f]->is_taken) more |= set_parameters(flow, program->functions[f]);
    return more;
}

/* What is run, or not, as such a value decides, tells that value. */
static bool guide(struct flow *flow, const struct c_function *function, uint32_t at) {
    bool *region = memory_new(function->code_count + 1), more = false;
    if (!branch_region_find(function, at, true, region)) memset(region, 0, function->code_count);
    for (uint32_t i = 0; i < function->code_count; i++)
        if (region[i]) more |= set(&flow->guided[flow->subject->first_instruction[function->index] + i]);
    free(region);
    return more;
}

static bool is_guided(const struct flow *flow, const struct c_function *function, const struct c_instruction *code) {
    uint32_t at = (uint32_t)(code - function->code);
    return flow->guided &&
           (flow->called[function->index] || flow->guided[flow->subject->first_instruction[function->index] + at]);
}

static bool follow(struct flow *flow, const struct c_function *function, const struct c_instruction *code) {
    const struct c_expression *target = code->target ? c_root(code->target) : NULL;
    bool more = false, guided = is_guided(flow, function, code);
    bool is_input = mention_of(flow, code, (struct place){0}).input;
    if (!is_input && !guided) return false;
    if (guided && code->kind == C_CALL && code->callee) more |= set(&flow->called[code->callee->index]);
    if (is_input && flow->guided && code->kind == C_BRANCH)
        more |= guide(flow, function, (uint32_t)(code - function->code));
    if (target && target->kind == C_OBJECT)
        more |= set_object(flow, subject_number(flow->subject, target->object));
    else if (target)
        more |= set(&flow->behind);
    if (code->kind == C_RETURN) more |= set(&flow->results[function->index]);
    if (code->kind == C_CALL) more |= set_called(flow, code);
    return more;
}

static void expose(void *context, const struct c_expression *e) {
    const struct flow *flow = context;
    if (e->kind != C_ADDRESS) return;
    const struct c_expression *root = c_root(e->left);
    if (root->kind == C_OBJECT) flow->exposed[subject_number(flow->subject, root->object)] = true;
}

static bool may_name_several(const struct c_object *constant) {
    if (constant->has_guess) return true;
    return constant->is_of_header && !constant->is_time && !constant->names_nothing &&
           !(constant->has_range && constant->low == constant->high);
}

static bool is_source(const struct flow *flow, const struct c_object *global) {
    if (flow->from == FLOW_FROM_NAMED) return are_same_texts(global->name, flow->name);
    if (flow->from == FLOW_FROM_HEADERS) return global->is_of_header;
    if (flow->from == FLOW_FROM_NUMBERS) return global->is_of_header || global->has_guess;
    if (is_about_names(flow)) return may_name_several(global) && !(flow->from == FLOW_FROM_NOTHING && global->is_name);
    if (flow->from == FLOW_FROM_PICKED) return global->is_picked;
    return c_is_from_outside(global) || global->starts_with_any || global->is_elsewhere;
}

static void begin(struct flow *flow) {
    const struct c_program *program = flow->subject->program;
    flow->behind = flow->from == FLOW_FROM_INPUTS;
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            walk_instruction(&program->functions[f]->code[i], expose, flow);
    for (uint32_t i = 0; i < program->global_count; i++) {
        flow->exposed[i] |= program->globals[i]->is_pointed_at;
        if (is_source(flow, program->globals[i])) set_object(flow, i);
    }
}

/* What is written by a pointer may be any of those that pointers lead to. */
static bool follow_pointers(struct flow *flow) {
    bool more = false;
    for (uint32_t i = 0; flow->behind && i < flow->subject->object_count; i++)
        more |= flow->exposed[i] && set(&flow->objects[i]);
    return more;
}

static bool follow_all(struct flow *flow) {
    const struct c_program *program = flow->subject->program;
    bool more = follow_pointers(flow);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            more |= follow(flow, program->functions[f], &program->functions[f]->code[i]);
    return more;
}

static struct flow flow_of(const struct subject *subject, enum flow_from from, struct arena *arena) {
    struct flow flow = {.subject = subject,
                        .from = from,
                        .objects = arena_new_array(arena, bool, subject->object_count + 1),
                        .exposed = arena_new_array(arena, bool, subject->object_count + 1),
                        .results = arena_new_array(arena, bool, subject->program->function_count + 1)};
    begin(&flow);
    while (follow_all(&flow)) {
    }
    return flow;
}

bool input_flow_may_reach(const struct subject *subject, enum flow_from from, struct place place) {
    const struct c_program *program = subject->program;
    struct arena *own = arena_new();
    struct flow flow = flow_of(subject, from, own);
    bool found = false, input = false;
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            struct mention mention = mention_of(&flow, &program->functions[f]->code[i], place);
            found |= mention.here;
            input |= mention.here && mention.input;
        }
    arena_free(own);
    return input || (!found && from == FLOW_FROM_INPUTS);
}

bool input_flow_leads(const struct subject *subject, const char *name, struct place place) {
    const struct c_program *program = subject->program;
    struct arena *own = arena_new();
    struct flow flow = {.subject = subject,
                        .from = FLOW_FROM_NAMED,
                        .objects = arena_new_array(own, bool, subject->object_count + 1),
                        .exposed = arena_new_array(own, bool, subject->object_count + 1),
                        .results = arena_new_array(own, bool, program->function_count + 1),
                        .name = name,
                        .guided = arena_new_array(own, bool, subject->instruction_count + 1),
                        .called = arena_new_array(own, bool, program->function_count + 1)};
    bool leads = false;
    begin(&flow);
    while (follow_all(&flow)) {
    }
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            const struct c_instruction *code = &program->functions[f]->code[i];
            struct mention mention = mention_of(&flow, code, place);
            leads |= mention.here && (mention.input || is_guided(&flow, program->functions[f], code));
        }
    arena_free(own);
    return leads;
}

bool input_flow_reaches_service(const struct subject *subject, enum flow_from from) {
    const struct c_program *program = subject->program;
    struct arena *own = arena_new();
    struct flow flow = flow_of(subject, from, own);
    bool found = false;
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            const struct c_instruction *code = &program->functions[f]->code[i];
            found |= code->kind == C_SERVICE && mention_of(&flow, code, (struct place){0}).input;
        }
    arena_free(own);
    return found;
}

/* ---- what decides something ---- */

/* An index, divisor or count of bits that is not computed from these constants alone, in which case they are numbers
 * with which it is one. So is a guess only for once. */
struct operand {
    const struct flow *flow;
    bool is_mixed; /* ... but from something that they came to */
};

static void look_inside(void *context, const struct c_expression *e) {
    struct operand *operand = context;
    const struct flow *flow = operand->flow;
    operand->is_mixed |= is_guess(flow, e) || (flow->from == FLOW_FROM_NUMBERS && gets(flow, e));
    if (e->kind != C_LOAD) return;
    const struct c_expression *root = c_root(e->left);
    operand->is_mixed |= gets(flow, e) && (root->kind != C_OBJECT || !is_source(flow, root->object));
}

static void look_at_operand(void *context, const struct c_expression *e) {
    const struct c_expression *exacting = c_exacting(e);
    if (exacting) walk_inside(exacting, look_inside, context);
}

static bool decides(const struct flow *flow, const struct c_instruction *code) {
    struct operand operand = {flow, false};
    walk_instruction(code, look_at_operand, &operand);
    bool looks = code->kind == C_BRANCH || code->kind == C_ASSERT || code->kind == C_ASSUME || code->kind == C_SERVICE;
    return operand.is_mixed || (looks && mention_of(flow, code, (struct place){0}).input);
}

const struct c_object *input_flow_source(const struct subject *subject, enum flow_from from) {
    const struct c_program *program = subject->program;
    const struct flow flow = {.subject = subject, .from = from};
    for (uint32_t i = 0; i < program->global_count; i++)
        if (is_source(&flow, program->globals[i])) return program->globals[i];
    return NULL;
}

bool *input_flow_deciding(const struct subject *subject, enum flow_from from, struct arena *arena) {
    const struct c_program *program = subject->program;
    bool are_guesses = from == FLOW_FROM_NUMBERS && program->guesses;
    if (!are_guesses && !input_flow_source(subject, from)) return NULL;
    struct arena *own = arena_new();
    struct flow flow = flow_of(subject, from, own);
    bool *deciding = arena_new_array(arena, bool, subject->instruction_count + 1), any = false;
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            any |= deciding[subject->first_instruction[f] + i] = decides(&flow, &program->functions[f]->code[i]);
    arena_free(own);
    return any ? deciding : NULL;
}
