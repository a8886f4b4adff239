#include "env/model.h"

#include "ocl/compile.h"

static void free_transition(struct env_transition *transition) {
    vec_free(&transition->parameters);
    vec_free(&transition->bindings);
    vec_free(&transition->synchronous);
    vec_free(&transition->actions);
}

static void free_class(struct env_class *class) {
    for (size_t i = 0; i < class->transitions.count; i++) free_transition(&class->transitions.items[i]);
    vec_free(&class->transitions);
    vec_free(&class->invariants);
    vec_free(&class->invariant_names);
    vec_free(&class->assertions);
    vec_free(&class->assertion_names);
    vec_free(&class->defaults);
}

static void free_target(struct env_model *model) {
    for (size_t i = 0; i < model->triggers.count; i++) {
        vec_free(&model->triggers.items[i].parameters);
        vec_free(&model->triggers.items[i].lows);
        vec_free(&model->triggers.items[i].highs);
    }
    for (size_t i = 0; i < model->references.count; i++) {
        vec_free(&model->references.items[i].pieces);
        vec_free(&model->references.items[i].lows);
        vec_free(&model->references.items[i].highs);
    }
    for (size_t i = 0; i < model->configurations.count; i++) {
        vec_free(&model->configurations.items[i].iterators);
        vec_free(&model->configurations.items[i].scope);
        vec_free(&model->configurations.items[i].arguments);
    }
    vec_free(&model->triggers);
    vec_free(&model->references);
    vec_free(&model->configurations);
}

void env_model_free(struct env_model *model) {
    if (!model) return;
    ocl_code_free(model->code);
    free_target(model);
    for (size_t i = 0; i < model->classes.count; i++) free_class(&model->classes.items[i]);
    vec_free(&model->classes);
    ocl_schema_free(&model->schema);
    free(model);
}

const struct env_reference *env_reference_of(const struct env_model *model, unsigned function) {
    for (size_t i = 0; i < model->references.count; i++) {
        if (model->references.items[i].function == function) return &model->references.items[i];
    }
    return NULL;
}
