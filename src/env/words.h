/* Statements about graphs in English, with the model's own names. */
#ifndef ENV_WORDS_H
#define ENV_WORDS_H

#include "env/atoms.h"

/* "some task has two or more resources" */
void words_atom(struct text *out, const struct ocl_schema *schema, const struct shapes *shapes,
                const struct atom *atom);
/* "Task" -> "task", "tasks"; "ISR" -> "ISR", "ISRs" */
void words_class(struct text *out, const char *name, bool many);

#endif
