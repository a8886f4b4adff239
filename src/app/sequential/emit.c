#include "app/sequential/emit.h"

#include "app/exec/fault.h"
#include "app/sequential/parts.h"
#include "app/sequential/value.h"
#include "app/subject/service_text.h"

#include <string.h>

struct emitter {
    const struct sequential_graph *graph;
    const struct sequential_options *options;
    const struct subject *subject;
    struct sequential_names names;
    struct sequential_helpers helpers;
    struct sequential_writer writer;
    struct arena *arena;
    struct text body;
    bool *emitted, *stop; /* by point */
    uint32_t *jumps;      /* by point: to it */
    VEC(struct piece {
        uint32_t point;
        size_t begin; /* in the body */
    })
    pieces;
    VEC(uint32_t) waiting; /* points that are still to be written */
    struct place told;     /* the last line of the application in a comment */
};

static bool steps(const struct emitter *e) { return e->options->form == SEQUENTIAL_STEPS; }

static const char *file_of(struct place place) {
    const char *slash = place.file ? strrchr(place.file, '/') : NULL;
    return slash ? slash + 1 : place.file ? place.file : "?";
}

static const char *who(const struct emitter *e, uint32_t context) { return subject_context_name(e->subject, context); }

/* Text that cannot end a comment, or a string, early. */
static void add_harmless(struct text *out, const char *words, size_t most) {
    for (size_t i = 0; words[i] && i < most; i++) {
        bool closes = words[i] == '*' && words[i + 1] == '/';
        bool opens = words[i] == '/' && words[i + 1] == '*';
        bool odd = (unsigned char)words[i] < ' ' || words[i] == 127;
        text_add_char(out, odd ? ' ' : words[i]);
        if (closes || opens) text_add_char(out, ' ');
    }
}

static void add_string(struct text *out, const char *words) {
    text_add_char(out, '"');
    for (const char *c = words; *c; c++) {
        if (*c == '"' || *c == '\\')
            text_printf(out, "\\%c", *c);
        else if ((unsigned char)*c < ' ' || *c == 127)
            text_printf(out, "\\%03o", (unsigned char)*c);
        else if (*c == '?')
            text_add(out, "\\?"); /* no trigraphs */
        else
            text_add_char(out, *c);
    }
    text_add_char(out, '"');
}

/* ---- going on ---- */

static void want(struct emitter *e, uint32_t point) {
    if (!e->emitted[point]) vec_push(&e->waiting, point);
}

/* Frames that are no more hold nothing: states that differ in them are one. */
static void clear_ended(struct emitter *e, uint32_t from, uint32_t to, struct text *out) {
    for (uint32_t c = 0; steps(e) && c < e->subject->context_count; c++) {
        struct sequential_calls were = sequential_calls(e->graph, from, c), are = sequential_calls(e->graph, to, c);
        for (uint32_t i = are.count; i < were.count; i++) {
            const struct c_function *function = e->graph->code->functions.items[were.items[i].function].origin;
            const char *frame = sequential_frame(&e->names, c, function);
            if (frame) text_printf(out, "memset(&d.%s, 0, sizeof d.%s); ", frame, frame);
        }
    }
}

/* A jump to a point, as statements. */
static void add_jump(struct emitter *e, uint32_t from, uint32_t to, struct text *out) {
    clear_ended(e, from, to, out);
    want(e, to);
    if (steps(e) && e->stop[to]) {
        text_printf(out, "return %u;", to);
        return;
    }
    e->jumps[to]++;
    text_printf(out, e->graph->points.items[to].is_node ? "goto node_%u;" : "goto at_%u;", to);
}

static void add_fault(uint32_t fault, struct text *out) { text_printf(out, "fault(%u);", fault); }

static void note_fault(struct emitter *e, uint32_t fault) {
    for (size_t i = 0; i < e->writer.faults.count; i++)
        if (e->writer.faults.items[i] == fault) return;
    vec_push(&e->writer.faults, fault);
}

/* ---- answers ---- */

