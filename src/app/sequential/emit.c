#include "app/sequential/emit.h"

#include "app/exec/fault.h"
#include "app/sequential/layout.h"
#include "app/sequential/parts.h"
#include "app/sequential/statement.h"
#include "app/sequential/words.h"

struct emitter {
    const struct sequential_graph *graph;
    struct sequential_names names;
    struct sequential_helpers helpers;
    struct sequential_statements statements;
    struct sequential_layout layout;
    struct sequential_sources sources;
    struct arena *arena;
    bool *stop; /* by point */
    bool steps;
};

/* ---- going on ---- */

/* Frames that are no more hold nothing: states that differ in them are one. */
static void clear_ended(struct emitter *e, uint32_t from, uint32_t to, struct text *out) {
    for (uint32_t c = 0; e->steps && c < e->graph->executor->subject->context_count; c++) {
        struct sequential_calls were = sequential_calls(e->graph, from, c), are = sequential_calls(e->graph, to, c);
        for (uint32_t i = are.count; i < were.count; i++) {
            const struct c_function *function = e->graph->code->functions.items[were.items[i].function].origin;
            const char *frame = sequential_frame(&e->names, c, function);
            if (frame) text_printf(out, "memset(&app.%s, 0, sizeof app.%s); ", frame, frame);
        }
    }
}

/* A jump to a point, as statements. */
static void add_jump(struct emitter *e, uint32_t from, uint32_t to, struct text *out) {
    clear_ended(e, from, to, out);
    if (e->steps && e->stop[to]) {
        sequential_want(&e->layout, to);
        text_printf(out, "return %u;", to);
    } else {
        sequential_go(&e->layout, to, out);
    }
}

static void add_called(struct emitter *e, const struct sequential_answer *answer, struct text *out) {
    if (answer->is_silent || e->steps) return;
    struct text words = {0};
    sequential_answer_words(e->graph, answer, &words);
    text_add(out, "CALLED(");
    sequential_add_string(out, text_chars(&words));
    text_add(out, "); ");
    text_free(&words);
}

static void add_edge(struct emitter *e, uint32_t from, const struct sequential_edge *edge, struct text *out) {
    if (edge->kind == SEQUENTIAL_ANSWER) {
        const struct sequential_answer *answer = &e->graph->answers.items[edge->which];
        add_called(e, answer, out);
        if (!edge->fault) sequential_add_results(&e->statements, &e->graph->points.items[from], answer, out);
    }
    if (edge->fault) {
        sequential_note_fault(&e->statements.writer, edge->fault);
        text_printf(out, e->steps ? "fault(%u); return 0;" : "fault(%u);", edge->fault);
    } else {
        add_jump(e, from, edge->to, out);
    }
}

/* ---- choices ---- */

static void add_arrival_comment(const struct emitter *e, const struct sequential_edge *edge, struct text *out) {
    text_add(out, " /* ");
    sequential_arrival_words(e->graph, edge, out);
    text_add(out, " */");
}

/* `first`: what the first number is for; what is not chosen goes on behind it. */
static void add_choice(struct emitter *e, uint32_t point, const struct sequential_edge *edges, uint32_t count,
                       uint32_t first) {
    struct text *body = &e->layout.body;
    text_printf(body, "    switch (choose(%u)) {\n", count + first);
    for (uint32_t i = 0; i < count; i++) {
        bool last = i + 1 == count && first == 0;
        text_printf(body, last ? "    default: " : "    case %u: ", i + first);
        add_edge(e, point, &edges[i], body);
        if (edges[i].fault && !e->steps && !last) text_add(body, " break;");
        if (edges[i].kind != SEQUENTIAL_ANSWER) add_arrival_comment(e, &edges[i], body);
        text_add_char(body, '\n');
    }
    if (first) text_add(body, "    default: break;\n");
    text_add(body, "    }\n");
}

