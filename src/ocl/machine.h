/* What evaluates an expression: shared by the interpreter and by compiled code, which has a copy of these declarations
 * in its text (compile.c). */
#ifndef OCL_MACHINE_H
#define OCL_MACHINE_H

#include "ocl/node.h"

struct ocl_machine {
    const struct ocl_world *world;
    const char *failure; /* the first one; NULL: none so far */
    int64_t self;
    /* For compiled code, which leaves rarer operations to the interpreter. */
    int64_t (*interpret)(struct ocl_machine *machine, const struct ocl_node *node, int64_t *frame);
};

/* What is said where a node has no failure of its own. */
extern const char ocl_cannot_evaluate[];

#endif
