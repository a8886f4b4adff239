/* The ready queue: activation requests and released or preempted tasks, the most urgent first; within a priority, the
 * oldest first (4.5). A task stands in it once for each request that waits for its turn (4.3). */
#ifndef OSEK_READY_H
#define OSEK_READY_H

#include "osek/state.h"

/* OSEK_NONE: the queue is empty. Without a scheduler, the first that no resource keeps out. */
uint32_t osek_first_ready(const struct osek_kernel *k);
uint32_t osek_first_priority(const struct osek_kernel *k);
void osek_remove_first(const struct osek_kernel *k);
void osek_put_first(const struct osek_kernel *k, uint32_t task);     /* it stands in the queue */
void osek_add_request(const struct osek_kernel *k, uint32_t task);   /* newly activated */
void osek_add_successor(const struct osek_kernel *k, uint32_t task); /* by ChainTask */
void osek_add_released(const struct osek_kernel *k, uint32_t task);  /* it waited */
void osek_add_preempted(const struct osek_kernel *k, uint32_t task); /* it ran; its state is still RUNNING */
uint32_t osek_requests_in_queue(const struct osek_kernel *k, uint32_t task);

#endif
