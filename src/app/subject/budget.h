/* How often things come from outside: the options' budgets, for each ISR and counter. */
#ifndef APP_SUBJECT_BUDGET_H
#define APP_SUBJECT_BUDGET_H

#include "app/subject/subject.h"

/* False with errors: names that nothing has. */
bool budgets_set(struct subject *subject, const struct app_options *options, struct diagnostics *diagnostics);

/* Does an interrupt routine that advances `one` always advance `other`, too, whichever it is? */
bool budgets_advance_with(const struct subject *subject, uint32_t one, uint32_t other);

/* A routine that runs each time to advance a counter with alarms, which does not go on by itself: what makes runs many,
 * as half a sentence in the arena. NULL: there is none. */
const char *budgets_most_steps(const struct subject *subject, struct arena *arena);

/* Some interrupt, or the time of some counter, may come. */
bool budgets_let_come(const struct subject *subject);

#endif
