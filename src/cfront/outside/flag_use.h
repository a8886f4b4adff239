/* Are the enumerators of a type bits that can be set together? Code says so (`RX | TX`, `~RX`), or almost (`f & RX`,
 * `RX = 1 << 0`: perhaps one at a time), or their numbers do: 1, 2, 4 are most likely flags, and 0, 1, 2 are not. */
#ifndef CFRONT_OUTSIDE_FLAG_USE_H
#define CFRONT_OUTSIDE_FLAG_USE_H

#include "cfront/load/front.h"

/* Finds out about an enumeration, and keeps it in the type. */
void flag_use_look(struct front *front, const struct c_type *type);
/* By the numbers alone. */
enum c_flags flag_use_by_values(const struct c_type *type);

#endif
