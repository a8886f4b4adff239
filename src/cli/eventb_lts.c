#include "cli/eventb_lts.h"

#include "base/word.h"
#include "cli/common/command.h"
#include "cli/common/tool.h"
#include "report/dot.h"

enum { MOST_STATES = 1000000, MOST_DRAWN = 2000 };

static const char *picture_type(const char *path) {
    return ends_with(path, ".svg")   ? "-Tsvg"
           : ends_with(path, ".png") ? "-Tpng"
           : ends_with(path, ".pdf") ? "-Tpdf"
                                     : NULL;
}

bool eventb_lts_format(const char *path) {
    if (ends_with(path, ".aut") || ends_with(path, ".dot") || picture_type(path)) return true;
    command_complain("eventb", "'%s' must end in .aut, .dot, .svg, .png or .pdf", path);
    return false;
}

/* ---- Aldebaran ---- */

struct writing {
    const struct eb_machine *machine;
    const struct eb_development *development;
    const struct state_graph *graph;
    size_t edge;
    size_t shift; /* 1 if there is a state before the initial ones */
    struct text *out;
};

/* The occurrences of a state's events come in the order of its edges. */
static void write_edge(void *context, unsigned event, const struct eb_value *const *parameters, const void *after,
                       uint32_t size, uint32_t fault) {
    struct writing *writing = context;
    const struct eb_full_event *full = &writing->development->events[event];
    const struct graph_edge *edge = &writing->graph->edges.items[writing->edge++];
    (void)after;
    (void)size;
    (void)fault;
    text_printf(writing->out, "(%zu, \"%s", edge->from + writing->shift, full->name);
    for (unsigned i = 0; i < full->parameter_count; i++) {
        text_add(writing->out, i ? "," : "(");
        eb_value_print(writing->machine, full->parameters[i].type, parameters[i], writing->out);
    }
    text_printf(writing->out, "%s\", %zu)\n", full->parameter_count ? ")" : "", edge->to + writing->shift);
}

static void write_aut(struct writing *writing) {
    const struct state_graph *graph = writing->graph;
    size_t initial = 0, first = 0;
    for (size_t i = 0; i < graph->nodes.count; i++)
        if (graph->nodes.items[i].initial && initial++ == 0) first = i;
    writing->shift = initial == 1 ? 0 : 1;
    text_printf(writing->out, "des (%zu, %zu, %zu)\n", writing->shift ? 0 : first,
                graph->edges.count + (writing->shift ? initial : 0), graph->nodes.count + writing->shift);
    for (size_t i = 0; i < graph->nodes.count && writing->shift; i++)
        if (graph->nodes.items[i].initial) text_printf(writing->out, "(0, \"INITIALISATION\", %zu)\n", i + 1);
    for (size_t i = 0; i < graph->nodes.count; i++)
        eb_machine_occurrences(writing->machine, graph->nodes.items[i].state, graph->nodes.items[i].size, write_edge,
                               writing);
}

/* ---- pictures ---- */

static bool lay_out(const char *type, const struct text *dot, struct text *picture) {
    const char *arguments[] = {"dot", type, NULL};
    struct text path = {0};
    bool found = tool_find("dot", &path);
    text_free(&path);
    if (!found) {
        command_complain("eventb", "pictures need Graphviz, and its program 'dot' is not installed; "
                                   "--lts FILE.dot works without it");
        return false;
    }
    int status = tool_run(arguments, dot, picture);
    if (status == 0 && picture->length) return true;
    command_complain("eventb", "'dot' failed with status %d", status);
    return false;
}

static bool write_graph(const struct eb_machine *machine, const struct eb_development *development,
                        const struct state_graph *graph, const char *path) {
    struct text out = {0}, picture = {0};
    bool good = true;
    if (ends_with(path, ".aut")) {
        struct writing writing = {machine, development, graph, 0, 0, &out};
        write_aut(&writing);
    } else {
        dot_states(&out, eb_machine_ts(machine), graph);
    }
    if (picture_type(path))
        good = lay_out(picture_type(path), &out, &picture) && command_write("eventb", path, &picture);
    else
        good = command_write("eventb", path, &out);
    text_free(&out);
    text_free(&picture);
    return good;
}

static size_t most_states(const char *path) { return ends_with(path, ".aut") ? MOST_STATES : MOST_DRAWN; }

struct state_graph *eventb_lts_explore(const struct eb_machine *machine, const char *path) {
    return state_graph_new(eb_machine_ts(machine), most_states(path));
}

int eventb_lts_write(const struct eb_machine *machine, const struct eb_development *development,
                     const struct state_graph *graph, const char *path) {
    if (graph->limit != LIMITS_NONE) {
        command_complain("eventb", "'%s' is not written: %s", path, limits_name(graph->limit));
        return STATUS_INCONCLUSIVE;
    }
    if (graph->complete) return write_graph(machine, development, graph, path) ? STATUS_GO_ON : STATUS_BAD_INPUT;
    return command_complain("eventb", "'%s' is not written: there are more than %zu states", path, most_states(path));
}
