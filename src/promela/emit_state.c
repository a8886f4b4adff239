#include "promela/emit.h"

/* ---- the state as C structures ---- */

static const char *scalar_type(const struct type *type) {
    switch (layout_scalar_size(type)) {
    case 1: return "u8";
    case 2: return type->kind == TYPE_UNSIGNED ? "u16" : "short";
    default: return type->kind == TYPE_UNSIGNED ? "u32" : "int";
    }
}

static void emit_field(struct generator *g, const struct variable *v) {
    if (v->type.kind == TYPE_STRUCT)
        emit(g, "    struct T_%u %s", v->type.structure->index, emit_c_name(v));
    else
        emit(g, "    %s %s", scalar_type(&v->type), emit_c_name(v));
    if (v->length) emit(g, "[%u]", v->length);
    emit(g, "; /* %s */\n", v->name);
}

static void emit_structures(struct generator *g) {
    const struct model *model = g->in.model;
    for (size_t i = 0; i < model->structures.count; i++) {
        const struct structure *s = model->structures.items[i];
        emit(g, "struct T_%u { /* %s */\n", s->index, s->name);
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
            emit(g, "        %s f%zu;\n", scalar_type(&shape->fields.items[f]), f);
        emit(g, "    } m[%u];\n};\n", shape->capacity);
    }
}

static void emit_padding(struct generator *g, uint32_t from, uint32_t to) {
    if (to > from) emit(g, "    u8 pad_%u[%u];\n", from, to - from);
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
        if (item->kind == EMBEDDED_TRACKED)
            emit(g, "    u8 tracked_%zu[%u];\n", i, item->size);
        else
            emit(g, "    %s;\n", item->declaration->text);
        offset = item->offset + item->size;
    }
    emit_padding(g, offset, frame->size); /* and the channels */
}

static void emit_globals(struct generator *g) {
    const struct layout *layout = g->in.layout;
    emit(g, "struct Now {\n    u8 _nr_pr;\n");
    if (layout->last_offset) emit(g, "    u8 _last;\n");
    if (layout->event_offset) {
        emit_padding(g, layout->last_offset ? 2 : 1, layout->event_offset);
        emit(g, "    u16 _event;\n");
    }
    emit_fields(g, &layout->globals, g->in.model->globals.items, NULL);
    emit(g, "};\n");
}

static void emit_frame(struct generator *g, const struct proctype *proctype) {
    const struct frame_layout *frame = &g->in.layout->frames[proctype->index];
    emit(g, "struct P_%u { /* %s */\n    u8 _t;\n", proctype->index, proctype->name);
    uint32_t offset = 2;
    if (frame->wide_location) {
        emit(g, "    u8 pad_1;\n    u16 _p;\n");
        offset = 4;
    } else {
        emit(g, "    u8 _p;\n");
    }
    if (g->in.layout->priority_offset) {
        emit_padding(g, offset, g->in.layout->priority_offset);
        emit(g, "    u8 _priority;\n");
    }
    if (g->in.layout->pid_offset) {
        emit_padding(g, g->in.layout->priority_offset ? g->in.layout->priority_offset + 1 : offset,
                     g->in.layout->pid_offset);
        emit(g, "    u8 _pid;\n");
    }
    emit_fields(g, frame, proctype->variables.items, proctype);
    emit(g, "};\n");
}

static bool is_process(const struct proctype *p) { return p->kind == PROCTYPE_PROCESS || p->kind == PROCTYPE_INIT; }

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
        if (!is_process(model->proctypes.items[i])) continue;
        emit(g, "static const u32 channel_offset_%zu[] = {", i);
        for (size_t k = 0; k < frame->slots.count; k++) emit(g, "%u,", frame->slots.items[k].offset);
        emit(g, "0};\nstatic const int channel_shape_%zu[] = {", i);
        for (size_t k = 0; k < frame->slots.count; k++) emit(g, "%u,", frame->slots.items[k].shape);
        emit(g, "-1};\n");
    }
    emit(g, "static const u32 *const local_channel_offset[] = {");
    for (size_t i = 0; i < model->proctypes.count; i++)
        if (is_process(model->proctypes.items[i]))
            emit(g, "channel_offset_%zu,", i);
        else
            emit(g, "0,");
    emit(g, "0};\nstatic const int *const local_channel_shape[] = {");
    for (size_t i = 0; i < model->proctypes.count; i++)
        if (is_process(model->proctypes.items[i]))
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

