#include "env/model.h"

#include "ocl/compile.h"

struct expressions {
    VEC(struct ocl_expression *) list;
};

static void add(struct expressions *all, struct ocl_expression *expression) {
    if (expression) vec_push(&all->list, expression);
}

static void add_transition(struct expressions *all, const struct env_transition *transition) {
    add(all, transition->guard);
    for (size_t i = 0; i < transition->bindings.count; i++) add(all, transition->bindings.items[i]);
    for (size_t i = 0; i < transition->synchronous.count; i++) add(all, transition->synchronous.items[i].objects);
    for (size_t i = 0; i < transition->actions.count; i++) {
        add(all, transition->actions.items[i].object);
        add(all, transition->actions.items[i].value);
    }
}

static void add_target(struct expressions *all, const struct env_model *model) {
    for (size_t i = 0; i < model->references.count; i++) {
        const struct env_reference *reference = &model->references.items[i];
        for (size_t p = 0; p < reference->pieces.count; p++) add(all, reference->pieces.items[p].index);
    }
    for (size_t i = 0; i < model->configurations.count; i++) {
        const struct env_configuration *configuration = &model->configurations.items[i];
        for (size_t k = 0; k < configuration->iterators.count; k++) add(all, configuration->iterators.items[k].source);
        for (size_t k = 0; k < configuration->arguments.count; k++) add(all, configuration->arguments.items[k]);
    }
}

void env_model_compile(struct env_model *model, enum jit_compiler compiler) {
    if (model->code) return;
    struct expressions all = {0};
    add_target(&all, model);
    for (size_t c = 0; c < model->classes.count; c++) {
        const struct env_class *class = &model->classes.items[c];
        for (size_t i = 0; i < class->assertions.count; i++) add(&all, class->assertions.items[i]);
        for (size_t i = 0; i < class->defaults.count; i++) add(&all, class->defaults.items[i]);
        for (size_t i = 0; i < class->transitions.count; i++) add_transition(&all, &class->transitions.items[i]);
    }
    model->code = ocl_compile(&model->schema, all.list.items, all.list.count, compiler);
    vec_free(&all.list);
}

void env_model_optimise(struct env_model *model) {
    if (model->code) ocl_code_optimise(model->code);
}
