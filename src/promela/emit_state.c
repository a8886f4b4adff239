#include "promela/emit.h"

/* The state as C structures, and tables of what lies where. */

/* What begins the names of types: in the unit of embedded C, other names are its own. */
static const char *ours(const struct generator *g) { return g->for_embedded ? "rtcheck_" : ""; }

static const char *scalar_type(const struct generator *g, const struct type *type) {
    switch (layout_scalar_size(type)) {
    case 1: return g->for_embedded ? "unsigned char" : "u8";
    case 2: return type->kind == TYPE_UNSIGNED ? "unsigned short" : "short";
    default: return "int"; /* an unsigned of 31 bits at most is one of these: what is computed with it is signed */
    }
}

/* Embedded C writes to variables itself: what is narrower than its place is a bit field there, as in Spin. */
static bool is_bit_field(const struct generator *g, const struct variable *v) {
    enum type_kind kind = v->type.kind;
    return g->in.model->uses_code && !v->length &&
           (kind == TYPE_BIT || kind == TYPE_BOOL || (kind == TYPE_UNSIGNED && v->type.width < 32));
}

/* Alone in its bytes: a field of no width ends them. */
static void emit_bit_field(struct generator *g, const struct variable *v) {
    const char *type = layout_scalar_size(&v->type) == 4 ? "unsigned" : scalar_type(g, &v->type);
    emit(g, "    %s %s : %u; %s : 0; /* %s */\n", type, emit_c_name(g, v),
         v->type.kind == TYPE_UNSIGNED ? v->type.width : 1, type, v->name);
}

static void emit_field(struct generator *g, const struct variable *v) {
    if (is_bit_field(g, v)) {
        emit_bit_field(g, v);
        return;
    }
    if (v->type.kind == TYPE_STRUCT)
        emit(g, "    struct %sT_%u %s", ours(g), v->type.structure->index, emit_c_name(g, v));
    else
        emit(g, "    %s %s", scalar_type(g, &v->type), emit_c_name(g, v));
    if (v->length) emit(g, "[%u]", v->length);
    emit(g, "; /* %s */\n", v->name);
}

static void emit_typedefs(struct generator *g) {
    const struct model *model = g->in.model;
    for (size_t i = 0; i < model->structures.count; i++) {
        const struct structure *s = model->structures.items[i];
        emit(g, "struct %sT_%u { /* %s */\n", ours(g), s->index, s->name);
        for (size_t f = 0; f < s->fields.count; f++) emit_field(g, s->fields.items[f]);
        emit(g, "};\n");
    }
}

static void emit_shapes(struct generator *g) {
    const struct layout *layout = g->in.layout;
    for (unsigned i = 0; i < layout->shapes.count; i++) {
        const struct channel_shape *shape = &layout->shapes.items[i];
        if (!shape->capacity) continue;
        emit(g, "struct Q_%u {\n    %s len;\n    struct {\n", i, shape->wide ? "u16" : "u8");
        for (size_t f = 0; f < shape->fields.count; f++)
            emit(g, "        %s f%zu;\n", scalar_type(g, &shape->fields.items[f]), f);
        emit(g, "    } m[%u];\n};\n", shape->capacity);
    }
}

static void emit_padding(struct generator *g, uint32_t from, uint32_t to) {
    if (to > from) emit(g, "    unsigned char %spad_%u[%u];\n", ours(g), from, to - from);
}

static void emit_fields(struct generator *g, const struct frame_layout *frame, struct variable *const *variables,
                        const struct proctype *owner) {
    uint32_t offset = frame->header_size;
    for (size_t i = 0; i < frame->order.count; i++) {
        const struct variable *v = variables[frame->order.items[i]];
        emit_padding(g, offset, frame->offsets[v->index]);
        emit_field(g, v);
        offset = frame->offsets[v->index] + layout_variable_size(g->in.layout, v);
    }
    const struct embedded *embedded = g->in.layout->embedded;
    for (size_t i = 0; i < embedded->items.count; i++) {
        const struct embedded_item *item = &embedded->items.items[i];
        if (item->owner != owner || item->kind == EMBEDDED_HIDDEN) continue;
        emit_padding(g, offset, item->offset);
        if (item->kind == EMBEDDED_TRACKED || !g->for_embedded)
            emit(g, "    unsigned char %sitem_%zu[%u];\n", ours(g), i, item->size);
        else
            emit(g, "    %s;\n", item->declaration->text);
        offset = item->offset + item->size;
    }
    emit_padding(g, offset, frame->size); /* and the channels */
}

/* The generator's idea of where things are, and the compiler's. */
static void emit_place_assertions(struct generator *g, const char *name, const struct frame_layout *frame,
                                  struct variable *const *variables, const struct proctype *owner) {
    const char *structure = arena_printf(g->arena, "%s%s", ours(g), name);
    emit(g, "_Static_assert(sizeof(struct %s) == %u, \"size\");\n", structure, frame->size);
    for (size_t i = 0; i < frame->order.count; i++) {
        const struct variable *v = variables[frame->order.items[i]];
        if (is_bit_field(g, v)) continue; /* no offset, says C: those of its neighbours must do */
        emit(g, "_Static_assert(__builtin_offsetof(struct %s, %s) == %u, \"place\");\n", structure, emit_c_name(g, v),
             frame->offsets[v->index]);
    }
    const struct embedded *embedded = g->in.layout->embedded;
    for (size_t i = 0; g->for_embedded && i < embedded->items.count; i++) {
        const struct embedded_item *item = &embedded->items.items[i];
        if (item->owner == owner && (item->kind == EMBEDDED_GLOBAL || item->kind == EMBEDDED_LOCAL))
            emit(g, "_Static_assert(__builtin_offsetof(struct %s, %s) == %u, \"place\");\n", structure,
                 item->names.items[0], item->offset);
    }
}