void emit_types(struct generator *g) {
    emit_structures(g);
    emit_shapes(g);
    emit_globals(g);
    for (size_t i = 0; i < g->in.model->proctypes.count; i++)
        if (is_process(g->in.model->proctypes.items[i])) emit_frame(g, g->in.model->proctypes.items[i]);
    emit_process_tables(g);
    emit_channel_tables(g);
}

/* ---- the fixed part ---- */

static const char prelude[] = "typedef unsigned char u8;\ntypedef unsigned short u16;\ntypedef unsigned int u32;\n"
                              "typedef unsigned long long u64;\n"
                              "void *memcpy(void *, const void *, unsigned long);\n"
                              "void *memmove(void *, const void *, unsigned long);\n"
                              "void *memset(void *, int, unsigned long);\n"
                              "enum { NOBODY = 0xffff, EVERYBODY = 0xfffe, ENOUGH = 0xfffd };\n"
                              "struct step { u32 action, reply; u16 actor, partner, holder; u8 passing; u32 fault; };\n"
                              "typedef void (*emit_function)(void *, const void *, u32, const struct step *);\n";

static const char run_structure[] =
    "struct run {\n"
    "    const u8 *s;\n    u8 *t;\n    u32 size, successor_size;\n"
    "    emit_function emit;\n    void *context;\n"
    "    u32 fault;   /* set by an expression that went wrong */\n"
    "    int timeout;\n"
    "    u32 count;   /* successors so far */\n"
    "    u8 reducing; /* next() was asked for enough, not for all */\n"
    "    u8 failed;   /* a step had no successor: it stands for nobody else's steps */\n    int scratch;\n"
    "    u32 sender, sender_action, sender_target, sender_single; /* of a handshake */\n"
    "    int message[MESSAGE_FIELDS];\n"
    "    u32 offset[256]; /* of each process's frame */\n"
    "};\n";

