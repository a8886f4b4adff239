/* States that steps led to a little while ago, and that satisfy all invariants: many steps lead to the same state. What
 * is remembered belongs to one frame; it is exact (the states themselves are compared), and a few megabytes at most. */
#ifndef EVENTB_ENTERED_H
#define EVENTB_ENTERED_H

#include "eventb/layout.h"

struct eb_entered;

bool eb_entered_before(struct eb_frame *frame, const struct eb_layout *layout, const void *state, uint32_t size);
void eb_entered_note(struct eb_frame *frame, const struct eb_layout *layout, const void *state, uint32_t size);

void eb_entered_free(struct eb_entered *entered);

#endif
