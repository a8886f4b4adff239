/* Loops in which code stops for good since a driver failed: `if (HAL_Init() != HAL_OK) Error_Handler();`, with `while
 * (1);` there. What a function without a body gives, of which no stub says anything, is then taken not to lead there,
 * which is told: nobody takes such a stop for a mistake.
 *
 * The loop does nothing that others see, and each way there goes by a decision about such results and nothing else,
 * without a service behind it. Either only a missing header declares these functions, or the name of one that stops
 * says what it is for. */
#ifndef CFRONT_WHOLE_ERROR_STOPS_H
#define CFRONT_WHOLE_ERROR_STOPS_H

#include "cfront/load/front.h"

/* Once all code is lowered. */
void error_stops_assume(struct front *front);

#endif
