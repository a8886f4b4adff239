/* Names of missing headers that were taken for constants, or for registers, and may be variables of the program that
 * others write meanwhile. */
#ifndef CFRONT_WHOLE_UNKNOWN_VARIABLES_H
#define CFRONT_WHOLE_UNKNOWN_VARIABLES_H

#include "cfront/load/front.h"

/* Once the code was made, and what is known of constants. */
void unknown_variables_find(struct front *front);

#endif
