/* Enumerators of the sources, wherever they are declared, for those who ask for numbers by name: formulas. */
#ifndef CFRONT_WHOLE_ENUMERATORS_H
#define CFRONT_WHOLE_ENUMERATORS_H

#include "cfront/load/front.h"

/* Those that the options' texts name become the program's constants. Functions have their final names. */
void enumerators_find(struct front *front);

#endif
