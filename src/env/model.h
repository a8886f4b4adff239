/* An environment model: the target system's functions, and the classes around it with their statecharts (Yatake 2010,
 * definitions 1 to 4). The language is in docs/env-language.md. Everything belongs to the model and dies with it. */
#ifndef ENV_MODEL_H
#define ENV_MODEL_H

#include "jit/jit.h"
#include "ocl/ocl.h"

/* A trigger function of the target system; its arguments are integers from ranges. A range may be empty (low = high +
 * 1, as in 1..R with R = 0): then the function is never called. */
struct env_trigger {
    const char *name;
    struct place place;
    VEC(struct ocl_parameter) parameters;
    VEC(int64_t) lows;
    VEC(int64_t) highs;
};

/* A variable of the design whose indices depend on arguments: `task[tid].dpr` is "task[", tid, "].dpr". Write the
 * pieces one after the other, the value of `index` where it is not NULL, else `text`. */
struct env_place_piece {
    const char *text;
    struct ocl_expression *index; /* an Integer; sees the reference function's parameters as arguments */
};

/* How the value of a reference function is read from the design. */
struct env_reference {
    unsigned function; /* in the schema's functions: its name, its parameters, its result */
    struct place place;
    /* `ref F(p) = task[p].dpr;`: read there. Without pieces, F is an inline of the design: call it with the arguments
     * (`ref F(p);` or `ref F(p) into v;`); the value is then in the design's variable `into` (NULL: see docs/env.md).
     */
    VEC(struct env_place_piece) pieces;
    const char *into;
    VEC(int64_t) lows; /* of the parameters; INT64_MIN..INT64_MAX where the model does not say */
    VEC(int64_t) highs;
};

/* `x in source` */
struct env_iterator {
    const char *name;
    struct ocl_expression *source; /* a set; sees the earlier iterators as arguments (indices of objects) */
};

/* `configure NAME(arguments) for x in .., y in ..;`: the inline of that name is called on the design's initial state
 * for each way to choose the iterators' objects, the last iterator running fastest, objects in order. */
struct env_configuration {
    const char *name;
    struct place place;
    VEC(struct env_iterator) iterators;
    VEC(struct ocl_parameter) scope;        /* the iterators again, as parameters of the expressions       */
    VEC(struct ocl_expression *) arguments; /* Integer or Boolean; see all iterators (indices of objects) */
};

/* Along with the transition, these objects go from one state to another, if they are in it. */
struct env_synchronous {
    struct ocl_expression *objects; /* an object or a set */
    unsigned class_index;           /* of the objects */
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
    VEC(struct ocl_parameter) parameters; /* the trigger's, under the names that this transition gives them */
    /* By parameter: NULL, or an Integer that sees only self: the guard can hold only where the parameter has this
     * value. (The guard demands it, too: this is only to save trying the others. If evaluating it fails, try all.) */
    VEC(struct ocl_expression *) bindings;
    VEC(struct env_synchronous) synchronous;
    VEC(struct env_action)
    actions; /* evaluated in the state before the transition, in order, each seeing the earlier ones */
    struct place place;
};

struct env_class {
    unsigned index;                          /* in the schema's classes */
    int64_t low, high;                       /* how many objects: low..high, after constants are set */
    VEC(struct ocl_expression *) invariants; /* of the graph, per object */
    VEC(const char *) invariant_names;       /* NULL where there is none */
    VEC(struct ocl_expression *) assertions; /* in every state, per object */
    VEC(const char *) assertion_names;       /* NULL where there is none */
    VEC(struct ocl_expression *)
    defaults; /* by member: initial value of a variable (sees self's attributes), never NULL; NULL for other members */
    VEC(struct env_transition) transitions;
};

struct env_model {
    const char *path;
    const char *target; /* the target system's name; NULL without a target */
    struct ocl_schema schema;
    VEC(struct env_trigger) triggers;
    VEC(struct env_reference) references;         /* in order of declaration */
    VEC(struct env_configuration) configurations; /* in order of declaration */
    VEC(struct env_class) classes;                /* by class index */
    struct ocl_code *code;                        /* see env_model_compile(); else NULL */
};

/* `--set NAME=VALUE`: overrides a constant of the model. */
struct env_setting {
    const char *name;
    int64_t value;
};

/* NULL if there was any error; then `diagnostics` says what and where. */
struct env_model *env_parse_file(const char *path, const struct env_setting *settings, size_t setting_count,
                                 struct diagnostics *diagnostics);
struct env_model *env_parse_text(const char *text, size_t length, const char *path, const struct env_setting *settings,
                                 size_t setting_count, struct diagnostics *diagnostics);
void env_model_free(struct env_model *model);                          /* NULL is allowed */
void env_model_print(const struct env_model *model, struct text *out); /* parses back to the same model */

/* What a check evaluates becomes machine code: worth its millisecond or two before many environments are checked. It
 * changes nothing else. No other thread may use the model meanwhile. */
void env_model_compile(struct env_model *model, enum jit_compiler compiler);
/* Thousands of environments will be checked: better code, half a second later. */
void env_model_optimise(struct env_model *model);

/* The reference function with this index in the schema's functions; NULL if there is none. */
const struct env_reference *env_reference_of(const struct env_model *model, unsigned function);

#endif
