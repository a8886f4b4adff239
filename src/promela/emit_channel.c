#include "promela/emit.h"

#include "promela/walk.h"

static bool is_rebound(const struct generator *g, const struct variable *variable) {
    for (size_t i = 0; i < g->rebound.count; i++)
        if (g->rebound.items[i] == variable) return true;
    return false;
}

static void note_rebound(void *context, const struct reference *reference, enum walk_use use) {
    struct generator *g = context;
    const struct variable *last = emit_last_variable(reference);
    if (use == WALK_WRITE && last->type.kind == TYPE_CHAN && !is_rebound(g, last)) vec_push(&g->rebound, last);
}

void emit_find_rebound(struct generator *g) { walk_model_references(g->in.model, note_rebound, g); }

/* The shape of a channel that is known when the model is compiled, or -1. */
static int fixed_shape(const struct generator *g, const struct reference *channel) {
    const struct variable *variable = channel->variable;
    if (channel->field || !variable->channel || g->in.model->uses_code || is_rebound(g, variable)) return -1;
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

static void emit_fixed_offset(struct generator *g, const struct view *view, const struct reference *channel) {
    const struct variable *variable = channel->variable;
    const struct frame_layout *frame = layout_frame_of(g->in.layout, variable);
    const struct channel_slot *slot = &frame->slots.items[layout_first_slot(g->in.layout, variable)];
    if (variable->owner) emit(g, "FRAME_OFFSET(pid) + ");
    emit(g, "%u", slot->offset);
    uint32_t size = shape_at(g, slot->shape)->size;
    if (!variable->length || !channel->index || !size) return;
    emit(g, " + %u * (unsigned)", size);
    if (channel->index->kind == EXPR_NUMBER) {
        emit(g, "%d", channel->index->value);
        return;
    }
    emit(g, "index_of(r, ");
    emit_expression(g, view, channel->index);
    emit(
        g, ", %u, %u)", variable->length,
        emit_fault(g, "index", channel->place, "index of %s out of range 0..%u", variable->name, variable->length - 1));
}

void emit_with_channel(struct generator *g, const struct view *view, const struct reference *channel, int fields,
                       emit_channel_body body, void *context) {
    int fixed = fixed_shape(g, channel);
    emit(g, "{ unsigned c = ");
    emit_reference(g, view, channel);
    if (fixed >= 0) {
        emit(g, ", o = ");
        emit_fixed_offset(g, view, channel);
        emit(g, "; (void)c; (void)o;\n");
        body(g, (unsigned)fixed, context);
        emit(g, "}\n");
        return;
    }
    emit(g, ", o = channel_offset(r, c);\nswitch (channel_shape(r, c)) {\n");
    for (unsigned i = 0; i < g->in.layout->shapes.count; i++) {
        if (!shape_fits(g, i, fields)) continue;
        emit(g, "case %u: {\n", i);
        body(g, i, context);
        emit(g, "break; }\n");
    }
    emit(g, "default: r->fault = %u;\n}}\n",
         emit_fault(g, "channel", channel->place, "%s is not a channel%s here", emit_last_variable(channel)->name,
                    fields < 0 ? "" : arena_printf(g->arena, " of %d fields", fields)));
}

/* ---- queries ---- */

struct query {
    const struct view *view;
    const struct expression *expression;
};

static void query_body(struct generator *g, unsigned shape, void *context) {
    const struct query *query = context;
    const struct expression *e = query->expression;
    unsigned capacity = shape_at(g, shape)->capacity;
    if (e->kind == EXPR_POLL) {
        emit(g, "v = ");
        if (capacity) {
            emit_receive_slot(g, query->view, e->receive, shape);
            emit(g, " >= 0;\n");
        } else {
            emit(g, "0;\n");
        }
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
    emit_with_channel(g, view, poll ? e->receive->channel : e->reference, poll ? (int)e->receive->fields.count : -1,
                      query_body, &query);
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
