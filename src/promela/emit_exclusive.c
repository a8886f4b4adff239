#include "promela/emit.h"

#include "promela/walk.h"

/* `xr q` and `xs q` are promises that no other process receives from, or sends to, the channel. Reduction relies on
 * them, so they are checked whenever a message is sent or received. */

struct promise_visit {
    struct generator *g;
    const struct proctype *proctype;
    const char *kind;
};

static void emit_promise(struct promise_visit *visit, const struct reference *channel) {
    struct generator *g = visit->g;
    emit(g, "            if (kind == '%s' && c == ", visit->kind);
    struct view view = {"sn", arena_printf(g->arena, "((const struct P_%u *)frame)", visit->proctype->index), "r->s"};
    emit_reference(g, &view, channel);
    emit(g, ") return 1;\n");
}

static void emit_promises_of(void *context, const struct statement *s) {
    struct promise_visit *visit = context;
    if (s->kind != STATEMENT_EXCLUSIVE_RECEIVE && s->kind != STATEMENT_EXCLUSIVE_SEND) return;
    visit->kind = s->kind == STATEMENT_EXCLUSIVE_SEND ? "!" : "?";
    for (size_t i = 0; i < s->channels.count; i++) emit_promise(visit, s->channels.items[i]);
}

static void note_promise(void *context, const struct statement *s) {
    *(bool *)context |= s->kind == STATEMENT_EXCLUSIVE_RECEIVE || s->kind == STATEMENT_EXCLUSIVE_SEND;
}

static bool has_promises(const struct proctype *p) {
    bool found = false;
    walk_statements(p->body, note_promise, &found);
    return found;
}

static bool model_has_promises(const struct model *model) {
    for (size_t i = 0; i < model->proctypes.count; i++)
        if (has_promises(model->proctypes.items[i])) return true;
    return false;
}

void emit_promises(struct generator *g) {
    const struct model *model = g->in.model;
    g->has_promises = model_has_promises(model);
    if (!g->has_promises) return;
    emit(g, "static int promised_to_other(struct run *r, unsigned pid, unsigned c, int kind) {\n"
            "    const struct Now *sn = (const struct Now *)r->s;\n"
            "    for (unsigned i = 0; i < sn->_nr_pr; i++) {\n        if (i == pid) continue;\n"
            "        const u8 *frame = r->s + FRAME_OFFSET(i);\n        switch (frame[0]) {\n");
    for (size_t i = 0; i < model->proctypes.count; i++) {
        const struct proctype *p = model->proctypes.items[i];
        if (!has_promises(p)) continue;
        emit(g, "        case %u:\n", p->index);
        struct promise_visit visit = {.g = g, .proctype = p};
        walk_statements(p->body, emit_promises_of, &visit);
        emit(g, "            break;\n");
    }
    emit(g, "        }\n    }\n    return 0;\n}\n");
}

void emit_promise_check(struct generator *g, const char *kind, const struct reference *channel) {
    if (!g->has_promises) return;
    bool sending = *kind == '!';
    emit(g, "if (promised_to_other(r, pid, c, '%s')) r->fault = %u;\n", kind,
         emit_fault(g, "exclusive", channel->place, "%s on %s, which another process has declared as its own (%s)",
                    sending ? "send" : "receive", walk_last_variable(channel)->name, sending ? "xs" : "xr"));
}
