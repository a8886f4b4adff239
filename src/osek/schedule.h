/* The scheduler: what the kernel does when a service, a hook or an interrupt routine is over, until application code
 * is to run again. */
#ifndef OSEK_SCHEDULE_H
#define OSEK_SCHEDULE_H

#include "osek/state.h"

/* Goes on with the kernel's work as far as it can. Invariant afterwards: if nothing is on the stack, no request is more
 * urgent than the running task, and a task runs if one is ready; no pending interrupt is allowed to come. */
void osek_settle(struct osek_kernel *k);
/* The running task leaves the running state in the way that `work` says, after PostTaskHook. */
void osek_leave(const struct osek_kernel *k, enum work work, uint32_t object);
/* 4.6.1: the running task gives way to higher priority only. */
bool osek_is_urgent(const struct osek_kernel *k, uint32_t priority);

#endif
