/* Loops that only pass the time: `for (i = 0; i < 6000000; i++);`.
 *
 * Where a variable that no other code can see counts up or down by one, to a constant, and the loop does nothing else,
 * one round goes to the end at once: the variable is afterwards what it would have been, and nobody can tell. That
 * holds also if it counts round its type, if it overflows on the way, and if it never ends. */
#ifndef CFRONT_LOWER_PAUSE_H
#define CFRONT_LOWER_PAUSE_H

#include "cfront/load/front.h"

/* Tidy code of one function, all of whose locals are known. */
void pause_shorten(struct front *front, struct c_instruction *code, uint32_t count);

#endif
