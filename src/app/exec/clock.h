/* How far time goes at once, and which counters have a value that matters.
 *
 * A tick with which no alarm expires changes where a counter stands and nothing else. It shows only to code that looks
 * at the counter before its next expiry (analysis/ahead.h). Where no such code can run before that, whatever else
 * comes, all ticks up to the expiry may as well come together with it. Where all that code can do, from now on, is to
 * set alarms for values that are known, all that shows is which of these values have passed: the counter goes on from
 * one of them, or an expiry, to the next. Where no code can look at its value any more, whatever comes, the value is 0:
 * equal situations have equal states. */
#ifndef APP_EXEC_CLOCK_H
#define APP_EXEC_CLOCK_H

#include "app/exec/machine.h"

/* How far the counter goes when it ticks next. 0: nobody can notice, and no alarm expires. `alone`, as
 * machine_is_counter_alone() says. */
uint32_t clock_ticks(const struct machine *machine, uint32_t counter, bool alone, bool *expires);

/* What nobody will look at is forgotten. */
void clock_forget(struct machine *machine);

#endif
