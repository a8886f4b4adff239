#include "env/graph_space.h"

#include <string.h>

static void add_links(struct graph_space *space, unsigned class_index, unsigned object) {
    const struct ocl_class *class = graph_class(space, class_index);
    for (unsigned m = 0; m < class->members.count; m++) {
        const struct ocl_member *member = &class->members.items[m];
        if (member->kind != OCL_ASSOCIATION) continue;
        unsigned target_class = member->type.class_index;
        space->first_links[class_index][object * class->members.count + m] = (uint32_t)space->links.count;
        for (unsigned target = 0; target < space->sizes[target_class]; target++)
            vec_push(&space->links, (struct graph_link){class_index, object, m, target_class, target});
    }
}

struct graph_space *graph_space_new(const struct env_model *model, const unsigned *sizes) {
    struct graph_space *space = memory_new(sizeof *space);
    space->model = model;
    space->class_count = (unsigned)model->schema.classes.count;
    space->sizes = memory_new((space->class_count + 1) * sizeof *space->sizes);
    space->interchangeable = memory_new((space->class_count + 1) * sizeof *space->interchangeable);
    space->first_links = memory_new((space->class_count + 1) * sizeof *space->first_links);
    for (unsigned c = 0; c < space->class_count; c++) {
        space->sizes[c] = sizes[c];
        space->interchangeable[c] = true;
        space->first_links[c] = memory_new((sizes[c] * graph_class(space, c)->members.count + 1) * sizeof(uint32_t));
    }
    for (unsigned c = 0; c < space->class_count; c++)
        for (unsigned object = 0; object < sizes[c]; object++) add_links(space, c, object);
    return space;
}

void graph_space_free(struct graph_space *space) {
    if (!space) return;
    for (unsigned c = 0; c < space->class_count; c++) free(space->first_links[c]);
    free(space->first_links);
    free(space->interchangeable);
    free(space->sizes);
    vec_free(&space->links);
    free(space);
}
