#include "app/sequential/statement.h"

#include "app/sequential/parts.h"
#include "app/sequential/words.h"

#include <string.h>

/* The bits of a number that a bit-field has. */
static void add_reduced(struct sequential_statements *s, const struct c_type *type, unsigned bits, const char *target,
                        const char *value, struct text *out) {
    unsigned long long mask = (1ull << bits) - 1, sign = 1ull << (bits - 1);
    const char *name = sequential_type(s->names, type);
    if (type->is_signed)
        text_printf(out, "%s = (%s)((int64_t)(((uint64_t)(%s) & %lluu) ^ %lluu) - %lld); ", target, name, value, mask,
                    sign, (long long)sign);
    else
        text_printf(out, "%s = (%s)((%s) & %lluu); ", target, name, value, mask);
}

static void add_store(struct sequential_statements *s, const struct c_expression *place, const char *value,
                      struct text *out) {
    struct text target = {0};
    sequential_place_text(&s->writer, place, &target);
    unsigned bits = place->kind == C_MEMBER ? place->field->bit_width : 0;
    if (bits && bits < place->type->size * 8 && !place->type->is_bool)
        add_reduced(s, place->type, bits, text_chars(&target), value, out);
    else if (strcmp(text_chars(&target), value) != 0)
        text_printf(out, "%s = %s; ", text_chars(&target), value);
    text_free(&target);
    if (place->kind != C_OBJECT || !sequential_is_doubtful(s->graph->code, place->object)) return;
    sequential_place_text(&s->writer, place, out);
    text_add(out, "_set = 1; ");
}

static void add_number(struct sequential_statements *s, const struct c_expression *place, uint64_t number,
                       struct text *out) {
    struct text value = {0};
    const struct c_type *type = place->type;
    unsigned gone = type->size < 8 ? 64 - 8 * type->size : 0;
    int64_t reduced = type->is_signed ? (int64_t)(number << gone) >> gone : (int64_t)(number << gone >> gone);
    sequential_constant(type, type->is_bool ? number != 0 : reduced, &value);
    add_store(s, place, text_chars(&value), out);
    text_free(&value);
}

void sequential_add_results(struct sequential_statements *s, const struct sequential_point *point,
                            const struct sequential_answer *answer, struct text *out) {
    const struct c_instruction *instruction = point->instruction;
    if (answer->is_silent || answer->result.caller_ended) return;
    for (uint32_t i = 0; i < instruction->output_count && i < answer->result.value_count && i < 3; i++)
        if (instruction->outputs[i]) add_number(s, instruction->outputs[i], answer->result.values[i], out);
    bool status = osek_service_has_status(answer->call.service);
    if (instruction->target)
        add_number(s, instruction->target, status ? (uint64_t)answer->result.status : answer->result.values[0], out);
}

static void end_line(struct sequential_statements *s) {
    while (s->body->length && s->body->chars[s->body->length - 1] == ' ') s->body->length--;
    text_add_char(s->body, '\n');
}

static void add_assignment(struct sequential_statements *s, const struct c_expression *target,
                           const struct c_expression *value) {
    struct text text = {0};
    sequential_value(&s->writer, value, true, &text);
    text_add(s->body, "    ");
    add_store(s, target, text_chars(&text), s->body);
    end_line(s);
    text_free(&text);
}

static const char *nondet_of(const struct c_type *type) {
    static const char *const names[2][4] = {{"uchar", "ushort", "uint", "ulonglong"},
                                            {"char", "short", "int", "longlong"}};
    unsigned class = type->size == 1 ? 0 : type->size == 2 ? 1 : type->size <= 4 ? 2 : 3;
    return type->is_bool ? "bool" : names[type->is_signed][class];
}