/* The bits of a number that a bit-field has. */
static void add_reduced(struct emitter *e, const struct c_type *type, unsigned bits, const char *target,
                        const char *value, struct text *out) {
    unsigned long long mask = (1ull << bits) - 1, sign = 1ull << (bits - 1);
    const char *name = sequential_type(&e->names, type);
    if (type->is_signed)
        text_printf(out, "%s = (%s)((int64_t)(((uint64_t)(%s) & %lluu) ^ %lluu) - %lld); ", target, name, value, mask,
                    sign, (long long)sign);
    else
        text_printf(out, "%s = (%s)((%s) & %lluu); ", target, name, value, mask);
}

static void add_store(struct emitter *e, const struct c_expression *place, const char *value, struct text *out) {
    struct text target = {0};
    sequential_place_text(&e->writer, place, &target);
    unsigned bits = place->kind == C_MEMBER ? place->field->bit_width : 0;
    if (bits && bits < place->type->size * 8 && !place->type->is_bool)
        add_reduced(e, place->type, bits, text_chars(&target), value, out);
    else if (strcmp(text_chars(&target), value) != 0)
        text_printf(out, "%s = %s; ", text_chars(&target), value);
    text_free(&target);
    if (place->kind != C_OBJECT || !sequential_is_doubtful(e->graph->code, place->object)) return;
    sequential_place_text(&e->writer, place, out);
    text_add(out, "_set = 1; ");
}

static void add_number(struct emitter *e, const struct c_expression *place, uint64_t number, struct text *out) {
    struct text value = {0};
    const struct c_type *type = place->type;
    unsigned gone = type->size < 8 ? 64 - 8 * type->size : 0;
    int64_t reduced = type->is_signed ? (int64_t)(number << gone) >> gone : (int64_t)(number << gone >> gone);
    sequential_constant(type, type->is_bool ? number != 0 : reduced, &value);
    add_store(e, place, text_chars(&value), out);
    text_free(&value);
}

/* What a service gives is written by it; its status goes to a local of the caller. */
static void add_results(struct emitter *e, const struct sequential_point *point, const struct sequential_answer *answer,
                        struct text *out) {
    const struct c_instruction *instruction = point->instruction;
    if (answer->is_silent || answer->result.caller_ended) return;
    for (uint32_t i = 0; i < instruction->output_count && i < answer->result.value_count && i < 3; i++)
        if (instruction->outputs[i]) add_number(e, instruction->outputs[i], answer->result.values[i], out);
    bool status = osek_service_has_status(answer->call.service);
    if (instruction->target)
        add_number(e, instruction->target, status ? (uint64_t)answer->result.status : answer->result.values[0], out);
}

static const char *answer_text(struct emitter *e, const struct sequential_answer *answer) {
    struct text words = {0};
    service_text_print(e->subject, &answer->call, answer->caller, &words);
    bool answers = osek_service_has_status(answer->call.service) && !answer->result.caller_ended;
    if (answers) text_printf(&words, " = %s", osek_status_name(answer->result.status));
    const char *text = arena_text(e->arena, text_chars(&words));
    text_free(&words);
    return text;
}

static void add_called(struct emitter *e, const struct sequential_answer *answer, struct text *out) {
    if (answer->is_silent || steps(e)) return;
    text_add(out, "CALLED(");
    add_string(out, arena_printf(e->arena, "%s %s", who(e, answer->caller), answer_text(e, answer)));
    text_add(out, "); ");
}

static void add_edge(struct emitter *e, uint32_t from, const struct sequential_edge *edge, struct text *out) {
    const struct sequential_point *point = &e->graph->points.items[from];
    if (edge->kind == SEQUENTIAL_ANSWER) {
        const struct sequential_answer *answer = &e->graph->answers.items[edge->which];
        add_called(e, answer, out);
        if (!edge->fault) add_results(e, point, answer, out);
    }
    if (edge->fault) {
        note_fault(e, edge->fault);
        add_fault(edge->fault, out);
        if (steps(e)) text_add(out, " return 0;");
    } else {
        add_jump(e, from, edge->to, out);
    }
}

/* ---- what comes from outside ---- */

static const char *arrival_text(struct emitter *e, const struct sequential_edge *edge) {
    const struct osek_config *config = e->subject->config;
    return edge->kind == SEQUENTIAL_INTERRUPT ? arena_printf(e->arena, "%s comes", config->isrs[edge->which].name)
           : edge->kind == SEQUENTIAL_TICK    ? arena_printf(e->arena, "%s ticks", config->counters[edge->which].name)
                                              : "nothing can come";
}

