/* Are objects of a class interchangeable: do the model and the design treat their numbers alike?
 *
 * Environments that differ in the numbering of objects only are one structure, and one of them stands for all. That is
 * right where nothing but the numbering can make a difference: neither guards, actions, assertions and configuration
 * nor the design look at numbers of objects other than by comparing them for equality and by indexing with them. */
#ifndef ENV_SYMMETRY_H
#define ENV_SYMMETRY_H

#include "env/check.h"

struct env_symmetry_class {
    const char *why; /* NULL: interchangeable, as far as any() has no choice. Else what tells objects apart */
    struct place place;
    bool numbered; /* an invariant looks at the numbers: each numbering is an environment of its own already */
};

struct env_symmetry {
    struct arena *arena;
    struct env_symmetry_class *classes; /* by class */
};

struct env_symmetry *env_symmetry_find(const struct env_model *model, const struct env_design *design);
void env_symmetry_free(struct env_symmetry *symmetry);

#endif