static const char runtime[] =
    "static int index_of(struct run *r, int i, int length, u32 fault) {\n"
    "    if (i >= 0 && i < length) return i;\n"
    "    r->fault = fault;\n    return 0;\n}\n"
    "static int divide(struct run *r, int a, int b, u32 fault) {\n"
    "    if (b == 0) { r->fault = fault; return 0; }\n"
    "    return b == -1 ? (int)(0u - (u32)a) : a / b;\n}\n"
    "static int modulo(struct run *r, int a, int b, u32 fault) {\n"
    "    if (b == 0) { r->fault = fault; return 0; }\n"
    "    return b == -1 ? 0 : a % b;\n}\n"
    "static int shift_left(int a, int b) { return (int)((u32)a << (b & 31)); }\n"
    "static int shift_right(int a, int b) { return a >> (b & 31); }\n"
    "static u32 location_at(const u8 *bytes, int offset) {\n"
    "    if (offset < 0) return ~0u;\n"
    "    return wide_location[bytes[offset]] ? *(const u16 *)(bytes + offset + 2) : bytes[offset + 1];\n}\n"
    "static void set_location(u8 *frame, u32 target) {\n"
    "    if (wide_location[frame[0]]) *(u16 *)(frame + 2) = target;\n"
    "    else frame[1] = target;\n}\n"
    "static int remote(struct run *r, int pid, u32 type) {\n"
    "    if (pid < 0 || pid >= ((const struct Now *)r->s)->_nr_pr) return -1;\n"
    "    return r->s[r->offset[pid]] == type ? (int)r->offset[pid] : -1;\n}\n"
    "static int first_of(struct run *r, u32 type) {\n"
    "    for (int pid = 0; pid < ((const struct Now *)r->s)->_nr_pr; pid++)\n"
    "        if (r->s[r->offset[pid]] == type) return r->offset[pid];\n"
    "    return -1;\n}\n"
    "static const u8 no_frame[FRAME_ROOM];\n"
    "static const u8 *remote_frame(const u8 *bytes, int offset) { return offset < 0 ? no_frame : bytes + offset; }\n"
    "static int pc_value(struct run *r, int pid) {\n"
    "    if (pid < 0 || pid >= ((const struct Now *)r->s)->_nr_pr) return 0;\n"
    "    return location_at(r->s, r->offset[pid]);\n}\n"
    "static int find_channel(struct run *r, u32 c, u32 *offset) {\n"
    "    *offset = 0;\n"
    "    if (c == 0) return -1;\n"
    "    c--;\n"
    "    if (c < GLOBAL_CHANNELS) { *offset = global_channel_offset[c]; return global_channel_shape[c]; }\n"
    "    c -= GLOBAL_CHANNELS;\n"
    "    for (int pid = 0; pid < ((const struct Now *)r->s)->_nr_pr; pid++) {\n"
    "        u32 type = r->s[r->offset[pid]];\n"
    "        if (c < local_channels[type]) {\n"
    "            *offset = r->offset[pid] + local_channel_offset[type][c];\n"
    "            return local_channel_shape[type][c];\n"
    "        }\n"
    "        c -= local_channels[type];\n"
    "    }\n"
    "    return -1;\n}\n"
    "static u32 channel_offset(struct run *r, u32 c) { u32 o; find_channel(r, c, &o); return o; }\n"
    "static int channel_shape(struct run *r, u32 c) { u32 o; return find_channel(r, c, &o); }\n"
    "static void begin(struct run *r) {\n"
    "    memcpy(r->t, r->s, r->size);\n"
    "    r->successor_size = r->size;\n    BEGIN_CODE;\n}\n"
    "static void emit_step(struct run *r, const void *state, u32 size, u32 pid, u32 action, u32 partner, u32 reply,\n"
    "                      u32 holder, u32 single) {\n"
    "    struct step step;\n"
    "    step.action = action; step.reply = reply; step.actor = pid; step.partner = partner;\n"
    "    step.holder = holder; step.passing = single && r->reducing && holder == NOBODY && !r->fault; step.fault = "
    "r->fault;\n"
    "    r->fault = 0;\n"
    "    r->count++;\n"
    "    r->emit(r->context, state, size, &step);\n}\n"
    "/* The successor is complete. */\n"
    "static void done(struct run *r, u32 pid, u32 action, u32 holder, u32 single) {\n"
    "    SET_LAST(pid);\n    END_CODE;\n"
    "    emit_step(r, r->t, r->successor_size, pid, action, NOBODY, ~0u, holder, single);\n}\n"
    "/* Something went wrong before there was a successor. */\n"
    "static void fail(struct run *r, u32 pid, u32 action) {\n    r->failed = 1;\n"
    "    emit_step(r, r->s, r->size, pid, action, NOBODY, ~0u, NOBODY, 0);\n}\n"
    "static void handshake_done(struct run *r, u32 pid, u32 action, u32 holder, u32 single) {\n"
    "    SET_LAST(pid);\n    END_CODE;\n"
    "    emit_step(r, r->t, r->successor_size, r->sender, r->sender_action, pid, action, holder,\n"
    "              single | r->sender_single);\n}\n"
    "static void begin_handshake(struct run *r) {\n"
    "    begin(r);\n"
    "    set_location(r->t + r->offset[r->sender], r->sender_target);\n}\n"
    "static void receives(struct run *r, unsigned pid, unsigned c, unsigned fields);\n"
    "static void moves(struct run *r, unsigned pid);\n"
    "static void handshake(struct run *r, u32 pid, unsigned c, unsigned fields, u32 action, u32 target,\n"
    "                      u32 single) {\n"
    "    r->sender = pid; r->sender_action = action; r->sender_target = target; r->sender_single = single;\n"
    "    for (int i = ((const struct Now *)r->s)->_nr_pr - 1; i >= 0; i--)\n"
    "        if ((u32)i != pid) receives(r, i, c, fields);\n}\n";

