#include "base/invariant.h"
#include "promela/emit.h"

#include "promela/print.h"
#include "promela/walk.h"

/* A d_step runs to its end as straight C code on the successor. Each statement names the C label to go to where it
 * cannot be executed: for the first one that means "the d_step is not enabled" (or "try the next option"), for the
 * others an error.
 *
 * The second half of a handshake may come first, and only first: see emit_d_step() in emit.h. */
struct d_step {
    struct generator *g;
    bool handshake;
    const char *failed;      /* something went wrong: r->fault says what */
    VEC(const char *) exits; /* of the loops around                      */
    unsigned number;         /* sets the labels of this copy apart        */
    unsigned places;         /* that loops come back to                   */
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

static void check(struct d_step *d) { emit_check(d->g, "goto %s;", d->failed); }

static void emit_failure(struct d_step *d, struct place place, const char *message) {
    emit(d->g, "{ r->fault = %u;\n", emit_fault(d->g, "d_step", place, "%s", message));
    check(d);
    emit(d->g, "}\n");
}

/* What is no receive cannot be the first thing that happens in a handshake. */
static void emit_not_offered(struct d_step *d, const char *blocked) {
    if (d->handshake) emit_leave(d->g, "if (offered) goto %s;\n", blocked);
}

struct d_step_context {
    struct d_step *d;
    const struct statement *statement;
    const char *blocked;
};

static void check_in(struct generator *g, void *context) {
    (void)g;
    check(((struct d_step_context *)context)->d);
}

/* What the trace says of an event is no reason to stop half-way. */
static void keep_event(struct d_step *d) {
    if (!d->g->owes) return;
    emit(d->g, "if (r->fault) { if (!asserted) asserted = r->fault; r->fault = 0; }\n");
    emit_paid(d->g);
}

static void send_body(struct generator *g, unsigned shape, void *context) {
    struct d_step_context *at = context;
    const struct channel_shape *s = &g->in.layout->shapes.items[shape];
    if (s->capacity == 0) {
        emit_failure(at->d, at->statement->place, "a rendezvous send inside a d_step");
        return;
    }
    emit(g, "int full = ((const struct Q_%u *)(r->t + o))->len >= %u;\n", shape, s->capacity);
    if (!g->in.lose_messages) emit_leave(g, "if (full) goto %s;\n", at->blocked);
    emit_message(g, &view_successor, at->statement, shape);
    emit_promise_check(g, "!", at->statement->channel);
    check(at->d);
    emit(g, "if (!full) {\n");
    emit_send(g, at->statement->sorted, shape);
    emit_event(g, "!", s->fields.count);
    keep_event(at->d);
    emit(g, "}\n");
}

/* The message that is offered is in r->message. */
static void emit_second_half(struct d_step_context *at) {
    struct d_step *d = at->d;
    const struct receive *receive = at->statement->receive;
    emit_leave(d->g, "if (!offered || offered_fields != %zu || offered_by != c) goto %s;\n", receive->fields.count,
               at->blocked);
    emit(d->g, "int v = ");
    emit_handshake_match(d->g, &view_successor, receive);
    emit(d->g, ";\n");
    check(d);
    emit_leave(d->g, "if (!v) goto %s;\noffered = 0;\n", at->blocked);
    emit_handshake_store(d->g, receive);
    check(d);
    emit_handshake_events(d->g);
    keep_event(d);
}

static void receive_body(struct generator *g, unsigned shape, void *context) {
    struct d_step_context *at = context;
    const struct receive *receive = at->statement->receive;
    if (g->in.layout->shapes.items[shape].capacity == 0) {
        if (receive->peek && !at->d->handshake) {
            emit_no_contents(g, receive->channel, at->statement->place);
            check(at->d);
        }
        if (at->d->handshake && !receive->peek)
            emit_second_half(at);
        else
            emit_leave(g, "goto %s; /* only as the second half of a handshake */\n", at->blocked);
        return;
    }
    emit_not_offered(at->d, at->blocked);
    emit(g, "int k = ");
    emit_receive_slot(g, &view_successor, receive, shape);
    emit(g, ";\n");
    check(at->d);
    emit_leave(g, "if (k < 0) goto %s;\n", at->blocked);
    emit_promise_check(g, "?", receive->channel);
    check(at->d);
    emit_taken(g, receive, shape);
    emit_receive(g, receive, shape);
    check(at->d);
    if (!receive->peek) emit_event(g, "?", receive->fields.count);
    keep_event(at->d);
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
        emit_leave(d->g, "goto %s;\n%s:;\n", after, next);
    }
    if (otherwise) {
        emit_sequence(d, otherwise, blocked);
        emit_leave(d->g, "goto %s;\n", after);
    }
}

