/* A map between a specification and a design, as written (docs/conform-map.md).
 *
 * It says within which bounds the specification is explored (Vu 2014, definition 9), how the design is set up, which
 * expressions over the specification's variables correspond to which over the design's (R), which values to which (C),
 * and which calls stand for which event (f). Nothing here knows the specification or the design yet: formulas of
 * Event-B are kept as text with their place, design variables as patterns. */
#ifndef CONFORM_MAP_H
#define CONFORM_MAP_H

#include "base/arena.h"
#include "base/diag.h"

#include <stdbool.h>
#include <stdint.h>

enum { MAP_LOCALS = 16, MAP_INDICES = 8, MAP_ARGUMENTS = 16 };

/* A formula of Event-B; NULL text: there is none. */
struct map_formula {
    const char *text;
    struct place place;
};

/* What a name stands for inside one relation, set-up step or event: an element of a carrier set, a number of an
 * interval, or a parameter of the event (no set, low > high). */
struct map_local {
    const char *name;
    const char *set;
    int64_t low, high;
    struct place place;
};
struct map_locals {
    struct map_local items[MAP_LOCALS];
    unsigned count;
};

/* ---- Numbers: C's operators over numbers, locals, design variables and formulas ---- */

enum map_op {
    MAP_NUMBER,
    MAP_LOCAL,    /* the number that stands for its value */
    MAP_VARIABLE, /* of the design */
    MAP_FORMULA,  /* of the specification: `pri(t)`, `card(S)` */
    MAP_MINUS,
    MAP_NOT,
    MAP_COMPLEMENT,
    MAP_MULTIPLY,
    MAP_DIVIDE,
    MAP_MODULO,
    MAP_ADD,
    MAP_SUBTRACT,
    MAP_SHIFT_LEFT,
    MAP_SHIFT_RIGHT,
    MAP_LESS,
    MAP_LESS_EQUAL,
    MAP_GREATER,
    MAP_GREATER_EQUAL,
    MAP_EQUAL,
    MAP_NOT_EQUAL,
    MAP_BIT_AND,
    MAP_BIT_XOR,
    MAP_BIT_OR,
    MAP_AND,
    MAP_OR
};

struct map_expression {
    enum map_op op;
    struct place place;
    int64_t number;   /* MAP_NUMBER; MAP_LOCAL: its position */
    const char *name; /* MAP_VARIABLE: a pattern, "task[].state" */
    struct map_formula formula;
    const struct map_expression *children[MAP_INDICES]; /* operands; MAP_VARIABLE: its indices */
    unsigned child_count;
    unsigned slot; /* MAP_VARIABLE, MAP_FORMULA: free for whoever binds the map; unique within the map */
};

struct map_call {
    const char *name;
    struct place place;
    const struct map_expression *arguments[MAP_ARGUMENTS];
    unsigned argument_count;
};

/* ---- Sections ---- */

struct map_setup { /* forall LOCALS where (CONDITION): CALL */
    struct place place;
    struct map_locals locals;
    struct map_formula condition;
    struct map_call call;
};

struct map_relation { /* forall LOCALS where (CONDITION): LEFT ~ RIGHT */
    struct place place;
    struct map_locals locals;
    struct map_formula condition, left;
    const struct map_expression *right;
    const char *right_text;
};

struct map_event { /* NAME(LOCALS) -> CALLS */
    const char *name;
    struct place place;
    struct map_locals locals;
    const struct map_call *calls; /* none: the design does nothing */
    unsigned call_count;
};

struct map_range {
    int64_t low, high;
};
struct map_value { /* NAMES -> RANGES: each of the names is any of these numbers */
    const char *name;
    struct place place;
    const struct map_range *ranges;
    unsigned range_count;
};
struct map_values { /* of one carrier set */
    const char *set;
    struct place place;
    bool listed; /* else its elements are numbered from `first` */
    int64_t first;
    struct map_value *values;
    unsigned value_count;
};

struct map_name {
    const char *name;
    struct place place;
};

struct map {
    struct arena *arena;
    const char *path;
    VEC(struct map_name) bounds; /* "TASK=3" */
    VEC(struct map_name) only;   /* events; empty: all of them */
    VEC(struct map_name) symmetric;
    VEC(struct map_values) values;
    VEC(struct map_setup) setups;
    VEC(struct map_relation) relations;
    VEC(struct map_event) events;
    struct place calls; /* where the last section of them begins, or the map */
    unsigned slot_count;
};

/* NULL with errors at their place. */
struct map *map_load(const char *path, struct diagnostics *diagnostics);
struct map *map_parse(const char *text, size_t length, const char *path, struct diagnostics *diagnostics);
void map_free(struct map *map); /* NULL is allowed */

#endif
