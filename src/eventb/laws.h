/* Laws of sets: what ∪, ∩ and ∖ say whatever the sets are that they are applied to. */
#ifndef EVENTB_LAWS_H
#define EVENTB_LAWS_H

#include "eventb/formula.h"

/* Has the set every value of its type, as it is written: ℤ, S, ℙ(S × ℤ)? */
bool eb_is_whole_type(const struct eb_formula *set);
/* Is `part` a subset of `whole` for all values of the sets that both are made of? S ∩ T ⊆ S, S ⊆ ℤ, ℕ1 ⊆ ℕ ∪ S. False
 * where that is not known. Both are taken as well-defined. */
bool eb_always_included(const struct eb_formula *part, const struct eb_formula *whole);

#endif
