/* Expressions and places of the lowered program as text of Promela, with what they check.
 *
 * A value is one expression. What can go wrong in it comes before it, as assertions, in the order in which C computes
 * (`checks`); each holds also where C does not compute that part at all. What Promela cannot say is refused. */
#ifndef APP_SEQUENTIAL_PROMELA_VALUE_H
#define APP_SEQUENTIAL_PROMELA_VALUE_H

#include "app/exec/executor.h"
#include "app/sequential/promela_variable.h"

struct pml_writer {
    const struct executor *executor;
    struct pml_variables *variables;
    struct arena *arena;
    struct diagnostics *diagnostics;
    uint32_t context;   /* whose code it is */
    struct text checks; /* of what was written since they were cleared */
    const char *guard;  /* what must be true for what is looked at now to be computed; NULL: nothing */
    struct place place; /* of the instruction */
    bool refused;
};

/* Always the same: "0", for whoever goes on. */
const char *pml_refuse(struct pml_writer *writer, struct place place, const char *what);

const char *pml_value(struct pml_writer *writer, const struct c_expression *value);
/* Whatever can go wrong in a value that nobody wants, a record's included. */
void pml_compute(struct pml_writer *writer, const struct c_expression *value);
/* "name[index]", of a number. */
const char *pml_place(struct pml_writer *writer, const struct c_expression *place);
/* "target = value; ", of records number by number. */
void pml_assign(struct pml_writer *writer, const struct c_expression *target, const struct c_expression *value,
                struct text *out);
/* The same for a number that is known. */
void pml_assign_number(struct pml_writer *writer, const struct c_expression *target, int64_t number, struct text *out);
const char *pml_number(struct arena *arena, int64_t number);

/* Without parentheses around all of it, where none are needed. */
const char *pml_bare(struct arena *arena, const char *text);

/* Adds to `checks`: what goes wrong unless the condition is true. */
void pml_check(struct pml_writer *writer, const char *condition, const char *kind, const char *message,
               struct place place);

#endif
