/* The function that the configuration names as its idle hook: ERIKA calls it over and over while no task runs. Here
 * that is what main() does behind StartOS, which does not come back. */
#ifndef CFRONT_LOWER_IDLE_HOOK_H
#define CFRONT_LOWER_IDLE_HOOK_H

#include "cfront/lower/lower.h"

/* Behind a call of StartOS. */
void idle_hook_run(struct lower *lower, struct place place);
/* If there is one that has code, and nothing here runs it, nothing holds. */
void idle_hook_doubt(struct front *front);

#endif
