#include "app/untried.h"

#include "app/analysis/points.h"
#include "app/analysis/swayed.h"
#include "app/parts.h"
#include "base/vec.h"

#include <string.h>

struct untried {
    unsigned char *reached, *sampled; /* as they were before */
};

/* What depends on an input of which only some values were tried; which variables are where does not matter. */
struct tracing {
    const struct subject *subject;
    const struct executor *executor;
    VEC(const struct c_object *) objects;
    VEC(const struct c_function *) results;
    bool anywhere; /* something that a pointer leads to */
    bool more;     /* in this round */
    bool decides;  /* something else than a value does */
    bool branches; /* ... a branch: what is assigned anywhere may depend on it */
    enum untried_claim claim;
    VEC(struct untried_side) open;
};

/* ---- watching ---- */

struct untried *untried_watch(struct app *app) {
    struct untried *untried = memory_new(sizeof *untried);
    app->executor.notes_sides = true;
    untried->reached = executor_set_aside(&app->executor, app->executor.reached);
    untried->sampled = executor_set_aside(&app->executor, app->executor.sampled);
    return untried;
}

static void restore(struct app *app, struct untried *untried) {
    executor_give_back(&app->executor, app->executor.reached, untried->reached);
    executor_give_back(&app->executor, app->executor.sampled, untried->sampled);
    free(untried);
}

/* ---- tracing ---- */

static bool is_traced(const struct tracing *t, const struct c_object *object) {
    for (size_t i = 0; i < t->objects.count; i++)
        if (t->objects.items[i] == object) return true;
    return false;
}

/* What a pointer leads to may be any of these. */
static bool some_is_exposed(const struct tracing *t) {
    for (size_t i = 0; i < t->objects.count; i++)
        if (t->objects.items[i]->storage != C_TEMPORARY) return true;
    return t->anywhere;
}

static bool depends(const struct tracing *t, const struct c_expression *e) {
    if (!e) return false;
    if (e->kind == C_OBJECT && is_traced(t, e->object)) return true;
    if (e->kind == C_DEREFERENCE && some_is_exposed(t)) return true;
    if (e->kind == C_OBJECT && t->anywhere && e->object->storage != C_TEMPORARY) return true;
    return depends(t, e->left) || depends(t, e->right) || depends(t, e->third);
}

/* The address of a place, not what is there. */
static bool place_depends(const struct tracing *t, const struct c_expression *place) {
    for (; place->kind == C_MEMBER || place->kind == C_INDEX; place = place->left)
        if (place->kind == C_INDEX && depends(t, place->right)) return true;
    return place->kind == C_DEREFERENCE && depends(t, place->left);
}

static void trace_object(struct tracing *t, const struct c_object *object) {
    if (is_traced(t, object)) return;
    vec_push(&t->objects, object);
    t->more = true;
}

static void trace_place(struct tracing *t, const struct c_expression *place) {
    const struct c_expression *root = place ? c_root(place) : NULL;
    if (!root) return;
    if (root->kind == C_OBJECT) {
        trace_object(t, root->object);
    } else if (!t->anywhere) {
        t->anywhere = t->more = true;
    }
}

static bool gives_traced(const struct tracing *t, const struct c_function *function) {
    for (size_t i = 0; i < t->results.count; i++)
        if (t->results.items[i] == function) return true;
    return false;
}

static void trace_arguments(struct tracing *t, const struct c_instruction *code, const struct c_function *callee) {
    for (uint32_t i = 0; i < code->argument_count && i < callee->parameter_count; i++)
        if (depends(t, code->arguments[i])) trace_object(t, callee->locals[i]);
    if (gives_traced(t, callee)) trace_place(t, code->target);
}

static void trace_call(struct tracing *t, const struct c_instruction *code) {
    const struct c_program *program = t->subject->program;
    if (code->callee) {
        trace_arguments(t, code, code->callee);
        return;
    }
    t->decides |= depends(t, code->value);
    for (uint32_t f = 0; f < program->function_count; f++)
        if (points_may_call(code, program->functions[f])) trace_arguments(t, code, program->functions[f]);
}

static bool arguments_depend(const struct tracing *t, const struct c_instruction *code) {
    for (uint32_t i = 0; i < code->argument_count; i++)
        if (depends(t, code->arguments[i])) return true;
    return false;
}

/* Values of a service that go where an input says. */
static void trace_outputs(struct tracing *t, const struct c_instruction *code) {
    for (uint32_t i = 0; i < code->output_count && !t->anywhere; i++)
        if (depends(t, code->outputs[i])) t->anywhere = t->more = true;
}

static void trace(struct tracing *t, const struct c_function *function, const struct c_instruction *code,
                  bool is_sampled) {
    trace_outputs(t, code);
    if (is_sampled) trace_place(t, code->target);
    if (code->target && (t->branches || place_depends(t, code->target))) trace_place(t, code->target);
    switch (code->kind) {
    case C_ASSIGN:
        if (depends(t, code->value)) trace_place(t, code->target);
        break;
    case C_CALL: trace_call(t, code); break;
    case C_RETURN:
        if (!depends(t, code->value) || gives_traced(t, function)) break;
        vec_push(&t->results, function);
        t->more = true;
        break;
    case C_SERVICE: t->decides |= arguments_depend(t, code); break;
    case C_BRANCH:
        if (t->branches || !depends(t, code->value)) break;
        t->branches = t->decides = t->more = true;
        break;
    case C_INTERRUPT: t->decides |= depends(t, code->value); break;
    default: break;
    }
}

