/* Statements about a graph, each true or false of every observed one: the graph has a pattern, or so many objects of a
 * class, or a constant of the model has some value; or the opposite of such a statement. */
#ifndef ENV_ATOMS_H
#define ENV_ATOMS_H

#include "env/pattern.h"

/* One environment that was checked. */
struct observation {
    uint64_t rank; /* a hash of its number */
    size_t model;
    struct env_graph graph; /* `sizes` and `values` in one block that starts at `sizes` */
};

struct observations {
    const struct env_model *const *models;
    size_t model_count;
    VEC(struct observation *) failing, holding;
};

enum atom_kind { ATOM_OBJECTS, ATOM_CONSTANT, ATOM_PATTERN };

struct atom {
    enum atom_kind kind;
    bool negated;
    unsigned index; /* of the class, constant or shape */
    int64_t value;  /* at least so many, or so much    */
    unsigned conditions[PATTERN_SIZE];
    unsigned cost;
    /* A bit for each observation, set where the statement (negated or not) is true. */
    uint64_t *failing, *holding;
    uint64_t failing_count, holding_count;
};

struct atom_list {
    VEC(struct atom) list;
};

struct atoms {
    struct atom_list necessary;  /* true of all failing, but not of all holding */
    struct atom_list sufficient; /* true of no holding, but of some failing     */
};

/* The statements with up to two conditions that are worth a thought, the cheapest of each meaning. */
void atoms_find(struct atoms *atoms, const struct observations *observations, const struct shapes *shapes);
/* More necessary ones: the best patterns with one condition more. */
void atoms_refine(struct atoms *atoms, const struct observations *observations, const struct shapes *shapes);
void atoms_free(struct atoms *atoms);
/* Is the statement true of this one? Looked at anew, without what was gathered to find it. */
bool atom_is_true(const struct atom *atom, const struct observations *observations, const struct shapes *shapes,
                  const struct observation *seen);

static inline size_t atoms_words(size_t observations) { return (observations + 63) / 64; }

#endif
