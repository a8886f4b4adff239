#include "app/sequential/promela_statement.h"

#include "app/promela/number.h"
#include "app/sequential/statement.h"
#include "app/sequential/words.h"

#include <string.h>

/* What can go wrong in a statement comes first. */
static void add_checks(struct pml_statements *s) {
    text_add(s->body, text_chars(&s->writer.checks));
    text_clear(&s->writer.checks);
}

static void add_line(struct pml_statements *s, struct text *line) {
    add_checks(s);
    while (line->length && line->chars[line->length - 1] == ' ') line->chars[--line->length] = '\0';
    if (line->length) text_printf(s->body, "    %s\n", text_chars(line));
    text_free(line);
}

static void assign(struct pml_statements *s, const struct c_expression *target, const struct c_expression *value) {
    struct text line = {0};
    pml_assign(&s->writer, target, value, &line);
    add_line(s, &line);
}

const char *pml_condition(struct pml_statements *s, const struct c_instruction *instruction) {
    const char *text = pml_value(&s->writer, sequential_condition(instruction));
    add_checks(s);
    return pml_bare(s->writer.arena, text);
}

/* ---- choices ---- */

struct bounds {
    const struct c_expression *low, *high; /* of the target's type */
    int64_t first, last;                   /* if they are known */
    bool known;
};

static const struct c_expression *converted(struct pml_statements *s, const struct c_expression *value,
                                            const struct c_type *type) {
    struct c_expression *e = arena_new_object(s->writer.arena, struct c_expression);
    *e = (struct c_expression){.kind = C_CONVERT, .type = type, .left = value, .place = value->place};
    return e;
}

static struct bounds bounds_of(struct pml_statements *s, const struct c_instruction *instruction) {
    const struct c_type *type = instruction->target->type;
    struct bounds bounds = {converted(s, instruction->value, type), converted(s, instruction->other, type), 0, 0,
                            false};
    bounds.known = sequential_is_known(bounds.low, &bounds.first) && sequential_is_known(bounds.high, &bounds.last);
    return bounds;
}

/* Numbers that are kept in 32 bits, in their order. */
static void check_bounds(struct pml_statements *s, const struct c_instruction *instruction,
                         const struct bounds *bounds) {
    const struct c_type *type = instruction->target->type;
    bool small = export_is_small(bounds->low) && export_is_small(bounds->high);
    bool same_half = bounds->known && (bounds->first > INT32_MAX) == (bounds->last > INT32_MAX);
    if (type->size > 4 && !small)
        pml_refuse(&s->writer, instruction->place, "a choice of 64-bit numbers");
    else if (export_is_wide_unsigned(type) && !small && !same_half)
        pml_refuse(&s->writer, instruction->place, "a choice of unsigned 32-bit numbers");
    else if (bounds->known && bounds->last - bounds->first >= SEQUENTIAL_MOST_VALUES)
        pml_refuse(&s->writer, instruction->place, "a choice of more than 65536 values");
}

/* A value between the two; where there is none, there is no such run. */
static void choose(struct pml_statements *s, const struct c_instruction *instruction) {
    struct bounds bounds = bounds_of(s, instruction);
    check_bounds(s, instruction, &bounds);
    const char *low = pml_value(&s->writer, bounds.low), *high = pml_value(&s->writer, bounds.high);
    const char *target = pml_place(&s->writer, instruction->target);
    add_checks(s);
    if (!bounds.known || bounds.first > bounds.last)
        text_printf(s->body, "    if :: %s <= %s :: else -> goto over fi;\n", low, high);
    if (instruction->target->type->is_bool)
        text_printf(s->body, "    if :: %s == 0 -> %s = 0 :: %s == 1 -> %s = 1 fi;", low, target, high, target);
    else if (bounds.known)
        text_printf(s->body, "    select(%s : %s .. %s);", target, low, high);
    else /* which may depend on the target */
        text_printf(s->body, "    k = %s; select(%s : %s .. k); k = 0;", high, target, low);
    if (instruction->text) {
        text_add(s->body, " /* ");
        sequential_add_harmless(s->body, instruction->text, 80);
        text_add(s->body, " */");
    }
    text_add_char(s->body, '\n');
    if (instruction->target->kind == C_OBJECT && sequential_is_doubtful(s->graph->code, instruction->target->object))
        text_printf(s->body, "    %s_set = 1;\n", target);
}

/* ---- assertions ---- */

static void check_assertion(struct pml_statements *s, uint32_t number, const struct c_instruction *instruction) {
    struct sequential_calls calls = sequential_calls(s->graph, number, s->writer.context);
    const struct sequential_call *call = &calls.items[calls.count - 1];
    bool beyond = s->graph->code->functions.items[call->function].callees[call->next];
    bool own = !instruction->is_memory && !beyond;
    const char *condition = pml_value(&s->writer, sequential_condition(instruction));
    if (!own || s->writer.executor->subject->enabled[APP_CHECK_ASSERTION])
        pml_check(&s->writer, condition,
                  beyond ? "unsupported"
                  : own  ? "assertion"
                         : "memory",
                  instruction->text ? instruction->text : "", sequential_place(s->graph, number));
    add_checks(s);
}

