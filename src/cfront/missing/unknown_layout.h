/* Structures of missing headers: which members they have, and in which order, only the header knows. */
#ifndef CFRONT_MISSING_UNKNOWN_LAYOUT_H
#define CFRONT_MISSING_UNKNOWN_LAYOUT_H

#include "cfront/load/front.h"

/* Where code depends on that: first values without names of members, casts, copies, sizes, unions. Then nothing holds
 * for certain. */
void unknown_layout_doubt(struct front *front);

#endif