/* A value between the two, as the program asks for it, or as the search gives it: a distance from the lower one. */
static void add_value_choice(struct sequential_statements *s, const struct c_instruction *instruction) {
    struct text low = {0}, high = {0}, target = {0};
    const struct c_type *type = instruction->target->type;
    const char *name = sequential_type(s->names, type);
    sequential_value(&s->writer, instruction->value, true, &low);
    sequential_value(&s->writer, instruction->other, true, &high);
    sequential_place_text(&s->writer, instruction->target, &target);
    if (s->steps) {
        text_printf(s->body, "    if ((%s)(%s) > (%s)(%s)) return rt_pruned();\n", name, text_chars(&low), name,
                    text_chars(&high));
        text_printf(s->body, "    %s = (%s)((uint64_t)(%s) + rt_value((uint64_t)(%s) - (uint64_t)(%s)));\n",
                    text_chars(&target), name, text_chars(&low), text_chars(&high), text_chars(&low));
        text_printf(s->body, "    rt_input = (int64_t)%s;\n", text_chars(&target));
    } else {
        text_printf(s->body, "    %s = (%s)__VERIFIER_nondet_%s();", text_chars(&target), name, nondet_of(type));
        if (instruction->text) {
            text_add(s->body, " /* ");
            sequential_add_harmless(s->body, instruction->text, 80);
            text_add(s->body, " */");
        }
        text_printf(s->body, "\n    assume(%s >= %s && %s <= %s);\n", text_chars(&target), text_chars(&low),
                    text_chars(&target), text_chars(&high));
    }
    if (instruction->target->kind == C_OBJECT && sequential_is_doubtful(s->graph->code, instruction->target->object))
        text_printf(s->body, "    %s_set = 1;\n", text_chars(&target));
    text_free(&low);
    text_free(&high);
    text_free(&target);
}

const struct c_expression *sequential_condition(const struct c_instruction *instruction) {
    const struct c_expression *e = instruction->value;
    while (e->kind == C_UNARY && e->op == C_LOGICAL_NOT && e->left->kind == C_UNARY && e->left->op == C_LOGICAL_NOT)
        e = e->left->left;
    return e;
}

static void add_assertion(struct sequential_statements *s, uint32_t number, const struct c_instruction *instruction) {
    struct sequential_calls calls = sequential_calls(s->graph, number, s->writer.context);
    const struct sequential_call *call = &calls.items[calls.count - 1];
    bool beyond = s->graph->code->functions.items[call->function].callees[call->next];
    bool own = !instruction->is_memory && !beyond;
    if (own && !s->subject->enabled[APP_CHECK_ASSERTION]) { /* what is asserted is still computed */
        text_add(s->body, "    (void)(");
        sequential_value(&s->writer, sequential_condition(instruction), true, s->body);
        text_add(s->body, ");\n");
        return;
    }
    struct text words = {0};
    if (own) text_add(&words, "the assertion does not hold: ");
    text_add(&words, instruction->text ? instruction->text : "");
    const char *kind = beyond ? "unsupported" : instruction->is_memory ? "memory" : "assertion";
    uint32_t fault = sequential_fault(&s->writer, kind, text_chars(&words), sequential_place(s->graph, number));
    text_add(s->body, "    if (!(");
    sequential_value(&s->writer, sequential_condition(instruction), true, s->body);
    text_add(s->body, ")) ");
    text_printf(s->body, "fault(%u);", fault);
    text_add_char(s->body, '\n');
    text_free(&words);
}

static void add_assumption(struct sequential_statements *s, const struct c_instruction *instruction) {
    text_add(s->body, s->steps ? "    if (!(" : "    assume(");
    sequential_value(&s->writer, sequential_condition(instruction), true, s->body);
    text_add(s->body, s->steps ? ")) return rt_pruned();\n" : ");\n");
}

static void add_print(struct sequential_statements *s, const struct c_instruction *instruction) {
    struct text format = {0}, values = {0};
    bool shown = !s->steps && sequential_format(&s->writer, instruction, &format, &values);
    if (shown) {
        text_add(s->body, "    PRINTED(");
        text_add_char(&format, '\n');
        sequential_add_string(s->body,
                              arena_printf(s->arena, "%s prints %s",
                                           subject_context_name(s->subject, s->writer.context), text_chars(&format)));
        text_printf(s->body, "%s);\n", text_chars(&values));
    } else {
        for (uint32_t i = 0; i < instruction->argument_count; i++) {
            text_add(s->body, "    (void)");
            sequential_value(&s->writer, instruction->arguments[i], false, s->body);
            text_add(s->body, ";\n");
        }
    }
    text_free(&format);
    text_free(&values);
}

