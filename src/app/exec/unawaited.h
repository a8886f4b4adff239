/* Alarms that time waits for no more. Where alarms wait for their tasks (machine.h), one whose task never takes its
 * event again would keep its counter from ticking for ever, though nothing is wrong with setting an event twice; nor
 * with an activation that is lost, if that is expected. Whoever finds states in which time stands still for such alarms
 * (fate.h) puts them on a list: in these states there is one more step, which marks the alarms. One that is marked does
 * not wait. The mark goes when the event was taken, or the task has ended. */
#ifndef APP_EXEC_UNAWAITED_H
#define APP_EXEC_UNAWAITED_H

#include "app/exec/machine.h"

/* Is nothing wrong if the alarm comes to nothing? */
bool unawaited_may_be(const struct subject *subject, uint32_t alarm);

/* How many bytes of a state are marks: none where there is no such alarm that waits. */
uint32_t unawaited_size(const struct executor *executor);

static inline bool unawaited_is(const struct machine *machine, uint32_t alarm) {
    return machine->unawaited[alarm] != 0;
}

/* The kernel's state has changed. */
void unawaited_settle(struct machine *machine);

/* Puts a state on the list, with what is to be marked, for each alarm. False: it was there. Not to be called while
 * steps are made. */
bool unawaited_add(struct executor *executor, const void *state, uint32_t size, const bool *alarms);
void unawaited_free(struct executor *executor);

/* The number of the state in the list, whose alarms unawaited_mark() marks; OSEK_NONE: it is not there. */
uint32_t unawaited_find(const struct executor *executor, const void *state);
void unawaited_mark(struct machine *machine, uint32_t number);
uint32_t unawaited_counter(const struct executor *executor, uint32_t number); /* that goes on */

#endif
