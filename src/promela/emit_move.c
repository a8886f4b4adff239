#include "base/invariant.h"
#include "promela/emit.h"

#include "promela/print.h"
#include "promela/reduce.h"
#include "promela/walk.h"

/* ---- pieces of a move ---- */

struct move_context {
    const struct move *move;
    const struct statement *statement;
};

static void emit_holder(struct generator *g, const struct move *move) {
    emit(g, "%s", move->atomic ? "pid" : "NOBODY");
}

static void emit_location(struct generator *g, unsigned target) { emit(g, "tm->_p = %u; ", target); }

/* Does a process that arrives here have one way on, which nobody else cares about? */
static unsigned is_single(const struct generator *g, unsigned target) {
    return g->in.reduction[g->proctype->index][target] & LOCATION_SINGLE ? 1 : 0;
}

static void emit_done(struct generator *g, const struct move *move) {
    emit_location(g, move->target);
    emit(g, "done(r, pid, %u, ", move->action);
    emit_holder(g, move);
    emit(g, ", %u);\n", is_single(g, move->target));
    emit_paid(g); /* the step has the fault with it */
}

/* Leaves the move (a `do { } while (0)`) if something went wrong. */
static void emit_failure_check(struct generator *g, const struct move *move) {
    emit_check(g, "fail(r, pid, %u); break;", move->action);
}

static void check_channel(struct generator *g, void *context) {
    emit_failure_check(g, ((const struct move_context *)context)->move);
}

/* Embedded C sees the successor: it must be there before the expression is evaluated. */
static bool needs_copy(const struct generator *g, const struct expression *e) {
    return walk_expression_runs(e) || g->in.model->uses_code;
}

/* ---- statements ---- */

static void emit_condition(struct generator *g, const struct move *move, const struct expression *e) {
    bool copy = needs_copy(g, e);
    if (copy) emit(g, "BEGIN_STEP();\n");
    emit(g, "int v = ");
    emit_truth(g, copy ? &view_successor : &view_state, e);
    emit(g, ";\n");
    emit_failure_check(g, move);
    emit_leave(g, "if (!v) break;\n");
    if (!copy) emit(g, "BEGIN_STEP();\n");
    emit_done(g, move);
}

static void emit_assignment(struct generator *g, const struct move *move, const struct statement *s) {
    const struct view *view = needs_copy(g, s->expression) ? &view_successor : &view_state;
    emit(g, "BEGIN_STEP();\nint v = ");
    emit_expression(g, view, s->expression);
    emit(g, ";\n");
    emit_failure_check(g, move);
    emit_store(g, &view_successor, s->target, "v");
    emit(g, "\n");
    emit_failure_check(g, move);
    emit_done(g, move);
}

static void emit_assertion(struct generator *g, const struct move *move, const struct statement *s) {
    struct text text = {0};
    print_expression(s->expression, &text);
    bool copy = needs_copy(g, s->expression);
    emit(g, "BEGIN_STEP();\nint v = ");
    emit_truth(g, copy ? &view_successor : &view_state, s->expression);
    emit(g, ";\n");
    emit_failure_check(g, move);
    emit(g, "if (!v) r->fault = %u;\n",
         emit_fault(g, "assertion", s->place, "assertion failed: %s", text_chars(&text)));
    text_free(&text);
    emit_done(g, move);
}

static void send_body(struct generator *g, unsigned shape, void *context) {
    const struct move_context *at = context;
    const struct channel_shape *s = &g->in.layout->shapes.items[shape];
    bool loses = s->capacity && g->in.lose_messages;
    if (s->capacity) {
        emit(g, "int full = ((const struct Q_%u *)(r->s + o))->len >= %u;\n", shape, s->capacity);
        if (!loses) emit_leave(g, "if (full) break;\n");
    }
    emit_message(g, &view_state, at->statement, shape);
    emit_promise_check(g, "!", at->statement->channel);
    emit_failure_check(g, at->move);
    if (s->capacity == 0) {
        for (size_t i = 0; i < s->fields.count; i++) emit(g, "r->message[%zu] = m%zu;\n", i, i);
        emit_leave(g, "handshake(r, pid, c, %zu, %u, %u, %u);\nbreak;\n", s->fields.count, at->move->action,
                   at->move->target, is_single(g, at->move->target));
        return;
    }
    emit(g, "BEGIN_STEP();\n%s{\n", loses ? "if (!full) " : "");
    emit_send(g, at->statement->sorted, shape);
    emit_event(g, "!", s->fields.count); /* a message that is lost is not sent */
    emit(g, "}\n");
    emit_done(g, at->move);
    emit_leave(g, "break;\n");
}

