#include "app/sequential/deed.h"

#include <string.h>

/* ---- variables ---- */

void sequential_each_leaf(struct sequential_deeds *h, uint32_t point, sequential_leaf_visit visit, void *context) {
    for (uint32_t i = 0; i < h->leaves.global_count; i++)
        if (!h->leaves.list.items[i].is_constant) visit(context, i);
    for (uint32_t c = 0; c < h->subject->context_count; c++) {
        struct sequential_calls calls = sequential_calls(h->graph, point, c);
        for (uint32_t k = 0; k < calls.count; k++) {
            const struct c_function *function = h->graph->code->functions.items[calls.items[k].function].origin;
            const struct sequential_leaf_frame *frame = sequential_leaf_frame(&h->leaves, c, function);
            uint32_t first = frame->first, count = frame->count;
            for (uint32_t i = 0; i < count; i++) visit(context, first + i);
        }
    }
}

static void ignore(void *context, uint32_t leaf) {
    (void)context;
    (void)leaf;
}

void sequential_deeds_build(struct sequential_deeds *h, const struct sequential_graph *graph, struct arena *arena) {
    *h = (struct sequential_deeds){.graph = graph, .subject = graph->executor->subject, .arena = arena};
    sequential_leaves_build(&h->leaves, graph->code, arena);
    for (uint32_t i = 0; i < graph->points.count; i++) sequential_each_leaf(h, i, ignore, NULL);
    h->formula = (struct sequential_formula){.leaves = &h->leaves,
                                             .subject = h->subject,
                                             .arena = arena,
                                             .values = arena_new_array(arena, const char *, h->leaves.list.count + 1)};
}

void sequential_deeds_free(struct sequential_deeds *h) {
    text_free(&h->formula.wrong);
    sequential_leaves_free(&h->leaves);
}

static unsigned width(const struct sequential_deeds *h, uint32_t leaf) { return sequential_leaf_width(h, leaf); }

/* ---- deeds ---- */

/* A frame that begins holds nothing yet. */
static void begin_frame(struct sequential_deeds *h, uint32_t context, const struct c_function *function) {
    const struct sequential_leaf_frame *frame = sequential_leaf_frame(&h->leaves, context, function);
    for (uint32_t i = 0; i < frame->count; i++)
        h->formula.values[frame->first + i] = sequential_literal(h->arena, width(h, frame->first + i), 0);
}

static const struct c_expression *object_place(struct sequential_deeds *h, const struct c_object *object) {
    struct c_expression *place = arena_new_object(h->arena, struct c_expression);
    *place = (struct c_expression){.kind = C_OBJECT, .type = object->type, .object = object};
    return place;
}

static void let_number(struct sequential_deeds *h, const struct c_expression *place, uint64_t value) {
    sequential_let_term(&h->formula, place, sequential_literal(h->arena, place->type->size * 8, value));
}

static void call(struct sequential_deeds *h, const struct sequential_point *point, uint32_t number) {
    const struct c_function *callee = sequential_callee(h->graph, number, point->context);
    begin_frame(h, point->context, callee);
    for (uint32_t i = 0; i < point->instruction->argument_count; i++)
        if (point->instruction->arguments[i])
            sequential_let(&h->formula, object_place(h, callee->locals[i]), point->instruction->arguments[i]);
}

static void give_back(struct sequential_deeds *h, const struct sequential_point *point, uint32_t number) {
    const struct c_expression *value = point->instruction->value;
    const struct c_instruction *from = sequential_caller(h->graph, number, point->context);
    if (value && from && from->target)
        sequential_let(&h->formula, from->target, value);
    else if (value)
        sequential_compute(&h->formula, value);
    else if (!value && from && from->target && h->subject->enabled[APP_CHECK_UNINITIALISED])
        text_add(&h->formula.wrong, " true");
}

static void choose(struct sequential_deeds *h, const struct c_instruction *instruction, const char *chosen) {
    const struct c_type *type = instruction->target->type;
    const char *low = sequential_term(&h->formula, instruction->value);
    const char *high = sequential_term(&h->formula, instruction->other);
    const char *order = type->is_signed && !type->is_bool ? "bvsle" : "bvule";
    h->chosen = type;
    h->condition = arena_printf(h->arena, "(and (%s %s %s) (%s %s %s))", order, low, chosen, order, chosen, high);
    sequential_let_term(&h->formula, instruction->target, chosen);
}

