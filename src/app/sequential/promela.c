#include "app/sequential/promela.h"

#include "app/exec/fault.h"
#include "app/sequential/layout.h"
#include "app/sequential/promela_statement.h"
#include "app/sequential/words.h"

#include <string.h>

struct speaker {
    const struct sequential_graph *graph;
    struct pml_variables variables;
    struct pml_statements statements;
    struct sequential_layout layout;
    struct sequential_sources sources;
    struct arena *arena;
};

/* ---- going on ---- */

/* Locals of calls that are no more are zero: a call begins with them, and states that differ in them are one. */
static void clear_ended(struct speaker *s, uint32_t from, uint32_t to, struct text *out) {
    for (uint32_t c = 0; c < s->graph->executor->subject->context_count; c++) {
        struct sequential_calls were = sequential_calls(s->graph, from, c), are = sequential_calls(s->graph, to, c);
        for (uint32_t i = are.count; i < were.count; i++) {
            const char *frame =
                pml_frame(&s->variables, c, s->graph->code->functions.items[were.items[i].function].origin);
            if (frame) text_printf(out, "%s(); ", frame);
        }
    }
}

static void add_printed(struct speaker *s, const struct sequential_answer *answer, struct text *out) {
    if (answer->is_silent) return;
    struct text words = {0};
    sequential_answer_words(s->graph, answer, &words);
    for (size_t i = 0; i < words.length; i++)
        if (strchr("\"\\%?", words.chars[i])) words.chars[i] = ' ';
    text_printf(out, "printf(\"%s\\n\"); ", text_chars(&words));
    text_free(&words);
}

static void add_fault(struct speaker *s, uint32_t number, struct text *out) {
    const struct ts_fault *fault = faults_get(s->graph->executor->faults, number);
    text_printf(out, "assert(false); goto over; /* %s: ", fault->kind);
    sequential_add_harmless(out, fault->message, 200);
    text_add(out, " */");
}

static void add_edge(struct speaker *s, uint32_t from, const struct sequential_edge *edge, struct text *out) {
    if (edge->kind == SEQUENTIAL_ANSWER) {
        const struct sequential_answer *answer = &s->graph->answers.items[edge->which];
        add_printed(s, answer, out);
        if (!edge->fault) pml_results(&s->statements, &s->graph->points.items[from], answer, out);
    }
    if (edge->fault) {
        add_fault(s, edge->fault, out);
    } else {
        clear_ended(s, from, edge->to, out);
        sequential_go(&s->layout, edge->to, out);
    }
}

/* ---- points ---- */

static void add_choice(struct speaker *s, uint32_t point, const struct sequential_edge *edges, uint32_t count,
                       bool may_go_on) {
    struct text *body = &s->layout.body;
    text_add(body, "    if\n");
    for (uint32_t i = 0; i < count; i++) {
        text_add(body, "    :: ");
        add_edge(s, point, &edges[i], body);
        if (edges[i].kind != SEQUENTIAL_ANSWER) {
            text_add(body, " /* ");
            sequential_arrival_words(s->graph, &edges[i], body);
            text_add(body, " */");
        }
        text_add_char(body, '\n');
    }
    text_add(body, may_go_on ? "    :: skip\n    fi;\n" : "    fi;\n");
}

static void add_flow(struct speaker *s, uint32_t number) {
    const struct sequential_point *point = &s->graph->points.items[number];
    const struct sequential_edge *edges = &s->graph->edges.items[point->first_edge];
    uint32_t own = point->edge_count - point->arrivals;
    struct text *body = &s->layout.body;
    if (point->deed == SEQUENTIAL_CODE && point->instruction->kind == C_BRANCH) {
        const char *condition = pml_condition(&s->statements, point->instruction);
        text_printf(body, "    if :: %s -> ", condition);
        add_edge(s, number, &edges[0], body);
        text_add(body, " :: else fi;\n");
        edges++, own--;
    }
    if (own > 1) {
        add_choice(s, number, edges, own, false);
    } else if (own == 0) {
        text_add(body, "    goto over;\n");
    } else {
        text_add(body, "    ");
        add_edge(s, number, edges, body);
        text_add_char(body, '\n');
    }
}

