/* Invariants that are known not to be violated for certain values of the variables they speak of: most steps lead to
 * values that were seen before, in other states. What is remembered belongs to one frame, so to one thread at a time;
 * it is exact (the values themselves are compared), and never more than a few megabytes. */
#ifndef EVENTB_PROVEN_H
#define EVENTB_PROVEN_H

#include "eventb/layout.h"

struct eb_proven;

/* Invariants that speak of the same variables are a group: their values are looked up together. */
enum { EB_MOST_MEMBERS = 64 };
struct eb_proven_place {
    unsigned group, member; /* numbers: of the group, and in it (below EB_MOST_MEMBERS) */
};

/* Was the invariant looked at before for these values of the variables it speaks of, and not violated? If not, and it
 * turns out not to be, that can be noted, as long as nothing else of its group was asked. `slots`: of all variables. */
bool eb_proven_before(struct eb_frame *frame, const struct eb_layout *layout, struct eb_proven_place place,
                      const unsigned *variables, unsigned count, const struct eb_value *slots);
void eb_proven_note(struct eb_frame *frame, struct eb_proven_place place);
/* How much may still be spent on it before that is out of all proportion to everything else; 0: nothing. */
uint64_t eb_proven_allowance(struct eb_frame *frame, unsigned number);
void eb_proven_spend(struct eb_frame *frame, unsigned number, uint64_t bytes);

void eb_proven_free(struct eb_proven *proven);

#endif
