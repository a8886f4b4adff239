/* Patterns of object graphs: a few objects, some of them linked, with conditions on them.
 *
 * A shape says which objects a pattern is about; a pattern is a shape with at most three of the shape's conditions. A
 * graph has a pattern if some choice of objects meets all its conditions. Condition 0 of every shape is always true. */
#ifndef ENV_PATTERN_H
#define ENV_PATTERN_H

#include "env/graphs.h"

enum { PATTERN_OBJECTS = 3, PATTERN_CONDITIONS = 256, PATTERN_SIZE = 3 };

enum shape_kind {
    SHAPE_ONE,        /* an object                                               */
    SHAPE_TWO,        /* two objects of a class                                  */
    SHAPE_LINK,       /* an object, and one that it is linked to                 */
    SHAPE_CROSS,      /* two objects of different classes                        */
    SHAPE_TWO_LINKS,  /* an object, and two that it is linked to                 */
    SHAPE_LINK_OTHER, /* an object, one that it is linked to, and another of its class */
    SHAPE_THREE,      /* three objects of a class                                */
};

enum condition_kind {
    CONDITION_TRUE,
    CONDITION_VALUE,    /* first.member OP value            */
    CONDITION_COMPARE,  /* first.member OP second.other     */
    CONDITION_LINKS,    /* size(first.member) OP value      */
    CONDITION_LINKED,   /* objects of from_class with first in their `member` OP value */
    CONDITION_INCLUDES, /* first.member includes second     */
};

enum comparison { COMPARE_EQUAL, COMPARE_LESS, COMPARE_AT_MOST, COMPARE_AT_LEAST, COMPARE_GREATER, COMPARE_DIFFERENT };

struct condition {
    enum condition_kind kind;
    enum comparison comparison;
    unsigned first, second; /* objects of the shape */
    unsigned member, other; /* their members        */
    unsigned from_class;    /* CONDITION_LINKED     */
    int64_t value;
    unsigned cost; /* the larger, the less natural */
};

struct shape {
    enum shape_kind kind;
    unsigned objects;
    unsigned classes[PATTERN_OBJECTS];
    unsigned member; /* the association of linked objects */
    unsigned cost;
    VEC(struct condition) conditions;
};

/* The conditions that a choice of objects meets, a bit each. */
struct condition_set {
    uint64_t bits[PATTERN_CONDITIONS / 64];
};

struct shapes {
    VEC(struct shape) list;
};

/* All shapes of the models' classes, with their conditions; the models differ in constants only. */
void shapes_make(struct shapes *shapes, const struct env_model *const *models, size_t count);
void shapes_free(struct shapes *shapes);

/* Calls visit for each choice of objects. */
void shape_visit(const struct shape *shape, const struct ocl_schema *schema, const struct env_graph *graph,
                 void (*visit)(void *context, const struct condition_set *met), void *context);

static inline bool condition_set_has(const struct condition_set *set, unsigned condition) {
    return set->bits[condition / 64] >> condition % 64 & 1;
}

#endif