static const char *blocked_inside(struct d_step *d, struct place place) {
    const char *stop = new_label(d, "stop"), *on = new_label(d, "on");
    emit_leave(d->g, "goto %s;\n%s:;\n", on, stop);
    emit_failure(d, place, "a statement inside a d_step blocks");
    emit(d->g, "%s:;\n", on);
    return stop;
}

static void emit_if(struct d_step *d, const struct statement *s, const char *blocked) {
    const char *after = new_label(d, "fi");
    emit_options(d, s, blocked, after);
    emit_leave(d->g, "goto %s;\n%s:;\n", blocked, after);
}

/* A place that control may come back to for ever. There is nothing to choose: the same state there again is an endless
 * loop. Embedded C may have memory that is not in the state: its rounds are counted. */
static void emit_return_point(struct d_step *d, struct place place) {
    enum { ROUNDS = 10 * 1000 * 1000 };
    if (d->g->in.model->uses_code) {
        emit(d->g, "if (++laps.rounds > %d) ", ROUNDS);
        emit_failure(d, place, "a loop inside a d_step does not end within ten million rounds");
    } else {
        emit(d->g, "if (comes_back(r, &laps, %u)) ", d->places++);
        emit_failure(d, place, "a loop inside a d_step does not end");
    }
}

static void emit_do(struct d_step *d, const struct statement *s, const char *blocked) {
    struct generator *g = d->g;
    const char *again = new_label(d, "again"), *exit = new_label(d, "od"), *stuck = blocked_inside(d, s->place);
    unsigned number = g->label_count++;
    vec_push(&d->exits, exit);
    emit(g, "int rounds_%u; rounds_%u = 0;\n%s:;\n", number, number, again);
    emit_return_point(d, s->place);
    const char *round = new_label(d, "round");
    emit_options(d, s, stuck, round);
    emit_leave(g, "if (rounds_%u == 0) goto %s; else goto %s;\n%s: rounds_%u = 1; goto %s;\n%s:;\n", number, blocked,
               stuck, round, number, again, exit);
    (void)vec_pop(&d->exits);
}

static void emit_assert(struct d_step *d, const struct statement *s) {
    struct text text = {0};
    print_expression(s->expression, &text);
    emit(d->g, "{ int v = ");
    emit_truth(d->g, &view_successor, s->expression);
    emit(d->g, ";\n");
    check(d);
    emit(d->g, "if (!v && !asserted) asserted = %u; }\n",
         emit_fault(d->g, "assertion", s->place, "assertion failed: %s", text_chars(&text)));
    emit_paid(d->g); /* `asserted` is reported at the end */
    text_free(&text);
}

static void emit_c_code(struct d_step *d, const struct statement *s) {
    if (s->c_assertion) {
        emit(d->g, "if (!%s) { if (!asserted) asserted = %u; } else ", emit_c_value(d->g, s->c_assertion),
             emit_fault(d->g, "assertion", s->place, "assertion failed: %s", s->c_assertion));
        emit_paid(d->g);
    }
    emit(d->g, "%s;\n", emit_c_statements(d->g, s->text));
}

static void emit_channel_statement(struct d_step *d, const struct statement *s, const char *blocked) {
    struct d_step_context context = {d, s, blocked};
    struct channel_use use = {.check = check_in, .context = &context};
    if (s->kind == STATEMENT_SEND) {
        emit_not_offered(d, blocked);
        use.channel = s->channel;
        use.fields = (int)s->arguments.count;
        use.body = send_body;
    } else {
        use.channel = s->receive->channel;
        use.fields = (int)s->receive->fields.count;
        use.body = receive_body;
    }
    emit_with_channel(d->g, &view_successor, &use);
}

