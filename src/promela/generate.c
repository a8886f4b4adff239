#include "promela/generate.h"

#include "jit/jit.h"
#include "promela/emit.h"

/* `case type: function_type(arguments); return;` for every proctype of a kind. */
static void emit_dispatch(struct generator *g, const char *function, const char *arguments, bool claims) {
    const struct model *model = g->in.model;
    for (size_t i = 0; i < model->proctypes.count; i++) {
        const struct proctype *p = model->proctypes.items[i];
        if (claims ? p->kind == PROCTYPE_NEVER : emit_is_process(p))
            emit(g, "    case %u: %s_%u(%s); return;\n", p->index, function, p->index, arguments);
    }
}

static void emit_priorities(struct generator *g) {
    if (!g->in.model->uses_priority) return;
    emit(g,
         "static int highest_priority(struct run *r, unsigned pid) {\n"
         "    for (int i = 0; i < ((const struct Now *)r->s)->_nr_pr; i++)\n"
         "        if ((unsigned)i != pid && get_priority(r, i) > get_priority(r, pid) && enabled(r, i, 0)) return 0;\n"
         "    return 1;\n}\n");
}

static void emit_processes(struct generator *g) {
    const struct model *model = g->in.model;
    for (size_t i = 0; i < model->proctypes.count; i++)
        if (emit_is_process(model->proctypes.items[i])) emit_process(g, g->in.automata[i]);
    emit(g, "static void moves(struct run *r, unsigned pid) {\n    switch (r->s[FRAME_OFFSET(pid)]) {\n");
    emit_dispatch(g, "moves", "r, pid", false);
    emit(g, "    }\n}\nstatic void receives(struct run *r, unsigned pid, unsigned c, unsigned fields) {\n"
            "    switch (r->s[FRAME_OFFSET(pid)]) {\n");
    emit_dispatch(g, "receives", "r, pid, c, fields", false);
    emit(g, "    }\n}\n");
}

/* ---- tables by location ---- */

static unsigned location_marks(const struct location *location) {
    return (location->is_end ? TS_VALID_END : 0u) | (location->is_accept ? TS_ACCEPTING : 0u) |
           (location->is_progress ? TS_PROGRESS : 0u);
}

static void emit_location_table(struct generator *g, const char *name, bool marks) {
    const struct model *model = g->in.model;
    for (size_t i = 0; i < model->proctypes.count; i++) {
        if (!emit_is_process(model->proctypes.items[i])) continue;
        emit(g, "static const u8 %s_%zu[] = {", name, i);
        const struct automaton *a = g->in.automata[i];
        for (size_t k = 0; k < a->locations.count; k++)
            emit(g, "%u,",
                 marks             ? location_marks(&a->locations.items[k])
                 : g->in.reduction ? g->in.reduction[i][k]
                                   : 0u);
        emit(g, "};\n");
    }
    emit(g, "static const u8 *const %s[] = {", name);
    for (size_t i = 0; i < model->proctypes.count; i++)
        if (emit_is_process(model->proctypes.items[i]))
            emit(g, "%s_%zu,", name, i);
        else
            emit(g, "0,");
    emit(g, "0};\n");
}

static void emit_marks(struct generator *g) {
    emit_location_table(g, "location_marks", true);
    emit(g, "static unsigned marks_of(struct run *r) {\n    unsigned all = VALID_END, any = 0;\n"
            "    for (int pid = 0; pid < ((const struct Now *)r->s)->_nr_pr; pid++) {\n"
            "        unsigned m = location_marks[r->s[FRAME_OFFSET(pid)]][location_at(r->s, FRAME_OFFSET(pid))];\n"
            "        all &= m; any |= m;\n    }\n    return all | (any & (ACCEPTING | PROGRESS));\n}\n");
}

/* ---- entry points ---- */

static void emit_prepare(struct generator *g) {
    emit(g, "static void prepare(struct run *r, const void *state, u32 size, struct sink *sink) {\n"
            "    r->s = (const u8 *)state; r->size = size; r->sink = sink; r->t = sink->room;\n"
            "    r->fault = 0; r->timeout = 0; r->count = 0; r->reducing = 0; r->failed = 0;\n"
            "    FIND_FRAMES(r); NOBODY_ASKS(r);\n}\n");
}

