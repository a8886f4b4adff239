/* What formulas ask about a state. */
#ifndef APP_WATCH_ATOMS_H
#define APP_WATCH_ATOMS_H

#include "app/watch/formula.h"

/* The bits of the call atoms that this call means. */
uint32_t atoms_of_call(const struct watch *watch, const struct osek_call *call);

/* Does it hold in this state? The formula has no operators over time. Division by zero makes it false. */
bool atoms_hold(const struct watch *watch, const struct node *node, const void *state);

#endif