static const char enabled_functions[] =
    "static void emit_nothing(void *c, const void *s, u32 n, const struct step *t) { (void)c; (void)s; (void)n; "
    "(void)t; "
    "}\n"
    "static int enabled(struct run *r, int pid) {\n"
    "    if (pid < 0 || pid >= ((const struct Now *)r->s)->_nr_pr) return 0;\n"
    "    struct run probe = *r;\n"
    "    u8 buffer[STATE_ROOM];\n"
    "    probe.t = buffer; probe.emit = emit_nothing; probe.count = 0;\n"
    "    moves(&probe, pid);\n"
    "    return probe.count != 0;\n}\n";

static size_t largest_message(const struct layout *layout) {
    size_t most = 1;
    for (size_t i = 0; i < layout->shapes.count; i++)
        if (layout->shapes.items[i].fields.count > most) most = layout->shapes.items[i].fields.count;
    return most;
}

void emit_prelude(struct generator *g) {
    embedded_add_declarations(g->in.model, &g->out);
    text_add(&g->out, prelude);
}

/* Embedded C finds the state under the name `now` and the process's frame under `Pname`; tracked memory is copied in
 * before a step and out after it. */
static void emit_embedded(struct generator *g) {
    const struct model *model = g->in.model;
    const struct embedded *embedded = g->in.layout->embedded;
    if (!model->uses_code) {
        emit(g, "#define BEGIN_CODE ((void)0)\n#define END_CODE ((void)0)\n");
        return;
    }
    emit(g, "static struct Now *rt_now;\n#define now (*rt_now)\n");
    for (size_t i = 0; i < model->proctypes.count; i++)
        if (is_process(model->proctypes.items[i]))
            emit(g, "#define P%s ((struct P_%zu *)tm)\n", model->proctypes.items[i]->name, i);
    for (size_t i = 0; i < embedded->items.count; i++)
        if (embedded->items.items[i].kind == EMBEDDED_HIDDEN)
            emit(g, "static %s;\n", embedded->items.items[i].declaration->text);
    for (size_t i = 0; i < model->c_declarations.count; i++)
        if (model->c_declarations.items[i].kind == C_FUNCTIONS) emit(g, "%s\n", model->c_declarations.items[i].text);
    emit(g, "static void tracked_in(void) {\n");
    for (size_t i = 0; i < embedded->items.count; i++)
        if (embedded->items.items[i].kind == EMBEDDED_TRACKED)
            emit(g, "    memcpy(%s, now.tracked_%zu, %u);\n", embedded->items.items[i].declaration->text, i,
                 embedded->items.items[i].size);
    emit(g, "}\nstatic void tracked_out(void) {\n");
    for (size_t i = 0; i < embedded->items.count; i++)
        if (embedded->items.items[i].kind == EMBEDDED_TRACKED)
            emit(g, "    memcpy(now.tracked_%zu, %s, %u);\n", i, embedded->items.items[i].declaration->text,
                 embedded->items.items[i].size);
    emit(g, "}\n#define BEGIN_CODE (rt_now = (struct Now *)r->t, tracked_in())\n#define END_CODE tracked_out()\n");
}

/* The initial values of c_state variables. */
static void emit_embedded_values(struct generator *g, const struct proctype *owner, const char *base) {
    const struct embedded *embedded = g->in.layout->embedded;
    for (size_t i = 0; i < embedded->items.count; i++) {
        const struct embedded_item *item = &embedded->items.items[i];
        bool stored = item->kind == EMBEDDED_GLOBAL || item->kind == EMBEDDED_LOCAL;
        if (stored && item->owner == owner && item->declaration->extra)
            emit(g, "    %s->%s = %s;\n", base, item->name, item->declaration->extra);
    }
}

