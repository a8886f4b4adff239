#include "report/state_graph.h"

#include "report/successors.h"

#include <string.h>

/* An open hash table of node numbers; the nodes hold the states. Its size is a power of two, over twice the limit. */
struct index {
    size_t *slots; /* node number + 1; 0: free */
    size_t mask;
};

static size_t hash(const void *state, uint32_t size, uint16_t holder) {
    uint64_t h = 0xcbf29ce484222325u ^ holder; /* FNV-1a */
    for (uint32_t i = 0; i < size; i++) h = (h ^ ((const unsigned char *)state)[i]) * 0x100000001b3u;
    return (size_t)(h ^ h >> 29);
}

static bool is_node(const struct graph_node *node, const struct successor *successor) {
    return node->size == successor->size && node->holder == successor->step.holder &&
           memcmp(node->state, successor->state, node->size) == 0;
}

/* The node of a state; SIZE_MAX if it is new and there is no room. */
static size_t intern(struct state_graph *graph, struct index *index, const struct ts *ts,
                     const struct successor *successor, size_t limit) {
    size_t slot = hash(successor->state, successor->size, successor->step.holder) & index->mask;
    for (; index->slots[slot]; slot = (slot + 1) & index->mask)
        if (is_node(&graph->nodes.items[index->slots[slot] - 1], successor)) return index->slots[slot] - 1;
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
    index->slots[slot] = graph->nodes.count;
    return graph->nodes.count - 1;
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
    struct index index = {.mask = 1};
    while (index.mask < limit * 2) index.mask <<= 1;
    index.slots = memory_new((index.mask--) * sizeof *index.slots);

    struct successors initial = {0};
    successors_initial(ts, &initial);
    for (size_t i = 0; i < initial.list.count; i++) {
        size_t node = intern(graph, &index, ts, &initial.list.items[i], limit);
        if (node != SIZE_MAX) graph->nodes.items[node].initial = true;
    }
    successors_free(&initial);
    for (size_t i = 0; i < graph->nodes.count; i++) expand(graph, &index, ts, i, limit);
    free(index.slots);
    return graph;
}

void state_graph_free(struct state_graph *graph) {
    vec_free(&graph->nodes);
    vec_free(&graph->edges);
    arena_free(graph->arena);
    free(graph);
}