/* `first`: what the first number is for; what is not chosen goes on behind it. */
static void add_choice(struct emitter *e, uint32_t point, const struct sequential_edge *edges, uint32_t count,
                       uint32_t first) {
    text_printf(&e->body, "    switch (choose(%u)) {\n", count + first);
    for (uint32_t i = 0; i < count; i++) {
        bool last = i + 1 == count && first == 0;
        text_printf(&e->body, last ? "    default: " : "    case %u: ", i + first);
        add_edge(e, point, &edges[i], &e->body);
        if (edges[i].kind != SEQUENTIAL_ANSWER) text_printf(&e->body, " /* %s */", arrival_text(e, &edges[i]));
        text_add_char(&e->body, '\n');
    }
    if (first) text_add(&e->body, "    default: break;\n");
    text_add(&e->body, "    }\n");
}

static void add_arrivals(struct emitter *e, uint32_t number) {
    const struct sequential_point *point = &e->graph->points.items[number];
    uint32_t own = point->edge_count - point->arrivals;
    const struct sequential_edge *edges = &e->graph->edges.items[point->first_edge + own];
    if (!point->arrivals) return;
    if (point->deed == SEQUENTIAL_IDLE && point->arrivals == 1) {
        text_add(&e->body, "    ");
        add_edge(e, number, edges, &e->body);
        text_printf(&e->body, " /* %s */\n", arrival_text(e, edges));
    } else {
        add_choice(e, number, edges, point->arrivals, point->deed != SEQUENTIAL_IDLE);
    }
}

/* ---- instructions ---- */

static void end_line(struct emitter *e) {
    while (e->body.length && e->body.chars[e->body.length - 1] == ' ') e->body.length--;
    text_add_char(&e->body, '\n');
}

static void add_assignment(struct emitter *e, const struct c_expression *target, const struct c_expression *value) {
    struct text text = {0};
    sequential_value(&e->writer, value, true, &text);
    text_add(&e->body, "    ");
    add_store(e, target, text_chars(&text), &e->body);
    end_line(e);
    text_free(&text);
}

static const char *nondet_of(const struct c_type *type) {
    static const char *const names[2][4] = {{"uchar", "ushort", "uint", "ulonglong"},
                                            {"char", "short", "int", "longlong"}};
    unsigned class = type->size == 1 ? 0 : type->size == 2 ? 1 : type->size <= 4 ? 2 : 3;
    return type->is_bool ? "bool" : names[type->is_signed][class];
}

/* A value between the two, as the program asks for it, or as the search gives it: a distance from the lower one. */
static void add_value_choice(struct emitter *e, const struct c_instruction *instruction) {
    struct text low = {0}, high = {0}, target = {0};
    const struct c_type *type = instruction->target->type;
    const char *name = sequential_type(&e->names, type);
    sequential_value(&e->writer, instruction->value, true, &low);
    sequential_value(&e->writer, instruction->other, true, &high);
    sequential_place_text(&e->writer, instruction->target, &target);
    if (steps(e)) {
        text_printf(&e->body, "    if ((%s)(%s) > (%s)(%s)) return rt_pruned();\n", name, text_chars(&low), name,
                    text_chars(&high));
        text_printf(&e->body, "    %s = (%s)((uint64_t)(%s) + rt_value((uint64_t)(%s) - (uint64_t)(%s)));\n",
                    text_chars(&target), name, text_chars(&low), text_chars(&high), text_chars(&low));
        text_printf(&e->body, "    rt_input = (int64_t)%s;\n", text_chars(&target));
    } else {
        text_printf(&e->body, "    %s = (%s)__VERIFIER_nondet_%s();", text_chars(&target), name, nondet_of(type));
        if (instruction->text) {
            text_add(&e->body, " /* ");
            add_harmless(&e->body, instruction->text, 80);
            text_add(&e->body, " */");
        }
        text_printf(&e->body, "\n    assume(%s >= %s && %s <= %s);\n", text_chars(&target), text_chars(&low),
                    text_chars(&target), text_chars(&high));
    }
    if (instruction->target->kind == C_OBJECT && sequential_is_doubtful(e->graph->code, instruction->target->object))
        text_printf(&e->body, "    %s_set = 1;\n", text_chars(&target));
    text_free(&low);
    text_free(&high);
    text_free(&target);
}

