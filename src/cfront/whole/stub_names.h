/* Stubs name functions and variables. Sources may have several of one name, each for itself alone. */
#ifndef CFRONT_WHOLE_STUB_NAMES_H
#define CFRONT_WHOLE_STUB_NAMES_H

#include "cfront/load/front.h"

/* Errors: stubs of a name that is there several times, so that nobody knows which one is meant. */
void stub_names_check(struct front *front);

#endif
