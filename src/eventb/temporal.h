/* Linear temporal logic over a machine's states: an observer for the product with it.
 *
 * Written as in ProB: G F X U W R, or [] <>, with predicates in braces: G ({t ∈ ready} => F {t ∈ active}). Connectives
 * are not & or => <=> (also ! ¬ && ∧ || ∨ -> ⇒ ⇔). e(event): the event can happen; deadlock: none can. */
#ifndef EVENTB_TEMPORAL_H
#define EVENTB_TEMPORAL_H

#include "eventb/machine.h"
#include "ts/product.h"

struct eb_temporal;

/* NULL with errors; they tell the column in `formula`. */
struct eb_temporal *eb_temporal_new(const struct eb_machine *machine, const struct eb_development *development,
                                    const char *formula, struct diagnostics *diagnostics);
void eb_temporal_free(struct eb_temporal *temporal);
/* Accepts runs that violate the formula. */
const struct ts_observer *eb_temporal_observer(const struct eb_temporal *temporal);
/* Every violation shows after finitely many steps. */
bool eb_temporal_is_safety(const struct eb_temporal *temporal);

#endif
