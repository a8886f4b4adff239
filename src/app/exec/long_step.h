/* Outcomes of steps that take very many instructions. A run is told by making its steps again, with all that could have
 * happened instead: what took long once is remembered.
 *
 * Invariant: what is remembered is what making the step again would come to. Whoever changes that forgets it all. */
#ifndef APP_EXEC_LONG_STEP_H
#define APP_EXEC_LONG_STEP_H

#include "app/exec/machine.h"

/* What a choice comes to, beside the state that the machine has packed and what else is wrong in a step with a fault.
 */
struct outcome {
    enum leave why; /* LEAVE_NOT: it was given up, since patience had ended */
    uint32_t fault, labels;
    uint32_t size; /* of that state */
    uint64_t choices;
    bool passes; /* who is asked for enough steps says that the state need not be stored */
    bool is_long;
};

/* From any thread. What the machine's choice came to from that state. */
void long_step_remember(const struct machine *machine, const void *state, const struct ts_step *step,
                        const struct outcome *outcome);

/* What was given up is so, until it is forgotten, only while `keeps` is true: for who tells what was found before. It
 * begins as false. */
void long_step_keep_gaps(struct executor *executor, bool keeps);

/* True: the machine has packed what it packed then, and the outcome is what it was. */
bool long_step_recall(struct machine *machine, const void *state, const struct ts_step *step, struct outcome *outcome);

/* The least choice that led from there to that state, by such a step, in whatever way steps were made then; UINT64_MAX:
 * none that is remembered. */
uint64_t long_step_choice(const struct executor *executor, const void *before, const void *after,
                          const struct ts_step *step);

static inline bool long_step_is_long(const struct machine *machine) {
    enum { LONG = 1 << 16 }; /* others are made again in no time */
    return machine->instructions >= LONG;
}

/* What steps come to may be something else from now on. */
void long_step_forget(struct executor *executor);

#endif
