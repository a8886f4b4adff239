/* Registers, variables, constants and results of functions that only a missing header declares: nobody says which
 * numbers they have. Where code would tell `unsigned char` from `unsigned`, each of them is open, and may be asked
 * about again as something else than what it was taken for. */
#ifndef CFRONT_OUTSIDE_OPEN_VALUES_H
#define CFRONT_OUTSIDE_OPEN_VALUES_H

#include "cfront/load/front.h"

/* Looks at all that the compiler read, and hands out what is open, and where. Once the code was made: functions without
 * a body are known. */
void open_values_find(struct front *front);

/* The name of the type of what a cursor names, where that is open; NULL: it is not. */
const char *open_values_type(struct front *front, CXCursor cursor);

#endif