/* Whether it is zero is all that counts. */
static const struct c_expression *condition_of(const struct c_instruction *instruction) {
    const struct c_expression *e = instruction->value;
    while (e->kind == C_UNARY && e->op == C_LOGICAL_NOT && e->left->kind == C_UNARY && e->left->op == C_LOGICAL_NOT)
        e = e->left->left;
    return e;
}

static void add_assertion(struct emitter *e, uint32_t number, const struct c_instruction *instruction) {
    struct sequential_calls calls = sequential_calls(e->graph, number, e->writer.context);
    const struct sequential_call *call = &calls.items[calls.count - 1];
    bool beyond = e->graph->code->functions.items[call->function].callees[call->next];
    bool own = !instruction->is_memory && !beyond;
    if (own && !e->subject->enabled[APP_CHECK_ASSERTION]) return;
    struct text words = {0};
    if (own) text_add(&words, "the assertion does not hold: ");
    text_add(&words, instruction->text ? instruction->text : "");
    const char *kind = beyond ? "unsupported" : instruction->is_memory ? "memory" : "assertion";
    uint32_t fault = sequential_fault(&e->writer, kind, text_chars(&words), sequential_place(e->graph, number));
    text_add(&e->body, "    if (!(");
    sequential_value(&e->writer, condition_of(instruction), true, &e->body);
    text_add(&e->body, ")) ");
    add_fault(fault, &e->body);
    text_add_char(&e->body, '\n');
    text_free(&words);
}

static void add_assumption(struct emitter *e, const struct c_instruction *instruction) {
    text_add(&e->body, steps(e) ? "    if (!(" : "    assume(");
    sequential_value(&e->writer, condition_of(instruction), true, &e->body);
    text_add(&e->body, steps(e) ? ")) return rt_pruned();\n" : ");\n");
}

static void add_print(struct emitter *e, const struct c_instruction *instruction) {
    struct text format = {0}, values = {0};
    bool shown = !steps(e) && sequential_format(&e->writer, instruction, &format, &values);
    if (shown) {
        text_add(&e->body, "    PRINTED(");
        text_add_char(&format, '\n');
        add_string(&e->body, arena_printf(e->arena, "%s prints %s", who(e, e->writer.context), text_chars(&format)));
        text_printf(&e->body, "%s);\n", text_chars(&values));
    } else {
        for (uint32_t i = 0; i < instruction->argument_count; i++) {
            text_add(&e->body, "    (void)");
            sequential_value(&e->writer, instruction->arguments[i], false, &e->body);
            text_add(&e->body, ";\n");
        }
    }
    text_free(&format);
    text_free(&values);
}

/* In a program only what is read afterwards; in states also what never is. */
static void add_clear(struct emitter *e, const struct c_instruction *instruction) {
    const struct c_object *object = sequential_root(instruction->target);
    bool doubtful = instruction->target->kind == C_OBJECT && sequential_is_doubtful(e->graph->code, object);
    bool whole = instruction->target->type->kind == C_INTEGER;
    if (!steps(e) && !instruction->gives_value && !doubtful && e->subject->enabled[APP_CHECK_UNINITIALISED]) return;
    struct text target = {0};
    sequential_place_text(&e->writer, instruction->target, &target);
    if (whole)
        text_printf(&e->body, "    %s = 0;\n", text_chars(&target));
    else
        text_printf(&e->body, "    memset(&%s, 0, sizeof %s);\n", text_chars(&target), text_chars(&target));
    if (doubtful) text_printf(&e->body, "    %s_set = %d;\n", text_chars(&target), instruction->gives_value);
    text_free(&target);
}

static const struct c_function *function_at(const struct emitter *e, uint32_t number) {
    return e->graph->code->functions.items[number].origin;
}

/* Locals without values begin without them. */
static void add_fresh_frame(struct emitter *e, const struct c_function *function) {
    bool needed = !e->subject->enabled[APP_CHECK_UNINITIALISED];
    for (uint32_t i = 0; i < function->local_count; i++)
        needed |= sequential_is_doubtful(e->graph->code, function->locals[i]);
    const char *frame = needed && !steps(e) ? sequential_frame(&e->names, e->writer.context, function) : NULL;
    if (frame) text_printf(&e->body, "    memset(&%s, 0, sizeof %s);\n", frame, frame);
}

