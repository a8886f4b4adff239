/* What the points of a graph do, as statements of C. Where a statement goes on is not said here (emit.h). */
#ifndef APP_SEQUENTIAL_STATEMENT_H
#define APP_SEQUENTIAL_STATEMENT_H

#include "app/sequential/graph.h"
#include "app/sequential/value.h"

struct sequential_statements {
    const struct sequential_graph *graph;
    const struct subject *subject;
    struct sequential_names *names;
    struct sequential_writer writer; /* its context is the point's */
    struct arena *arena;
    struct text *body; /* where they go */
    bool steps;        /* for our own search: nothing is printed, and what is not known is asked */
};

/* All that point `number` does before it goes anywhere. */
void sequential_add_deed(struct sequential_statements *s, uint32_t number);
/* What a service gives is written by it; its status goes to a local of the caller. */
void sequential_add_results(struct sequential_statements *s, const struct sequential_point *point,
                            const struct sequential_answer *answer, struct text *out);
/* The condition of a branch, an assertion or an assumption: whether it is zero is all that counts. */
const struct c_expression *sequential_condition(const struct c_instruction *instruction);

#endif
