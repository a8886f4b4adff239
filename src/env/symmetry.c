#include "env/symmetry.h"

#include "env/symmetry_walk.h"

static void note_identity(void *context, unsigned class_index, unsigned member) {
    struct env_symmetry *symmetry = context;
    if (member == OCL_MEMBER_ID) symmetry->classes[class_index].numbered = true;
}

static void judge(struct env_symmetry *symmetry, struct symmetry_walk *walk) {
    size_t count = walk->model->classes.count;
    const char **names = arena_new_array(symmetry->arena, const char *, count + 1);
    unsigned *sizes = arena_new_array(symmetry->arena, unsigned, count + 1);
    for (size_t c = 0; c < count; c++) {
        names[c] = walk->model->schema.classes.items[c].name;
        sizes[c] = (unsigned)walk->model->classes.items[c].high;
    }
    walk->identities = identities_new(names, sizes, count);
    symmetry_walk_model(walk);
    symmetry_walk_design(walk);
    identity_judge(walk->identities);
    for (unsigned c = 0; c < count; c++) {
        struct env_symmetry_class *class = &symmetry->classes[c];
        class->why = identity_told_apart(walk->identities, c, &class->place);
        if (class->place.file) class->place.file = arena_text(symmetry->arena, class->place.file);
    }
    identities_free(walk->identities);
}

struct env_symmetry *env_symmetry_find(const struct env_model *model, const struct env_design *design) {
    struct arena *arena = arena_new();
    struct env_symmetry *symmetry = arena_new_object(arena, struct env_symmetry);
    struct symmetry_walk walk = {.model = model, .design = design, .promela = program_model(design->program)};
    symmetry->arena = arena;
    symmetry->classes = arena_new_array(arena, struct env_symmetry_class, model->classes.count + 1);
    judge(symmetry, &walk);
    for (size_t c = 0; c < model->classes.count; c++)
        for (size_t i = 0; i < model->classes.items[c].invariants.count; i++)
            ocl_members_used(model->classes.items[c].invariants.items[i], note_identity, symmetry);
    return symmetry;
}

void env_symmetry_free(struct env_symmetry *symmetry) {
    if (symmetry) arena_free(symmetry->arena);
}
