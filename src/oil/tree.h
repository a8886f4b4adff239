/* OIL as it was written: a tree that knows nothing of OSEK yet.
 *
 * Everything belongs to one arena. Lists are linked, in the order of the text. */
#ifndef OIL_TREE_H
#define OIL_TREE_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdint.h>

/* ---- values ---- */

enum oil_value_kind {
    VALUE_NONE,    /* only a body: `CPU_DATA { ... }` */
    VALUE_NAME,    /* an enumerator, a reference, TRUE, FALSE */
    VALUE_INTEGER, /* sign and magnitude */
    VALUE_REAL,
    VALUE_STRING,
    VALUE_AUTO
};

struct oil_value {
    enum oil_value_kind kind;
    bool negative, too_large;
    uint64_t magnitude;
    const char *text; /* as written; a string without its quotes */
    struct place place;
};

/* ---- IMPLEMENTATION sections: what attributes there are ---- */

enum oil_type {
    TYPE_UINT32,
    TYPE_INT32,
    TYPE_UINT64,
    TYPE_INT64,
    TYPE_FLOAT,
    TYPE_BOOLEAN,
    TYPE_ENUM,
    TYPE_STRING,
    TYPE_NAME,     /* IDENTIFIER and SYMBOLNAME of some vendors */
    TYPE_STRUCT,   /* of some vendors: attributes in braces, perhaps with a name */
    TYPE_REFERENCE /* TASK_TYPE and so on */
};

enum oil_range { RANGE_ANY, RANGE_BOUNDS, RANGE_LIST };

struct oil_definition;

/* One value of an ENUM or BOOLEAN, with the attributes that come with it. */
struct oil_alternative {
    const char *name;
    struct oil_definition *attributes;
    const char *description;
    struct place place;
    struct oil_alternative *next;
};

struct oil_bound {
    struct oil_value value;
    struct oil_bound *next;
};

/* One attribute. */
struct oil_definition {
    enum oil_type type;
    const char *type_name;
    const char *target; /* TYPE_REFERENCE: the kind of object, "TASK" */
    bool with_auto, multiple, no_default, has_default;
    enum oil_range range;
    struct oil_bound *bounds; /* RANGE_BOUNDS: two */
    struct oil_alternative *alternatives;
    struct oil_definition *attributes; /* TYPE_STRUCT */
    struct oil_value default_value;
    const char *name;
    const char *description;
    struct place place;
    struct oil_definition *next;
};

/* All attributes of one kind of object. */
struct oil_kind {
    const char *name; /* "TASK" */
    bool multiple;    /* `KERNEL []`, as some vendors write */
    const char *description;
    struct oil_definition *attributes;
    struct place place;
    struct oil_kind *next;
};

/* ---- CPU sections: the objects ---- */

struct oil_parameter {
    const char *name;
    struct oil_value value;
    const char *title; /* `EXPIRY_POINT p1 { ... }`: "p1" */
    struct oil_parameter *body;
    bool has_body;
    bool implied;   /* not written: a default */
    bool ours;      /* ... which rtcheck has chosen: neither the project nor a vendor gives one */
    unsigned older; /* how many further definitions of the same object came behind the one that it is from */
    const char *description;
    struct place place;
    struct oil_parameter *next;
};

struct oil_object {
    const char *kind;
    const char *name; /* "" if it has none */
    struct oil_parameter *parameters;
    const char *description;
    struct place place; /* of its name */
    struct oil_object *next;
};

struct oil_tree {
    const char *file;    /* the first one */
    const char *version; /* NULL if there was none */
    const char *assumed; /* of what was not found, or looks like a slip: half sentences; NULL if there was none */
    const char *version_description;
    const char *implementation; /* the name of the first one; NULL if there is none */
    const char *cpu;            /* the name of the last one; NULL if there is none */
    const char *cpu_description;
    struct oil_kind *kinds;
    struct oil_object *objects;
};

struct oil_kind *oil_find_kind(const struct oil_kind *kinds, const char *name);
struct oil_definition *oil_find_definition(const struct oil_definition *definitions, const char *name);
struct oil_alternative *oil_find_alternative(const struct oil_alternative *alternatives, const char *name);
/* The first object with that name; of any kind if `kind` is NULL. */
struct oil_object *oil_find_object(const struct oil_object *objects, const char *kind, const char *name);
struct oil_parameter *oil_find_parameter(const struct oil_parameter *parameters, const char *name);
bool oil_same_value(const struct oil_parameter *a, const struct oil_parameter *b);
/* Is one of them the same, attributes of its own with it? */
bool oil_says(const struct oil_parameter *parameters, const struct oil_parameter *parameter);

/* What the answer depends on: told with it. */
void oil_assume(struct oil_tree *tree, struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
