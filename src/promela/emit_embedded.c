#include "promela/emit.h"

/* Embedded C. It sees the state as `now` and the process's own frame as `Pname`, what C headers and the model's c_decl
 * declare, and the model's own functions. It is a translation unit of its own, with every piece of it as a function:
 * what it calls its things, or defines as a macro, means nothing to the generator's text, nor does that to it.
 *
 * Invariant: before any piece runs, rtcheck_now is the successor of the step and tracked memory is as that says
 * (begin()). What tracked memory holds when the code is loaded is kept: every initial state has that, and hidden
 * variables are zeros again. */

typedef const struct embedded_item *item_pointer;

static item_pointer item_at(const struct generator *g, size_t i, enum embedded_kind kind) {
    const struct embedded *embedded = g->in.layout->embedded;
    return embedded->items.items[i].kind == kind ? &embedded->items.items[i] : NULL;
}

/* A function that copies all tracked memory; the format has its C expression, the item's number and its size. */
static void emit_copies(struct generator *g, const char *name, const char *first, const char *format) {
    emit(g, "void %s(void) {\n    %s\n", name, first);
    for (size_t i = 0; i < g->in.layout->embedded->items.count; i++) {
        item_pointer item = item_at(g, i, EMBEDDED_TRACKED);
        if (!item) continue;
        emit(g, "    { void *rtcheck_place = (void *)(%s);\n    ", item->declaration->text);
        for (const char *c = format; *c; c++)
            if (*c == '#')
                emit(g, "%zu", i);
            else if (*c == '@')
                emit(g, "%u", item->size);
            else
                emit(g, "%c", *c);
        emit(g, " }\n");
    }
    emit(g, "}\n");
}

/* A place that is NULL (memory not allocated yet) counts as zeros. */
static void emit_tracking(struct generator *g) {
    for (size_t i = 0; i < g->in.layout->embedded->items.count; i++) {
        item_pointer item = item_at(g, i, EMBEDDED_TRACKED);
        if (item) emit(g, "static unsigned char rtcheck_loaded_%zu[%u + 1];\n", i, item->size);
    }
    struct text hidden = {0};
    text_add(&hidden, "rtcheck_keep_loaded();");
    for (size_t i = 0; i < g->in.layout->embedded->items.count; i++) {
        item_pointer item = item_at(g, i, EMBEDDED_HIDDEN);
        for (size_t k = 0; item && k < item->names.count; k++)
            text_printf(&hidden, "\n    memset(&%s, 0, sizeof %s);", item->names.items[k], item->names.items[k]);
    }
    emit(g, "static int rtcheck_is_loaded;\n");
    emit_copies(g, "rtcheck_keep_loaded", "if (rtcheck_is_loaded) return;\n    rtcheck_is_loaded = 1;",
                "if (rtcheck_place) memcpy(rtcheck_loaded_#, rtcheck_place, @);");
    emit_copies(g, "rtcheck_tracked_in", "rtcheck_keep_loaded();",
                "if (rtcheck_place) memcpy(rtcheck_place, rtcheck_now->rtcheck_item_#, @);");
    emit_copies(g, "rtcheck_tracked_out", "",
                "if (rtcheck_place) memcpy(rtcheck_now->rtcheck_item_#, rtcheck_place, @); else "
                "memset(rtcheck_now->rtcheck_item_#, 0, @);");
    emit_copies(g, "rtcheck_initial", text_chars(&hidden),
                "memcpy(rtcheck_now->rtcheck_item_#, rtcheck_loaded_#, @); if (rtcheck_place) memcpy(rtcheck_place, "
                "rtcheck_loaded_#, @);");
    text_free(&hidden);
}

static void emit_visible_names(struct generator *g) {
    const struct model *model = g->in.model;
    emit(g, "struct rtcheck_Now *rtcheck_now;\n#define now (*rtcheck_now)\n");
    for (size_t i = 0; i < model->proctypes.count; i++)
        if (emit_is_process(model->proctypes.items[i]))
            emit(g, "#define P%s ((struct rtcheck_P_%zu *)rtcheck_frame)\n", model->proctypes.items[i]->name, i);
}

