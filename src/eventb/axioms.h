/* Axioms one after the other (Rodin's axm/WD and thm/THM): each is well-defined, and a theorem true, for all constants
 * that satisfy the axioms before it. What comes later protects nothing: it says which choices there are, not what the
 * axioms before it mean. */
#ifndef EVENTB_AXIOMS_H
#define EVENTB_AXIOMS_H

#include "eventb/machine_internal.h"

#define EB_NO_AXIOM UINT32_MAX

/* What the constants are chosen by: conditions of bounds and axioms, in order. */
struct eb_axioms {
    struct eb_conditions conditions;
    VEC(unsigned) axioms; /* by condition: the axiom that it is a part of; EB_NO_AXIOM: it is a bound's */
};

/* Notes the obligations, and for which of them there is such a choice, or nobody knows whether there is one. Some
 * choice must satisfy all axioms. `bounds`: of the machine. `left_out`: those of choices for which an axiom is
 * ill-defined lie in this range; NULL: that is not known. Is it known that those before it rule these out, or does the
 * machine tell of it? */
bool eb_check_axioms(struct eb_machine *machine, const struct eb_axioms *axioms, const struct eb_bounds *bounds,
                     const struct eb_range_limit *left_out);

#endif
