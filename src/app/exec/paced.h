/* Tasks that are under way because of an alarm: it has activated or woken them, or a task has that is under way because
 * of one; so are those that start by themselves. A mark for each task, which goes when the task has ended or waits
 * again: whose time it keeps (counters that nothing relates keep times of their own), and whether an alarm of that time
 * has expired since. And a mark for each alarm that sets an event: whose time has set it, until it is taken.
 *
 * Where alarms wait for their tasks (machine.h), it is nothing wrong that such a task activates in vain one that an
 * earlier expiry has led to, and that would have ended if code were fast enough (analysis/paced.h): time has outrun the
 * code. The run goes on, as the kernel does, so that nothing else is lost with it. Nor do alarms wait for a task that
 * keeps another time, or for an event of another time: it may have begun, or been set, just before. */
#ifndef APP_EXEC_PACED_H
#define APP_EXEC_PACED_H

#include "app/exec/machine.h"

/* How many bytes of a state are marks: none where nobody asks. */
uint32_t paced_size(const struct executor *executor);

/* Nothing has run yet. */
void paced_begin(struct machine *machine);

/* A service is about to be called; and was. */
void paced_before_call(struct machine *machine, const struct osek_call *call);
void paced_after_call(struct machine *machine, uint32_t caller, const struct osek_call *call);
/* The counter is about to tick; and has. */
void paced_before_tick(struct machine *machine, uint32_t counter);
void paced_after_tick(struct machine *machine, uint32_t counter);

/* Was the call refused because time has outrun the code, and is that taken not to happen? To be asked before
 * paced_after_call(). */
bool paced_is_outrun(const struct machine *machine, uint32_t caller, const struct osek_call *call,
                     const struct osek_result *result);

/* Would the alarm's task, if it were started now, surely activate in vain one that an earlier expiry has led to, itself
 * or by way of others? Such an alarm comes too early. */
bool paced_outruns(const struct machine *machine, uint32_t alarm);

/* Is the task under way because of an alarm of another time? */
bool paced_is_of_other_time(const struct machine *machine, uint32_t task, uint32_t counter);
/* Has another time set the event that the alarm sets? */
bool paced_is_event_of_other_time(const struct machine *machine, uint32_t alarm);

/* The kernel's state has changed. */
void paced_settle(struct machine *machine);

#endif
