/* Relations of which it is known that they are functions wherever they are applied: no state has to be asked. */
#ifndef EVENTB_FUNCTIONAL_H
#define EVENTB_FUNCTIONAL_H

#include "eventb/component.h"

/* From its form, and from axioms and invariants: where one of these is violated, that is told. False: it may be none.
 * `development` may be NULL. */
bool eb_is_certain_function(const struct eb_development *development, const struct eb_formula *relation);
/* A, where axioms say f ∈ A → B of the constant; NULL if none does, or it is none. */
const struct eb_formula *eb_total_domain(const struct eb_development *development, const struct eb_formula *constant);

#endif
