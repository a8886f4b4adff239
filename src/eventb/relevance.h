/* Which axioms what a machine does rests on. */
#ifndef EVENTB_RELEVANCE_H
#define EVENTB_RELEVANCE_H

#include "eventb/component.h"

/* Does the machine speak of a constant that the axiom speaks of, or that other axioms tie to one of these? Every
 * theorem of a context alone does. */
bool eb_rests_on(const struct eb_development *development, const struct eb_formula *axiom);

#endif