static void emit_basic(struct d_step *d, const struct statement *s, const char *blocked) {
    struct generator *g = d->g;
    struct d_step_context context = {d, s, blocked};
    if (s->kind == STATEMENT_SEND || s->kind == STATEMENT_RECEIVE) {
        emit_channel_statement(d, s, blocked);
        return;
    }
    emit_not_offered(d, blocked);
    switch (s->kind) {
    case STATEMENT_EXPRESSION:
        if (s->expression->kind == EXPR_ELSE) return;
        emit(g, "{ int v = ");
        emit_truth(g, &view_successor, s->expression);
        emit(g, ";\n");
        check(d);
        emit_leave(g, "if (!v) goto %s; }\n", blocked);
        return;
    case STATEMENT_ASSIGN:
        emit(g, "{ int v = ");
        emit_expression(g, &view_successor, s->expression);
        emit(g, ";\n");
        check(d);
        emit_store(g, &view_successor, s->target, "v");
        emit(g, " }\n");
        check(d);
        return;
    case STATEMENT_ASSERT: emit_assert(d, s); return;
    case STATEMENT_C_CODE: emit_c_code(d, s); return;
    case STATEMENT_SET_PRIORITY:
        emit(g, "{ ");
        emit_set_priority(g, &view_successor, s, check_in, &context);
        emit(g, "}\n");
        return;
    case STATEMENT_PRINTF:
    case STATEMENT_PRINTM:
        emit_printed(g, &view_successor, s);
        check(d);
        return;
    case STATEMENT_EXCLUSIVE_RECEIVE:
    case STATEMENT_EXCLUSIVE_SEND: return;
    default: invariant(false); /* emit_statement() has the compound ones */
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
    case STATEMENT_UNLESS: emit_sequence(d, s->body, blocked); break; /* the parser warns: no escape inside a d_step */
    case STATEMENT_GOTO:
        emit_not_offered(d, blocked);
        emit_return_point(d, s->place);
        emit_leave(d->g, "goto %s;\n", label_name(d, s->target_label));
        break;
    case STATEMENT_BREAK:
        emit_not_offered(d, blocked);
        if (d->exits.count) emit_leave(d->g, "goto %s;\n", vec_last(&d->exits));
        break;
    default: emit_basic(d, s, blocked); break;
    }
    emit_complete(d->g);
}

static void emit_sequence(struct d_step *d, const struct sequence *sequence, const char *blocked) {
    const char *later = NULL;
    for (size_t i = 0; i < sequence->statements.count; i++) {
        const struct statement *s = sequence->statements.items[i];
        if (i == 1) later = blocked_inside(d, s->place);
        emit_statement(d, s, i ? later : blocked);
    }
}

/* ---- the whole ---- */

static void note_loop(void *context, const struct statement *s) {
    *(bool *)context |= s->kind == STATEMENT_DO || s->kind == STATEMENT_GOTO;
}

void emit_d_step_variables(struct generator *g, const struct statement *d_step, bool handshake) {
    bool loops = false;
    walk_statement(d_step, note_loop, &loops);
    emit(g, "u32 asserted = 0;\n");
    if (handshake) emit(g, "u32 offered = 1, offered_by = c, offered_fields = fields;\n");
    if (loops) emit(g, "struct laps laps; laps.rounds = 0; laps.next = LAPS_FREE;\n");
}

void emit_d_step(struct generator *g, const struct statement *d_step, bool handshake, const char *not_enabled,
                 const char *failed) {
    struct d_step d = {.g = g, .handshake = handshake, .failed = failed, .number = g->label_count++};
    emit_sequence(&d, d_step->body, not_enabled);
    vec_free(&d.exits);
}

struct receive_search {
    struct generator *g;
    bool found;
};

static void note_receive(void *context, const struct statement *s) {
    struct receive_search *search = context;
    if (s->kind == STATEMENT_RECEIVE && !s->receive->peek)
        search->found |= emit_may_be_rendezvous(search->g, s->receive->channel, (int)s->receive->fields.count);
}

/* The first half of a handshake is an error here. That is for moves(), so it does not count. */
bool emit_d_step_may_receive(struct generator *g, const struct statement *d_step) {
    struct receive_search search = {g, false};
    walk_statement(d_step, note_receive, &search);
    return search.found;
}
