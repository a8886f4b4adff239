#include "promela/emit.h"

#include "promela/print.h"

/* A d_step runs to its end as straight C code on the successor. Each statement names the C label to go to where it
 * cannot be executed: for the first one that means "the d_step is not enabled" (or "try the next option"), for the
 * others an error. */
struct d_step {
    struct generator *g;
    const char *failed;      /* something went wrong: r->fault says what */
    VEC(const char *) exits; /* of the loops around                      */
    unsigned number;         /* sets the labels of this copy apart        */
};

static void emit_sequence(struct d_step *d, const struct sequence *sequence, const char *blocked);

static const char *new_label(struct d_step *d, const char *prefix) {
    return arena_printf(d->g->arena, "%s_%u", prefix, d->g->label_count++);
}

static const char *label_name(struct d_step *d, const struct label *label) {
    size_t index = 0;
    while (label->owner->labels.items[index] != label) index++;
    return arena_printf(d->g->arena, "label_%u_%zu", d->number, index);
}

static void check(struct d_step *d) { emit(d->g, "if (r->fault) goto %s;\n", d->failed); }

struct channel_use {
    struct d_step *d;
    const struct statement *statement;
    const char *blocked;
};

static void send_body(struct generator *g, unsigned shape, void *context) {
    struct channel_use *use = context;
    const struct channel_shape *s = &g->in.layout->shapes.items[shape];
    if (s->capacity == 0) {
        emit(g, "goto %s; /* no handshakes inside a d_step */\n", use->blocked);
        return;
    }
    const char *full = arena_printf(g->arena, "((const struct Q_%u *)(r->t + o))->len >= %u", shape, s->capacity);
    if (!g->in.lose_messages) emit(g, "if (%s) goto %s;\n", full, use->blocked);
    emit_message(g, &view_successor, use->statement, shape);
    emit_promise_check(g, "!", use->statement->channel);
    check(use->d);
    if (g->in.lose_messages) emit(g, "if (!(%s)) ", full);
    emit(g, "{\n");
    emit_send(g, use->statement->sorted, shape);
    emit(g, "}\n");
}

static void receive_body(struct generator *g, unsigned shape, void *context) {
    struct channel_use *use = context;
    if (g->in.layout->shapes.items[shape].capacity == 0) {
        emit(g, "goto %s;\n", use->blocked);
        return;
    }
    emit(g, "int k = ");
    emit_receive_slot(g, &view_successor, use->statement->receive, shape);
    emit(g, ";\n");
    check(use->d);
    emit(g, "if (k < 0) goto %s;\n", use->blocked);
    emit_promise_check(g, "?", use->statement->receive->channel);
    check(use->d);
    emit_receive(g, use->statement->receive, shape);
}

static void emit_options(struct d_step *d, const struct statement *s, const char *blocked, const char *after) {
    const struct sequence *otherwise = NULL;
    for (size_t i = 0; i < s->options.count; i++) {
        const struct sequence *option = s->options.items[i];
        const struct statement *first = option->statements.count ? option->statements.items[0] : NULL;
        if (first && first->kind == STATEMENT_EXPRESSION && first->expression->kind == EXPR_ELSE) {
            otherwise = option;
            continue;
        }
        const char *next = new_label(d, "option");
        emit_sequence(d, option, next);
        emit(d->g, "goto %s;\n%s:;\n", after, next);
    }
    if (otherwise) {
        emit_sequence(d, otherwise, blocked);
        emit(d->g, "goto %s;\n", after);
    }
}

static const char *blocked_inside(struct d_step *d, struct place place) {
    const char *stop = new_label(d, "stop"), *on = new_label(d, "on");
    emit(d->g, "goto %s;\n%s: r->fault = %u; goto %s;\n%s:;\n", on, stop,
         emit_fault(d->g, "d_step", place, "a statement inside a d_step blocks"), d->failed, on);
    return stop;
}

static void emit_if(struct d_step *d, const struct statement *s, const char *blocked) {
    const char *after = new_label(d, "fi");
    emit_options(d, s, blocked, after);
    emit(d->g, "goto %s;\n%s:;\n", blocked, after);
}

