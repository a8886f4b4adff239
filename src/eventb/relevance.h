/* What rests on axioms: formulas that speak of the same constants, or of such as axioms tie to these. */
#ifndef EVENTB_RELEVANCE_H
#define EVENTB_RELEVANCE_H

#include "eventb/component.h"

/* Flags the constants that the axiom speaks of, and those that axioms tie to any that are flagged. */
void eb_tie_constants(const struct eb_development *development, const struct eb_formula *axiom, bool *constants);
/* Does the formula speak of one that is flagged? One of a list? An event: its guards and actions. */
bool eb_mentions_any(const struct eb_formula *formula, const bool *constants);
bool eb_list_mentions_any(const struct eb_labelled_list *list, const bool *constants);
bool eb_event_mentions_any(const struct eb_full_event *event, const bool *constants);

#endif
