/* What the points of a graph do, as statements of Promela. Where a statement goes on is not said here (promela.h). */
#ifndef APP_SEQUENTIAL_PROMELA_STATEMENT_H
#define APP_SEQUENTIAL_PROMELA_STATEMENT_H

#include "app/sequential/emit.h"
#include "app/sequential/graph.h"
#include "app/sequential/promela_value.h"

struct pml_statements {
    const struct sequential_graph *graph;
    struct pml_writer writer; /* its context is the point's */
    struct text *body;        /* where they go */
};

/* All that point `number` does before it goes anywhere. */
void pml_deed(struct pml_statements *s, uint32_t number);
/* What a service gives, and its status. */
void pml_results(struct pml_statements *s, const struct sequential_point *point, const struct sequential_answer *answer,
                 struct text *out);
/* The condition of a branch; what is to be checked before it is in the body. */
const char *pml_condition(struct pml_statements *s, const struct c_instruction *instruction);

#endif
