#include "promela/emit.h"

#include "promela/walk.h"

/* The shape of a channel that is known when the model is compiled, or -1. */
static int fixed_shape(const struct generator *g, const struct reference *channel) {
    const struct variable *variable = channel->variable;
    if (channel->field || !variable->channel || g->in.model->uses_code || rebound_has(&g->rebound, variable)) return -1;
    return (int)layout_shape_of(g->in.layout, variable->channel);
}

static const struct channel_shape *shape_at(const struct generator *g, unsigned shape) {
    return &g->in.layout->shapes.items[shape];
}

static bool shape_fits(const struct generator *g, unsigned shape, int fields) {
    return fields < 0 || shape_at(g, shape)->fields.count == (size_t)fields;
}

bool emit_may_be_rendezvous(struct generator *g, const struct reference *channel, int fields) {
    int fixed = fixed_shape(g, channel);
    if (fixed >= 0) return shape_at(g, (unsigned)fixed)->capacity == 0;
    for (unsigned i = 0; i < g->in.layout->shapes.count; i++)
        if (shape_fits(g, i, fields) && shape_at(g, i)->capacity == 0) return true;
    return false;
}

static void check_use(struct generator *g, const struct channel_use *use) {
    if (use->check) use->check(g, use->context);
}

/* The channels of an array lie one after the other, as their numbers are in the array. */
static void emit_fixed_channel(struct generator *g, const struct view *view, const struct channel_use *use,
                               unsigned shape) {
    const struct variable *variable = use->channel->variable;
    const struct frame_layout *frame = layout_frame_of(g->in.layout, variable);
    const struct channel_slot *slot = &frame->slots.items[layout_first_slot(g->in.layout, variable)];
    const char *base = arena_printf(g->arena, "%s%u", variable->owner ? "FRAME_OFFSET(pid) + " : "", slot->offset);
    if (variable->length) {
        emit(g, "unsigned i = ");
        if (use->channel->index)
            emit_index(g, view, use->channel);
        else
            emit(g, "0");
        emit(g, ";\n");
        check_use(g, use);
        emit(g, "unsigned c = %s->%s[i], o = %s + %u * i", variable->owner ? view->frame : view->globals,
             emit_c_name(g, variable), base, shape_at(g, shape)->size);
    } else {
        emit(g, "unsigned c = ");
        emit_reference(g, view, use->channel);
        emit(g, ", o = %s", base);
    }
    emit(g, "; (void)c; (void)o;\n");
}

/* A channel that is known at run time only. */
static void emit_any_channel(struct generator *g, const struct view *view, const struct channel_use *use) {
    emit(g, "unsigned c = ");
    emit_reference(g, view, use->channel);
    emit(g, ";\n");
    check_use(g, use);
    emit(g, "unsigned o = channel_offset(r, c);\n(void)o;\nswitch (channel_shape(r, c)) {\n");
    bool owed = g->owes;
    for (unsigned i = 0; i < g->in.layout->shapes.count; i++) {
        if (!shape_fits(g, i, use->fields)) continue;
        emit(g, "case %u: {\n", i);
        g->owes = owed;
        use->body(g, i, use->context);
        owed = owed || g->owes;
        emit(g, "break; }\n");
    }
    g->owes = owed;
    emit(g, "default: r->fault = %u;\n",
         emit_fault(g, "channel", use->channel->place, "%s is not a channel%s here",
                    walk_last_variable(use->channel)->name,
                    use->fields < 0 ? "" : arena_printf(g->arena, " of %d fields", use->fields)));
    check_use(g, use);
    emit(g, "}\n");
}

void emit_with_channel(struct generator *g, const struct view *view, const struct channel_use *use) {
    int fixed = fixed_shape(g, use->channel);
    emit(g, "{ ");
    if (fixed >= 0) {
        emit_fixed_channel(g, view, use, (unsigned)fixed);
        use->body(g, (unsigned)fixed, use->context);
    } else {
        emit_any_channel(g, view, use);
    }
    emit(g, "}\n");
}

/* ---- queries ---- */

struct query {
    const struct view *view;
    const struct expression *expression;
};

/* It would block or be false for ever, whoever offers what: an error, as in Spin. */
void emit_no_contents(struct generator *g, const struct reference *channel, struct place place) {
    emit(g, "r->fault = %u;\n",
         emit_fault(g, "channel", place, "a rendezvous channel has no contents to be asked for: %s",
                    walk_last_variable(channel)->name));
}

static void query_body(struct generator *g, unsigned shape, void *context) {
    const struct query *query = context;
    const struct expression *e = query->expression;
    unsigned capacity = shape_at(g, shape)->capacity;
    if (e->kind == EXPR_POLL && !capacity) {
        emit_no_contents(g, e->receive->channel, e->place);
        return;
    }
    if (e->kind == EXPR_POLL) {
        emit(g, "v = ");
        emit_receive_slot(g, query->view, e->receive, shape);
        emit(g, " >= 0;\n");
        return;
    }
    if (capacity)
        emit(g, "unsigned n = ((const struct Q_%u *)(%s + o))->len;\n", shape, query->view->bytes);
    else
        emit(g, "unsigned n = 0;\n");
    switch (e->kind) {
    case EXPR_LEN: emit(g, "v = n;\n"); break;
    case EXPR_EMPTY: emit(g, "v = n == 0;\n"); break;
    case EXPR_NEMPTY: emit(g, "v = n > 0;\n"); break;
    case EXPR_FULL: emit(g, "v = n == %u;\n", capacity ? capacity : 1); break;
    default: emit(g, "v = n < %u;\n", capacity ? capacity : 1); break;
    }
}

