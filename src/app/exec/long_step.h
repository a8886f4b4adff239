/* Outcomes of steps that were given up after very many instructions. A run is told by making its steps again, with all
 * that could have happened instead: what took long once, and led nowhere, is remembered. */
#ifndef APP_EXEC_LONG_STEP_H
#define APP_EXEC_LONG_STEP_H

#include "app/exec/machine.h"

/* From any thread. The machine has packed `size` bytes, what its choice came to from that state. */
void long_step_remember(struct machine *machine, const void *state, const struct ts_step *step, uint32_t size);

/* True: the machine has packed what it packed then, and the step is what it was. */
bool long_step_recall(struct machine *machine, const void *state, struct ts_step *step, uint32_t *size);

/* What steps come to may be something else from now on. */
void long_step_forget(struct executor *executor);

#endif
