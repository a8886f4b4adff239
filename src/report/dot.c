#include "report/dot.h"

#include "base/word.h"
#include "report/markup.h"
#include "report/story.h"

#include <string.h>

enum { LONGEST_LABEL = 48 };

static void begin(struct text *out, const char *direction) {
    text_printf(out,
                "digraph model {\n"
                "  rankdir=%s;\n"
                "  fontname=\"Helvetica\"; fontsize=14;\n"
                "  node [fontname=\"Helvetica\", fontsize=11, shape=ellipse, style=filled, fillcolor=\"#f4f7fb\", "
                "color=\"#1f4e79\"];\n"
                "  edge [fontname=\"DejaVu Sans Mono\", fontsize=10, color=\"#5b6b7c\", arrowsize=0.7];\n",
                direction);
}

/* ---- automata ---- */

static bool has_label_prefix(const char *labels, const char *prefix) {
    for (const char *at = labels; at; at = strchr(at, ',')) {
        if (*at == ',') at++;
        while (*at == ' ') at++;
        if (begins_with(at, prefix)) return true;
    }
    return false;
}

/* Merging of statements leaves locations without edges: they would only confuse. */
static bool is_used(const struct program_automaton *automaton, unsigned location) {
    if (location == automaton->initial) return true;
    for (size_t i = 0; i < automaton->edge_count; i++)
        if (automaton->edges[i].from == location || automaton->edges[i].to == location) return true;
    return false;
}

static void add_location(struct text *out, const struct program_automaton *automaton, size_t number,
                         unsigned location) {
    const char *labels = automaton->labels ? automaton->labels[location] : NULL;
    bool is_end = location == automaton->end, valid_end = is_end || has_label_prefix(labels, "end");
    text_printf(out, "    a%zu_%u [label=\"", number, location);
    if (is_end)
        text_add(out, "end");
    else
        text_printf(out, "%u", location);
    if (labels) {
        text_add(out, "\\n");
        markup_dot(out, labels, LONGEST_LABEL);
    }
    text_printf(out, "\"%s%s];\n", valid_end ? ", peripheries=2" : "",
                has_label_prefix(labels, "accept")     ? ", fillcolor=\"#fde7e5\""
                : has_label_prefix(labels, "progress") ? ", fillcolor=\"#e3f4e4\""
                                                       : "");
}

static void add_automaton(struct text *out, const struct program_automaton *automaton, size_t number) {
    text_printf(out, "  subgraph cluster_%zu {\n    label=\"", number);
    markup_dot(out, automaton->name, LONGEST_LABEL);
    text_printf(out, "\"; labeljust=l; color=\"#c5ced8\"; style=rounded; margin=24;\n");
    text_printf(out, "    a%zu_start [shape=point, width=0.12, fillcolor=\"#1f4e79\"];\n", number);
    for (unsigned i = 0; i < automaton->location_count; i++)
        if (is_used(automaton, i)) add_location(out, automaton, number, i);
    text_printf(out, "    a%zu_start -> a%zu_%u;\n", number, number, automaton->initial);
    for (size_t i = 0; i < automaton->edge_count; i++) {
        const struct program_edge *edge = &automaton->edges[i];
        text_printf(out, "    a%zu_%u -> a%zu_%u [label=\" ", number, edge->from, number, edge->to);
        markup_dot(out, edge->text ? edge->text : "", LONGEST_LABEL);
        text_add(out, " \", tooltip=\"");
        if (edge->place.file) markup_dot(out, edge->place.file, SIZE_MAX);
        text_printf(out, ":%u\"%s];\n", edge->place.line, edge->atomic ? ", color=\"#b45f06\", penwidth=1.8" : "");
    }
    text_add(out, "  }\n");
}

void dot_automata(struct text *out, const struct program_automaton *const *automata, size_t count) {
    begin(out, "TB");
    for (size_t i = 0; i < count; i++) add_automaton(out, automata[i], i);
    text_add(out, "}\n");
}

/* ---- states ---- */

/* The variables of all nodes. One that is the same everywhere is not worth its line. */
struct table {
    struct arena *arena;
    struct story_variables *rows;
    size_t count;
    bool *varies; /* per variable of the first row */
};