void emit_channel_query(struct generator *g, const struct view *view, const struct expression *e) {
    struct query query = {view, e};
    bool poll = e->kind == EXPR_POLL;
    emit(g, "({ int v = 0;\n");
    emit_with_channel(g, view,
                      &(struct channel_use){.channel = poll ? e->receive->channel : e->reference,
                                            .fields = poll ? (int)e->receive->fields.count : -1,
                                            .body = query_body,
                                            .context = &query});
    emit(g, "v; })");
}

/* ---- sending ---- */

static const char *field_cast(const struct channel_shape *shape, size_t field) {
    const struct type *type = &shape->fields.items[field];
    switch (layout_scalar_size(type)) {
    case 1: return "(u8)";
    case 2: return type->kind == TYPE_UNSIGNED ? "(u16)" : "(short)";
    default: return "(int)";
    }
}

void emit_message(struct generator *g, const struct view *view, const struct statement *send, unsigned shape) {
    const struct channel_shape *s = shape_at(g, shape);
    for (size_t i = 0; i < s->fields.count; i++) {
        /* Spin gives a single bit field a whole byte. */
        const char *mask = emit_mask(g, &s->fields.items[i], s->fields.count == 1);
        emit(g, "int m%zu = %s((", i, field_cast(s, i));
        emit_expression(g, view, send->arguments.items[i]);
        emit(g, ")%s);\n", mask);
    }
}

void emit_send(struct generator *g, bool sorted, unsigned shape) {
    const struct channel_shape *s = shape_at(g, shape);
    emit(g, "struct Q_%u *q = (struct Q_%u *)(r->t + o); unsigned at = q->len;\n", shape, shape);
    if (sorted) {
        emit(g, "for (at = 0; at < q->len; at++) {\n");
        for (size_t i = 0; i < s->fields.count; i++)
            emit(g, "if (m%zu > q->m[at].f%zu) continue;\nif (m%zu < q->m[at].f%zu) break;\n", i, i, i, i);
        emit(g, "}\nmemmove(&q->m[at + 1], &q->m[at], (q->len - at) * sizeof q->m[0]);\n");
    }
    for (size_t i = 0; i < s->fields.count; i++) emit(g, "q->m[at].f%zu = m%zu;\n", i, i);
    emit(g, "q->len++;\n");
}

/* ---- receiving ---- */

void emit_receive_slot(struct generator *g, const struct view *view, const struct receive *receive, unsigned shape) {
    emit(g, "({ const struct Q_%u *q = (const struct Q_%u *)(%s + o); int k = -1;\n", shape, shape, view->bytes);
    emit(g, receive->random ? "for (int j = 0; j < q->len; j++) {\n" : "int j = 0; if (q->len) do {\n");
    const char *no = receive->random ? "continue" : "break";
    for (size_t i = 0; i < receive->fields.count; i++) {
        const struct receive_field *field = &receive->fields.items[i];
        if (field->kind != RECEIVE_MATCH) continue;
        emit(g, "if (q->m[j].f%zu != (", i);
        emit_expression(g, view, field->match);
        emit(g, ")) %s;\n", no);
    }
    emit(g, "k = j; break;\n%s k; })", receive->random ? "}" : "} while (0);");
}

void emit_receive(struct generator *g, const struct receive *receive, unsigned shape) {
    emit(g, "struct Q_%u *q = (struct Q_%u *)(r->t + o);\n", shape, shape);
    for (size_t i = 0; i < receive->fields.count; i++) {
        const struct receive_field *field = &receive->fields.items[i];
        if (field->kind != RECEIVE_STORE) continue;
        emit_store(g, &view_successor, field->target, arena_printf(g->arena, "q->m[k].f%zu", i));
        emit(g, "\n");
    }
    if (receive->peek) {
        emit(g, "(void)q;\n");
        return;
    }
    emit(g, "q->len--;\nmemmove(&q->m[k], &q->m[k + 1], (q->len - k) * sizeof q->m[0]);\n"
            "memset(&q->m[q->len], 0, sizeof q->m[0]);\n");
}

void emit_handshake_match(struct generator *g, const struct view *view, const struct receive *receive) {
    emit(g, "1");
    for (size_t i = 0; i < receive->fields.count; i++) {
        const struct receive_field *field = &receive->fields.items[i];
        if (field->kind != RECEIVE_MATCH) continue;
        emit(g, " && r->message[%zu] == (", i);
        emit_expression(g, view, field->match);
        emit(g, ")");
    }
}

void emit_handshake_store(struct generator *g, const struct receive *receive) {
    for (size_t i = 0; i < receive->fields.count; i++) {
        const struct receive_field *field = &receive->fields.items[i];
        if (field->kind != RECEIVE_STORE) continue;
        emit_store(g, &view_successor, field->target, arena_printf(g->arena, "r->message[%zu]", i));
        emit(g, "\n");
    }
}
