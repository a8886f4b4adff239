/* While an event's steps are planned together with those of its abstractions (refine.c), and what the witnesses are for
 * (witness.c). */
#ifndef EVENTB_REFINING_H
#define EVENTB_REFINING_H

#include "eventb/machine_internal.h"

struct refining {
    struct eb_machine *machine;
    struct eb_ready_event *ready;
    struct eb_plan *plan; /* that more is added to */
    const struct eb_refined *refined;
    unsigned level; /* of the abstraction that is refined: 1 is the machine's own */
    unsigned *written;
    bool *has_new_value;    /* by variable */
    bool *guard_is_checked; /* by guard of what is refined */
    bool *below;            /* by variable: a machine below this abstraction has it */
};

/* Is it a variable that no machine below the abstraction has any more? */
static inline bool refining_is_gone(const struct refining *refining, unsigned index) { return !refining->below[index]; }

/* Does the abstraction have the variable? */
static inline bool refining_has(const struct refining *refining, unsigned index) {
    return refining->machine->development->in_level[refining->level][index];
}

/* A witness is for what its label names, whether its predicate speaks of that or not: p, or x' of a variable that is
 * gone. One with another label is for whatever of these its predicate speaks of. */

/* For no parameter that only the abstraction has, and no new value that it chooses: then it does not count, which is
 * told. */
bool eb_witness_is_for_nothing(const struct refining *refining, const struct eb_labelled *witness);
/* For the new value of a variable that is gone, and not for a parameter. */
bool eb_witness_is_about_gone(const struct refining *refining, const struct eb_labelled *witness);
/* `parameter`: among those that only the abstraction has. */
bool eb_has_witness_for_parameter(const struct refining *refining, unsigned parameter);
bool eb_has_witness_for_variable(const struct refining *refining, unsigned index);
/* Has each of these parameters one? */
bool eb_has_all_witnesses(const struct refining *refining);
/* Does an action on a variable that is gone speak of one that has none? */
bool eb_leaves_open(const struct refining *refining, const struct eb_formula *action);
/* p = x', or x ≔ p without a witness for p: what a parameter is comes from the new value of a variable that is gone, so
 * both are looked for together. */
bool eb_parameters_follow(const struct refining *refining);

#endif