static void emit_next(struct generator *g) {
    emit_location_table(g, "reduction", false);
    emit(g,
         "static unsigned reduction_at(struct run *r, int pid) {\n"
         "    return reduction[r->s[FRAME_OFFSET(pid)]][location_at(r->s, FRAME_OFFSET(pid))];\n}\n"
         "static int somebody_runs(struct run *r, int but, int n) {\n"
         "    for (int i = 0; i < n; i++) if (i != but && (reduction_at(r, i) & RUNS)) return 1;\n    return 0;\n}\n");
    emit(g,
         "static void next_in_place(const void *state, u32 size, unsigned actor, struct sink *sink) {\n"
         "    struct run run, *r = &run;\n    prepare(r, state, size, sink);\n    int n = ((const struct Now "
         "*)r->s)->_nr_pr;\n"
         "    if (actor < ENOUGH) { if ((int)actor < n) moves(r, actor); return; }\n"
         "    if (actor == ENOUGH) {\n        r->reducing = 1;\n"
         "        for (int single = SINGLE; single >= 0; single -= SINGLE)\n"
         "            for (int i = n - 1; i >= 0; i--) {\n"
         "                unsigned how = reduction_at(r, i);\n"
         "                if (!(how & SAFE) || (int)(how & SINGLE) != single) continue;\n"
         "                if ((how & CALM) && somebody_runs(r, i, n)) continue;\n"
         "                moves(r, i);\n                if (r->failed) {\n"
         "                    for (int k = n - 1; k >= 0; k--) if (k != i) moves(r, k);\n"
         "                    return;\n                }\n                if (r->count) return;\n            }\n"
         "    }\n"
         "    for (int i = n - 1; i >= 0; i--) moves(r, i);\n%s}\n",
         g->in.model->uses_timeout
             ? "    if (r->count) return;\n    r->timeout = 1;\n    for (int i = n - 1; i >= 0; i--) moves(r, i);\n"
             : "");
    emit(
        g,
        "static void next(const void *state, u32 size, unsigned actor, emit_function emit, void *context) {\n"
        "    u8 buffer[STATE_ROOM];\n    struct sink sink = {buffer, emit, context};\n"
        "    next_in_place(state, size, actor, &sink);\n}\n"
        "static unsigned marks(const void *state, u32 size) {\n    struct run run;\n    struct sink none = {0, 0, 0};\n"
        "    prepare(&run, state, size, &none);\n    return marks_of(&run);\n}\n");
}

/* Embedded C looks at the state through `now`, which is the successor. */
static const char *sees_successor(const struct generator *g) { return g->in.model->uses_code ? "    begin(r);\n" : ""; }

static void emit_claims(struct generator *g) {
    const struct model *model = g->in.model;
    for (size_t i = 0; i < model->proctypes.count; i++)
        if (model->proctypes.items[i]->kind == PROCTYPE_NEVER) emit_claim(g, g->in.automata[i]);
    emit(g,
         "static void claim(unsigned type, const void *state, u32 size, u32 location, claim_function emit, void "
         "*context) {\n    struct run run, *r = &run;\n    u8 buffer[STATE_ROOM];\n    struct sink sink = {buffer, "
         "0, 0};\n"
         "    prepare(r, state, size, &sink);\n%s    switch (type) {\n",
         sees_successor(g));
    emit_dispatch(g, "claim", "r, location, emit, context", true);
    emit(g, "    }\n    (void)location; (void)emit; (void)context;\n}\n");
}

static void emit_atom(struct generator *g, const struct expression *atom, size_t number) {
    emit(g, "        value = ");
    emit_truth(g, &view_state, atom);
    emit(g, ";\n        if (value) v |= 1ull << %zu;\n", number);
    emit_check(g, "*faulty |= 1ull << %zu; faults[%zu] = take_fault(r);", number, number);
}

static void emit_atoms(struct generator *g) {
    emit(g,
         "static u64 atoms(unsigned property, const void *state, u32 size, u64 *faulty, u32 *faults) {\n"
         "    struct run run, *r = &run;\n"
         "    u8 buffer[STATE_ROOM];\n    struct sink sink = {buffer, 0, 0};\n    prepare(r, state, size, &sink);\n%s"
         "    const struct Now *sn = (const struct Now *)r->s;\n    unsigned pid = NOBODY;\n    u64 v = 0;\n"
         "    int value = 0;\n    *faulty = 0;\n    (void)sn; (void)pid; (void)faults; (void)value;\n"
         "    switch (property) {\n",
         sees_successor(g));
    for (size_t i = 0; i < g->in.model->ltl.count; i++) {
        emit(g, "    case %zu:\n", i);
        for (size_t k = 0; k < g->in.properties[i].atoms.count; k++)
            emit_atom(g, g->in.properties[i].atoms.items[k], k);
        emit_leave(g, "        break;\n");
    }
    emit(g, "    }\n    return v;\n}\n");
}

char *generate_code(const struct generate_input *input, struct arena *arena, fault_list *faults) {
    struct generator g = {.in = *input, .arena = arena, .faults = faults};
    if (!faults->count) vec_push(faults, (struct ts_fault){.kind = "none", .message = "nothing"});
    g.rebound = rebound_find(input->model);
    emit_embedded(&g);
    struct text embedded = g.out;
    g.out = (struct text){0};
    emit_prelude(&g);
    emit_types(&g);
    struct text head = g.out;
    g.out = (struct text){0};
    emit_runtime(&g);
    emit_prepare(&g);
    emit_marks(&g);
    emit_priorities(&g);
    emit_promises(&g);
    emit_trace(&g);
    emit_spawns(&g);
    emit_processes(&g);
    emit_next(&g);
    emit_claims(&g);
    emit_atoms(&g);
    emit_complete(&g);
    emit(&g, "#ifdef __cplusplus\nextern \"C\" {\n#endif\nextern struct code rtcheck_code;\n"
             "struct code rtcheck_code = {initial, next, next_in_place, marks, claim, atoms, spawn};\n"
             "#ifdef __cplusplus\n}\n#endif\n");
    rebound_free(&g.rebound);
    if (embedded.length) text_printf(&embedded, "%s" JIT_NEXT_UNIT, text_chars(&g.pieces));
    text_add(&embedded, text_chars(&head));
    text_add(&embedded, text_chars(&g.prototypes));
    text_add(&embedded, text_chars(&g.out));
    text_free(&g.pieces);
    text_free(&g.prototypes);
    text_free(&g.out);
    text_free(&head);
    return text_take(&embedded);
}
