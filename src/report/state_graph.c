#include "report/state_graph.h"

#include "report/successors.h"
#include "search/hash.h"
#include "search/nodeset.h"

#include <string.h>

/* The nodes' states, each with who alone may move next. */
struct index {
    struct nodeset set;
    VEC(unsigned char) key;
};

/* The node of a state; SIZE_MAX if it is new and there is no room. */
static size_t intern(struct state_graph *graph, struct index *index, const struct ts *ts,
                     const struct successor *successor, size_t limit) {
    uint32_t number, size = (uint32_t)sizeof successor->step.holder + successor->size;
    vec_reserve(&index->key, size);
    memcpy(index->key.items, &successor->step.holder, sizeof successor->step.holder);
    memcpy(index->key.items + sizeof successor->step.holder, successor->state, successor->size);
    uint64_t hash = hash_bytes(index->key.items, size);
    if (nodeset_find(&index->set, index->key.items, size, hash, &number)) return number;
    if (graph->nodes.count >= limit) {
        graph->complete = false;
        return SIZE_MAX;
    }
    unsigned char *state = arena_alloc(graph->arena, successor->size ? successor->size : 1);
    memcpy(state, successor->state, successor->size);
    vec_push(&graph->nodes, (struct graph_node){.state = state,
                                                .size = successor->size,
                                                .holder = successor->step.holder,
                                                .marks = ts->marks(ts, state, successor->size)});
    nodeset_add(&index->set, index->key.items, size, hash, &number);
    return number;
}

static void expand(struct state_graph *graph, struct index *index, const struct ts *ts, size_t node, size_t limit) {
    struct graph_node from = graph->nodes.items[node];
    struct successors successors = {0};
    successors_from(ts, from.state, from.size, from.holder, &successors);
    bool all = true;
    for (size_t i = 0; i < successors.list.count; i++) {
        const struct successor *successor = &successors.list.items[i];
        size_t to = intern(graph, index, ts, successor, limit);
        all = all && to != SIZE_MAX;
        if (to != SIZE_MAX) vec_push(&graph->edges, (struct graph_edge){node, to, successor->step});
    }
    graph->nodes.items[node].stuck = successors.list.count == 0;
    graph->nodes.items[node].expanded = all;
    successors_free(&successors);
}

struct state_graph *state_graph_new(const struct ts *ts, size_t limit) {
    struct state_graph *graph = memory_new(sizeof *graph);
    graph->arena = arena_new();
    graph->complete = true;
    struct index index = {0};

    struct successors initial = {0};
    successors_initial(ts, &initial);
    for (size_t i = 0; i < initial.list.count; i++) {
        size_t node = intern(graph, &index, ts, &initial.list.items[i], limit);
        if (node != SIZE_MAX) graph->nodes.items[node].initial = true;
    }
    successors_free(&initial);
    for (size_t i = 0; i < graph->nodes.count && graph->limit == LIMITS_NONE; i++) {
        expand(graph, &index, ts, i, limit);
        graph->limit = limits_reached();
    }
    if (graph->limit != LIMITS_NONE) graph->complete = false;
    nodeset_free(&index.set);
    vec_free(&index.key);
    return graph;
}

void state_graph_free(struct state_graph *graph) {
    vec_free(&graph->nodes);
    vec_free(&graph->edges);
    arena_free(graph->arena);
    free(graph);
}
