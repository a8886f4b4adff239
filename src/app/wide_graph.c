#include "app/wide_graph.h"

#include "app/paths/paths.h"
#include "search/store.h"

/* The steps of one state: who makes each, so that those of a group are known as such. */
struct wide_step {
    uint32_t action, to;
    uint16_t actor;
    bool counts;
};

struct growing {
    struct wide_graph *graph;
    const struct ts *ts;
    const struct widened *widened;
    const struct wide_limits *limits;
    VEC(struct wide_step) steps;
    const struct ts_fault *fault;
};

static uint32_t number_of(struct growing *growing, const void *state, uint32_t size) {
    uint32_t number;
    nodeset_add(&growing->graph->states, state, size, store_hash(state, size), &number);
    return number;
}

/* What is wrong counts more than what is not known. */
static void note_fault(struct growing *growing, uint32_t number) {
    const struct ts_fault *fault = growing->ts->fault(growing->ts, number);
    bool is_first = !growing->fault || app_fault_is_inconclusive(growing->fault->kind);
    if (is_first) growing->fault = fault;
}

static void on_step(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct growing *growing = context;
    if (step->fault) {
        note_fault(growing, step->fault);
        return;
    }
    vec_push(&growing->steps, (struct wide_step){.action = step->action,
                                                 .to = number_of(growing, state, size),
                                                 .actor = step->actor,
                                                 .counts = growing->widened && step->labels & PATHS_COUNTS});
}

static void note_actors(struct growing *growing) {
    uint64_t actors = 0;
    for (size_t i = 0; i < growing->steps.count; i++)
        if (growing->steps.items[i].actor < 64) actors |= UINT64_C(1) << growing->steps.items[i].actor;
    vec_push(&growing->graph->actors, actors);
}

/* Another round of what is counted to an end: no run makes such steps for ever. */
static void leave_rounds_out(struct growing *growing, uint32_t from) {
    size_t kept = 0;
    for (size_t i = 0; i < growing->steps.count; i++) {
        const struct wide_step *step = &growing->steps.items[i];
        if (!step->counts || step->to != from) growing->steps.items[kept++] = *step;
    }
    growing->steps.count = kept;
}

static void add_edges(struct growing *growing, uint32_t from) {
    struct wide_graph *graph = growing->graph;
    for (size_t i = 0; i < growing->steps.count; i++) {
        const struct wide_step *step = &growing->steps.items[i];
        uint32_t group = graph->group_count;
        for (size_t k = 0; k < i && group == graph->group_count; k++) {
            const struct wide_step *before = &growing->steps.items[k];
            if (before->actor == step->actor && before->action == step->action)
                group = graph->edges.items[graph->edges.count - i + k].group;
        }
        if (group == graph->group_count) graph->group_count++;
        vec_push(&graph->edges, (struct attractor_edge){from, step->to, group});
    }
}

static bool is_too_large(const struct growing *growing) {
    const struct wide_graph *graph = growing->graph;
    size_t bytes = graph->states.bytes.count + graph->edges.count * sizeof *graph->edges.items;
    return graph->states.nodes.count > growing->limits->states || bytes > growing->limits->bytes;
}

static bool has_grown(const struct growing *growing) { return growing->widened && widened_has_grown(growing->widened); }

static bool goes_on(void *context) {
    const struct growing *growing = context;
    return !has_grown(growing) && growing->limits->goes_on(growing->limits->context);
}

/* From one state. Its bytes are copied: the set may move them while it grows. */
static void expand(struct growing *growing, uint32_t from) {
    uint32_t size;
    const void *stored = nodeset_get(&growing->graph->states, from, &size);
    void *state = memory_new(size + 4);
    memcpy(state, stored, size);
    vec_clear(&growing->steps);
    growing->ts->next(growing->ts, state, size, TS_EVERYBODY, on_step, growing);
    note_actors(growing);
    leave_rounds_out(growing, from);
    add_edges(growing, from);
    free(state);
}

static enum wide_graph_end end_of(const struct growing *growing, struct app *app) {
    growing->graph->fault = growing->fault;
    if (growing->fault && !app_fault_is_inconclusive(growing->fault->kind)) return WIDE_WRONG;
    if (has_grown(growing)) return WIDE_GREW;
    if (app_lost_patience(app) || is_too_large(growing) || !goes_on((void *)growing)) return WIDE_LARGE;
    return growing->fault ? WIDE_UNKNOWN : WIDE_ALL;
}

enum wide_graph_end wide_graph_explore(struct wide_graph *graph, struct app *app, const struct ts *ts,
                                       const struct widened *widened, const struct wide_limits *limits) {
    struct growing growing = {.graph = graph, .ts = ts, .widened = widened, .limits = limits};
    app_set_patience(app, goes_on, &growing);
    growing.ts->initial(growing.ts, on_step, &growing);
    for (; graph->expanded < graph->states.nodes.count; graph->expanded++) {
        if (growing.fault || app_lost_patience(app) || is_too_large(&growing) || !goes_on(&growing)) break;
        expand(&growing, graph->expanded);
    }
    while (graph->actors.count < graph->states.nodes.count) vec_push(&graph->actors, 0);
    enum wide_graph_end end = end_of(&growing, app);
    app_set_patience(app, NULL, NULL);
    vec_free(&growing.steps);
    return end;
}

void wide_graph_free(struct wide_graph *graph) {
    nodeset_free(&graph->states);
    vec_free(&graph->edges);
    vec_free(&graph->actors);
    *graph = (struct wide_graph){0};
}
