/* States that steps led to a little while ago, and that satisfy all invariants: many steps lead to the same state. It
 * is exact (the states themselves are compared), shared by all threads, and a few megabytes, however many these are. */
#ifndef EVENTB_ENTERED_H
#define EVENTB_ENTERED_H

#include "eventb/layout.h"

struct eb_entered;

struct eb_entered *eb_entered_new(const struct eb_layout *layout);
/* Who comes at the same time as another one may be told that a state is not there, and may note it in vain. */
bool eb_entered_before(struct eb_entered *entered, const void *state, uint32_t size);
void eb_entered_note(struct eb_entered *entered, const void *state, uint32_t size);

void eb_entered_free(struct eb_entered *entered);

#endif