void emit_embedded(struct generator *g) {
    const struct model *model = g->in.model;
    if (!model->uses_code) return;
    g->for_embedded = true;
    embedded_add_declarations(model, &g->out);
    emit_structures(g);
    emit_visible_names(g);
    for (size_t i = 0; i < g->in.layout->embedded->items.count; i++) {
        item_pointer item = item_at(g, i, EMBEDDED_HIDDEN);
        if (item) emit(g, "static %s;\n", item->declaration->text);
    }
    for (size_t i = 0; i < model->c_declarations.count; i++)
        if (model->c_declarations.items[i].kind == C_FUNCTIONS) emit(g, "%s\n", model->c_declarations.items[i].text);
    emit_tracking(g);
    g->for_embedded = false;
}

void emit_embedded_calls(struct generator *g) {
    bool code = g->in.model->uses_code;
    if (code)
        text_add(&g->prototypes, "extern void *rtcheck_now;\nvoid rtcheck_initial(void);\n"
                                 "void rtcheck_tracked_in(void);\nvoid rtcheck_tracked_out(void);\n");
    emit(g, "#define BEGIN_CODE %s\n#define END_CODE %s\n",
         code ? "(rtcheck_now = r->t, rtcheck_tracked_in())" : "((void)0)",
         code ? "rtcheck_tracked_out()" : "((void)0)");
}

static const char *add_piece(struct generator *g, const char *type, const char *format, const char *text) {
    unsigned number = g->piece_count++;
    text_printf(&g->prototypes, "%s rtcheck_piece_%u(void *);\n", type, number);
    text_printf(&g->pieces, "%s rtcheck_piece_%u(void *rtcheck_frame) {\n(void)rtcheck_frame;\n", type, number);
    for (const char *at = format; *at; at++)
        if (*at == '#')
            text_add(&g->pieces, text);
        else
            text_add_char(&g->pieces, *at);
    text_add(&g->pieces, "}\n");
    return arena_printf(g->arena, "rtcheck_piece_%u(%s)", number, g->proctype ? "tm" : "0");
}

/* Of whatever type it is, a value that is not zero stays one. */
const char *emit_c_value(struct generator *g, const char *text) {
    return add_piece(g, "long long",
                     "__typeof__((#\n) + 0) rtcheck_value = (#\n);\n"
                     "return (long long)rtcheck_value ? (long long)rtcheck_value : !!rtcheck_value;\n",
                     text);
}

const char *emit_c_statements(struct generator *g, const char *text) { return add_piece(g, "void", "{ #\n}\n", text); }

void emit_c_condition(struct generator *g, const struct expression *e) {
    const char *value = emit_c_value(g, e->text);
    if (!e->c_assertion) {
        emit(g, "%s", value);
        return;
    }
    emit(g, "(%s ? %s : (r->fault = %u, 0))", emit_c_value(g, e->c_assertion), value,
         emit_fault(g, "assertion", e->place, "assertion failed: %s", e->c_assertion));
}

void emit_embedded_values(struct generator *g, const struct proctype *owner) {
    const struct embedded *embedded = g->in.layout->embedded;
    for (size_t i = 0; i < embedded->items.count; i++) {
        item_pointer item = &embedded->items.items[i];
        const char *value = item->declaration->extra;
        if (item->kind == EMBEDDED_TRACKED || item->owner != owner || !value) continue;
        bool hidden = item->kind == EMBEDDED_HIDDEN;
        const char *place = hidden ? "" : owner ? arena_printf(g->arena, "P%s->", owner->name) : "now.";
        emit(g, "    %s;\n",
             emit_c_statements(g, arena_printf(g->arena, "%s%s = %s;", place, vec_last(&item->names), value)));
    }
}