static const struct c_expression *object_place(struct emitter *e, const struct c_object *object) {
    struct c_expression *place = arena_new_object(e->arena, struct c_expression);
    *place = (struct c_expression){.kind = C_OBJECT, .type = object->type, .object = object};
    return place;
}

static void add_call(struct emitter *e, const struct sequential_point *point, uint32_t number) {
    const struct c_instruction *instruction = point->instruction;
    const struct c_function *callee = sequential_callee(e->graph, number, point->context);
    add_fresh_frame(e, callee);
    for (uint32_t i = 0; i < instruction->argument_count; i++)
        if (instruction->arguments[i]) add_assignment(e, object_place(e, callee->locals[i]), instruction->arguments[i]);
}

/* The value of a call goes to its caller's target; what is not wanted is still computed. */
static void add_return(struct emitter *e, const struct sequential_point *point, uint32_t number) {
    const struct c_expression *value = point->instruction->value;
    const struct c_instruction *call = sequential_caller(e->graph, number, point->context);
    if (value && call && call->target) {
        add_assignment(e, call->target, value);
    } else if (value) {
        text_add(&e->body, "    (void)");
        sequential_value(&e->writer, value, false, &e->body);
        text_add(&e->body, ";\n");
    } else if (call && call->target && e->subject->enabled[APP_CHECK_UNINITIALISED]) {
        const char *words = arena_printf(e->arena, "%s returns no value, and its caller uses it",
                                         function_at(e, point->function)->name);
        text_add(&e->body, "    ");
        add_fault(sequential_fault(&e->writer, "uninitialised", words, sequential_place(e->graph, number)), &e->body);
        text_add_char(&e->body, '\n');
    }
}

/* ---- points ---- */

static void add_source(struct emitter *e, struct place place) {
    if (!place.file || steps(e) || (e->told.file == place.file && e->told.line == place.line)) return;
    e->told = place;
    const char *line =
        e->options->source_line ? e->options->source_line(e->options->context, place.file, place.line) : NULL;
    while (line && (*line == ' ' || *line == '\t')) line++;
    text_printf(&e->body, "    /* %s:%u: ", file_of(place), place.line);
    add_harmless(&e->body, line ? line : "", 100);
    text_add(&e->body, " */\n");
}

/* What runs on: the last thing that a point does is to go somewhere. */
static void add_flow(struct emitter *e, uint32_t number) {
    const struct sequential_point *point = &e->graph->points.items[number];
    const struct sequential_edge *edges = &e->graph->edges.items[point->first_edge];
    uint32_t own = point->edge_count - point->arrivals;
    if (point->deed == SEQUENTIAL_CODE && point->instruction->kind == C_BRANCH) {
        text_add(&e->body, "    if (");
        sequential_value(&e->writer, condition_of(point->instruction), true, &e->body);
        text_add(&e->body, ") { ");
        add_edge(e, number, &edges[0], &e->body);
        text_add(&e->body, " }\n");
        edges++, own--;
    }
    if (own > 1) {
        add_choice(e, number, edges, own, 0);
        return;
    }
    if (own == 0) {
        text_add(&e->body, steps(e) ? "    return rt_ended();\n" : "    goto over;\n");
        return;
    }
    text_add(&e->body, "    ");
    add_edge(e, number, edges, &e->body);
    text_add_char(&e->body, '\n');
}

static void add_deed(struct emitter *e, uint32_t number) {
    const struct sequential_point *point = &e->graph->points.items[number];
    const struct c_instruction *instruction = point->instruction;
    if (point->deed == SEQUENTIAL_BEGIN) {
        const struct c_function *entry = function_at(e, point->function);
        add_fresh_frame(e, entry);
        if (!entry->parameter_count) return;
        text_add(&e->body, "    ");
        add_number(e, object_place(e, entry->locals[0]), point->number, &e->body);
        end_line(e);
    }
    if (point->deed != SEQUENTIAL_CODE) return;
    switch (instruction->kind) {
    case C_ASSIGN: add_assignment(e, instruction->target, instruction->value); break;
    case C_CALL: add_call(e, point, number); break;
    case C_RETURN: add_return(e, point, number); break;
    case C_CHOOSE: add_value_choice(e, instruction); break;
    case C_ASSERT: add_assertion(e, number, instruction); break;
    case C_ASSUME: add_assumption(e, instruction); break;
    case C_TRACE: add_print(e, instruction); break;
    case C_CLEAR: add_clear(e, instruction); break;
    case C_BRANCH:
    case C_JUMP:
    case C_SERVICE:
    case C_INTERRUPT: break;
    }
}