static void receive_body(struct generator *g, unsigned shape, void *context) {
    const struct move_context *at = context;
    const struct channel_shape *s = &g->in.layout->shapes.items[shape];
    const struct receive *receive = at->statement->receive;
    if (s->capacity == 0) {
        if (receive->peek) {
            emit_no_contents(g, receive->channel, at->statement->place);
            emit_failure_check(g, at->move);
        }
        emit_leave(g, "break; /* only as the second half of a handshake */\n");
        return;
    }
    emit(g, "int k = ");
    emit_receive_slot(g, &view_state, receive, shape);
    emit(g, ";\n");
    emit_failure_check(g, at->move);
    emit_leave(g, "if (k < 0) break;\n");
    emit_promise_check(g, "?", receive->channel);
    emit_failure_check(g, at->move);
    emit(g, "BEGIN_STEP();\n");
    emit_taken(g, receive, shape);
    emit_receive(g, receive, shape);
    emit_failure_check(g, at->move);
    if (!receive->peek) emit_event(g, "?", s->fields.count);
    emit_done(g, at->move);
    emit_leave(g, "break;\n");
}

void emit_set_priority(struct generator *g, const struct view *view, const struct statement *s,
                       void (*check)(struct generator *g, void *context), void *context) {
    emit(g, "int who = ");
    emit_expression(g, view, s->arguments.items[0]);
    emit(g, ", what = ");
    emit_expression(g, view, s->arguments.items[1]);
    emit(g, ";\n");
    check(g, context);
    emit(g, "if (who >= 0 && who < %s->_nr_pr) {\n", view->globals);
    if (!s->cuts) {
        emit(g, "if (what < 1 || what > 255) r->fault = %u;\n",
             emit_fault(g, "priority", s->place, "a priority is a number from 1 to 255"));
        check(g, context);
    }
    emit(g, "r->t[FRAME_OFFSET(who) + %u] = (u8)what;\n}\n", g->in.layout->priority_offset);
}

static void emit_c_code(struct generator *g, const struct move *move, const struct statement *s) {
    emit(g, "BEGIN_STEP();\n");
    if (s->c_assertion)
        emit(g, "if (!%s) r->fault = %u; else ", emit_c_value(g, s->c_assertion),
             emit_fault(g, "assertion", s->place, "assertion failed: %s", s->c_assertion));
    emit(g, "%s;\n", emit_c_statements(g, s->text));
    emit_done(g, move);
}

/* What is printed changes nothing, but can go wrong. */
void emit_printed(struct generator *g, const struct view *view, const struct statement *s) {
    for (size_t i = 0; i < s->arguments.count; i++) {
        emit(g, "(void)(");
        emit_expression(g, view, s->arguments.items[i]);
        emit(g, ");\n");
    }
    if (!s->expression) return;
    emit(g, "(void)(");
    emit_expression(g, view, s->expression);
    emit(g, ");\n");
}

static void emit_statement(struct generator *g, const struct move *move) {
    const struct statement *s = move->statement;
    struct move_context context = {move, s};
    switch (s->kind) {
    case STATEMENT_EXPRESSION: emit_condition(g, move, s->expression); break;
    case STATEMENT_ASSIGN: emit_assignment(g, move, s); break;
    case STATEMENT_SEND:
        emit_with_channel(
            g, &view_state,
            &(struct channel_use){s->channel, (int)s->arguments.count, check_channel, send_body, &context});
        break;
    case STATEMENT_RECEIVE:
        emit_with_channel(g, &view_state,
                          &(struct channel_use){s->receive->channel, (int)s->receive->fields.count, check_channel,
                                                receive_body, &context});
        break;
    case STATEMENT_ASSERT: emit_assertion(g, move, s); break;
    case STATEMENT_SET_PRIORITY:
        emit(g, "BEGIN_STEP();\n");
        emit_set_priority(g, &view_state, s, check_channel, &context);
        emit_done(g, move);
        break;
    case STATEMENT_C_CODE: emit_c_code(g, move, s); break;
    case STATEMENT_PRINTF:
    case STATEMENT_PRINTM:
        emit(g, "BEGIN_STEP();\n");
        emit_printed(g, g->in.model->uses_code ? &view_successor : &view_state, s);
        emit_failure_check(g, move);
        emit_done(g, move);
        break;
    default: invariant(false); /* compound statements are no moves */
    }
}

static void emit_end(struct generator *g, const struct move *move) {
    emit(g,
         "if (pid + 1 != sn->_nr_pr) break;\nBEGIN_STEP();\ntn->_nr_pr--;\nr->successor_size -= %u;\n"
         "done(r, pid, %u, NOBODY, 0);\n",
         g->in.layout->frames[g->proctype->index].size, move->action);
}

