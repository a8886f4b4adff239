/* How often loops have gone round in a step, where somebody has set a bound (--loop-bound).
 *
 * A round is counted at the loop's way back. A loop inside of another begins anew with each round of that one, and all
 * loops of a function with each call of it. */
#ifndef APP_EXEC_ROUNDS_H
#define APP_EXEC_ROUNDS_H

#include "app/exec/machine.h"

void rounds_clear(struct machine *machine);
/* From this instruction of the current function back to that one. If it was once too often, the run is not
 * considered, and executor->cut_off says so. */
void rounds_count(struct machine *machine, uint32_t from, uint32_t to);
void rounds_call(struct machine *machine, const struct c_function *function);

#endif