static void assume(struct pml_statements *s, const struct c_instruction *instruction) {
    const char *condition = pml_condition(s, instruction);
    text_printf(s->body, "    if :: %s :: else -> goto over fi;\n", condition);
}

/* ---- calls ---- */

static const struct c_expression *object_place(struct pml_statements *s, const struct c_object *object) {
    struct c_expression *place = arena_new_object(s->writer.arena, struct c_expression);
    *place = (struct c_expression){.kind = C_OBJECT, .type = object->type, .object = object, .place = object->place};
    return place;
}

static void call(struct pml_statements *s, const struct sequential_point *point, uint32_t number) {
    const struct c_instruction *instruction = point->instruction;
    const struct c_function *callee = sequential_callee(s->graph, number, point->context);
    for (uint32_t i = 0; i < instruction->argument_count; i++)
        if (instruction->arguments[i]) assign(s, object_place(s, callee->locals[i]), instruction->arguments[i]);
}

/* The value of a call goes to its caller's target; what is not wanted is still computed. */
static void give_back(struct pml_statements *s, const struct sequential_point *point, uint32_t number) {
    const struct c_expression *value = point->instruction->value;
    const struct c_instruction *from = sequential_caller(s->graph, number, point->context);
    bool wanted = from && from->target;
    if (value && wanted) {
        assign(s, from->target, value);
    } else if (value) {
        pml_compute(&s->writer, value);
        add_checks(s);
    } else if (!value && wanted && s->writer.executor->subject->enabled[APP_CHECK_UNINITIALISED]) {
        pml_check(&s->writer, "false", "uninitialised", "a function returns no value, and its caller uses it",
                  sequential_place(s->graph, number));
        add_checks(s);
    }
}

/* ---- the rest ---- */

static void clear(struct pml_statements *s, const struct c_instruction *instruction) {
    const struct c_expression *target = instruction->target;
    const struct c_object *object = sequential_root(target);
    struct text line = {0};
    if (target->kind != C_OBJECT) {
        pml_refuse(&s->writer, instruction->place, "this");
        return;
    }
    const char *name = pml_place(&s->writer, target);
    pml_clear(s->writer.variables, object->type, name, &line);
    text_add_char(&line, ' ');
    if (sequential_is_doubtful(s->graph->code, object))
        text_printf(&line, "%s_set = %d; ", name, instruction->gives_value);
    text_printf(s->body, "    atomic {%s};\n", text_chars(&line));
    text_free(&line);
}

static void begin(struct pml_statements *s, const struct sequential_point *point) {
    const struct c_function *entry = s->graph->code->functions.items[point->function].origin;
    struct text line = {0};
    if (!entry->parameter_count) return;
    pml_assign_number(&s->writer, object_place(s, entry->locals[0]), (int64_t)point->number, &line);
    add_line(s, &line);
}

static void compute(struct pml_statements *s, const struct c_instruction *instruction) {
    for (uint32_t i = 0; i < instruction->argument_count; i++)
        if (instruction->arguments[i]->type->kind == C_INTEGER) (void)pml_value(&s->writer, instruction->arguments[i]);
    add_checks(s);
}

/* As many bits of an answer as its target has. */
static int64_t reduced(const struct c_type *type, uint64_t number) {
    unsigned gone = type->size < 8 ? 64 - 8 * type->size : 0;
    if (type->is_bool) return number != 0;
    return type->is_signed ? (int64_t)(number << gone) >> gone : (int64_t)(number << gone >> gone);
}

void pml_results(struct pml_statements *s, const struct sequential_point *point, const struct sequential_answer *answer,
                 struct text *out) {
    const struct c_instruction *instruction = point->instruction;
    if (answer->is_silent || answer->result.caller_ended) return;
    for (uint32_t i = 0; i < instruction->output_count && i < answer->result.value_count && i < 3; i++)
        if (instruction->outputs[i])
            pml_assign_number(&s->writer, instruction->outputs[i],
                              reduced(instruction->outputs[i]->type, answer->result.values[i]), out);
    bool status = osek_service_has_status(answer->call.service);
    uint64_t given = status ? (uint64_t)answer->result.status : answer->result.values[0];
    if (instruction->target)
        pml_assign_number(&s->writer, instruction->target, reduced(instruction->target->type, given), out);
}

void pml_deed(struct pml_statements *s, uint32_t number) {
    const struct sequential_point *point = &s->graph->points.items[number];
    const struct c_instruction *instruction = point->instruction;
    s->writer.context = point->context;
    s->writer.place = sequential_place(s->graph, number);
    if (point->deed == SEQUENTIAL_BEGIN) begin(s, point);
    if (point->deed != SEQUENTIAL_CODE) return;
    switch (instruction->kind) {
    case C_ASSIGN: assign(s, instruction->target, instruction->value); break;
    case C_CALL: call(s, point, number); break;
    case C_RETURN: give_back(s, point, number); break;
    case C_CHOOSE: choose(s, instruction); break;
    case C_ASSERT: check_assertion(s, number, instruction); break;
    case C_ASSUME: assume(s, instruction); break;
    case C_TRACE: compute(s, instruction); break;
    case C_CLEAR: clear(s, instruction); break;
    case C_BRANCH:
    case C_JUMP:
    case C_SERVICE:
    case C_FREE: /* refused before (split.c) */
    case C_INTERRUPT: break;
    }
}
