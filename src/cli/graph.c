/* rtcheck graph: processes as automata, or reachable states, as a picture. */
#include "base/limits.h"
#include "cli/common/command.h"
#include "cli/common/commands.h"
#include "cli/common/ending.h"
#include "cli/load.h"
#include "cli/picture.h"
#include "report/dot.h"

#include <string.h>

struct graph_options {
    struct load load;
    const char *output;
    struct text_list processes;
    bool states;
    uint64_t limit;
};

/* ---- what to draw ---- */

static bool is_wanted(const struct graph_options *options, const char *name) {
    for (size_t i = 0; i < options->processes.list.count; i++)
        if (strcmp(options->processes.list.items[i], name) == 0) return true;
    return options->processes.list.count == 0;
}

static bool processes_exist(const struct graph_options *options, const struct program *program) {
    VEC(const char *) names = {0};
    for (size_t i = 0; i < program_automaton_count(program); i++) vec_push(&names, program_automaton(program, i)->name);
    bool all = true;
    for (size_t i = 0; all && i < options->processes.list.count; i++) {
        const char *wanted = options->processes.list.items[i];
        bool found = false;
        for (size_t j = 0; j < names.count; j++) found = found || strcmp(names.items[j], wanted) == 0;
        if (found) continue;
        const char *nearest = options_nearest(wanted, names.items, names.count);
        command_complain("graph", "the model has no process '%s'%s%s%s", wanted, nearest ? "; did you mean '" : "",
                         nearest ? nearest : "", nearest ? "'?" : "");
        all = false;
    }
    vec_free(&names);
    return all;
}

static void draw_automata(const struct graph_options *options, const struct program *program, struct text *out) {
    VEC(const struct program_automaton *) chosen = {0};
    for (size_t i = 0; i < program_automaton_count(program); i++) {
        const struct program_automaton *automaton = program_automaton(program, i);
        if (is_wanted(options, automaton->name)) vec_push(&chosen, automaton);
    }
    dot_automata(out, chosen.items, chosen.count);
    vec_free(&chosen);
}

/* The exit status: a limit of the run leaves a part of the picture. */
static int draw_states(const struct graph_options *options, const struct program *program, struct text *out) {
    struct state_graph *graph = state_graph_new(program_ts(program), options->limit);
    int status = graph->limit == LIMITS_NONE ? STATUS_HOLDS : STATUS_INCONCLUSIVE;
    if (status != STATUS_HOLDS)
        fprintf(stderr, "rtcheck graph: %s: dashed states have successors that are not drawn\n",
                limits_name(graph->limit));
    else if (!graph->complete)
        fprintf(stderr,
                "rtcheck graph: only the first %zu states are drawn; dashed ones have successors that are not "
                "(--limit N)\n",
                graph->nodes.count);
    dot_states(out, program_ts(program), graph);
    state_graph_free(graph);
    return status;
}

static int draw_file(struct graph_options *options, const char *model) {
    struct program *program = load_program(&options->load, "graph", model, false);
    if (!program) return STATUS_BAD_INPUT;
    struct text dot = {0};
    int status = STATUS_BAD_INPUT, drawn = STATUS_HOLDS;
    if (options->states || processes_exist(options, program)) {
        if (options->states)
            drawn = draw_states(options, program, &dot);
        else
            draw_automata(options, program, &dot);
        if (picture_write("graph", options->output, &dot)) status = drawn;
    }
    text_free(&dot);
    program_free(program);
    return status;
}

int command_graph(int argc, char **argv) {
    struct graph_options options = {.limit = 500};
    struct option_table table = {.command = "graph"};
    struct text_list files = {0};
    option_group(&table, "What to draw");
    option_list(&table, "process", &options.processes, "NAME", "this process only (default: all)");
    option_flag(&table, "states", &options.states, "the reachable states, not the processes");
    option_count(&table, "limit", &options.limit, 1, 100000, "with --states: at most N of them (default: 500)");
    option_group(&table, "Output");
    option_text(&table, "output", &options.output, "FILE",
                "FILE.svg, FILE.png, FILE.pdf or FILE.dot (default: DOT text on standard output)");
    option_letter(&table, 'o');
    struct ending_limits limits = {0};
    option_group(&table, "Limits (exit status 3; of states those that are known are drawn)");
    ending_options(&table, &limits);
    load_options(&table, &options.load);
    int status = command_parse(&table, "[OPTIONS] FILE.pml -o FILE.svg",
                               "Draws the processes of a Promela model as automata, or the states it can reach.", argc,
                               argv, 1, &files);
    if (status == STATUS_GO_ON && !picture_can_write("graph", options.output)) status = STATUS_BAD_INPUT;
    if (status == STATUS_GO_ON) status = draw_file(&options, files.list.items[0]);
    option_table_free(&table);
    vec_free(&files.list);
    vec_free(&options.processes.list);
    load_free(&options.load);
    return status;
}
