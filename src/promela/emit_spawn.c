#include "promela/emit.h"

/* Creating processes, and the initial state. */

static const char too_many[] = "too many processes or channels, or too large a state";

/* Handles of the channels that a frame declares: consecutive numbers from the first free one. */
static void emit_channel_handles(struct generator *g, const struct frame_layout *frame, const char *base,
                                 const char *first) {
    for (size_t i = 0; i < frame->slots.count; i++)
        emit(g, "    (%s)[%u] = %s + %zu;\n", base, frame->slots.items[i].handle, first, i);
}

/* `path` is the C expression of the variable, without an index. */
static void emit_initial_value(struct generator *g, const struct variable *v, const char *path) {
    if (v->is_parameter) return;
    if (v->type.kind == TYPE_STRUCT) {
        for (unsigned i = 0; i < (v->length ? v->length : 1); i++)
            for (size_t f = 0; f < v->type.structure->fields.count; f++) {
                const struct variable *field = v->type.structure->fields.items[f];
                const char *element = v->length ? arena_printf(g->arena, "%s[%u]", path, i) : path;
                emit_initial_value(g, field, arena_printf(g->arena, "%s.%s", element, emit_c_name(g, field)));
            }
        return;
    }
    if (!v->initial && !v->initial_list.count) return;
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
            emit_initial_value(g, variables[i], arena_printf(g->arena, "%s->%s", base, emit_c_name(g, variables[i])));
}

static void emit_parameters(struct generator *g, const struct proctype *p) {
    for (size_t i = 0; i < p->argument_count; i++) emit(g, ", int a%zu", i);
    if (g->in.model->uses_priority) emit(g, ", int priority");
}

/* Structures come field by field, in their order. */
static void emit_argument(struct generator *g, const struct variable *v, const char *path, size_t *number) {
    if (v->type.kind != TYPE_STRUCT) {
        emit(g, "    %s = a%zu%s;\n", path, (*number)++, emit_mask(g, &v->type, false));
        return;
    }
    for (size_t f = 0; f < v->type.structure->fields.count; f++) {
        const struct variable *field = v->type.structure->fields.items[f];
        emit_argument(g, field, arena_printf(g->arena, "%s.%s", path, emit_c_name(g, field)), number);
    }
}

static void emit_arguments(struct generator *g, const struct proctype *p) {
    size_t number = 0;
    for (size_t i = 0; i < p->parameters.count; i++) {
        const struct variable *v = p->parameters.items[i];
        emit_argument(g, v, arena_printf(g->arena, "tm->%s", emit_c_name(g, v)), &number);
    }
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
             "frame_size[r->t[at]]; }\n"
             "    if (first + %zu > 256) { r->fault = fault; return 0; }\n",
             g->in.layout->globals.size, frame->slots.count);
        emit_channel_handles(g, frame, "frame", "first");
    }
    emit(g, "    tn->_nr_pr++;\n    r->successor_size += %u;\n", frame->size);
    if (!g->in.layout->fixed_frames) emit(g, "    r->offset[pid] = frame - r->t;\n");
    emit_arguments(g, p);
    emit_initial_values(g, p->variables.items, p->variables.count, frame, "tm");
    if (g->in.layout->pid_offset) emit(g, "    tm->_pid = pid;\n");
    emit_embedded_values(g, p);
    emit(g, "    return pid;\n}\n");
    emit_paid(g); /* whoever calls it looks: `run` has a fault of its own, and initial() and spawn() report */
    g->proctype = NULL;
}

static void emit_initial(struct generator *g) {
    const struct model *model = g->in.model;
    emit(g,
         "static void initial(emit_function emit, void *context) {\n"
         "    struct run run, *r = &run;\n    u8 buffer[STATE_ROOM];\n"
         "    memset(r, 0, sizeof run); memset(buffer, 0, sizeof buffer);\n"
         "    r->s = r->t = buffer; r->size = r->successor_size = %u;\n"
         "    struct Now *tn = (struct Now *)r->t; unsigned pid = 0; (void)tn; (void)pid;\n",
         g->in.layout->globals.size);
    emit_channel_handles(g, &g->in.layout->globals, "r->t", "1");
    if (model->uses_code) emit(g, "    rtcheck_now = tn;\n    rtcheck_initial();\n");
    emit_initial_values(g, model->globals.items, model->globals.count, &g->in.layout->globals, "tn");
    emit_embedded_values(g, NULL);
    for (size_t i = 0; i < model->proctypes.count; i++) {
        const struct proctype *p = model->proctypes.items[i];
        if (!emit_is_process(p)) continue;
        for (unsigned k = 0; k < p->active; k++) {
            emit(g, "    spawn_%u(r", p->index);
            for (size_t a = 0; a < p->argument_count; a++) emit(g, ", 0");
            if (model->uses_priority) emit(g, ", %u", p->priority ? p->priority : 1);
            emit(g, ", %u);\n", emit_fault(g, "processes", p->place, too_many));
        }
    }
    for (size_t i = 0; i < model->proctypes.count; i++) {
        enum proctype_kind kind = model->proctypes.items[i]->kind;
        if (kind == PROCTYPE_TRACE || kind == PROCTYPE_NOTRACE)
            emit(g, "    tn->_event = %u;\n", g->in.automata[i]->initial);
    }
    emit(g, "    END_CODE;\n");
    emit(g, "    struct step step = {NO_ACTION, NO_ACTION, NOBODY, NOBODY, NOBODY, 0, r->fault, 0, 0};\n"
            "    emit(context, r->t, r->successor_size, &step);\n}\n");
    emit_paid(g);
}

void emit_spawns(struct generator *g) {
    const struct model *model = g->in.model;
    for (size_t i = 0; i < model->proctypes.count; i++)
        if (emit_is_process(model->proctypes.items[i])) emit_spawn(g, g->in.automata[i]);
    emit_initial(g);
    emit(g,
         "static int spawn(unsigned type, void *state, u32 *size, const int *a) {\n"
         "    struct run run, *r = &run;\n    memset(r, 0, sizeof run);\n"
         "    r->s = r->t = (u8 *)state; r->size = r->successor_size = *size;\n    BEGIN_CODE;\n    switch (type) {\n");
    for (size_t i = 0; i < model->proctypes.count; i++) {
        const struct proctype *p = model->proctypes.items[i];
        if (!emit_is_process(p)) continue;
        emit(g, "    case %u: spawn_%u(r", p->index, p->index);
        for (size_t k = 0; k < p->argument_count; k++) emit(g, ", a[%zu]", k);
        if (model->uses_priority) emit(g, ", 1");
        emit(g, ", 1); break;\n");
    }
    emit(g, "    default: return 0;\n    }\n    (void)a;\n    END_CODE;\n    *size = r->successor_size;\n    return "
            "r->fault == 0;\n}\n");
}
