#include "promela/emit.h"

/* Embedded C. It sees the state as `now` and the process's own frame as `Pname`, what C headers and the model's c_decl
 * declare, and the model's own functions. Every piece of it becomes a function that stands before the generator's
 * functions and macros, so that no name in it is taken for one of theirs.
 *
 * Invariant: before any piece runs, rt_now is the successor of the step and tracked memory is as that says (begin()).
 * What tracked memory holds when the code is loaded is kept: every initial state has that. */

typedef const struct embedded_item *item_pointer;

static item_pointer item_at(const struct generator *g, size_t i, enum embedded_kind kind) {
    const struct embedded *embedded = g->in.layout->embedded;
    return embedded->items.items[i].kind == kind ? &embedded->items.items[i] : NULL;
}

/* A function that copies all tracked memory; the format has its C expression, the item's number and its size. */
static void emit_copies(struct generator *g, const char *name, const char *first, const char *format) {
    emit(g, "static void %s(void) {\n    %s\n", name, first);
    for (size_t i = 0; i < g->in.layout->embedded->items.count; i++) {
        item_pointer item = item_at(g, i, EMBEDDED_TRACKED);
        if (!item) continue;
        emit(g, "    { void *rt_place = (void *)(%s);\n    ", item->declaration->text);
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
        if (item) emit(g, "static u8 rt_loaded_%zu[%u + 1];\n", i, item->size);
    }
    emit(g, "static int rt_is_loaded;\n");
    emit_copies(g, "rt_keep_loaded", "if (rt_is_loaded) return;\n    rt_is_loaded = 1;",
                "if (rt_place) memcpy(rt_loaded_#, rt_place, @);");
    emit_copies(g, "rt_tracked_in", "rt_keep_loaded();", "if (rt_place) memcpy(rt_place, rt_now->tracked_#, @);");
    emit_copies(g, "rt_tracked_out", "",
                "if (rt_place) memcpy(rt_now->tracked_#, rt_place, @); else memset(rt_now->tracked_#, 0, @);");
    emit_copies(g, "rt_tracked_initial", "rt_keep_loaded();",
                "memcpy(rt_now->tracked_#, rt_loaded_#, @); if (rt_place) memcpy(rt_place, rt_loaded_#, @);");
}

static void emit_visible_names(struct generator *g, bool visible) {
    const struct model *model = g->in.model;
    emit(g, visible ? "static struct Now *rt_now;\n#define now (*rt_now)\n" : "#undef now\n");
    for (size_t i = 0; i < model->proctypes.count; i++) {
        if (!emit_is_process(model->proctypes.items[i])) continue;
        if (visible)
            emit(g, "#define P%s ((struct P_%zu *)rt_frame)\n", model->proctypes.items[i]->name, i);
        else
            emit(g, "#undef P%s\n", model->proctypes.items[i]->name);
    }
}

void emit_embedded(struct generator *g) {
    const struct model *model = g->in.model;
    if (!model->uses_code) return;
    emit_visible_names(g, true);
    for (size_t i = 0; i < g->in.layout->embedded->items.count; i++) {
        item_pointer item = item_at(g, i, EMBEDDED_HIDDEN);
        if (item) emit(g, "static %s;\n", item->declaration->text);
    }
    for (size_t i = 0; i < model->c_declarations.count; i++)
        if (model->c_declarations.items[i].kind == C_FUNCTIONS) emit(g, "%s\n", model->c_declarations.items[i].text);
    emit_tracking(g);
}

void emit_embedded_end(struct generator *g) {
    bool code = g->in.model->uses_code;
    if (code) emit_visible_names(g, false);
    emit(g, "#define BEGIN_CODE %s\n#define END_CODE %s\n",
         code ? "(rt_now = (struct Now *)r->t, rt_tracked_in())" : "((void)0)",
         code ? "rt_tracked_out()" : "((void)0)");
}

static const char *add_piece(struct generator *g, const char *format, const char *text) {
    unsigned number = g->piece_count++;
    text_printf(&g->pieces, "static int rt_piece_%u(%s) {\n", number, g->proctype ? "void *rt_frame" : "void");
    text_printf(&g->pieces, format, text);
    text_add(&g->pieces, "}\n");
    return arena_printf(g->arena, "rt_piece_%u(%s)", number, g->proctype ? "tm" : "");
}

const char *emit_c_value(struct generator *g, const char *text) { return add_piece(g, "return (%s\n);\n", text); }

const char *emit_c_statements(struct generator *g, const char *text) {
    return add_piece(g, "{ %s\n}\nreturn 0;\n", text);
}

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
        emit(g, "    %s;\n", emit_c_statements(g, arena_printf(g->arena, "%s%s = %s;", place, item->name, value)));
    }
}
