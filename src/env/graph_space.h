/* What can vary in an object graph: attributes within their ranges, and links, one boolean for each pair of objects
 * that an association may join.
 *
 * Links are numbered by class, object, member and target, in this order; the order in which isomorphic graphs are
 * compared. */
#ifndef ENV_GRAPH_SPACE_H
#define ENV_GRAPH_SPACE_H

#include "env/graphs.h"

struct graph_link {
    unsigned class_index, object, member;
    unsigned target_class, target;
};

/* Counting can last, and ends with the run's limits; the graphs of an answer are made whole nevertheless. */
struct graph_patience {
    bool heeds_limits;
    enum limits_reason reached; /* stays, also if the limit is no longer reached: what was given up is not whole */
};

struct graph_space {
    const struct env_model *model;
    unsigned class_count;
    unsigned *sizes;        /* objects, by class */
    bool *interchangeable;  /* by class: no invariant tells its objects apart */
    uint32_t **first_links; /* [class][object * members + member]: of an association's links, the first one's number */
    VEC(struct graph_link) links;
    struct graph_patience *patience;
};

struct graph_space *graph_space_new(const struct env_model *model, const unsigned *sizes);
void graph_space_free(struct graph_space *space);

/* What is under way is to be given up: its result will not be looked at. */
static inline bool graph_gives_up(const struct graph_space *space) {
    struct graph_patience *patience = space->patience;
    if (!patience->heeds_limits) return false;
    if (patience->reached == LIMITS_NONE) patience->reached = limits_reached();
    return patience->reached != LIMITS_NONE;
}

static inline const struct ocl_class *graph_class(const struct graph_space *space, unsigned class_index) {
    return &space->model->schema.classes.items[class_index];
}

static inline const struct ocl_member *graph_member(const struct graph_space *space, unsigned class_index,
                                                    unsigned member) {
    return &graph_class(space, class_index)->members.items[member];
}

/* The number of the link between two objects. */
static inline uint32_t graph_link_number(const struct graph_space *space, unsigned class_index, unsigned object,
                                         unsigned member, unsigned target) {
    return space->first_links[class_index][object * graph_class(space, class_index)->members.count + member] + target;
}

#endif
