/* An axiom, or theorem, where there is nothing but those before it.
 *
 * How large a carrier set is, which constants are its elements, which of these may be taken for the first as all are
 * alike, and whether it is infinite: that follows from all axioms, and for what is asked of one of them only those
 * before it count. Where later ones say more of it, a machine is made of those before it alone. */
#ifndef EVENTB_PREFIX_H
#define EVENTB_PREFIX_H

#include "eventb/machine_internal.h"

/* Of the last axiom of a development. */
struct eb_judgement {
    uint64_t work;                         /* so many values may be tried; and then, so many are left */
    const struct eb_range_limit *left_out; /* as of eb_check_axioms() */
    bool has_constants;                    /* it is known that some satisfy those before it */
    const char *wrong, *open; /* what goes wrong, why it is not known whether anything does; NULL: nothing */
    struct place place;       /* of either */
    bool is_certain;          /* that it goes wrong */
    bool is_whole;            /* no integers are left that were not tried */
    bool is_cut_elsewhere;    /* with other bounds, the work was not enough for all choices */
    bool is_lazy;             /* it defines a constant, and is not known to be well-defined */
};

/* Is what all axioms say of carrier sets and their elements what those before this one say? `bounds`: of the machine.
 */
bool eb_prefix_is_like_all(const struct eb_machine *machine, const struct eb_bounds *bounds, unsigned number);
/* The axiom by those before it alone. False: it could not be looked at. */
bool eb_prefix_judge(struct eb_machine *machine, const struct eb_bounds *bounds, unsigned number,
                     struct eb_judgement *judgement);
/* The same where carrier sets are smaller and larger, as those before it allow, and values of data types larger, all of
 * which share the work: only what certainly goes wrong counts. */
void eb_prefix_judge_elsewhere(struct eb_machine *machine, const struct eb_bounds *bounds, unsigned number,
                               struct eb_judgement *judgement);

#endif
