/* What formulas ask about a state, and the step that led to it. */
#ifndef APP_WATCH_ATOMS_H
#define APP_WATCH_ATOMS_H

#include "app/exec/symbolic.h"
#include "app/watch/formula_value.h"
#include "ts/product.h"

/* Of the call atoms, bit by bit, those that this call means: the labels of the step that makes it. */
uint32_t atoms_of_call(const struct watch *watch, const struct osek_call *call);
bool atoms_ask_for_calls(const struct node *node); /* or for anything that depends on one */

/* Does it hold in this state, after the step that led there? The formula has no operators over time. `wrong`: it has no
 * value there. */
bool atoms_hold(const struct watch *watch, const struct node *node, const struct ts_view *view,
                enum number_wrong *wrong);

/* The same of a state of which not all is known: machine->packed, whose bytes may have terms. From here on the run is
 * about inputs for which it is as it is now. False: what the formula computes cannot be said in terms. */
bool atoms_decide(const struct watch *watch, const struct node *node, struct machine *machine, uint32_t size);

#endif
