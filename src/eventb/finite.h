/* Which sets are finite, as can be seen from how they are written. */
#ifndef EVENTB_FINITE_H
#define EVENTB_FINITE_H

#include "eventb/formula.h"

/* Is the set finite whatever its identifiers are? These stand for values, and a value is finite. False where that is
 * not seen. */
bool eb_is_certainly_finite(const struct eb_formula *set);

#endif