void emit_runtime(struct generator *g) {
    uint32_t frame_room = 4;
    for (size_t i = 0; i < g->in.model->proctypes.count; i++)
        if (g->in.layout->frames[i].size > frame_room) frame_room = g->in.layout->frames[i].size;
    emit(g, "enum { MESSAGE_FIELDS = %zu, STATE_ROOM = %u, FRAME_ROOM = %u };\n", largest_message(g->in.layout),
         g->in.layout->max_size, frame_room);
    emit(g, "#define SET_LAST(pid) %s\n",
         g->in.layout->last_offset ? "(((struct Now *)r->t)->_last = (pid))" : "((void)0)");
    text_add(&g->out, run_structure);
    emit_embedded(g);
    text_add(&g->out, runtime);
    if (g->in.model->uses_enabled || g->in.model->uses_priority) text_add(&g->out, enabled_functions);
    if (g->in.model->uses_priority)
        emit(g,
             "static int get_priority(struct run *r, int pid) {\n"
             "    if (pid < 0 || pid >= ((const struct Now *)r->s)->_nr_pr) return 0;\n"
             "    return r->s[r->offset[pid] + %u];\n}\n",
             g->in.layout->priority_offset);
}

/* ---- creating processes ---- */

/* Handles of the channels that a frame declares: consecutive numbers from the first free one. */
static void emit_channel_handles(struct generator *g, const struct frame_layout *frame, const char *base,
                                 const char *first) {
    for (size_t i = 0; i < frame->slots.count; i++)
        emit(g, "    (%s)[%u] = %s + %zu;\n", base, frame->slots.items[i].handle, first, i);
}

/* `path` is the C expression of the variable, without an index. */
static void emit_initial_value(struct generator *g, const struct variable *v, const char *path) {
    if (v->type.kind == TYPE_STRUCT) {
        for (unsigned i = 0; i < (v->length ? v->length : 1); i++)
            for (size_t f = 0; f < v->type.structure->fields.count; f++) {
                const struct variable *field = v->type.structure->fields.items[f];
                const char *element = v->length ? arena_printf(g->arena, "%s[%u]", path, i) : path;
                emit_initial_value(g, field, arena_printf(g->arena, "%s.%s", element, emit_c_name(field)));
            }
        return;
    }
    if (v->is_parameter || (!v->initial && !v->initial_list.count)) return;
    const char *mask = emit_mask(g, &v->type, v->length != 0);
    for (unsigned i = 0; i < (v->length ? v->length : 1); i++) {
        size_t listed = v->initial_list.count;
        const struct expression *value = listed ? v->initial_list.items[i < listed ? i : listed - 1] : v->initial;
        emit(g, "    %s", path);
        if (v->length) emit(g, "[%u]", i);
        emit(g, " = (");
        emit_expression(g, &view_successor, value);
        emit(g, ")%s;\n", mask);
    }
}

static void emit_initial_values(struct generator *g, struct variable *const *variables, size_t count,
                                const struct frame_layout *frame, const char *base) {
    for (size_t i = 0; i < count; i++)
        if (frame->offsets[i] != UINT32_MAX)
            emit_initial_value(g, variables[i], arena_printf(g->arena, "%s->%s", base, emit_c_name(variables[i])));
}

static void emit_parameters(struct generator *g, const struct proctype *p) {
    for (size_t i = 0; i < p->parameters.count; i++) emit(g, ", int a%zu", i);
    if (g->in.model->uses_priority) emit(g, ", int priority");
}

static void emit_spawn(struct generator *g, const struct automaton *automaton) {
    const struct proctype *p = automaton->proctype;
    const struct frame_layout *frame = &g->in.layout->frames[p->index];
    g->proctype = p;
    emit(g, "static int spawn_%u(struct run *r", p->index);
    emit_parameters(g, p);
    emit(g,
         ", u32 fault) {\n    struct Now *tn = (struct Now *)r->t;\n    unsigned pid = tn->_nr_pr;\n"
         "    if (pid >= 255 || r->successor_size + %u > STATE_ROOM) { r->fault = fault; return 0; }\n"
         "    u8 *frame = r->t + r->successor_size;\n    struct P_%u *tm = (struct P_%u *)frame;\n"
         "    memset(frame, 0, %u);\n    tm->_t = %u;\n    tm->_p = %u;\n",
         frame->size, p->index, p->index, frame->size, p->index, automaton->initial);
    if (g->in.model->uses_priority) emit(g, "    tm->_priority = priority;\n");
    if (frame->slots.count) {
        emit(g,
             "    u32 first = GLOBAL_CHANNELS + 1, at = %u;\n"
             "    for (unsigned i = 0; i < pid; i++) { first += local_channels[r->t[at]]; at += "
             "frame_size[r->t[at]]; }\n",
             g->in.layout->globals.size);
        emit_channel_handles(g, frame, "frame", "first");
    }
    emit(g, "    tn->_nr_pr++;\n    r->successor_size += %u;\n    r->offset[pid] = frame - r->t;\n", frame->size);
    for (size_t i = 0; i < p->parameters.count; i++) {
        const struct variable *v = p->parameters.items[i];
        emit(g, "    tm->%s = a%zu%s;\n", emit_c_name(v), i, emit_mask(g, &v->type, false));
    }
    emit_initial_values(g, p->variables.items, p->variables.count, frame, "tm");
    if (g->in.layout->pid_offset) emit(g, "    tm->_pid = pid;\n");
    emit_embedded_values(g, p, "tm");
    emit(g, "    return pid;\n}\n");
    g->proctype = NULL;
}

