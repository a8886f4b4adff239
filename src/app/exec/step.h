/* Steps: from one point to the next.
 *
 * Each function does one thing that others can notice, if it can, runs on through private computation, and stops before
 * the next such thing, whoever's code runs then. The machine is left ready to be packed. Where the thing has several
 * outcomes, machine->choice says which to take, and machine->choices is how many there are. */
#ifndef APP_EXEC_STEP_H
#define APP_EXEC_STEP_H

#include "app/exec/machine.h"

enum leave step_current(struct machine *machine);                 /* the code that runs goes on */
enum leave step_interrupt(struct machine *machine, uint32_t isr); /* it is interrupted */
enum leave step_switch(struct machine *machine, uint32_t task);   /* without a scheduler: this task is chosen */
enum leave step_tick(struct machine *machine, uint32_t counter);  /* the counter ticks, or jumps to the next expiry */
enum leave step_go_on_without(struct machine *machine, uint32_t number); /* time waits no more (unawaited.h) */
/* Can the code that runs go on in exactly one way? The machine is used up. */
bool step_has_one_outcome(struct machine *machine);
/* Nothing runs, and nothing can come: is that in order? LEAVE_POINT if so. */
enum leave step_idle(struct machine *machine);

#endif
