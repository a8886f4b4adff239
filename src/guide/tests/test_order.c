/* The order in which components are explored, against all orders there are. */
#include "guide/order.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST = 24, MOST_ENTRIES = MOST * MOST };

struct graph {
    uint32_t count, weights[MOST];
    struct guide_entry entries[MOST_ENTRIES];
    size_t entry_count;
};

static uint32_t draw(uint64_t *seed, uint32_t below) {
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*seed >> 33) % below;
}

static void random_graph(struct graph *graph, uint32_t count, uint64_t *seed) {
    graph->count = count;
    graph->entry_count = 0;
    for (uint32_t i = 0; i < count; i++) graph->weights[i] = 1 + draw(seed, 4);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; k < count; k++)
            if (draw(seed, 3) == 0) graph->entries[graph->entry_count++] = (struct guide_entry){i, k};
}

/* The greatest weight at once; UINT64_MAX: one comes before what it is entered from. */
static uint64_t cost(const struct graph *graph, const uint32_t *order) {
    uint32_t position[MOST];
    uint64_t greatest = 0;
    for (uint32_t i = 0; i < graph->count; i++) position[order[i]] = i;
    for (uint32_t now = 0; now < graph->count; now++) {
        uint64_t weight = graph->weights[order[now]];
        for (uint32_t i = 0; i < graph->count; i++) {
            bool needed = false;
            for (size_t e = 0; e < graph->entry_count; e++) {
                if (position[graph->entries[e].from] >= position[graph->entries[e].to]) return UINT64_MAX;
                needed |= graph->entries[e].from == i && position[graph->entries[e].to] >= now;
            }
            if (position[i] < now && needed) weight += graph->weights[i];
        }
        if (weight > greatest) greatest = weight;
    }
    return greatest;
}

static uint64_t best_of_all(const struct graph *graph, uint32_t *order, uint32_t at) {
    uint64_t best = at == graph->count ? cost(graph, order) : UINT64_MAX;
    for (uint32_t i = at; i < graph->count; i++) {
        uint32_t other = order[i];
        order[i] = order[at], order[at] = other;
        uint64_t found = best_of_all(graph, order, at + 1);
        if (found < best) best = found;
        order[at] = order[i], order[i] = other;
    }
    return best;
}

static void few_are_ordered_exactly(void **state) {
    (void)state;
    uint64_t seed = 4;
    for (unsigned round = 0; round < 60; round++) {
        struct graph graph;
        uint32_t order[MOST], all[MOST];
        random_graph(&graph, 1 + round % 6, &seed);
        guide_order(graph.entries, graph.entry_count, graph.weights, graph.count, order);
        for (uint32_t i = 0; i < graph.count; i++) all[i] = i;
        assert_int_equal(cost(&graph, order), best_of_all(&graph, all, 0));
    }
}

static void many_are_ordered(void **state) {
    (void)state;
    uint64_t seed = 9;
    for (unsigned round = 0; round < 40; round++) {
        struct graph graph;
        uint32_t order[MOST];
        bool there[MOST] = {false};
        random_graph(&graph, GUIDE_ORDER_EXACT + 1 + round % 8, &seed);
        guide_order(graph.entries, graph.entry_count, graph.weights, graph.count, order);
        for (uint32_t i = 0; i < graph.count; i++) there[order[i]] = true;
        for (uint32_t i = 0; i < graph.count; i++) assert_true(there[i]);
        assert_true(cost(&graph, order) != UINT64_MAX);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(few_are_ordered_exactly), cmocka_unit_test(many_are_ordered)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
