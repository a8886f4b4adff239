#include "app/sequential/noted.h"

#include "app/analysis/aligned.h"
#include "app/exec/address.h"
#include "app/exec/executor.h"
#include "base/memory.h"

/* By instruction of each function: something may come before it. */
struct noting {
    const struct sequential_graph *graph;
    struct executor *executor;
    bool **crowded;
};

/* ---- places ---- */

static bool is_aligned(const struct c_expression *place) {
    return place->type->kind != C_INTEGER || aligned_is(place, place->type->align);
}

static bool is_global(const struct c_expression *place) {
    const struct c_object *root = sequential_root(place);
    return root && c_has_address(root);
}

/* ---- orders ---- */

static bool is_read(const struct sequential_function *function, const bool *crowded, uint32_t i) {
    const struct c_instruction *code = &function->code[i];
    return crowded[i] && code->kind == C_ASSIGN && code->value->kind == C_LOAD && is_global(code->value->left);
}

static bool mentions(const struct c_expression *e, const struct c_object *object) {
    if (!e) return false;
    if (e->kind == C_OBJECT) return e->object == object;
    return mentions(e->left, object) || mentions(e->right, object) || mentions(e->third, object);
}

/* Does what the first one read decide whether the second one reads, or where? The sides of a branch that was made of
 * &&, || or ?: end where the first of them jumps to. */
static bool comes_first(const struct sequential_function *function, uint32_t first, uint32_t second) {
    const struct c_object *kept = sequential_root(function->code[first].target);
    if (mentions(function->code[second].value->left, kept)) return true;
    for (uint32_t i = first + 1; i < second; i++) {
        const struct c_instruction *branch = &function->code[i];
        if (branch->kind != C_BRANCH || !mentions(branch->value, kept)) continue;
        if (second < function->code[branch->otherwise - 1].then) return true;
    }
    return false;
}

static bool has_order(const struct sequential_function *function, const bool *crowded, uint32_t second) {
    for (uint32_t i = second; i-- > 0 && function->origins[i] == function->origins[second];)
        if (is_read(function, crowded, i) && !comes_first(function, i, second)) return true;
    return false;
}

/* ---- instructions ---- */

static unsigned char met_at(const struct sequential_function *function, const bool *crowded, uint32_t i) {
    const struct c_instruction *code = &function->code[i];
    unsigned char met = 0;
    if (!crowded[i]) return 0;
    if (is_read(function, crowded, i)) {
        met |= READS_WHAT_CHANGES;
        if (!is_aligned(code->value->left)) met |= IS_NOT_ALIGNED;
        if (has_order(function, crowded, i)) met |= HAS_ORDER_OF_OPERANDS;
    }
    if (code->kind == C_ASSIGN && is_global(code->target)) {
        met |= WRITES_WHAT_IS_SHARED;
        if (!is_aligned(code->target)) met |= IS_NOT_ALIGNED;
    }
    for (uint32_t k = 0; code->kind == C_SERVICE && k < code->output_count; k++)
        if (code->outputs[k] && is_global(code->outputs[k]) && !is_aligned(code->outputs[k])) met |= IS_NOT_ALIGNED;
    return met;
}

static uint32_t number_of(const struct noting *noting, const struct sequential_function *function, uint32_t i) {
    return noting->executor->subject->first_instruction[function->origin->index] + function->origins[i];
}

static void note_point(struct noting *noting, uint32_t number) {
    const struct sequential_point *point = &noting->graph->points.items[number];
    if (point->deed != SEQUENTIAL_CODE || !point->instruction) return;
    struct sequential_calls calls = sequential_calls(noting->graph, number, point->context);
    const struct sequential_call *top = &calls.items[calls.count - 1];
    const struct sequential_function *function = &noting->graph->code->functions.items[top->function];
    _Atomic unsigned char *reached = &noting->executor->reached[number_of(noting, function, top->next)];
    noting->crowded[top->function][top->next] |= point->arrivals > 0;
    executor_note(reached, REACHED);
}

void sequential_note_graph(const struct sequential_graph *graph) {
    size_t functions = graph->code->functions.count;
    struct noting noting = {graph, (struct executor *)graph->executor, memory_new((functions + 1) * sizeof(bool *))};
    for (size_t f = 0; f < functions; f++)
        noting.crowded[f] = memory_new(graph->code->functions.items[f].code_count + 1);
    for (uint32_t i = 0; i < graph->points.count; i++) note_point(&noting, i);
    for (size_t f = 0; f < functions; f++) {
        const struct sequential_function *function = &graph->code->functions.items[f];
        for (uint32_t i = 0; i < function->code_count; i++)
            noting.executor->met[number_of(&noting, function, i)] |= met_at(function, noting.crowded[f], i);
        free(noting.crowded[f]);
    }
    free(noting.crowded);
}
