/* Carrier sets that are as large as an infinite type: of make ∈ BOOL × ℤ ⤖ S, nothing tells the elements of S from the
 * pairs that they are made of. So S is taken for BOOL × ℤ, and make for the identity: whatever holds of one such set
 * and bijection holds of every other, with other names for the elements. */
#ifndef EVENTB_STAND_IN_H
#define EVENTB_STAND_IN_H

#include "eventb/load.h"

/* As read, before types are known: the closure must have been seen to be well-typed. */
void eb_find_stand_ins(struct arena *arena, const struct eb_closure *closure, struct eb_stand_ins *stand_ins);
/* The one for this carrier set; NULL: it is an ordinary one. */
const struct eb_stand_in *eb_stand_in_for(const struct eb_stand_ins *stand_ins, const char *set);
/* What the context that has the bijection says besides: S = BOOL × ℤ, make = {x·x ∈ BOOL × ℤ ∣ x ↦ x}. */
struct eb_labelled_list eb_stand_in_axioms(struct arena *arena, const struct eb_stand_ins *stand_ins,
                                           const struct eb_component *context);

#endif