static size_t find_variable(const struct story_variables *row, size_t hint, const char *name) {
    if (hint < row->list.count && strcmp(row->list.items[hint].name, name) == 0) return hint;
    size_t i = 0;
    while (i < row->list.count && strcmp(row->list.items[i].name, name) != 0) i++;
    return i;
}

static void find_varying(struct table *table) {
    const struct story_variables *first = &table->rows[0];
    table->varies = memory_new(first->list.count + 1);
    for (size_t i = 0; i < table->count; i++)
        for (size_t j = 0; j < first->list.count; j++) {
            size_t here = find_variable(&table->rows[i], j, first->list.items[j].name);
            table->varies[j] = table->varies[j] || here == table->rows[i].list.count ||
                               strcmp(first->list.items[j].after, table->rows[i].list.items[here].after) != 0;
        }
}

static bool varies(const struct table *table, size_t hint, const char *name) {
    size_t first = find_variable(&table->rows[0], hint, name);
    return first == table->rows[0].list.count || table->varies[first];
}

static void add_state_label(struct text *out, const struct table *table, size_t node) {
    const struct story_variables *row = &table->rows[node];
    text_printf(out, "state %zu", node);
    for (size_t i = 0; i < row->list.count; i++) {
        const struct story_change *variable = &row->list.items[i];
        if (!varies(table, i, variable->name)) continue;
        text_add(out, "\\n");
        markup_dot(out, variable->name, LONGEST_LABEL);
        text_add(out, " = ");
        markup_dot(out, variable->after, LONGEST_LABEL);
    }
}

static const char *node_looks(const struct graph_node *node) {
    if (node->marks & TS_VIOLATING || (node->stuck && !(node->marks & TS_VALID_END)))
        return ", fillcolor=\"#fde7e5\", color=\"#b3261e\", penwidth=2";
    if (node->stuck) return ", peripheries=2, fillcolor=\"#e3f4e4\"";
    if (!node->expanded) return ", style=\"filled,dashed\", fillcolor=\"#ffffff\"";
    if (node->holder != TS_NOBODY) return ", fillcolor=\"#fff4e5\", color=\"#b45f06\"";
    if (node->marks & TS_ACCEPTING) return ", peripheries=2";
    return "";
}

static void add_state_edge(struct text *out, const struct ts *ts, const struct state_graph *graph,
                           const struct graph_edge *edge) {
    const struct graph_node *from = &graph->nodes.items[edge->from], *to = &graph->nodes.items[edge->to];
    struct ts_description words = {0};
    ts->describe(ts, from->state, from->size, to->state, to->size, &edge->step, &words);
    text_printf(out, "  s%zu -> s%zu [label=\" ", edge->from, edge->to);
    markup_dot(out, text_chars(&words.actor), LONGEST_LABEL);
    text_add(out, ": ");
    markup_dot(out, text_chars(&words.action), LONGEST_LABEL);
    text_printf(out, " \"%s];\n", edge->step.fault ? ", color=\"#b3261e\", fontcolor=\"#b3261e\", penwidth=2" : "");
    ts_description_free(&words);
}

void dot_states(struct text *out, const struct ts *ts, const struct state_graph *graph) {
    struct table table = {.arena = arena_new(), .count = graph->nodes.count};
    table.rows = memory_new((table.count + 1) * sizeof *table.rows);
    for (size_t i = 0; i < table.count; i++)
        story_variables(ts, graph->nodes.items[i].state, graph->nodes.items[i].size, table.arena, &table.rows[i]);
    find_varying(&table);
    begin(out, "TB");
    text_add(out, "  node [shape=box, style=\"filled,rounded\"];\n");
    for (size_t i = 0; i < graph->nodes.count; i++) {
        const struct graph_node *node = &graph->nodes.items[i];
        text_printf(out, "  s%zu [label=\"", i);
        add_state_label(out, &table, i);
        text_printf(out, "\"%s];\n", node_looks(node));
        if (!node->initial) continue;
        text_printf(out, "  start%zu [shape=point, width=0.12, fillcolor=\"#1f4e79\"];\n  start%zu -> s%zu;\n", i, i,
                    i);
    }
    for (size_t i = 0; i < graph->edges.count; i++) add_state_edge(out, ts, graph, &graph->edges.items[i]);
    text_add(out, "}\n");
    for (size_t i = 0; i < table.count; i++) vec_free(&table.rows[i].list);
    free(table.rows);
    free(table.varies);
    arena_free(table.arena);
}
