/* Tasks that are under way since a moment that no counter knows: somebody who keeps no time (analysis/background.h), or
 * somebody who is under way because of such, has activated or woken them. A mark for each task, which goes when the
 * task has ended or waits again; and another one where such has set an event that an alarm sets, too, until it is
 * taken.
 *
 * Where alarms wait for their tasks (machine.h), they do not wait for these: such a moment may lie just before an
 * expiry, and no task is fast enough for that. */
#ifndef APP_EXEC_UNTIMED_H
#define APP_EXEC_UNTIMED_H

#include "app/exec/machine.h"

/* How many bytes of a state are marks: none where nobody asks. */
uint32_t untimed_size(const struct executor *executor);

enum { UNTIMED = 1, UNTIMED_EVENT = 2 };

static inline bool untimed_is(const struct machine *machine, uint32_t task) {
    return machine->analysis->untimed && machine->untimed[task] & UNTIMED;
}
static inline bool untimed_has_event(const struct machine *machine, uint32_t task) {
    return machine->analysis->untimed && machine->untimed[task] & UNTIMED_EVENT;
}

/* Does the task stand behind code that may go on for any time? What comes before keeps time. */
bool untimed_has_lasted(const struct machine *machine, uint32_t task);
/* Does this context keep no time, or is it under way because of such? */
bool untimed_is_context(const struct machine *machine, uint32_t context);

/* A service that may start or wake a task is about to be called by this context; and was. */
struct untimed_call {
    uint32_t task; /* OSEK_NONE: nothing is to be marked */
    uint32_t requests;
    uint64_t events;
    bool waits;
};
struct untimed_call untimed_before(const struct machine *machine, uint32_t caller, const struct osek_call *call);
void untimed_after(struct machine *machine, const struct untimed_call *before);

/* The kernel's state has changed. */
void untimed_settle(struct machine *machine);

#endif
