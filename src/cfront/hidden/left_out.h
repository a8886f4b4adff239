/* Sources that lie beside those of the program and were not taken: code that they have, and that the program does
 * without, is told with the verdict. Texts are looked through, not parsed. */
#ifndef CFRONT_HIDDEN_LEFT_OUT_H
#define CFRONT_HIDDEN_LEFT_OUT_H

#include "cfront/load/front.h"

/* Assumes of every function without a body, of main(), and of interrupt routines that no configuration need name, that
 * its code in such a source is no matter. */
void left_out_assume(struct front *front);

#endif
