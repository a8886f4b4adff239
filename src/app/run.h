/* Steps: from one point to the next.
 *
 * Each function does one thing that others can notice, if it can, runs on through private computation, and stops before
 * the next such thing, whoever's code runs then. The machine is left ready to be packed. Where the thing has several
 * outcomes, machine->choice says which to take, and machine->choices is how many there are. */
#ifndef APP_RUN_H
#define APP_RUN_H

#include "app/machine.h"

enum leave run_current(struct machine *machine);                 /* the code that runs goes on */
enum leave run_interrupt(struct machine *machine, uint32_t isr); /* it is interrupted */
enum leave run_tick(struct machine *machine, uint32_t counter);  /* the counter ticks, or jumps to the next expiry */
/* Can the code that runs go on in exactly one way? The machine is used up. */
bool run_has_one_outcome(struct machine *machine);
/* Nothing runs, and nothing can come: is that in order? LEAVE_POINT if so. */
enum leave run_idle(struct machine *machine);

#endif
