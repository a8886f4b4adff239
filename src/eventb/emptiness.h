/* Is a set of sets, relations or functions empty? That follows from what it is made of; nobody has to look for an
 * element among infinitely many. */
#ifndef EVENTB_EMPTINESS_H
#define EVENTB_EMPTINESS_H

#include "eventb/comprehension.h"

/* set = ∅ as a formula about the sets that it is made of; NULL where that is not known, or the elements tell. */
const struct eb_formula *eb_emptiness(struct eb_compiler *compiler, const struct eb_formula *set);

#endif