static void clear(struct sequential_deeds *h, const struct c_instruction *instruction) {
    uint32_t flag,
        first = sequential_leaf_of(&h->leaves, sequential_root(instruction->target), h->formula.context, &flag);
    if (instruction->target->kind != C_OBJECT) h->formula.too_large = true;
    if (instruction->target->kind != C_OBJECT || first == UINT32_MAX) return;
    for (uint32_t i = 0; i < sequential_leaf_count(instruction->target->type); i++)
        h->formula.values[first + i] = sequential_literal(h->arena, width(h, first + i), 0);
    if (flag != UINT32_MAX)
        h->formula.values[flag] = sequential_literal(h->arena, width(h, flag), instruction->gives_value);
}

static void assert_that(struct sequential_deeds *h, const struct sequential_point *point, uint32_t number) {
    struct sequential_calls calls = sequential_calls(h->graph, number, point->context);
    const struct sequential_call *top = &calls.items[calls.count - 1];
    bool own = !point->instruction->is_memory && !h->graph->code->functions.items[top->function].callees[top->next];
    const char *truth = sequential_truth(&h->formula, point->instruction->value);
    if (own && !h->subject->enabled[APP_CHECK_ASSERTION]) return; /* it is computed, and may go wrong in that */
    text_printf(&h->formula.wrong, " (not %s)", truth);
}

/* What the point does to its variables; what can go wrong in it. */
static void perform(struct sequential_deeds *h, const struct sequential_point *point, uint32_t number,
                    const char *chosen) {
    const struct c_instruction *instruction = point->instruction;
    h->formula.context = point->context;
    if (point->deed == SEQUENTIAL_BEGIN) {
        const struct c_function *entry = h->graph->code->functions.items[point->function].origin;
        begin_frame(h, point->context, entry);
        if (entry->parameter_count) let_number(h, object_place(h, entry->locals[0]), point->number);
    }
    if (point->deed != SEQUENTIAL_CODE) return;
    switch (instruction->kind) {
    case C_ASSIGN: sequential_let(&h->formula, instruction->target, instruction->value); break;
    case C_CALL: call(h, point, number); break;
    case C_RETURN: give_back(h, point, number); break;
    case C_CHOOSE: choose(h, instruction, chosen); break;
    case C_ASSERT: assert_that(h, point, number); break;
    case C_ASSUME: h->condition = sequential_truth(&h->formula, instruction->value); break;
    case C_CLEAR: clear(h, instruction); break;
    case C_TRACE:
        for (uint32_t i = 0; i < instruction->argument_count; i++)
            (void)sequential_term(&h->formula, instruction->arguments[i]);
        break;
    default: break;
    }
}

static void let_answer(struct sequential_deeds *h, const struct sequential_point *point,
                       const struct sequential_answer *answer) {
    const struct c_instruction *instruction = point->instruction;
    if (answer->is_silent || answer->result.caller_ended) return;
    for (uint32_t i = 0; i < instruction->output_count && i < answer->result.value_count && i < 3; i++)
        if (instruction->outputs[i]) let_number(h, instruction->outputs[i], answer->result.values[i]);
    bool status = osek_service_has_status(answer->call.service);
    if (instruction->target)
        let_number(h, instruction->target, status ? (uint64_t)answer->result.status : answer->result.values[0]);
}

bool sequential_deed(struct sequential_deeds *h, uint32_t number, uint32_t index, const char *const *names,
                     const char *chosen) {
    const struct sequential_point *point = &h->graph->points.items[number];
    const struct sequential_edge *edge = &h->graph->edges.items[point->first_edge + index];
    memcpy(h->formula.values, names, h->leaves.list.count * sizeof *names);
    text_clear(&h->formula.wrong);
    h->formula.guard = h->condition = NULL;
    h->chosen = NULL;
    if (index >= point->edge_count - point->arrivals) return edge->fault != 0;
    perform(h, point, number, chosen);
    if (edge->kind == SEQUENTIAL_ANSWER) let_answer(h, point, &h->graph->answers.items[edge->which]);
    if (point->deed == SEQUENTIAL_CODE && point->instruction->kind == C_BRANCH) {
        const char *truth = sequential_truth(&h->formula, point->instruction->value);
        h->condition = index == 0 ? truth : arena_printf(h->arena, "(not %s)", truth);
    }
    if (edge->fault) text_clear(&h->formula.wrong);
    return edge->fault != 0 || h->formula.wrong.length;
}
