/* Mutual exclusion, on request: parts of the program in which at most one context may be at a time.
 *
 * A region is code: all of a function, or the lines of a range. A context is inside as long as one of its calls under
 * way stands there, that is, as long as the next instruction, or the call that it is in, is one of the region's. */
#ifndef APP_WATCH_MUTEX_H
#define APP_WATCH_MUTEX_H

#include "app/exec/machine.h"
#include "app/watch/watch.h"

/* Finds the regions that the options name. False with errors. */
bool mutex_build(struct watch *watch, const struct app_options *options, struct diagnostics *diagnostics);
/* The current context is about to execute this instruction. Whoever may be interrupted inside is, at every instruction;
 * a fault if somebody else is inside, too. */
void mutex_look(struct machine *machine, uint32_t instruction);

#endif