/* In a program only what is read afterwards; in states also what never is. */
static void add_clear(struct sequential_statements *s, const struct c_instruction *instruction) {
    const struct c_object *object = sequential_root(instruction->target);
    bool doubtful = instruction->target->kind == C_OBJECT && sequential_is_doubtful(s->graph->code, object);
    bool whole = instruction->target->type->kind == C_INTEGER;
    if (!s->steps && !instruction->gives_value && !doubtful && s->subject->enabled[APP_CHECK_UNINITIALISED]) return;
    struct text target = {0};
    sequential_place_text(&s->writer, instruction->target, &target);
    if (whole)
        text_printf(s->body, "    %s = 0;\n", text_chars(&target));
    else
        text_printf(s->body, "    memset(&%s, 0, sizeof %s);\n", text_chars(&target), text_chars(&target));
    if (doubtful) text_printf(s->body, "    %s_set = %d;\n", text_chars(&target), instruction->gives_value);
    text_free(&target);
}

static const struct c_function *function_at(const struct sequential_statements *s, uint32_t number) {
    return s->graph->code->functions.items[number].origin;
}

/* Locals without values begin without them. */
static void add_fresh_frame(struct sequential_statements *s, const struct c_function *function) {
    bool needed = !s->subject->enabled[APP_CHECK_UNINITIALISED];
    for (uint32_t i = 0; i < function->local_count; i++)
        needed |= sequential_is_doubtful(s->graph->code, function->locals[i]);
    const char *frame = needed && !s->steps ? sequential_frame(s->names, s->writer.context, function) : NULL;
    if (frame) text_printf(s->body, "    memset(&app.%s, 0, sizeof app.%s);\n", frame, frame);
}

static const struct c_expression *object_place(struct sequential_statements *s, const struct c_object *object) {
    struct c_expression *place = arena_new_object(s->arena, struct c_expression);
    *place = (struct c_expression){.kind = C_OBJECT, .type = object->type, .object = object};
    return place;
}

static void add_call(struct sequential_statements *s, const struct sequential_point *point, uint32_t number) {
    const struct c_instruction *instruction = point->instruction;
    const struct c_function *callee = sequential_callee(s->graph, number, point->context);
    add_fresh_frame(s, callee);
    for (uint32_t i = 0; i < instruction->argument_count; i++)
        if (instruction->arguments[i]) add_assignment(s, object_place(s, callee->locals[i]), instruction->arguments[i]);
}

/* The value of a call goes to its caller's target; what is not wanted is still computed. */
static void add_return(struct sequential_statements *s, const struct sequential_point *point, uint32_t number) {
    const struct c_expression *value = point->instruction->value;
    const struct c_instruction *call = sequential_caller(s->graph, number, point->context);
    if (value && call && call->target) {
        add_assignment(s, call->target, value);
    } else if (value) {
        text_add(s->body, "    (void)");
        sequential_value(&s->writer, value, false, s->body);
        text_add(s->body, ";\n");
    } else if (call && call->target && s->subject->enabled[APP_CHECK_UNINITIALISED]) {
        const char *words = arena_printf(s->arena, "%s returns no value, and its caller uses it",
                                         function_at(s, point->function)->name);
        text_add(s->body, "    ");
        text_printf(s->body, "fault(%u);",
                    sequential_fault(&s->writer, "uninitialised", words, sequential_place(s->graph, number)));
        text_add_char(s->body, '\n');
    }
}

void sequential_add_deed(struct sequential_statements *s, uint32_t number) {
    const struct sequential_point *point = &s->graph->points.items[number];
    const struct c_instruction *instruction = point->instruction;
    if (point->deed == SEQUENTIAL_BEGIN) {
        const struct c_function *entry = function_at(s, point->function);
        add_fresh_frame(s, entry);
        if (!entry->parameter_count) return;
        text_add(s->body, "    ");
        add_number(s, object_place(s, entry->locals[0]), point->number, s->body);
        end_line(s);
    }
    if (point->deed != SEQUENTIAL_CODE) return;
    switch (instruction->kind) {
    case C_ASSIGN: add_assignment(s, instruction->target, instruction->value); break;
    case C_CALL: add_call(s, point, number); break;
    case C_RETURN: add_return(s, point, number); break;
    case C_CHOOSE: add_value_choice(s, instruction); break;
    case C_ASSERT: add_assertion(s, number, instruction); break;
    case C_ASSUME: add_assumption(s, instruction); break;
    case C_TRACE: add_print(s, instruction); break;
    case C_CLEAR: add_clear(s, instruction); break;
    case C_BRANCH:
    case C_JUMP:
    case C_SERVICE:
    case C_FREE: /* refused before (split.c) */
    case C_INTERRUPT: break;
    }
}
