#include "app/analysis/swayed.h"

#include "app/analysis/branch_region.h"
#include "app/analysis/either_way.h"
#include "app/analysis/points.h"
#include "cfront/ir/walk.h"

struct swaying {
    const struct subject *subject;
    const bool *reads_input; /* by instruction; NULL: guesses are what is followed */
    bool *objects;           /* by number: what is in them depends on the inputs */
    bool memory;             /* ... and what some pointer leads to */
    bool *exposed;           /* by number: pointers may lead to it */
    bool *results;           /* by function: what it returns does */
    bool *swayed;            /* by function: whether it is called does */
    bool *done;              /* by instruction: a branch whose sides were looked at */
    bool more;               /* in this round */
    struct place where;
    struct arena *arena;
};

/* ---- what depends on them ---- */

static bool object_depends(const struct swaying *s, const struct c_object *object) {
    uint32_t number = subject_number(s->subject, object);
    return s->objects[number] || (s->memory && s->exposed[number]);
}

static bool depends(const struct swaying *s, const struct c_expression *e) {
    if (!e) return false;
    if (e->kind == C_CONSTANT && e->is_guess && !s->reads_input) return true;
    if (e->kind == C_OBJECT && object_depends(s, e->object)) return true;
    if (e->kind == C_DEREFERENCE && s->memory) return true;
    return depends(s, e->left) || depends(s, e->right) || depends(s, e->third);
}

static bool any_depends(const struct swaying *s, const struct c_expression *const *list, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (depends(s, list[i])) return true;
    return false;
}

static void set(struct swaying *s, bool *fact) {
    s->more |= !*fact;
    *fact = true;
}

/* What a pointer leads to may be anything whose address somebody has. */
static void sway_place(struct swaying *s, const struct c_expression *place) {
    const struct c_expression *root = place ? c_root(place) : NULL;
    if (!root) return;
    uint32_t number = root->kind == C_OBJECT ? subject_number(s->subject, root->object) : 0;
    if (root->kind == C_OBJECT) set(s, &s->objects[number]);
    if (root->kind != C_OBJECT || s->exposed[number]) set(s, &s->memory);
}

static void decide(struct swaying *s, const struct c_instruction *code) {
    if (!s->where.file) s->where = code->place;
}

/* ---- what happens only if they say so ---- */

static void sway_callees(struct swaying *s, const struct c_instruction *call) {
    const struct c_program *program = s->subject->program;
    for (uint32_t f = 0; f < program->function_count; f++)
        if (call->callee ? call->callee->index == f : points_may_call(call, program->functions[f]))
            set(s, &s->swayed[f]);
}

static void sway(struct swaying *s, const struct c_function *function, uint32_t at) {
    const struct c_instruction *code = &function->code[at];
    sway_place(s, code->target);
    if (code->kind == C_SERVICE || code->kind == C_INTERRUPT) decide(s, code);
    if (code->kind == C_CALL) sway_callees(s, code);
    if (code->kind == C_RETURN) set(s, &s->results[function->index]);
}

static void sway_sides(struct swaying *s, const struct c_function *function, uint32_t branch) {
    bool *region = arena_new_array(s->arena, bool, function->code_count + 1);
    if (!branch_region_find(function, branch, either_way_goes(function, branch), region))
        decide(s, &function->code[branch]);
    for (uint32_t i = 0; i < function->code_count; i++)
        if (region[i]) sway(s, function, i);
}

/* ---- all code ---- */

static void follow_call(struct swaying *s, const struct c_instruction *call, const struct c_function *callee) {
    for (uint32_t i = 0; i < call->argument_count && i < callee->parameter_count; i++)
        if (depends(s, call->arguments[i])) set(s, &s->objects[subject_local(s->subject, callee->locals[i])]);
    if (s->results[callee->index]) sway_place(s, call->target);
}

static void follow_calls(struct swaying *s, const struct c_instruction *call) {
    const struct c_program *program = s->subject->program;
    if (!call->callee && depends(s, call->value)) decide(s, call);
    for (uint32_t f = 0; f < program->function_count; f++)
        if (call->callee ? call->callee->index == f : points_may_call(call, program->functions[f]))
            follow_call(s, call, program->functions[f]);
}

/* Where something is written that was chosen by them. */
static void follow_places(struct swaying *s, const struct c_instruction *code) {
    if (code->target && code->target->kind != C_OBJECT && depends(s, code->target)) sway_place(s, code->target);
    if (any_depends(s, code->outputs, code->output_count)) set(s, &s->memory);
}

/* A number with which no sum leaves its type, unless the other is large. */
static bool is_small(const struct c_expression *e) {
    enum { SMALL = 1 << 15 };
    return e->kind == C_CONSTANT && e->type->kind == C_INTEGER && e->integer > -SMALL && e->integer < SMALL;
}

