#include "search/attractor.h"

#include "base/memory.h"

struct attractor {
    const struct attractor_edge *edges;
    uint32_t state_count, group_count;
    uint32_t *first;  /* by state: where those that lead to it begin in `into`; one more at the end */
    uint32_t *into;   /* numbers of edges */
    uint32_t *degree; /* by group: how many steps may come of it */
};

struct attractor *attractor_new(const struct attractor_edge *edges, size_t edge_count, uint32_t state_count,
                                uint32_t group_count) {
    struct attractor *attractor = memory_new(sizeof *attractor);
    *attractor = (struct attractor){.edges = edges, .state_count = state_count, .group_count = group_count};
    attractor->first = memory_new(((size_t)state_count + 2) * sizeof *attractor->first);
    attractor->into = memory_new((edge_count + 1) * sizeof *attractor->into);
    attractor->degree = memory_new(((size_t)group_count + 1) * sizeof *attractor->degree);
    /* first[s + 1] is where the next edge to s goes, until it is where those to s + 1 begin */
    for (size_t i = 0; i < edge_count; i++) {
        attractor->degree[edges[i].group]++;
        attractor->first[edges[i].to + 2]++;
    }
    for (uint32_t s = 0; s < state_count; s++) attractor->first[s + 2] += attractor->first[s + 1];
    for (size_t i = 0; i < edge_count; i++) attractor->into[attractor->first[edges[i].to + 1]++] = (uint32_t)i;
    return attractor;
}

void attractor_free(struct attractor *attractor) {
    if (!attractor) return;
    free(attractor->first);
    free(attractor->into);
    free(attractor->degree);
    free(attractor);
}

void attractor_extend(const struct attractor *attractor, bool *in) {
    uint32_t *left = memory_new(((size_t)attractor->group_count + 1) * sizeof *left);
    memcpy(left, attractor->degree, attractor->group_count * sizeof *left);
    VEC(uint32_t) fresh = {0};
    for (uint32_t s = 0; s < attractor->state_count; s++)
        if (in[s]) vec_push(&fresh, s);
    while (fresh.count) {
        uint32_t state = vec_pop(&fresh);
        for (uint32_t i = attractor->first[state]; i < attractor->first[state + 1]; i++) {
            const struct attractor_edge *edge = &attractor->edges[attractor->into[i]];
            if (--left[edge->group] || in[edge->from]) continue;
            in[edge->from] = true;
            vec_push(&fresh, edge->from);
        }
    }
    vec_free(&fresh);
    free(left);
}