static void emit_initial(struct generator *g) {
    const struct model *model = g->in.model;
    emit(g,
         "static void initial(emit_function emit, void *context) {\n"
         "    struct run run, *r = &run;\n    u8 buffer[STATE_ROOM];\n"
         "    memset(r, 0, sizeof run); memset(buffer, 0, sizeof buffer);\n"
         "    r->s = r->t = buffer; r->emit = emit; r->context = context; r->size = r->successor_size = %u;\n"
         "    struct Now *tn = (struct Now *)r->t; unsigned pid = 0; (void)tn; (void)pid;\n",
         g->in.layout->globals.size);
    emit_channel_handles(g, &g->in.layout->globals, "r->t", "1");
    if (model->uses_code) emit(g, "    rt_now = tn;\n    END_CODE;\n");
    emit_initial_values(g, model->globals.items, model->globals.count, &g->in.layout->globals, "tn");
    emit_embedded_values(g, NULL, "tn");
    for (size_t i = 0; i < model->proctypes.count; i++) {
        const struct proctype *p = model->proctypes.items[i];
        if (!is_process(p)) continue;
        for (unsigned k = 0; k < p->active; k++) {
            emit(g, "    spawn_%u(r", p->index);
            for (size_t a = 0; a < p->parameters.count; a++) emit(g, ", 0");
            if (model->uses_priority) emit(g, ", %u", p->priority ? p->priority : 1);
            emit(g, ", 0);\n");
        }
    }
    for (size_t i = 0; i < model->proctypes.count; i++) {
        enum proctype_kind kind = model->proctypes.items[i]->kind;
        if (kind == PROCTYPE_TRACE || kind == PROCTYPE_NOTRACE)
            emit(g, "    tn->_event = %u;\n", g->in.automata[i]->initial);
    }
    emit(g, "    struct step step = {~0u, ~0u, NOBODY, NOBODY, NOBODY, 0, r->fault};\n"
            "    emit(context, r->t, r->successor_size, &step);\n}\n");
}

void emit_spawns(struct generator *g) {
    const struct model *model = g->in.model;
    for (size_t i = 0; i < model->proctypes.count; i++)
        if (is_process(model->proctypes.items[i])) emit_spawn(g, g->in.automata[i]);
    emit_initial(g);
    emit(g, "static int spawn(unsigned type, void *state, u32 *size, const int *a) {\n"
            "    struct run run, *r = &run;\n    memset(r, 0, sizeof run);\n"
            "    r->s = r->t = state; r->size = r->successor_size = *size;\n    switch (type) {\n");
    for (size_t i = 0; i < model->proctypes.count; i++) {
        const struct proctype *p = model->proctypes.items[i];
        if (!is_process(p)) continue;
        emit(g, "    case %u: spawn_%u(r", p->index, p->index);
        for (size_t k = 0; k < p->parameters.count; k++) emit(g, ", a[%zu]", k);
        if (model->uses_priority) emit(g, ", 1");
        emit(g, ", 1); break;\n");
    }
    emit(g,
         "    default: return 0;\n    }\n    (void)a;\n    *size = r->successor_size;\n    return r->fault == 0;\n}\n");
}