static void emit_point(struct emitter *e, uint32_t number) {
    const struct sequential_point *point = &e->graph->points.items[number];
    e->emitted[number] = true;
    vec_push(&e->pieces, (struct piece){number, e->body.length});
    e->writer.context = point->context;
    if (point->is_node) e->told = (struct place){0};
    if (point->instruction) add_source(e, sequential_place(e->graph, number));
    if (point->deed == SEQUENTIAL_IDLE && point->arrivals) {
        add_arrivals(e, number);
        return;
    }
    add_arrivals(e, number);
    add_deed(e, number);
    add_flow(e, number);
}

/* ---- nodes in words ---- */

static void add_location(struct emitter *e, uint32_t number, uint32_t context, struct text *out) {
    struct sequential_calls calls = sequential_calls(e->graph, number, context);
    if (!calls.count) return;
    const struct sequential_call *call = &calls.items[calls.count - 1];
    struct place place = e->graph->code->functions.items[call->function].code[call->next].place;
    text_printf(out, " at %s:%u", file_of(place), place.line);
}

static void add_others(struct emitter *e, uint32_t number, struct text *out) {
    static const char *const states[] = {"running", "waiting", "ready", "suspended"};
    const struct osek_config *config = e->subject->config;
    const void *kernel = sequential_kernel(e->graph, number);
    for (uint32_t t = 0; t < config->task_count; t++) {
        enum osek_task_state state = osek_task_state(config, kernel, t);
        if (t == e->graph->points.items[number].context || state == OSEK_SUSPENDED) continue;
        text_printf(out, "; %s is %s", config->tasks[t].name, states[state]);
        add_location(e, number, t, out);
    }
}

static void add_origin(struct emitter *e, uint32_t number, struct text *out) {
    const struct sequential_point *point = &e->graph->points.items[number];
    if (point->found_at == SEQUENTIAL_NOWHERE) {
        text_add(out, "after the start");
        return;
    }
    const struct sequential_edge *edge = &e->graph->edges.items[point->found_by];
    struct place place = sequential_place(e->graph, point->found_at);
    text_add(out, "after ");
    if (edge->kind != SEQUENTIAL_ANSWER) {
        text_add(out, arrival_text(e, edge));
        return;
    }
    const struct sequential_answer *answer = &e->graph->answers.items[edge->which];
    text_printf(out, "%s: %s", who(e, answer->caller),
                answer->is_silent ? "the end of its code, or a request" : answer_text(e, answer));
    if (place.file) text_printf(out, ", %s:%u", file_of(place), place.line);
}

static void add_node_comment(struct emitter *e, uint32_t number, struct text *out) {
    const struct sequential_point *point = &e->graph->points.items[number];
    struct text words = {0};
    if (point->context == OSEK_NONE)
        text_add(&words, point->deed == SEQUENTIAL_OVER ? "the system is shut down" : "nothing runs");
    else
        text_printf(&words, "%s %s", who(e, point->context), point->deed == SEQUENTIAL_BEGIN ? "begins" : "runs");
    if (point->context != OSEK_NONE) add_location(e, number, point->context, &words);
    text_add(&words, ", ");
    add_origin(e, number, &words);
    add_others(e, number, &words);
    text_add(out, "\n    /* ");
    add_harmless(out, text_chars(&words), 400);
    text_add(out, " */\n");
    text_free(&words);
}

/* ---- all of it ---- */

