#include "promela/emit.h"

/* Trace assertions. The trace automaton's location is part of the state; each message sent or received on a channel
 * that the automaton names must be one that it can follow. */

static const struct automaton *trace_automaton(const struct generator *g) {
    for (size_t i = 0; i < g->in.model->proctypes.count; i++) {
        enum proctype_kind kind = g->in.model->proctypes.items[i]->kind;
        if (kind == PROCTYPE_TRACE || kind == PROCTYPE_NOTRACE) return g->in.automata[i];
    }
    return NULL;
}

static const struct reference *event_channel(const struct statement *s) {
    if (s && s->kind == STATEMENT_SEND) return s->channel;
    if (s && s->kind == STATEMENT_RECEIVE) return s->receive->channel;
    return NULL;
}

static void emit_event_test(struct generator *g, const struct statement *s) {
    emit(g, "kind == '%c' && c == ", s->kind == STATEMENT_SEND ? '!' : '?');
    emit_reference(g, &view_state, event_channel(s));
}

static void emit_field_tests(struct generator *g, const struct statement *s) {
    if (s->kind == STATEMENT_RECEIVE) {
        emit(g, " && ");
        emit_handshake_match(g, &view_state, s->receive);
        return;
    }
    for (size_t i = 0; i < s->arguments.count; i++) {
        const struct expression *e = s->arguments.items[i];
        if (e->kind == EXPR_ANY || e->kind == EXPR_REFERENCE) continue; /* as in Spin, a variable is any value */
        emit(g, " && r->message[%zu] == (", i);
        emit_expression(g, &view_state, e);
        emit(g, ")");
    }
}

static void emit_monitored(struct generator *g, const struct automaton *automaton) {
    emit(g, "    if (!(0");
    for (size_t i = 0; i < automaton->locations.count; i++)
        for (size_t m = 0; m < automaton->locations.items[i].moves.count; m++) {
            const struct statement *s = automaton->locations.items[i].moves.items[m].statement;
            if (!event_channel(s)) continue;
            emit(g, " || (");
            emit_event_test(g, s);
            emit(g, ")");
        }
    emit(g, ")) return;\n");
}

void emit_taken(struct generator *g, const struct receive *receive, unsigned shape) {
    if (!g->in.layout->event_offset || receive->peek) return;
    for (size_t i = 0; i < receive->fields.count; i++)
        emit(g, "int m%zu = ((const struct Q_%u *)(r->t + o))->m[k].f%zu;\n", i, shape, i);
}

void emit_event(struct generator *g, const char *direction, size_t fields) {
    if (!g->in.layout->event_offset) return;
    for (size_t i = 0; i < fields; i++) emit(g, "r->message[%zu] = m%zu;\n", i, i);
    emit(g, "trace_event(r, '%s', c);\n", direction);
    g->owes = true;
}

void emit_handshake_events(struct generator *g) {
    if (!g->in.layout->event_offset) return;
    emit(g, "trace_event(r, '!', c); if (!r->fault) trace_event(r, '?', c);\n");
    g->owes = true;
}

/* Where two events of the trace are the one that happened, which of them counts would depend on their order: an error.
 */
static void emit_matches(struct generator *g, const struct automaton *automaton, const struct location *location) {
    bool never = automaton->proctype->kind == PROCTYPE_NOTRACE;
    for (size_t m = 0; m < location->moves.count; m++) {
        const struct move *move = &location->moves.items[m];
        if (!event_channel(move->statement)) continue;
        emit(g, "        if (");
        emit_event_test(g, move->statement);
        emit_field_tests(g, move->statement);
        emit(g, ") {\n            if (fits++) { r->fault = %u; return; }\n            tn->_event = %u;\n",
             emit_fault(g, "trace", move->place, "the trace is not deterministic: it has several such events here"),
             move->target);
        if (never && move->target == automaton->end)
            emit(g, "            r->fault = %u;\n",
                 emit_fault(g, "trace", move->place, "the events of the notrace sequence have all happened"));
        emit(g, "        }\n");
    }
}

void emit_trace(struct generator *g) {
    const struct automaton *automaton = trace_automaton(g);
    if (!automaton) return;
    bool never = automaton->proctype->kind == PROCTYPE_NOTRACE;
    emit(g, "static void trace_event(struct run *r, int kind, unsigned c) {\n"
            "    const struct Now *sn = (const struct Now *)r->s;\n    struct Now *tn = (struct Now *)r->t;\n"
            "    unsigned pid = NOBODY, fits = 0; (void)sn; (void)pid;\n");
    emit_monitored(g, automaton);
    emit(g, "    switch (tn->_event) {\n");
    for (unsigned i = 0; i < automaton->locations.count; i++) {
        const struct location *location = &automaton->locations.items[i];
        if (!location->reachable) continue;
        emit(g, "    case %u:\n", i);
        emit_matches(g, automaton, location);
        emit(g, "        break;\n");
    }
    emit(g, "    }\n    if (fits) return;\n");
    if (never)
        emit(g, "    tn->_event = %u; /* the first event that does not fit ends the watch */\n", automaton->end);
    else
        emit(g, "    r->fault = %u;\n",
             emit_fault(g, "trace", automaton->proctype->place, "an event does not follow the trace assertion"));
    emit(g, "}\n");
    emit_paid(g); /* whoever calls it looks: emit_event() */
}
