/* The two sides of env_symmetry_find(): numbers of the model, and numbers of the design. Their nodes have names, so
 * that both sides find them. */
#ifndef ENV_SYMMETRY_WALK_H
#define ENV_SYMMETRY_WALK_H

#include "env/check_design.h"
#include "env/identity.h"

struct symmetry_walk {
    const struct env_model *model;
    const struct env_design *design;
    const struct model *promela;
    struct identities *identities;
};

/* A parameter of an inline that the environment calls. */
unsigned symmetry_parameter(const struct symmetry_walk *walk, int callable, size_t parameter);
/* What a reference function reads: the design's variable, and by dimension what it is indexed with. False if it cannot
 * be told. */
bool symmetry_reference_place(const struct symmetry_walk *walk, const struct env_reference *reference,
                              struct identity_value *value, unsigned *dimensions, size_t *dimension_count);

void symmetry_walk_model(struct symmetry_walk *walk);
void symmetry_walk_design(struct symmetry_walk *walk);

/* Does it make no difference in which order the objects are told about by this configuration? */
bool symmetry_order_is_free(const struct symmetry_walk *walk, unsigned configuration);

#endif
