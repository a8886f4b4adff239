/* States of composition as bytes, and as worlds for OCL.
 *
 * Invariant: the bytes of a state are one byte per object (its state), then 8 bytes per variable, both in the order of
 * classes, objects and members; two states of a graph are equal iff their bytes are. */
#ifndef ENV_COMPOSE_WORLD_H
#define ENV_COMPOSE_WORLD_H

#include "env/graphs.h"

/* A world that owns its values: those of a graph, and those of a state. */
struct env_world {
    struct ocl_world world; /* points at what follows */
    int64_t **values;
    unsigned char **states;
};

size_t env_world_room(const struct env_model *model, const struct env_graph *graph);
/* Lays a world out in `room`, which is aligned as malloc() aligns. Variables are 0, objects in their first states. */
void env_world_place(const struct env_model *model, const struct env_graph *graph, void *room, struct env_world *world);

size_t env_state_objects(const struct env_model *model, const struct env_graph *graph);
size_t env_state_size(const struct env_model *model, const struct env_graph *graph);
void env_state_decode(const struct env_model *model, const struct env_graph *graph, const unsigned char *bytes,
                      struct env_world *world);
void env_state_encode(const struct env_model *model, const struct env_graph *graph, const struct env_world *world,
                      unsigned char *bytes);

static inline size_t env_member_count(const struct env_model *model, unsigned class_index) {
    return model->schema.classes.items[class_index].members.count;
}

/* The value as a world stores it. */
static inline int64_t env_stored(const struct ocl_value *value) {
    return value->type.kind == OCL_SET ? (int64_t)value->set : value->number;
}

#endif
