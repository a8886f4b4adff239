/* What an event's actions choose depends on parameters that are cut to the bounds: x :∣ x' ∈ {0, 9} ∧ x' ≤ n with n ∈
 * ℕ. Parameters are chosen first, and within the range, so that 9 would be lost without a word. Whether it is shows
 * where both are looked for together, as if x' were a parameter, too. */
#ifndef EVENTB_TOGETHER_H
#define EVENTB_TOGETHER_H

#include "eventb/machine_internal.h"

struct eb_together {
    const struct eb_plan *plan;   /* for parameters and new values */
    const struct eb_unknown *cut; /* parameters that the event tries within the range alone */
    unsigned cut_count;
    uint32_t fault; /* there are others */
};

/* After the event's plan for its parameters, which are `unknowns` with these conditions. NULL: its actions choose
 * nothing that depends on one that is cut. */
const struct eb_together *eb_plan_together(struct eb_machine *machine, const struct eb_full_event *event,
                                           const struct eb_plan *guards, const struct eb_unknown *unknowns,
                                           unsigned count, const struct eb_conditions *conditions);
/* Where the event's own plan found everything that it can: frame->limited, if something is missing. */
void eb_look_together(const struct eb_together *together, struct eb_frame *frame);

#endif
