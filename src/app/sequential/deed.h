/* What the points of a graph do to variables, as terms of SMT-LIB: what holds before an edge is gone, under which
 * condition it is gone, and what goes wrong there. */
#ifndef APP_SEQUENTIAL_DEED_H
#define APP_SEQUENTIAL_DEED_H

#include "app/sequential/formula.h"

struct sequential_deeds {
    const struct sequential_graph *graph;
    const struct subject *subject;
    struct arena *arena;
    struct sequential_leaves leaves;
    /* The edge that was looked at last. */
    struct sequential_formula formula; /* its values: what variables hold behind it; wrong: what is wrong before it */
    const char *condition;             /* NULL: none */
    const struct c_type *chosen;       /* what is chosen on it, a variable of its own; NULL: nothing */
};

/* All leaves are known afterwards. Release with sequential_deeds_free(). */
void sequential_deeds_build(struct sequential_deeds *deeds, const struct sequential_graph *graph, struct arena *arena);
void sequential_deeds_free(struct sequential_deeds *deeds);

/* The variables that are alive at a point: not those that are always the same. */
typedef void (*sequential_leaf_visit)(void *context, uint32_t leaf);
void sequential_each_leaf(struct sequential_deeds *deeds, uint32_t point, sequential_leaf_visit visit, void *context);

/* Number `index` of the point's edges. `names`: by leaf, the terms of what variables hold at the point; `chosen`: what
 * is chosen on the edge. True: the point can go wrong there (formula.wrong, or, if that is empty, in any case). */
bool sequential_deed(struct sequential_deeds *deeds, uint32_t point, uint32_t index, const char *const *names,
                     const char *chosen);

static inline unsigned sequential_leaf_width(const struct sequential_deeds *deeds, uint32_t leaf) {
    return deeds->leaves.list.items[leaf].type->size * 8;
}

#endif
