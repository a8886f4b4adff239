/* How much stack a context's code needs at most: parameters, locals and temporaries of the deepest chain of calls. */
#ifndef APP_ANALYSIS_STACK_H
#define APP_ANALYSIS_STACK_H

#include "cfront/ir/ir.h"

struct stack_need {
    uint32_t bytes;
    uint32_t calls; /* of the chain, the first function included */
    bool recursive; /* some chain has no end: the figures are those without going round */
};

/* A call through a pointer can be one of any function with so many parameters. */
struct stack_need stack_need_of(const struct c_program *program, const struct c_function *entry);

#endif
