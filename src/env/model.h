/* An environment model: the target system's functions, and the classes around it with their statecharts (seed:
 * definitions 1 to 4). Everything belongs to the schema's arena. */
#ifndef ENV_MODEL_H
#define ENV_MODEL_H

#include "ocl/ocl.h"

/* A trigger function of the target system; its arguments are integers from ranges. */
struct env_trigger {
    const char *name;
    struct place place;
    VEC(struct ocl_parameter) parameters;
    VEC(int64_t) lows;
    VEC(int64_t) highs;
};

/* Along with the transition, these objects go from one state to another, if they are in it. */
struct env_synchronous {
    struct ocl_expression *objects; /* an object or a set */
    unsigned from, to;              /* states of the objects' class */
    struct place place;
};

/* object.member = value */
struct env_action {
    struct ocl_expression *object; /* NULL: self */
    unsigned class_index, member;
    struct ocl_expression *value;
    struct place place;
};

struct env_transition {
    unsigned from, to;            /* states of the class */
    int trigger;                  /* in env_model.triggers; negative: asynchronous, the target system is not called */
    struct ocl_expression *guard; /* NULL: true; sees self and the trigger's parameters */
    VEC(struct env_synchronous) synchronous;
    VEC(struct env_action)
    actions; /* evaluated in the state before the transition, in order, each seeing the earlier ones */
    struct place place;
};

struct env_class {
    unsigned index;                          /* in the schema's classes */
    int64_t low, high;                       /* how many objects: low..high, after constants are set */
    VEC(struct ocl_expression *) invariants; /* of the graph, per object */
    VEC(struct ocl_expression *) assertions; /* in every state, per object */
    VEC(struct ocl_expression *)
    defaults; /* by member: initial value of a variable (sees self's attributes); else NULL */
    VEC(struct env_transition) transitions;
};

struct env_model {
    const char *path;
    const char *target; /* the target system's name */
    struct ocl_schema schema;
    VEC(struct env_trigger) triggers;
    VEC(struct env_class) classes; /* by class index */
};

/* `--set NAME=VALUE`: overrides a constant of the model. */
struct env_setting {
    const char *name;
    int64_t value;
};

/* NULL if there was any error; then `diagnostics` says what and where. */
struct env_model *env_parse_file(const char *path, const struct env_setting *settings, size_t setting_count,
                                 struct diagnostics *diagnostics);
void env_model_free(struct env_model *model);
void env_model_print(const struct env_model *model, struct text *out); /* parses back to the same model */

#endif
