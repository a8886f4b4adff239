#include "app/sequential/sequential.h"

#include "app/sequential/emit.h"
#include "app/sequential/horn.h"
#include "app/sequential/noted.h"
#include "app/sequential/promela.h"
#include "app/sequential/prove.h"
#include "app/sequential/steps.h"

struct sequential {
    struct sequential_code code;
    struct sequential_graph graph;
    struct sequential_steps *steps; /* NULL: nobody asked for them */
};

struct sequential *sequential_new(const struct executor *executor, uint32_t most, sequential_foresee foresee,
                                  void *context, struct diagnostics *diagnostics) {
    struct sequential *sequential = memory_new(sizeof *sequential);
    if (!sequential_code_build(&sequential->code, executor->analysis, diagnostics)) {
        sequential_free(sequential);
        return NULL;
    }
    struct sequential_estimate estimate = sequential_estimate(&sequential->code);
    foresee(context, &estimate);
    sequential_graph_build(&sequential->graph, executor, &sequential->code, most);
    return sequential;
}

void sequential_free(struct sequential *sequential) {
    if (!sequential) return;
    sequential_steps_free(sequential->steps);
    sequential_graph_free(&sequential->graph);
    sequential_code_free(&sequential->code);
    free(sequential);
}

struct sequential_size sequential_size(const struct sequential *sequential) {
    const struct sequential_graph *graph = &sequential->graph;
    return (struct sequential_size){graph->node_count,   (uint32_t)graph->points.count,
                                    graph->kernel_count, sequential_computed(graph),
                                    graph->depth,        graph->growth,
                                    graph->complete};
}

struct sequential_tree sequential_tree(const struct sequential *sequential, uint32_t bound, bool joined) {
    return sequential_tree_count(&sequential->graph, bound, joined);
}

void sequential_write(const struct sequential *sequential, const char *title,
                      const char *(*source_line)(void *context, const char *file, unsigned line), void *context,
                      struct text *out) {
    struct sequential_options options = {SEQUENTIAL_PROGRAM, title, source_line, context};
    sequential_emit(&sequential->graph, &options, out);
}

bool sequential_write_promela(const struct sequential *sequential, const char *title,
                              const char *(*source_line)(void *context, const char *file, unsigned line), void *context,
                              struct text *out, struct diagnostics *diagnostics) {
    struct sequential_options options = {SEQUENTIAL_PROGRAM, title, source_line, context};
    return sequential_promela(&sequential->graph, &options, out, diagnostics);
}

const struct ts *sequential_ts(struct sequential *sequential, struct diagnostics *diagnostics) {
    if (!sequential->steps) sequential->steps = sequential_steps_new(&sequential->graph, diagnostics);
    return sequential->steps ? sequential_steps_ts(sequential->steps) : NULL;
}

void sequential_inputs(const struct sequential *sequential, const struct ts_trace *trace, int64_t **values,
                       size_t *count) {
    sequential_steps_inputs(sequential->steps, trace, values, count);
}

bool sequential_clauses(const struct sequential *sequential, const char *title, struct text *out) {
    bool fits = sequential_horn(&sequential->graph, title, out);
    text_add(out, "(check-sat)\n");
    return fits;
}

enum sequential_proof sequential_prove(const struct sequential *sequential, double seconds, struct text *invariant,
                                       struct text *why) {
    return sequential_prove_graph(&sequential->graph, seconds, invariant, why);
}

void sequential_note(const struct sequential *sequential) { sequential_note_graph(&sequential->graph); }

bool sequential_gives_up(const struct sequential *sequential) { return sequential->graph.code->gives_up; }

bool sequential_is_wide(const struct sequential *sequential) {
    return sequential_has_values(sequential, SEQUENTIAL_MOST_VALUES);
}

bool sequential_has_values(const struct sequential *sequential, uint64_t more_than) {
    const struct sequential_graph *graph = &sequential->graph;
    for (size_t i = 0; i < graph->points.count; i++) {
        const struct c_instruction *instruction = graph->points.items[i].instruction;
        if (!instruction || instruction->kind != C_CHOOSE) continue;
        int64_t low, high;
        bool known = sequential_is_known(instruction->value, &low) && sequential_is_known(instruction->other, &high);
        if (known && (uint64_t)high - (uint64_t)low >= more_than) return true;
    }
    return false;
}
