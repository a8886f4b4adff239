/* Constants of missing headers that one variable holds, or is compared with: states, commands, answers. An enumeration
 * of the header is what they are then, most likely, and two of them are not the same number. */
#ifndef CFRONT_WHOLE_RIVAL_CONSTANTS_H
#define CFRONT_WHOLE_RIVAL_CONSTANTS_H

#include "cfront/load/front.h"

/* Finds them, and makes them the numbers that the options say, if somebody asks for that. */
void rival_constants_find(struct front *front);

#endif
