/* The paths through functions: from the first instruction to where the function is left, told apart by the branches on
 * the way.
 *
 * A function is left at its end, or where its task ends: TerminateTask, ChainTask, ShutdownOS, also in what it calls. A
 * loop goes round at most so often (`rounds`): a path that would go once more ends there, and so does one that comes to
 * a loop without branches, which it never leaves. Nothing is said about which paths there are when the program runs. */
#ifndef APP_CASES_ROUTE_H
#define APP_CASES_ROUTE_H

#include "app/subject/subject.h"
#include "base/vec.h"

#define ROUTE_NONE UINT32_MAX

/* Between two branches: what comes behind an outcome of the one before. */
struct route_edge {
    uint32_t function;
    uint32_t before;    /* the edge before; ROUTE_NONE: the function begins here */
    uint32_t branch;    /* instruction of the function: the branch in front of it */
    bool value;         /* ... and what its condition was */
    uint32_t behind[2]; /* edges: the branch at the end is not taken, taken; ROUTE_NONE: there is no branch */
    bool may_end;       /* the function may be left here */
    bool is_cut;        /* the path ends when the next branch is reached: a loop would go round once too often */
    bool is_over;       /* the path ends as soon as it comes here */
    uint32_t number;    /* of the path that ends here; ROUTE_NONE: none does */
};

struct routes {
    VEC(struct route_edge) edges;
    VEC(uint32_t) ends; /* by path: its last edge */
    uint32_t *first;    /* by function: its first edge; ROUTE_NONE: it is not looked at */
    uint32_t rounds;
    const struct c_function *too_many; /* a function that has too many; NULL: none has */
};

/* Of functions for which `wanted` is true (by number). */
void routes_find(struct routes *routes, const struct subject *subject, const bool *wanted, uint32_t rounds);
void routes_free(struct routes *routes);

#endif