/* What may leave its type by what a guess is. */
static bool may_leave(const struct swaying *s, const struct c_expression *e) {
    bool counts = e->kind == C_BINARY && (e->op <= C_MULTIPLY || e->op == C_SHIFT_LEFT);
    bool cuts = e->kind == C_CONVERT && e->type->kind == C_INTEGER && e->left->type->kind == C_FLOAT;
    if (cuts) return depends(s, e->left);
    if (!counts || e->type->kind != C_INTEGER || !e->type->is_signed) return false;
    if (e->op == C_SHIFT_LEFT) return depends(s, e->left);
    return (depends(s, e->left) && !is_small(e->right)) || (depends(s, e->right) && !is_small(e->left));
}

/* What an index, a divisor, a count of bits or a pointer is decides whether that is wrong. */
static void look_at_guess(void *context, const struct c_expression *e) {
    struct swaying *s = context;
    bool moves = e->kind == C_BINARY && e->type->kind == C_POINTER;
    const struct c_expression *risky = moves ? e->right : e->kind == C_DEREFERENCE ? e->left : c_exacting(e);
    if (((risky && depends(s, risky)) || may_leave(s, e)) && !s->where.file) s->where = e->place;
}

static void follow_guess(struct swaying *s, const struct c_instruction *code) {
    bool decides = code->kind == C_BRANCH || code->kind == C_ASSERT || code->kind == C_ASSUME;
    if (decides && depends(s, code->value)) decide(s, code);
    walk_instruction(code, look_at_guess, s);
}

static void follow(struct swaying *s, const struct c_function *function, uint32_t at) {
    const struct c_instruction *code = &function->code[at];
    uint32_t number = s->subject->first_instruction[function->index] + at;
    bool is_read = s->reads_input && s->reads_input[number];
    bool depends_here = is_read || depends(s, code->value) || depends(s, code->other) ||
                        any_depends(s, code->arguments, code->argument_count);
    follow_places(s, code);
    if (!s->reads_input) follow_guess(s, code);
    switch (code->kind) {
    case C_CALL: follow_calls(s, code); break;
    case C_SERVICE:
    case C_INTERRUPT:
        if (depends_here) decide(s, code);
        break;
    case C_RETURN:
        if (depends_here) set(s, &s->results[function->index]);
        break;
    case C_BRANCH:
        if (depends_here && !s->done[number]) {
            s->done[number] = s->more = true;
            sway_sides(s, function, at);
        }
        break;
    default:
        if (depends_here) sway_place(s, code->target);
    }
    if (s->swayed[function->index]) sway(s, function, at);
    if (s->swayed[function->index] && code->is_back_edge) decide(s, code);
}

static void expose(void *context, const struct c_expression *e) {
    const struct swaying *s = context;
    const struct c_expression *root = e->kind == C_ADDRESS ? c_root(e->left) : NULL;
    if (root && root->kind == C_OBJECT) s->exposed[subject_number(s->subject, root->object)] = true;
}

static void find_exposed(struct swaying *s) {
    const struct c_program *program = s->subject->program;
    for (uint32_t i = 0; i < s->subject->object_count; i++) s->exposed[i] = s->subject->objects[i]->is_pointed_at;
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            walk_instruction(&program->functions[f]->code[i], expose, s);
}

static void find_guesses(struct swaying *s) {
    for (uint32_t i = 0; i < s->subject->object_count; i++) s->objects[i] = s->subject->objects[i]->has_guess;
    for (uint32_t i = 0; i < s->subject->object_count; i++) s->memory |= s->objects[i] && s->exposed[i];
}

static struct place find(const struct subject *subject, const bool *reads_input) {
    const struct c_program *program = subject->program;
    struct arena *own = arena_new();
    struct swaying s = {.subject = subject,
                        .reads_input = reads_input,
                        .objects = arena_new_array(own, bool, subject->object_count + 1),
                        .exposed = arena_new_array(own, bool, subject->object_count + 1),
                        .results = arena_new_array(own, bool, program->function_count + 1),
                        .swayed = arena_new_array(own, bool, program->function_count + 1),
                        .done = arena_new_array(own, bool, subject->instruction_count + 1),
                        .more = true,
                        .arena = own};
    find_exposed(&s);
    if (!reads_input) find_guesses(&s);
    while (s.more && !s.where.file) {
        s.more = false;
        for (uint32_t f = 0; f < program->function_count; f++)
            for (uint32_t i = 0; i < program->functions[f]->code_count; i++) follow(&s, program->functions[f], i);
    }
    arena_free(own);
    return s.where;
}

struct place swayed_at(const struct subject *subject, const bool *reads_input) {
    return find(subject, reads_input);
}

struct place swayed_by_guesses(const struct subject *subject) {
    struct place decided = subject->program->guess;
    return decided.file || !subject->program->guesses ? decided : find(subject, NULL);
}
