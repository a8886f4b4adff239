#include "env/compose_world.h"

#include <string.h>

static size_t class_values(const struct env_model *model, const struct env_graph *graph, unsigned class_index) {
    return graph->sizes[class_index] * env_member_count(model, class_index);
}

size_t env_world_room(const struct env_model *model, const struct env_graph *graph) {
    size_t classes = model->schema.classes.count;
    size_t size = classes * (sizeof(int64_t *) + sizeof(unsigned char *));
    for (unsigned c = 0; c < classes; c++)
        size += class_values(model, graph, c) * sizeof(int64_t) + graph->sizes[c] * sizeof(unsigned char);
    return size;
}

void env_world_place(const struct env_model *model, const struct env_graph *graph, void *room,
                     struct env_world *world) {
    size_t classes = model->schema.classes.count;
    world->values = room;
    world->states = (unsigned char **)(world->values + classes);
    int64_t *values = (int64_t *)(world->states + classes);
    for (unsigned c = 0; c < classes; c++) {
        size_t count = class_values(model, graph, c);
        world->values[c] = values;
        if (count) memcpy(values, graph->values[c], count * sizeof *values);
        values += count;
    }
    unsigned char *states = (unsigned char *)values;
    for (unsigned c = 0; c < classes; c++) {
        world->states[c] = states;
        if (graph->sizes[c]) memset(states, 0, graph->sizes[c]);
        states += graph->sizes[c];
    }
    world->world = (struct ocl_world){.schema = &model->schema,
                                      .sizes = graph->sizes,
                                      .values = (const int64_t *const *)world->values,
                                      .states = (const unsigned char *const *)world->states};
}

size_t env_state_objects(const struct env_model *model, const struct env_graph *graph) {
    size_t count = 0;
    for (unsigned c = 0; c < model->schema.classes.count; c++) count += graph->sizes[c];
    return count;
}

size_t env_state_size(const struct env_model *model, const struct env_graph *graph) {
    size_t size = 0;
    for (unsigned c = 0; c < model->schema.classes.count; c++) {
        const struct ocl_class *class = &model->schema.classes.items[c];
        size_t variables = 0;
        for (size_t m = 0; m < class->members.count; m++) variables += class->members.items[m].kind == OCL_VARIABLE;
        size += graph->sizes[c] * (1 + variables * sizeof(int64_t));
    }
    return size;
}

/* Copies the variables between a world and bytes, one way or the other. */
static void copy_variables(const struct env_model *model, const struct env_graph *graph, const struct env_world *world,
                           unsigned char *to_bytes, const unsigned char *from_bytes) {
    size_t at = 0;
    for (unsigned c = 0; c < model->schema.classes.count; c++) {
        const struct ocl_class *class = &model->schema.classes.items[c];
        size_t members = class->members.count;
        for (size_t i = 0; i < graph->sizes[c] * members; i++) {
            if (class->members.items[i % members].kind != OCL_VARIABLE) continue;
            if (to_bytes) memcpy(to_bytes + at, &world->values[c][i], sizeof(int64_t));
            if (from_bytes) memcpy(&world->values[c][i], from_bytes + at, sizeof(int64_t));
            at += sizeof(int64_t);
        }
    }
}

/* The objects' states lie together in a world, too, in the same order. */
void env_state_decode(const struct env_model *model, const struct env_graph *graph, const unsigned char *bytes,
                      struct env_world *world) {
    size_t objects = env_state_objects(model, graph);
    if (objects) memcpy(world->states[0], bytes, objects);
    copy_variables(model, graph, world, NULL, bytes + objects);
}

void env_state_encode(const struct env_model *model, const struct env_graph *graph, const struct env_world *world,
                      unsigned char *bytes) {
    size_t objects = env_state_objects(model, graph);
    if (objects) memcpy(bytes, world->states[0], objects);
    copy_variables(model, graph, world, bytes + objects, NULL);
}