static void add_arrivals(struct emitter *e, uint32_t number) {
    const struct sequential_point *point = &e->graph->points.items[number];
    uint32_t own = point->edge_count - point->arrivals;
    const struct sequential_edge *edges = &e->graph->edges.items[point->first_edge + own];
    struct text *body = &e->layout.body;
    if (!point->arrivals) return;
    if (point->deed == SEQUENTIAL_IDLE && point->arrivals == 1) {
        text_add(body, "    ");
        add_edge(e, number, edges, body);
        add_arrival_comment(e, edges, body);
        text_add_char(body, '\n');
    } else {
        add_choice(e, number, edges, point->arrivals, point->deed != SEQUENTIAL_IDLE);
    }
}

/* ---- points ---- */

/* What runs on: the last thing that a point does is to go somewhere. */
static void add_flow(struct emitter *e, uint32_t number) {
    const struct sequential_point *point = &e->graph->points.items[number];
    const struct sequential_edge *edges = &e->graph->edges.items[point->first_edge];
    uint32_t own = point->edge_count - point->arrivals;
    struct text *body = &e->layout.body;
    if (point->deed == SEQUENTIAL_CODE && point->instruction->kind == C_BRANCH) {
        text_add(body, "    if (");
        sequential_value(&e->statements.writer, sequential_condition(point->instruction), true, body);
        text_add(body, ") { ");
        add_edge(e, number, &edges[0], body);
        text_add(body, " }\n");
        edges++, own--;
    }
    if (own > 1) {
        add_choice(e, number, edges, own, 0);
        return;
    }
    if (own == 0) {
        text_add(body, e->steps ? "    return rt_ended();\n" : "    goto over;\n");
        return;
    }
    text_add(body, "    ");
    add_edge(e, number, edges, body);
    text_add_char(body, '\n');
}

static void write_point(void *context, uint32_t number) {
    struct emitter *e = context;
    const struct sequential_point *point = &e->graph->points.items[number];
    e->statements.writer.context = point->context;
    if (point->is_node) e->sources.told = (struct place){0};
    if (point->instruction && !e->steps)
        sequential_source_comment(&e->sources, sequential_place(e->graph, number), &e->layout.body);
    add_arrivals(e, number);
    if (point->deed == SEQUENTIAL_IDLE && point->arrivals) return;
    sequential_add_deed(&e->statements, number);
    add_flow(e, number);
}

static void write_comment(void *context, uint32_t number, struct text *out) {
    const struct emitter *e = context;
    sequential_node_comment(e->graph, number, out);
}

/* ---- all of it ---- */

static void begin(struct emitter *e, const struct sequential_graph *graph, const struct sequential_options *options) {
    *e = (struct emitter){.graph = graph,
                          .arena = arena_new(),
                          .stop = memory_new(graph->points.count + 1),
                          .sources = {.line = options->source_line, .context = options->context},
                          .steps = options->form == SEQUENTIAL_STEPS};
    sequential_stops(graph, true, e->stop);
    sequential_layout_begin(&e->layout, graph, e->steps ? e->stop : NULL);
    e->helpers.overflow = graph->executor->subject->enabled[APP_CHECK_OVERFLOW];
    sequential_names_build(&e->names, graph->code, e->arena);
    e->statements = (struct sequential_statements){
        .graph = graph,
        .subject = graph->executor->subject,
        .names = &e->names,
        .writer = {.executor = graph->executor, .names = &e->names, .helpers = &e->helpers, .context = OSEK_NONE},
        .arena = e->arena,
        .body = &e->layout.body,
        .steps = e->steps};
}

static void finish(struct emitter *e) {
    sequential_names_free(&e->names);
    vec_free(&e->statements.writer.faults);
    sequential_layout_end(&e->layout);
    free(e->stop);
    arena_free(e->arena);
}

void sequential_emit(const struct sequential_graph *graph, const struct sequential_options *options, struct text *out) {
    struct emitter e;
    struct text code = {0};
    begin(&e, graph, options);
    struct sequential_language language = {write_point, e.steps ? NULL : write_comment, &e, ":;\n", ""};
    sequential_lay_out(&e.layout, &language, &code);
    const struct sequential_writer *writer = &e.statements.writer;
    struct sequential_parts parts = {graph,  options, &e.names, &e.helpers, writer->faults.items, writer->faults.count,
                                     e.stop, &code};
    sequential_write_parts(&parts, out);
    text_free(&code);
    finish(&e);
}
