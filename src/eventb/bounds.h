/* Bounds (Vu, Chiba, Yatake, Aoki: Model Checking Conformance of Design Model to Its Formal Specification, definition
 * 9) as they are in force: from the command line, from the axioms, or by default. */
#ifndef EVENTB_BOUNDS_H
#define EVENTB_BOUNDS_H

#include "eventb/machine.h"
#include "eventb/plan.h"

struct eb_set_limit {
    unsigned size;
    const char **names;
    const char *origin;               /* "axm1", "--bound", "map", "default" */
    bool fixed;                       /* by the axioms: {a}, {b} are all there is */
    bool is_largest;                  /* the axioms allow no larger one */
    bool is_least;                    /* the axioms need so many, which are more than the default */
    unsigned taken;                   /* so many of its elements are constants, as all of them are alike */
    bool ordered;                     /* a bijection or a partition says which is which, as all of them are alike */
    const struct eb_type *ordered_by; /* the type of what it is in bijection with */
    const unsigned *parts;            /* constants that it is cut into, whose elements follow each other */
    unsigned part_count;
};

struct eb_variable_limit {
    struct eb_range_limit range;
    const char *origin; /* NULL: as all integers */
};

struct eb_limits {
    int64_t low, high;
    const char *origin;
    unsigned levels; /* of recursive data types: so many constructors inside each other, where values are chosen */
    const char *levels_origin;
    int64_t mentioned_low, mentioned_high; /* around all integers that the model mentions */
    int64_t window_low, window_high;       /* of integers inside sets and states */
    struct eb_set_limit *sets;
    int *element;     /* by constant: the number of the element that it names; -1: it is no such constant */
    bool *enumerated; /* by constant: it is an element of a set that the axioms enumerate */
    bool *ascending;  /* by constant: only the bijection that keeps the order is needed, as elements are alike */
    struct eb_variable_limit *variables;
    /* Names of elements that no constant has: formulas of the user's may speak of them, as locals. */
    struct eb_symbol *elements;
    struct eb_value *element_values;
    unsigned element_count;
    struct eb_conditions settings; /* of constants: c = 4, c ∈ 0‥3 */
    size_t map_settings;           /* the first so many of them are a map's */
    bool cut_setups;               /* there are more choices of the constants than were asked for */
};

/* False with errors. */
bool eb_limits_init(struct eb_limits *limits, struct arena *arena, const struct eb_development *development,
                    const struct eb_bounds *bounds, struct diagnostics *diagnostics);
void eb_limits_free(struct eb_limits *limits);

#endif