static void emit_do(struct d_step *d, const struct statement *s, const char *blocked) {
    enum { WORK_LIMIT = 10 * 1000 * 1000 };
    struct generator *g = d->g;
    const char *again = new_label(d, "again"), *exit = new_label(d, "od"), *stuck = blocked_inside(d, s->place);
    unsigned number = g->label_count++;
    vec_push(&d->exits, exit);
    emit(g, "int rounds_%u; rounds_%u = 0;\n%s:;\nif (++work > %d) { r->fault = %u; goto %s; }\n", number, number,
         again, WORK_LIMIT, emit_fault(g, "d_step", s->place, "a loop inside a d_step does not end"), d->failed);
    const char *round = new_label(d, "round");
    emit_options(d, s, stuck, round);
    emit(g, "if (rounds_%u == 0) goto %s; else goto %s;\n%s: rounds_%u = 1; goto %s;\n%s:;\n", number, blocked, stuck,
         round, number, again, exit);
    (void)vec_pop(&d->exits);
}

static void emit_assert(struct d_step *d, const struct statement *s) {
    struct text text = {0};
    print_expression(s->expression, &text);
    emit(d->g, "{ int v = ");
    emit_expression(d->g, &view_successor, s->expression);
    emit(d->g, "; if (!v && !r->fault && !asserted) asserted = %u; }\n",
         emit_fault(d->g, "assertion", s->place, "assertion failed: %s", text_chars(&text)));
    text_free(&text);
    if (emit_can_fail(s->expression)) check(d);
}

static void emit_basic(struct d_step *d, const struct statement *s, const char *blocked) {
    struct generator *g = d->g;
    struct channel_use use = {d, s, blocked};
    switch (s->kind) {
    case STATEMENT_EXPRESSION:
        if (s->expression->kind == EXPR_ELSE) return;
        emit(g, "{ int v = ");
        emit_expression(g, &view_successor, s->expression);
        emit(g, "; ");
        check(d);
        emit(g, "if (!v) goto %s; }\n", blocked);
        return;
    case STATEMENT_ASSIGN:
        emit(g, "{ int v = ");
        emit_expression(g, &view_successor, s->expression);
        emit(g, "; ");
        emit_store(g, &view_successor, s->target, "v");
        emit(g, " }\n");
        if (emit_can_fail(s->expression) || emit_reference_can_fail(s->target)) check(d);
        return;
    case STATEMENT_SEND:
        emit_with_channel(g, &view_successor, s->channel, (int)s->arguments.count, send_body, &use);
        check(d);
        return;
    case STATEMENT_RECEIVE:
        emit_with_channel(g, &view_successor, s->receive->channel, (int)s->receive->fields.count, receive_body, &use);
        check(d);
        return;
    case STATEMENT_ASSERT: emit_assert(d, s); return;
    case STATEMENT_C_CODE: emit(g, "{ %s }\n", s->text); return;
    default: return;
    }
}

static void emit_statement(struct d_step *d, const struct statement *s, const char *blocked) {
    for (size_t i = 0; i < s->labels.count; i++) emit(d->g, "%s:;\n", label_name(d, s->labels.items[i]));
    switch (s->kind) {
    case STATEMENT_IF: emit_if(d, s, blocked); break;
    case STATEMENT_DO: emit_do(d, s, blocked); break;
    case STATEMENT_ATOMIC:
    case STATEMENT_D_STEP:
    case STATEMENT_BLOCK:
    case STATEMENT_UNLESS: emit_sequence(d, s->body, blocked); break;
    case STATEMENT_GOTO:
        emit(d->g, "if (++work > 10000000) { r->fault = %u; goto %s; }\ngoto %s;\n",
             emit_fault(d->g, "d_step", s->place, "a loop inside a d_step does not end"), d->failed,
             label_name(d, s->target_label));
        break;
    case STATEMENT_BREAK:
        if (d->exits.count) emit(d->g, "goto %s;\n", vec_last(&d->exits));
        break;
    default: emit_basic(d, s, blocked); break;
    }
}

static void emit_sequence(struct d_step *d, const struct sequence *sequence, const char *blocked) {
    const char *later = NULL;
    for (size_t i = 0; i < sequence->statements.count; i++) {
        const struct statement *s = sequence->statements.items[i];
        if (i == 1) later = blocked_inside(d, s->place);
        emit_statement(d, s, i ? later : blocked);
    }
}

void emit_d_step(struct generator *g, const struct statement *d_step, const char *not_enabled, const char *failed) {
    struct d_step d = {.g = g, .failed = failed, .number = g->label_count++};
    emit_sequence(&d, d_step->body, not_enabled);
    vec_free(&d.exits);
}
