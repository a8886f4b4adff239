/* The expressions of #if and #elif: macros are replaced first, as in C, and names that are none are 0. */
#ifndef OIL_CONDITION_H
#define OIL_CONDITION_H

#include "oil/macro.h"

/* True if the expression is not 0. What is wrong with it is reported at `place`, and then it counts as false. */
bool oil_condition(const char *text, struct place place, struct oil_macros *macros);

#endif
