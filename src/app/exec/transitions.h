/* The transition system of an application. */
#ifndef APP_EXEC_TRANSITIONS_H
#define APP_EXEC_TRANSITIONS_H

#include "app/exec/machine.h"

/* Fills executor->ts. */
void transitions_build(struct executor *executor);

/* All steps of a state, or those of one actor, with a recorder (or NULL). `emit` gets them as ts->next() would give
 * them; before each the recorder is told to start with begin(), if that is not NULL. */
typedef enum leave (*transitions_run)(struct machine *machine, uint32_t which);
struct transitions_choice {
    uint32_t action;
    uint64_t choice;
};
struct transitions_visitor {
    ts_emit emit;
    void *context;
    void (*begin)(void *context, struct machine *machine);
    const bool *enough;                      /* not NULL: true as soon as no more outcomes are wanted */
    const struct transitions_choice *likely; /* not NULL: tried first */
    /* Not NULL: makes all outcomes of one operation itself. `run` does it once, on a machine that was filled from the
     * state. */
    void (*each)(void *context, struct machine *machine, transitions_run run, uint32_t which, struct ts_step step);
};
void transitions_from(const struct executor *executor, const void *state, unsigned actor,
                      const struct transitions_visitor *steps);

/* Would an interrupt or a tick come, if whatever runs did not keep it out for the moment? Of the executor's own ts,
 * where is_kept_waiting() says no if it is an interrupt of a higher level that runs. */
bool transitions_is_kept_out(const struct ts *ts, const void *state, uint32_t size, unsigned actor);

/* May other code come from outside in this state? `spent` is set if a spent budget is all that keeps something away. */
bool transitions_somebody_may_come(const struct executor *executor, const void *state, bool *spent);
static inline bool transitions_is_arrival(const struct executor *executor, const struct ts_step *step) {
    return step->action >= executor->first_isr_action && step->action < executor->first_task_action;
}
/* By actor, where nothing is known yet: an alarm that its step would let expire if time did not wait for a task. */
void transitions_find_kept_back(const struct executor *executor, const void *state, uint32_t *alarms);

/* The action of a step of the context that runs: the instruction that stands first in it. */
uint32_t transitions_current_action(const struct executor *executor, const void *state, uint32_t current);

#endif
