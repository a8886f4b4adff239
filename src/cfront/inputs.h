/* Which variables are inputs: volatile ones that the program only reads. */
#ifndef CFRONT_INPUTS_H
#define CFRONT_INPUTS_H

#include "cfront/front.h"

/* Looks at all functions of the program, then marks objects. */
void inputs_find(struct front *front);

#endif
