/* Stretches: states from which there is one way on, and that a search passes through without storing them.
 *
 * A step may end in such a state if (1) code runs there and nothing can come from outside, (2) what the code does next
 * has one outcome, (3) no atom of a property has changed its value, and (4) the step is no landmark. Each is a matter
 * of the step alone, not of the way to it, so that ways which meet are stored where they meet next.
 *
 * Landmarks see to it that no cycle consists of passed states only. Say that a context is further on if the numbers of
 * the instructions at which its calls stand, the outermost first, are larger, or then its log is longer; a context that
 * is not under way is the least far. A step is a landmark unless
 *   - whoever ran is further on than before, or has ended, and no other context that is under way is less far on;
 *   - no code has ended that is recurrent: ISRs, hooks and callbacks are, and tasks that could, by what they and those
 *     whom they activate may call, be activated again by themselves.
 * Suppose a cycle without one. By (1) nothing comes from outside in it. Whoever runs in it gets further on, so to be
 * where it was it must have ended: it is a task, and not a recurrent one. Its code runs again only if it is activated
 * again, by somebody who runs in the cycle, who must have been activated likewise, and so on: as there are finitely
 * many tasks, one of them has come from itself. That one is recurrent: there is no such cycle.
 *
 * In an application to which something may come, every end of code is a landmark: many ways lead to such ends, and
 * to walk from each of them to the end of the run would cost more time than the states are worth. */
#ifndef APP_EXEC_STRETCH_H
#define APP_EXEC_STRETCH_H

#include "app/exec/machine.h"

/* The machine has made a step from the packed state `before`, and ended it at a point; machine->packed is what it has
 * come to. Need it be stored? The machine is used up afterwards, but for machine->packed. */
bool stretch_goes_on(struct machine *machine, const void *before);

#endif