static void emit_globals(struct generator *g) {
    const struct layout *layout = g->in.layout;
    emit(g, "struct %sNow {\n    unsigned char _nr_pr;\n", ours(g));
    if (layout->last_offset) emit(g, "    unsigned char _last;\n");
    if (layout->event_offset) {
        emit_padding(g, layout->last_offset ? 2 : 1, layout->event_offset);
        emit(g, "    unsigned short _event;\n");
    }
    emit_fields(g, &layout->globals, g->in.model->globals.items, NULL);
    emit(g, "};\n");
    emit_place_assertions(g, "Now", &layout->globals, g->in.model->globals.items, NULL);
}

static void emit_frame(struct generator *g, const struct proctype *proctype) {
    const struct frame_layout *frame = &g->in.layout->frames[proctype->index];
    emit(g, "struct %sP_%u { /* %s */\n    unsigned char _t;\n", ours(g), proctype->index, proctype->name);
    uint32_t offset = 2;
    if (frame->wide_location) {
        emit(g, "    unsigned char %spad_1;\n    unsigned short _p;\n", ours(g));
        offset = 4;
    } else {
        emit(g, "    unsigned char _p;\n");
    }
    if (g->in.layout->priority_offset) {
        emit_padding(g, offset, g->in.layout->priority_offset);
        emit(g, "    unsigned char _priority;\n");
    }
    if (g->in.layout->pid_offset) {
        emit_padding(g, g->in.layout->priority_offset ? g->in.layout->priority_offset + 1 : offset,
                     g->in.layout->pid_offset);
        emit(g, "    unsigned char _pid;\n");
    }
    emit_fields(g, frame, proctype->variables.items, proctype);
    emit(g, "};\n");
    emit_place_assertions(g, arena_printf(g->arena, "P_%u", proctype->index), frame, proctype->variables.items,
                          proctype);
}

static void emit_table(struct generator *g, const char *type, const char *name) {
    emit(g, "static const %s %s[] = {", type, name);
}

static void emit_channel_tables(struct generator *g) {
    const struct layout *layout = g->in.layout;
    emit(g, "enum { GLOBAL_CHANNELS = %zu };\n", layout->globals.slots.count);
    emit_table(g, "u32", "global_channel_offset");
    for (size_t i = 0; i < layout->globals.slots.count; i++) emit(g, "%u,", layout->globals.slots.items[i].offset);
    emit(g, "0};\n");
    emit_table(g, "int", "global_channel_shape");
    for (size_t i = 0; i < layout->globals.slots.count; i++) emit(g, "%u,", layout->globals.slots.items[i].shape);
    emit(g, "-1};\n");
    const struct model *model = g->in.model;
    for (size_t i = 0; i < model->proctypes.count; i++) {
        const struct frame_layout *frame = &layout->frames[i];
        if (!emit_is_process(model->proctypes.items[i])) continue;
        emit(g, "static const u32 channel_offset_%zu[] = {", i);
        for (size_t k = 0; k < frame->slots.count; k++) emit(g, "%u,", frame->slots.items[k].offset);
        emit(g, "0};\nstatic const int channel_shape_%zu[] = {", i);
        for (size_t k = 0; k < frame->slots.count; k++) emit(g, "%u,", frame->slots.items[k].shape);
        emit(g, "-1};\n");
    }
    emit(g, "static const u32 *const local_channel_offset[] = {");
    for (size_t i = 0; i < model->proctypes.count; i++)
        if (emit_is_process(model->proctypes.items[i]))
            emit(g, "channel_offset_%zu,", i);
        else
            emit(g, "0,");
    emit(g, "0};\nstatic const int *const local_channel_shape[] = {");
    for (size_t i = 0; i < model->proctypes.count; i++)
        if (emit_is_process(model->proctypes.items[i]))
            emit(g, "channel_shape_%zu,", i);
        else
            emit(g, "0,");
    emit(g, "0};\n");
    emit_table(g, "u32", "local_channels");
    for (size_t i = 0; i < model->proctypes.count; i++) emit(g, "%zu,", layout->frames[i].slots.count);
    emit(g, "0};\n");
}

static void emit_process_tables(struct generator *g) {
    const struct model *model = g->in.model;
    emit_table(g, "u32", "frame_size");
    for (size_t i = 0; i < model->proctypes.count; i++) emit(g, "%u,", g->in.layout->frames[i].size);
    emit(g, "0};\n");
    emit_table(g, "u8", "wide_location");
    for (size_t i = 0; i < model->proctypes.count; i++) emit(g, "%d,", g->in.layout->frames[i].wide_location);
    emit(g, "0};\n");
}

void emit_structures(struct generator *g) {
    emit_typedefs(g);
    emit_globals(g);
    for (size_t i = 0; i < g->in.model->proctypes.count; i++)
        if (emit_is_process(g->in.model->proctypes.items[i])) emit_frame(g, g->in.model->proctypes.items[i]);
}

void emit_types(struct generator *g) {
    emit_structures(g);
    emit_shapes(g);
    emit_process_tables(g);
    emit_channel_tables(g);
}