/* What follows on from the last point that was written needs no jump. */
static void drop_last_jump(struct emitter *e, uint32_t to, size_t line) {
    const char *jump =
        arena_printf(e->arena, e->graph->points.items[to].is_node ? "goto node_%u;\n" : "goto at_%u;\n", to);
    size_t length = strlen(jump);
    if (e->body.length < line + length || strcmp(e->body.chars + e->body.length - length, jump) != 0) return;
    e->body.length -= length;
    e->jumps[to]--;
    while (e->body.length > line && e->body.chars[e->body.length - 1] == ' ') e->body.length--;
    if (e->body.length > line) text_add_char(&e->body, '\n');
    e->body.chars[e->body.length] = '\0';
}

static size_t last_line(const struct text *text) {
    size_t at = text->length;
    while (at && (at == text->length || text->chars[at - 1] != '\n')) at--;
    return at;
}

static bool is_plain_end(const struct emitter *e, uint32_t number, uint32_t *next) {
    const struct sequential_point *point = &e->graph->points.items[number];
    uint32_t own = point->edge_count - point->arrivals;
    bool branch = point->deed == SEQUENTIAL_CODE && point->instruction->kind == C_BRANCH;
    if (own != 1u + branch) return false;
    const struct sequential_edge *edge = &e->graph->edges.items[point->first_edge + own - 1];
    *next = edge->to;
    return !edge->fault && !(steps(e) && e->stop[edge->to]);
}

static void emit_chain(struct emitter *e, uint32_t number) {
    while (!e->emitted[number]) {
        uint32_t next;
        emit_point(e, number);
        if (!is_plain_end(e, number, &next) || e->emitted[next]) return;
        drop_last_jump(e, next, last_line(&e->body));
        number = next;
    }
}

/* Where control does not fall into a point from the one before it. */
static bool needs_label(const struct emitter *e, uint32_t point) {
    return e->jumps[point] || (steps(e) && e->stop[point]);
}

static void assemble(struct emitter *e, struct text *out) {
    for (size_t i = 0; i < e->pieces.count; i++) {
        const struct piece *piece = &e->pieces.items[i];
        size_t end = i + 1 < e->pieces.count ? e->pieces.items[i + 1].begin : e->body.length;
        bool node = e->graph->points.items[piece->point].is_node;
        if (node && !steps(e)) add_node_comment(e, piece->point, out);
        if (needs_label(e, piece->point)) text_printf(out, node ? "node_%u:;\n" : "at_%u:;\n", piece->point);
        text_add_n(out, e->body.chars + piece->begin, end - piece->begin);
    }
}

static void begin(struct emitter *e, const struct sequential_graph *graph, const struct sequential_options *options) {
    size_t count = graph->points.count + 1;
    *e = (struct emitter){.graph = graph,
                          .options = options,
                          .subject = graph->executor->subject,
                          .arena = arena_new(),
                          .emitted = memory_new(count),
                          .jumps = memory_new(count * sizeof(uint32_t)),
                          .stop = memory_new(count)};
    e->helpers.overflow = e->subject->enabled[APP_CHECK_OVERFLOW];
    sequential_names_build(&e->names, graph->code, steps(e) ? "d." : "", e->arena);
    e->writer = (struct sequential_writer){
        .executor = graph->executor, .names = &e->names, .helpers = &e->helpers, .context = OSEK_NONE};
    sequential_stops(graph, true, e->stop);
}

static void finish(struct emitter *e) {
    sequential_names_free(&e->names);
    vec_free(&e->writer.faults);
    vec_free(&e->pieces);
    vec_free(&e->waiting);
    text_free(&e->body);
    free(e->emitted);
    free(e->jumps);
    free(e->stop);
    arena_free(e->arena);
}

void sequential_emit(const struct sequential_graph *graph, const struct sequential_options *options, struct text *out) {
    struct emitter e;
    struct text code = {0};
    begin(&e, graph, options);
    for (uint32_t i = graph->start_count; i-- > 0;) {
        vec_push(&e.waiting, i);
        e.jumps[i] += graph->start_count > 1;
    }
    while (e.waiting.count) emit_chain(&e, vec_pop(&e.waiting));
    assemble(&e, &code);
    struct sequential_parts parts = {
        graph, options, &e.names, &e.helpers, &e.writer.faults.items[0], e.writer.faults.count, e.stop, &code};
    sequential_write_parts(&parts, out);
    text_free(&code);
    finish(&e);
}
