/* A theorem among the guards must follow from the guards before it: those that come later may rely on it. */
#ifndef EVENTB_GUARD_THEOREM_H
#define EVENTB_GUARD_THEOREM_H

#include "eventb/node.h"

/* Of an event's theorem, by number: are there guards after it? Then it is not enough to look at it where the event
 * happens. */
bool eb_is_early_theorem(const struct eb_full_event *event, unsigned theorem);
/* For all parameters: if the guards before it hold, it does. */
const struct eb_formula *eb_guard_theorem(struct eb_compiler *compiler, const struct eb_full_event *event,
                                          unsigned theorem);

#endif
