/* What is left of an assertion once the environment's state is known: a Promela expression over the values of reference
 * functions (Yatake 2010, AEval in appendix A.3). */
#ifndef ENV_EXPORT_RESIDUE_H
#define ENV_EXPORT_RESIDUE_H

#include "env/model.h"

/* A reference function with its arguments; its value is in the Promela variable `name`. */
struct residue_reference {
    unsigned function;
    const char *name; /* "ret_GetTaskDpr_1" */
    int64_t *arguments;
};

struct fresh_names;

struct residue_references {
    struct arena *arena;
    struct fresh_names *names;          /* those that the design does not use */
    VEC(struct residue_reference) list; /* each once, in order of first use */
};

/* Either a value that is known, or a text. */
struct residue {
    bool known;
    int64_t value;
    const char *text;     /* belongs to the references' arena */
    const char *opposite; /* of a comparison: the opposite one; else NULL */
    int level;            /* of its outermost operator: how tightly it binds */
};

/* False with an error if the assertion cannot be evaluated or put into Promela. */
bool residue_of(const struct ocl_expression *assertion, const struct ocl_world *world, unsigned self,
                struct residue_references *references, struct diagnostics *diagnostics, struct residue *residue);
/* a && b */
struct residue residue_both(struct residue_references *references, struct residue a, struct residue b);

#endif