static void write_point(void *context, uint32_t number) {
    struct speaker *s = context;
    const struct sequential_point *point = &s->graph->points.items[number];
    uint32_t own = point->edge_count - point->arrivals;
    const struct sequential_edge *arrivals = &s->graph->edges.items[point->first_edge + own];
    bool waits = point->deed == SEQUENTIAL_IDLE && point->arrivals;
    if (point->is_node) s->sources.told = (struct place){0};
    if (point->instruction) sequential_source_comment(&s->sources, sequential_place(s->graph, number), &s->layout.body);
    if (point->arrivals) add_choice(s, number, arrivals, point->arrivals, !waits);
    if (waits) return;
    pml_deed(&s->statements, number);
    add_flow(s, number);
}

static void write_comment(void *context, uint32_t number, struct text *out) {
    const struct speaker *s = context;
    sequential_node_comment(s->graph, number, out);
}

/* ---- all of it ---- */

static void add_head(const struct speaker *s, const char *title, struct text *out) {
    struct text name = {0};
    text_add_visible(&name, title ? title : "", title ? strlen(title) : 0, false);
    text_add(out, "/* ");
    sequential_add_harmless(out, text_chars(&name), 400);
    text_printf(
        out,
        ": an OSEK application as one sequential process, written by rtcheck app --engine sequential.\n"
        " *\n"
        " * The kernel is gone: %u of its states, %u nodes and %zu points are labels and jumps. In front of every "
        "node stands\n"
        " * what runs there, what led there, and who else is under way. What services return is a constant "
        "behind each call.\n"
        " *\n"
        " * rtcheck model FILE.pml; or spin -a FILE.pml && cc -fwrapv -DSAFETY -o pan pan.c && ./pan */\n\n",
        s->graph->kernel_count, s->graph->node_count, s->graph->points.count);
    text_free(&name);
}

static void add_start(struct speaker *s, struct text *out) {
    struct text values = {0};
    pml_add_values(&s->variables, &values);
    if (values.length) text_printf(out, "    atomic {\n%s    };\n", text_chars(&values));
    text_free(&values);
    if (s->graph->start_count < 2) return;
    text_add(out, "    if\n");
    for (uint32_t i = 0; i < s->graph->start_count; i++) text_printf(out, "    :: goto node_%u\n", i);
    text_add(out, "    fi;\n");
}

static void assemble(struct speaker *s, const char *title, const struct text *code, struct text *out) {
    add_head(s, title, out);
    struct text frames = {0};
    text_add(out, "/* The application's variables. */\n");
    pml_declare(&s->variables, out);
    pml_define_frames(&s->variables, &frames);
    if (frames.length) text_printf(out, "\n/* Calls that end. */\n%s", text_chars(&frames));
    text_add(out, "\nactive proctype application() {\n");
    if (strstr(text_chars(code), "k = 0;") || strstr(text_chars(&frames), "k = 0;")) text_add(out, "    int k;\n");
    text_free(&frames);
    add_start(s, out);
    text_add(out, text_chars(code));
    text_add(out, "\nover:\n    skip\n}\n");
}

static void begin(struct speaker *s, const struct sequential_graph *graph, const struct sequential_options *options,
                  struct diagnostics *diagnostics) {
    *s = (struct speaker){
        .graph = graph, .arena = arena_new(), .sources = {.line = options->source_line, .context = options->context}};
    sequential_layout_begin(&s->layout, graph, NULL);
    pml_variables_build(&s->variables, graph->code, s->arena);
    s->statements = (struct pml_statements){.graph = graph,
                                            .writer = {.executor = graph->executor,
                                                       .variables = &s->variables,
                                                       .arena = s->arena,
                                                       .diagnostics = diagnostics},
                                            .body = &s->layout.body};
    const struct c_object *refused = s->variables.refused;
    if (refused) pml_refuse(&s->statements.writer, refused->place, "a variable of 64 bits");
}

bool sequential_promela(const struct sequential_graph *graph, const struct sequential_options *options,
                        struct text *out, struct diagnostics *diagnostics) {
    struct speaker s;
    struct text code = {0};
    begin(&s, graph, options, diagnostics);
    struct sequential_language language = {write_point, write_comment, &s, ":\n", "    skip;\n"};
    sequential_lay_out(&s.layout, &language, &code);
    bool good = !s.statements.writer.refused;
    if (good) assemble(&s, options->title, &code, out);
    pml_variables_free(&s.variables);
    sequential_layout_end(&s.layout);
    text_free(&s.statements.writer.checks);
    text_free(&code);
    arena_free(s.arena);
    return good;
}
