/* Well-definedness of a set as a predicate. */
#ifndef EVENTB_DEFINEDNESS_H
#define EVENTB_DEFINEDNESS_H

#include "eventb/node.h"

/* That a set which a predicate gives is well-defined: ∀x·P ⇒ E = E, of {x·P ∣ E}; of others, that their parts are, or
 * that it is known whether they have an end. */
const struct eb_formula *eb_is_well_defined(struct arena *arena, const struct eb_formula *set);

#endif