static void emit_d_step_move(struct generator *g, const struct move *move) {
    unsigned number = g->label_count++;
    const char *no = arena_printf(g->arena, "no_%u", number), *failed = arena_printf(g->arena, "failed_%u", number);
    emit(g, "BEGIN_STEP();\n");
    emit_d_step_variables(g, move->statement, false);
    emit_d_step(g, move->statement, false, no, failed);
    emit(g, "r->fault = asserted;\n");
    emit_done(g, move);
    emit_leave(g, "break;\n%s: fail(r, pid, %u); break;\n%s: break;\n", failed, move->action, no);
}

/* ---- comments ---- */

void emit_comment(struct generator *g, const struct move *move) {
    struct text text = {0};
    if (move->statement) print_statement(move->statement, &text);
    emit(g, "/* ");
    for (const char *c = text_chars(&text); *c; c++) /* no comment ends inside a comment */
        if (*c == '/' || *c == '\\')
            emit(g, ":");
        else if (*c == '\n')
            emit(g, " ");
        else
            emit(g, "%c", *c);
    emit(g, " : line %u */\n", move->place.line);
    text_free(&text);
}

/* Can moves of this location be left out where nobody wants them? Not if somebody looks at whether there were any: an
 * `else`, a main sequence with escapes, a timeout, another process; or reduction, which takes those of a safe location
 * for all. */
static bool may_leave_out(const struct generator *g, unsigned number, const struct location *location) {
    const struct model *model = g->in.model;
    if (!g->in.interactions || model->uses_timeout || model->uses_enabled || model->uses_priority || model->uses_code)
        return false;
    if (g->in.reduction && g->in.reduction[g->proctype->index][number] & LOCATION_SAFE) return false;
    for (size_t i = 0; i < location->moves.count; i++)
        if (location->moves.items[i].otherwise || location->moves.items[i].escape != location->moves.items[0].escape)
            return false;
    return true;
}

/* What a send is depends on who receives: that is known when both have met. */
static void emit_unless_unwanted(struct generator *g, const struct move *move) {
    int32_t interaction = g->in.interactions->of_action[move->action];
    if (move->kind == MOVE_STATEMENT && move->statement->kind == STATEMENT_SEND) return;
    if (interaction >= TS_MOST_WANTED) return;
    emit(g, "if (!(r->sink->unwanted >> %d & 1)) ", interaction >= 0 ? (int)interaction : TS_MOST_WANTED);
}

static void emit_move(struct generator *g, const struct move *move, bool may_be_left_out) {
    emit_comment(g, move);
    if (move->otherwise) emit(g, "if (r->count == count) ");
    if (may_be_left_out) emit_unless_unwanted(g, move);
    emit(g, "do {\n");
    if (g->in.model->uses_code) emit(g, "BEGIN_STEP();\n");
    switch (move->kind) {
    case MOVE_STATEMENT: emit_statement(g, move); break;
    case MOVE_D_STEP: emit_d_step_move(g, move); break;
    case MOVE_END: emit_end(g, move); break;
    default:
        emit(g, "BEGIN_STEP();\n");
        emit_done(g, move);
        break;
    }
    emit_leave(g, "} while (0);\n");
}

/* ---- processes ---- */

static void emit_pointers(struct generator *g, const struct proctype *p) {
    emit(g,
         "const struct Now *sn = (const struct Now *)r->s;\n"
         "const struct P_%u *sm = (const struct P_%u *)(r->s + FRAME_OFFSET(pid));\n"
         "struct Now *tn = (struct Now *)r->t;\n"
         "struct P_%u *tm = (struct P_%u *)(r->t + FRAME_OFFSET(pid));\n"
         "(void)sn; (void)sm; (void)tn; (void)tm;\n",
         p->index, p->index, p->index, p->index);
}

static void emit_permission(struct generator *g, const struct automaton *automaton) {
    const struct proctype *p = automaton->proctype;
    if (g->in.model->uses_code) emit(g, "BEGIN_STEP();\n");
    if (g->in.model->uses_priority) emit(g, "if (!highest_priority(r, pid)) return;\n");
    if (!p->provided) return;
    emit(g, "int provided = ");
    emit_truth(g, &view_state, p->provided);
    emit(g, ";\n");
    emit_check(g, "fail(r, pid, %u); return;", automaton->permission);
    emit_leave(g, "if (!provided) return;\n");
}