typedef void (*executed_visit)(struct tracing *t, const struct c_function *function, uint32_t index, uint32_t number);

static void each_executed(struct tracing *t, executed_visit visit) {
    const struct c_program *program = t->subject->program;
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            uint32_t number = t->subject->first_instruction[f] + i;
            if (atomic_load(&t->executor->reached[number])) visit(t, program->functions[f], i, number);
        }
}

static void trace_executed(struct tracing *t, const struct c_function *function, uint32_t index, uint32_t number) {
    trace(t, function, &function->code[index], atomic_load(&t->executor->sampled[number]));
}

/* ---- ways on ---- */

static void add_open(struct tracing *t, const struct c_instruction *code, uint32_t number, unsigned char side) {
    struct untried_side open = {number, side, t->open.count == 0, code->place};
    vec_push(&t->open, open);
}

static bool ends_or_calls(const struct c_instruction *code) {
    return code->kind == C_RETURN || code->kind == C_SERVICE || code->kind == C_INTERRUPT || code->kind == C_CALL;
}

/* Over code that was not executed in the round: does it come to the end of the function, or to the system? */
static bool leads_out(const struct tracing *t, const struct c_function *function, uint32_t from) {
    bool *seen = memory_new(function->code_count + 1), leads = false;
    uint32_t first = t->subject->first_instruction[function->index];
    VEC(uint32_t) waiting = {0};
    vec_push(&waiting, from);
    while (waiting.count && !leads) {
        uint32_t at = waiting.items[--waiting.count];
        if (seen[at] || atomic_load(&t->executor->reached[first + at])) continue;
        seen[at] = true;
        leads = ends_or_calls(&function->code[at]);
        struct c_next next = c_next(function->code, at);
        for (uint32_t i = 0; i < next.count; i++) vec_push(&waiting, next.list[i]);
    }
    vec_free(&waiting);
    free(seen);
    return leads;
}

static void look_at_side(struct tracing *t, const struct c_function *function, uint32_t index, unsigned char side) {
    const struct c_instruction *code = &function->code[index];
    uint32_t number = t->subject->first_instruction[function->index] + index;
    if (atomic_load(&t->executor->reached[number]) & side) return;
    bool leads = leads_out(t, function, side == REACHED_THEN ? code->then : code->otherwise);
    if (leads || t->claim != UNTRIED_RUNS_ON) add_open(t, code, number, leads && t->claim != UNTRIED_OTHERS ? side : 0);
}

/* A branch of which only one side was taken, or something whose way on an input decides. */
static void look_for_ways(struct tracing *t, const struct c_function *function, uint32_t index, uint32_t number) {
    const struct c_instruction *code = &function->code[index];
    bool is_branch = code->kind == C_BRANCH && !c_constant(code->value);
    if (is_branch) look_at_side(t, function, index, REACHED_THEN);
    if (is_branch) look_at_side(t, function, index, REACHED_OTHERWISE);
    bool is_told = code->kind == C_SERVICE && arguments_depend(t, code);
    bool is_called = (code->kind == C_INTERRUPT || (code->kind == C_CALL && !code->callee)) && depends(t, code->value);
    if (is_told || is_called) add_open(t, code, number, 0);
}

/* Those of a round come together. */
static void keep_open(struct app *app, const struct tracing *t) {
    for (size_t i = 0; i < t->open.count; i++) vec_push(&app->untried, t->open.items[i]);
}

bool untried_matter(struct app *app, struct untried *untried, enum untried_claim claim) {
    struct tracing t = {.subject = &app->subject, .executor = &app->executor, .claim = claim};
    bool any = false;
    for (uint32_t i = 0; i < app->subject.instruction_count; i++) any |= atomic_load(&app->executor.sampled[i]) != 0;
    for (t.more = any; t.more;) {
        t.more = false;
        each_executed(&t, trace_executed);
    }
    if (t.decides) each_executed(&t, look_for_ways);
    bool matter = t.open.count > 0;
    keep_open(app, &t);
    vec_free(&t.open);
    vec_free(&t.objects);
    vec_free(&t.results);
    restore(app, untried);
    return matter;
}

void untried_begin_search(struct app *app) {
    app->executor.notes_sides = true;
    for (uint32_t i = 0; i < app->subject.instruction_count; i++)
        app->executor.reached[i] &= (unsigned char)~(REACHED_THEN | REACHED_OTHERWISE);
}

struct place untried_remains(const struct app *app) {
    struct place place = {0};
    bool is_left = true;
    for (size_t i = 0; i < app->untried.count; i++) {
        const struct untried_side *open = &app->untried.items[i];
        if (open->is_first && !is_left) return place;
        if (open->is_first) is_left = false, place = open->place;
        is_left |= (atomic_load(&app->executor.reached[open->instruction]) & open->side) != 0;
    }
    return is_left ? (struct place){0} : place;
}

struct place untried_sways(const struct app *app) {
    uint32_t count = app->subject.instruction_count;
    bool *reads_input = memory_new((count + 1) * sizeof *reads_input);
    for (uint32_t i = 0; i < count; i++) reads_input[i] = atomic_load(&app->executor.sampled[i]) != 0;
    struct place where = swayed_at(&app->subject, reads_input);
    free(reads_input);
    return where;
}
