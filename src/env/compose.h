/* The statecharts of all objects of a graph, composed: a labelled transition system (Yatake 2010, appendix A.3). */
#ifndef ENV_COMPOSE_H
#define ENV_COMPOSE_H

#include "env/graphs.h"
#include "search/nodeset.h"

/* A label: a call of a trigger function, or (trigger negative) an asynchronous step of an object. */
struct env_label {
    int trigger;
    unsigned class_index, object; /* whose transition it is */
    unsigned transition;          /* in its class           */
    VEC(int64_t) arguments;
};

struct env_lts_edge {
    uint32_t target;
    uint32_t label; /* in env_lts.labels */
};

struct env_lts_state {
    const unsigned char *bytes; /* states of all objects, then values of all variables */
    VEC(struct env_lts_edge) edges;
};

struct env_lts {
    VEC(struct env_lts_state) states; /* the first is the initial one */
    struct nodeset bytes;             /* of the states */
    VEC(struct env_label) labels;     /* each once */
    unsigned char *choices;           /* by class: any() chose among several objects, by their numbers */
    struct arena *arena;              /* of the states' edges, the labels' arguments and the choices */
};

/* NULL if a guard or action cannot be evaluated (the error says where), or beyond `max_states`; without an error, if a
 * limit of the whole run was reached. */
struct env_lts *env_compose(const struct env_model *model, const struct env_graph *graph, uint32_t max_states,
                            struct diagnostics *diagnostics);
void env_lts_free(struct env_lts *lts);
/* The world of a state of the LTS, for evaluating assertions and printing. It lies in `room`, which is aligned as
 * malloc() aligns and has the size below. */
void env_lts_world(const struct env_model *model, const struct env_graph *graph, const struct env_lts *lts,
                   uint32_t state, struct ocl_world *world, void *room);
size_t env_lts_world_room(const struct env_model *model, const struct env_graph *graph);
/* "ActivateTask(0,1)"; of an asynchronous step "Task1: Rdy -> Run". */
void env_label_print(const struct env_model *model, const struct env_label *label, struct text *out);
/* A value as a world stores it: "3", "true", "Task2", "null", "{Task1,Task3}". */
void env_value_print(const struct ocl_schema *schema, struct ocl_type type, int64_t stored, struct text *out);
/* Aldebaran's format, which CADP, mCRL2 and LTSmin read. */
void env_lts_print_aut(const struct env_model *model, const struct env_lts *lts, struct text *out);
void env_lts_print_dot(const struct env_model *model, const struct env_graph *graph, const struct env_lts *lts,
                       struct text *out);

#endif