static void emit_moves(struct generator *g, const struct automaton *automaton) {
    const struct proctype *p = automaton->proctype;
    emit(g, "static void moves_%u(struct run *r, unsigned pid) { /* %s */\n", p->index, p->name);
    emit_pointers(g, p);
    emit(g, "u32 count = r->count; (void)count;\n");
    emit_permission(g, automaton);
    emit(g, "switch (sm->_p) {\n");
    for (unsigned i = 0; i < automaton->locations.count; i++) {
        const struct location *location = &automaton->locations.items[i];
        if (!location->reachable) continue;
        bool may_be_left_out = may_leave_out(g, i, location);
        emit(g, "case %u:\n", i);
        for (size_t m = 0; m < location->moves.count; m++) {
            const struct move *move = &location->moves.items[m];
            if (m && location->moves.items[m - 1].escape != move->escape)
                emit_leave(g, "if (r->count != count) return;\n");
            emit_move(g, move, may_be_left_out);
        }
        emit(g, "return;\n");
    }
    emit(g, "}\n}\n");
}

/* ---- handshakes: the receiver's half ---- */

static bool can_complete_handshake(struct generator *g, const struct move *move) {
    if (move->kind == MOVE_D_STEP) return emit_d_step_may_receive(g, move->statement);
    if (move->kind != MOVE_STATEMENT || move->statement->kind != STATEMENT_RECEIVE) return false;
    const struct receive *receive = move->statement->receive;
    return !receive->peek && emit_may_be_rendezvous(g, receive->channel, (int)receive->fields.count);
}

static void emit_handshake_done(struct generator *g, const struct move *move) {
    emit_location(g, move->target);
    emit(g, "handshake_done(r, pid, %u, ", move->action);
    emit_holder(g, move);
    emit(g, ", %u);\n", is_single(g, move->target));
    emit_paid(g);
}

static void emit_handshake_receive(struct generator *g, const struct move *move) {
    const struct receive *receive = move->statement->receive;
    emit(g, "unsigned wanted = ");
    emit_reference(g, &view_state, receive->channel);
    emit(g, ";\n");
    emit_failure_check(g, move);
    emit_leave(g, "if (fields != %zu || c != wanted) break;\nint v = ", receive->fields.count);
    emit_handshake_match(g, &view_state, receive);
    emit(g, ";\n");
    emit_failure_check(g, move);
    emit_leave(g, "if (!v) break;\nBEGIN_HANDSHAKE();\n");
    emit_handshake_store(g, receive);
    emit_failure_check(g, move);
    emit_handshake_events(g);
    emit_handshake_done(g, move);
}

static void emit_handshake_d_step(struct generator *g, const struct move *move) {
    unsigned number = g->label_count++;
    const char *no = arena_printf(g->arena, "no_%u", number), *failed = arena_printf(g->arena, "failed_%u", number);
    emit(g, "BEGIN_HANDSHAKE();\n");
    emit_d_step_variables(g, move->statement, true);
    emit_d_step(g, move->statement, true, no, failed);
    emit_leave(g, "if (offered) goto %s;\nr->fault = asserted;\n", no);
    emit_handshake_done(g, move);
    emit_leave(g, "break;\n%s: fail(r, pid, %u); break;\n%s: break;\n", failed, move->action, no);
}

static void emit_handshake_move(struct generator *g, const struct move *move) {
    emit_comment(g, move);
    emit(g, "do {\n");
    if (g->in.model->uses_code) emit(g, "BEGIN_STEP();\n");
    if (move->kind == MOVE_D_STEP)
        emit_handshake_d_step(g, move);
    else
        emit_handshake_receive(g, move);
    emit_leave(g, "} while (0);\n");
}

static void emit_receive_location(struct generator *g, const struct location *location, unsigned number) {
    bool any = false;
    unsigned escape = 0;
    for (size_t m = 0; m < location->moves.count; m++) {
        const struct move *move = &location->moves.items[m];
        if (!can_complete_handshake(g, move)) continue;
        if (!any)
            emit(g, "case %u:\n", number);
        else if (move->escape != escape)
            emit_leave(g, "if (r->count != count) return;\n");
        any = true;
        escape = move->escape;
        emit_handshake_move(g, move);
    }
    if (any) emit(g, "return;\n");
}

static void emit_receives(struct generator *g, const struct automaton *automaton) {
    const struct proctype *p = automaton->proctype;
    emit(g, "static void receives_%u(struct run *r, unsigned pid, unsigned c, unsigned fields) {\n", p->index);
    emit_pointers(g, p);
    emit(g, "u32 count = r->count; (void)count; (void)c; (void)fields;\n");
    emit_permission(g, automaton);
    emit(g, "switch (sm->_p) {\n");
    for (unsigned i = 0; i < automaton->locations.count; i++)
        if (automaton->locations.items[i].reachable) emit_receive_location(g, &automaton->locations.items[i], i);
    emit(g, "}\n}\n");
}

void emit_process(struct generator *g, const struct automaton *automaton) {
    g->proctype = automaton->proctype;
    emit_moves(g, automaton);
    emit_receives(g, automaton);
    g->proctype = NULL;
}
